/* Studies of many models in parallel, and what their results come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_H
#define HARNESS_RESULTS_H

#include "harness/program/run/request.h"
#include "harness/session/session.h"

/* *results := all results, model by model and for each method by method; a study that could not
 * be carried out, crashed or hung is a failed result with the quantity "study". A model that is
 * named, and that the only method does not take, is EXIT_USAGE; others are not applicable.
 * *models := the descriptions, or NULL when none are asked for. The caller frees both. On
 * failure there are none and session->why says why. */
enum exit_status results_find(const struct results_request *r, struct results *results,
                              json_t **models);

#endif
