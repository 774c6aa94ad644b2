/* Arrays of rationals, and the recognition of a simple fraction behind a long one by its
 * continued fraction (Hardy, Wright, An Introduction to the Theory of Numbers, chapter 10).
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

/* The continued fraction of x = number / divisor, and its last two convergents p/q. */
struct expansion {
    mpz_t number, divisor, quotient, p[2], q[2];
};

static void begin_expansion(struct expansion *e, mpq_srcptr x) {
    mpz_init_set(e->number, mpq_numref(x));
    mpz_init_set(e->divisor, mpq_denref(x));
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

void rational_simplify(mpq_ptr r, unsigned long within_bits, size_t denominator_bits) {
    mpq_t candidate, distance, bound;
    mpq_inits(candidate, distance, bound, NULL);
    mpq_set_ui(bound, 1, 1);
    mpq_div_2exp(bound, bound, within_bits);
    struct expansion e;
    begin_expansion(&e, r);
    while (mpz_sgn(e.divisor) != 0) {
        go_on(&e);
        if (mpz_sizeinbase(e.q[0], 2) > denominator_bits)
            break;
        mpz_set(mpq_numref(candidate), e.p[0]);
        mpz_set(mpq_denref(candidate), e.q[0]);
        mpq_sub(distance, r, candidate);
        mpq_abs(distance, distance);
        if (mpq_cmp(distance, bound) <= 0) {
            mpq_set(r, candidate);
            break;
        }
    }
    end_expansion(&e);
    mpq_clears(candidate, distance, bound, NULL);
}
