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

int bench_measure(json_t **found, const struct bench_request *r, struct diagnostic *d) {
    json_t *request = describe(r);
    *found = NULL;
    if (request == NULL)
        return message_set(d, "out of memory");
    const int failed = bench_ask(found, "measure", request, r->seed, r->seconds, d);
    json_decref(request);
    return failed;
}

/* The workloads' contestants, in the places of those that are null a null. */
static json_t *spread(const json_t *workloads, const json_t *contestants) {
    json_t *spread = json_array();
    for (size_t i = 0, next = 0; i < json_array_size(workloads); i++)
        json_array_append(spread, json_is_null(json_array_get(workloads, i))
                                      ? json_null()
                                      : json_array_get(contestants, next++));
    return spread;
}

int bench_turns(json_t **found, const struct bench_request *r, const char *library,
                const json_t *workloads, struct diagnostic *d) {
    const size_t size = json_array_size(workloads);
    struct bench_contestant *contestant = calloc(size + 1, sizeof *contestant);
    struct bench_request request = *r;
    request.contestants = 0;
    request.contestant = contestant;
    *found = NULL;
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
    int failed = 0;
    if (request.contestants == 0)
        *found = json_object();
    else
        failed = bench_measure(found, &request, d);
    if (!failed)
        json_object_set_new(*found, "contestants",
                            spread(workloads, json_object_get(*found, "contestants")));
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
