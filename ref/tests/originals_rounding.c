/* The recorded runs whose counters are decided by the rounding of double precision
 * itself, though a second build of the original finds the same: the replay has other
 * counters at 120 bits (and at 64). The first decision in which they part is
 *
 * update is zero: an update is compared with 10 eps, and is nothing but what rounding
 * leaves of it. With J formed anew for each solution the second update is the first one
 * times the error of J's differences, which is all rounding, hence some 1e-15 by itself;
 * and the noise of the differences follows the last bits of the state.
 *
 * cycle: at a kink Newton's method runs into a cycle of two points, updates as long as
 * each other: theta is 1 but for rounding, and divergence is theta > 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/originals.h"

#include <string.h>

static const char *const update_is_zero[] = {
    "error_controlled:smd_stiff:T=0.5:vie:forward:reuse:acc=default",
    "fixed_run:contact_stack5:h=0.000976562 N=1024:vie:forward:full:acc=1e-09",
    "fixed_run:contact_stack5:h=0.000976562 N=1024:vie:forward:full:acc=default",
    "fixed_run:pendulum:h=0.000976562 N=2048:vie:forward:full:acc=0.0001",
    "fixed_run:pendulum:h=0.000976562 N=2048:vie:forward:full:acc=1e-09",
    "fixed_run:pendulum:h=0.000976562 N=2048:vie:forward:full:acc=default",
    "fixed_run:pendulum:h=0.000976562 N=2048:vie:forward:noreuse:acc=0.0001",
    "fixed_run:pendulum:h=0.000976562 N=2048:vie:forward:noreuse:acc=1e-09",
    "fixed_run:pendulum:h=0.000976562 N=2048:vie:forward:noreuse:acc=default",
    "fixed_run:pendulum:h=0.0078125 N=512:vie:forward:full:acc=0.0001",
    "fixed_run:pendulum:h=0.0078125 N=512:vie:forward:full:acc=1e-09",
    "fixed_run:spring_k1e4:h=0.000976562 N=512:vie:forward:full:acc=1e-09",
    "fixed_run:spring_k1e4:h=0.000976562 N=512:vie:forward:full:acc=default",
    "fixed_run:spring_k1e4:h=0.000976562 N=512:vie:forward:noreuse:acc=0.0001",
    "fixed_run:spring_k1e4:h=0.000976562 N=512:vie:forward:noreuse:acc=1e-09",
    "fixed_run:spring_k1e4:h=0.000976562 N=512:vie:forward:noreuse:acc=default",
    "fixed_run:spring_k1e4:h=0.0078125 N=256:vie:forward:full:acc=1e-09",
    "fixed_run:spring_k1e4:h=0.0078125 N=256:vie:forward:full:acc=default",
    "fixed_run:spring_k1e4:h=0.0078125 N=256:vie:forward:noreuse:acc=0.0001",
    "fixed_run:spring_k1e4:h=0.0078125 N=256:vie:forward:noreuse:acc=1e-09",
    "fixed_run:spring_k1e4:h=0.0078125 N=256:vie:forward:noreuse:acc=default",
    "fixed_run:spring_k1e6:h=0.000976562 N=512:vie:forward:noreuse:acc=0.0001",
    "fixed_run:spring_k1e6:h=0.000976562 N=512:vie:forward:noreuse:acc=1e-09",
    "fixed_run:spring_k1e6:h=0.000976562 N=512:vie:forward:noreuse:acc=default",
    "fixed_run:vdp_mu5:h=0.0078125 N=1024:vie:forward:full:acc=0.0001",
    "fixed_run:vdp_mu5:h=0.0078125 N=1024:vie:forward:full:acc=default",
};

static const char *const cycle[] = {
    "error_controlled:contact_stack5:T=0.5:ie:forward:reuse:acc=1e-06",
};

enum { UPDATES = sizeof update_is_zero / sizeof *update_is_zero };
enum { CYCLES = sizeof cycle / sizeof *cycle };

const char *original_rounding(const char *name) {
    for (int i = 0; i < UPDATES; i++)
        if (strcmp(name, update_is_zero[i]) == 0)
            return "update is zero";
    for (int i = 0; i < CYCLES; i++)
        if (strcmp(name, cycle[i]) == 0)
            return "cycle";
    return NULL;
}
