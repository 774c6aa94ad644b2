/* Constraints in MPFR against what one finds by hand. Seen to fail: lambda and the changes of
 * a projection with the other sign, no bias, one solution with L^T L for two, no test of the
 * residual.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/joints.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/model.h"

enum { BITS = 192, ALLOWED = -BITS + 3 };

struct trial {
    struct model *m;
    ref_joints *joints;
    mpfr_t t, *x, *xdot, *lambda, *error;
    int nx, rank;
};

static struct trial begin(const char *text) {
    struct trial c = {.m = testing_model(text)};
    c.nx = ref_state_size(c.m);
    cr_assert(ref_joints_alloc(&c.joints, c.m, BITS, EVAL_EXACT_CONSTANTS) == REF_OK);
    mpfr_init2(c.t, BITS);
    c.x = vector_alloc(c.nx, BITS);
    c.xdot = vector_alloc(c.nx, BITS);
    c.lambda = vector_alloc(c.m->joints, BITS);
    c.error = vector_alloc(c.m->joints, BITS);
    cr_assert(ref_initial(c.m, EVAL_EXACT_CONSTANTS, c.t, c.x) == REF_OK);
    return c;
}

static enum ref_status find_field(struct trial *c) {
    return ref_joints_field(c->joints, c->t, vector_const(c->x), c->xdot, c->lambda,
                            &c->rank);
}

static void assert_rational(mpfr_srcptr value, long p, unsigned long q) {
    mpfr_t exact, one;
    mpfr_inits2(2 * BITS, exact, one, (mpfr_ptr)NULL);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    mpfr_set_si(exact, p, MPFR_RNDN);
    mpfr_div_ui(exact, exact, q, MPFR_RNDN);
    double distance = testing_distance(value, exact, p == 0 ? one : exact);
    cr_assert(distance < ALLOWED, "%ld/%lu: off by 2^%g", p, q, distance);
}

/* m = 2, g = 10, G = (x, y) = (3/5, -4/5), v = (8/5, 6/5), v.v = 4: lambda (1/m) =
 * G a + v.v = 8 + 4, lambda = 24, v' = (0, -10) - 12 (3/5, -4/5) = (-36/5, -2/5). */
static const char ROD[] = "position x = 3/5, y = -4/5\n"
                          "velocity u = 8/5, w = 6/5\n"
                          "x' = u\ny' = w\n"
                          "mass u, u = 2\nmass w, w = 2\n"
                          "force u = 0\nforce w = -20\n";

static const char ONE_ROD[] = "joint rod = (x^2 + y^2 - 1)/2\n";

static char *join(const char *a, const char *b) {
    static char text[2000];
    cr_assert(snprintf(text, sizeof text, "%s%s", a, b) < (int)sizeof text);
    return text;
}

Test(joints, give_a_pendulums_tension_and_acceleration) {
    struct trial c = begin(join(ROD, ONE_ROD));
    cr_assert(find_field(&c) == REF_OK);
    cr_assert(c.rank == 1);
    assert_rational(c.lambda[0], 24, 1);
    assert_rational(c.xdot[0], 8, 5);
    assert_rational(c.xdot[2], -36, 5);
    assert_rational(c.xdot[3], -2, 5);
}

/* Of two rods, g and 2 g, the multipliers are those of minimum norm: lambda_1 + 2 lambda_2
 * = 24 with lambda_2 = 2 lambda_1. */
Test(joints, share_the_force_among_dependent_rows_with_least_norm) {
    struct trial c = begin(join(ROD, "joint rod = (x^2 + y^2 - 1)/2\n"
                                     "joint twice = x^2 + y^2 - 1\n"));
    cr_assert(find_field(&c) == REF_OK);
    cr_assert(c.rank == 1);
    assert_rational(c.lambda[0], 24, 5);
    assert_rational(c.lambda[1], 48, 5);
    assert_rational(c.xdot[2], -36, 5);
    assert_rational(c.xdot[3], -2, 5);
}

/* x = 0 and x = t^3 agree at t = 0, and ask for other accelerations later on. */
Test(joints, that_ask_for_two_accelerations_are_refused) {
    struct trial c = begin("position x = 0\nvelocity v = 0\nx' = v\nv' = 0\n"
                           "joint rest = x\njoint drive = x - t^3\n");
    mpfr_set_ui(c.t, 1, MPFR_RNDN);
    mpfr_set_d(c.xdot[1], 7.25, MPFR_RNDN);
    cr_assert(find_field(&c) == REF_CONTRADICTORY);
    cr_assert(mpfr_get_d(c.xdot[1], MPFR_RNDN) == 7.25);
}

/* The second row is the first but for 2^-30, which the product has squared: doubles do not see
 * it. Nor do they see more of the error than their last bit. */
