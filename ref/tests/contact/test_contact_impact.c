/* Impacts whose outcome is known: cradles, flat rods, the rotating ball; and energy.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "ref/contact/impact.h"
#include "ref/tests/contact/contact_case.h"
#include "ref/vector.h"

static const double NEAR = 1e-14;

struct hit {
    struct contact_case *c;
    mpfr_t *e, *v, *r;
    struct ref_impact impact;
};

static struct hit make_hit(int nv, int contacts, int slides) {
    struct hit x = {.c = contact_case_make(nv, contacts, slides, 0, 150)};
    x.e = vector_alloc(contacts, 150);
    x.v = vector_alloc(nv, 150);
    x.r = vector_alloc(x.c->problem.rows, 150);
    x.impact = (struct ref_impact){.problem = x.c->problem,
                                   .restitution = vector_const(x.e),
                                   .law = REF_POISSON,
                                   .induced = REF_SIMULTANEOUS,
                                   .max_induced = 20,
                                   .caps = true};
    return x;
}

static void strike(struct hit *x) {
    enum ref_status status = ref_impact_solve(&x->impact, 150, x->v, x->r);
    cr_assert(status == REF_OK, "status %d", status);
}

static double velocity(const struct hit *x, int i) {
    return mpfr_get_d(x->v[i], MPFR_RNDN);
}

static void cr_near(double value, double expected, const char *what) {
    cr_assert(isfinite(value) && fabs(value - expected) <= NEAR * fmax(1, fabs(expected)),
              "%s is %.17g, not %.17g", what, value, expected);
}

/* n balls on a line, touching. */
static struct hit make_cradle(int n, double e) {
    struct hit x = make_hit(n, n - 1, 0);
    for (int i = 0; i < n - 1; i++) {
        mpfr_set_si(x.c->J[i * (n - 1) + i], -1, MPFR_RNDN);
        mpfr_set_si(x.c->J[(i + 1) * (n - 1) + i], 1, MPFR_RNDN);
        mpfr_set_d(x.e[i], e, MPFR_RNDN);
    }
    mpfr_set_si(x.c->v_free[0], 1, MPFR_RNDN);
    return x;
}

Test(contact_impact, a_cradle_hit_at_once_moves_together) {
    for (int law = 0; law < 2; law++) {
        struct hit x = make_cradle(5, 1);
        x.impact.law = law == 0 ? REF_POISSON : REF_NEWTON;
        strike(&x);
        for (int i = 0; i < 5; i++)
            cr_near(velocity(&x, i), i == 0 ? -0.6 : 0.4, "ball");
    }
}

Test(contact_impact, a_cradle_hit_ball_by_ball_sends_off_the_last) {
    for (int k = 0; k < 4; k++) {
        struct hit x = make_cradle(5, 1);
        x.impact.law = k % 2 == 0 ? REF_POISSON : REF_NEWTON;
        x.impact.induced = k / 2 == 0 ? REF_SEQUENTIAL : REF_MIXED;
        strike(&x);
        for (int i = 0; i < 5; i++)
            cr_near(velocity(&x, i), i == 4, "ball");
    }
}

/* Without restitution they go on together after the last round, too. */
Test(contact_impact, what_still_approaches_after_the_rounds_is_stopped) {
    struct hit x = make_cradle(5, 1);
    x.impact.induced = REF_SEQUENTIAL;
    x.impact.max_induced = 2;
    strike(&x);
    for (int i = 0; i < 5; i++)
        cr_near(velocity(&x, i), i < 2 ? 0 : 1.0 / 3, "ball");
}

/* A flat rod (m = 4, half length 1), one end in with 1, the other out with 0.5: both closed by
 * Newton's law it gains a third of its energy. */
static struct hit make_flat_rod(enum ref_contact_restitution law) {
    struct hit x = make_hit(2, 2, 0);
    contact_case_mass(x.c, 0, 0, 4);
    contact_case_mass(x.c, 1, 1, 4.0 / 3);
    contact_case_row(x.c, 0, (double[]){1, -1});
    contact_case_row(x.c, 1, (double[]){1, 1});
    mpfr_set_d(x.c->v_free[0], -0.25, MPFR_RNDN);
    mpfr_set_d(x.c->v_free[1], 0.75, MPFR_RNDN);
    for (int i = 0; i < 2; i++)
        mpfr_set_si(x.e[i], 1, MPFR_RNDN);
    x.impact.law = law;
    return x;
}

static double energy(const struct hit *x, mpfr_t *v) {
    const struct contact_case *c = x->c;
    mpfr_t sum, term;
    mpfr_inits2(300, sum, term, (mpfr_ptr)NULL);
    mpfr_set_zero(sum, 1);
    for (int i = 0; i < c->problem.nv; i++) {
        for (int k = 0; k < c->problem.nv; k++) {
            mpfr_mul(term, c->M[k * c->problem.nv + i], v[i], MPFR_RNDN);
            mpfr_fma(sum, term, v[k], sum, MPFR_RNDN);
        }
    }
    return mpfr_get_d(sum, MPFR_RNDN) / 2;
}

