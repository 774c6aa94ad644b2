/* Takes a text through the reader and everything that is made from a model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_DIGEST_H
#define PROBLEMS_TESTS_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text was either refused with a message or read, and then all of its programs
 * could be made and run. */
bool digest_text(const char *text, size_t length);

#endif
