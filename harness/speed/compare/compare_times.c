/* The times of all benchmarks, in pairs, one process at a time; after some of them a build is
 * compared with its own copy, so that the rate of false alarms is known for this machine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/jobs/progress.h"
#include "harness/program/run/results.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/compare/copied.h"

struct timing {
    struct compare_request *request;
    struct copied copy; /* of the old build; made when it is wanted first */
    bool cannot_copy;
    struct progress progress;
};

double compare_steps(const json_t *comparison) {
    const json_t *counters = json_object_get(comparison, "old_counters");
    double steps = json_number_value(json_object_get(counters, "steps"));
    return steps > 0 ? steps : 1;
}

static struct pairs_request make_request(const struct compare_request *r,
                                         const json_t *comparison, size_t i) {
    return (struct pairs_request){.measurer = r->measurer,
                                  .rule = &r->rule,
                                  .old = {r->old.build.library, 0},
                                  .new = {r->new.build.library, 0},
                                  .workload = json_object_get(comparison, "workload"),
                                  .seed = pairs_seed(r->seed, i),
                                  .seconds = r->seconds};
}

/* Where time gates, a confirmed slow-down fails, and so does what could not be timed: a
 * candidate that hangs is not as fast as before. */
static void judge_time(json_t *comparison, struct compare_request *r,
                       const struct pairs_found *f) {
    char text[128];
    if (r->time != COMPARE_TIME_GATE)
        return;
    if (f->failed.text[0] != '\0')
        compare_fail(comparison, "it could not be timed: %s", f->failed.text);
    if (f->verdict != RULE_SLOWER)
        return;
    snprintf(text, sizeof text, "slower by %.2f %% (-+ %.2f %%), in two runs",
             100 * expm1(f->estimate.change), 100 * f->estimate.half);
    compare_judge(comparison, &r->accept, "time", 1, exp(f->estimate.change), text);
}

static int measure(struct timing *t, json_t *comparison, size_t i) {
    struct compare_request *r = t->request;
    const struct pairs_request request = make_request(r, comparison, i);
    struct pairs_found *f = malloc(sizeof *f);
    if (f == NULL)
        return message_set(&r->session->why, "out of memory");
    int failed = pairs_measure(f, &request, &r->session->why);
    if (!failed) {
        compare_take_pairs(comparison, f, compare_steps(comparison),
                           r->old.has_ring && r->new.has_ring);
        judge_time(comparison, r, f);
    }
    pairs_clear(f);
    free(f);
    return failed;
}

/* Every so often the old build against its copy. What cannot be had is done without. */
static int measure_self(struct timing *t, const json_t *comparison, size_t i) {
    struct compare_request *r = t->request;
    const enum self_kind kind = self_record_turn(&r->self);
    struct diagnostic why = {""};
    struct self_outcome outcome;
    if (kind == SELF_KINDS || t->cannot_copy)
        return 0;
    if (t->copy.folder == NULL && copied_make(&t->copy, &r->old.build, &why)) {
        t->cannot_copy = true;
        return 0;
    }
    struct pairs_request like = make_request(r, comparison, i);
    like.seed = pairs_seed(like.seed, 1);
    if (self_test_one(&outcome, &like, &r->old, &t->copy, kind, (int)(i % 2), &why) == 0)
        self_record_add(&r->self, results_text(comparison, "name"), &outcome);
    return 0;
}

static bool is_settled(const json_t *comparison) {
    return results_text(comparison, "verdict")[0] != '\0';
}

enum exit_status compare_times(json_t *comparisons, struct compare_request *r) {
    struct session *session = r->session;
    struct timing t = {
        .request = r, .progress = progress_start(session->err, session->err_is_terminal)};
    const size_t count = json_array_size(comparisons);
    int failed = 0;
    for (size_t i = 0; i < count && !failed; i++) {
        json_t *comparison = json_array_get(comparisons, i);
        if (is_settled(comparison))
            continue;
        failed = measure(&t, comparison, i);
        if (!failed) {
            self_record_compared(&r->self);
            measure_self(&t, comparison, i);
        }
        progress_show(&t.progress, (double)(i + 1) / (double)count, "timing");
    }
    progress_end(&t.progress);
    copied_clear(&t.copy);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}
