/* Products of limbs against GMP's. Limbs of ones only carry the most.
 *
 * Seen to fail: with a product of quadruples left out; with a column that forgets its highest
 * limb (also the fixed products alone).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/readers/mpfr_limbs.h"
#include "problems/tests/sample.h"

enum { MOST = 9, TRIALS = 2000 };

static void choose(mp_limb_t *a, int size, struct sample *s) {
    for (int i = 0; i < size; i++) {
        const int kind = sample_choice(s, 4);
        a[i] = kind == 0 ? 0 : ~(mp_limb_t)0;
        for (int half = 0; half < 2 && kind > 1; half++)
            a[i] = a[i] << 32 | (mp_limb_t)floor(sample_uniform(s, 0, 0x1p32));
    }
}

/* (B^n - 1)^2 = B^2n - 2 B^n + 1, B = 2^limb. */
Test(mpfr_limbs, ones_carry_the_most) {
    for (int size = 1; size <= MOST; size++) {
        mp_limb_t a[MOST], product[2 * MOST];
        for (int i = 0; i < size; i++)
            a[i] = ~(mp_limb_t)0;
        mpfr_limbs_multiply(product, a, a, size);
        for (int i = 0; i < 2 * size; i++) {
            const mp_limb_t high = i == size ? ~(mp_limb_t)1 : ~(mp_limb_t)0;
            cr_expect(product[i] == (i == 0     ? 1
                                     : i < size ? 0
                                                : high),
                      "%d limbs, %d", size, i);
        }
    }
}

Test(mpfr_limbs, products_are_those_of_gmp) {
    struct sample s = sample_begin();
    for (int trial = 0; trial < TRIALS; trial++)
        for (int size = 1; size <= MOST; size++) {
            mp_limb_t a[MOST], b[MOST], product[2 * MOST], known[2 * MOST];
            choose(a, size, &s);
            choose(b, size, &s);
            mpfr_limbs_multiply(product, a, b, size);
            mpn_mul_n(known, a, b, size);
            cr_assert(mpn_cmp(product, known, 2 * size) == 0, "seed %llu, %d limbs",
                      (unsigned long long)s.seed, size);
        }
}
