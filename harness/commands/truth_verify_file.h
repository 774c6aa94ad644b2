/* halfstep truth --verify FILE and --certificate FILE.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_VERIFY_FILE_H
#define HARNESS_TRUTH_VERIFY_FILE_H

#include "harness/session/command.h"
#include "harness/truth/truth.h"

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
