/* Bad input, bad values and failing callbacks at any call: a status, time and state as before,
 * and the integrator goes on once the fault is gone.
 *
 * Seen to fail: a failing callback that ends a step at once; CVODE not begun again after a
 * failure; the state of a step whose multipliers cannot be had; a failing start that keeps its
 * counters; a field of NaN that ends a step; a start that is projected lazily; counters that
 * begin anew with CVODE.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "fast/bdf.h"
#include "fast/tests/faults.h"
#include "fast/tests/projected_systems.h"

static const double until = 0.5, wrong = 1e-2; /* so far off may two runs of 1e-3 be */
static const double on_rod[] = {0.6, -0.8, 0, 0.8, 0.6, 0.3};
enum { most_states = 7, tried_calls = 120, most_calls = 20000 };

struct trial {
    struct faulty faulty;
    bdf *b;
    const double *start;
    int nx;
};

/* On the rod, or a body with its quaternion, or a spring. */
enum { system_count = 3 };
static void set_up(struct trial *trial, int which) {
    static const double body[] = {1, 0, 0, 0, 0.4, 2.3, -0.7}, spring[] = {1, 0.3};
    static struct body stiff = {.m = 1, .k = 400, .c = 70};
    const struct integrator_system inner = which == 0   ? point_on_rod
                                           : which == 1 ? free_body
                                                        : make_spring(&stiff);
    struct integrator_options options = projected_default_options();
    *trial = (struct trial){.faulty = {.first = INT_MAX, .last = INT_MAX},
                            .start = which == 0   ? on_rod
                                     : which == 1 ? body
                                                  : spring,
                            .nx = inner.nq + inner.nv};
    const struct integrator_system outer = faulty_system(&trial->faulty, &inner);
    cr_assert(bdf_alloc(&trial->b, &outer, &options) == FAST_OK);
    cr_assert(bdf_start(trial->b, 0, trial->start) == FAST_OK);
}

/* From here on, call number first (0: the next) and so many after it are spoiled. */
static void plan_fault(struct trial *trial, enum fault fault, int first, int more) {
    trial->faulty.calls = 0;
    trial->faulty.fault = fault;
    trial->faulty.first = first;
    trial->faulty.last = more > INT_MAX - first ? INT_MAX : first + more;
}

static bool is_known_failure(enum fast_status status) {
    return status == FAST_CALLBACK || status == FAST_NOT_FINITE ||
           status == FAST_PROJECTION || status == FAST_NOT_CONVERGED ||
           status == FAST_CONTRADICTORY || status == FAST_BELOW_MIN_STEP ||
           status == FAST_INCONSISTENT;
}

static double distance(const double *a, const double *b, int n) {
    double apart = 0;
    for (int i = 0; i < n; i++)
        apart = isfinite(a[i]) ? fmax(apart, fabs(a[i] - b[i])) : INFINITY;
    return apart;
}

/* Goes to the end; a step that fails changes neither time nor state. Returns how many did. */
static int go_on(struct trial *trial) {
    int failures = 0;
    long steps = 0;
    while (bdf_time(trial->b) < until && failures < 2) {
        double before[most_states];
        const double t = bdf_time(trial->b);
        const size_t size = sizeof *before * (size_t)trial->nx;
        memcpy(before, bdf_state(trial->b), size);
        enum fast_status status = bdf_advance(trial->b, INFINITY, until);
        cr_assert(status == FAST_OK || is_known_failure(status), "%s",
                  fast_status_text(status));
        if (status != FAST_OK) {
            cr_assert(bdf_time(trial->b) == t);
            cr_assert(memcmp(before, bdf_state(trial->b), size) == 0);
            failures++;
        } else {
            steps++;
        }
    }
    cr_expect(bdf_statistics(trial->b)->steps_taken == steps, "%ld, not %ld",
              bdf_statistics(trial->b)->steps_taken, steps);
    return failures;
}

/* Whether a call was spoiled, and no step failed of it. */
static bool try_fault(int which, enum fault fault, int call, int more) {
    struct trial trial, clean;
    set_up(&clean, which);
    cr_assert(bdf_run(clean.b, until) == FAST_OK);
    set_up(&trial, which);
    plan_fault(&trial, fault, call, more);
    const int failures = go_on(&trial);
    const bool was_spoiled = trial.faulty.calls > call;
    cr_expect(trial.faulty.calls < most_calls);
    cr_expect(!was_spoiled || failures > 0 || more == 0);
    trial.faulty.first = trial.faulty.last = INT_MAX;
    cr_assert(bdf_time(trial.b) == until || bdf_run(trial.b, until) == FAST_OK);
    const double apart = distance(bdf_state(trial.b), bdf_state(clean.b), trial.nx);
    cr_expect(apart < wrong, "system %d, fault %d at call %d: %g", which, fault, call,
              apart);
    const struct projected_statistics *n = bdf_statistics(trial.b);
    cr_expect(n->steps_attempted == n->steps_taken + n->error_test_failures);
    cr_expect(!was_spoiled || failures == 0 || n->realizations > call / 4);
    bdf_free(trial.b);
    bdf_free(clean.b);
    return was_spoiled && failures == 0;
}

