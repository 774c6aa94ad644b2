/* Tests of constraint/singular.c: constraints that depend on each other.
 *
 * Seen to fail: lambda and S not in the rows' lengths; no tolerance, and no rank of
 * what holds; rows left out taken in; no limit, and one too large, for what is left;
 * the wrong row.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/projected.h"
#include "fast/tests/constrained.h"

enum { modes = 3 };

/* Default, faithful, and default for a system too large for dense matrices. */
static struct constraint_case open_mode(const struct integrator_system *system, int mode,
                                        double tolerance) {
    const struct integrator_options options =
        options_of(mode == 1 ? FAST_FAITHFUL : FAST_DEFAULT, tolerance);
    struct constraint_case c = open_case(system, &options);
    if (mode == 2) {
        complete_free(c.constraint->complete);
        c.constraint->complete = NULL;
        c.constraint->geometry =
            gram_alloc(system->joints, system->nv, system->joint_pattern, NULL, true);
        cr_assert(c.constraint->geometry != NULL);
    }
    return c;
}

static const double angle = 0.7, rate = -1.9;

static void rod_state(const struct rod *rod, double *x) {
    const double l = rod->length;
    const double state[6] = {l * sin(angle),        -l * cos(angle),       0,
                             l * rate * cos(angle), l * rate * sin(angle), 0};
    memcpy(x, state, sizeof state);
}

/* The sum of factor lambda is the pull; the shortest lambda is along the factors, in
 * default mode in units of the rows' lengths, so that lambda times its factor is the
 * same for all. */
Test(constraint_singular, copies_of_a_rod_share_its_pull) {
    for (int mode = 0; mode < modes; mode++) {
        struct rod rod = {.mass = 1.37,
                          .length = 0.83,
                          .gravity = 9.81,
                          .copies = 3,
                          .factor = {1, 2.5, -0.4}};
        const struct integrator_system system = rod_system(&rod);
        struct constraint_case c = open_mode(&system, mode, 1e-4);
        double x[6], ydot[3], lambda[3], sum = 0, squares = 0;
        const double pull = 1.37 * (9.81 * cos(angle) + 0.83 * rate * rate);
        rod_state(&rod, x);
        cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        for (int i = 0; i < 3; i++) {
            sum += rod.factor[i] * lambda[i];
            squares += rod.factor[i] * rod.factor[i];
            const double expected = mode == 0 ? pull / rod.factor[i] / 3 : lambda[i];
            cr_expect(fabs(lambda[i] - expected) < 1e-12, "%g %g", lambda[i], expected);
        }
        for (int i = 0; i < 3 && mode == 1; i++)
            cr_expect(fabs(lambda[i] - pull * rod.factor[i] / squares) < 1e-12);
        cr_expect(mode < 2 ||
                  (lambda[0] != 0) + (lambda[1] != 0) + (lambda[2] != 0) == 1);
        cr_expect(fabs(sum - pull) < 1e-12, "mode %d: %g %g", mode, sum, pull);
        const double turning = -9.81 / 0.83 * sin(angle);
        const double expected = 0.83 * (turning * cos(angle) - rate * rate * sin(angle));
        cr_expect(fabs(ydot[0] - expected) < 1e-12);
        cr_expect(c.statistics->rank_losses == 0 && c.statistics->factorizations == 1);
    }
}

