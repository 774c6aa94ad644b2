/* Planar impacts by Routh's method: against an independent program, against small steps along
 * the normal impulse, and where they can be told by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "ref/contact.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"

enum { BITS = 100 };

struct rod {
    mpfr_t *W, *u, *u1, *r, *given; /* given: mu, e */
};

static struct rod make_rod(void) {
    return (struct rod){vector_alloc(4, BITS), vector_alloc(2, BITS),
                        vector_alloc(2, BITS), vector_alloc(2, BITS),
                        vector_alloc(2, BITS)};
}

static enum ref_status hit(struct rod *x) {
    return ref_routh_impact(vector_const(x->W), vector_const(x->u), x->given[0],
                            x->given[1], x->u1, x->r);
}

/* An end at (cos a, sin a) from the centre of a uniform rod of m = 1, I = 1/3. */
static void place_rod(struct rod *x, double degrees, const double *v) {
    double angle = degrees * (atan(1) / 45), a = cos(angle), b = sin(angle);
    mpfr_set_d(x->W[0], 1 + 3 * a * a, MPFR_RNDN);
    mpfr_set_d(x->W[1], -3 * a * b, MPFR_RNDN);
    mpfr_set_d(x->W[2], -3 * a * b, MPFR_RNDN);
    mpfr_set_d(x->W[3], 1 + 3 * b * b, MPFR_RNDN);
    mpfr_set_d(x->u[0], v[1] + v[2] * a, MPFR_RNDN);
    mpfr_set_d(x->u[1], v[0] - v[2] * b, MPFR_RNDN);
}

Test(contact_routh, agrees_with_an_independent_program) {
    enum { CASES = 312 };
    /* What doubles leave of the angle; a slip of 2e-17 is none. */
    static const double NEAR = 1e-13, NO_SLIP = 1e-15;
    FILE *file = fopen(TEST_DATA "/routh.txt", "r");
    cr_assert(file != NULL);
    struct rod x = make_rod();
    char line[400];
    int cases = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        double degrees, v[3], mu, e, u[2], r[2];
        if (sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &degrees, &v[0],
                   &v[1], &v[2], &mu, &e, &u[1], &u[0], &r[1], &r[0]) != 10)
            continue;
        place_rod(&x, degrees, v);
        if (fabs(mpfr_get_d(x.u[1], MPFR_RNDN)) < NO_SLIP)
            mpfr_set_zero(x.u[1], 1);
        if (degrees == -90)
            for (int i = 1; i < 3; i++)
                mpfr_set_zero(x.W[i], 1);
        mpfr_set_d(x.given[0], mu, MPFR_RNDN);
        mpfr_set_d(x.given[1], e, MPFR_RNDN);
        cr_assert(hit(&x) == REF_OK, "case %d", cases);
        for (int i = 0; i < 2; i++) {
            double u1 = mpfr_get_d(x.u1[i], MPFR_RNDN),
                   r1 = mpfr_get_d(x.r[i], MPFR_RNDN);
            cr_assert(fabs(u1 - u[i]) <= NEAR, "case %d: u_%d = %.17g, not %.17g: %s",
                      cases, i, u1, u[i], line);
            cr_assert(fabs(r1 - r[i]) <= NEAR, "case %d: r_%d = %.17g, not %.17g: %s",
                      cases, i, r1, r[i], line);
        }
        cases++;
    }
    fclose(file);
    cr_assert(cases == CASES, "%d cases", cases);
}

/* By pieces dp of the normal impulse, each as an implicit law: friction mu dp or what stops the
 * slip. */
static void hit_by_pieces(double W[2][2], double *u, double mu, double e, double dp,
                          double *r) {
    double end = INFINITY;
    r[0] = r[1] = 0;
    while (r[0] < end) {
        double hold = -(u[1] + W[1][0] * dp) / W[1][1];
        double f = fmax(-mu * dp, fmin(mu * dp, hold));
        for (int i = 0; i < 2; i++)
            u[i] += W[i][0] * dp + W[i][1] * f;
        r[0] += dp;
        r[1] += f;
        if (isinf(end) && u[0] >= 0)
            end = (1 + e) * r[0];
    }
}

