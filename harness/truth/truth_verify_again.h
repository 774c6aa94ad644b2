/* A truth held against another evaluation of itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_VERIFY_AGAIN_H
#define HARNESS_TRUTH_VERIFY_AGAIN_H

#include "harness/truth/truth_verify.h"

/* Finds the truth again at the times first .. first + count - 1, by its own way and some digits
 * sharper, and asks for its balls to contain what that gives. TRUTH_PROVED; TRUTH_FALSE: a ball is
 * apart from the other one, or still not around it where that is 20 digits sharper, or there is
 * none by that way, or of a converged truth more is assumed than is told; TRUTH_NOT_VERIFIED: it
 * was stopped, or the ways' own limits are too low for so many digits. The options' constants, stop and context are read. */
enum truth_verified truth_verify_again(struct model *m, const struct ref_truth *told,
                                       int first, int count,
                                       const struct ref_truth_options *options,
                                       struct diagnostic *text);

#endif
