/* Tests of constraint/quaternion.c and map.c, and of projecting a body that turns.
 *
 * Seen to fail: the length's 1; multiplied instead of divided; a zero let through; the
 * estimate left; the limit; N's lengths; N+ not solved for; normalised before.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/projected.h"
#include "fast/tests/constrained.h"

static const struct constraint_request exact = {
    .tolerance = 1e-12, .limit = INFINITY, .forced = true};

static double length_of(const double *p) {
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
}

/* Centre, quaternion a little too long, velocities. */
static const double start[13] = {0.31, -0.2, 0.44,  0.82, -0.31, 0.44, 0.2,
                                 0.5,  0.3,  -0.25, 0.7,  -1.1,  0.4};

Test(constraint_quaternion, errors_are_those_of_their_lengths) {
    struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
    struct integrator_system system = pinned_system(&pinned);
    system.joints = system.holonomic = 0;
    const struct integrator_options options = options_of(FAST_DEFAULT, 1e-3);
    struct constraint_case c = open_case(&system, &options);
    const double error = constraint_position_error(c.constraint, 0, start);
    cr_expect(fabs(error - fabs(length_of(start + 3) - 1)) < 1e-15, "%g", error);
}

Test(constraint_quaternion, those_too_long_are_scaled_and_others_left) {
    const double lengths[3] = {1.02, 1.0005, 1};
    for (int is_forced = 0; is_forced < 2; is_forced++)
        for (int k = 0; k < 3; k++) {
            struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
            struct integrator_system system = pinned_system(&pinned);
            system.joints = system.holonomic = 0;
            const struct integrator_options options = options_of(FAST_DEFAULT, 1e-3);
            struct constraint_case c = open_case(&system, &options);
            const struct constraint_request request = {
                .tolerance = 1e-3, .limit = 0.1, .forced = is_forced};
            double x[13] = {0}, estimate[13] = {0};
            bool changed = false;
            x[4] = 0.6 * lengths[k], x[6] = -0.8 * lengths[k];
            estimate[4] = 0.3, estimate[5] = 0.7, estimate[6] = 0.1;
            cr_assert(constraint_project_position(c.constraint, 0, x, &request, estimate,
                                                  &changed) == FAST_OK);
            const bool is_due = k == 0 || (k == 1 && is_forced);
            cr_expect(changed == is_due && c.statistics->q_projections == is_due);
            cr_expect(fabs(length_of(x + 3) - (is_due ? 1 : lengths[k])) < 1e-15);
            const double along = is_due ? 0.6 * 0.3 - 0.8 * 0.1 : 0;
            cr_expect(fabs(estimate[4] - 0.3 + along * 0.6) < 1e-15);
            cr_expect(estimate[5] == 0.7);
            cr_expect(fabs(estimate[6] - 0.1 - along * 0.8) < 1e-15);
        }
}

/* The original counts a forced projection of quaternions whether or not they need one. */
Test(constraint_quaternion, faithful_mode_counts_forced_scaling_that_changes_nothing) {
    for (int is_forced = 0; is_forced < 2; is_forced++) {
        struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
        struct integrator_system system = pinned_system(&pinned);
        system.joints = system.holonomic = 0;
        const struct integrator_options options = options_of(FAST_FAITHFUL, 1e-3);
        struct constraint_case c = open_case(&system, &options);
        const struct constraint_request request = {
            .tolerance = 1e-3, .limit = 0.1, .forced = is_forced};
        double x[13] = {0};
        bool changed = false;
        x[5] = 1;
        cr_assert(constraint_project_position(c.constraint, 0, x, &request, NULL,
                                              &changed) == FAST_OK);
        cr_expect(changed == is_forced && c.statistics->q_projections == is_forced);
    }
}

Test(constraint_quaternion, one_that_is_zero_or_no_number_or_far_too_long_is_refused) {
    const double first[3] = {0, NAN, 1.2};
    const enum fast_status expected[3] = {FAST_PROJECTION, FAST_NOT_FINITE,
                                          FAST_PROJECTION};
    for (int k = 0; k < 3; k++) {
        struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
        struct integrator_system system = pinned_system(&pinned);
        system.joints = system.holonomic = 0;
        const struct integrator_options options = options_of(FAST_DEFAULT, 1e-3);
        struct constraint_case c = open_case(&system, &options);
        struct constraint_request request = {.tolerance = 1e-3, .limit = INFINITY};
        double x[13] = {0};
        bool changed = false;
        x[3] = first[k];
        if (k == 2)
            request.limit = 0.1;
        cr_expect(constraint_project_position(c.constraint, 0, x, &request, NULL,
                                              &changed) == expected[k]);
        cr_expect(!changed && (k == 1 || x[3] == first[k]));
    }
}

