/* (ab)'' = a''b + 2a'b' + ab'';  f(a)'' = f''(a) a'^2 + f'(a) a''.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/twin_motion.h"

#include <math.h>

struct motion motion_of(double value, double rate, double acceleration) {
    return (struct motion){{value, rate, acceleration},
                           {fabs(value), fabs(rate), fabs(acceleration)}};
}

struct motion motion_rest(double value) {
    return motion_of(value, 0.0, 0.0);
}

struct motion motion_add(struct motion a, struct motion b) {
    for (int i = 0; i < 3; i++) {
        a.value[i] += b.value[i];
        a.size[i] += b.size[i];
    }
    return a;
}

struct motion motion_sub(struct motion a, struct motion b) {
    return motion_add(a, motion_scale(-1.0, b));
}

static void multiply(const double *a, const double *b, double *product) {
    product[0] = a[0] * b[0];
    product[1] = a[1] * b[0] + a[0] * b[1];
    product[2] = a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2];
}

struct motion motion_mul(struct motion a, struct motion b) {
    struct motion c;
    multiply(a.value, b.value, c.value);
    multiply(a.size, b.size, c.size);
    return c;
}

struct motion motion_scale(double factor, struct motion a) {
    return motion_mul(motion_rest(factor), a);
}

/* f(a) from f and its first three derivatives at a; an error of a, a few units of its size,
 * moves each derivative of f by the next one times it. */
static struct motion chain(struct motion a, double f, double first, double second,
                           double third) {
    const double *d = a.value, *s = a.size;
    struct motion c;
    c.value[0] = f;
    c.value[1] = first * d[1];
    c.value[2] = second * d[1] * d[1] + first * d[2];
    first = fabs(first);
    second = fabs(second);
    c.size[0] = fabs(f) + first * s[0];
    c.size[1] = first * s[1] + second * s[0] * s[1];
    c.size[2] = second * s[1] * s[1] + fabs(third) * s[0] * s[1] * s[1] + first * s[2] +
                second * s[0] * s[2];
    return c;
}

struct motion motion_sqrt(struct motion a) {
    double x = a.value[0], root = sqrt(x);
    return chain(a, root, 0.5 / root, -0.25 / (x * root), 0.375 / (x * x * root));
}

struct motion motion_sin(struct motion a) {
    double s = sin(a.value[0]), c = cos(a.value[0]);
    return chain(a, s, c, -s, -c);
}

struct motion motion_cos(struct motion a) {
    double s = sin(a.value[0]), c = cos(a.value[0]);
    return chain(a, c, -s, -c, s);
}

struct motion motion_div(struct motion a, struct motion b) {
    double x = 1.0 / b.value[0];
    return motion_mul(a, chain(b, x, -x * x, 2.0 * x * x * x, -6.0 * x * x * x * x));
}

struct motion motion_dot(int count, const struct motion *a, const struct motion *b) {
    struct motion sum = motion_rest(0.0);
    for (int i = 0; i < count; i++)
        sum = motion_add(sum, motion_mul(a[i], b[i]));
    return sum;
}
