/* The pair's steps over rows of any length a third time, compiled with vectors of eight numbers
 * where the compiler has such: each number is computed as it is with others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/lanes/lanes_step.h"

enum fast_status lanes_step_other_widest(struct lanes_rows *rows,
                                         const struct lanes_system *system, double t,
                                         double h) {
    return lanes_step(rows->lanes, rows, system, t, h);
}
