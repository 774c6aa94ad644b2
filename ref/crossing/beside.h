/* What goes with the state at the time asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_BESIDE_H
#define REF_CROSSING_BESIDE_H

#include "ref/crossing/crossing.h"

/* v' and z', forces of the contacts' rows, impulses of an impact at that time. What is not told
 * stays false. */
struct crossing_beside {
    arb_ptr acceleration, force, impulse;
    bool moves, pushes;
};

/* to := of all of the model's contact rows: value[k] of row k, zero of those that are left out. */
void crossing_spread(const struct crossing_scene *s, arb_srcptr value, arb_ptr to);

/* Acceleration and force := of the stage, at the last time, where the state is x[n]. */
enum ref_status crossing_tell(const struct crossing_scene *s,
                              const struct crossing_stage *stage, arb_srcptr x);

#endif
