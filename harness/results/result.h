/* One result of a study: a measured quantity, its verdict, and the data behind it. It is a
 * struct from where it is found to where it is written; between processes and in files it is
 * the JSON object that result_record describes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULT_H
#define HARNESS_RESULT_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/base/verdict.h"

struct record;  /* harness/base/record/record.h */
struct model;   /* problems/model.h */
struct study;   /* harness/results/study.h */
struct results; /* harness/results/result_list.h */

struct result {
    const char *model, *method;
    const char *arithmetic; /* "double" or "mpfr:512" */
    const char *mode;       /* of the method, see result_mode; NULL: none, or several */
    const char *study;      /* "order" or "gap" */
    const char *quantity;   /* "gap-order"; with a component ":NAME" is appended */
    const char *component;  /* NULL: the result is about all of them */
    double value, low, high, expected; /* not a number: there is none */
    double tolerance;
    double floor; /* what round-off may make of the finest datum; 0: not known */
    enum verdict verdict;
    const char *grade; /* of the truth behind it */
    bool required;     /* whether anything but pass makes the gate fail */
    const char *reason;
    json_t *points;       /* an array, taken over; NULL: none */
    json_t *fingerprint;  /* that it is about; NULL: it is about none */
    const char *accepted; /* why a failure is accepted; NULL: it is not */
};

extern const struct record result_record;

/* A result of `study` about m, on which nothing is known yet: no numbers, no points, grade
 * "converged"; a failure until something else is said. */
struct result result_begin(struct model *m, const char *study, const char *arithmetic,
                           const char *quantity);

/* A value that is to be at most the bound: it is the upper end, too, 0 is expected, and the verdict
 * is verdict_at_most's. */
void result_hold(struct result *r, double value, double bound);

/* A required failure of a study as a whole, with nothing measured. */
struct result result_of_failure(const char *study, const char *model, const char *method);

/* "default" or "faithful", as the study's options have it; NULL where it sets none. */
const char *result_mode(const struct study *s);

/* Adds *r, of the study's model and method, to the results, with its component and its reason, a
 * printf format with its arguments. Takes over r->points in any case. Nonzero when memory
 * runs out. */
int result_append(struct results *results, const struct study *s, const struct result *r,
                  const char *reason, ...);

/* Whether a model is one on which verdicts are required: without kinks and not stiff. */
bool result_is_required(struct model *m);

#endif
