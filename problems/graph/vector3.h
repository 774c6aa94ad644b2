/* Vectors and matrices of expressions in space. Zeros and ones fold away, so that what lies in
 * a plane costs what it costs there. Arguments are passed by value, results are new.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_VECTOR3_H
#define PROBLEMS_VECTOR3_H

#include "problems/graph/node.h"

struct vector3 {
    expr e[3];
};

struct matrix3 {
    expr e[3][3]; /* by rows */
};

/* Zero; the identity; (a, b, c); row i; column i; the vector i of the basis. */
struct vector3 vector3_zero(graph *g);
struct vector3 vector3_unit(graph *g, int i);
struct vector3 matrix3_column(struct matrix3 a, int i);
struct matrix3 matrix3_zero(graph *g);
struct matrix3 matrix3_identity(graph *g);

struct vector3 vector3_add(graph *g, struct vector3 a, struct vector3 b);
struct vector3 vector3_scale(graph *g, expr factor, struct vector3 a);
struct vector3 vector3_cross(graph *g, struct vector3 a, struct vector3 b);
expr vector3_dot(graph *g, struct vector3 a, struct vector3 b);

/* a + b; a b; a^T; [a], with [a] b = a x b. */
struct matrix3 matrix3_add(graph *g, struct matrix3 a, struct matrix3 b);
struct matrix3 matrix3_product(graph *g, struct matrix3 a, struct matrix3 b);
struct matrix3 matrix3_transpose(struct matrix3 a);
struct matrix3 matrix3_cross(graph *g, struct vector3 a);

/* a x. */
struct vector3 matrix3_apply(graph *g, struct matrix3 a, struct vector3 x);

#endif