/* The held point ends where it is held, the quaternion at length 1, and the velocities
 * so that the point rests. */
Test(constraint_quaternion, a_turning_body_is_projected) {
    for (int k = 0; k < 2; k++) {
        struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
        const struct integrator_system system = pinned_system(&pinned);
        const struct integrator_options options =
            options_of(k ? FAST_FAITHFUL : FAST_DEFAULT, 1e-12);
        struct constraint_case c = open_case(&system, &options);
        double x[13], error[3];
        bool changed = false;
        memcpy(x, start, sizeof x);
        cr_assert(constraint_project_position(c.constraint, 0, x, &exact, NULL,
                                              &changed) == FAST_OK);
        cr_assert(constraint_project_velocity(c.constraint, 0, x, &exact, NULL,
                                              &changed) == FAST_OK);
        system.position(&pinned, 0, x, error, NULL);
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(error[i]) < 1e-12);
        system.velocity(&pinned, 0, x, error, NULL);
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(error[i]) < 1e-12);
        cr_expect(fabs(length_of(x + 3) - 1) < 1e-15);
    }
}

/* What the least change is: in default mode of velocities, du = G^T (G G^T)^-1 e; in
 * faithful mode of coordinates, |N du|, where omega makes quaternions change by half
 * of it. */
Test(constraint_quaternion, the_least_change_is_one_of_velocities_or_of_coordinates) {
    for (int k = 0; k < 2; k++) {
        struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
        const struct integrator_system system = pinned_system(&pinned);
        const struct integrator_options options =
            options_of(k ? FAST_FAITHFUL : FAST_DEFAULT, 1e-12);
        struct constraint_case c = open_case(&system, &options);
        double x[13], error[3], matrix[18], dq[7], v[6];
        const double step[3] = {1e-6, -2e-6, 0.5e-6};
        bool changed = false;
        memcpy(x, start, sizeof x);
        cr_assert(constraint_project_position(c.constraint, 0, x, &exact, NULL,
                                              &changed) == FAST_OK);
        for (int i = 0; i < 3; i++)
            x[i] += step[i];
        double before[7];
        memcpy(before, x, sizeof before);
        system.position(&pinned, 0, x, error, matrix);
        cr_assert(constraint_project_position(c.constraint, 0, x, &exact, NULL,
                                              &changed) == FAST_OK);
        long double gram[9] = {0}, y[3];
        for (int i = 0; i < 3; i++) {
            y[i] = error[i];
            for (int l = 0; l < 3; l++)
                for (int j = 0; j < 6; j++)
                    gram[l * 3 + i] += (long double)matrix[j * 3 + i] *
                                       matrix[j * 3 + l] * (k && j > 2 ? 4 : 1);
        }
        cr_assert(solve_long(3, gram, y));
        for (int i = 0; i < 7; i++)
            dq[i] = before[i] - x[i];
        cr_assert(constraint_unmap(c.constraint, x, dq, v) == FAST_OK);
        for (int j = 0; j < 6; j++) {
            long double expected = 0;
            for (int i = 0; i < 3; i++)
                expected += matrix[j * 3 + i] * y[i] * (k && j > 2 ? 4 : 1);
            cr_expect(fabs(v[j] - (double)expected) < 1e-11, "mode %d: %g %Lg", k, v[j],
                      expected);
        }
    }
}

/* Faithful mode normalises afterwards: changes are measured as coordinates of quaternions
 * as long as they are, through the original's N+, |N+ dq| = 2 length |dq|. Of (1, -[s]x) the first
 * part takes (G W G^T)^-1 e, W = (1, 4 length^2). */
