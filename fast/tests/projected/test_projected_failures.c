/* Bad values and failing callbacks at any call: a status, time and state as before, and
 * the integrator goes on as if nothing had been once the fault is gone.
 *
 * Seen to fail: a start that keeps the new time when it fails; a step that leaves its
 * trial in the state; a failing attempt that is not tried again under error control, or
 * for ever; rates, states and derivatives that are not looked at; errors accepted at the
 * minimum step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "fast/projected.h"
#include "fast/tests/faults.h"
#include "fast/tests/projected_systems.h"
#include "fast/tests/samples.h"

static const double until = 0.5, fixed = 0.125; /* a whole number of steps */
enum { most_calls = 4000 };

/* Number i: its system and start. */
enum { system_count = 4 };
static struct integrator_system find_system(int i, double *start) {
    static const double on_rod[] = {0.6, -0.8, 0, 0.8, 0.6, 0.3};
    static const double body[] = {1, 0, 0, 0, 0.4, 2.3, -0.7};
    struct integrator_system system = {0};
    if (i == 2) {
        memcpy(start, on_rod, sizeof on_rod);
        return point_on_rod;
    }
    if (i == 3) {
        memcpy(start, body, sizeof body);
        return free_body;
    }
    const struct sample *sample =
        find_sample(i == 0 ? SAMPLE_PENDULUM : SAMPLE_HEAVY_TOP);
    memcpy(start, sample->x0, sizeof sample->x0);
    system = sample_system(sample);
    return system;
}

/* Method, form and mode number i. */
enum { choice_count = 12 };
static struct integrator_options choose(int i, bool is_fixed) {
    static const enum integrator_method methods[] = {
        PROJECTED_SEMI_EXPLICIT_EULER, PROJECTED_SEMI_EXPLICIT_EULER,
        PROJECTED_SEMI_EXPLICIT_EULER, PROJECTED_SEMI_EXPLICIT_EULER_2,
        PROJECTED_EXPLICIT_EULER,      PROJECTED_RUNGE_KUTTA_MERSON};
    struct integrator_options options = projected_default_options();
    options.method = methods[i / 2];
    options.form = (enum projected_form)(i / 2 % 3);
    options.mode = i % 2 == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
    options.fixed_step = is_fixed, options.step = fixed;
    options.initial_step = 0.1;
    options.projection = PROJECTED_EVERY_STEP;
    return options;
}

struct trial {
    struct faulty faulty;
    struct projected *m;
    double start[16];
    int nx;
};

static void set_up(struct trial *trial, int system, int choice, bool is_fixed) {
    const struct integrator_system inner = find_system(system, trial->start);
    const struct integrator_options options = choose(choice, is_fixed);
    trial->faulty = (struct faulty){.first = INT_MAX, .last = INT_MAX};
    const struct integrator_system outer = faulty_system(&trial->faulty, &inner);
    trial->nx = inner.nq + inner.nv + inner.nz;
    enum fast_status status = projected_alloc(&trial->m, &outer, &options);
    cr_assert(status == FAST_OK, "%s", fast_status_text(status));
    status = projected_start(trial->m, 0, trial->start);
    cr_assert(status == FAST_OK, "%s", fast_status_text(status));
}

/* From here on, call number first (0: the next) and so many after it are spoiled. */
static void plan_fault(struct trial *trial, enum fault fault, int first, int more) {
    trial->faulty.calls = 0;
    trial->faulty.fault = fault;
    trial->faulty.first = first;
    trial->faulty.last = more > INT_MAX - first ? INT_MAX : first + more;
}

static void mend(struct trial *trial) {
    trial->faulty.first = trial->faulty.last = INT_MAX;
}

static bool is_known_failure(enum fast_status status) {
    return status == FAST_CALLBACK || status == FAST_NOT_FINITE ||
           status == FAST_PROJECTION || status == FAST_NOT_CONVERGED ||
           status == FAST_SINGULAR || status == FAST_CONTRADICTORY ||
           status == FAST_INCONSISTENT || status == FAST_BELOW_MIN_STEP;
}