Test(bdf_failures, a_fault_at_any_call_is_survived) {
    int unnoticed[FAULT_FAILURE + 1] = {0};
    for (int which = 0; which < system_count; which++)
        for (int fault = FAULT_NAN; fault <= FAULT_FAILURE; fault++)
            for (int call = 0; call < tried_calls; call++)
                unnoticed[fault] += try_fault(which, (enum fault)fault, call, 0);
    /* A step is tried again, and shorter, where the field is not a number or is not there. */
    cr_expect(unnoticed[FAULT_NAN] > system_count * tried_calls / 3, "%d",
              unnoticed[FAULT_NAN]);
    cr_expect(unnoticed[FAULT_FAILURE] > system_count * tried_calls / 3, "%d",
              unnoticed[FAULT_FAILURE]);
}

static const double wall = 0.3;

static int beyond_the_wall_fails(void *context, double t, const double *x, double *ydot) {
    (void)context;
    ydot[0] = -x[0];
    return t > wall;
}

/* Where the equations end, the original's steps get as near as doubles do (Simbody 3.7, a force
 * that throws from t = 0.3 on: t = 0.29999999999999999). */
Test(bdf_failures, a_field_that_ends_is_followed_to_its_end) {
    struct integrator_system system = {.nq = 1, .nv = 1, .rates = beyond_the_wall_fails};
    const struct integrator_options options = projected_default_options();
    const double start[] = {1, 0}, near = 1e-12;
    bdf *b;
    cr_assert(bdf_alloc(&b, &system, &options) == FAST_OK);
    cr_assert(bdf_start(b, 0, start) == FAST_OK);
    const enum fast_status status = bdf_run(b, until);
    cr_expect(status == FAST_CALLBACK || status == FAST_BELOW_MIN_STEP, "%s",
              fast_status_text(status));
    cr_expect(bdf_time(b) <= wall && bdf_time(b) > wall - near, "%.17g", bdf_time(b));
    cr_expect(fabs(bdf_state(b)[0] - cos(bdf_time(b))) < wrong);
    bdf_free(b);
}

Test(bdf_failures, a_fault_that_stays_ends_the_run) {
    for (int which = 0; which < system_count; which++)
        for (int fault = FAULT_NAN; fault <= FAULT_FAILURE; fault++)
            for (int call = 0; call < tried_calls; call += 7)
                try_fault(which, (enum fault)fault, call, INT_MAX);
}

Test(bdf_failures, a_start_that_fails_keeps_what_was_begun) {
    for (int which = 0; which < system_count; which++)
        for (int fault = FAULT_NAN; fault <= FAULT_FAILURE; fault++)
            for (int call = 0; call < 4; call++) {
                struct trial trial, clean;
                set_up(&trial, which);
                set_up(&clean, which);
                cr_assert(bdf_run(trial.b, until / 2) == FAST_OK);
                cr_assert(bdf_run(clean.b, until / 2) == FAST_OK);
                plan_fault(&trial, (enum fault)fault, call, INT_MAX);
                enum fast_status status = bdf_start(trial.b, 1, trial.start);
                cr_expect(status == FAST_OK ? trial.faulty.calls <= call
                                            : is_known_failure(status));
                trial.faulty.first = trial.faulty.last = INT_MAX;
                if (status != FAST_OK) {
                    cr_expect(bdf_time(trial.b) == until / 2);
                    cr_expect(memcmp(bdf_statistics(trial.b), bdf_statistics(clean.b),
                                     sizeof(struct projected_statistics)) == 0);
                    cr_assert(bdf_run(trial.b, until) == FAST_OK);
                    cr_assert(bdf_run(clean.b, until) == FAST_OK);
                    cr_expect(memcmp(bdf_state(trial.b), bdf_state(clean.b),
                                     sizeof(double) * (size_t)trial.nx) == 0);
                }
                bdf_free(trial.b);
                bdf_free(clean.b);
            }
}

