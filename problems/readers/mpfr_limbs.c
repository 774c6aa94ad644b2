/* Products of short numbers, column by column: of three and four limbs, written out, these take
 * less time than GMP's, which are for any size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/mpfr_limbs.h"

#include <flint/flint.h> /* before longlong.h, which is no header of its own */
#include <flint/longlong.h>

/* Three limbs to which products of limbs are added, to take the lowest when it is done. */
struct column {
    mp_limb_t low, middle, high;
};

static inline void add_to_column(struct column *c, mp_limb_t a, mp_limb_t b) {
    mp_limb_t high, low;
    umul_ppmm(high, low, a, b);
    add_sssaaaaaa(c->high, c->middle, c->low, c->high, c->middle, c->low, 0, high, low);
}

static inline mp_limb_t take_lowest(struct column *c) {
    const mp_limb_t lowest = c->low;
    *c = (struct column){c->middle, c->high, 0};
    return lowest;
}

static void multiply_triple(mp_limb_t *p, const mp_limb_t *a, const mp_limb_t *b) {
    struct column c = {0, 0, 0};
    add_to_column(&c, a[0], b[0]);
    p[0] = take_lowest(&c);
    add_to_column(&c, a[0], b[1]);
    add_to_column(&c, a[1], b[0]);
    p[1] = take_lowest(&c);
    add_to_column(&c, a[0], b[2]);
    add_to_column(&c, a[1], b[1]);
    add_to_column(&c, a[2], b[0]);
    p[2] = take_lowest(&c);
    add_to_column(&c, a[1], b[2]);
    add_to_column(&c, a[2], b[1]);
    p[3] = take_lowest(&c);
    add_to_column(&c, a[2], b[2]);
    p[4] = c.low;
    p[5] = c.middle;
}

static void multiply_quadruple(mp_limb_t *p, const mp_limb_t *a, const mp_limb_t *b) {
    struct column c = {0, 0, 0};
    add_to_column(&c, a[0], b[0]);
    p[0] = take_lowest(&c);
    add_to_column(&c, a[0], b[1]);
    add_to_column(&c, a[1], b[0]);
    p[1] = take_lowest(&c);
    add_to_column(&c, a[0], b[2]);
    add_to_column(&c, a[1], b[1]);
    add_to_column(&c, a[2], b[0]);
    p[2] = take_lowest(&c);
    add_to_column(&c, a[0], b[3]);
    add_to_column(&c, a[1], b[2]);
    add_to_column(&c, a[2], b[1]);
    add_to_column(&c, a[3], b[0]);
    p[3] = take_lowest(&c);
    add_to_column(&c, a[1], b[3]);
    add_to_column(&c, a[2], b[2]);
    add_to_column(&c, a[3], b[1]);
    p[4] = take_lowest(&c);
    add_to_column(&c, a[2], b[3]);
    add_to_column(&c, a[3], b[2]);
    p[5] = take_lowest(&c);
    add_to_column(&c, a[3], b[3]);
    p[6] = c.low;
    p[7] = c.middle;
}

void mpfr_limbs_multiply(mp_limb_t *p, const mp_limb_t *a, const mp_limb_t *b, int size) {
    if (size == 3)
        multiply_triple(p, a, b);
    else if (size == 4)
        multiply_quadruple(p, a, b);
    else
        mpn_mul_n(p, a, b, size);
}
