/* Steps with contacts: default mode against closed forms, faithful mode against recorded runs
 * of Simbody 3.7 (assertions off).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/model.h"
#include "ref/contact.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/model.h"

enum { BITS = 150 };

static const struct ref_contact_options DEFAULTS = {.restitution = REF_POISSON,
                                                    .induced = REF_SIMULTANEOUS,
                                                    .projection = REF_BILATERAL,
                                                    .locates_impacts = true,
                                                    .max_induced = 5,
                                                    .constraint_tolerance = 1e-9};

struct run {
    struct model *m;
    ref_contact *c;
    int nx, rows;
    mpfr_t *x, *impulse, t, h;
};

static struct run begin_run(const char *text, const struct ref_contact_options *options,
                            double h) {
    struct run r = {.m = testing_model(text)};
    r.nx = ref_state_size(r.m);
    r.rows = model_contact_rows(r.m);
    r.x = vector_alloc(r.nx, BITS);
    r.impulse = vector_alloc(r.rows, BITS);
    mpfr_inits2(BITS, r.t, r.h, (mpfr_ptr)NULL);
    mpfr_set_d(r.h, h, MPFR_RNDN);
    cr_assert(ref_initial(r.m, options->constants, r.t, r.x) == REF_OK);
    enum ref_status status = ref_contact_alloc(&r.c, r.m, options, BITS);
    cr_assert(status == REF_OK, "status %d", status);
    return r;
}

/* Step k ends at k h, the product rounded to double, as recorded runs have it. */
static void take_steps(struct run *r, int from, int to) {
    double h = mpfr_get_d(r->h, MPFR_RNDN);
    mpfr_t step;
    mpfr_init2(step, BITS);
    for (int k = from; k < to; k++) {
        mpfr_set_d(step, (k + 1) * h, MPFR_RNDN);
        mpfr_sub(step, step, r->t, MPFR_RNDN);
        enum ref_status status =
            ref_contact_step(r->c, r->t, vector_const(r->x), step, r->x, r->impulse);
        cr_assert(status == REF_OK, "step %d: status %d", k, status);
        mpfr_add(r->t, r->t, step, MPFR_RNDN);
    }
}

static double state(const struct run *r, int i) {
    return mpfr_get_d(r->x[i], MPFR_RNDN);
}

static void cr_near(double value, double expected, double bound, const char *what) {
    cr_assert(isfinite(value) && fabs(value - expected) <= bound,
              "%s is %.17g, not %.17g", what, value, expected);
}

static const char *write_ball(char *text, size_t size, const char *e) {
    snprintf(text, size,
             "param g = 9.81\nposition z = 1\nvelocity v = 0\nz' = v\nv' = -g\n"
             "contact floor {\n gap = z\n restitution = %s\n}\n",
             e);
    return text;
}

/* Bounce k (from 1) at t1 (1 + 2 (e + .. + e^(k-1))) with the speed g t1 e^(k-1) before it. */
static void find_ball(double time, const char *restitution, mpfr_t *x) {
    mpfr_t t1, e, left, speed, term;
    mpfr_inits2(2 * BITS, t1, e, left, speed, term, (mpfr_ptr)NULL);
    mpfr_set_str(e, restitution, 10, MPFR_RNDN);
    mpfr_set_str(term, "9.81", 10, MPFR_RNDN);
    mpfr_si_div(t1, 2, term, MPFR_RNDN);
    mpfr_sqrt(t1, t1, MPFR_RNDN);
    mpfr_mul(speed, term, t1, MPFR_RNDN);
    mpfr_d_sub(left, time, t1, MPFR_RNDN);
    mpfr_mul_si(t1, t1, 2, MPFR_RNDN);
    cr_assert(mpfr_sgn(left) > 0);
    for (;;) {
        mpfr_mul(speed, speed, e, MPFR_RNDN);
        mpfr_mul(t1, t1, e, MPFR_RNDN);
        if (mpfr_less_p(left, t1))
            break;
        mpfr_sub(left, left, t1, MPFR_RNDN);
    }
    mpfr_mul(term, term, left, MPFR_RNDN);
    mpfr_sub(x[1], speed, term, MPFR_RNDN);
    mpfr_div_si(term, term, 2, MPFR_RNDN);
    mpfr_sub(term, speed, term, MPFR_RNDN);
    mpfr_mul(x[0], left, term, MPFR_RNDN);
}

