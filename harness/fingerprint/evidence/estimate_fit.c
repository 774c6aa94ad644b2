/* Least squares in one number: lambda = sum est d / sum d d, d = X - Y, in all trees at once;
 * if that does not fit, in the q and in the v trees apart.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/estimate_fit.h"

#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/laws/fraction.h"
#include "ref/vector.h"

/* One difference, and where it is looked at. */
struct trial {
    const struct evidence *evidence;
    const mpfr_t *estimate;
    mpfr_t *difference; /* [trees] */
    bool is_signed;
    double nominal;
    mpfr_t lambda[2]; /* by colour */
};

static void set_difference(struct trial *t, const mpfr_t *x, const mpfr_t *y) {
    for (int i = 0; i < t->evidence->forest.count; i++) {
        mpfr_set_zero(t->difference[i], 0);
        if (y != NULL)
            mpfr_set(t->difference[i], y[i], MPFR_RNDN);
        mpfr_sub(t->difference[i], x[i], t->difference[i], MPFR_RNDN);
        if (!t->is_signed)
            mpfr_abs(t->difference[i], t->difference[i], MPFR_RNDN);
    }
}

/* lambda over the trees of a colour, or (colour < 0) of both; zero when d vanishes there. */
static void fit_lambda(struct trial *t, mpfr_ptr lambda, int colour) {
    mpfr_t above, below, term;
    mpfr_inits2(t->evidence->judge.bits, above, below, term, (mpfr_ptr)NULL);
    mpfr_set_zero(above, 0);
    mpfr_set_zero(below, 0);
    for (int i = 0; i < t->evidence->forest.count; i++) {
        if (colour >= 0 && (int)t->evidence->forest.tree[i].colour != colour)
            continue;
        mpfr_mul(term, t->estimate[i], t->difference[i], MPFR_RNDN);
        mpfr_add(above, above, term, MPFR_RNDN);
        mpfr_sqr(term, t->difference[i], MPFR_RNDN);
        mpfr_add(below, below, term, MPFR_RNDN);
    }
    mpfr_set_zero(lambda, 0);
    if (!mpfr_zero_p(below))
        mpfr_div(lambda, above, below, MPFR_RNDN);
    mpfr_clears(above, below, term, (mpfr_ptr)NULL);
}

/* What is rounded is lambda times both X and Y, so a large lambda takes its share. */
static bool fits(struct trial *t) {
    struct judge j = t->evidence->judge;
    bool all = true;
    mpfr_t expected;
    mpfr_init2(expected, j.bits);
    for (int i = 0; i < t->evidence->forest.count && all; i++) {
        mpfr_srcptr lambda = t->lambda[t->evidence->forest.tree[i].colour];
        j.units = t->evidence->judge.units * fmax(1, fabs(mpfr_get_d(lambda, MPFR_RNDN)));
        mpfr_mul(expected, t->difference[i], lambda, MPFR_RNDN);
        all = judge_same(&j, i, t->estimate[i], expected);
    }
    mpfr_clear(expected);
    return all;
}

static bool vanishes(const struct trial *t, const mpfr_t *x) {
    for (int i = 0; i < t->evidence->forest.count; i++)
        if (fabs(mpfr_get_d(x[i], MPFR_RNDN)) >
            judge_tolerance(&t->evidence->judge, i, 0))
            return false;
    return true;
}

static void set_factors(struct estimate_fit *fit, struct trial *t, int x, int y) {
    const double unit = t->evidence->judge.unit;
    mpfr_t relative;
    mpfr_init2(relative, t->evidence->judge.bits);
    for (int colour = 0; colour < 2; colour++) {
        mpfr_div_d(relative, t->lambda[colour], t->nominal, MPFR_RNDN);
        fraction_print(fit->relative_text[colour], relative, unit);
        mpfr_sub_ui(relative, relative, 1, MPFR_RNDN);
        fit->off[colour] = mpfr_get_d(relative, MPFR_RNDN);
    }
    mpfr_clear(relative);
    fit->found = true;
    fit->x = x, fit->y = y;
    for (int colour = 0; colour < 2 && fit->per_h != 0; colour++)
        (fit->per_h > 0 ? mpfr_div_d : mpfr_mul_d)(t->lambda[colour], t->lambda[colour],
                                                   t->evidence->of[0].probe.h, MPFR_RNDN);
    fit->is_apart = !mpfr_equal_p(t->lambda[TREE_Q], t->lambda[TREE_V]);
    for (int colour = 0; colour < 2; colour++)
        fraction_print(fit->part_text[colour], t->lambda[colour], unit);
    fit->factor = mpfr_get_d(t->lambda[TREE_V], MPFR_RNDN);
    fraction_print(fit->factor_text, t->lambda[TREE_V], unit);
}

