/* A truth held against another evaluation of itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_VERIFY_AGAIN_H
#define HARNESS_TRUTH_VERIFY_AGAIN_H

#include "harness/truth/record/truth_verified.h"
#include "ref/truth.h"

struct diagnostic;  /* problems/base/status.h */
struct truth_query; /* harness/truth/record/truth_record.h */

/* The truth of a request once more, at other times or with other options, whose constants are
 * not read: as it was asked for, by some of the ways (0: all) where it was the best one. As
 * ref_truth_function. */
enum ref_status truth_again(struct ref_truth **again, const struct truth_query *w,
                            unsigned ways, int times, const mpfr_t *time,
                            const struct ref_truth_options *options);

/* Whether a search that ends so says nothing about what is told: it was stopped, or the ways' own
 * limits are too low. */
bool truth_again_is_undecided(enum ref_status status);

/* TRUTH_NOT_VERIFIED if so, else TRUTH_FALSE; text says that the way has none, and why. */
enum truth_verified truth_again_refuse(enum ref_way way, enum ref_status status,
                                       struct diagnostic *text);

/* Finds the truth of a request again at the times first .. first + count - 1, by its own way and
 * some digits sharper, and asks for its balls to contain what that gives. TRUTH_AGAIN;
 * TRUTH_FALSE: a ball is apart from the other one, or still not around it where that is 20
 * digits sharper, or there is none by that way, or of a converged truth more is assumed than is
 * told; TRUTH_NOT_VERIFIED. The options' stop and context are read. */
enum truth_verified truth_verify_sharper(const struct truth_query *w,
                                         const struct ref_truth *told, int first,
                                         int count,
                                         const struct ref_truth_options *options,
                                         struct diagnostic *text);

#endif
