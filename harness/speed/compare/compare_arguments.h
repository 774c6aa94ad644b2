/* What the command line says about a comparison, or about the self-test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_ARGUMENTS_H
#define HARNESS_COMPARE_ARGUMENTS_H

#include "harness/speed/compare/compare.h"

/* Reads all, opens both sides and chooses the benchmarks. The caller clears in any case. Not
 * EXIT_PASSED: session->why says why. */
enum exit_status compare_arguments_read(struct compare_request *r,
                                        const struct arguments *arguments,
                                        struct session *session);
void compare_arguments_clear(struct compare_request *r);

enum exit_status self_arguments_read(struct self_test *t,
                                     const struct arguments *arguments,
                                     struct session *session);
void self_arguments_clear(struct self_test *t);

/* What the self-test's document says, for a person. */
void self_print(const json_t *document, FILE *out);

#endif
