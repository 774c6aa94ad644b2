/* What an implicit form solves its equations with.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_MECHANICAL_NEWTON_H
#define FAST_MECHANICAL_NEWTON_H

#include "fast/projected/internal.h"

struct projected_newton {
    int n;
    struct fast_layout *layout;
    struct fast_factors *factors;           /* of I - h A */
    double *values;                         /* A = dF/du, in the layout's pattern */
    double *fq;                             /* room for the part that is not needed */
    double *rates, *other, *change, *minus; /* [n] */
    double *first, *first_rates; /* [n] where the iteration begins, and F there */
};

/* u[n] is to become u0 + h F(u): y with y' at (t, q, u), or q with N(u) v. */
struct projected_equation {
    double t, h;
    const double *u0, *v; /* v is NULL for y */
    double *x, *u;        /* u is part of x where it is y */
    bool wide;            /* differences reach far: F is known to few digits */
};

/* F[n] at u. */
enum fast_status projected_evaluate_equation(struct projected *m,
                                             const struct projected_equation *equation,
                                             double *F);
/* Whether values are formed from differences of F. */
bool projected_derivative_is_by_differences(const struct projected *m,
                                            const struct projected_equation *equation);
/* derivative.c: values := dF/du at u, where F is newton->rates. */
enum fast_status projected_form_derivative(struct projected *m,
                                           const struct projected_equation *equation);

#endif
