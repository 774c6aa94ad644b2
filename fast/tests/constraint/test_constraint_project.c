/* Tests of constraint/project.c and projector.c.
 *
 * Seen to fail: 1/10 of the tolerance; the least target; undoing from the first
 * iteration on, always, and never; both limits; the restoring; factoring in each;
 * signs; scales; 19 and 8 iterations; units and the time scale; norms.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/projected.h"
#include "fast/tests/constrained.h"
#include "fast/linear/pattern.h"

static const struct constraint_request lazy = {
    .tolerance = 0.1, .limit = INFINITY, .local_only = true};

static enum fast_status project(struct constraint_case *c, bool of_velocity, double *x,
                                const struct constraint_request *request,
                                double *estimate, bool *changed) {
    return of_velocity ? constraint_project_velocity(c->constraint, 0, x, request,
                                                     estimate, changed)
                       : constraint_project_position(c->constraint, 0, x, request,
                                                     estimate, changed);
}

/* What is told, and what comes of it: coordinate and velocity begin as start. */
struct course {
    double error[6];
    int count;
    bool is_forced, is_local;
    double limit;
    enum fast_status status;
    bool changed;
    /* By how much x is smaller; in faithful mode what is better stays after a failure. */
    double moved;
    int calls;
    double kept; /* by how much in faithful mode where default mode goes back */
};

#define DONE FAST_OK
#define FAILS FAST_PROJECTION

/* Tolerance 0.1, so the target is 0.01. A lazy projection asks for the error alone
 * first. */
static const struct course courses[] = {
    {{0.1}, 1, false, true, INFINITY, DONE, false, 0, 1, 0},
    {{0}, 1, true, true, INFINITY, DONE, false, 0, 1, 0},
    {{-0.11, -0.11, 0.009}, 3, false, true, INFINITY, DONE, true, -0.11, 3, 0},
    {{0.5, 0.5, 0.02, 0.009}, 4, false, true, INFINITY, DONE, true, 0.52, 4, 0},
    {{0.02, 0.003}, 2, true, true, INFINITY, DONE, true, 0.02, 2, 0},
    /* better than on entry, or as it was; in faithful mode within the tolerance */
    {{0.002, 0.003}, 2, true, true, INFINITY, DONE, false, 0, 2, 0.002},
    {{0.002, 0.002}, 2, true, true, INFINITY, DONE, false, 0, 2, 0.002},
    /* the second iteration makes it worse: undone, and judged by the first */
    {{0.5, 0.5, 0.05, 0.06, 0.05}, 5, false, true, INFINITY, DONE, true, 0.5, 5, 0},
    {{0.5, 0.5, 0.2, 0.3, 0.2}, 5, false, true, INFINITY, FAILS, false, 0.5, 5, 0},
    {{0.5, 0.5, 0.7, 0.8, 0.7}, 5, false, true, INFINITY, FAILS, false, 0, 5, 0},
    /* the first may: it is not compared */
    {{0.5, 0.5, 0.7, 0.001}, 4, false, true, INFINITY, DONE, true, 1.2, 4, 0},
    /* globally it goes on */
    {{0.5, 0.5, 0.05, 0.06, 0.008}, 5, false, false, INFINITY, DONE, true, 0.61, 5, 0},
    {{0.5, 0.5, 0.008}, 3, false, true, 0.5, DONE, true, 0.5, 3, 0},
    {{0.51}, 1, false, true, 0.5, FAILS, false, 0, 1, 0},
    {{NAN}, 1, false, true, INFINITY, FAST_NOT_FINITE, false, 0, 1, 0},
    {{0.5, 0.5, INFINITY}, 3, false, true, INFINITY, FAST_NOT_FINITE, false, 0, 3, 0},
};

