/* Turns: Rodrigues' formula, and that of a quaternion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/bodies/bodies.h"
#include "problems/graph/expr.h"

/* (1 - n n^T) cos + n n^T + [n] sin: along a basis vector what stays the same folds to 0 and 1. */
struct matrix3 body_turn_axis(graph *g, struct vector3 n, expr angle) {
    const expr sine = expr_apply(g, EXPR_SIN, angle);
    const expr cosine = expr_apply(g, EXPR_COS, angle);
    const struct matrix3 cross = matrix3_cross(g, n);
    struct matrix3 turn;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            expr along = expr_mul(g, n.e[i], n.e[j]);
            expr across = expr_sub(g, expr_integer(g, i == j), along);
            expr even = expr_add(g, expr_mul(g, across, cosine), along);
            turn.e[i][j] = expr_add(g, even, expr_mul(g, cross.e[i][j], sine));
        }
    return turn;
}

/* 1 + s (w [u] + [u][u]) with q = (w, u) and s = 2/|q|^2. */
struct matrix3 body_turn_quaternion(graph *g, const expr q[QUATERNION_SIZE]) {
    const struct vector3 u = {{q[1], q[2], q[3]}};
    const expr square = expr_add(g, expr_mul(g, q[0], q[0]), vector3_dot(g, u, u));
    const expr s = expr_div(g, expr_integer(g, 2), square);
    struct matrix3 turn;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        expr rest = expr_add(g, expr_mul(g, u.e[j], u.e[j]), expr_mul(g, u.e[k], u.e[k]));
        expr product = expr_mul(g, u.e[i], u.e[j]), real = expr_mul(g, q[0], u.e[k]);
        turn.e[i][i] = expr_sub(g, expr_integer(g, 1), expr_mul(g, s, rest));
        turn.e[i][j] = expr_mul(g, s, expr_sub(g, product, real));
        turn.e[j][i] = expr_mul(g, s, expr_add(g, product, real));
    }
    return turn;
}
