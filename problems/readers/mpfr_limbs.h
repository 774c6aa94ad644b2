/* Products of significands.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MPFR_LIMBS_H
#define PROBLEMS_MPFR_LIMBS_H

#include <gmp.h>

/* p := a b, of `size` >= 1 limbs each, the lowest first; p has twice as many and is neither a
 * nor b. */
void mpfr_limbs_multiply(mp_limb_t *p, const mp_limb_t *a, const mp_limb_t *b, int size);

#endif