Test(constraint_project, iterations_go_as_the_errors_say) {
    const int count = sizeof courses / sizeof courses[0];
    for (int k = 0; k < 4 * count; k++) {
        const struct course *course = courses + k / 4;
        struct told told = {.count = course->count};
        memcpy(told.error, course->error, sizeof course->error);
        const struct integrator_system system = told_system(&told);
        const struct integrator_options options =
            options_of(k % 2 == 0 ? FAST_DEFAULT : FAST_FAITHFUL, 0.1);
        const bool of_velocity = k / 2 % 2;
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {.tolerance = 0.1,
                                                   .limit = course->limit,
                                                   .forced = course->is_forced,
                                                   .local_only = course->is_local};
        double x[2] = {0.7, 0.83};
        bool changed = false;
        const enum fast_status status =
            project(&c, of_velocity, x, &request, NULL, &changed);
        const double moved = of_velocity ? 0.83 - x[1] : 0.7 - x[0];
        const bool is_faithful = k % 2 == 1;
        const double expected = status == FAST_OK || is_faithful
                                    ? course->moved + (is_faithful ? course->kept : 0)
                                    : 0;
        const bool counts = course->changed || (is_faithful && course->kept > 0);
        cr_expect(status == course->status, "case %d: %s", k, fast_status_text(status));
        cr_expect(changed == counts, "case %d: changed %d", k, changed);
        cr_expect(fabs(moved - expected) < 1e-15, "case %d: moved by %g", k, moved);
        cr_expect(told.calls == course->calls, "case %d: %d calls", k, told.calls);
        cr_expect((of_velocity ? x[0] : x[1]) == (of_velocity ? 0.7 : 0.83));
        const struct projected_statistics *s = c.statistics;
        const long failures = course->status == FAST_PROJECTION;
        cr_expect(s->projection_failures == failures, "case %d", k);
        cr_expect((of_velocity ? s->u_projection_failures : s->q_projection_failures) ==
                  failures);
        cr_expect((of_velocity ? s->u_projections : s->q_projections) == counts);
        cr_expect((of_velocity ? s->velocity_evals : s->position_evals) == course->calls);
        cr_expect(constraint_row(c.constraint) == (status == FAST_OK ? -1 : 0));
    }
}

/* A start is projected by force, and not locally: what rounding makes of it is kept, and counts. */
Test(constraint_project, a_start_counts_in_faithful_mode_though_it_be_rounding) {
    for (int k = 0; k < 4; k++) {
        struct told told = {.error = {0.002, 0.003}, .count = 2};
        const struct integrator_system system = told_system(&told);
        const bool is_faithful = k % 2, of_velocity = k / 2;
        const struct integrator_options options =
            options_of(is_faithful ? FAST_FAITHFUL : FAST_DEFAULT, 0.1);
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {
            .tolerance = 0.1, .limit = INFINITY, .forced = true};
        double x[2] = {0.7, 0.83};
        bool changed = false;
        cr_expect(project(&c, of_velocity, x, &request, NULL, &changed) == FAST_OK);
        cr_expect(changed == is_faithful, "case %d", k);
        cr_expect(c.statistics->q_projections + c.statistics->u_projections ==
                  is_faithful);
    }
}

/* Errors that fall slowly, and never far enough: 20 iterations for positions, 7 for
 * velocities; positions factor in each, velocities once. */
Test(constraint_project, so_many_iterations_and_factorizations_are_made_at_most) {
    for (int of_velocity = 0; of_velocity < 2; of_velocity++) {
        struct told told = {.count = most_told};
        for (int k = 0; k < most_told; k++)
            told.error[k] = 10 - 0.1 * k;
        const struct integrator_system system = told_system(&told);
        const struct integrator_options options = options_of(FAST_FAITHFUL, 0.1);
        struct constraint_case c = open_case(&system, &options);
        double x[2] = {0, 0};
        bool changed = false;
        cr_expect(project(&c, of_velocity, x, &lazy, NULL, &changed) == FAST_PROJECTION);
        cr_expect(told.calls == (of_velocity ? 9 : 22), "%d", told.calls);
        cr_expect(c.statistics->factorizations == (of_velocity ? 1 : 20));
        cr_expect(x[!of_velocity] == 0);
    }
}

