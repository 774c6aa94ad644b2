/* Component by component.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/vector3.h"

#include "problems/graph/expr.h"

struct vector3 vector3_zero(graph *g) {
    expr zero = expr_integer(g, 0);
    return (struct vector3){{zero, zero, zero}};
}

struct vector3 vector3_unit(graph *g, int i) {
    struct vector3 unit = vector3_zero(g);
    unit.e[i] = expr_integer(g, 1);
    return unit;
}

struct vector3 matrix3_column(struct matrix3 a, int i) {
    return (struct vector3){{a.e[0][i], a.e[1][i], a.e[2][i]}};
}

struct matrix3 matrix3_zero(graph *g) {
    struct matrix3 zero;
    for (int i = 0; i < 9; i++)
        zero.e[i / 3][i % 3] = expr_integer(g, 0);
    return zero;
}

struct matrix3 matrix3_identity(graph *g) {
    struct matrix3 identity = matrix3_zero(g);
    for (int i = 0; i < 3; i++)
        identity.e[i][i] = expr_integer(g, 1);
    return identity;
}

struct vector3 vector3_add(graph *g, struct vector3 a, struct vector3 b) {
    for (int i = 0; i < 3; i++)
        a.e[i] = expr_add(g, a.e[i], b.e[i]);
    return a;
}

struct vector3 vector3_scale(graph *g, expr factor, struct vector3 a) {
    for (int i = 0; i < 3; i++)
        a.e[i] = expr_mul(g, factor, a.e[i]);
    return a;
}

struct vector3 vector3_cross(graph *g, struct vector3 a, struct vector3 b) {
    struct vector3 c;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c.e[i] = expr_sub(g, expr_mul(g, a.e[j], b.e[k]), expr_mul(g, a.e[k], b.e[j]));
    }
    return c;
}

expr vector3_dot(graph *g, struct vector3 a, struct vector3 b) {
    expr sum = expr_integer(g, 0);
    for (int i = 0; i < 3; i++)
        sum = expr_add(g, sum, expr_mul(g, a.e[i], b.e[i]));
    return sum;
}

struct matrix3 matrix3_add(graph *g, struct matrix3 a, struct matrix3 b) {
    for (int i = 0; i < 9; i++)
        a.e[i / 3][i % 3] = expr_add(g, a.e[i / 3][i % 3], b.e[i / 3][i % 3]);
    return a;
}

struct matrix3 matrix3_product(graph *g, struct matrix3 a, struct matrix3 b) {
    struct matrix3 c;
    for (int j = 0; j < 3; j++) {
        struct vector3 column = matrix3_apply(g, a, matrix3_column(b, j));
        for (int i = 0; i < 3; i++)
            c.e[i][j] = column.e[i];
    }
    return c;
}

struct matrix3 matrix3_transpose(struct matrix3 a) {
    struct matrix3 b;
    for (int i = 0; i < 9; i++)
        b.e[i % 3][i / 3] = a.e[i / 3][i % 3];
    return b;
}

struct matrix3 matrix3_cross(graph *g, struct vector3 a) {
    struct matrix3 c = matrix3_zero(g);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c.e[k][j] = a.e[i];
        c.e[j][k] = expr_neg(g, a.e[i]);
    }
    return c;
}

struct vector3 matrix3_apply(graph *g, struct matrix3 a, struct vector3 x) {
    struct vector3 y;
    for (int i = 0; i < 3; i++)
        y.e[i] = vector3_dot(g, (struct vector3){{a.e[i][0], a.e[i][1], a.e[i][2]}}, x);
    return y;
}
