/* Whether the error follows the accuracy: runs of one motion whose solution is known, at ever
 * smaller accuracies A. Where the error of each step is held to A and estimated by h^k, and the
 * method is of order p, the global error goes as A^(p/k); and it is no more than all errors of
 * single steps together, times what an unlucky motion makes of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/numbers/fit.h"
#include "harness/studies/common/study_traits.h"
#include "harness/studies/control/study_control_watch.h"

enum { RUNGS = 6, LEAST_RUNGS = 3 };
static const double accuracy_of[RUNGS] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

/* Where steps go as A^(-1/2) the ladder ends early: so much finer there are more rungs. */
static const double between = 0.31622776601683794; /* 10^(-1/2) */
static const int most_steps = 4000;

/* Errors below this are of rounding. */
static const double least_error = 1e-12;

/* Single errors add up to at most so many times their number; a power is met to so many parts,
 * and where it is not known something of it is to be there. */
static const double most_amplified = 1000, power_met = 0.4, least_power = 0.2;

struct ladder {
    int rungs;
    double accuracy[RUNGS], error[RUNGS];
    double worst; /* the largest of error / (accuracy, steps) */
    double worst_at;
    bool is_endless;    /* its first run does not come to the end */
    char stopped[1024]; /* "; it stops at accuracy 1e-07: ..." */
};

static double find_error(const struct control_run *run) {
    double largest = 0;
    for (int i = 0; i < run->steps; i++) {
        double x[CONTROL_ENTRIES];
        const struct control_step *step = &run->step[i];
        control_moving_solution(step->next_t, x);
        for (int k = 0; k < CONTROL_ENTRIES; k++)
            largest = fmax(largest, fabs(step->next_x[k] - x[k]) / fmax(1, fabs(x[k])));
    }
    return largest;
}

static void add_rung(struct ladder *l, const struct control_run *run, double accuracy) {
    double error = find_error(run), per_step = error / (accuracy * run->steps);
    if (per_step > l->worst) {
        l->worst = per_step;
        l->worst_at = accuracy;
    }
    if (error < least_error)
        return;
    l->accuracy[l->rungs] = log(accuracy);
    l->error[l->rungs++] = log(error);
}

/* Where the ladder ends before its last rung, and why. */
static void note_stop(struct ladder *l, const struct control_run *run, double accuracy) {
    if (run->failed)
        snprintf(l->stopped, sizeof l->stopped, "; it ends before accuracy %.0e: %.900s",
                 accuracy, run->why.text);
    else
        snprintf(l->stopped, sizeof l->stopped,
                 "; it ends before accuracy %.0e, where %d steps do not reach the end",
                 accuracy, run->steps);
    l->is_endless = !run->refuses && accuracy == accuracy_of[0];
}

/* A run at an accuracy; *goes_on: it comes to the end. */
static int climb_to(const struct study *s, struct ladder *l, double accuracy,
                    bool *goes_on, struct diagnostic *d) {
    double x[CONTROL_ENTRIES];
    struct control_run run;
    const struct control_settings settings = {.accuracy = accuracy,
                                              .max_step = NAN,
                                              .end = control_moving_end,
                                              .most_steps = most_steps};
    control_moving_solution(0, x);
    int failed = control_run_make(&run, s, &settings, 0, x, d);
    *goes_on = !failed && run.reached_end;
    if (*goes_on)
        add_rung(l, &run, accuracy);
    else if (!failed && l->stopped[0] == '\0')
        note_stop(l, &run, accuracy);
    control_run_clear(&run);
    return failed ? -1 : 0;
}

static int climb(const struct study *s, struct ladder *l, struct diagnostic *d) {
    bool goes_on = true;
    for (int i = 0; i < RUNGS && goes_on; i++)
        if (climb_to(s, l, accuracy_of[i], &goes_on, d))
            return -1;
    const int coarse = l->rungs;
    for (int i = 0; i < coarse && coarse < LEAST_RUNGS; i++)
        if (climb_to(s, l, between * exp(l->accuracy[i]), &goes_on, d))
            return -1;
    return 0;
}

/* p/k, where both are known. */
static double expected_power(const struct study *s, const struct control_watch *w) {
    double power = study_traits(s).order / study_traits(s).estimate_order;
    bool applies = !study_traits(s).order_is_least && !control_remembers(s, w);
    return applies ? power : NAN;
}

/* The power over the last `rungs` of the ladder. */
static double power_of_last(const struct ladder *l, int rungs) {
    const int from = l->rungs - rungs;
    return fit_line(l->accuracy + from, l->error + from, rungs).slope;
}

/* An error that stands still from some accuracy on still follows it over the whole ladder: its
 * end is held to the same. */
static int judge_power(const struct study *s, struct control_watch *w,
                       const struct ladder *l) {
    const double expected = expected_power(s, w);
    struct result r = control_result(s, "accuracy:power");
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    if (l->rungs < LEAST_RUNGS)
        return result_append(w->results, s, &r,
                             "%d accuracies tell an error above rounding, and a power "
                             "takes %d%s",
                             l->rungs, LEAST_RUNGS, l->stopped);
    const double whole = power_of_last(l, l->rungs), last = power_of_last(l, LEAST_RUNGS);
    const double least = isfinite(expected) ? power_met * expected : least_power;
    const bool ends = last < least && whole >= least;
    const double power = ends ? last : whole;
    const int over = ends ? LEAST_RUNGS : l->rungs;
    r.value = r.low = r.high = power;
    r.expected = least;
    r.required = true;
    r.verdict = verdict_at_least(power, least);
    return result_append(
        w->results, s, &r,
        "the error at the known solution goes as the accuracy to the power "
        "%.3g over %s%d accuracies down to %.0e%s%s",
        power, ends ? "the last " : "", over, exp(l->accuracy[l->rungs - 1]),
        power < least ? ": it does not follow the accuracy" : "", l->stopped);
}

/* An error of h^2 x''/2 takes some hundred steps at the first accuracy: where thousands do not
 * reach the end, or it gives up, what chooses them is at fault. */
static int judge_error(const struct study *s, struct control_watch *w,
                       const struct ladder *l) {
    const bool is_there = l->worst_at > 0;
    struct result r = control_at_most(s, "accuracy:error", is_there ? l->worst : NAN,
                                      most_amplified, is_there || l->is_endless);
    if (!is_there)
        return result_append(w->results, s, &r, "no run reached its end%s", l->stopped);
    return result_append(w->results, s, &r,
                         "the largest error at the known solution over (accuracy, number "
                         "of steps), at accuracy %.0e%s",
                         l->worst_at, l->stopped);
}

int control_judge_accuracy(const struct study *s, struct control_watch *w,
                           struct diagnostic *d) {
    struct ladder l = {.rungs = 0, .worst_at = NAN};
    if (climb(s, &l, d))
        return -1;
    return judge_error(s, w, &l) || judge_power(s, w, &l);
}
