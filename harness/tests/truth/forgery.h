/* Records of truths, forged field by field.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_FORGERY_H
#define HARNESS_TESTS_FORGERY_H

#include "harness/truth/truth_verify.h"

/* A field of a record that somebody changed, and what has to be told of it. */
struct forgery {
    const char *field; /* names and places on the way to it: "truth.state.1" */
    const char *value; /* what is written there, as JSON; "": it is taken away; NULL: */
    size_t digit;      /* this character of the text is another digit */
    enum truth_verified verdict;
    const char *told;
};

/* Forges the right record of m as a row says, and expects its verdict. */
void forgery_expect(struct model *m, const json_t *right, const struct forgery *f);

/* Forges the right record of m as each row says, one at a time, and expects the row's verdict.
 * Every field of the record has to stand in a row, whatever its place in a list. */
void forgeries_expect(struct model *m, const json_t *right,
                      const struct forgery *forgeries, size_t count);

#endif
