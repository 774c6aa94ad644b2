/* Random calls of projected_step_to under all its options, as Simbody 3.7 has answered them:
 * data/sequences.json. Counters are the original's, states of springs and pendulums to the bit,
 * those of bodies and on the rod to rounding.
 *
 * Seen to fail: N of semi-explicit Euler 2's large step always at the step's start; the size of
 * the first step as it was taken; a failed projection that is not accepted at the minimum step;
 * reports that are projected against the option; a step limit that counts over calls; no last
 * step before there is one; N+ of quaternions as it is in default mode, in the norm, in
 * positions and in the estimate; the estimate's change with N+ where it was factored.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/projected.h"
#include "fast/tests/constrained.h"
#include "fast/tests/projected_records.h"

/* Of a call: where its answer's parts are. */
enum {
    REPORT,
    SCHEDULED,
    STATUS,
    TIME,
    ADVANCED_TIME,
    FIRST_COUNTER,
    COUNTERS = 8,
    LAST_STEP = FIRST_COUNTER + COUNTERS,
    NEXT_STEP,
    FIRST_STEP,
    STATE
};

/* What is not to the bit: states; and sizes of steps, which follow from errors that are small
 * differences of states. */
static const double allowed = 1e-11, allowed_size = 1e-9;
static const double no_time = 1e299; /* and above: infinity */

static double part(const json_t *call, size_t i) {
    return json_number_value(json_array_get(call, i));
}

static double time_of(const json_t *call, size_t i) {
    return part(call, i) > no_time ? INFINITY : part(call, i);
}

static bool flag(const json_t *c, const char *name) {
    return record_number(c, name) != 0;
}

/* 0 in the record: unset. */
static void set(double *option, const json_t *c, const char *name) {
    if (flag(c, name))
        *option = record_number(c, name);
}

static enum integrator_method method_of(const json_t *c) {
    const char *name = record_text(c, "method");
    return strcmp(name, "SemiExplicitEuler") == 0    ? PROJECTED_SEMI_EXPLICIT_EULER
           : strcmp(name, "SemiExplicitEuler2") == 0 ? PROJECTED_SEMI_EXPLICIT_EULER_2
           : strcmp(name, "ExplicitEuler") == 0      ? PROJECTED_EXPLICIT_EULER
                                                     : PROJECTED_RUNGE_KUTTA_MERSON;
}

static struct integrator_options recorded_options(const json_t *c) {
    struct integrator_options o = integrator_default_options(method_of(c));
    integrator_complete_options(&o);
    o.mode = FAST_FAITHFUL;
    o.fixed_step = json_is_true(json_object_get(c, "fixed"));
    set(&o.step, c, "step");
    set(&o.accuracy, c, "accuracy");
    set(&o.constraint_tolerance, c, "tolerance");
    set(&o.max_step, c, "max_step");
    set(&o.min_step, c, "min_step");
    set(&o.initial_step, c, "initial_step");
    set(&o.time_scale, c, "time_scale");
    set(&o.final_time, c, "final_time");
    o.projection = flag(c, "every_step") ? PROJECTED_EVERY_STEP : PROJECTED_LAZY;
    o.norm = flag(c, "infinity") ? PROJECTED_INFINITY : PROJECTED_ROOT_MEAN_SQUARE;
    o.interpolate = flag(c, "interpolate");
    o.project_interpolated = flag(c, "project_interpolated");
    o.return_every_step = flag(c, "return_every_step");
    o.step_limit = (long)record_number(c, "step_limit");
    return o;
}

static struct integrator_system system_of(const json_t *c, struct body *body,
                                          struct pinned *pinned) {
    const char *name = record_text(c, "system");
    if (strcmp(name, "pinned") == 0)
        return pinned_system(pinned);
    if (strcmp(name, "rod") == 0)
        return point_on_rod;
    if (strcmp(name, "body") == 0)
        return free_body;
    return strcmp(name, "spring") == 0 ? make_spring(body) : make_pendulum(body);
}

static struct projected *begin(const json_t *c, struct body *body,
                               struct pinned *pinned) {
    const struct integrator_system system = system_of(c, body, pinned);
    struct integrator_options options = recorded_options(c);
    struct projected *m;
    double x[13], weights[6];
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        x[i] = record_entry(c, "start", i);
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        weights[i] = record_entry(c, "weights", i);
    if (json_array_size(json_object_get(c, "weights")) > 0)
        options.weights_v = weights;
    enum fast_status status = projected_alloc(&m, &system, &options);
    if (status == FAST_OK)
        status = projected_start(m, 0, x);
    cr_assert(status == FAST_OK, "%s", fast_status_text(status));
    return m;
}

