/* There are two registers, for what is positive and for what is negative. Each holds limbs + 1
 * limbs below the point, which stands over the largest exponent of a product, and one for
 * carries. A product whose exponent is less by 64 q + r is shifted by r bits and added q
 * limbs further down. Of its factors the highest limbs - q limbs are multiplied; what that
 * leaves out is less than 2^(2 - 64 limbs) of the largest product.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/mpfr_dot.h"

#include <stdlib.h>

#include <flint/flint.h> /* before longlong.h, which is no header of its own */
#include <flint/longlong.h>

#include "problems/readers/mpfr_limbs.h"

/* Exponents beyond this one are left to MPFR. */
static const mpfr_exp_t largest_exponent = (mpfr_exp_t)1 << 58;

static int count_limbs(mpfr_prec_t bits) {
    return (int)((bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
}

bool mpfr_dot_init(struct mpfr_dot *d, mpfr_prec_t bits) {
    d->limbs = count_limbs(bits);
    size_t limbs = (size_t)d->limbs;
    d->sum[0] = malloc(4 * (limbs + 2) * sizeof *d->sum[0]);
    if (d->sum[0] == NULL)
        return false;
    d->sum[1] = d->sum[0] + limbs + 2;
    d->product = d->sum[1] + limbs + 2;
    mpfr_inits2(bits, d->next, d->single, (mpfr_ptr)NULL);
    return true;
}

void mpfr_dot_clear(struct mpfr_dot *d) {
    mpfr_clears(d->next, d->single, (mpfr_ptr)NULL);
    free(d->sum[0]);
}

mpfr_t *mpfr_dot_alloc(size_t count, mpfr_prec_t bits) {
    size_t size = mpfr_custom_get_size(bits);
    char *memory = calloc(count + 1, sizeof(mpfr_t) + size);
    if (memory == NULL)
        return NULL;
    mpfr_t *x = (mpfr_t *)(void *)memory;
    char *significand = memory + (count + 1) * sizeof(mpfr_t);
    for (size_t i = 0; i < count; i++, significand += size) {
        mpfr_custom_init(significand, bits);
        mpfr_custom_init_set(x[i], MPFR_ZERO_KIND, 0, bits, significand);
    }
    return x;
}

void mpfr_dot_free(mpfr_t *x) {
    free(x);
}

static int kind_of(mpfr_srcptr x) {
    return abs(mpfr_custom_get_kind(x));
}

/* *largest := the largest exponent of a product. False: none is a number other than zero, or
 * one is no number. */
static bool find_largest(mpfr_exp_t *largest, const mpfr_t *a, const mpfr_t *b,
                         int count) {
    bool found = false;
    *largest = -4 * largest_exponent;
    for (int j = 0; j < count; j++) {
        int first = kind_of(a[j]), second = kind_of(b[-j]);
        if (first < MPFR_ZERO_KIND || second < MPFR_ZERO_KIND)
            return false;
        if (first == MPFR_ZERO_KIND || second == MPFR_ZERO_KIND)
            continue;
        mpfr_exp_t e = mpfr_custom_get_exp(a[j]) + mpfr_custom_get_exp(b[-j]);
        *largest = e > *largest ? e : *largest;
        found = true;
    }
    return found && labs(*largest) < largest_exponent;
}

/* sum[0 .. size] := sum + product 2^-shift, what falls below left out, shift < one limb; the carry
 * goes further up. */
static inline void add_shifted(mp_limb_t *sum, const mp_limb_t *product, int size,
                               unsigned shift) {
    mp_limb_t carry = 0;
    for (int i = 0; i < size; i++) {
        const mp_limb_t above = i + 1 < size ? product[i + 1] : 0;
        /* in two, as a shift by a whole limb is none */
        const mp_limb_t term = product[i] >> shift | above << 1
                                                           << (GMP_NUMB_BITS - 1 - shift);
        mp_limb_t over;
        add_ssaaaa(over, sum[i], 0, sum[i], 0, term);
        add_ssaaaa(carry, sum[i], over, sum[i], 0, carry);
    }
    for (mp_limb_t *up = sum + size; carry != 0; up++)
        carry = ++*up == 0;
}

/* Adds the product of two significands to the register of that sign, `down` bits below its
 * point. */
static void add_product(struct mpfr_dot *d, mp_limb_t *sum, const mp_limb_t *a,
                        const mp_limb_t *b, unsigned long down, int limbs) {
    const int room = limbs + 1 - (int)(down / GMP_NUMB_BITS);
    const int factor = room - 1;
    mp_limb_t *product = d->product;
    mpfr_limbs_multiply(product, a + d->limbs - factor, b + d->limbs - factor, factor);
    int size = 2 * factor;
    if (size > room) {
        product += size - room;
        size = room;
    }
    add_shifted(sum + room - size, product, size, (unsigned)(down % GMP_NUMB_BITS));
}

/* The same where one limb of each factor counts. */
static void add_single(mp_limb_t *sum, mp_limb_t a, mp_limb_t b, unsigned long down) {
    mp_limb_t high, low;
    umul_ppmm(high, low, a, b);
    if (down > 0) {
        low = low >> down | high << (GMP_NUMB_BITS - down);
        high >>= down;
    }
    add_sssaaaaaa(sum[2], sum[1], sum[0], sum[2], sum[1], sum[0], 0, high, low);
}

/* The same where two limbs of each factor count, a[1] and b[1] the higher ones. */
static void add_double(mp_limb_t *sum, const mp_limb_t *a, const mp_limb_t *b,
                       unsigned long down) {
    mp_limb_t high, middle, low, over, under;
    umul_ppmm(high, middle, a[1], b[1]);
    if (down >= GMP_NUMB_BITS) { /* its low limb goes to where the second one was */
        low = middle;
        middle = high;
        high = 0;
        down -= GMP_NUMB_BITS;
    } else {
        umul_ppmm(over, low, a[1], b[0]);
        add_ssaaaa(high, middle, high, middle, 0, over);
        umul_ppmm(over, under, a[0], b[1]);
        add_sssaaaaaa(high, middle, low, high, middle, low, 0, over, under);
    }
    if (down > 0) {
        low = low >> down | middle << (GMP_NUMB_BITS - down);
        middle = middle >> down | high << (GMP_NUMB_BITS - down);
        high >>= down;
    }
    add_ssssaaaaaaaa(sum[3], sum[2], sum[1], sum[0], sum[3], sum[2], sum[1], sum[0], 0,
                     high, middle, low);
}

/* sum := the difference of the registers, their point over 2^exponent. */
static void read_registers(mpfr_ptr sum, struct mpfr_dot *d, mpfr_exp_t exponent,
                           int limbs) {
    int size = limbs + 2, kind = MPFR_REGULAR_KIND;
    mp_limb_t *value = d->sum[0];
    mpfr_t number;
    if (mpn_cmp(value, d->sum[1], size) < 0) {
        value = d->sum[1];
        kind = -kind;
    }
    mpn_sub_n(value, value, d->sum[kind > 0], size);
    exponent += GMP_NUMB_BITS;
    for (; size > 0 && value[size - 1] == 0; size--)
        exponent -= GMP_NUMB_BITS;
    if (size == 0) {
        mpfr_set_zero(sum, 1);
        return;
    }
    unsigned shift = 0;
    while (value[size - 1] << shift >> (GMP_NUMB_BITS - 1) == 0)
        shift++;
    if (shift > 0)
        mpn_lshift(value, value, size, shift);
    mpfr_custom_init_set(number, kind, exponent - shift, size * GMP_NUMB_BITS, value);
    mpfr_set(sum, number, MPFR_RNDN);
}

static void sum_one_by_one(mpfr_ptr sum, struct mpfr_dot *d, const mpfr_t *a,
                           const mpfr_t *b, int count) {
    mpfr_set_zero(d->next, 1);
    for (int j = 0; j < count; j++) {
        mpfr_mul(d->single, a[j], b[-j], MPFR_RNDN);
        mpfr_add(d->next, d->next, d->single, MPFR_RNDN);
    }
    mpfr_set(sum, d->next, MPFR_RNDN);
}

static void add_term(struct mpfr_dot *d, mpfr_srcptr x, mpfr_srcptr y, mpfr_exp_t largest,
                     int limbs) {
    if (mpfr_zero_p(x) || mpfr_zero_p(y))
        return;
    unsigned long down =
        (unsigned long)(largest - mpfr_custom_get_exp(x) - mpfr_custom_get_exp(y));
    if (down >= (unsigned long)limbs * GMP_NUMB_BITS)
        return;
    const mp_limb_t *a = mpfr_custom_get_significand(x);
    const mp_limb_t *b = mpfr_custom_get_significand(y);
    mp_limb_t *sum = d->sum[mpfr_signbit(x) != mpfr_signbit(y)];
    if (limbs == 1)
        add_single(sum, a[d->limbs - 1], b[d->limbs - 1], down);
    else if (limbs == 2)
        add_double(sum, a + d->limbs - 2, b + d->limbs - 2, down);
    else
        add_product(d, sum, a, b, down, limbs);
}

void mpfr_dot_sum(mpfr_ptr sum, struct mpfr_dot *d, const mpfr_t *a, const mpfr_t *b,
                  int count, mpfr_prec_t bits) {
    mpfr_exp_t largest;
    if (!find_largest(&largest, a, b, count)) {
        sum_one_by_one(sum, d, a, b, count);
        return;
    }
    int limbs = count_limbs(bits);
    limbs = limbs < d->limbs ? limbs : d->limbs;
    for (int i = 0; i < limbs + 2; i++)
        d->sum[0][i] = d->sum[1][i] = 0;
    for (int j = 0; j < count; j++)
        add_term(d, a[j], b[-j], largest, limbs);
    read_registers(sum, d, largest, limbs);
}