/* With fixed steps: one after the other; the same bits as a run without a fault. */
static void try_fixed(int system, int choice, enum fault fault) {
    struct trial trial, clean;
    set_up(&clean, system, choice, true);
    clean.faulty.calls = 0;
    while (projected_time(clean.m) < until)
        cr_assert(projected_advance(clean.m, fixed, until) == FAST_OK);
    for (int call = 0; call < clean.faulty.calls; call++) {
        double before[16], t;
        int failures = 0;
        set_up(&trial, system, choice, true);
        plan_fault(&trial, fault, call, 0);
        while (projected_time(trial.m) < until) {
            memcpy(before, projected_state(trial.m), sizeof *before * (size_t)trial.nx);
            t = projected_time(trial.m);
            enum fast_status status = projected_advance(trial.m, fixed, until);
            if (status == FAST_OK)
                continue;
            cr_assert(failures++ < 3 && is_known_failure(status), "%s",
                      fast_status_text(status));
            cr_assert(projected_time(trial.m) == t &&
                      memcmp(before, projected_state(trial.m),
                             sizeof *before * (size_t)trial.nx) == 0);
        }
        cr_expect(memcmp(projected_state(clean.m), projected_state(trial.m),
                         sizeof *before * (size_t)trial.nx) == 0,
                  "system %d, choice %d, fault %d at call %d", system, choice, fault,
                  call);
        cr_expect(failures > 0 || fault != FAULT_FAILURE, "%d %d %d %d", system, choice,
                  fault, call);
        projected_free(trial.m);
    }
    projected_free(clean.m);
}

Test(projected_failures, with_fixed_steps_any_fault_leaves_the_state) {
    for (int system = 0; system < system_count; system++)
        for (int choice = 0; choice < choice_count; choice++)
            for (int fault = FAULT_NAN; fault <= FAULT_FAILURE; fault++)
                try_fixed(system, choice, (enum fault)fault);
}

/* A run of steps, plain or not, is interrupted by a fault and goes on to the same end. */
Test(projected_failures, a_run_that_is_interrupted_can_be_taken_up) {
    for (int system = 0; system < system_count; system++)
        for (int choice = 0; choice < choice_count; choice++)
            for (int fault = FAULT_NAN; fault <= FAULT_FAILURE; fault++) {
                struct trial trial, clean;
                set_up(&clean, system, choice, true);
                set_up(&trial, system, choice, true);
                plan_fault(&trial, (enum fault)fault, 2, 0);
                cr_assert(projected_run(clean.m, until) == FAST_OK);
                for (int runs = 0; projected_time(trial.m) < until; runs++) {
                    cr_assert(runs < 3);
                    projected_run(trial.m, until);
                }
                cr_expect(memcmp(projected_state(clean.m), projected_state(trial.m),
                                 sizeof(double) * (size_t)trial.nx) == 0);
                projected_free(trial.m);
                projected_free(clean.m);
            }
}

/* How far apart two states are. */
static double distance(const double *a, const double *b, int n) {
    double apart = 0;
    for (int i = 0; i < n; i++)
        apart = fmax(apart, fabs(a[i] - b[i]));
    return isnan(apart) ? INFINITY : apart;
}

/* Under error control a fault that passes costs a shorter step, or ends the run where it
 * can be taken up; one that stays ends it. */
static void try_controlled(int system, int choice, enum fault fault, int call, int more) {
    struct trial trial, clean;
    set_up(&clean, system, choice, false);
    cr_assert(projected_run(clean.m, until) == FAST_OK);
    set_up(&trial, system, choice, false);
    plan_fault(&trial, fault, call, more);
    enum fast_status status = projected_run(trial.m, until);
    cr_expect(status == FAST_OK || is_known_failure(status), "%s",
              fast_status_text(status));
    cr_expect(more == 0 || status != FAST_OK || trial.faulty.calls <= call);
    cr_expect(trial.faulty.calls < most_calls);
    const double *x = projected_state(trial.m);
    for (int i = 0; i < trial.nx; i++)
        cr_expect(isfinite(x[i]));
    mend(&trial);
    cr_expect(projected_run(trial.m, until) == FAST_OK);
    cr_expect(projected_time(trial.m) == until);
    cr_expect(distance(x, projected_state(clean.m), trial.nx) < 0.1,
              "system %d, choice %d, fault %d at %d: %g", system, choice, fault, call,
              distance(x, projected_state(clean.m), trial.nx));
    projected_free(trial.m);
    projected_free(clean.m);
}

Test(projected_failures, under_error_control_faults_are_survived) {
    for (int system = 0; system < system_count; system++)
        for (int choice = 6; choice < choice_count; choice++)
            for (int fault = FAULT_NAN; fault <= FAULT_FAILURE; fault++)
                for (int call = 0; call < 30; call++) {
                    try_controlled(system, choice, (enum fault)fault, call, 0);
                    try_controlled(system, choice, (enum fault)fault, call, INT_MAX);
                }
}