static bool is_close(double a, double b) {
    return fabs(a - b) <= allowed * fmax(1, fabs(b));
}

static void compare_sizes(const struct projected_statistics *s, const json_t *call,
                          bool to_the_bit, size_t i, size_t k) {
    const double size[] = {s->last_step, s->next_step, s->first_step};
    const size_t count = s->steps_taken > 0 ? 3 : 2; /* before there is one, no first */
    for (size_t j = 0; j < count; j++) {
        const double expected = part(call, LAST_STEP + j);
        const double off = fabs(size[j] - expected);
        cr_expect(off <= (to_the_bit ? 0 : allowed_size),
                  "case %zu, call %zu: %g, not %g", i, k, size[j], expected);
    }
}

static void compare_counters(const struct projected_statistics *s, const json_t *call,
                             size_t i, size_t k) {
    static const char *const name[COUNTERS] = {
        "attempts",     "steps",         "failures",      "convergence failures",
        "realizations", "q projections", "u projections", "iterations"};
    const long counter[COUNTERS] = {s->steps_attempted,     s->steps_taken,
                                    s->error_test_failures, s->convergence_failures,
                                    s->realizations,        s->q_projections,
                                    s->u_projections,       s->iterations};
    for (size_t j = 0; j < COUNTERS; j++)
        cr_expect((double)counter[j] == part(call, FIRST_COUNTER + j),
                  "case %zu, call %zu: %ld %s, not %g", i, k, counter[j], name[j],
                  part(call, FIRST_COUNTER + j));
}

static void compare_state(const struct projected *m, const json_t *call, bool to_the_bit,
                          size_t i, size_t k) {
    const double *x = projected_state(m);
    for (size_t j = 0; STATE + j < json_array_size(call); j++) {
        const double expected = part(call, STATE + j);
        const bool same = to_the_bit ? x[j] == expected : is_close(x[j], expected);
        cr_expect(same, "case %zu, call %zu: x[%zu] = %.17g, not %.17g", i, k, j, x[j],
                  expected);
    }
}

/* The first entry of a case's calls is the start. */
static void repeat(const json_t *c, size_t i, int *told) {
    struct body body = {.m = 1.37, .k = 5.3, .c = 0.11, .g = 9.81, .L = 0.83};
    const json_t *calls = json_object_get(c, "calls");
    struct pinned pinned = {.point = {0.3, -0.4, 0.2}};
    struct projected *m = begin(c, &body, &pinned);
    const bool to_the_bit = strcmp(record_text(c, "system"), "spring") == 0 ||
                            strcmp(record_text(c, "system"), "pendulum") == 0;
    for (size_t k = 0; k < json_array_size(calls); k++) {
        const json_t *call = json_array_get(calls, k);
        if (k > 0) {
            enum projected_stop stop;
            const enum fast_status status = projected_step_to(
                m, time_of(call, REPORT), time_of(call, SCHEDULED), &stop);
            cr_assert(status == FAST_OK, "case %zu, call %zu: %s", i, k,
                      fast_status_text(status));
            cr_expect((double)stop == part(call, STATUS),
                      "case %zu, call %zu: %d, not %g", i, k, (int)stop,
                      part(call, STATUS));
            told[stop]++;
        }
        cr_expect(is_close(projected_time(m), part(call, TIME)));
        cr_expect(is_close(projected_advanced_time(m), part(call, ADVANCED_TIME)));
        compare_counters(projected_statistics(m), call, i, k);
        compare_sizes(projected_statistics(m), call, to_the_bit, i, k);
        compare_state(m, call, to_the_bit, i, k);
    }
}

Test(projected_sequences, calls_are_answered_as_the_original_answers_them) {
    json_error_t error;
    json_t *records =
        json_load_file(TEST_DATA "/sequences.json", JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(records, "%s, line %d", error.text, error.line);
    const json_t *cases = json_object_get(records, "cases");
    int told[PROJECTED_START_OF_INTERVAL + 1] = {0};
    for (size_t i = 0; i < json_array_size(cases); i++)
        repeat(json_array_get(cases, i), i, told);
    cr_expect(json_array_size(cases) == 75);
    cr_expect(told[PROJECTED_REACHED_REPORT_TIME] == 318 &&
              told[PROJECTED_REACHED_SCHEDULED_TIME] == 110 &&
              told[PROJECTED_TIME_HAS_ADVANCED] == 123 &&
              told[PROJECTED_REACHED_STEP_LIMIT] == 86 &&
              told[PROJECTED_END_OF_SIMULATION] == 11);
}
