/* A running error analysis of a model's field x' = F(t, x) in double (N. J. Higham, Accuracy
 * and Stability of Numerical Algorithms, 2nd edition, section 3.3): every operation of the
 * program is carried out in double, and along with its result r goes a bound e on what the
 * errors of its arguments and its own rounding may make of it, to first order:
 *
 *     a +- b:  ea + eb + u |r|       a b:  |a| eb + |b| ea + u |r|       and so on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ROUNDOFF_H
#define HARNESS_ROUNDOFF_H

#include <stdbool.h>

#include "problems/model.h"

/* Half a unit in the last place of 1: what one rounding to nearest does, relatively. */
#define ROUNDOFF_UNIT 0x1p-53

struct roundoff;

/* *r refers to m, which must outlive it; freed with roundoff_free. NULL: out of memory, or
 * a constant of the model is no finite double. */
struct roundoff *roundoff_alloc(struct model *m);
void roundoff_free(struct roundoff *r); /* takes NULL */

/* The number of selects in the field. */
int roundoff_selects(const struct roundoff *r);

/* field[nx] := F(in), bound[nx] := the error bounds, for in[1 + nx] = (t, x) with errors of at
 * most in_error[1 + nx]. branch[selects] := +1 or -1, the branch taken, or 0 where the errors
 * leave open which: then the bound covers both. */
void roundoff_run(struct roundoff *r, const double *in, const double *in_error,
                  double *field, double *bound, signed char *branch);

#endif
