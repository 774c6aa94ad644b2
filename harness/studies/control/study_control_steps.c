/* Accepted steps: whether each is what a new start and one step of its size make, and whether
 * its error is one to be accepted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/common/study_traits.h"
#include "harness/studies/control/study_control_watch.h"

/* An error of so many tolerances is accepted by nobody who keeps to a tolerance: in the norm
 * that was identified, and in the most lenient one of all usual ones. Who holds the error to the
 * accuracy for each unit of time may accept h of them in a step of h > 1. */
static const double most_known = 2, most_lenient = 3;

struct repeated {
    int steps, compared, rejected, differ, differ_after_rejection, keep_state;
    bool goes_on;
    double apart, first_t; /* the largest difference; where the first one is */
};

bool control_remembers(const struct study *s, const struct control_watch *w) {
    bool remembers = study_traits(s).may_remember;
    for (int i = 0; i < 2; i++)
        remembers = remembers ||
                    (control_goes_on(&w->run[i]) && control_memory_is_of_use(&w->run[i]));
    return remembers;
}

static void count_repeated(struct repeated *r, const struct control_run *run) {
    r->goes_on = r->goes_on || control_goes_on(run);
    for (int i = 0; i < run->steps; i++) {
        const struct control_step *step = &run->step[i];
        bool differs = control_differs(step);
        r->steps++;
        r->compared += !isnan(step->apart);
        r->rejected += step->rejected > 0 ? step->rejected : 0;
        r->keep_state += step->keeps_state;
        double apart = fmax(step->apart, step->error_apart);
        r->apart = fmax(r->apart, apart);
        if (differs && r->differ == 0)
            r->first_t = step->t;
        r->differ += differs;
        r->differ_after_rejection += differs && step->rejected != 0;
    }
}

static int tell_memory(const struct study *s, struct control_watch *w,
                       const char *quantity) {
    struct result r = control_result(s, quantity);
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(
        w->results, s, &r,
        "its steps go on from earlier ones, or its advance is not made of "
        "its steps: repeating them by a new start does not apply");
}

/* One that makes each step from the state alone is held to it; `when`: words about when steps are
 * made again. */
static int judge_repeated(const struct study *s, struct control_watch *w,
                          const char *quantity, const struct control_run *runs, int count,
                          const char *when) {
    struct repeated r = {.apart = 0};
    for (int i = 0; i < count; i++)
        count_repeated(&r, &runs[i]);
    if (control_remembers(s, w))
        return tell_memory(s, w, quantity);
    double apart = r.compared > 0 ? r.apart : NAN;
    struct result result = control_at_most(s, quantity, apart, 1, true);
    if (r.compared == 0)
        return result_append(w->results, s, &result,
                             "none of %d accepted steps could be made again by a new "
                             "start and a step of its size",
                             r.steps);
    if (r.differ == 0)
        return result_append(
            w->results, s, &result,
            "the largest difference of an accepted step from the same step "
            "after a new start%s, in units of %s; %d of %d steps, %d rejected "
            "attempts",
            when, w->run[0].is_iterative ? "its accuracy" : "rounding", r.compared,
            r.steps, r.rejected);
    bool is_rejection = r.differ == r.differ_after_rejection && r.rejected > 0;
    return result_append(
        w->results, s, &result,
        "%d of %d accepted steps, first that from t = %.6g, are not what a step of their "
        "size makes from the state before them%s%s",
        r.differ, r.steps, r.first_t, when,
        r.goes_on
            ? ", nor are most of those that follow no rejected attempt: something is "
              "kept "
              "from step to step. If they are meant to go on from earlier ones, declare "
              "\"memory\": true (gate --expect)"
        : !is_rejection ? ""
        : r.keep_state > 0
            ? ": all of them follow a rejected attempt, and begin at its end: "
              "the state of a rejected step is kept"
            : ": all of them follow a rejected attempt, of which something is "
              "kept (its time, or a stage)");
}

/* The error that an accepted step may have. */
static double allow(const struct control_step *step, double accuracy) {
    return accuracy * fmax(1, step->next_t - step->t);
}

