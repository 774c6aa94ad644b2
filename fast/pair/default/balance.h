/* Newton's matrix of a tree of bodies, whose J is full though each of the tree's balances has
 * few unknowns: I - h J is what elimination leaves of a sparse matrix. With
 *
 *     b_w dw + b_y' dy' + b_q dq + b_y dy = 0,   dy' = (dy - r) / h,   dq = h N dy + p
 *
 * where p is how far q is off, the update dy solves
 *
 *     [ b_w   b_y' + h b_y + h^2 b_q N ] (h dw, dy) = b_y' r - h b_q p,
 *
 * which has the solution of (I - h (f_y + h f_q N)) dy = r + h f_q p, and as b_w has the
 * determinant 1 and b_y' leaves M, the sign of its determinant, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_BALANCE_H
#define FAST_BALANCE_H

#include "fast/linear/layout.h"
#include "fast/linear/matrix.h"
#include "fast/pair/base/internal.h"

struct fast_balance {
    int hidden, order;         /* order = hidden + ny */
    struct fast_matrix b;      /* [order x (nx + order)], its columns q, y, w, y' */
    struct fast_matrix change; /* [(nx + order) x order] of (q, y, w, y') by (h dw, dy) */
    struct fast_matrix sum;    /* b change */
    double *map; /* N's entries where b was formed; NULL: N is the identity */
    double *right, *solution;   /* [order] */
    bool is_off;                /* right has - h b_q p */
    struct fast_layout *layout; /* of sum */
    struct fast_pattern *patterns[3];
    double *storage;
};

/* *made: NULL if the system has no balances, or J's own elimination is expected to be faster. */
enum fast_status fast_balance_alloc(struct fast_balance **made,
                                    const struct pair *integrator,
                                    const struct fast_structure *structure);
/* Takes NULL. */
void fast_balance_free(struct fast_balance *balance);

/* b and N at (t, x). FAST_NOT_FINITE: there is none. */
enum fast_status fast_balance_form(struct pair *integrator, struct fast_balance *balance,
                                   double t, const double *x);
/* factors, which are of the layout, := those for h. */
enum fast_status fast_balance_factor(struct fast_balance *balance,
                                     struct fast_factors *factors, double h);
/* q is off by p[nq] in the next solution. */
void fast_balance_push(struct fast_balance *balance, int nq, double h, const double *p);
/* dy[ny] := (I - h J)^-1 (r[ny] + h f_q p). */
void fast_balance_solve(struct fast_balance *balance, struct fast_factors *factors,
                        const double *r, double *dy);

#endif
