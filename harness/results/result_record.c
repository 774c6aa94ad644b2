/* A result, described, and the words that its members may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/result_fields.h"

const char *const result_modes[] = {"default", "faithful", NULL};

/* Of truth. */
const char *const result_grades[] = {"closed-form", "certified", "converged", "published",
                                     "discrete",    "recorded",  "none",      NULL};

static const struct record_field fields[] = {RESULT_FIELDS(struct result, ),
                                             {.key = NULL}};

const struct record result_record = {
    "result", "One quantity that a study has measured, and its verdict.",
    sizeof(struct result), fields};