Test(contact_step, a_ball_bounces_as_the_closed_form_says) {
    enum { STEPS = 82, LOST_BITS = 16 };
    static const char *const RESTITUTION[] = {"1", "0.8", "0.71"};
    for (int k = 0; k < 3; k++) {
        char text[300];
        struct run r =
            begin_run(write_ball(text, sizeof text, RESTITUTION[k]), &DEFAULTS, 0.03125);
        mpfr_t *exact = vector_alloc(2, BITS);
        take_steps(&r, 0, STEPS);
        find_ball(STEPS * 0.03125, RESTITUTION[k], exact);
        for (int i = 0; i < 2; i++) {
            double off = testing_relative(r.x[i], exact[i]);
            cr_assert(off <= LOST_BITS - BITS, "e = %s: x_%d off by 2^%g", RESTITUTION[k],
                      i, off);
        }
    }
}

Test(contact_step, a_dead_ball_lands_exactly_and_lies) {
    char text[300];
    struct run r = begin_run(write_ball(text, sizeof text, "0"), &DEFAULTS, 0.03125);
    take_steps(&r, 0, 14);
    cr_assert(state(&r, 0) > 0.05 && state(&r, 1) < -4);
    take_steps(&r, 14, 15);
    cr_assert(fabs(state(&r, 0)) < 1e-40 && fabs(state(&r, 1)) < 1e-40);
    take_steps(&r, 15, 20);
    cr_assert(fabs(state(&r, 0)) < 1e-40 && fabs(state(&r, 1)) < 1e-40);
    cr_near(mpfr_get_d(r.impulse[0], MPFR_RNDN), 9.81 * 0.03125, 1e-15, "weight");
}

Test(contact_step, a_ball_that_bounces_for_ever_comes_to_rest_by_capture) {
    char text[300];
    struct ref_contact_options options = DEFAULTS;
    options.capture_velocity = 1e-3;
    struct run r = begin_run(write_ball(text, sizeof text, "0.5"), &options, 0.03125);
    take_steps(&r, 0, 50);
    cr_assert(fabs(state(&r, 0)) < 1e-9 && fabs(state(&r, 1)) < 1e-30);
}

/* A block slides 2 m/s on mu = 0.4: v0^2 / (2 mu g) but for the last step, which stops at its end.
 */
Test(contact_step, a_block_slides_to_a_stop) {
    struct run r =
        begin_run("param g = 9.81\nposition x = 0, y = 0\nvelocity u = 2, v = 0\n"
                  "x' = u\ny' = v\nu' = 0\nv' = -g\n"
                  "contact floor {\n gap = y\n slide = u\n friction = 0.4\n}\n",
                  &DEFAULTS, 0.03125);
    double a = 0.4 * 9.81, h = 0.03125;
    take_steps(&r, 0, 16);
    cr_near(state(&r, 0), 2 * 16 * h - a * 16 * h * 16 * h / 2, 1e-14, "x");
    cr_near(state(&r, 2), 2 - a * 16 * h, 1e-14, "u");
    double last = state(&r, 2);
    cr_assert(last < a * h);
    double x = state(&r, 0);
    take_steps(&r, 16, 20);
    cr_near(state(&r, 0), x + last * h / 2, 1e-14, "x at rest");
    cr_assert(fabs(state(&r, 2)) < 1e-40 && fabs(state(&r, 1)) < 1e-40);
}