Test(joints, without_guard_bits_have_errors_and_rank_of_doubles) {
    static const double AT[] = {0.61, -0.79, 1.9, 1.3};
    for (int rounding = 0; rounding <= 1; rounding++) {
        struct trial c =
            begin(join(ROD, "joint rod = (x^2 + y^2 - 1)/2\n"
                            "joint near = (x^2 + y^2 - 1)/2 + (x + 2*y)/2^30\n"));
        const double x = AT[0], y = AT[1];
        ref_joints_free(c.joints);
        cr_assert(ref_joints_make(&c.joints, c.m, 53, rounding, EVAL_DOUBLE_CONSTANTS) ==
                  REF_OK);
        for (int i = 0; i < c.nx; i++)
            mpfr_set_d(c.x[i], AT[i], MPFR_RNDN);
        cr_assert(find_field(&c) == REF_OK);
        cr_expect(c.rank == 2 - rounding, "rank %d", c.rank);
        cr_assert(ref_joints_errors(c.joints, c.t, vector_const(c.x), c.error,
                                    c.lambda) == REF_OK);
        bool is_of_doubles = mpfr_get_d(c.error[0], MPFR_RNDN) == (x * x + y * y - 1) / 2;
        cr_expect(is_of_doubles == rounding, "the error is %.20Lg",
                  mpfr_get_ld(c.error[0], MPFR_RNDN));
    }
}

/* A skate, w cos a = u sin a, at a = 0 with u = 3, r = a' = 2: the row is G = (0, 1, 0) in
 * (u, w, r), its derivative w' - u r = 0, so w' = 6 and lambda = -6 m = -12 of m = 2. */
Test(joints, on_velocities_alone_have_no_position_error) {
    struct trial c = begin("position x = 0, y = 0.7, a = 0\n"
                           "velocity u = 3, w = 0, r = 2\n"
                           "x' = u\ny' = w\na' = r\n"
                           "mass u, u = 2\nmass w, w = 2\nmass r, r = 5\n"
                           "force u = 0\nforce w = 0\nforce r = 0\n"
                           "joint skate = w*cos(a) - u*sin(a)\n");
    cr_assert(find_field(&c) == REF_OK);
    assert_rational(c.xdot[4], 6, 1);
    assert_rational(c.xdot[3], 0, 1);
    assert_rational(c.lambda[0], -12, 1);
    mpfr_set_d(c.x[4], 0.25, MPFR_RNDN);
    mpfr_t rate[1];
    mpfr_init2(rate[0], BITS);
    cr_assert(ref_joints_errors(c.joints, c.t, vector_const(c.x), c.error, rate) ==
              REF_OK);
    cr_assert(mpfr_zero_p(c.error[0]));
    assert_rational(rate[0], 1, 4);
    cr_assert(ref_joints_project(c.joints, c.t, c.x) == REF_OK);
    assert_rational(c.x[4], 0, 1);
    assert_rational(c.x[3], 3, 1);
}

/* The nearest point of the circle is in the same direction, the nearest velocity the
 * tangential part: from (6/5, -8/5), (1, 1): (3/5, -4/5), (1, 1) + (1/5)(3/5, -4/5). With
 * the pivot moving upwards at speed 1 (at height t) v - (0, 1) is tangential instead:
 * (1, 0) - (3/5)(3/5, -4/5) + (0, 1). */
Test(joints, takes_the_nearest_consistent_state) {
    static const char FALLING[] = "position x = 3/5, y = -4/5\nvelocity u = 0\n"
                                  "x' = u\ny' = w\nu' = 0\nw' = -9.81\n";
    static const char *const BEGINNING[] = {
        "velocity w = 0\njoint rod = (x^2 + y^2 - 1)/2\n",
        "velocity w = 1\njoint rod = (x^2 + (y - t)^2 - 1)/2\n"};
    static const long U[] = {28, 16}, W[] = {21, 37};
    for (int k = 0; k < 2; k++) {
        struct trial c = begin(join(FALLING, BEGINNING[k]));
        mpfr_set_d(c.x[0], 6, MPFR_RNDN);
        mpfr_div_ui(c.x[0], c.x[0], 5, MPFR_RNDN);
        mpfr_set_d(c.x[1], -8, MPFR_RNDN);
        mpfr_div_ui(c.x[1], c.x[1], 5, MPFR_RNDN);
        mpfr_set_ui(c.x[2], 1, MPFR_RNDN);
        mpfr_set_ui(c.x[3], 1, MPFR_RNDN);
        cr_assert(ref_joints_project(c.joints, c.t, c.x) == REF_OK);
        assert_rational(c.x[0], 3, 5);
        assert_rational(c.x[1], -4, 5);
        assert_rational(c.x[2], U[k], 25);
        assert_rational(c.x[3], W[k], 25);
    }
}