Test(projected_failures, a_start_that_fails_keeps_what_was_begun) {
    for (int system = 0; system < system_count; system++)
        for (int choice = 0; choice < choice_count; choice++)
            for (int fault = FAULT_NAN; fault <= FAULT_FAILURE; fault++)
                for (int call = 0; call < 3; call++) {
                    struct trial trial, clean;
                    set_up(&trial, system, choice, true);
                    set_up(&clean, system, choice, true);
                    cr_assert(projected_run(trial.m, fixed) == FAST_OK);
                    cr_assert(projected_run(clean.m, fixed) == FAST_OK);
                    plan_fault(&trial, (enum fault)fault, call, INT_MAX);
                    enum fast_status status = projected_start(trial.m, 1, trial.start);
                    const bool was_called = trial.faulty.calls > call;
                    cr_expect(!was_called || is_known_failure(status));
                    mend(&trial);
                    if (status == FAST_OK) {
                        projected_free(trial.m), projected_free(clean.m);
                        continue;
                    }
                    cr_expect(projected_time(trial.m) == fixed);
                    cr_expect(memcmp(projected_statistics(trial.m),
                                     projected_statistics(clean.m),
                                     sizeof(struct projected_statistics)) == 0);
                    cr_assert(projected_run(trial.m, until) == FAST_OK);
                    cr_assert(projected_run(clean.m, until) == FAST_OK);
                    cr_expect(memcmp(projected_state(trial.m), projected_state(clean.m),
                                     sizeof(double) * (size_t)trial.nx) == 0);
                    projected_free(trial.m), projected_free(clean.m);
                }
}

Test(projected_failures, states_that_are_not_finite_are_refused) {
    for (int system = 0; system < system_count; system++) {
        struct trial trial;
        set_up(&trial, system, 6, false);
        for (int i = 0; i < trial.nx; i++) {
            double x[16];
            memcpy(x, trial.start, sizeof x);
            x[i] = i % 2 == 0 ? NAN : -INFINITY;
            cr_expect(projected_start(trial.m, 0, x) == FAST_NOT_FINITE);
        }
        cr_expect(projected_time(trial.m) == 0);
        cr_expect(projected_run(trial.m, until) == FAST_OK);
        projected_free(trial.m);
    }
}

/* v' = v^2 from 1: no solution beyond t = 1. */
static int explode(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = x[1] * x[1];
    return 0;
}

Test(projected_failures, a_pole_ends_a_run_in_default_mode) {
    const struct integrator_system system = {.nq = 1, .nv = 1, .rates = explode};
    const double start[] = {0, 1};
    for (int method = 1; method < 4; method++) {
        struct integrator_options options = projected_default_options();
        options.method = (enum integrator_method)(PROJECTED_SEMI_EXPLICIT_EULER + method);
        struct projected *m;
        cr_assert(projected_alloc(&m, &system, &options) == FAST_OK);
        cr_assert(projected_start(m, 0, start) == FAST_OK);
        enum fast_status status = projected_run(m, 3);
        cr_expect(status == FAST_BELOW_MIN_STEP || status == FAST_NOT_FINITE, "%s",
                  fast_status_text(status));
        cr_expect(fabs(projected_time(m) - 1) < 0.1, "%g", projected_time(m));
        cr_expect(projected_statistics(m)->steps_attempted < 200000, "%ld",
                  projected_statistics(m)->steps_attempted);
        projected_free(m);
    }
}

Test(projected_failures, a_minimum_step_that_is_too_long_is_reported_by_default_alone) {
    struct body body = {.m = 1, .k = 400, .c = 0};
    const struct integrator_system system = make_spring(&body);
    const double start[] = {1, 0};
    for (int mode = 0; mode < 2; mode++) {
        struct integrator_options options = projected_default_options();
        options.mode = mode == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
        options.min_step = 0.01;
        struct projected *m;
        cr_assert(projected_alloc(&m, &system, &options) == FAST_OK);
        cr_assert(projected_start(m, 0, start) == FAST_OK);
        enum fast_status status = projected_run(m, 0.1);
        cr_expect(status == (mode == 0 ? FAST_BELOW_MIN_STEP : FAST_OK));
        cr_expect(projected_time(m) == (mode == 0 ? 0 : 0.1));
        projected_free(m);
    }
}

/* A pendulum that cannot be evaluated in its first attempt (call 3), for once or for
 * good. */
Test(projected_failures, an_attempt_is_made_again_but_not_for_ever) {
    for (int mode = 0; mode < 2; mode++)
        for (int stays = 0; stays < 2; stays++) {
            struct trial trial;
            set_up(&trial, 0, 10 + mode, false);
            plan_fault(&trial, FAULT_FAILURE, 3, stays ? INT_MAX : 0);
            enum fast_status status = projected_run(trial.m, until);
            const struct projected_statistics *s = projected_statistics(trial.m);
            cr_expect(status == (stays ? FAST_CALLBACK : FAST_OK));
            cr_expect(projected_time(trial.m) == (stays ? 0 : until));
            cr_expect(s->convergence_failures == s->realization_failures);
            if (stays) /* from 0.1 to 1e-15, or to nothing */
                cr_expect(mode == 0 ? s->steps_attempted < 20 : s->steps_attempted > 100);
            else
                cr_expect(s->convergence_failures == 1);
            projected_free(trial.m);
        }
}