Test(constraint_singular, constraints_that_contradict_each_other_are_named) {
    for (int mode = 0; mode < modes; mode++) {
        struct rod rod = {.mass = 1.37,
                          .length = 0.83,
                          .gravity = 9.81,
                          .copies = 4,
                          .factor = {1, 1, 1, 1}};
        const struct integrator_system system = rod_system(&rod);
        struct constraint_case c = open_mode(&system, mode, 1e-4);
        double x[6], ydot[3] = {7, 7, 7}, lambda[4] = {7, 7, 7, 7};
        rod_state(&rod, x);
        rod.push[2] = 0.9;
        cr_expect(constraint_accelerate(c.constraint, 0, x, ydot, lambda) ==
                  FAST_CONTRADICTORY);
        cr_expect(constraint_row(c.constraint) == 2, "mode %d: row %d", mode,
                  constraint_row(c.constraint));
        for (int i = 0; i < 4; i++)
            cr_expect(lambda[i] == 7 && ydot[i % 3] == 7);
        rod.push[2] = 1e-9; /* round-off, compared with the tolerance */
        cr_expect(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        cr_expect(constraint_row(c.constraint) == -1);
    }
}

/* Two rows that turn into one: what was independent is counted as lost. */
Test(constraint_singular, a_rank_that_is_lost_on_the_way_is_counted) {
    for (int mode = 0; mode < modes; mode++) {
        struct fixed fixed = {.rows = 2,
                              .nv = 2,
                              .mass = {1.3, 0, 0, 0.8},
                              .force = {0.4, -1.1},
                              .matrix = {1, 0.5, 0.2, 1.7}};
        const struct integrator_system system = fixed_system(&fixed);
        struct constraint_case c = open_mode(&system, mode, 1e-4);
        double x[4] = {0}, ydot[2], lambda[2];
        cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        cr_expect(c.statistics->rank_losses == 0);
        fixed.matrix[1] = 2 * fixed.matrix[0];
        fixed.matrix[3] = 2 * fixed.matrix[2];
        cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        cr_expect(c.statistics->rank_losses == 1, "mode %d", mode);
        cr_expect(fabs(ydot[0] + 0.2 * ydot[1]) < 1e-14);
    }
}

/* Constraints that say the same differ where they are not satisfied. Here by 1e-4 in
 * direction and in bias: taken at their word they ask for an acceleration of 1e-4/1e-4
 * across. */
Test(constraint_singular,
     default_mode_does_not_tell_rows_apart_by_less_than_the_tolerance) {
    for (int mode = 0; mode < modes; mode++) {
        struct fixed fixed = {.rows = 2,
                              .nv = 2,
                              .mass = {1, 0, 0, 1},
                              .force = {0.4, -1.1},
                              .matrix = {1, 1, 0, 1e-4},
                              .bias = {0, 1.2e-4}};
        const struct integrator_system system = fixed_system(&fixed);
        struct constraint_case c = open_mode(&system, mode, 1e-4);
        double x[4] = {0}, ydot[2], lambda[2];
        cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        const double across = mode == 1 ? -1.2 : -1.1;
        cr_expect(fabs(ydot[1] - across) < 1e-3, "mode %d: %g", mode, ydot[1]);
        cr_expect(fabs(ydot[0]) < 1e-3);
    }
}

/* Two rows that are one where the constraints hold, and by 0.05 not where they do not:
 * of what is known of the former default mode makes use there. */
Test(constraint_singular, what_depends_where_constraints_hold_does_so_elsewhere) {
    for (int known = 0; known < 2; known++) {
        struct fixed fixed = {.rows = 2,
                              .nv = 2,
                              .mass = {1, 0, 0, 1},
                              .force = {0.4, -1.1},
                              .matrix = {1, 1, 0, 0}};
        const struct integrator_system system = fixed_system(&fixed);
        struct constraint_case c = open_mode(&system, 0, 1e-4);
        double x[4] = {0}, ydot[2], lambda[2];
        if (known)
            cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        fixed.matrix[3] = 5e-2;
        fixed.bias[1] = 3.5e-2;
        fixed.error[0] = 2e-2;
        cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        const double across = known ? -1.1 : -0.7;
        cr_expect(fabs(ydot[1] - across) < 0.05, "%g", ydot[1]);
        cr_expect(c.statistics->rank_losses == 0);
    }
}

/* Contradictions are told apart from drift by its size. */
Test(constraint_singular, off_the_constraints_more_is_allowed_to_be_left) {
    for (int k = 0; k < 2; k++) {
        struct rod rod = {.mass = 1.37,
                          .length = 0.83,
                          .gravity = 9.81,
                          .copies = 2,
                          .factor = {1, 1},
                          .push = {0, 6}};
        const struct integrator_system system = rod_system(&rod);
        struct constraint_case c = open_mode(&system, 0, 1e-4);
        double x[6], ydot[3], lambda[2];
        rod_state(&rod, x);
        for (int i = 0; i < 3 && k == 1; i++)
            x[i] *= 1.1;
        cr_expect(constraint_accelerate(c.constraint, 0, x, ydot, lambda) ==
                  (k == 0 ? FAST_CONTRADICTORY : FAST_OK));
    }
}

static int fail(void *context, double t, const double *x, double *error, double *matrix) {
    (void)context, (void)t, (void)x, (void)error, (void)matrix;
    return 1;
}

static int spoil(void *context, double t, const double *x, double *error,
                 double *matrix) {
    (void)context, (void)t, (void)x, (void)matrix;
    error[0] = 0.1;
    error[1] = NAN;
    return 0;
}

Test(constraint_singular, errors_are_asked_for_and_may_fail) {
    struct rod rod = {
        .mass = 1.37, .length = 0.83, .gravity = 9.81, .copies = 2, .factor = {1, 1}};
    struct integrator_system system = rod_system(&rod);
    double x[6], ydot[3], lambda[2];
    rod_state(&rod, x);
    for (int k = 0; k < 2; k++) {
        system.position = k == 0 ? fail : spoil;
        struct constraint_case c = open_mode(&system, 0, 1e-4);
        cr_expect(constraint_accelerate(c.constraint, 0, x, ydot, lambda) ==
                  (k == 0 ? FAST_CALLBACK : FAST_NOT_FINITE));
        cr_expect(c.statistics->position_evals == 1);
        cr_expect(constraint_row(c.constraint) == (k == 0 ? -1 : 1));
    }
}

/* A light point between heavy ones: the product is nearly singular, the rods are not. */
Test(constraint_singular, light_masses_do_not_make_constraints_dependent) {
    for (int mode = 0; mode < modes; mode++) {
        const double light = 1e-7;
        struct fixed fixed = {.rows = 2,
                              .nv = 3,
                              .mass = {1, 0, 0, 0, light, 0, 0, 0, 1},
                              .force = {0.4, 0, -1.1},
                              .matrix = {-1, 0, 1, -1, 0, 1}};
        const struct integrator_system system = fixed_system(&fixed);
        struct constraint_case c = open_mode(&system, mode, 1e-4);
        double x[6] = {0}, ydot[3], lambda[2];
        cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(ydot[i] - (0.4 - 1.1) / (2 + light)) < 1e-8, "mode %d: %g",
                      mode, ydot[i]);
    }
}

