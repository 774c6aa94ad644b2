/* What of the methods of fast/projected.h and of backward differentiation formulas is timed.
 * The original's costs: Simbody 3.7 without assertions, best of several measurements.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/speed/timing/timing_rows.h"

#define LAZY PROJECTED_LAZY
#define EVERY PROJECTED_EVERY_STEP

static const char see[] = "semi-explicit-euler", see2[] = "semi-explicit-euler-2",
                  merson[] = "runge-kutta-merson", bdf[] = "bdf";

const struct timing_row timing_rows[] = {
    {"spring_damper", see, 1e-3, NAN, LAZY, NAN, 1, 3630.7, 20, NAN},
    {"spring_damper", see2, NAN, 1e-3, LAZY, NAN, 1, 8284.8, NAN, NAN},
    {"spring_damper", merson, NAN, 1e-6, LAZY, NAN, 10, 13700.1, NAN, NAN},
    {"damped_pendulum", see, 1e-3, NAN, LAZY, NAN, 1, 3546.9, NAN, NAN},
    {"damped_pendulum", see2, NAN, 1e-3, LAZY, NAN, 1, 8181.8, NAN, NAN},
    {TIMING_ROWS, see, 1e-3, NAN, LAZY, 1e-4, 0.5, 7394.9, NAN, NAN},
    {TIMING_ROWS, see, 1e-3, NAN, EVERY, 1e-4, 0.5, 13155.6, NAN, NAN},
    {TIMING_ROWS, merson, NAN, 1e-6, LAZY, NAN, 2, 31547.4, NAN, 20},
    {TIMING_ROWS, merson, NAN, 1e-6, EVERY, NAN, 2, 43396.6, NAN, 20},
    {TIMING_ROWS, bdf, NAN, 1e-6, LAZY, NAN, 1, 30519.9, NAN, NAN},
};

const int timing_rows_count = sizeof timing_rows / sizeof *timing_rows;

bool timing_row_is_chosen(int row, const char *method) {
    return method == NULL || strcmp(timing_rows[row].method, method) == 0;
}

bool timing_rows_choose(const char *method) {
    for (int row = 0; row < timing_rows_count; row++)
        if (timing_row_is_chosen(row, method))
            return true;
    return false;
}
