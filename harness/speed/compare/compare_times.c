/* The times of all benchmarks, in pairs, one process at a time; after some of them a build is
 * compared with its own copy, so that the rate of false alarms is known for this machine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/jobs/progress.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/compare/copied.h"

struct timing {
    struct compare_request *request;
    struct copied copy; /* of the old build; made when it is wanted first */
    bool cannot_copy;
    struct progress progress;
};

static struct pairs_request make_request(const struct compare_request *r,
                                         const struct comparison *c, int i) {
    return (struct pairs_request){.measurer = r->measurer,
                                  .rule = &r->rule,
                                  .old = {r->old.build.library, 0},
                                  .new = {r->new.build.library, 0},
                                  .workload = c->of.workload,
                                  .seed = pairs_seed(r->seed, (unsigned long)i),
                                  .seconds = r->seconds};
}

/* Where time gates, a confirmed slow-down fails, and so does what could not be timed: a
 * candidate that hangs is not as fast as before. */
static void judge_time(struct comparison *c, struct compare_request *r,
                       const struct pairs_found *f) {
    char text[128];
    if (r->time != COMPARE_TIME_GATE)
        return;
    if (f->failed.text[0] != '\0')
        compare_fail(c, COMPARE_UNTIMED "%s", c->reason);
    if (f->verdict != RULE_SLOWER)
        return;
    snprintf(text, sizeof text, "slower by %.2f %% (+- %.2f %%), in two runs",
             100 * expm1(f->estimate.change), 100 * f->estimate.half);
    compare_judge(c, &r->accept, "time", 1, exp(f->estimate.change), text);
}

static int measure(struct timing *t, struct comparison *c, int i) {
    struct compare_request *r = t->request;
    const struct pairs_request request = make_request(r, c, i);
    struct pairs_found *f = malloc(sizeof *f);
    if (f == NULL)
        return message_set(&r->session->why, "out of memory");
    int failed = pairs_measure(f, &request, &r->session->why);
    if (!failed) {
        compare_take_pairs(c, f, r->old.has_ring && r->new.has_ring);
        judge_time(c, r, f);
    }
    pairs_clear(f);
    free(f);
    return failed;
}

/* Every so often the old build against its copy. What cannot be had is done without. */
static void measure_self(struct timing *t, const struct comparison *c, int i) {
    struct compare_request *r = t->request;
    const enum self_kind kind = self_record_turn(&r->self);
    struct diagnostic why = {""};
    struct self_outcome outcome;
    if (kind == SELF_KINDS || t->cannot_copy)
        return;
    t->cannot_copy =
        t->copy.folder == NULL && copied_make(&t->copy, &r->old.build, &why) != 0;
    if (t->cannot_copy)
        return;
    struct pairs_request like = make_request(r, c, i);
    like.seed = pairs_seed(like.seed, 1);
    if (self_test_one(&outcome, &like, &r->old, &t->copy, kind, i % 2, &why) == 0)
        self_record_add(&r->self, c->of.name, &outcome);
}

enum exit_status compare_times(struct compared *found, struct compare_request *r) {
    struct session *session = r->session;
    struct timing t = {.request = r, .progress = session_progress(session)};
    int failed = 0;
    for (int i = 0; i < found->count && !failed; i++) {
        struct comparison *c = &found->comparison[i];
        if (c->verdict != COMPARE_UNSETTLED)
            continue;
        failed = measure(&t, c, i);
        if (!failed) {
            self_record_add(&r->self, NULL, NULL);
            measure_self(&t, c, i);
        }
        progress_show(&t.progress, (double)(i + 1) / found->count, "timing");
    }
    progress_end(&t.progress);
    copied_clear(&t.copy);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}
