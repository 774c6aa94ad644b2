/* The library of benchmarks, as other programs load it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/data.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/benchmark_build.h"
#include "harness/speed/benchmarks/benchmark_library.h"
#include "harness/speed/benchmarks/pass.h"
#include "problems/base/status.h"

/* A pass that is made first is not like the later ones: memory is fresh to it. */
enum { passes_to_settle = 2 };

struct piece {
    struct workload workload;
    struct pass pass;
    char *counters;
};

/* What slow() has set; the result of the multiplications is kept so that they are made. */
static long multiplications;
static volatile unsigned long kept = 1;

static void slow(long more) {
    multiplications = more;
}

/* After all passes and not after each: a processor would make the multiplications beside the
 * next pass, which does not wait for them. Knuth's multiplier; odd, so that no value ever
 * becomes zero. */
static void waste_time(long count) {
    unsigned long x = kept | 1;
    for (long i = 0; i < count; i++)
        x *= 6364136223846793005u;
    kept = x;
}

static int run(void *self, long passes) {
    struct piece *p = self;
    for (long i = 0; i < passes; i++)
        if (p->pass.run(p->pass.self))
            return -1;
    if (multiplications > 0)
        waste_time(passes * multiplications);
    return 0;
}

static void close(void *self) {
    struct piece *p = self;
    pass_close(&p->pass);
    workload_clear(&p->workload);
    free(p->counters);
    free(p);
}

static const char *counters(void *self) {
    struct piece *p = self;
    struct diagnostic d = {""};
    json_t *counted = json_object();
    free(p->counters);
    p->counters = NULL;
    if (run(p, passes_to_settle) == 0 && pass_count(&p->pass, counted, &d) == 0)
        p->counters = json_dumps(counted, JSON_NUMBER_FLAGS);
    json_decref(counted);
    return p->counters;
}

/* The first pass says why it fails, if it does. */
static int try_pass(struct piece *p, struct diagnostic *d) {
    json_t *counted = json_object();
    int failed = pass_count(&p->pass, counted, d);
    json_decref(counted);
    return failed;
}

static void *open(const char *workload, char *why, size_t room) {
    struct diagnostic d = {""};
    struct piece *p = calloc(1, sizeof *p);
    if (p == NULL)
        message_set(&d, "out of memory");
    else if (workload_read(&p->workload, workload, data_path(DATA_MODELS), &d) == 0 &&
             pass_open(&p->pass, &p->workload, &d) == 0 && try_pass(p, &d) == 0)
        return p;
    if (p != NULL)
        close(p);
    snprintf(why, room, "%s", d.text);
    return NULL;
}

extern const struct benchmark_library halfstep_benchmarks;

const struct benchmark_library halfstep_benchmarks = {
    .version = BENCHMARK_LIBRARY_VERSION,
    .build = BENCHMARK_BUILD,
    .open = open,
    .run = run,
    .counters = counters,
    .close = close,
    .slow = slow,
};
