/* Dense LU factorisation for orders 1 to 4, written out: the same pivots, and
 * the same operations on each entry in the same order, as in dense.c, so the same bits.
 * Matrices are by columns: entry (i, j) of order n is lu[j*n + i].
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/dense_small.h"

/* A row on its way through the elimination; a matrix of order n uses the first n entries. */
struct row {
    double a, b, c, d;
    int origin;
};

static inline void exchange(struct row *r, struct row *s) {
    struct row row = *r;
    *r = *s;
    *s = row;
}

/* Which is the first of the largest: 0 to 3. */
static inline int find_largest(double a, double b, double c, double d) {
    int found = 0;
    double size = fabs(a);
    if (fabs(b) > size) {
        found = 1;
        size = fabs(b);
    }
    if (fabs(c) > size) {
        found = 2;
        size = fabs(c);
    }
    return fabs(d) > size ? 3 : found;
}

/* Exchanges r with the chosen one of r, s, t, u. */
static inline void bring_up(int chosen, struct row *r, struct row *s, struct row *t,
                            struct row *u) {
    switch (chosen) {
    case 1: exchange(r, s); break;
    case 2: exchange(r, t); break;
    case 3: exchange(r, u); break;
    default: break;
    }
}

/* Row s after the elimination of a by the pivot row r; a becomes L's entry. */
static inline void eliminate_a(struct row *s, const struct row *r) {
    if (r->a != 0)
        s->a /= r->a;
    s->b -= r->b * s->a;
    s->c -= r->c * s->a;
    s->d -= r->d * s->a;
}

static inline void eliminate_b(struct row *s, const struct row *r) {
    if (r->b != 0)
        s->b /= r->b;
    s->c -= r->c * s->b;
    s->d -= r->d * s->b;
}

static inline void eliminate_c(struct row *s, const struct row *r) {
    if (r->c != 0)
        s->c /= r->c;
    s->d -= r->d * s->c;
}

bool fast_dense_factor_1(double *a, int *permutation) {
    permutation[0] = 0;
    return a[0] == 0;
}

bool fast_dense_factor_2(double *a, int *permutation) {
    struct row r = {.a = a[0], .b = a[2], .origin = 0};
    struct row s = {.a = a[1], .b = a[3], .origin = 1};
    if (fabs(s.a) > fabs(r.a))
        exchange(&r, &s);
    eliminate_a(&s, &r);
    a[0] = r.a, a[2] = r.b, permutation[0] = r.origin;
    a[1] = s.a, a[3] = s.b, permutation[1] = s.origin;
    return r.a == 0 || s.b == 0;
}

bool fast_dense_factor_3(double *a, int *permutation) {
    struct row r = {.a = a[0], .b = a[3], .c = a[6], .origin = 0};
    struct row s = {.a = a[1], .b = a[4], .c = a[7], .origin = 1};
    struct row t = {.a = a[2], .b = a[5], .c = a[8], .origin = 2};
    bring_up(find_largest(r.a, s.a, t.a, 0), &r, &s, &t, &t);
    eliminate_a(&s, &r);
    eliminate_a(&t, &r);
    if (fabs(t.b) > fabs(s.b))
        exchange(&s, &t);
    eliminate_b(&t, &s);
    a[0] = r.a, a[3] = r.b, a[6] = r.c, permutation[0] = r.origin;
    a[1] = s.a, a[4] = s.b, a[7] = s.c, permutation[1] = s.origin;
    a[2] = t.a, a[5] = t.b, a[8] = t.c, permutation[2] = t.origin;
    return r.a == 0 || s.b == 0 || t.c == 0;
}

bool fast_dense_factor_4(double *a, int *permutation) {
    struct row r = {.a = a[0], .b = a[4], .c = a[8], .d = a[12], .origin = 0};
    struct row s = {.a = a[1], .b = a[5], .c = a[9], .d = a[13], .origin = 1};
    struct row t = {.a = a[2], .b = a[6], .c = a[10], .d = a[14], .origin = 2};
    struct row u = {.a = a[3], .b = a[7], .c = a[11], .d = a[15], .origin = 3};
    bring_up(find_largest(r.a, s.a, t.a, u.a), &r, &s, &t, &u);
    eliminate_a(&s, &r);
    eliminate_a(&t, &r);
    eliminate_a(&u, &r);
    bring_up(find_largest(s.b, t.b, u.b, 0), &s, &t, &u, &u);
    eliminate_b(&t, &s);
    eliminate_b(&u, &s);
    if (fabs(u.c) > fabs(t.c))
        exchange(&t, &u);
    eliminate_c(&u, &t);
    a[0] = r.a, a[4] = r.b, a[8] = r.c, a[12] = r.d, permutation[0] = r.origin;
    a[1] = s.a, a[5] = s.b, a[9] = s.c, a[13] = s.d, permutation[1] = s.origin;
    a[2] = t.a, a[6] = t.b, a[10] = t.c, a[14] = t.d, permutation[2] = t.origin;
    a[3] = u.a, a[7] = u.b, a[11] = u.c, a[15] = u.d, permutation[3] = u.origin;
    return r.a == 0 || s.b == 0 || t.c == 0 || u.d == 0;
}
