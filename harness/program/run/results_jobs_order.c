/* The order in which jobs are done.
 *
 * When all are to be done, the largest models come first, so that none of them is left for
 * the end; when the first failure ends the work, the studies that are cheap and strong come
 * first (in the profile's order), and small models before large ones.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/program/run/results_jobs.h"

static int compare_places(const void *a, const void *b) {
    const struct job *one = a, *other = b;
    return (one->place > other->place) - (one->place < other->place);
}

static int compare_sizes(const void *a, const void *b) {
    const struct job *one = a, *other = b;
    if (one->size != other->size)
        return one->size > other->size ? -1 : 1;
    return compare_places(a, b);
}

static int compare_ranks(const void *a, const void *b) {
    const struct job *one = a, *other = b;
    if (one->rank != other->rank)
        return one->rank > other->rank ? 1 : -1;
    return one->size != other->size ? compare_sizes(b, a) : compare_places(a, b);
}

void jobs_sort_for_work(struct jobs *jobs, bool fail_fast) {
    qsort(jobs->job, (size_t)jobs->count, sizeof *jobs->job,
          fail_fast ? compare_ranks : compare_sizes);
}

void jobs_sort_by_place(struct jobs *jobs) {
    qsort(jobs->job, (size_t)jobs->count, sizeof *jobs->job, compare_places);
}