/* A massless rod with a point mass swings down onto a floor: both hold. */
Test(contact_step, a_pendulum_on_a_floor_keeps_joint_and_contact) {
    struct run r = begin_run(
        "param g = 9.81\nposition x = 0.96, y = -0.28\nvelocity u = 0, v = 0\n"
        "x' = u\ny' = v\nmass u, u = 1\nmass v, v = 1\nforce u = 0\nforce v = -g\n"
        "joint rod = (x^2 + y^2 - 1)/2\n"
        "contact floor {\n gap = y + 0.8\n slide = u\n friction = 0.1\n}\n",
        &DEFAULTS, 0.015625);
    for (int k = 0; k < 60; k++) {
        take_steps(&r, k, k + 1);
        double x = state(&r, 0), y = state(&r, 1);
        cr_assert(fabs((x * x + y * y - 1) / 2) <= 1e-9, "step %d: joint off by %g", k,
                  (x * x + y * y - 1) / 2);
        cr_assert(y >= -0.8 - 1e-9, "step %d: y = %.17g", k, y);
    }
    cr_near(state(&r, 0), 0.6, 1e-8, "x");
    cr_near(state(&r, 3), 0, 1e-8, "v");
}

/* Recorded: a ball from 1 m, tolerance 1e-3. */
Test(contact_step, a_faithful_ball_is_as_recorded) {
    static const struct {
        const char *e;
        double h;
        int steps;
        double z, v;
    } CASE[] = {
        {"0", 0.01, 40, 0.19557999999999984, -3.924},
        {"0", 0.01, 80, 0, 0},
        {"0.5", 0.001, 800, 0.1730022849999965, -1.2115350000000171},
        {"0.5", 0.001, 1200, 0.013234172499996541, -0.2023312500000042},
        {"0.8", 0.01, 120, 0.10006200000000118, 2.3543999999999983},
        {"0.8", 0.001, 1200, 0.07516892880000062, 2.5521696000000182},
        {"1", 0.01, 120, 0.5150250000000003, -2.942999999999999},
        {"1", 0.001, 1200, 0.5585303799999982, -2.9233800000000145},
    };
    struct ref_contact_options options = DEFAULTS;
    options.faithful = true;
    options.constraint_tolerance = 1e-3;
    options.constants = EVAL_DOUBLE_CONSTANTS;
    for (size_t k = 0; k < sizeof CASE / sizeof *CASE; k++) {
        char text[300];
        struct run r =
            begin_run(write_ball(text, sizeof text, CASE[k].e), &options, CASE[k].h);
        take_steps(&r, 0, CASE[k].steps);
        cr_near(state(&r, 0), CASE[k].z, 1e-13, "z");
        cr_near(state(&r, 1), CASE[k].v, 1e-13, "v");
    }
}

enum {
    P = REF_POISSON,
    N = REF_NEWTON,
    SI = REF_SIMULTANEOUS,
    SE = REF_SEQUENTIAL,
    MI = REF_MIXED
};

