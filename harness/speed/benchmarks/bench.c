/* Measurements, each in a fresh process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/benchmarks/bench.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/bench_process.h"

static const double seconds_to_count = 60;

static json_t *describe(const struct bench_request *r) {
    json_t *contestants = json_array();
    for (int i = 0; i < r->contestants; i++) {
        const struct bench_contestant *c = &r->contestant[i];
        json_t *one =
            json_pack("{s:s, s:O, s:i, s:I}", "library", c->library, "wish",
                      (json_t *)c->wish, "like", c->like, "slow", (json_int_t)c->slow);
        json_array_append_new(contestants, one);
    }
    return json_pack("{s:o, s:i, s:i, s:f, s:I}", "contestants", contestants, "rounds",
                     r->rounds, "warm_up", r->warm_up, "block_ns", r->block_ns, "seed",
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

int bench_count(json_t **counters, const char *library, const json_t *wish,
                struct diagnostic *d) {
    json_t *request = json_pack("{s:s, s:O}", "library", library, "wish", (json_t *)wish);
    *counters = NULL;
    if (request == NULL)
        return message_set(d, "out of memory");
    const int failed = bench_ask(counters, "count", request, 0, seconds_to_count, d);
    json_decref(request);
    return failed;
}
