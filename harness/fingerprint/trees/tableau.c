/* Partitioned tableaux: making them, and composing steps. In a composition the second
 * method's stages see the whole first step, so that below the diagonal blocks
 *
 *     A = ( s1 A1            )      c = (s1 c1, s1 + s2 c2)      b = (s1 b1, s2 b2)
 *         ( s1 1 b1'   s2 A2 )
 *
 * where b1 is that of the colour which is summed (Butcher, section 38: composition).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <stdlib.h>

#include "harness/fingerprint/trees/rationals.h"
#include "harness/fingerprint/trees/tableau.h"

int tableau_init(struct tableau *t, int stages, bool has_estimate) {
    size_t s = (size_t)stages;
    *t = (struct tableau){.stages = stages};
    bool complete = true;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        complete = (t->a[part] = rationals_alloc(s * s)) != NULL && complete;
    complete = (t->gamma = rationals_alloc(s * s)) != NULL && complete;
    complete = (t->c = rationals_alloc(s)) != NULL && complete;
    complete = (t->bq = rationals_alloc(s)) != NULL && complete;
    complete = (t->bv = rationals_alloc(s)) != NULL && complete;
    if (has_estimate) {
        complete = (t->eq = rationals_alloc(s)) != NULL && complete;
        complete = (t->ev = rationals_alloc(s)) != NULL && complete;
    }
    return complete ? 0 : -1;
}

void tableau_free(struct tableau *t) {
    size_t s = (size_t)t->stages;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        rationals_free(t->a[part], s * s);
    rationals_free(t->gamma, s * s);
    rationals_free(t->gamma_time, s);
    rationals_free(t->c, s);
    rationals_free(t->bq, s);
    rationals_free(t->bv, s);
    rationals_free(t->eq, s);
    rationals_free(t->ev, s);
    *t = (struct tableau){.stages = 0};
}

bool tableau_is_uniform(const struct tableau *t) {
    bool is = true;
    for (int k = 0; k < t->stages * t->stages; k++)
        for (int part = 0; part < TABLEAU_PARTS; part++)
            is = is && mpq_equal(t->a[part][k], t->a[TABLEAU_VV][k]);
    return is;
}

bool tableau_is_explicit(const struct tableau *t, enum tableau_part part) {
    bool is = true;
    for (int i = 0; i < t->stages; i++)
        for (int j = i; j < t->stages; j++)
            is = is && mpq_sgn(t->a[part][i * t->stages + j]) == 0;
    return is;
}

/* Puts share * A, share * G, share * c + before of a method at stage `place` of a larger one. */
static void place_stages(struct tableau *t, int place, const struct tableau *method,
                         mpq_srcptr share, mpq_srcptr before) {
    int s = method->stages;
    for (int i = 0; i < s; i++) {
        mpq_mul(t->c[place + i], share, method->c[i]);
        mpq_add(t->c[place + i], t->c[place + i], before);
        for (int j = 0; j < s; j++) {
            const int to = (place + i) * t->stages + place + j;
            mpq_mul(t->gamma[to], share, method->gamma[i * s + j]);
            for (int part = 0; part < TABLEAU_PARTS; part++)
                mpq_mul(t->a[part][to], share, method->a[part][i * s + j]);
        }
    }
    t->approximate = t->approximate || method->approximate;
}

/* share * b of a method is what stage `row` sees of it, its stages being at `place`. */
static void place_step(struct tableau *t, int row, int place,
                       const struct tableau *method, mpq_srcptr share) {
    for (int part = 0; part < TABLEAU_PARTS; part++) {
        bool sums_q = part == TABLEAU_QQ || part == TABLEAU_VQ;
        for (int j = 0; j < method->stages; j++)
            mpq_mul(t->a[part][row * t->stages + place + j], share,
                    sums_q ? method->bq[j] : method->bv[j]);
    }
}

/* The composition's coefficients in the first stages of t. */
static void place_composition(struct tableau *t, const struct tableau *first,
                              mpq_srcptr first_share, const struct tableau *second,
                              mpq_srcptr second_share) {
    mpq_t zero;
    mpq_init(zero);
    int s = first->stages;
    place_stages(t, 0, first, first_share, zero);
    place_stages(t, s, second, second_share, first_share);
    for (int i = 0; i < second->stages; i++)
        place_step(t, s + i, 0, first, first_share);
    for (int j = 0; j < s; j++) {
        mpq_mul(t->bq[j], first_share, first->bq[j]);
        mpq_mul(t->bv[j], first_share, first->bv[j]);
    }
    for (int j = 0; j < second->stages; j++) {
        mpq_mul(t->bq[s + j], second_share, second->bq[j]);
        mpq_mul(t->bv[s + j], second_share, second->bv[j]);
    }
    mpq_clear(zero);
}

int tableau_compose(struct tableau *t, const struct tableau *first,
                    mpq_srcptr first_share, const struct tableau *second,
                    mpq_srcptr second_share) {
    if (tableau_init(t, first->stages + second->stages, false))
        return -1;
    place_composition(t, first, first_share, second, second_share);
    return 0;
}

/* e := (b of the method at `place` - b of t) * factor */
static void estimate_by_difference(mpq_t *e, mpq_t *big, mpq_t *small, int place,
                                   int stages, mpq_srcptr factor) {
    for (int i = 0; i < place + stages; i++) {
        mpq_neg(e[i], small[i]);
        if (i >= place)
            mpq_add(e[i], e[i], big[i - place]);
        mpq_mul(e[i], e[i], factor);
    }
}

int tableau_doubled(struct tableau *t, const struct tableau *method, int order) {
    int s = method->stages;
    assert(order >= 1 && order < 31);
    if (tableau_init(t, 3 * s, true))
        return -1;
    mpq_t half, one, zero;
    mpq_inits(half, one, zero, NULL);
    mpq_set_si(half, 1, 2);
    mpq_set_si(one, 1, 1);
    place_composition(t, method, half, method, half);
    place_stages(t, 2 * s, method, one, zero);
    mpq_set_ui(half, 1, (1UL << order) - 1);
    estimate_by_difference(t->eq, method->bq, t->bq, 2 * s, s, half);
    estimate_by_difference(t->ev, method->bv, t->bv, 2 * s, s, half);
    mpq_clears(half, one, zero, NULL);
    return 0;
}

void tableau_extrapolate(struct tableau *t) {
    for (int i = 0; i < t->stages; i++) {
        mpq_sub(t->bq[i], t->bq[i], t->eq[i]);
        mpq_sub(t->bv[i], t->bv[i], t->ev[i]);
    }
}