Test(constraint_project, the_target_is_never_below_what_can_be_reached) {
    const double significant = 2.0097183471152322e-14;
    for (int k = 0; k < 2; k++) {
        struct told told = {
            .error = {1e-10, k == 0 ? 0.99 * significant : 1.01 * significant, 0},
            .count = 3};
        const struct integrator_system system = told_system(&told);
        const struct integrator_options options = options_of(FAST_DEFAULT, 1e-13);
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {
            .tolerance = 1e-13, .limit = INFINITY, .forced = true};
        double x[2] = {0, 0};
        bool changed = false;
        cr_expect(project(&c, false, x, &request, NULL, &changed) == FAST_OK);
        cr_expect(told.calls == 2 + k, "%d", told.calls);
    }
}

Test(constraint_project, a_callback_that_fails_is_told_whenever_it_does) {
    for (int of_velocity = 0; of_velocity < 2; of_velocity++)
        for (int call = 1; call <= 4; call++) {
            struct told told = {
                .error = {0.5, 0.5, 0.2, 0.005}, .count = 4, .failing_call = call};
            const struct integrator_system system = told_system(&told);
            const struct integrator_options options = options_of(FAST_DEFAULT, 0.1);
            struct constraint_case c = open_case(&system, &options);
            double x[2] = {0.7, 0.83}, estimate[2] = {0.3, 0.4};
            bool changed = false;
            cr_expect(project(&c, of_velocity, x, &lazy, estimate, &changed) ==
                      FAST_CALLBACK);
            cr_expect(told.calls == call && !changed);
            cr_expect(x[0] == 0.7 && x[1] == 0.83);
            cr_expect(estimate[0] == 0.3 && estimate[1] == 0.4);
        }
}

Test(constraint_project, a_derivative_that_is_no_number_is_refused) {
    for (int of_velocity = 0; of_velocity < 2; of_velocity++) {
        struct told told = {.error = {0.5}, .count = 1, .is_nan = true};
        const struct integrator_system system = told_system(&told);
        const struct integrator_options options = options_of(FAST_DEFAULT, 0.1);
        struct constraint_case c = open_case(&system, &options);
        double x[2] = {0.7, 0.83};
        bool changed = false;
        cr_expect(project(&c, of_velocity, x, &lazy, NULL, &changed) == FAST_NOT_FINITE);
        cr_expect(x[0] == 0.7 && x[1] == 0.83 && !changed);
    }
}

/* One row c.x + e = 0: dx_j = -e' s_j^2 c_j / sum s^2 c^2, e' the error at x. */
Test(constraint_project, the_change_is_the_least_in_the_weights) {
    const double weights[3] = {0.5, 2, 8}, start[6] = {0.3, -0.2, 0.9, 3, -0.05, 0.7};
    const double units[3] = {2, 0.25, 4}, scaled[3] = {1, 0.5, 32}; /* weights * units */
    for (int k = 0; k < 4; k++) {
        struct fixed fixed = {
            .rows = 1, .nv = 3, .matrix = {1.3, -0.7, 0.4}, .error = {2.1}};
        const struct integrator_system system = fixed_system(&fixed);
        const bool is_faithful = k % 2, of_velocity = k / 2;
        struct integrator_options options =
            options_of(is_faithful ? FAST_FAITHFUL : FAST_DEFAULT, 1e-9);
        options.weights_v = scaled;
        options.units = units;
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {.tolerance = 1e-9, .limit = INFINITY};
        double x[6], sum = 0, error = fixed.error[0];
        const double *y = start + 3 * of_velocity;
        bool changed = false;
        memcpy(x, start, sizeof x);
        cr_assert(project(&c, of_velocity, x, &request, NULL, &changed) == FAST_OK);
        double s[3];
        for (int j = 0; j < 3; j++) {
            s[j] = 1 / weights[j];
            if (of_velocity && is_faithful) /* 3 for 2, 0.5 for 0.05, 0.7 for 1/8 */
                s[j] = fmax(s[j], fabs(y[j]));
            sum += s[j] * s[j] * fixed.matrix[j] * fixed.matrix[j];
            error += fixed.matrix[j] * y[j];
        }
        for (int j = 0; j < 3; j++) {
            const double expected = y[j] - error * s[j] * s[j] * fixed.matrix[j] / sum;
            cr_expect(fabs(x[3 * of_velocity + j] - expected) < 1e-13, "case %d: %g %g",
                      k, x[3 * of_velocity + j], expected);
        }
    }
}