/* The largest error accepted, and where; also of the runs that need short steps. */
static double find_most(const struct control_run *run, const struct control_norm *norm,
                        double accuracy, double *t) {
    double most = 0;
    for (int i = 0; i < run->steps; i++) {
        const struct control_step *step = &run->step[i];
        double size =
            control_size(norm, step, step->error, step->next_x) / allow(step, accuracy);
        if (size > most) {
            most = size;
            *t = step->t;
        }
    }
    return most;
}

static int judge_accepted(const struct study *s, struct control_watch *w,
                          const char *quantity, const struct control_run *runs, int count,
                          const double *accuracies, const char *what) {
    const struct control_norm *norm = w->law.terms > 0 ? &w->law.norm : &control_lenient;
    double most = 0, lenient = 0, t = NAN;
    int steps = 0;
    bool not_finite = false;
    for (int i = 0; i < count; i++) {
        double here = NAN, ignored;
        double size = find_most(&runs[i], norm, accuracies[i], &here);
        t = size > most ? here : t;
        most = fmax(most, size);
        lenient =
            fmax(lenient, find_most(&runs[i], &control_lenient, accuracies[i], &ignored));
        steps += runs[i].steps;
        not_finite = not_finite || runs[i].accepted_not_finite;
    }
    bool remembers = w->law.is_sure && norm->scale == CONTROL_LARGEST;
    bool known =
        remembers || (w->law.is_sure && most / most_known > lenient / most_lenient);
    double value = not_finite ? NAN : known ? most : lenient;
    bool judged = steps > 0 && runs[0].has_estimate;
    struct result r =
        control_at_most(s, quantity, value, known ? most_known : most_lenient, judged);
    return result_append(
        w->results, s, &r,
        "%s: the largest error estimate of an accepted step over the accuracy, by %s of "
        "%s over %s%s%.6g",
        what, control_kind_name(known ? norm->kind : control_lenient.kind),
        control_scale_name(known ? norm->scale : control_lenient.scale),
        known && norm->over != CONTROL_ALL ? control_over_name(norm->over)
                                           : "all components",
        "; at t = ", t);
}

/* Where values are large the norm that was identified may not be the one in use: some divide by the
 * length of the whole state, and in the other motions that is near the size of each component. */
static int judge_large(const struct study *s, struct control_watch *w) {
    const struct control_run *run = &w->motion[CONTROL_LARGE];
    double most = 0, t = NAN;
    for (int i = 0; i < run->steps; i++) {
        const struct control_step *step = &run->step[i];
        const double size = control_size_of_whole(step->error, step->x, step->next_x) /
                            allow(step, control_motions[CONTROL_LARGE].settings.accuracy);
        t = size > most ? step->t : t;
        most = fmax(most, size);
    }
    const double value = run->accepted_not_finite ? NAN : most;
    struct result r = control_at_most(s, "accepted-error:large", value, most_lenient,
                                      run->has_estimate);
    return result_append(
        w->results, s, &r,
        "where all values are thousands: the largest error estimate of a component in an "
        "accepted step over the accuracy and 1 + |x|, x the state's length; at t = %.6g",
        t);
}

/* Of the motions from one to another, those that have made steps. */
static int judge_motions(const struct study *s, struct control_watch *w, int from,
                         int to) {
    int failed = 0;
    for (int i = from; i < to && !failed; i++) {
        const struct control_motion *m = &control_motions[i];
        const struct control_run *run = &w->motion[i];
        if (run->steps == 0)
            continue;
        failed =
            (m->repeated != NULL && judge_repeated(s, w, m->repeated, run, 1, m->when)) ||
            (m->accepted != NULL &&
             judge_accepted(s, w, m->accepted, run, 1, &m->settings.accuracy, m->where));
    }
    return failed;
}

int control_judge_steps(const struct study *s, struct control_watch *w) {
    return judge_repeated(s, w, "repeat", w->run, 2, "") ||
           judge_motions(s, w, CONTROL_NEAR, CONTROL_MOTIONS) ||
           judge_accepted(s, w, "accepted-error", w->run, 2, control_accuracy,
                          "in a smooth motion") ||
           judge_motions(s, w, CONTROL_JUMP, CONTROL_NEAR) ||
           (w->motion[CONTROL_LARGE].steps > 0 && judge_large(s, w));
}
