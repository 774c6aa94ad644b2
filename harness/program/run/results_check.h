/* What a request is about, looked at before the work begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_CHECK_H
#define HARNESS_RESULTS_CHECK_H

#include "harness/program/run/results.h"
#include "harness/program/run/results_jobs.h"

/* Reads every model once, so that a wrong name or file is found before the work begins, and
 * traits[i] known of the i-th, which are the caller's to free in any case. EXIT_USAGE: also where a
 * model that is named, or every one, is not taken; session->why says why. */
enum exit_status results_check(const struct results_request *r,
                               struct job_traits *traits);

/* Frees traits[count]; NULL: nothing. */
void results_free_traits(struct job_traits *traits, int count);

#endif
