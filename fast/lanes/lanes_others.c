/* The pair's steps over rows of any length, with the vectors that every processor of its kind has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/lanes/lanes_step.h"

enum fast_status lanes_step_other(struct lanes_rows *rows,
                                  const struct lanes_system *system, double t, double h) {
    return lanes_step(rows->lanes, rows, system, t, h);
}
