/* What an integrator counts, against what the bench has counted: counters that bear these names
 * are about accepted steps, rejected attempts and evaluations of the rates since start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/plugin/call_log.h"
#include "harness/studies/control/study_control_watch.h"

enum { COUNTED = 3 };
static const char *const names[COUNTED] = {"steps", "rejected_steps", "evaluations"};

struct counted {
    double value[COUNTED]; /* NaN: not known */
};

static struct counted count_run(const struct control_run *run) {
    double rejected = 0, evaluations = (double)run->calls;
    for (int i = 0; i < run->steps; i++) {
        rejected += run->step[i].rejected >= 0 ? (double)run->step[i].rejected : NAN;
        evaluations += run->step[i].calls < CALL_LOG_MOST ? 0 : NAN;
    }
    return (struct counted){{run->steps, rejected, evaluations}};
}

/* The same counter claimed for all runs; NaN: it is not. */
static int judge(const struct study *s, struct control_watch *w, int which) {
    double claimed = 0, counted = 0;
    char quantity[64];
    for (int i = 0; i < 2; i++) {
        claimed += named_value(&w->run[i].claimed, names[which]);
        counted += count_run(&w->run[i]).value[which];
    }
    if (isnan(claimed) || isnan(counted))
        return 0;
    snprintf(quantity, sizeof quantity, "counters:%s", names[which]);
    struct result r =
        control_at_most(s, quantity, fabs(claimed - counted), 0, w->run[0].has_calls);
    return result_append(w->results, s, &r, "its counter '%s' says %g, counted are %g",
                         names[which], claimed, counted);
}

int control_judge_counters(const struct study *s, struct control_watch *w) {
    for (int i = 0; i < COUNTED; i++)
        if (judge(s, w, i))
            return -1;
    return 0;
}
