/* The limits of steps: the longest one, the end, and that nothing is left of a run when the
 * next one starts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "harness/results/study.h"
#include "harness/studies/control/study_control_watch.h"

/* A size is a difference of rounded times. */
static const double roundings = 8;

static int judge_max_step(const struct study *s, struct control_watch *w) {
    const struct control_run *run = &w->limited;
    double longest = 0, slack = 0;
    for (int i = 0; i < run->steps; i++) {
        longest = fmax(longest, run->step[i].next_t - run->step[i].t);
        slack = fmax(slack, roundings * DBL_EPSILON * fabs(run->step[i].next_t));
    }
    bool judged = (run->takes_max_step || !s->foreign) && run->steps > 0;
    struct result r = control_at_most(s, "max-step", longest / control_longest,
                                      1 + slack / control_longest, judged);
    return result_append(w->results, s, &r,
                         judged ? "the longest step over the option max-step"
                                : "it has no option max-step");
}

/* A run that may give up, but not crash or hang, did. */
static const struct control_run *find_broken(const struct control_watch *w) {
    const struct control_run *const others[] = {&w->motion[CONTROL_QUIET], &w->limited,
                                                &w->motion[CONTROL_JUMP]};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i]->is_broken)
            return others[i];
    return NULL;
}

/* How far it is from its end, in units of rounding, where it has come to it; -1: it has not. */
static double find_beyond(const struct control_run *run) {
    if (!run->reached_end || run->steps == 0)
        return -1;
    return fabs(run->step[run->steps - 1].next_t - run->end) /
           (roundings * DBL_EPSILON * run->end);
}

/* Of those that nothing disturbs none fails; slow methods come to the ends of the shorter ones
 * alone. */
static int judge_end(const struct study *s, struct control_watch *w) {
    const struct control_run *failed = find_broken(w);
    const struct control_run *const ending[] = {&w->run[0],
                                                &w->run[1],
                                                &w->motion[CONTROL_LAST],
                                                &w->motion[CONTROL_LARGE],
                                                &w->motion[CONTROL_STATE],
                                                &w->motion[CONTROL_LATE]};
    double beyond = -1;
    for (int i = 0; i < 2; i++)
        failed = w->run[i].failed && failed == NULL ? &w->run[i] : failed;
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        beyond = fmax(beyond, find_beyond(ending[i]));
    const bool reached = beyond >= 0;
    struct result r = control_at_most(s, "end", failed != NULL ? NAN : fmax(beyond, 0), 1,
                                      failed != NULL || reached);
    return result_append(w->results, s, &r, "%s%s",
                         failed != NULL ? "a run in which nothing is hard failed: "
                         : reached ? "the last time's difference from the end, in units "
                                     "of rounding"
                                   : "the runs are too long to see the end",
                         failed != NULL ? failed->why.text : "");
}

static int judge_restart(const struct study *s, struct control_watch *w) {
    long differs = 0;
    bool made = false;
    for (int i = 0; i < 2; i++) {
        made = made || w->run[i].restart_differs >= 0;
        differs += w->run[i].restart_differs > 0 ? w->run[i].restart_differs : 0;
    }
    struct result r = control_at_most(s, "restart", (double)differs, 0, made);
    return result_append(w->results, s, &r,
                         differs > 0
                             ? "steps that are not the same, bit by bit, when the "
                               "run is started again: start leaves something of "
                               "the run before"
                             : "steps that are not the same, bit by bit, when the "
                               "run is started again");
}

int control_judge_limits(const struct study *s, struct control_watch *w) {
    return judge_max_step(s, w) || judge_end(s, w) || judge_restart(s, w);
}
