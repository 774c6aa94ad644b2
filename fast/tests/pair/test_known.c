/* Runs with error control whose outcome is known: most are those of the original's own tests
 * with their settings and tolerances, for both methods, with J kept and not, in all schemes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/samples.h"

/* Both methods, two of Newton's modes, three schemes. */
enum { variants = 12 };

static struct integrator_options variant_options(int variant) {
    struct integrator_options options = faithful_options();
    options.fixed_step = false;
    options.method = (enum integrator_method)(variant % 2);
    options.newton = variant / 2 % 2 ? FAST_FRESH : FAST_REUSE;
    options.jacobian = (enum pair_jacobian)(variant / 4);
    return options;
}

static struct pair *make(const char *problem, int nq, int nv, int nz,
                         struct parameters *parameters,
                         const struct integrator_options *options, const double *x0) {
    struct integrator_system system =
        make_system(find_family(problem), nq, nv, nz, parameters);
    return start_integrator(&system, options, 0, x0);
}

/* m = 2, k = 1e10, c = 1e8: the fast part is gone long before t = 2. */
Test(known, a_stiff_damped_spring_comes_to_rest) {
    struct parameters parameters = {{2, 1e10, 1e8}};
    const double x0[] = {1, 0.1};
    for (int variant = 0; variant < variants; variant++) {
        struct integrator_options options = variant_options(variant);
        options.min_step = 1e-5;
        options.throw_on_min_step = false;
        options.accuracy = 1e-6;
        struct pair *integrator = make("smd", 1, 1, 0, &parameters, &options, x0);
        cr_assert(pair_run(integrator, 2) == FAST_OK);
        const double *x = pair_state(integrator);
        cr_expect(fabs(x[0]) <= 1e-6 && fabs(x[1]) <= 1e-4, "%d: %g, %g", variant, x[0],
                  x[1]);
        cr_expect(pair_statistics(integrator)->smallest_adapted_step < 0.1);
    }
}

/* A mass falls onto a stiff damped floor and lies there at -f0/k. */
Test(known, a_mass_comes_to_lie_on_a_floor) {
    struct parameters parameters = {{2, 1e5, sqrt(1e5 / 2), 10}};
    const double x0[] = {1e-8, 0, 0};
    for (int variant = 0; variant < variants; variant++) {
        struct integrator_options options = variant_options(variant);
        options.max_step = 1e-3;
        options.min_step = 1e-8;
        options.throw_on_min_step = false;
        options.accuracy = 1e-5;
        struct pair *integrator =
            make("drake_discontinuous", 1, 1, 1, &parameters, &options, x0);
        cr_assert(pair_run(integrator, 1) == FAST_OK);
        const double *x = pair_state(integrator);
        cr_expect(fabs(x[0] + 1e-4) <= 1e-12 && fabs(x[1]) <= 1e-12, "%d: %g, %g",
                  variant, x[0] + 1e-4, x[1]);
    }
}

Test(known, an_undamped_spring_is_followed) {
    struct parameters parameters = {{2, 300}};
    const double x0[] = {0.1, 0.01}, w = sqrt(300.0 / 2);
    const double exact = x0[0] * cos(w) + x0[1] / w * sin(w);
    for (int variant = 0; variant < variants; variant++) {
        struct integrator_options options = variant_options(variant);
        options.min_step = 1e-6;
        options.throw_on_min_step = false;
        options.accuracy = 5e-5;
        struct pair *integrator = make("spring", 1, 1, 0, &parameters, &options, x0);
        cr_assert(pair_run(integrator, 1) == FAST_OK);
        double error = pair_state(integrator)[0] - exact;
        cr_expect(fabs(error) <= 5e-3, "%d: %g", variant, error);
    }
}

/* Two masses, joined so stiffly that they move as one of twice the mass. */
Test(known, two_masses_move_as_one) {
    struct parameters parameters = {{750, 1e20}};
    const double x0[] = {0.5, 1.5, 0, 0}, w = sqrt(750.0 / 2);
    for (int variant = 0; variant < variants; variant++) {
        struct integrator_options options = variant_options(variant);
        options.accuracy = 1e-5;
        struct pair *integrator =
            make("drake_double_mass", 2, 2, 0, &parameters, &options, x0);
        cr_assert(pair_run(integrator, 1) == FAST_OK);
        const double *x = pair_state(integrator);
        double q = 0.5 * cos(w), v = -0.5 * w * sin(w);
        cr_expect(fabs(x[0] - q) <= 2e-2 && fabs(x[1] - q - 1) <= 2e-2, "%d", variant);
        cr_expect(fabs(x[2] - v) <= 0.12 && fabs(x[3] - v) <= 0.12, "%d", variant);
    }
}

