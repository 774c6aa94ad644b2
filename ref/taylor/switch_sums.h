/* Whether the switching functions are what their series say, of which the signs are found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_SWITCH_SUMS_H
#define REF_SWITCH_SUMS_H

#include "ref/taylor/switching.h"

/* Takes note of the step of h, whose series are expanded: before the following one, and again
 * when h changes. */
void ref_switch_sums_begin(struct ref_switching *s, mpfr_srcptr h);

/* Whether each switching function at tau = h part, where F has been evaluated (s->point), is the
 * sum of its series to half the bits of its largest term. That is this step's or an earlier
 * one's: of a short step on the surface all terms are rounding. Uses term, largest, power. */
bool ref_switch_sums_hold(struct ref_switching *s, mpfr_srcptr tau, double part);

#endif
