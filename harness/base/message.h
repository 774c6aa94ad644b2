/* Messages for a person, collected in a diagnostic instead of printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MESSAGE_H
#define HARNESS_MESSAGE_H

struct diagnostic; /* problems/base/status.h */

/* *d := the text that printf would make of format and what follows; cut when too long. The
 * arguments may be parts of d->text. Returns -1, so that a function can end with it. */
int message_set(struct diagnostic *d, const char *format, ...);

/* The same of a function that ends with another outcome, whose type the expression has:
 * message_fail(outcome, d, format, ...). */
#define message_fail(outcome, ...) (message_set(__VA_ARGS__), (outcome))

#endif
