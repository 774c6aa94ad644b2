/* A comparison from its beginning to its verdict.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/speed/compare/compare.h"

const struct measurer measurer_of_machine = {bench_measure, bench_count,
                                             bench_instructions};

int measure_alone(struct measured_alone *found, const struct measurer *m,
                  const char *library, const json_t *workload, unsigned long seed,
                  double seconds, struct diagnostic *d) {
    const struct bench_contestant one = {library, workload, 0, 0};
    const struct bench_request request = {.contestants = 1,
                                          .contestant = &one,
                                          .rounds = PAIRS_ROUNDS,
                                          .warm_up = PAIRS_WARM_UP,
                                          .block_ns = pairs_block_ns,
                                          .seed = seed,
                                          .seconds = seconds};
    struct measured its;
    int failed = m->measure(&its, &request, d);
    const struct measurement *one_found = measured_at(&its, 0);
    if (!failed && one_found->failed[0] != '\0')
        failed = message_set(d, "%s", one_found->failed);
    *found = (struct measured_alone){one_found->ns, its.ruler_ns};
    measured_clear(&its);
    return failed;
}

void compare_settle(struct comparison *c, int verdict, json_t *reason) {
    c->verdict = verdict;
    c->reason = reason != NULL ? json_string_value(reason) : "out of memory";
    json_array_append_new(c->texts, reason);
}

void compare_judge(struct comparison *c, struct accept *accept, const char *counter,
                   double old, double new, const char *text) {
    const char *reason = accept_reason(accept, c->of.name, counter, old, new);
    if (reason == NULL)
        json_array_append_new(c->failures, json_string(text));
    else
        json_array_append_new(c->accepted,
                              json_pack("{s:s, s:s, s:s}", "counter", counter, "what",
                                        text, "reason", reason));
}

static enum exit_status find_times(struct compared *found, struct compare_request *r) {
    if (r->time != COMPARE_TIME_OFF)
        return r->old.stored != NULL || r->new.stored != NULL
                   ? compare_stored_times(found, r)
                   : compare_times(found, r);
    for (int i = 0; i < found->count; i++)
        if (found->comparison[i].verdict == COMPARE_UNSETTLED)
            compare_settle(&found->comparison[i], COMPARE_NOT_MEASURED,
                           json_string("time was not asked for"));
    return EXIT_PASSED;
}

/* How many fail, and the first of them. */
static void judge_all(struct compared *found) {
    const struct comparison *first = NULL;
    for (int i = 0; i < found->count; i++)
        if (json_array_size(found->comparison[i].failures) > 0 && found->failing++ == 0)
            first = &found->comparison[i];
    if (first == NULL)
        return;
    const char *why = json_string_value(json_array_get(first->failures, 0));
    if (found->failing == 1)
        message_set(&found->reason, "%s: %s", first->of.name, why);
    else
        message_set(&found->reason, "%s: %s; and %d more", first->of.name, why,
                    found->failing - 1);
}

enum exit_status compare_run(struct compared *found, struct compare_request *r) {
    *found = (struct compared){.request = r, .taken = (long)time(NULL)};
    enum exit_status status = compare_counts(found, r);
    if (status == EXIT_PASSED)
        status = find_times(found, r);
    judge_all(found);
    found->unused = accept_unused(&r->accept);
    found->self_line = self_record_line(&r->self);
    return status;
}

void compare_clear(struct compared *found) {
    for (int i = 0; i < found->count; i++) {
        const struct comparison *c = &found->comparison[i];
        json_t *const owned[] = {c->failures,   c->accepted,   c->counters,
                                 c->old_cycles, c->new_cycles, c->instructions,
                                 c->log_ratios, c->old_times,  c->new_times,
                                 c->positions,  c->texts};
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
            json_decref(owned[k]);
    }
    free(found->comparison);
    free(found->self_line);
    json_decref(found->unused);
    *found = (struct compared){.request = NULL};
}
