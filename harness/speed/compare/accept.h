/* Changes for the worse that are accepted: a file of --accept, kept in the repository.
 *
 *     {"halfstep-accept": 1,
 *      "accept": [{"benchmark": "pendulum*", "counter": "evaluations", "value": 274,
 *                  "reason": "the estimate is made from one more evaluation"},
 *                 {"benchmark": "*", "counter": "instructions", "change": 0.004,
 *                  "reason": "non-finite rates are looked for"}]}
 *
 * `benchmark` and `counter` are patterns ('*', '?'); a counter is one of those compared,
 * "instructions", or "time". `value` is the new value that is accepted, `change` the relative
 * increase; of both there is one. More than that still fails.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_ACCEPT_H
#define HARNESS_COMPARE_ACCEPT_H

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

struct accepted {
    const char *benchmark, *counter; /* patterns */
    const char *reason;
    double value, change; /* one is NaN */
    int line;
    int uses;
};

struct accept {
    const char *path; /* as it was given; NULL: none */
    int count;
    struct accepted *accepted; /* [count] */
    json_t *document;          /* holds the texts */
};

/* Reads a file; nothing is accepted when the path is NULL. The caller frees with accept_clear
 * in any case. Nonzero: *d says why, with the file, the line, and what was expected. */
int accept_read(struct accept *a, const char *path, struct diagnostic *d);
void accept_clear(struct accept *a);

/* Why a counter's increase in a benchmark is accepted; NULL: it is not. Counts the use. */
const char *accept_reason(struct accept *a, const char *benchmark, const char *counter,
                          double old, double new);

/* The texts about acceptances that were not used, an array which the caller frees. */
json_t *accept_unused(const struct accept *a);

#endif
