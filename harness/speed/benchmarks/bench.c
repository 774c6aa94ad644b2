/* Measurements, each in a fresh process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/benchmarks/bench.h"

#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/speed/benchmarks/bench_process.h"

static const double seconds_to_count = 60;

static json_t *describe(const struct bench_request *r) {
    json_t *contestants = json_array();
    for (int i = 0; i < r->contestants; i++) {
        const struct bench_contestant *c = &r->contestant[i];
        json_t *one = json_pack("{s:s, s:O, s:i, s:I}", "library", c->library, "workload",
                                (json_t *)c->workload, "like", c->like, "slow",
                                (json_int_t)c->slow);
        json_array_append_new(contestants, one);
    }
    return json_pack("{s:o, s:i, s:i, s:f, s:f, s:I}", "contestants", contestants,
                     "rounds", r->rounds, "warm_up", r->warm_up, "block_ns", r->block_ns,
                     "longest_block_ns", r->longest_block_ns, "seed",
                     (json_int_t)r->seed);
}

static int ask(json_t **answer, const struct bench_request *r, struct diagnostic *d) {
    json_t *request = describe(r);
    *answer = NULL;
    if (request == NULL)
        return message_set(d, "out of memory");
    const int failed = bench_ask(answer, "measure", request, r->seed, r->seconds, d);
    json_decref(request);
    return failed;
}

int bench_measure(struct measured *found, const struct bench_request *r,
                  struct diagnostic *d) {
    json_t *answer;
    *found = (struct measured){.count = 0};
    const int failed = ask(&answer, r, d) || measured_read(found, answer, d);
    json_decref(answer);
    return failed;
}

/* The answer's contestants, with a null for each workload that is null. */
static void spread(json_t *answer, const json_t *workloads) {
    json_t *contestants = json_object_get(answer, "contestants");
    for (size_t i = 0; i < json_array_size(workloads); i++)
        if (json_is_null(json_array_get(workloads, i)))
            json_array_insert(contestants, i, json_null());
}

int bench_turns(struct measured *found, const struct bench_request *r,
                const char *library, const json_t *workloads, struct diagnostic *d) {
    const size_t size = json_array_size(workloads);
    struct bench_contestant *contestant = calloc(size + 1, sizeof *contestant);
    struct bench_request request = *r;
    request.contestants = 0;
    request.contestant = contestant;
    *found = (struct measured){.count = 0};
    if (contestant == NULL)
        return message_set(d, "out of memory");
    for (size_t i = 0; i < size; i++)
        if (!json_is_null(json_array_get(workloads, i))) {
            contestant[request.contestants] =
                (struct bench_contestant){.library = library,
                                          .workload = json_array_get(workloads, i),
                                          .like = request.contestants};
            request.contestants++;
        }
    json_t *answer = NULL;
    int failed = request.contestants > 0 && ask(&answer, &request, d);
    spread(answer, workloads);
    failed = failed || measured_read(found, answer, d);
    json_decref(answer);
    free(contestant);
    return failed;
}

int bench_count(json_t **counters, const char *library, const json_t *workload,
                struct diagnostic *d) {
    json_t *request =
        json_pack("{s:s, s:O}", "library", library, "workload", (json_t *)workload);
    *counters = NULL;
    if (request == NULL)
        return message_set(d, "out of memory");
    const int failed = bench_ask(counters, "count", request, 0, seconds_to_count, d);
    json_decref(request);
    return failed;
}
