/* Compositions, and explicit methods of more than order 6, whose trees are too many, have the order
 * that their sources give them: on a pendulum, a'' = -sin a, a step of h differs from two of h/2 by
 * C h^(p + 1).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include <criterion/criterion.h>

#include "harness/fingerprint/known/known_table.h"

enum { BITS = 400 };

struct pendulum {
    mpfr_t a, w, term;
};

static void set_start(struct pendulum *x) {
    mpfr_set_d(x->a, 0.8125, MPFR_RNDN);
    mpfr_set_d(x->w, -0.375, MPFR_RNDN);
}

/* x := x + h (weights times slopes) */
static void add_slopes(struct pendulum *x, const struct pendulum *slope, mpq_t *weight,
                       int count, double h) {
    for (int j = 0; j < count; j++) {
        mpfr_mul_q(x->term, slope[j].a, weight[j], MPFR_RNDN);
        mpfr_mul_d(x->term, x->term, h, MPFR_RNDN);
        mpfr_add(x->a, x->a, x->term, MPFR_RNDN);
        mpfr_mul_q(x->term, slope[j].w, weight[j], MPFR_RNDN);
        mpfr_mul_d(x->term, x->term, h, MPFR_RNDN);
        mpfr_add(x->w, x->w, x->term, MPFR_RNDN);
    }
}

enum { MOST_STAGES = 32 };

static void make_explicit_step(struct pendulum *x, const struct tableau *t, double h) {
    struct pendulum slope[MOST_STAGES], place;
    const int s = t->stages;
    cr_assert(s <= MOST_STAGES && tableau_is_uniform(t) &&
              tableau_is_explicit(t, TABLEAU_VV));
    mpfr_inits2(BITS, place.a, place.w, place.term, (mpfr_ptr)NULL);
    for (int i = 0; i < s; i++) {
        mpfr_inits2(BITS, slope[i].a, slope[i].w, (mpfr_ptr)NULL);
        mpfr_set(place.a, x->a, MPFR_RNDN);
        mpfr_set(place.w, x->w, MPFR_RNDN);
        add_slopes(&place, slope, &t->a[TABLEAU_VV][i * s], i, h);
        mpfr_set(slope[i].a, place.w, MPFR_RNDN);
        mpfr_sin(slope[i].w, place.a, MPFR_RNDN);
        mpfr_neg(slope[i].w, slope[i].w, MPFR_RNDN);
    }
    add_slopes(x, slope, t->bv, s, h);
}

/* By the drifts and kicks of the table; t->bq, t->bv. */
static void make_split_step(struct pendulum *x, const struct tableau *t, double h) {
    for (int i = 0; i < t->stages; i++) {
        mpfr_mul_q(x->term, x->w, t->bq[i], MPFR_RNDN);
        mpfr_mul_d(x->term, x->term, h, MPFR_RNDN);
        mpfr_add(x->a, x->a, x->term, MPFR_RNDN);
        mpfr_sin(x->term, x->a, MPFR_RNDN);
        mpfr_mul_q(x->term, x->term, t->bv[i], MPFR_RNDN);
        mpfr_mul_d(x->term, x->term, h, MPFR_RNDN);
        mpfr_sub(x->w, x->w, x->term, MPFR_RNDN);
    }
}

typedef void step_function(struct pendulum *, const struct tableau *, double);

/* The difference in the angle. */
static double find_difference(struct pendulum *x, mpfr_ptr whole,
                              step_function *make_step, const struct tableau *t,
                              double h) {
    set_start(x);
    make_step(x, t, h);
    mpfr_set(whole, x->a, MPFR_RNDN);
    set_start(x);
    make_step(x, t, h / 2);
    make_step(x, t, h / 2);
    mpfr_sub(whole, whole, x->a, MPFR_RNDN);
    return fabs(mpfr_get_d(whole, MPFR_RNDN));
}

static double find_order(const struct known_method *m, step_function *make_step,
                         double h) {
    struct pendulum x;
    struct tableau t;
    mpfr_t whole;
    mpfr_inits2(BITS, x.a, x.w, x.term, whole, (mpfr_ptr)NULL);
    cr_assert(known_build(&t, m, KNOWN_AS_IT_IS) == 0);
    return log2(find_difference(&x, whole, make_step, &t, h) /
                find_difference(&x, whole, make_step, &t, h / 2)) -
           1;
}

/* Seen to fail: a digit of a size, two sizes exchanged, half a drift where a whole one belongs. */
Test(composed, methods_of_drifts_and_kicks_have_the_order_of_their_sources) {
    int composed = 0;
    for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
        if (!m->table->is_splitting)
            continue;
        const double order = find_order(m, make_split_step, 1.0 / 4096);
        cr_expect(fabs(order - m->order) <= 0.03, "%s: %g", m->name, order);
        composed += m->table->form != KNOWN_NOT_COMPOSED;
    }
    cr_expect(composed == 6 * 4, "%d", composed);
}

/* Coefficients of 30 digits leave an error of that size. */
Test(composed, explicit_methods_of_many_stages_have_the_order_of_their_sources) {
    static const char *const name[] = {"fehlberg-78", "fehlberg-87", "gragg-8",
                                       "gragg-8-smoothed", "dormand-prince-853"};
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        enum known_variant variant;
        const struct known_method *m = known_find(name[k], &variant);
        const double order = find_order(m, make_explicit_step, 1.0 / 256);
        cr_expect(fabs(order - m->order) <= 0.06, "%s: %g", m->name, order);
    }
}

/* The sizes of symmetric steps of order 2 decide, whatever method they are of (Hairer, Lubich,
 * Wanner, V.3.2). */
Test(composed, steps_of_the_midpoint_rule_have_the_sizes_of_those_of_verlet) {
    int compared = 0;
    for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
        struct tableau t, of_midpoint;
        char name[80];
        enum known_variant variant;
        if (m->table->form != KNOWN_POSITIONS_FIRST)
            continue;
        snprintf(name, sizeof name, "%s-midpoint", m->name);
        cr_assert(known_build(&t, m, KNOWN_AS_IT_IS) == 0);
        cr_assert(known_build(&of_midpoint, known_find(name, &variant), KNOWN_AS_IT_IS) ==
                  0);
        cr_assert(of_midpoint.stages == t.stages - 1);
        for (int i = 0; i < of_midpoint.stages; i++)
            cr_expect(mpq_equal(t.bv[i], of_midpoint.bv[i]), "%s", name);
        compared++;
    }
    cr_expect(compared == 6, "%d", compared);
}
