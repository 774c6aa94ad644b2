/* The pair's steps over rows of any length once more, compiled with vectors of four numbers
 * where the compiler has such: each number is computed as it is with others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/lanes/lanes_step.h"

enum fast_status lanes_step_other_wide(struct lanes_rows *rows,
                                       const struct lanes_system *system, double t,
                                       double h) {
    return lanes_step(rows->lanes, rows, system, t, h);
}