/* Number i: options that are no good; false: there is no more. */
static bool spoil_options(int i, struct integrator_options *options) {
    static const double zeros[3] = {0};
    switch (i) {
    case 0: options->relative = 1e-3; return true;
    case 1: options->absolute = 1e-3; return true;
    case 2: options->accuracy = 0; return true;
    case 3: options->accuracy = NAN; return true;
    case 4: options->fixed_step = true; return true;
    case 5: options->constraint_tolerance = 0; return true;
    case 6: options->max_step = 0; return true;
    case 7: options->min_step = 2, options->max_step = 1; return true;
    case 8: options->units = zeros; return true;
    case 9: options->joint_units = zeros; return true;
    case 10: options->initial_step = -1; return true;
    case 11: options->relative = 1e-3, options->absolute = 0; return true;
    default: return false;
    }
}

Test(bdf_failures, bad_options_are_refused) {
    int i = 0;
    struct integrator_options options = projected_default_options();
    bdf *b;
    for (; spoil_options(i, &options); i++) {
        cr_expect(bdf_alloc(&b, &point_on_rod, &options) == FAST_BAD_OPTION, "%d", i);
        cr_expect(b == NULL);
        options = projected_default_options();
    }
    cr_expect(i == 12);
    for (int mode = 0; mode < 2; mode++) {
        options.mode = mode == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
        options.relative = 1e-5, options.absolute = 1e-8;
        cr_assert(bdf_alloc(&b, &point_on_rod, &options) == FAST_OK);
        bdf_free(b);
    }
    struct integrator_system system = point_on_rod;
    system.dynamics = NULL;
    cr_expect(bdf_alloc(&b, &system, &options) == FAST_BAD_SYSTEM && b == NULL);
    system = (struct integrator_system){.joints = 0};
    cr_expect(bdf_alloc(&b, &system, &options) == FAST_BAD_SYSTEM);
    bdf_free(NULL);
}

Test(bdf_failures, states_and_times_that_make_no_sense_are_refused) {
    const struct integrator_options options = projected_default_options();
    bdf *b;
    cr_assert(bdf_alloc(&b, &point_on_rod, &options) == FAST_OK);
    cr_expect(bdf_run(b, 1) == FAST_NOT_STARTED);
    cr_expect(bdf_start(b, NAN, on_rod) == FAST_BAD_TIME);
    cr_assert(bdf_start(b, 0, on_rod) == FAST_OK);
    for (int i = 0; i < 6; i++) {
        double x[6];
        memcpy(x, on_rod, sizeof x);
        x[i] = i % 2 == 0 ? NAN : INFINITY;
        cr_expect(bdf_start(b, 0, x) == FAST_NOT_FINITE);
    }
    cr_assert(bdf_run(b, until) == FAST_OK);
    static const double bad[] = {0, 0.5, -1, NAN, INFINITY};
    for (int i = 0; i < 5; i++)
        cr_expect(bdf_advance(b, INFINITY, bad[i]) == FAST_BAD_TIME);
    cr_expect(bdf_advance(b, 0, 1) == FAST_BAD_TIME);
    cr_expect(bdf_advance(b, NAN, 1) == FAST_BAD_TIME);
    cr_expect(bdf_advance(b, INFINITY, nextafter(until, 1)) != FAST_BAD_TIME);
    cr_expect(bdf_run(b, 1) == FAST_OK && bdf_time(b) == 1);
    bdf_free(b);
}

/* A start off the rod is brought onto it; one at the centre has no direction to go. */
Test(bdf_failures, an_inconsistent_start_is_projected_or_refused) {
    const struct integrator_options options = projected_default_options();
    const double off[] = {0.7, -0.9, 0, 0.9, 0.6, 0.3}, centre[6] = {0};
    bdf *b;
    cr_assert(bdf_alloc(&b, &point_on_rod, &options) == FAST_OK);
    cr_assert(bdf_start(b, 0, off) == FAST_OK);
    cr_expect(bdf_position_error(b) <= 1e-5 && bdf_velocity_error(b) <= 1e-5);
    cr_assert(fabs(bdf_state(b)[0] - off[0] / hypot(off[0], off[1])) < 1e-5);
    const double near[] = {0.60001, -0.80001, 0, 0.8, 0.6, 0}; /* within the tolerance */
    cr_assert(bdf_start(b, 0, near) == FAST_OK);
    cr_expect(bdf_position_error(b) < 1e-9, "%g", bdf_position_error(b));
    enum fast_status status = bdf_start(b, 3, centre);
    cr_expect(status == FAST_INCONSISTENT || status == FAST_NOT_FINITE, "%s",
              fast_status_text(status));
    cr_expect(bdf_time(b) == 0);
    cr_expect(bdf_run(b, until) == FAST_OK);
    bdf_free(b);
}

