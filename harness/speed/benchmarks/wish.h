/* What is wished of the benchmark library (benchmark_library.h), read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_WISH_H
#define HARNESS_BENCHMARK_WISH_H

#include <jansson.h>

#include "harness/integrators/methods/method.h"

struct wish {
    json_t *document;
    struct model *model;
    double begin, *start;        /* the model's start, x[nq + nv + nz] */
    const char *method, *kernel; /* of the document; kernel NULL: the steps */
    const json_t *options;       /* of the document: {NAME: VALUE}; NULL: none */
    double step, accuracy;       /* one of them is NaN */
    double length;
    bool
        counts_memory; /* the counters have "memory", what the integrator has allocated */
};

/* Reads the text of a wish, and its model from the folder `models`. Freed with wish_clear in
 * any case. Nonzero: *d says why. */
int wish_read(struct wish *w, const char *text, const char *models, struct diagnostic *d);
void wish_clear(struct wish *w);

/* The settings of the method of ours that is wished; cleared with method_settings_clear in any
 * case. Nonzero: *d says why. */
int wish_settings(struct method_settings *settings, const struct wish *w,
                  struct diagnostic *d);

#endif