Test(constraint_singular, a_row_of_zeros_asks_for_nothing_unless_its_bias_does) {
    for (int mode = 0; mode < modes; mode++) {
        struct fixed fixed = {.rows = 2,
                              .nv = 2,
                              .mass = {1.3, 0, 0, 0.8},
                              .force = {0.4, -1.1},
                              .matrix = {1, 0, 0.2, 0}};
        const struct integrator_system system = fixed_system(&fixed);
        struct constraint_case c = open_mode(&system, mode, 1e-4);
        double x[4] = {0}, ydot[2], lambda[2];
        cr_assert(constraint_accelerate(c.constraint, 0, x, ydot, lambda) == FAST_OK);
        cr_expect(fabs(ydot[0] + 0.2 * ydot[1]) < 1e-14 && lambda[1] == 0);
        fixed.bias[1] = 0.3;
        cr_expect(constraint_accelerate(c.constraint, 0, x, ydot, lambda) ==
                  FAST_CONTRADICTORY);
        cr_expect(constraint_row(c.constraint) == 1);
    }
}

/* Redundant rows at random: v' is the solution of the independent ones. */
Test(constraint_singular, redundant_rows_change_no_acceleration) {
    struct random random = random_open();
    for (int k = 0; k < 200; k++) {
        struct fixed fixed, more;
        double x[2 * most_velocities] = {0}, ydot[2][most_velocities],
                     lambda[most_joints];
        fixed_fill(&fixed, 3, 6, &random);
        memset(fixed.error, 0, sizeof fixed.error); /* all hold */
        more = fixed;
        more.rows = 5;
        for (int i = 0; i < 5; i++) { /* two combinations of the three */
            double factor[3] = {i == 0, i == 1, i == 2};
            for (int r = 0; r < 3 && i > 2; r++)
                factor[r] = random_between(&random, -2, 2);
            more.bias[i] = 0;
            for (int r = 0; r < 3; r++)
                more.bias[i] += factor[r] * fixed.bias[r];
            for (int j = 0; j < 6; j++) {
                more.matrix[j * 5 + i] = 0;
                for (int r = 0; r < 3; r++)
                    more.matrix[j * 5 + i] += factor[r] * fixed.matrix[j * 3 + r];
            }
        }
        for (int which = 0; which < 2; which++) {
            const struct integrator_system system =
                fixed_system(which == 0 ? &fixed : &more);
            struct constraint_case c =
                open_mode(&system, which == 0 ? 0 : k % modes, 1e-7);
            const enum fast_status status =
                constraint_accelerate(c.constraint, 0, x, ydot[which], lambda);
            cr_assert(status == FAST_OK, "trial %d: %s, seed %llu", k,
                      fast_status_text(status), (unsigned long long)random.seed);
        }
        for (int i = 0; i < 6; i++)
            cr_assert(fabs(ydot[0][i] - ydot[1][i]) <= 1e-6 * (1 + fabs(ydot[0][i])),
                      "trial %d, mode %d: %g %g, seed %llu", k, k % modes, ydot[0][i],
                      ydot[1][i], (unsigned long long)random.seed);
    }
}