/* q = 1 and q = 1 + gap of the same coordinate, whose second derivatives are to be 0 and
 * pull. */
struct twice {
    double gap, pull;
};

static int demand(void *context, double t, const double *x, double *ydot, double *bias,
                  double *matrix, double *response) {
    const struct twice *twice = context;
    (void)t, (void)x;
    ydot[0] = -9.81;
    bias[0] = 0;
    bias[1] = twice->pull;
    for (int i = 0; i < 2; i++)
        matrix[i] = response[i] = 1;
    return 0;
}

static int measure_positions(void *context, double t, const double *x, double *error,
                             double *matrix) {
    const struct twice *twice = context;
    (void)t;
    error[0] = x[0] - 1;
    error[1] = x[0] - 1 - twice->gap;
    for (int i = 0; i < 2 && matrix != NULL; i++)
        matrix[i] = 1;
    return 0;
}

static int measure_velocities(void *context, double t, const double *x, double *error,
                              double *matrix) {
    (void)context, (void)t;
    error[0] = error[1] = x[1];
    for (int i = 0; i < 2 && matrix != NULL; i++)
        matrix[i] = 1;
    return 0;
}

static int fall(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = -9.81;
    return 0;
}

Test(bdf_failures, constraints_that_contradict_each_other_are_reported) {
    struct twice twice = {.gap = 0.1};
    const struct integrator_system system = {.nq = 1,
                                             .nv = 1,
                                             .rates = fall,
                                             .context = &twice,
                                             .joints = 2,
                                             .holonomic = 2,
                                             .dynamics = demand,
                                             .position = measure_positions,
                                             .velocity = measure_velocities};
    const struct integrator_options options = projected_default_options();
    const double x[] = {1, 0};
    bdf *b;
    cr_assert(bdf_alloc(&b, &system, &options) == FAST_OK);
    cr_expect(bdf_start(b, 0, x) == FAST_INCONSISTENT);
    cr_expect(bdf_failed_row(b) >= 0);
    twice.gap = 0;
    cr_assert(bdf_start(b, 0, x) == FAST_OK); /* redundant, no more */
    cr_assert(bdf_run(b, until) == FAST_OK);
    cr_expect(fabs(bdf_multipliers(b)[0] + bdf_multipliers(b)[1] - -9.81) < 1e-12);
    twice.pull = 3;
    cr_expect(bdf_run(b, 1) == FAST_CONTRADICTORY);
    cr_expect(bdf_time(b) == until && bdf_failed_row(b) >= 0);
    cr_expect(fabs(bdf_state(b)[0] - 1) < 1e-12);
    twice.pull = 0;
    cr_expect(bdf_run(b, 1) == FAST_OK);
    bdf_free(b);
}

/* v' = v^2 from 1: no solution beyond t = 1. */
static int explode(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = x[1] * x[1];
    return 0;
}

Test(bdf_failures, a_pole_and_too_much_accuracy_end_a_run) {
    const struct integrator_system system = {.nq = 1, .nv = 1, .rates = explode};
    const double start[] = {0, 1};
    struct integrator_options options = projected_default_options();
    bdf *b;
    cr_assert(bdf_alloc(&b, &system, &options) == FAST_OK);
    cr_assert(bdf_start(b, 0, start) == FAST_OK);
    enum fast_status status = bdf_run(b, 3);
    cr_expect(is_known_failure(status), "%s", fast_status_text(status));
    cr_expect(fabs(bdf_time(b) - 1) < 0.1, "%g", bdf_time(b));
    cr_expect(bdf_statistics(b)->steps_attempted < 20000);
    bdf_free(b);
    options.accuracy = 1e-18;
    cr_assert(bdf_alloc(&b, &system, &options) == FAST_OK);
    cr_assert(bdf_start(b, 0, start) == FAST_OK);
    cr_expect(bdf_run(b, 0.5) == FAST_BELOW_MIN_STEP && bdf_time(b) == 0);
    bdf_free(b);
    options.accuracy = 1e-9, options.min_step = 0.1;
    cr_assert(bdf_alloc(&b, &system, &options) == FAST_OK);
    cr_assert(bdf_start(b, 0, start) == FAST_OK);
    status = bdf_run(b, 0.5);
    cr_expect(status == FAST_NOT_CONVERGED || status == FAST_BELOW_MIN_STEP);
    cr_expect(bdf_advance(b, 0.05, 0.5) == FAST_BAD_OPTION);
    bdf_free(b);
}
