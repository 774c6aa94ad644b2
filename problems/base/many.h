/* Several of FLINT's numbers in one call, as mpfr_inits2 does it of MPFR's: arb_inits(a, b, c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MANY_H
#define PROBLEMS_MANY_H

#include <stddef.h>

#include <acb.h>
#include <arb.h>

#define MANY(kind)                                                                       \
    static inline void kind##_init_each(kind##_struct *const *x, size_t n) {             \
        for (size_t i = 0; i < n; i++)                                                   \
            kind##_init(x[i]);                                                           \
    }                                                                                    \
    static inline void kind##_clear_each(kind##_struct *const *x, size_t n) {            \
        for (size_t i = 0; i < n; i++)                                                   \
            kind##_clear(x[i]);                                                          \
    }
MANY(arb)
MANY(arf)
MANY(mag)
MANY(acb)
#undef MANY

/* A list of pointers, and how many there are. */
#define MANY_OF(kind, ...)                                                               \
    (kind##_struct *const[]){__VA_ARGS__},                                               \
        sizeof((kind##_struct *const[]){__VA_ARGS__}) / sizeof(kind##_struct *)

#define arb_inits(...) arb_init_each(MANY_OF(arb, __VA_ARGS__))
#define arb_clears(...) arb_clear_each(MANY_OF(arb, __VA_ARGS__))
#define arf_inits(...) arf_init_each(MANY_OF(arf, __VA_ARGS__))
#define arf_clears(...) arf_clear_each(MANY_OF(arf, __VA_ARGS__))
#define mag_inits(...) mag_init_each(MANY_OF(mag, __VA_ARGS__))
#define mag_clears(...) mag_clear_each(MANY_OF(mag, __VA_ARGS__))
#define acb_inits(...) acb_init_each(MANY_OF(acb, __VA_ARGS__))
#define acb_clears(...) acb_clear_each(MANY_OF(acb, __VA_ARGS__))

#endif