/* The least x with G x = -error: x + G^T dual = 0, G x = -error, which does not square the
 * condition of G. */
static void move_least(const struct fixed *fixed, long double *move) {
    enum { ROWS = 3, MOST = most_velocities + ROWS };
    const int nv = fixed->nv, n = nv + ROWS;
    long double a[MOST * MOST] = {0};
    for (int j = 0; j < nv; j++) {
        move[j] = 0;
        a[j * n + j] = 1;
        for (int i = 0; i < ROWS; i++)
            a[j * n + nv + i] = a[(nv + i) * n + j] = fixed->matrix[ROWS * j + i];
    }
    for (int i = 0; i < ROWS; i++)
        move[nv + i] = -fixed->error[i];
    cr_assert(solve_long(n, a, move));
}

/* The last row is the sum of the others but for 2^-14 of another: pivots of 1e-9, and normal
 * equations leave 7 digits, G's orthogonal factors, as the original's, 11. */
Test(constraint_project,
     rows_that_nearly_depend_on_each_other_cost_faithful_mode_no_digits) {
    static const double tolerance = 0.7, allowed = 1e-9, nearly = 0x1p-14;
    struct random random = random_open();
    for (int k = 0; k < 100; k++) {
        struct fixed fixed;
        const int nv = 4 + (int)(random_bits(&random) % 6);
        fixed_fill(&fixed, 3, nv, &random);
        for (int j = 0; j <= nv; j++) {
            double *row = j < nv ? fixed.matrix + 3 * j : fixed.error;
            row[2] = row[0] + row[1] + nearly * row[2];
        }
        const struct integrator_system system = fixed_system(&fixed);
        const struct integrator_options options = options_of(FAST_FAITHFUL, tolerance);
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {
            .tolerance = tolerance, .limit = INFINITY, .forced = true};
        double x[2 * most_velocities] = {0};
        bool changed = false;
        cr_assert(project(&c, false, x, &request, NULL, &changed) == FAST_OK && changed);
        double size = 0;
        long double move[most_velocities + 3];
        move_least(&fixed, move);
        for (int j = 0; j < nv; j++)
            size = fmax(size, fabs(x[j]));
        for (int j = 0; j < nv; j++)
            cr_assert(fabsl(x[j] - move[j]) < allowed * size,
                      "trial %d: %g, %Lg, seed %llu", k, x[j], move[j],
                      (unsigned long long)random.seed);
    }
}

/* Several rows, with redundant ones: at the end all hold, and the way there is normal
 * to all that the constraints allow. */
