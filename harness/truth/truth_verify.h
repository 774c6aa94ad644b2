/* A record of a truth proved again, without trusting who made it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_VERIFY_H
#define HARNESS_TRUTH_VERIFY_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/truth/record/truth_verified.h"
#include "problems/program/eval_constants.h"

struct diagnostic;   /* problems/base/status.h */
struct model;        /* problems/model.h */
struct truth_query;  /* harness/truth/record/truth_record.h */
struct truth_record; /* harness/truth/record/truth_record.h */

/* What a stranger wants: a sample or all, the seed that picks, and how long it may take. */
struct truth_verify_options {
    bool sample;
    unsigned long seed;
    double seconds_limit; /* 0: none */
};

/* Proves the record of a truth of m: by the enclosure's certificate, all of its segments, or
 * with `sample` the one that the seed picks. What has no certificate is made again by its own
 * way, at all times: some digits sharper, and its balls have to lie around what comes out; and
 * but for enclosures as it was asked for, where all that is told of the making has to come out
 * the same. A failure has to fail again. A second opinion is asked for again unless it is a
 * sample. A record that lacks what its grade asks for is false. text says what was done or what
 * is wrong, and where. */
enum truth_verified truth_verify(struct model *m, const json_t *record,
                                 const struct truth_verify_options *options,
                                 struct diagnostic *text);

/* Proves all segments of the certificate of a record that was decoded, within so many seconds of
 * the processor (0: no limit). TRUTH_NOTHING: it has none; text as truth_verify's. */
enum truth_verified truth_verify_certificate(const struct truth_query *request,
                                             const struct truth_record *r,
                                             double seconds_limit,
                                             struct diagnostic *text);

/* A sample of what a record that was decoded says at its times; without a limit of time. */
enum truth_verified truth_verify_sample(struct model *m, const struct truth_record *r,
                                        enum eval_constants constants, unsigned long seed,
                                        struct diagnostic *text);

#endif