Test(constraint_quaternion, faithful_mode_normalises_after_the_constraints) {
    for (int length = 1; length <= 2; length++) {
        struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
        const struct integrator_system system = pinned_system(&pinned);
        const struct integrator_options options = options_of(FAST_FAITHFUL, 1e-12);
        struct constraint_case c = open_case(&system, &options);
        double x[13], error[3], matrix[18];
        const double step[3] = {1e-6, -2e-6, 0.5e-6};
        bool changed = false;
        memcpy(x, start, sizeof x);
        cr_assert(constraint_project_position(c.constraint, 0, x, &exact, NULL,
                                              &changed) == FAST_OK);
        for (int i = 0; i < 3; i++)
            x[i] += step[i];
        for (int i = 3; i < 7; i++)
            x[i] *= length;
        system.position(&pinned, 0, x, error, matrix);
        double before[3];
        memcpy(before, x, sizeof before);
        cr_assert(constraint_project_position(c.constraint, 0, x, &exact, NULL,
                                              &changed) == FAST_OK);
        long double gram[9] = {0}, y[3];
        for (int i = 0; i < 3; i++) {
            y[i] = error[i];
            for (int l = 0; l < 3; l++)
                for (int j = 0; j < 6; j++)
                    gram[l * 3 + i] += (long double)matrix[j * 3 + i] *
                                       matrix[j * 3 + l] *
                                       (j > 2 ? 4.0 * (length * length) : 1);
        }
        cr_assert(solve_long(3, gram, y));
        for (int i = 0; i < 3; i++)
            cr_expect(fabs(before[i] - x[i] - (double)y[i]) < 1e-11, "length %d: %g %Lg",
                      length, before[i] - x[i], y[i]);
        cr_expect(fabs(length_of(x + 3) - 1) < 1e-15);
    }
}

/* N+ by least squares takes N v back to v, and drops what no velocity makes. */
Test(constraint_quaternion, velocities_come_back_from_what_they_make) {
    struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
    const struct integrator_system system = pinned_system(&pinned);
    const struct integrator_options options = options_of(FAST_DEFAULT, 1e-3);
    struct constraint_case c = open_case(&system, &options);
    double qdot[7], v[6];
    system.map(&pinned, start, start + 7, qdot);
    for (int i = 0; i < 4; i++) /* along the quaternion */
        qdot[3 + i] += 0.37 * start[3 + i];
    cr_assert(constraint_unmap(c.constraint, start, qdot, v) == FAST_OK);
    for (int i = 0; i < 6; i++)
        cr_expect(fabs(v[i] - start[7 + i]) < 1e-14, "%d: %g", i, v[i]);
}

/* What is left of an estimate moves no held point: G N+ e = 0 at the projected
 * position. */
Test(constraint_quaternion, an_estimate_of_coordinates_is_corrected_through_velocities) {
    struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
    const struct integrator_system system = pinned_system(&pinned);
    const struct integrator_options options = options_of(FAST_DEFAULT, 1e-12);
    struct constraint_case c = open_case(&system, &options);
    double x[13], e[13], v[6], error[3], matrix[18];
    bool changed = false;
    memcpy(x, start, sizeof x);
    cr_assert(constraint_project_position(c.constraint, 0, x, &exact, NULL, &changed) ==
              FAST_OK);
    x[0] += 1e-7; /* so that what was factored is G here, but for 1e-7 */
    for (int i = 0; i < 13; i++)
        e[i] = 1e-3 * start[12 - i];
    cr_assert(constraint_project_position(c.constraint, 0, x, &exact, e, &changed) ==
              FAST_OK);
    cr_assert(constraint_unmap(c.constraint, x, e, v) == FAST_OK);
    system.velocity(&pinned, 0, x, error, matrix);
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int j = 0; j < 6; j++)
            sum += matrix[j * 3 + i] * v[j];
        cr_expect(fabs(sum) < 1e-8, "%g", sum);
    }
    cr_expect(memcmp(e + 7,
                     (double[6]){1e-3 * start[5], 1e-3 * start[4], 1e-3 * start[3],
                                 1e-3 * start[2], 1e-3 * start[1], 1e-3 * start[0]},
                     6 * sizeof *e) == 0);
    double along = 0;
    for (int i = 3; i < 7; i++)
        along += x[i] * e[i];
    cr_expect(fabs(along) < 1e-15, "%g", along);
}
