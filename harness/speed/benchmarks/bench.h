/* Benchmarks as the commands that measure see them: which there are, and measurements of
 * them, each in a fresh process of the program halfstep-benchmark, which loads shared
 * libraries of benchmarks (benchmark_library.h) and lets their work take turns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCH_H
#define HARNESS_BENCH_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/speed/benchmarks/measurement.h"

/* The parts of a measurement's answer that several processes add up to are described in
 * harness/SPEED.md, "Benchmarks". */

/* Where the four links of a library are that differ by where in a cache line its code begins,
 * and their number. A place is a folder of a build, one of a project with its build in
 * "build", or a shared library. */
enum { BENCH_RING = 4 };
struct bench_build {
    char *library[BENCH_RING]; /* paths; all the same where a library was named */
    json_t *build;             /* as benchmark_library.h says it; an object */
};

/* Finds and asks a build. Freed with bench_build_clear. Nonzero: *d says why. */
int bench_build_find(struct bench_build *b, const char *place, struct diagnostic *d);
void bench_build_clear(struct bench_build *b);

/* The build that this program belongs to; static text. */
const char *bench_this_program(void);

/* One that takes turns with others in a process. */
struct bench_contestant {
    const char *library; /* its path */
    const json_t *workload;
    int like; /* the contestant whose number of passes in a block it takes; its own number:
                  it is calibrated itself */
    long slow; /* multiplications added to each pass (benchmark_library.h) */
};

struct bench_request {
    int contestants;
    const struct bench_contestant *contestant;
    int rounds, warm_up;
    double block_ns;         /* what a block should take at least */
    double longest_block_ns; /* one that takes longer runs in fewer rounds; 0: 2 ms */
    unsigned long seed;      /* of the orders, and of what is shifted in memory */
    double seconds;          /* the process is ended after so long */
};

/* Measures in one fresh process. *found, cleared with measured_clear in any case: its contestants.
 * Nonzero: the process could not be had, crashed, or took too long; *d says so. */
int bench_measure(struct measured *found, const struct bench_request *r,
                  struct diagnostic *d);

/* Workloads of one library that take turns, each calibrated itself; where one is null, nothing is
 * found of it. r->contestants is not read. */
int bench_turns(struct measured *found, const struct bench_request *r,
                const char *library, const json_t *workloads, struct diagnostic *d);

/* Opens a workload and tells its counters only. */
int bench_count(json_t **counters, const char *library, const json_t *workload,
                struct diagnostic *d);

/* Of one settled pass, by callgrind. */
struct instructions {
    long instructions, reads, writes;
    long data_bytes, code_bytes; /* cache lines touched, in bytes */
    const char *tool;            /* "callgrind 3.19.0" */
};
extern const struct record instructions_record;

/* What is known of them, or why nothing is. */
struct instruction_count {
    bool is_known;
    struct instructions of_pass;
    const char *why_not;
};

/* *found := the instructions of a pass, by their record. They do not depend on the machine's load;
 * glibc chooses its functions by the processor that valgrind shows. Nonzero: *d says why (valgrind
 * is not installed, say). */
int bench_instructions(json_t **found, const char *library, const json_t *workload,
                       long slow, struct diagnostic *d);

#endif