/* Robertson's reaction to t = 1e11 (Hairer, Wanner: Solving Ordinary Differential Equations
 * II, IV.1, and their reference solution). */
Test(known, a_reaction_ends_where_it_must) {
    struct parameters parameters = {{0}};
    const double x0[] = {1, 0, 0};
    const double exact[] = {0.2083340149701255e-7, 0.8333360770334713e-13,
                            0.9999999791665050};
    for (int variant = 0; variant < 8; variant++) {
        struct integrator_options options = variant_options(variant);
        options.accuracy = 5e-5;
        options.max_step = 1e7;
        options.initial_step = 1e-4;
        struct pair *integrator = make("robertson", 0, 0, 3, &parameters, &options, x0);
        cr_assert(pair_run(integrator, 1e11) == FAST_OK);
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(pair_state(integrator)[i] - exact[i]) <= 5e-5, "%d: z%d is %g",
                      variant, i, pair_state(integrator)[i]);
    }
}

static int resting_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = ydot[1] = 0;
    return 0;
}

Test(known, what_rests_stays) {
    const double x0[] = {0, 0, 0};
    struct integrator_system system = {.nq = 1, .nv = 1, .nz = 1, .rates = resting_rates};
    for (int variant = 0; variant < 8; variant++) {
        struct integrator_options options = variant_options(variant);
        options.accuracy = 1e-3;
        struct pair *integrator = start_integrator(&system, &options, 0, x0);
        cr_assert(pair_run(integrator, 1) == FAST_OK);
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(pair_state(integrator)[i]) <= DBL_EPSILON);
    }
}

/* z' = slope: no error, by whichever path. */
static int sloping_rates(void *context, double t, const double *x, double *ydot) {
    const double *slope = context;
    (void)t, (void)x;
    ydot[0] = *slope;
    return 0;
}

Test(known, a_straight_line_has_no_error) {
    double slope;
    const double x0 = 0, min_step = 1e-3;
    struct integrator_system system = {
        .nz = 1, .context = &slope, .rates = sloping_rates};
    for (int method = 0; method < 2; method++) {
        struct integrator_options options = faithful_options();
        options.method = (enum integrator_method)method;
        options.min_step = min_step;
        slope = 4;
        struct pair *integrator = start_integrator(&system, &options, 0, &x0);
        cr_expect(pair_step(integrator, 1) == FAST_OK);
        cr_expect(fabs(*pair_error_estimate(integrator)) <= 2 * DBL_EPSILON);
        cr_expect(fabs(*pair_state(integrator) - 4) <= 4 * DBL_EPSILON);
        cr_assert(pair_start(integrator, 0, &x0) == FAST_OK);
        slope = 4 / min_step;
        cr_expect(pair_step(integrator, min_step / 2) == FAST_OK);
        cr_expect(fabs(*pair_error_estimate(integrator)) <= 2 * DBL_EPSILON);
        cr_expect(fabs(*pair_state(integrator) - 2) <= 10 * DBL_EPSILON);
        cr_expect_eq(pair_statistics(integrator)->newton_iters, 0);
    }
}

/* The error of single steps, and how far the estimate is from it. */
Test(known, the_estimate_is_near_the_error) {
    struct parameters parameters = {{2, 300}};
    const double w = sqrt(300.0 / 2);
    const double starts[][2] = {{0.1, 0.01}, {0.01, 0.1}, {0.02, 0}};
    const double steps[] = {1e-8, 1e-4, 1e-3, 1e-2};
    const double limits[] = {1e-14, 1e-6, 1e-4, 1e-2};
    for (int i = 0; i < 3 * 4 * 4; i++) {
        const double *x0 = starts[i / 16], h = steps[i % 4];
        struct integrator_options options = variant_options(8 + i / 4 % 4);
        options.fixed_step = true;
        struct pair *integrator = make("spring", 1, 1, 0, &parameters, &options, x0);
        cr_assert(pair_step(integrator, h) == FAST_OK);
        double exact = x0[0] * cos(w * h) + x0[1] / w * sin(w * h);
        double error = pair_state(integrator)[0] - exact;
        double gap = error - pair_error_estimate(integrator)[0];
        cr_expect(fabs(error) <= limits[i % 4] && fabs(gap) <= limits[i % 4],
                  "%d: %g, %g", i, error, gap);
    }
}
