/* The exact solution at some times with a measure of its error, as a document.
 *
 * Grades: "closed-form" when the model file has a formula for every component (evaluated in
 * MPFR at two precisions), else "converged" (two Taylor runs of different precision and order
 * agree). Where there is a formula, both are had and compared; a Taylor solution that cannot
 * be had is then done without.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_H
#define HARNESS_TRUTH_H

#include <stdio.h>

#include <jansson.h>

#include "ref/truth.h"

struct truth_request {
    struct model *model;
    int times;
    const mpfr_t *time; /* ascending, none before the span's beginning */
    int digits;         /* wanted */
    void (*progress)(void *context, double fraction); /* may be NULL */
    void *context;
};

/* {"truth": [{t, state, radius, grade, digits}...], "published": [...], "run": {...}}, where
 * run is null when there was no Taylor solution; the caller frees *document. On failure it is NULL. */
enum ref_status truth_find(const struct truth_request *r, json_t **document);

/* Prints such a document for a person. */
void truth_print(const struct model *m, const json_t *document, FILE *out);

#endif
