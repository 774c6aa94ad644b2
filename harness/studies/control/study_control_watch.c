/* Error control, watched: the runs, and what is made of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/study_control_watch.h"

#include <math.h>

#include "harness/integrators/initial.h"
#include "harness/results/study.h"

enum { MOST_STEPS = 240, LIMITED_STEPS = 30 };

/* The first end is so many longest steps away: nearly one. */
static const double beyond_longest = 1.05, limited_accuracy = 1e-2;

/* A motion that is under way. */
struct motion_run {
    const struct control_motion *motion;
    struct control_run *run;
};

static int run_motion(const struct study *s, void *context, struct diagnostic *d) {
    const struct motion_run *m = context;
    struct control_settings settings = m->motion->settings;
    double t, x[CONTROL_ENTRIES];
    settings.max_step = NAN;
    return initial_in_double(s->model, &t, x, d) ||
           control_run_make(m->run, s, &settings, t, x, d);
}

static int run_motions(const struct study *s, struct control_watch *w,
                       struct diagnostic *d) {
    for (int i = 0; i < CONTROL_MOTIONS; i++) {
        struct motion_run m = {&control_motions[i], &w->motion[i]};
        if (control_with_model(s, m.motion->text, &m, run_motion, d))
            return -1;
    }
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
                                                  .end = control_moving_end,
                                                  .most_steps = MOST_STEPS,
                                                  .repeats = true};
        failed = control_run_make(&w->run[i], s, &settings, 0, x, d);
    }
    const struct control_settings limited = {.accuracy = limited_accuracy,
                                             .max_step = control_longest,
                                             .end = control_moving_end,
                                             .first_end =
                                                 beyond_longest * control_longest,
                                             .most_steps = LIMITED_STEPS};
    return failed || control_run_make(&w->limited, s, &limited, 0, x, d);
}

static int judge_moving(const struct study *s, void *context, struct diagnostic *d) {
    struct control_watch *w = context;
    control_law_find(&w->law, w->run, control_accuracy, 2, &w->motion[CONTROL_QUIET]);
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
    return run_motions(s, w, d) ? -1 : judge_moving(s, w, d);
}

int study_control_watch(const struct study *s, struct results *results,
                        struct diagnostic *d) {
    struct control_watch w = {.results = results};
    int failed = control_with_model(s, control_moving, &w, watch, d);
    for (int i = 0; i < 2; i++)
        control_run_clear(&w.run[i]);
    control_run_clear(&w.limited);
    for (int i = 0; i < CONTROL_MOTIONS; i++)
        control_run_clear(&w.motion[i]);
    return failed;
}
