/* A workload of the benchmark library (benchmark_library.h), read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_WORKLOAD_H
#define HARNESS_BENCHMARK_WORKLOAD_H

#include <stdbool.h>

#include <jansson.h>

struct diagnostic;      /* problems/base/status.h */
struct method_settings; /* harness/integrators/methods/method.h */
struct model;           /* problems/model.h */

struct workload {
    json_t *document;
    struct model *model;
    double begin, *start;        /* the model's start, x[nq + nv + nz] */
    const char *method, *kernel; /* of the document; kernel NULL: the steps */
    const json_t *options;       /* of the document: {NAME: VALUE}; NULL: none */
    double step, accuracy;       /* one of them is NaN */
    double length;
    /* The counters have "memory", what the integrator has allocated. */
    bool counts_memory;
};

/* Reads the text of a workload, and its model from the folder `models`. Freed with
 * workload_clear in any case. Nonzero: *d says why. */
int workload_read(struct workload *w, const char *text, const char *models,
                  struct diagnostic *d);
void workload_clear(struct workload *w);

/* The settings of the method of ours that is asked for; cleared with method_settings_clear in any
 * case. Nonzero: *d says why. */
int workload_settings(struct method_settings *settings, const struct workload *w,
                      struct diagnostic *d);

#endif
