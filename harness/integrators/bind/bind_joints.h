/* A model with its joints as the callbacks of fast/projected.h, as bind.h has those without:
 * generated C where the build has it, else the interpreter.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BIND_JOINTS_H
#define HARNESS_BIND_JOINTS_H

#include <stdbool.h>

#include "problems/base/status.h"

struct integrator_system; /* fast/system.h */
struct model;             /* problems/model.h */
struct bind_joints;

/* *b refers to m, which must outlive it; the caller frees *b with bind_joints_free. The exact
 * derivatives of the free rates are made only when asked for. On failure *b is NULL. */
enum problem_status bind_joints_alloc(struct bind_joints **b, struct model *m,
                                      bool with_jacobian);
void bind_joints_free(struct bind_joints *b); /* takes NULL */

/* The system for projected_alloc; valid as long as b. Its callbacks allocate nothing. Of a
 * model without joints its rates are called without a detour. */
const struct integrator_system *bind_joints_system(const struct bind_joints *b);

/* Whether what a step evaluates runs as generated C. */
bool bind_joints_is_compiled(const struct bind_joints *b);

/* To be called before the system is handed to projected_alloc: whether the matrices come as
 * their patterns' entries, or dense. bind_joints_alloc chooses patterns for large models. */
void bind_joints_choose_patterns(struct bind_joints *b, bool patterns);

#endif