Test(constraint_project, the_change_is_normal_to_what_is_free) {
    struct random random = random_open();
    for (int k = 0; k < 300; k++) {
        struct fixed fixed;
        const int nv = 4 + (int)(random_bits(&random) % 6);
        fixed_fill(&fixed, 3, nv, &random);
        if (k % 3 == 0) /* the last row is the sum of the others */
            for (int j = 0; j <= nv; j++) {
                double *row = j < nv ? fixed.matrix + 3 * j : fixed.error;
                row[2] = row[0] + row[1];
            }
        const struct integrator_system system = fixed_system(&fixed);
        const struct integrator_options options =
            options_of(k % 2 ? FAST_FAITHFUL : FAST_DEFAULT, 1e-9);
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {.tolerance = 1e-9, .limit = INFINITY};
        double x[2 * most_velocities] = {0}, error[3], along[most_velocities];
        bool changed = false;
        cr_assert(project(&c, false, x, &request, NULL, &changed) == FAST_OK);
        system.position(&fixed, 0, x, error, NULL);
        for (int i = 0; i < 3; i++)
            cr_assert(fabs(error[i]) < 1e-9, "trial %d: %g", k, error[i]);
        /* a random direction, less its part in the rows, is free */
        long double gram[9] = {0}, dual[3] = {0};
        const int rank = k % 3 == 0 ? 2 : 3;
        for (int j = 0; j < nv; j++)
            along[j] = random_between(&random, -1, 1);
        for (int i = 0; i < rank; i++)
            for (int j = 0; j < nv; j++) {
                dual[i] += fixed.matrix[3 * j + i] * along[j];
                for (int l = 0; l < rank; l++)
                    gram[l * rank + i] +=
                        fixed.matrix[3 * j + i] * fixed.matrix[3 * j + l];
            }
        cr_assert(solve_long(rank, gram, dual));
        long double product = 0;
        for (int j = 0; j < nv; j++) {
            long double is_free = along[j];
            for (int i = 0; i < rank; i++)
                is_free -= fixed.matrix[3 * j + i] * dual[i];
            product += is_free * x[j];
        }
        cr_assert(fabsl(product) < 1e-7L, "trial %d: %Lg, seed %llu", k, product,
                  (unsigned long long)random.seed);
    }
}

Test(constraint_project, an_estimate_loses_what_is_normal_to_the_constraints) {
    for (int of_velocity = 0; of_velocity < 2; of_velocity++) {
        struct fixed fixed = {
            .rows = 1, .nv = 3, .matrix = {1.3, -0.7, 0.4}, .error = {2.1}};
        const double weights[3] = {0.5, 2, 8};
        const struct integrator_system system = fixed_system(&fixed);
        struct integrator_options options = options_of(FAST_DEFAULT, 1e-9);
        options.weights_v = weights;
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {.tolerance = 1e-9, .limit = INFINITY};
        double x[6] = {0}, estimate[6] = {0.3, -0.2, 0.5, -0.7, 0.1, 0.6}, e[6];
        bool changed = false;
        memcpy(e, estimate, sizeof e);
        cr_assert(project(&c, of_velocity, x, &request, e, &changed) == FAST_OK);
        const int first = 3 * of_velocity;
        double along = 0, sum = 0;
        for (int j = 0; j < 3; j++) {
            const double g = fixed.matrix[j], s = 1 / weights[j];
            along += g * estimate[first + j];
            sum += s * s * g * g;
        }
        for (int j = 0; j < 3; j++) {
            const double s = 1 / weights[j];
            const double expected =
                estimate[first + j] - along * s * s * fixed.matrix[j] / sum;
            cr_expect(fabs(e[first + j] - expected) < 1e-14, "%g %g", e[first + j],
                      expected);
            cr_expect(e[3 - first + j] == estimate[3 - first + j]);
        }
        double again[6];
        memcpy(again, estimate, sizeof again);
        cr_expect(project(&c, of_velocity, x, &lazy, again, &changed) == FAST_OK);
        cr_expect(memcmp(again, estimate, sizeof again) == 0); /* nothing to project */
    }
}

