/* Error control, watched: the runs, and what is made of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/study_control_watch.h"

#include <math.h>

const double control_accuracy[2] = {1e-4, 1e-6};
const double control_jump_accuracy = 1e-9, control_late_accuracy = 1e-2,
             control_turns_accuracy = 3e-4, control_longest = 0.013;

enum {
    MOST_STEPS = 240,
    QUIET_STEPS = 14,
    LIMITED_STEPS = 30,
    JUMP_STEPS = 60,
    QUICK_STEPS = 12,
    TURNS_STEPS = 900,
    NEAR_STEPS = 4,
    LATE_STEPS = 2000
};

/* The first end is so many longest steps away: nearly one. */
static const double beyond_longest = 1.05;

/* The force sets in shortly before this end: steps have grown, and the last one goes across. */
static const double last_end = 0.0407;

/* An end so near to the start that some take it for reached, though much moves on the way. */
static const double near_end = 1e-9;

/* The first step of some is a part of what is asked for first; the end is reached by none. */
static const double quiet_first_end = 1, quiet_end = 1e30;
static const double limited_accuracy = 1e-2, jump_end = 0.5, state_end = 1, large_end = 1,
                    quick_end = 1, turns_end = 1.2, late_end = 70;

struct result control_result(const struct study *s, const char *quantity) {
    struct result r = result_begin(s->model, "control", "double", quantity);
    r.grade = "none";
    r.required = false;
    return r;
}

struct result control_at_most(const struct study *s, const char *quantity, double value,
                              double most, bool judged) {
    struct result r = control_result(s, quantity);
    r.low = value;
    result_hold(&r, value, most);
    r.required = judged;
    if (!judged)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return r;
}

/* A run of one of the study's motions from (0, x). */
struct solo {
    const char *text;
    double x[CONTROL_ENTRIES];
    struct control_settings settings;
    struct control_run *run;
};

static int run_solo(const struct study *s, void *context, struct diagnostic *d) {
    struct solo *solo = context;
    solo->settings.max_step = NAN;
    return control_run_make(solo->run, s, &solo->settings, 0, solo->x, d);
}

static int run_solos(const struct study *s, struct control_watch *w,
                     struct diagnostic *d) {
    struct solo solos[] = {
        {control_quiet,
         {0.3, -0.7, 0, 0},
         {.accuracy = control_accuracy[0],
          .end = quiet_end,
          .first_end = quiet_first_end,
          .most_steps = QUIET_STEPS},
         &w->quiet},
        {control_jump,
         {0.3, -0.7, 0, 0},
         {.accuracy = control_jump_accuracy, .end = jump_end, .most_steps = JUMP_STEPS},
         &w->jump},
        {control_jump,
         {0.3, -0.7, 0, 0},
         {.accuracy = control_accuracy[0], .end = last_end, .most_steps = JUMP_STEPS},
         &w->last},
        {control_quick,
         {0.9, 0.1, 0.3, -0.7},
         {.accuracy = control_accuracy[0], .end = quick_end, .most_steps = QUICK_STEPS},
         &w->quick},
        {control_state,
         {0.3, 0, tanh(-12), 0.2},
         {.accuracy = control_accuracy[0], .end = state_end, .most_steps = MOST_STEPS},
         &w->state},
        {control_turns,
         {2 * tanh(-5), 2 * tanh(-10), 2 * tanh(-15), 2 * tanh(-20)},
         {.accuracy = control_turns_accuracy,
          .end = turns_end,
          .most_steps = TURNS_STEPS},
         &w->turns},
        {control_large,
         {3000, -5000, 3000 + 2000 * tanh(-6), 4000},
         {.accuracy = control_accuracy[0], .end = large_end, .most_steps = MOST_STEPS},
         &w->large},
        {control_late,
         {0.9, 0.6, 2, -3},
         {.accuracy = control_accuracy[0],
          .end = near_end,
          .most_steps = NEAR_STEPS,
          .repeats = true},
         &w->near},
        {control_late,
         {0.9, 0.6, 0.1, -0.2},
         {.accuracy = control_late_accuracy,
          .end = late_end,
          .most_steps = LATE_STEPS,
          .repeats = true,
          .at_begin = true},
         &w->late}};
    for (size_t i = 0; i < sizeof solos / sizeof *solos; i++)
        if (control_with_model(s, solos[i].text, &solos[i], run_solo, d))
            return -1;
    return 0;
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
                                             .first_end =
                                                 beyond_longest * control_longest,
                                             .most_steps = LIMITED_STEPS};
    return failed || control_run_make(&w->limited, s, &limited, 0, x, d);
}

static int judge_moving(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    control_law_find(&w->law, w->run, control_accuracy, 2, &w->quiet);
    return control_judge_steps(s, w) || control_judge_formula(s, w) ||
           control_judge_limits(s, w) || control_judge_law(s, w) ||
           control_judge_order(s, w) || control_judge_counters(s, w) ||
           control_judge_incidents(s, w, d) || control_judge_accuracy(s, w, d);
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
        return note_missing(s, w->results, is_missing, &why);
    return run_solos(s, w, d) ? -1 : judge_moving(s, w, d);
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
    control_run_clear(&w.large);
    control_run_clear(&w.near);
    control_run_clear(&w.last);
    control_run_clear(&w.quick);
    control_run_clear(&w.turns);
    control_run_clear(&w.late);
    return failed;
}
