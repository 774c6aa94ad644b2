/* Arguments of sines for tests, drawn by xorshift.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_SINE_ARGUMENTS_H
#define PROBLEMS_TESTS_SINE_ARGUMENTS_H

#include <math.h>
#include <stdint.h>

static uint64_t sine_state = 88172645463325252u;

static inline uint64_t sine_draw(void) {
    sine_state ^= sine_state << 13;
    sine_state ^= sine_state >> 7;
    sine_state ^= sine_state << 17;
    return sine_state;
}

/* Of every size up to 2^most, near multiples of pi/4, or near 1 by turns; the sign is either. */
static inline double sine_argument(int i, int most) {
    const double part = (double)(sine_draw() >> 11) * 0x1p-53,
                 sign = sine_draw() % 2 ? -1 : 1;
    if (i % 4 == 0)
        return sign * ldexp(1 + part, (int)(sine_draw() % 40) + most - 40);
    if (i % 4 == 1) {
        const double quarter =
            (double)(sine_draw() % (1u << most)) * 0x1.921fb54442d18p-1;
        return sign * quarter * (1 + ldexp(part, -(int)(sine_draw() % 52)));
    }
    return sign * part * (i % 4 == 2 ? 3.5 : 40);
}

#endif
