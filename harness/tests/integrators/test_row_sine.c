/* Sines and cosines of rows have the bits of the library. They are compiled for vectors of
 * eight, where the compiler has such: other processors do not get to them.
 *
 * Seen to fail: a factor of 1, signs forgotten, results that are never open, powers of two that
 * are not, r however small, x however large.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>
#include <string.h>

#include "fast/processor.h"
#include "problems/program/row_sine.h"
#include "problems/tests/sine_arguments.h"

static bool has_vectors_of_eight(void) {
    const bool has = fast_vector_length() == 8;
    if (!has)
        cr_log_warn("not tried: the processor has no vectors of eight numbers");
    return has;
}

static bool are_same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void expect_library(const double *x) {
    double sine[ROW_SINE_LENGTH], cosine[ROW_SINE_LENGTH];
    row_sine(x, sine);
    row_cosine(x, cosine);
    for (int k = 0; k < ROW_SINE_LENGTH; k++) {
        cr_assert(are_same(sine[k], sin(x[k])), "sin(%a) = %a", x[k], sine[k]);
        cr_assert(are_same(cosine[k], cos(x[k])), "cos(%a) = %a", x[k], cosine[k]);
    }
}

Test(row_sine, has_the_bits_of_the_library) {
    double x[ROW_SINE_LENGTH];
    if (!has_vectors_of_eight())
        return;
    for (int row = 0; row < 60000; row++) {
        for (int k = 0; k < ROW_SINE_LENGTH; k++)
            x[k] = sine_argument(row * ROW_SINE_LENGTH + k, row % 3 == 0 ? 24 : 20);
        expect_library(x);
    }
}

/* All patterns of bits. */
Test(row_sine, takes_what_is_huge_tiny_or_no_number) {
    double x[ROW_SINE_LENGTH];
    if (!has_vectors_of_eight())
        return;
    for (int row = 0; row < 2000; row++) {
        for (int k = 0; k < ROW_SINE_LENGTH; k++) {
            const uint64_t bits = sine_draw();
            memcpy(&x[k], &bits, sizeof bits);
        }
        expect_library(x);
    }
    const double special[] = {0,
                              -0.0,
                              0x1p-1074,
                              -0x1.8p-1070,
                              0x1p-1022,
                              0x1.fffffp-27,
                              0x1p-26,
                              0x1p-20,
                              0x1.921fb54442d18p+0,
                              0x1.921fb54442d18p+1,
                              INFINITY,
                              -INFINITY,
                              (double)NAN,
                              0x1.b6p-1,
                              0x1p20,
                              0x1.fffffffffffffp+1023};
    enum { count = sizeof special / sizeof *special };
    for (int k = 0; k < ROW_SINE_LENGTH; k++)
        x[k] = special[k % count];
    expect_library(x);
}
