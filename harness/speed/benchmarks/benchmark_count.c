/* Counting the instructions of a pass: the part of halfstep-benchmark that runs under
 * callgrind.
 *
 * Callgrind starts with its counters off. Turned on, it forgets its simulated caches, so each
 * cache line that a pass touches misses once: with a last-level cache that holds all of them
 * its misses are the lines touched.
 *
 * What is counted must not depend on the environment's size, which moves the stack: the pass
 * is called from a frame that begins on a page.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/benchmarks/benchmark_answer.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/speed/benchmarks/loaded.h"
#include "problems/base/status.h"

#ifdef HALFSTEP_HAS_CALLGRIND
#include <valgrind/callgrind.h>
#endif

enum {
    ARGUMENTS = 5,
    PAGE = 4096,
    SETTLING_PASSES =
        2 /* after them no symbol is looked up, and matrices are the kept ones */
};

typedef int passes_runner(void *self, long passes);

static int run_nothing(void *self, long passes) {
    (void)self;
    (void)passes;
    return 0;
}

/* The pointer is volatile, so that an empty pass is called, not left out. */
static int count_pass(passes_runner *runner, void *self, const char *name) {
    passes_runner *volatile run = runner;
#ifdef HALFSTEP_HAS_CALLGRIND
    CALLGRIND_START_INSTRUMENTATION;
    int failed = run(self, 1);
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_DUMP_STATS_AT(name);
    CALLGRIND_ZERO_STATS;
#else
    (void)name;
    int failed = run(self, 1);
#endif
    return failed;
}

static int count_both(struct loaded *l, long slow) {
    _Alignas(PAGE) char page[PAGE];
    char *volatile begin = page; /* keeps the page where it is */
    begin[0] = 0;
    l->library->slow(slow);
    int failed = l->library->run(l->piece, SETTLING_PASSES);
    if (!failed)
        failed = count_pass(run_nothing, l->piece, "empty");
    if (!failed)
        failed = count_pass(l->library->run, l->piece, "pass");
    return failed + begin[0];
}

static int say(const char *why) {
    puts(why);
    return EXIT_FAILURE;
}

static int is_counting(void) {
#ifdef HALFSTEP_HAS_CALLGRIND
    return RUNNING_ON_VALGRIND != 0;
#else
    return 0;
#endif
}

static int count_library(const char *path, const char *text, long slow) {
    struct loaded l = {.slow = 0};
    struct diagnostic d = {""};
    json_t *workload = json_loads(text, 0, NULL);
    int failed =
        workload == NULL || loaded_library(&l, path, &d) || loaded_open(&l, workload, &d);
    if (failed)
        say(workload == NULL ? "the workload is not JSON" : d.text);
    else if (count_both(&l, slow))
        failed = say("a pass has failed");
    if (l.piece != NULL)
        loaded_close(&l);
    json_decref(workload);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int benchmark_count(int argc, char **argv) {
    if (argc != ARGUMENTS)
        return say(BENCHMARK_COUNT " LIBRARY WISH MULTIPLICATIONS");
    if (!is_counting())
        return say("instructions are counted under valgrind only");
    return count_library(argv[2], argv[3], strtol(argv[4], NULL, 10));
}
