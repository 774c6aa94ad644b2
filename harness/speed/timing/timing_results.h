/* What the sources that make results of timings share.
 *
 * A group is a method in a mode, 2 * method + mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_RESULTS_H
#define HARNESS_TIMING_RESULTS_H

#include <stdbool.h>

#include "harness/results/result.h"
#include "harness/speed/measure/estimate.h"
#include "harness/speed/timing/study_timing.h"

enum { TIMING_GROUPS = 4 };

bool timing_is_in_group(const struct timing_setting *s, int group);

/* A number that a process has found about a case; NaN: there is none. */
double timing_number(const struct timing_found *f, int process, int setting,
                     const char *key);

/* What they come to; what a time over theirs comes to; and a number that does not depend on the process. */
struct estimate timing_estimate(const struct timing_found *f, int setting,
                                const char *key);
struct estimate timing_ratio_to(const struct timing_found *f, int setting, double ns);
double timing_count_of(const struct timing_found *f, int setting, const char *key);

/* What a contestant (bench.h) comes to: {"ns", "least": of a step, and the counts of a pass}, or
 * {"why": it has failed}, or null for one that takes no part. Of the first `count` of them as an
 * array; NULL: one of them has failed, and *d says why. */
json_t *timing_case(const json_t *contestant, int rounds);
json_t *timing_cases(const struct timing_found *f, const json_t *contestants, int count,
                     int rounds, struct diagnostic *d);

/* The first process that has found something; -1: none. */
int timing_first_process(const struct timing_found *f);

/* A point that tells the setting, and what may be added to it: value, low, high; what each
 * process has found; the counters of a step. */
json_t *timing_point(const struct timing_setting *s);
void timing_add_estimate(json_t *point, struct estimate e);
void timing_add_values(json_t *point, const struct timing_found *f, int setting,
                       const char *key, const char *as);
void timing_add_counts(json_t *point, const struct timing_found *f, int setting);

/* A result without numbers, with an empty array of points; appended by timing_append. */
struct result timing_result(const struct timing_found *f, const char *quantity);
/* What an interval comes to against bounds; NaN: nothing is asked. */
enum verdict timing_judge(struct estimate e, double least, double most);
void timing_take(struct result *r, struct estimate e); /* value, low, high */
void timing_append(json_t *results, const struct timing_found *f, const char *method,
                   int group, const struct result *r, const char *reason);

/* step-over-kernels of a model. */
void timing_append_floor(const struct timing_found *f, int group, json_t *results);

/* original-ratio of a model, if there is anything to compare with. */
void timing_append_ratio(const struct timing_found *f, int group, json_t *results);

#endif
