/* Evaluations that fail, or give what is not a number, in the middle of an attempt: the
 * integrator may give up or go on, but nothing that they have touched is accepted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/control/study_control_watch.h"

/* In each of these steps of the run, its evaluations but for those beyond so many. */
enum { WHERE = 2, MOST_EVALUATIONS = 8, STEPS_AFTER = 3 };

struct incidents {
    int runs, given_up, survived, wrong;
    long first_call; /* of those with a wrong step, the first one's */
    bool first_by_nan;
    struct diagnostic why;
};

static bool has_error(const struct control_step *step) {
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        if (!isfinite(step->error[i]))
            return false;
    return true;
}

static void judge_run(struct incidents *found, const struct control_run *run, long call,
                      bool by_nan) {
    bool wrong = run->accepted_not_finite;
    found->runs++;
    for (int i = 0; i < run->steps; i++) {
        const struct control_step *step = &run->step[i];
        wrong = wrong || control_differs(step) ||
                (step->had_incident && run->has_estimate && !has_error(step));
    }
    if (wrong && found->wrong == 0) {
        found->first_call = call;
        found->first_by_nan = by_nan;
        found->why = run->why;
    }
    found->wrong += wrong;
    found->given_up += run->failed && !wrong;
    found->survived += !run->failed && !wrong;
}

/* The calls before a step of the first run, and how many it has. */
static long calls_before(const struct control_run *run, int step) {
    long calls = run->calls;
    for (int i = step; i < run->steps; i++)
        calls -= run->step[i].calls;
    return calls;
}

static int try_call(const struct study *s, struct incidents *found, long call, int step,
                    bool by_nan, struct diagnostic *d) {
    double x[CONTROL_ENTRIES];
    struct control_run run;
    const struct control_settings settings = {.accuracy = control_accuracy[0],
                                              .max_step = NAN,
                                              .end = control_moving_end,
                                              .most_steps = step + STEPS_AFTER,
                                              .repeats = true,
                                              .failing_call = call,
                                              .fails_by_nan = by_nan};
    control_moving_solution(0, x);
    int failed = control_run_make(&run, s, &settings, 0, x, d);
    if (!failed)
        judge_run(found, &run, call, by_nan);
    control_run_clear(&run);
    return failed;
}

/* A step without a rejected attempt, and the first with one. */
static void choose_steps(const struct control_run *run, int where[WHERE]) {
    where[0] = run->steps > 2 ? 2 : 0;
    where[1] = -1;
    for (int i = 1; i < run->steps && where[1] < 0; i++)
        if (run->step[i].rejected > 0 && i != where[0])
            where[1] = i;
}

static int append(const struct study *s, struct control_watch *w,
                  const struct incidents *found) {
    struct result r = control_at_most(s, "incidents", found->wrong, 0, found->runs > 0);
    if (found->wrong == 0)
        return result_append(
            w->results, s, &r,
            "accepted steps that evaluations without a value have touched, "
            "of %d runs with one; %d went on, %d gave up",
            found->runs, found->survived, found->given_up);
    return result_append(w->results, s, &r,
                         "in %d of %d runs a step was accepted that an evaluation "
                         "without a value has touched; "
                         "first where evaluation %ld %s%s%s",
                         found->wrong, found->runs, found->first_call,
                         found->first_by_nan ? "gives what is not a number" : "fails",
                         found->why.text[0] != '\0' ? ": " : "", found->why.text);
}

int control_judge_incidents(const struct study *s, struct control_watch *w,
                            struct diagnostic *d) {
    const struct control_run *run = &w->run[0];
    struct incidents found = {.runs = 0};
    int where[WHERE];
    if (!run->has_calls || run->steps == 0)
        return 0;
    if (control_remembers(s, w)) {
        struct result r = control_at_most(s, "incidents", NAN, 0, false);
        return result_append(w->results, s, &r,
                             "its steps go on from earlier ones: whether a step is right "
                             "after an evaluation without a value cannot be told");
    }
    choose_steps(run, where);
    for (int i = 0; i < WHERE; i++) {
        if (where[i] < 0)
            continue;
        long before = calls_before(run, where[i]);
        int calls = run->step[where[i]].calls;
        for (int k = 1; k <= calls && k <= MOST_EVALUATIONS; k++)
            if (try_call(s, &found, before + k, where[i], k % 2 == 0 || k == calls, d))
                return -1;
    }
    return append(s, w, &found);
}
