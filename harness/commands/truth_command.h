/* What the parts of `halfstep truth` share: what it is asked for, and its uses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_COMMAND_H
#define HARNESS_TRUTH_COMMAND_H

#include "harness/session/session.h"
#include "harness/truth/truth.h"

/* The names of grades and of ways; NULL: there are no more. */
const char *truth_arguments_grade(int i);
const char *truth_arguments_way(int i);

/* Reads --digits, --grade, --way, --with and --time-limit into *r, with their defaults; digits
 * 0: as many as are known. Nonzero: *d says why. */
int truth_arguments_read(struct truth_request *r, const struct arguments *arguments,
                         struct diagnostic *d);

/* Whether the times (size r->times), which were read from `text`, ascend from the start of the
 * span of the request's model. Nonzero: they do not, and *d says so. */
int truth_arguments_check_times(const struct truth_request *r, const mpfr_t *time,
                                const char *text, struct diagnostic *d);

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

/* Proves each record of a file of truths again. The model is the one named, or the catalogue's
 * of the file's name. EXIT_VERDICT: one is not proved, is damaged, or is about another model. */
enum exit_status truth_file_verify(struct session *session,
                                   const struct arguments *arguments);

/* Finds the truth of a request (times 0: the standard ones within the span), makes its
 * certificate where it has one, and writes both to a file. EXIT_VERDICT: there is no proof to
 * write down. */
enum exit_status truth_file_certify(struct session *session, struct truth_request *r,
                                    const char *path);

#endif
