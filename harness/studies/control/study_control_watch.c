/* Error control, watched: the runs, and what is made of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/study_control_watch.h"

#include <math.h>

#include "harness/base/message.h"

const double control_accuracy[2] = {1e-4, 1e-6};
const double control_jump_accuracy = 1e-9, control_late_accuracy = 1e-2,
             control_longest = 0.013;

enum {
    MOST_STEPS = 240,
    QUIET_STEPS = 14,
    LIMITED_STEPS = 30,
    JUMP_STEPS = 60,
    LATE_STEPS = 2000
};

/* The first step of some is a part of what is asked for first; the end is reached by none. */
static const double quiet_first_end = 1, quiet_end = 1e30;
static const double limited_accuracy = 1e-2, jump_end = 0.5, state_end = 1, late_end = 70;

struct result control_result(const struct study *s, const char *quantity) {
    struct result r = result_begin(s->model, "control", "double", quantity);
    r.grade = "none";
    r.required = false;
    return r;
}

struct result control_at_most(const struct study *s, const char *quantity, double value,
                              double most, bool judged) {
    struct result r = control_result(s, quantity);
    r.value = r.low = r.high = value;
    r.expected = 0;
    r.tolerance = most;
    r.required = judged;
    r.verdict = judged ? verdict_at_most(value, most) : VERDICT_NOT_ASYMPTOTIC;
    return r;
}

static int run_quiet(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    const double x[CONTROL_ENTRIES] = {0.3, -0.7, 0, 0};
    const struct control_settings settings = {.accuracy = control_accuracy[0],
                                              .max_step = NAN,
                                              .end = quiet_end,
                                              .first_end = quiet_first_end,
                                              .most_steps = QUIET_STEPS};
    return control_run_make(&w->quiet, s, &settings, 0, x, d);
}

static int run_jump(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    const double x[CONTROL_ENTRIES] = {0.3, -0.7, 0, 0};
    const struct control_settings settings = {.accuracy = control_jump_accuracy,
                                              .max_step = NAN,
                                              .end = jump_end,
                                              .most_steps = JUMP_STEPS};
    return control_run_make(&w->jump, s, &settings, 0, x, d);
}

static int run_state(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    const double x[CONTROL_ENTRIES] = {0.3, 0, tanh(-12), 0.2};
    const struct control_settings settings = {.accuracy = control_accuracy[0],
                                              .max_step = NAN,
                                              .end = state_end,
                                              .most_steps = MOST_STEPS};
    return control_run_make(&w->state, s, &settings, 0, x, d);
}

static int run_late(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    const double x[CONTROL_ENTRIES] = {0.9, 0.6, 0.1, -0.2};
    const struct control_settings settings = {.accuracy = control_late_accuracy,
                                              .max_step = NAN,
                                              .end = late_end,
                                              .most_steps = LATE_STEPS,
                                              .repeats = true,
                                              .at_begin = true};
    return control_run_make(&w->late, s, &settings, 0, x, d);
}

static int run_moving(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    double x[CONTROL_ENTRIES];
    int failed = 0;
    control_moving_solution(0, x);
    for (int i = 0; i < 2 && !failed; i++) {
        const struct control_settings settings = {.accuracy = control_accuracy[i],
                                                  .max_step = NAN,
                                                  .end = CONTROL_MOVING_END,
                                                  .most_steps = MOST_STEPS,
                                                  .repeats = true};
        failed = control_run_make(&w->run[i], s, &settings, 0, x, d);
    }
    const struct control_settings limited = {.accuracy = limited_accuracy,
                                             .max_step = control_longest,
                                             .end = CONTROL_MOVING_END,
                                             .most_steps = LIMITED_STEPS};
    return failed || control_run_make(&w->limited, s, &limited, 0, x, d);
}

static int judge_moving(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    control_law_find(&w->law, w->run, control_accuracy, 2, &w->quiet);
    if (control_judge_steps(s, w) || control_judge_formula(s, w) ||
        control_judge_limits(s, w) || control_judge_law(s, w) ||
        control_judge_order(s, w) || control_judge_counters(s, w))
        return message_set(d, "out of memory");
    return control_judge_incidents(s, w, d) || control_judge_accuracy(s, w, d);
}

/* Without error control there is nothing to be watched, and one line says so. Error control
 * that makes no step, or none though it is declared, is a faulty one. */
static int note_missing(const struct study *s, struct results *results, bool is_missing,
                        const struct diagnostic *why) {
    struct result r = control_result(s, "error-control");
    r.required = !is_missing || s->declared_control != NULL;
    r.verdict = r.required ? VERDICT_FAIL : VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &r, "%s: %s",
                         !is_missing  ? "its first step under error control fails"
                         : r.required ? "it is declared, and there is none"
                                      : "not applicable",
                         why->text);
}

static int watch(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    struct diagnostic why = {""};
    int failed = run_moving(s, w, &why);
    const struct control_run *first = &w->run[0];
    bool makes_none = !failed && first->failed && first->steps == 0;
    if (makes_none)
        why = first->why;
    bool is_missing = failed || (first->refuses && w->run[1].refuses);
    if (failed || makes_none)
        return note_missing(s, w->results, is_missing, &why)
                   ? message_set(d, "out of memory")
                   : 0;
    if (control_with_model(s, control_quiet, w, run_quiet, d) ||
        control_with_model(s, control_jump, w, run_jump, d) ||
        control_with_model(s, control_state, w, run_state, d) ||
        control_with_model(s, control_late, w, run_late, d))
        return -1;
    return judge_moving(s, w, d);
}

int study_control_watch(const struct study *s, struct results *results,
                        struct diagnostic *d) {
    struct control_watch w = {.results = results};
    int failed = control_with_model(s, control_moving, &w, watch, d);
    for (int i = 0; i < 2; i++)
        control_run_clear(&w.run[i]);
    control_run_clear(&w.quiet);
    control_run_clear(&w.limited);
    control_run_clear(&w.jump);
    control_run_clear(&w.state);
    control_run_clear(&w.late);
    return failed;
}