Test(contact_routh, is_the_limit_of_small_pieces) {
    enum { TRIALS = 40 };
    static const double PIECE = 1e-5, NEAR = 2e-4;
    struct sample s = sample_begin();
    struct rod x = make_rod();
    for (int trial = 0; trial < TRIALS; trial++) {
        double a = sample_uniform(&s, 0.5, 3), b = sample_uniform(&s, 0.5, 3);
        double c = sample_uniform(&s, -1, 1) * sqrt(a * b) * 0.95;
        double W[2][2] = {{a, c}, {c, b}}, r[2];
        double u[2] = {-sample_uniform(&s, 0.2, 2), sample_uniform(&s, -2, 2)};
        double mu = sample_uniform(&s, 0, 1.5), e = sample_uniform(&s, 0, 1);
        for (int i = 0; i < 4; i++)
            mpfr_set_d(x.W[i], W[i % 2][i / 2], MPFR_RNDN);
        for (int i = 0; i < 2; i++)
            mpfr_set_d(x.u[i], u[i], MPFR_RNDN);
        mpfr_set_d(x.given[0], mu, MPFR_RNDN);
        mpfr_set_d(x.given[1], e, MPFR_RNDN);
        cr_assert(hit(&x) == REF_OK);
        hit_by_pieces(W, u, mu, e, PIECE, r);
        for (int i = 0; i < 2; i++) {
            double off = fmax(fabs(mpfr_get_d(x.u1[i], MPFR_RNDN) - u[i]),
                              fabs(mpfr_get_d(x.r[i], MPFR_RNDN) - r[i]));
            cr_assert(off <= NEAR * (1 + r[0]), "seed %llu, trial %d: off by %g",
                      (unsigned long long)s.seed, trial, off);
        }
    }
}

/* Painleve: without approach, but with W_nn - mu W_nt < 0 against the slip, an impact of
 * friction alone. */
Test(contact_routh, jams_without_approach_beyond_painleves_limit) {
    static const double mus[] = {1.32, 1.35};
    struct rod x = make_rod();
    for (int k = 0; k < 2; k++) {
        mpfr_set_str(x.W[0], "1.6", 10, MPFR_RNDN);
        mpfr_set_str(x.W[1], "1.2", 10, MPFR_RNDN);
        mpfr_set(x.W[2], x.W[1], MPFR_RNDN);
        mpfr_set_str(x.W[3], "3.4", 10, MPFR_RNDN);
        mpfr_set_si(x.u[0], 0, MPFR_RNDN);
        mpfr_set_si(x.u[1], 1, MPFR_RNDN);
        mpfr_set_d(x.given[0], mus[k], MPFR_RNDN);
        mpfr_set_d(x.given[1], 0.5, MPFR_RNDN);
        cr_assert(hit(&x) == REF_OK);
        cr_assert((mpfr_sgn(x.r[0]) > 0) == (k == 1));
        cr_assert(mpfr_cmp_si(x.u1[1], k == 0) == 0);
        cr_assert((mpfr_sgn(x.u1[0]) > 0) == (k == 1));
    }
}

Test(contact_routh, refuses_what_is_no_impact_and_leaves_its_outputs) {
    struct rod x = make_rod();
    mpfr_set_si(x.u1[0], 17, MPFR_RNDN);
    mpfr_set_si(x.u[0], -1, MPFR_RNDN);
    cr_assert(hit(&x) == REF_BAD_ARGUMENT);
    for (int i = 0; i < 4; i++)
        mpfr_set_si(x.W[i], i % 3 == 0, MPFR_RNDN);
    mpfr_set_d(x.given[1], 1.5, MPFR_RNDN);
    cr_assert(hit(&x) == REF_BAD_ARGUMENT);
    mpfr_set_d(x.given[1], 0.5, MPFR_RNDN);
    mpfr_set_nan(x.u[1]);
    cr_assert(hit(&x) == REF_BAD_ARGUMENT);
    cr_assert(mpfr_cmp_si(x.u1[0], 17) == 0);
}
