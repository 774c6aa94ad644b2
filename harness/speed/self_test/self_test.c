/* The rule tried on this machine: a build against its own copy, and against copies slowed on
 * purpose, over benchmarks in turns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/progress.h"
#include "harness/base/version.h"
#include "harness/results/machine.h"
#include "harness/speed/compare/copied.h"
#include "harness/speed/self_test/self_test.h"

/* Of five comparisons with an equal copy one is followed by slowed ones. */
enum { equals_to_slowed = 5 };

/* A test that is under way. */
struct trial {
    struct self_test *test;
    struct copied copy;
};

static void keep(struct self_test *t, const char *name, const struct self_outcome *o) {
    static const char *const kinds[] = {"equal", "one_percent", "five_percent"};
    json_t *entry =
        json_pack("{s:s, s:s, s:s, s:s, s:i}", "name", name, "kind", kinds[o->kind],
                  "expected", compare_verdict_words[o->expected], "verdict",
                  compare_verdict_words[o->verdict], "processes", o->processes);
    if (isfinite(o->power))
        json_object_set_new(entry, "power", json_real(o->power));
    if (isfinite(o->change))
        json_object_set_new(entry, "change", json_real(expm1(o->change)));
    json_object_set_new(entry, "unconfirmed", json_boolean(o->is_unconfirmed));
    json_array_append_new(t->log, entry);
    self_record_add(&t->self, name, o);
    self_record_add(&t->this_run, name, o);
}

/* The number-th comparison: of the items in turns. Slowed copies in both directions. */
static int compare_once(struct trial *t, long number, enum self_kind kind) {
    struct self_test *test = t->test;
    const struct benchmark *item = &test->items.benchmark[number % test->items.count];
    struct diagnostic why = {""};
    const struct pairs_request like = {
        .measurer = test->measurer,
        .rule = &test->rule,
        .old = {test->side.build.library, 0},
        .workload = item->workload,
        .seed = pairs_seed(test->seed, (unsigned long)(number * SELF_KINDS + (long)kind)),
        .seconds = test->seconds};
    struct self_outcome outcome;
    if (interrupt_came())
        return message_set(&test->session->why, "interrupted");
    if (self_test_one(&outcome, &like, &test->side, &t->copy, kind, (int)(number % 2),
                      &why)) {
        test->failures++;
        test->failed = why;
        return interrupt_came() ? message_set(&test->session->why, "interrupted") : 0;
    }
    keep(test, item->name, &outcome);
    return 0;
}

/* Slowed copies go round the items at their own pace. */
static int compare_all(struct trial *t, struct progress *progress) {
    const long count = t->test->comparisons;
    int failed = 0;
    for (long i = 0, slowed = 0; i < count && !failed; i++) {
        failed = compare_once(t, i, SELF_EQUAL);
        if (i % equals_to_slowed == 0) {
            for (int kind = SELF_ONE; kind < SELF_KINDS && !failed; kind++)
                failed = compare_once(t, slowed, (enum self_kind)kind);
            slowed++;
        }
        progress_show(progress, (double)(i + 1) / (double)count, "self-test");
    }
    return failed;
}

json_t *self_test_tell(const struct self_test *t) {
    json_t *document =
        json_pack("{s:s, s:i, s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:O, s:I}", "halfstep",
                  HALFSTEP_VERSION, "format", 1, "command", "compare --self-test", "seed",
                  (json_int_t)t->seed, "taken", (json_int_t)t->taken, "machine",
                  machine_describe(), "build", side_describe(&t->side), "self",
                  self_record_tell(&t->self), "this_run", self_record_tell(&t->this_run),
                  "log", t->log, "failures", (json_int_t)t->failures);
    if (t->failures > 0)
        json_object_set_new(document, "failed", json_string(t->failed.text));
    return document;
}

enum exit_status self_test_run(struct self_test *test) {
    struct session *session = test->session;
    struct trial t = {.test = test};
    struct progress progress = progress_start(session->err, session->err_is_terminal);
    test->log = json_array();
    int failed = copied_make(&t.copy, &test->side.build, &session->why);
    if (!failed && self_record_open(&test->this_run, NULL, "", &test->rule))
        failed = message_set(&session->why, "out of memory");
    if (!failed)
        failed = compare_all(&t, &progress);
    progress_end(&progress);
    test->taken = (long)time(NULL);
    copied_clear(&t.copy);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}
