/* A ball as a person reads it: no digit that is not known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_BALL_H
#define HARNESS_TRUTH_BALL_H

#include <stdbool.h>

#include <jansson.h>
#include <mpfr.h>

/* c +- r with so many digits that rounding it changes it by less than r/1000; "0" where |c| <=
 * r. The caller frees it; NULL: out of memory. */
char *truth_ball_text(mpfr_srcptr c, mpfr_srcptr r);

/* radius := that of what is told of the ball: r, or, where "0" is told, |c| + r. Whether it is
 * the latter. */
bool truth_ball_radius(mpfr_ptr radius, mpfr_srcptr c, mpfr_srcptr r);

/* A radius of what is told, rounded upward, with room for the rounding of the text. As that. */
char *truth_ball_bound(mpfr_srcptr radius);

/* {"name", "value", "radius"} of a ball. */
json_t *truth_ball_describe(const char *name, mpfr_srcptr centre, mpfr_srcptr radius);

#endif
