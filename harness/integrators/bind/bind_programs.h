/* The programs of a model with joints, and where their outputs are. Each program's outputs
 * are a vector or two, then the entries of matrices:
 *
 *     dynamics   free rates, bias | G, R = M^-1 G^T
 *     position   g | holonomic rows of G
 *     velocity   G v + g_t | G
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BIND_PROGRAMS_H
#define HARNESS_BIND_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/integrators/bind/bind_function.h"
#include "harness/integrators/bind/bind_matrix.h"

struct model; /* problems/model.h */

struct bind_programs {
    struct bind_function dynamics, position, velocity;
    struct bind_matrix matrix, response; /* in the dynamics' outputs */
    struct bind_matrix position_matrix, velocity_matrix;
    bool patterns_agree; /* of G in dynamics and velocity */
    size_t most_values;  /* outputs of the longest */
};

/* Freed with bind_programs_clear, also after a failure. */
enum problem_status bind_programs_make(struct bind_programs *p, struct model *m);
void bind_programs_clear(struct bind_programs *p);

bool bind_programs_are_compiled(const struct bind_programs *p);

#endif