/* Units divide errors, and the time scale multiplies those of velocities. */
Test(constraint_project, errors_are_measured_in_their_units) {
    struct fixed fixed = {
        .rows = 2, .nv = 2, .matrix = {1, 0, 0, 1}, .error = {0.3, -0.8}};
    const struct integrator_system system = fixed_system(&fixed);
    const double units[2] = {0.5, 4}, x[4] = {0}, scale = 0.25;
    for (int norm = 0; norm < 2; norm++) {
        struct integrator_options options = options_of(FAST_DEFAULT, 1e-3);
        options.joint_units = units;
        options.velocity_time_scale = scale;
        options.norm = norm == 0 ? PROJECTED_ROOT_MEAN_SQUARE : PROJECTED_INFINITY;
        struct constraint_case c = open_case(&system, &options);
        const double expected = norm == 0 ? sqrt((0.36 + 0.04) / 2) : 0.6;
        const double position = constraint_position_error(c.constraint, 0, x);
        const double velocity = constraint_velocity_error(c.constraint, 0, x);
        cr_expect(fabs(position - expected) < 1e-15, "%g %g", position, expected);
        cr_expect(fabs(velocity - scale * expected) < 1e-15, "%g", velocity);
        cr_expect(c.statistics->largest_position_error == position);
        cr_expect(c.statistics->largest_velocity_error == velocity);
        const struct constraint_request request = {.tolerance = 0.1, .limit = 1};
        double y[4] = {0};
        bool changed = false;
        cr_expect(project(&c, false, y, &request, NULL, &changed) == FAST_OK && changed);
        const struct constraint_request tight = {.tolerance = 1e-3, .limit = 1e-2};
        double z[4] = {0};
        cr_expect(project(&c, false, z, &tight, NULL, &changed) == FAST_PROJECTION);
        cr_expect(constraint_row(c.constraint) == 0); /* 0.3/0.5 > 0.8/4 */
    }
}

/* Anywhere near the rod is taken to the rod's end in its direction. */
Test(constraint_project, a_rod_is_projected_along_itself) {
    struct rod rod = {
        .mass = 1.37, .length = 0.83, .gravity = 9.81, .copies = 1, .factor = {1}};
    for (int k = 0; k < 4; k++) {
        const struct integrator_options options =
            options_of(k % 2 ? FAST_FAITHFUL : FAST_DEFAULT, 1e-12);
        rod.copies = 1 + k / 2;
        rod.factor[1] = -2.5;
        const struct integrator_system copied = rod_system(&rod);
        struct constraint_case c = open_case(&copied, &options);
        const struct constraint_request request = {
            .tolerance = 1e-12, .limit = INFINITY, .forced = true};
        double x[6] = {0.6, -0.5, 0.3, 0.4, 0.9, -0.2};
        const double r = sqrt(0.36 + 0.25 + 0.09);
        bool changed = false;
        cr_assert(project(&c, false, x, &request, NULL, &changed) == FAST_OK);
        for (int i = 0; i < 3; i++) {
            const double start[3] = {0.6, -0.5, 0.3};
            cr_expect(fabs(x[i] - 0.83 * start[i] / r) < 1e-12, "%g", x[i]);
        }
        cr_assert(project(&c, true, x, &request, NULL, &changed) == FAST_OK);
        cr_expect(fabs(x[0] * x[3] + x[1] * x[4] + x[2] * x[5]) < 1e-12);
        cr_expect(c.statistics->rank_losses == 0);
    }
}

/* s = x + 0.3 y is to be 0 and 1 at once: the shortest least-squares step ends at 0.5 between
 * them, which is better than s = 0.16 and where faithful mode stays, as the original. */
Test(constraint_project, constraints_that_exclude_each_other_cannot_be_projected) {
    for (int k = 0; k < 2; k++) {
        struct fixed fixed = {
            .rows = 2, .nv = 2, .matrix = {1, 1, 0.3, 0.3}, .error = {0, -1}};
        const struct integrator_system system = fixed_system(&fixed);
        const struct integrator_options options =
            options_of(k ? FAST_FAITHFUL : FAST_DEFAULT, 1e-6);
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {.tolerance = 1e-6, .limit = INFINITY};
        double x[4] = {0.1, 0.2, 0, 0};
        bool changed = false;
        cr_expect(project(&c, false, x, &request, NULL, &changed) == FAST_PROJECTION);
        const double step = k == 0 ? 0 : (0.5 - 0.16) / 1.09;
        cr_expect(fabs(x[0] - 0.1 - step) < 1e-15 &&
                  fabs(x[1] - 0.2 - 0.3 * step) < 1e-15);
        cr_expect(!changed && constraint_row(c.constraint) >= 0);
    }
}

