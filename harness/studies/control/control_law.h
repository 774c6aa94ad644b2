/* The rule by which an integrator from outside chooses its steps, identified from runs:
 *
 *     h' = s h (A/E)^a,   E = norm of the error estimate,
 *     h' = s h (A/E)^a (E0/A)^b,   E0 that of the step before (a PI controller), or
 *     h' = s h (A/E)^a (E0/A)^b (h0/h)^c,   h0 its size (a digital filter),
 *
 * within bounds of h'/h. (Hairer, Norsett, Wanner, Solving ODEs I, II.4 (4.13); Gustafsson, ACM
 * Trans. Math. Softw. 17 (1991); Soederlind, ACM Trans. Math. Softw. 29 (2003), whose H211b has
 * a = -b = 1/(4 k), c = 1/4.) Each norm of a list is tried: with the one that the integrator uses
 * the points lie on the law to rounding, with others they do not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTROL_LAW_H
#define HARNESS_CONTROL_LAW_H

#include "harness/studies/control/control_norm.h"

struct control_law {
    int terms; /* 1, 2, 3 of the laws above; 0: none was found */
    struct control_norm norm;
    double exponent, before, ratio, safety; /* a, b, c, s; those that it has not are 0 */
    double growth, shrinkage;               /* bounds of h'/h; NaN: none was met */
    bool never_grows;                       /* no step was longer than the one before */
    double most_accepted;                   /* the largest E / A of an accepted step */
    double least_rejected; /* the smallest of a rejected one; infinite: none was */
    int points, on_law;    /* sizes that no bound has set; of these on the law */
    bool is_sure;          /* there are many, and nearly all are */
};

/* The law that runs with these accuracies follow; `quiet` is one without error, in which steps
 * grow as much as they may. */
void control_law_find(struct control_law *law, const struct control_run *runs,
                      const double *accuracies, int count,
                      const struct control_run *quiet);

/* "h' = 0.9 h (tol/err)^(1/5), growth <= 5, ...", in `text`[size]. */
void control_law_tell(const struct control_law *law, char *text, size_t size);

#endif
