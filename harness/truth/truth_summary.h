/* What is said about a model's truth where the model is described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_SUMMARY_H
#define HARNESS_TRUTH_SUMMARY_H

#include "harness/base/record/record.h"

struct model;       /* problems/model.h */
struct truth_store; /* harness/truth/truth_store.h */

/* The truth at the standard times, looked for during so many seconds of the processor if it is not
 * known:
 *
 *     {grade, digits, t, way, bits, order, steps,
 *      times: [{t, grade, digits, radius, way, bits, order, steps, switches, attempts, growth,
 *               seconds, cached, second_opinion}],
 *      published: [{component, t, published, source, digits_trusted, digits_agreeing,
 *                   verdict, grade}]}
 *
 * Grade and digits are the least over the times; t, way, bits, order and steps are those of
 * the last one. Where there is no truth, {grade: "none", why}. */
json_t *truth_summary(struct model *m, const struct truth_store *s, double seconds);

/* Whether the truth at the standard times within the span is known; then the least of it. */
struct truth_brief {
    const char *grade, *way;
    long digits;
};
bool truth_summary_known(struct truth_brief *b, struct model *m,
                         const struct truth_store *s);

extern const struct record truth_brief_record;

#endif