Test(constraint_project, a_long_chain_is_projected) {
    enum { points = 300 };
    struct chain chain;
    cr_assert(chain_open(&chain, points));
    const struct integrator_system system = chain_system(&chain);
    const struct integrator_options options = options_of(FAST_DEFAULT, 1e-10);
    struct constraint_case c = open_case(&system, &options);
    const struct constraint_request request = {
        .tolerance = 1e-10, .limit = INFINITY, .forced = true};
    static double x[4 * points], error[points];
    bool changed = false;
    chain_state(&chain, 0.4, 0.02, 1.1, x);
    struct random random = random_open();
    for (int i = 0; i < 4 * points; i++)
        x[i] += random_between(&random, -1e-3, 1e-3);
    cr_assert(project(&c, false, x, &request, NULL, &changed) == FAST_OK);
    cr_assert(project(&c, true, x, &request, NULL, &changed) == FAST_OK);
    system.position(&chain, 0, x, error, NULL);
    for (int k = 0; k < points; k++)
        cr_assert(fabs(error[k]) < 1e-9, "%d: %g", k, error[k]);
    system.velocity(&chain, 0, x, error, NULL);
    for (int k = 0; k < points; k++)
        cr_assert(fabs(error[k]) < 1e-9);
}

/* The same row twice, asking for different things: least squares, by the shortest
 * change. */
Test(constraint_project,
     redundant_rows_are_weighed_by_their_units_and_velocities_by_theirs) {
    const double weights[2] = {0.5, 2}, units[2] = {1, 4};
    for (int k = 0; k < 4; k++) {
        struct fixed fixed = {
            .rows = 2, .nv = 2, .matrix = {1, 2, 0.3, 0.6}, .error = {0.3, 0.6 + 1e-3}};
        struct integrator_system system = fixed_system(&fixed);
        struct fast_pattern *pattern = fast_pattern_full(2, 2);
        if (k % 2 == 1)
            system.joint_pattern = system.position_pattern = pattern;
        struct integrator_options options =
            options_of(k / 2 ? FAST_FAITHFUL : FAST_DEFAULT, 0.01);
        options.weights_v = weights;
        options.joint_units = units;
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {
            .tolerance = 0.01, .limit = INFINITY, .local_only = true};
        double x[4] = {0};
        bool changed = false;
        cr_assert(project(&c, false, x, &request, NULL, &changed) == FAST_OK);
        /* a = (1, 0.3).x minimises (a + 0.3)^2 + ((2 a + 0.601)/4)^2 */
        const double a = -(0.3 + 2 * 0.601 / 16) / (1 + 4.0 / 16);
        const double sum = 4 + 0.09 / 4;
        cr_expect(fabs(x[0] - a * 4 / sum) < 1e-13, "case %d: %g", k, x[0]);
        cr_expect(fabs(x[1] - a * 0.3 / 4 / sum) < 1e-13, "case %d: %g", k, x[1]);
    }
}

/* A weight of zero does not make changes infinite. */
Test(constraint_project, a_weight_of_zero_makes_one_component_take_nearly_all) {
    struct fixed fixed = {.rows = 1, .nv = 2, .matrix = {1, 1}, .error = {0.3}};
    const struct integrator_system system = fixed_system(&fixed);
    const double weights[2] = {0, 1.5};
    struct integrator_options options = options_of(FAST_DEFAULT, 1e-9);
    options.weights_v = weights;
    struct constraint_case c = open_case(&system, &options);
    const struct constraint_request request = {.tolerance = 1e-9, .limit = INFINITY};
    double x[4] = {0};
    bool changed = false;
    cr_assert(project(&c, false, x, &request, NULL, &changed) == FAST_OK);
    cr_expect(fabs(x[0] + 0.3) < 1e-9 && fabs(x[1]) < 1e-9, "%g %g", x[0], x[1]);
}
