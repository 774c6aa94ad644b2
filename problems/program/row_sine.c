/* Sines of a row by vectors, where it is certain that the library gives the same bits; it is
 * asked for the others. Certain it is where every number that is as near to the sine as the
 * library's has to be rounds to the same double: see fast/lanes/theory.md, "Sines", which says
 * what is assumed of which library.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/row_sine.h"

#include <limits.h> /* defines __GLIBC__ where it is that; without it no sine is a row's */
#ifndef CHAR_BIT
#error "nothing says which C library this is"
#endif

#include "problems/program/sine_kernel.h"

#if defined FP_FAST_FMA && defined __GLIBC__
#if __GLIBC_PREREQ(2, 28)
#define KNOWS_THE_LIBRARY
#endif
#endif
#ifdef KNOWS_THE_LIBRARY
static const bool knows_library = true;
#else
static const bool knows_library = false;
#endif

/* What the library errs by at most, in units of the last place: glibc from 2.28 on. Of sines
 * below `near`, of cosines and other sines. */
static const double near = 0x1.b6p-1;

/* The rest's multiples that must not move the value: 1/2 unit over the factor, and what the
 * kernel errs by, 2^-60 of the value or 2^-7 units, stay together below 1 - 0.55 and 1 - 0.52
 * units. */
static const double near_factor = 0x1.22p0, factor = 0x1.1p0;

/* Whether the library's result must be that value. Below a power of two a unit is half as much. */
static inline bool is_certain(double x, struct sine s, const bool is_cosine) {
    uint64_t bits;
    memcpy(&bits, &s.value, sizeof s.value);
    const double most = !is_cosine && fabs(x) < near ? near_factor : factor;
    return s.fits & (fma(s.rest, most, s.value) == s.value) & (bits << 12 != 0);
}

/* The results that are open, one by one. */
static void ask_library(const double *x, const double *open, double (*library)(double x),
                        double *result) {
    int place[ROW_SINE_LENGTH], count = 0;
    for (int k = 0; k < ROW_SINE_LENGTH; k++) {
        place[count] = k;
        count += open[k] > 0;
    }
    for (int i = 0; i < count; i++)
        result[place[i]] = library(x[place[i]]);
}

static void ask_for_all(const double *x, double (*library)(double x), double *result) {
    for (int k = 0; k < ROW_SINE_LENGTH; k++)
        result[k] = library(x[k]);
}

void row_sine(const double *restrict x, double *restrict sine) {
    double open[ROW_SINE_LENGTH];
    if (!knows_library) {
        ask_for_all(x, sin, sine);
        return;
    }
    for (int k = 0; k < ROW_SINE_LENGTH; k++) {
        const struct sine s = sine_of(x[k], false);
        sine[k] = s.value;
        open[k] = is_certain(x[k], s, false) ? 0 : 1;
    }
    ask_library(x, open, sin, sine);
}

void row_cosine(const double *restrict x, double *restrict cosine) {
    double open[ROW_SINE_LENGTH];
    if (!knows_library) {
        ask_for_all(x, cos, cosine);
        return;
    }
    for (int k = 0; k < ROW_SINE_LENGTH; k++) {
        const struct sine s = sine_of(x[k], true);
        cosine[k] = s.value;
        open[k] = is_certain(x[k], s, true) ? 0 : 1;
    }
    ask_library(x, open, cos, cosine);
}
