/* fast does what Drake's VelocityImplicitEulerIntegrator does: the same counts, the same
 * states, the same evaluations in the same order, in every recorded case.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "records.h"

static void compare_counter(const struct repetition *repetition, const char *name,
                            size_t i, long value) {
    long recorded = (long)json_integer_value(
        json_array_get(json_object_get(repetition->record, "stats"), i));
    cr_expect(value == recorded || !repetition->is_robust, "%s: %s is %ld, not %ld",
              repetition->id, name, value, recorded);
}

static void compare_measure(const struct repetition *repetition, const char *name,
                            size_t i, double value) {
    const json_t *recorded =
        json_array_get(json_object_get(repetition->record, "stats"), i);
    bool same =
        json_is_null(recorded) ? isnan(value) : value == json_number_value(recorded);
    cr_expect(same, "%s: %s is %a", repetition->id, name, value);
}

static void compare_statistics(const struct repetition *repetition) {
    const struct fast_statistics *statistics = fast_statistics(repetition->integrator);
    size_t i = 0;
#define COMPARE_COUNTER(name) compare_counter(repetition, #name, i++, statistics->name);
    FAST_COUNTER_LIST(COMPARE_COUNTER)
#undef COMPARE_COUNTER
#define COMPARE_MEASURE(name) compare_measure(repetition, #name, i++, statistics->name);
    FAST_MEASURE_LIST(COMPARE_MEASURE)
#undef COMPARE_MEASURE
}

/* Runs the case; whether it succeeds must be as recorded. */
static void repeat(struct repetition *repetition) {
    const json_t *converged = json_object_get(repetition->record, "converged");
    enum fast_status status = repetition->is_run
                                  ? fast_run(repetition->integrator, repetition->t_final)
                                  : fast_step(repetition->integrator, repetition->h);
    bool recorded = repetition->is_run || json_is_true(converged);
    cr_expect((status == FAST_OK) == recorded || !repetition->is_robust, "%s: %s",
              repetition->id, fast_status_text(status));
}

static double distance_of_result(const struct repetition *repetition) {
    const json_t *error = json_object_get(repetition->record, "error_estimate");
    const json_t *x = json_object_get(repetition->record, "x");
    const fast *integrator = repetition->integrator;
    double distance = distance_to_record(repetition, fast_state(integrator), x, 0);
    if (error == NULL) /* of a step that failed */
        return distance;
    double other =
        distance_to_record(repetition, fast_error_estimate(integrator), error, 0);
    return isnan(other) || other > distance ? other : distance;
}

static void for_each_case(void (*check)(struct repetition *)) {
    struct repetition repetition;
    json_t *records = records_open();
    for (size_t i = 0; i < records_count(records); i++) {
        repetition_open(&repetition, records, i);
        check(&repetition);
        repetition_close(&repetition);
    }
    records_close(records);
}

static int cases, runs, states_on_the_way, traces, identical;

static void check_statistics(struct repetition *repetition) {
    repeat(repetition);
    compare_statistics(repetition);
    cases++;
    runs += repetition->is_run;
}

/* Seen to fail: J formed at the end's time; the first half's guess large; kappa 0.07;
 * convergence judged from the second iteration on; no factorisation in trial 2; q left out
 * of the update's norm; a forward perturbation of 1e-8. */
Test(original, every_counter_and_step_size_is_the_recorded_one) {
    for_each_case(check_statistics);
    cr_expect_eq(cases, 452);
    cr_expect_eq(runs, 154);
}

static void check_result(struct repetition *repetition) {
    repeat(repetition);
    cases++;
    double t = json_number_value(json_object_get(repetition->record, "t"));
    cr_expect(fast_time(repetition->integrator) == t || !repetition->is_robust,
              "%s: t = %a", repetition->id, fast_time(repetition->integrator));
    double distance = distance_of_result(repetition);
    cr_expect(isfinite(distance) && distance <= repetition->tolerance, "%s: off by %g",
              repetition->id, distance);
    identical += distance == 0;
#if FLT_EVAL_METHOD == 0
    cr_expect(distance == 0 || !repetition->is_algebraic, "%s: not to the bit",
              repetition->id);
#endif
}

Test(original, every_state_and_error_estimate_is_the_recorded_one) {
    for_each_case(check_result);
    cr_log_info("%d of %d cases to the bit", identical, cases);
}

/* The states on the way of a run, which stops at each. */
static void check_states_on_the_way(struct repetition *repetition) {
    const json_t *states = json_object_get(repetition->record, "states");
    for (size_t i = 0; i < json_array_size(states); i++) {
        const json_t *t = json_array_get(json_array_get(states, i), 0);
        const json_t *x = json_array_get(json_array_get(states, i), 1);
        cr_assert(fast_run(repetition->integrator, json_number_value(t)) == FAST_OK);
        double distance =
            distance_to_record(repetition, fast_state(repetition->integrator), x, 0);
        cr_expect(isfinite(distance) && distance <= repetition->tolerance,
                  "%s: off by %g at %g", repetition->id, distance, json_number_value(t));
        states_on_the_way++;
    }
}

Test(original, every_state_on_the_way_is_the_recorded_one) {
    for_each_case(check_states_on_the_way);
    cr_expect_eq(states_on_the_way, 1232);
}

static void check_trace(struct repetition *repetition) {
    const json_t *trace = json_object_get(repetition->record, "rhs_trace");
    if (trace == NULL)
        return;
    repeat(repetition);
    traces++;
    int evaluations = (int)json_array_size(trace);
    cr_assert(repetition->evaluations == evaluations || !repetition->is_robust,
              "%s: %d evaluations", repetition->id, repetition->evaluations);
    for (int i = 0; i < evaluations && i < repetition->evaluations; i++) {
        const json_t *entry = json_array_get(trace, (size_t)i);
        double distance =
            distance_to_record(repetition, repetition->trace[i] + 1, entry, 1);
        cr_expect(repetition->trace[i][0] == json_number_value(json_array_get(entry, 0)),
                  "%s: t of evaluation %d", repetition->id, i);
        cr_expect(isfinite(distance) && distance <= repetition->tolerance,
                  "%s: evaluation %d is off by %g", repetition->id, i, distance);
    }
}

Test(original, every_recorded_evaluation_is_repeated_in_order) {
    for_each_case(check_trace);
    cr_expect_eq(traces, 58);
}
