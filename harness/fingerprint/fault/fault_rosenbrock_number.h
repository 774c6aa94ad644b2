/* The numbers of a Rosenbrock method, in either of its forms. With k the stages,
 *
 *     k_i = F(t0 + c_i h, x0 + h sum A_ij k_j) + h F_x sum G_ij k_j + h g_i F_t,
 *
 * and, as products with F_x are saved by u = h G k, in print (Hairer, Wanner, Solving ODEs II,
 * IV.7, equations (7.25))
 *
 *     (1/(h gamma) - F_x) u_i = F(t0 + c_i h, x0 + sum a_ij u_j) + sum c_ij/h u_j + h g_i F_t,
 *     x1 = x0 + sum m_i u_i,    a = A G^-1,  m = b G^-1,  c_ij = -(G^-1)_ij.
 *
 * Since c_ij stands below the diagonal, another one by d is
 *
 *     G' = G + d G e_i e_j' G,  A' = A + d A e_i e_j' G,  b' = b + d b_i e_j' G.
 *
 * Numbers g_i and c_i are constants of the program, and stay.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FAULT_ROSENBROCK_NUMBER_H
#define HARNESS_FAULT_ROSENBROCK_NUMBER_H

#include "harness/fingerprint/trees/tableau.h"

/* An entry of G, c, a; of m, of the estimate's m; a g. */
enum rosenbrock_kind {
    ROSENBROCK_GAMMA,
    ROSENBROCK_C,
    ROSENBROCK_A,
    ROSENBROCK_M,
    ROSENBROCK_E,
    ROSENBROCK_OF_TIME,
    ROSENBROCK_KINDS
};

struct rosenbrock {
    struct tableau tableau; /* that of a known method */
    mpq_t *inverse;         /* of G */
};

/* Which number: of vectors j is not looked at. */
struct rosenbrock_place {
    enum rosenbrock_kind kind;
    int i, j;
};

/* Of a tableau, which it takes over: the inverse of G, and the constants that F_t is multiplied by.
 * Nonzero: out of memory. Freed with rosenbrock_free in any case. */
int rosenbrock_init(struct rosenbrock *r, struct tableau *t);
void rosenbrock_free(struct rosenbrock *r);

/* value := the number. */
void rosenbrock_number(mpq_ptr value, const struct rosenbrock *r,
                       struct rosenbrock_place at);

/* The number becomes another by d; -d is the way back. */
void rosenbrock_change(struct rosenbrock *r, struct rosenbrock_place at, mpq_srcptr d);

#endif
