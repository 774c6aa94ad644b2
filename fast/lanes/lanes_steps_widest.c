/* The steps over rows once more, compiled with vectors of eight numbers where the compiler has
 * such: each number is computed as it is with others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/lanes/lanes_explicit_steps.h"
#include "fast/lanes/lanes_step.h"

enum fast_status lanes_step_default_widest(struct lanes_rows *rows,
                                           const struct lanes_system *system, double t,
                                           double h) {
    return lanes_step(LANES_USUAL, rows, system, t, h);
}

enum fast_status lanes_run_explicit_widest(struct lanes_explicit *m, double t,
                                           double t_final, long *steps) {
    return run_lanes_explicit(m, t, t_final, steps);
}