/* Recorded velocities of cradles after ten steps of 1 ms (PLUS). */
static const struct cradle {
    struct {
        int law, induced, most, balls;
        double e;
    } of;
    double m[5], v[5], end[5];
} CRADLE[] = {
    {{P, SE, 5, 5, 1}, {1, 1, 1, 1, 1}, {1}, {0, 0, 0, 0, 1}},
    {{N, MI, 5, 5, 1}, {1, 1, 1, 1, 1}, {1}, {0, 0, 0, 0, 1}},
    {{N, SI, 20, 5, 1}, {1, 1, 1, 1, 1}, {1}, {-0.6, 0.4, 0.4, 0.4, 0.4}},
    {{P, SI, 20, 5, 1}, {1, 1, 1, 1, 1}, {1, 1}, {-0.2, -0.2, 0.8, 0.8, 0.8}},
    {{P, SE, 20, 5, 1}, {1, 1, 1, 1, 1}, {1, 1}, {0, 0, 0, 1, 1}},
    {{P, SI, 20, 5, 0.8}, {1, 1, 1, 1, 1}, {1}, {-0.44, 0.36, 0.36, 0.36, 0.36}},
    {{P, MI, 20, 5, 0.8},
     {1, 1, 1, 1, 1},
     {1},
     {0.08166457500000002, 0.08166457500000002, 0.08580084999999993, 0.09476999999999991,
      0.6561000000000001}},
    {{N, SE, 20, 5, 0.8},
     {1, 1, 1, 1, 1},
     {1},
     {0.07749549999999994, 0.08293950000000005, 0.08869499999999997, 0.09476999999999991,
      0.6561000000000001}},
    {{P, SE, 5, 5, 0.5},
     {1, 1, 1, 1, 1},
     {1},
     {0.1708984375, 0.1708984375, 0.1708984375, 0.1708984375, 0.31640625}},
    {{N, SE, 5, 5, 0.5},
     {1, 1, 1, 1, 1},
     {1},
     {0.16634114583333334, 0.16634114583333334, 0.16634114583333334, 0.1845703125,
      0.31640625}},
    {{N, MI, 5, 5, 0.5},
     {1, 1, 1, 1, 1},
     {1},
     {0.14306640625, 0.16259765625, 0.16259765625, 0.21533203125, 0.31640625}},
    {{P, MI, 5, 5, 0}, {1, 1, 1, 1, 1}, {1}, {0.2, 0.2, 0.2, 0.2, 0.2}},
    {{P, MI, 20, 5, 1}, {1, 1, 1, 1, 1}, {1, 0, 0, 0, -1}, {-1, 0, 0, 0, 1}},
    {{P, SI, 20, 5, 1},
     {1, 2, 4, 8, 16},
     {1},
     {-0.935483870967742, 0.06451612903225806, 0.06451612903225806, 0.06451612903225806,
      0.06451612903225806}},
    {{P, MI, 20, 5, 1},
     {1, 2, 4, 8, 16},
     {1},
     {-0.33333333333333326, -0.2222222222222222, -0.14814814814814814,
      -0.09876543209876537, 0.19753086419753083}},
    {{N, SI, 20, 3, 1},
     {1, 1, 1},
     {1},
     {-0.3333333333333328, 0.6666666666666664, 0.6666666666666664}},
    {{P, SE, 20, 3, 1},
     {1, 0.01, 1},
     {1},
     {0.13260181897951967, 0.13260181897951961, 0.8660721628306851}},
    {{N, SI, 20, 3, 1},
     {1, 0.01, 1},
     {1},
     {-0.00497512437811376, 0.9950248756218947, 0.9950248756218948}},
    {{N, SE, 20, 3, 1},
     {1, 0.01, 1},
     {1},
     {0.008401734901075432, 0.008401734901075479, 0.9915142477499138}},
    {{N, MI, 20, 3, 1},
     {1, 0.01, 1},
     {1},
     {-0.6337861483490247, -0.6337861483490248, 1.640124009832515}},
};

static void write_cradle(const struct cradle *c, char *text, size_t size) {
    size_t used = 0;
    for (int i = 0; i < c->of.balls; i++)
        used += (size_t)snprintf(text + used, size - used,
                                 "position x%d = %d\nvelocity v%d = %g\nx%d' = v%d\n"
                                 "mass v%d, v%d = %g\nforce v%d = 0\n",
                                 i, i, i, c->v[i], i, i, i, i, c->m[i], i);
    for (int i = 0; i + 1 < c->of.balls; i++)
        used += (size_t)snprintf(
            text + used, size - used,
            "contact c%d {\n gap = x%d - x%d - 1\n restitution = %g\n}\n", i, i + 1, i,
            c->of.e);
    cr_assert(used < size);
}

