/* Arrays of rationals, also as whole numbers over a common denominator; and the recognition of a
 * simple fraction behind a long one by its continued fraction (Hardy, Wright, An Introduction to
 * the Theory of Numbers, chapter 10).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/fingerprint/trees/rationals.h"

mpq_t *rationals_alloc(size_t count) {
    mpq_t *rational = malloc((count + (count == 0)) * sizeof *rational);
    if (rational != NULL)
        for (size_t i = 0; i < count; i++)
            mpq_init(rational[i]);
    return rational;
}

void rationals_free(mpq_t *rational, size_t count) {
    if (rational == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        mpq_clear(rational[i]);
    free(rational);
}

mpz_t *integers_alloc(size_t count) {
    mpz_t *integer = malloc((count + (count == 0)) * sizeof *integer);
    if (integer != NULL)
        for (size_t i = 0; i < count; i++)
            mpz_init(integer[i]);
    return integer;
}

void integers_free(mpz_t *integer, size_t count) {
    if (integer == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        mpz_clear(integer[i]);
    free(integer);
}

void rationals_denominator(mpz_ptr common, mpq_t *rational, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (mpz_divisible_p(common, mpq_denref(rational[i])) == 0)
            mpz_lcm(common, common, mpq_denref(rational[i]));
}

bool rationals_are_equal(mpq_t *a, mpq_t *b, size_t count) {
    bool are = true;
    for (size_t i = 0; i < count && are; i++)
        are = mpq_equal(a[i], b[i]) != 0;
    return are;
}

int integers_of(mpz_t **integer, mpq_t *rational, size_t count, mpz_srcptr common) {
    *integer = integers_alloc(count);
    for (size_t i = 0; i < count && *integer != NULL; i++) {
        if (mpq_sgn(rational[i]) == 0)
            continue;
        mpz_divexact((*integer)[i], common, mpq_denref(rational[i]));
        mpz_mul((*integer)[i], (*integer)[i], mpq_numref(rational[i]));
    }
    return *integer == NULL ? -1 : 0;
}

/* The continued fraction of x = number / divisor, and its last two convergents p/q. What is left
 * over, divisor, is |number q - p divisor| with the first ones (Knuth, The Art of Computer
 * Programming 2, 4.5.3). */
struct expansion {
    mpz_t number, divisor, quotient, p[2], q[2];
};

/* Of a multiple of 2^-bits, the next below x. */
static void begin_expansion(struct expansion *e, mpq_srcptr x, unsigned long bits) {
    mpz_init(e->number);
    mpz_mul_2exp(e->number, mpq_numref(x), bits);
    mpz_fdiv_q(e->number, e->number, mpq_denref(x));
    mpz_init_set_ui(e->divisor, 1);
    mpz_mul_2exp(e->divisor, e->divisor, bits);
    mpz_init(e->quotient);
    mpz_init_set_ui(e->p[0], 1);
    mpz_init_set_ui(e->p[1], 0);
    mpz_init_set_ui(e->q[0], 0);
    mpz_init_set_ui(e->q[1], 1);
}

static void end_expansion(struct expansion *e) {
    mpz_clears(e->number, e->divisor, e->quotient, e->p[0], e->p[1], e->q[0], e->q[1],
               NULL);
}

/* One more convergent, p[0] / q[0]: the next quotient times the last one plus that before. */
static void go_on(struct expansion *e) {
    mpz_fdiv_qr(e->quotient, e->number, e->number, e->divisor);
    mpz_swap(e->number, e->divisor);
    mpz_addmul(e->p[1], e->quotient, e->p[0]);
    mpz_swap(e->p[0], e->p[1]);
    mpz_addmul(e->q[1], e->quotient, e->q[0]);
    mpz_swap(e->q[0], e->q[1]);
}

/* |x - p/q| <= 2^-bits, without division. */
static bool is_within(mpq_srcptr x, mpz_srcptr p, mpz_srcptr q, unsigned long bits) {
    mpz_t distance, bound;
    mpz_inits(distance, bound, NULL);
    mpz_mul(distance, mpq_numref(x), q);
    mpz_submul(distance, p, mpq_denref(x));
    mpz_mul_2exp(distance, distance, bits);
    mpz_mul(bound, q, mpq_denref(x));
    const bool is_near = mpz_cmpabs(distance, bound) <= 0;
    mpz_clears(distance, bound, NULL);
    return is_near;
}

/* Beyond the bits that are asked for. */
enum { guard_bits = 8 };

/* With the denominator q < 2^(within_bits / 2 - 2), a fraction so near to r, or to r cut off
 * some bits below, is nearer than 1 / (2 q^2), and by that a convergent of either (Hardy,
 * Wright, theorem 184). The cut one's distance is what is left over / (2^cut q). */
void rational_simplify(mpq_ptr r, unsigned long within_bits, size_t denominator_bits) {
    struct expansion e;
    begin_expansion(&e, r, within_bits + guard_bits);
    while (mpz_sgn(e.divisor) != 0) {
        go_on(&e);
        const size_t bits = mpz_sizeinbase(e.q[0], 2);
        if (bits > denominator_bits)
            break;
        if (mpz_sizeinbase(e.divisor, 2) > bits + guard_bits + 1 ||
            !is_within(r, e.p[0], e.q[0], within_bits))
            continue;
        mpz_set(mpq_numref(r), e.p[0]);
        mpz_set(mpq_denref(r), e.q[0]);
        break;
    }
    end_expansion(&e);
}
