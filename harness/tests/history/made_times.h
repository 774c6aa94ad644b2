/* A measurer that makes times up, for tests of comparisons: no process is started.
 *
 * A library whose path has "new" or "copy" in it is the new one. A process's time is that of
 * a pass, what the multiplications add, and what is said below; its log ratio scatters
 * normally, by a number drawn from the request's seed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_MADE_TIMES_H
#define HARNESS_TESTS_MADE_TIMES_H

#include <stdbool.h>

#include "harness/speed/compare/measurer.h"

struct made_times {
    double pass_ns, ruler_ns;
    double scatter;        /* of a process's log ratio */
    double shift;          /* of the new library's log time */
    double second;         /* of whoever is opened second */
    double bad_place;      /* a log time more where the last character is '1' */
    long fails;            /* so many processes from the first on crash */
    bool new_fails;        /* the new one cannot be opened */
    bool first_is_shifted; /* the shift is there in the first `shifted` processes alone */
    long shifted;
    long processes;          /* started so far */
    const char *new_library; /* whose counters are `new_counters`; NULL: none */
    json_t *old_counters, *new_counters;
    double old_instructions, new_instructions; /* NaN: valgrind is not there */
    unsigned long seeds[64];                   /* of the first processes */
};

/* One that makes these times up; of two the latest are made. */
struct measurer made_measurer(struct made_times *times);

#endif
