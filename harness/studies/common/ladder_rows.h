/* Ladders as results tell them: their points as rows, the order that was fitted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LADDER_ROWS_H
#define HARNESS_LADDER_ROWS_H

#include "harness/studies/common/asymptotic.h"

struct result; /* harness/results/result.h */

enum ladder_columns {
    LADDER_ERRORS, /* h, error, used */
    LADDER_FLOORS, /* and the errors' floors */
    LADDER_REASONS /* and why a point is not used, of those that are not */
};

/* r->points := a row for each point, after ladder_fit. */
void ladder_tell(struct result *r, int levels, const struct ladder_point *point,
                 enum ladder_columns columns);

/* r->value, low and high := the exponent and its interval, if one was fitted. */
void ladder_take(struct result *r, const struct ladder_order *order);

#endif
