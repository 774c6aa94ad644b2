/* Rounding of balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ARB_ROUND_H
#define PROBLEMS_ARB_ROUND_H

#include <stdbool.h>

#include <mpfr.h>

#include <arb.h>

/* Whether every member of x, whose middle has at most `bits` bits, rounds to one number of
 * value's precision; if so value is it, else value is as before. */
bool arb_round(mpfr_ptr value, const arb_t x, slong bits);

#endif