/* Of -2 (x - y) the factor is made positive: 2 (y - x). */
static void set_pair(struct estimate_fit *fit, struct trial *t, const char *x,
                     const char *y) {
    bool turned = mpfr_sgn(t->lambda[TREE_V]) < 0 && mpfr_sgn(t->lambda[TREE_Q]) <= 0;
    snprintf(fit->of, sizeof fit->of, "%s - %s", turned ? y : x, turned ? x : y);
    if (!turned)
        return;
    for (int colour = 0; colour < 2; colour++) {
        mpfr_neg(t->lambda[colour], t->lambda[colour], MPFR_RNDN);
        fraction_print(fit->part_text[colour], t->lambda[colour],
                       t->evidence->judge.unit);
    }
    fit->factor = -fit->factor;
    fraction_print(fit->factor_text, t->lambda[TREE_V], t->evidence->judge.unit);
}

/* One factor for all, or (apart) one for the q and one for the v trees. */
static bool try_difference(struct trial *t, bool apart) {
    if (vanishes(t, vector_const(t->difference)))
        return false;
    fit_lambda(t, t->lambda[TREE_V], apart ? TREE_V : -1);
    fit_lambda(t, t->lambda[TREE_Q], apart ? TREE_Q : -1);
    return fits(t);
}

static bool try_pairs(struct estimate_fit *fit, struct trial *t, bool apart,
                      const struct estimate_vector *vector, int count) {
    for (int x = 0; x < count; x++)
        for (int y = x + 1; y < count; y++) {
            set_difference(t, vector[x].weights, vector[y].weights);
            if (!try_difference(t, apart))
                continue;
            set_factors(fit, t, x, y);
            set_pair(fit, t, vector[x].name, vector[y].name);
            return true;
        }
    return false;
}

static bool try_whole(struct estimate_fit *fit, struct trial *t, bool apart,
                      const struct estimate_vector *whole) {
    if (whole->weights == NULL)
        return false;
    set_difference(t, whole->weights, NULL);
    if (!try_difference(t, apart))
        return false;
    set_factors(fit, t, -1, -1);
    snprintf(fit->of, sizeof fit->of, "%s", whole->name);
    return true;
}

static void try_all(struct estimate_fit *fit, struct trial *t,
                    const struct estimate_vector *whole,
                    const struct estimate_vector *vector, int count) {
    if (vanishes(t, t->estimate)) {
        fit->found = fit->is_zero = true;
        snprintf(fit->factor_text, sizeof fit->factor_text, "0");
        snprintf(fit->of, sizeof fit->of, "0");
        return;
    }
    bool has_colours = t->evidence->family != FOREST_PLAIN;
    for (int apart = 0; apart <= has_colours && !fit->found; apart++)
        if (!try_whole(fit, t, apart, whole))
            try_pairs(fit, t, apart, vector, count);
}

int estimate_fit(struct estimate_fit *fit, const struct evidence *e,
                 const struct estimate_vector *whole,
                 const struct estimate_vector *vector, int count, double nominal) {
    struct trial t = {.evidence = e,
                      .estimate = evidence_estimate(e),
                      .nominal = nominal,
                      .is_signed = e->estimate != EVIDENCE_SAME_SIZE};
    *fit = (struct estimate_fit){.is_signed = t.is_signed,
                                 .per_h = e->estimate == EVIDENCE_TIMES_H  ? 1
                                          : e->estimate == EVIDENCE_OVER_H ? -1
                                                                           : 0};
    if (t.estimate == NULL || e->estimate == EVIDENCE_DIFFERENT)
        return 0;
    t.difference = vector_alloc(e->forest.count, e->judge.bits);
    if (t.difference == NULL)
        return -1;
    mpfr_inits2(e->judge.bits, t.lambda[0], t.lambda[1], (mpfr_ptr)NULL);
    try_all(fit, &t, whole, vector, count);
    mpfr_clears(t.lambda[0], t.lambda[1], (mpfr_ptr)NULL);
    vector_free(t.difference, e->forest.count);
    return 0;
}