Test(contact_step, faithful_cradles_are_as_recorded) {
    for (size_t k = 0; k < sizeof CRADLE / sizeof *CRADLE; k++) {
        const struct cradle *c = &CRADLE[k];
        struct ref_contact_options options = DEFAULTS;
        options.faithful = true;
        options.constraint_tolerance = 1e-3;
        options.restitution = (enum ref_contact_restitution)c->of.law;
        options.induced = (enum ref_contact_induced)c->of.induced;
        options.max_induced = c->of.most;
        options.constants = EVAL_DOUBLE_CONSTANTS;
        char text[2000];
        write_cradle(c, text, sizeof text);
        struct run r = begin_run(text, &options, 1e-3);
        take_steps(&r, 0, 10);
        for (int i = 0; i < c->of.balls; i++)
            cr_assert(fabs(state(&r, c->of.balls + i) - c->end[i]) <= 1.4e-14,
                      "case %zu: v_%d is %.17g, not %.17g", k, i,
                      state(&r, c->of.balls + i), c->end[i]);
    }
}

/* A gap of half the tolerance is pulled shut in one step (bilateral), stays (unilateral, none);
 * a penetration is pushed out by both projections. */
Test(contact_step, faithful_projections_move_as_they_are_described) {
    static const struct {
        enum ref_contact_projection projection;
        double gap, end;
    } CASE[] = {
        {REF_BILATERAL, 0.0005, 0},          {REF_BILATERAL, -0.25, 0},
        {REF_UNILATERAL, 0.0005, 0.0005},    {REF_UNILATERAL, -0.25, 0},
        {REF_NO_PROJECTION, 0.0005, 0.0005}, {REF_NO_PROJECTION, -0.25, -0.25},
    };
    for (size_t k = 0; k < sizeof CASE / sizeof *CASE; k++) {
        struct ref_contact_options options = DEFAULTS;
        options.faithful = true;
        options.constraint_tolerance = 1e-3;
        options.projection = CASE[k].projection;
        char text[300];
        struct run r = begin_run(write_ball(text, sizeof text, "0.5"), &options, 1e-3);
        mpfr_set_d(r.x[0], CASE[k].gap, MPFR_RNDN);
        take_steps(&r, 0, 1);
        cr_near(state(&r, 0), CASE[k].end, 1e-16, "gap");
        cr_near(state(&r, 1), 0, 1e-16, "speed");
    }
}

Test(contact_step, refuses_joints_in_faithful_mode_and_models_without_contacts) {
    struct ref_contact_options options = DEFAULTS;
    ref_contact *c;
    struct model *m = testing_model("position x = 0\nvelocity v = 1\nx' = v\nv' = 0\n");
    cr_assert(ref_contact_alloc(&c, m, &options, BITS) == REF_NOT_APPLICABLE &&
              c == NULL);
    options.faithful = true;
    m = testing_model("position x = 1, y = 0\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
                      "mass u, u = 1\nmass v, v = 1\nforce u = 0\nforce v = -1\n"
                      "joint rod = x^2 + y^2 - 1\ncontact floor { gap = y + 1 }\n");
    cr_assert(ref_contact_alloc(&c, m, &options, BITS) == REF_NOT_APPLICABLE);
}

Test(contact_step, leaves_its_outputs_when_it_fails) {
    char text[300];
    struct run r = begin_run(write_ball(text, sizeof text, "1"), &DEFAULTS, 0.5);
    mpfr_t *x1 = vector_alloc(2, BITS);
    mpfr_set_si(x1[0], 17, MPFR_RNDN);
    mpfr_set_nan(r.x[1]);
    cr_assert(ref_contact_step(r.c, r.t, vector_const(r.x), r.h, x1, NULL) ==
              REF_BAD_ARGUMENT);
    mpfr_set_zero(r.x[1], 1);
    mpfr_neg(r.h, r.h, MPFR_RNDN);
    cr_assert(ref_contact_step(r.c, r.t, vector_const(r.x), r.h, x1, NULL) ==
              REF_BAD_ARGUMENT);
    cr_assert(mpfr_cmp_si(x1[0], 17) == 0);
}