Test(contact_impact, newtons_gain_of_a_flat_rod_is_cut_off) {
    mpfr_t mass;
    mpfr_init2(mass, 150);
    mpfr_set_si(mass, 4, MPFR_RNDN);
    mpfr_div_si(mass, mass, 3, MPFR_RNDN);
    for (int caps = 0; caps < 2; caps++) {
        struct hit x = make_flat_rod(REF_NEWTON);
        mpfr_set(x.c->M[3], mass, MPFR_RNDN);
        x.impact.caps = caps;
        strike(&x);
        cr_near(energy(&x, x.c->v_free), 0.5, "energy before");
        cr_near(energy(&x, x.v), caps ? 0.5 : 2.0 / 3, "energy after");
    }
}

/* Capobianco's rotating ball: (x, y, rate), m = 1, R = 0.1, e = 0, mu = 0.2, rate 10: it rolls
 * after the impact with u_x = -2/7, rate 20/7. */
Test(contact_impact, a_rotating_ball_rolls_away) {
    struct hit x = make_hit(3, 1, 1);
    contact_case_mass(x.c, 2, 2, 0.004);
    contact_case_row(x.c, 0, (double[]){0, 1, 0});
    contact_case_row(x.c, 1, (double[]){1, 0, 0.1});
    contact_case_friction(x.c, 0.2);
    mpfr_set_d(x.c->v_free[1], -4.202142310774350726, MPFR_RNDN);
    mpfr_set_si(x.c->v_free[2], 10, MPFR_RNDN);
    strike(&x);
    cr_near(mpfr_get_d(x.r[0], MPFR_RNDN), 4.202142310774350726, "normal impulse");
    cr_near(mpfr_get_d(x.r[1], MPFR_RNDN), -2.0 / 7, "friction");
    cr_near(velocity(&x, 0), -2.0 / 7, "speed");
    cr_near(velocity(&x, 2), 20.0 / 7, "rate");
}

Test(contact_impact, restitution_sets_in_beyond_capture) {
    static const struct {
        double speed, e;
    } CASE[] = {{0.01, 0}, {0.02, 1 - 0.4 * 0.02 / 0.05}, {0.06, 0.6}};
    for (size_t k = 0; k < sizeof CASE / sizeof *CASE; k++) {
        struct hit x = make_hit(1, 1, 0);
        contact_case_row(x.c, 0, (double[]){1});
        mpfr_set_d(x.e[0], 0.6, MPFR_RNDN);
        mpfr_set_d(x.c->v_free[0], -CASE[k].speed, MPFR_RNDN);
        x.impact.capture = 0.015;
        x.impact.ramp = 0.05;
        strike(&x);
        cr_near(velocity(&x, 0), CASE[k].e * CASE[k].speed, "rebound");
    }
}

/* Two random planar contacts of one body with friction and unequal restitution. */
Test(contact_impact, no_law_makes_energy) {
    enum { TRIALS = 400 };
    static const double ROUNDING = 1e-14;
    struct sample s = sample_begin();
    int gains = 0; /* by Newton's law as it is */
    for (int trial = 0; trial < TRIALS; trial++) {
        struct hit x = make_hit(3, 2, 1);
        contact_case_mass(x.c, 2, 2, sample_uniform(&s, 0.1, 1));
        for (int i = 0; i < 2; i++) {
            double a = sample_uniform(&s, -1, 1), b = sample_uniform(&s, -1, 1);
            a += i == 0 ? -1 : 1;
            contact_case_row(x.c, 2 * i, (double[]){0, 1, a});
            contact_case_row(x.c, 2 * i + 1, (double[]){1, 0, b});
            mpfr_set_d(x.e[i], sample_uniform(&s, 0.5, 1), MPFR_RNDN);
        }
        contact_case_friction(x.c, sample_uniform(&s, 0, 1));
        for (int i = 0; i < 3; i++)
            mpfr_set_d(x.c->v_free[i], sample_uniform(&s, -1, 1), MPFR_RNDN);
        x.impact.law = trial % 2 == 0 ? REF_POISSON : REF_NEWTON;
        x.impact.induced = trial % 4 < 2    ? REF_SIMULTANEOUS
                           : trial % 4 == 2 ? REF_SEQUENTIAL
                                            : REF_MIXED;
        double before = energy(&x, x.c->v_free);
        x.impact.caps = false;
        strike(&x);
        gains += energy(&x, x.v) > before * (1 + ROUNDING);
        x.impact.caps = true;
        strike(&x);
        double after = energy(&x, x.v);
        cr_assert(after <= before * (1 + ROUNDING), "seed %llu, trial %d: from %g to %g",
                  (unsigned long long)s.seed, trial, before, after);
        for (int i = 0; i < 2; i++) {
            mpfr_t *v = x.c->answer.v;
            vector_set(v, vector_const(x.v), 3);
            double u = contact_case_velocity(x.c, 2 * i);
            cr_assert(u >= -ROUNDING, "seed %llu, trial %d: approach %g",
                      (unsigned long long)s.seed, trial, u);
        }
    }
    cr_assert(gains > 0, "seed %llu: nothing to be cut off", (unsigned long long)s.seed);
}
