/* Kepler's equation in real balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ARB_KEPLER_H
#define PROBLEMS_ARB_KEPLER_H

#include <arb.h>

/* r := a ball that contains E with E - e sin E = M for all members of the balls M and e; not
 * finite unless |e| < 1 is proved. r is none of them. */
void arb_kepler(arb_ptr r, arb_srcptr mean, arb_srcptr eccentricity, slong bits);

#endif
