/* halfstep truth --recompute and --check: the truths that are kept with the catalogue.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_CATALOGUE_H
#define HARNESS_TRUTH_CATALOGUE_H

#include "harness/session/command.h"

/* Makes the files of the models that are named, or of all, in parallel: the truths at the
 * standard times, and those that the studies of the gate ask for and that take long. */
enum exit_status truth_catalogue_recompute(struct session *session,
                                           const struct arguments *arguments);

/* Computes a random part of them again, as many as the budget allows, at least one, and
 * compares. A file that is not about its model as it is fails, too. */
enum exit_status truth_catalogue_check(struct session *session,
                                       const struct arguments *arguments);

/* Makes certificates for truths that are kept without, of the models that are named, or of all. */
enum exit_status truth_catalogue_certify(struct session *session,
                                         const struct arguments *arguments);

/* Prints what the files have of each name, as lines or as a table, and the standard times at
 * which they have nothing. Computes nothing. */
enum exit_status truth_catalogue_tell(struct session *session,
                                      const struct arguments *arguments);

#endif
