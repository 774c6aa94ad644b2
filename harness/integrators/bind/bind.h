/* A model's functions as the callbacks of fast: generated C where the build has it (same
 * code, known by its fingerprint), else the interpreter, which gives the same bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BIND_H
#define HARNESS_BIND_H

#include <stdbool.h>

#include "problems/base/status.h"

struct integrator_system; /* fast/system.h */
struct model;             /* problems/model.h */
struct binding;

/* *b refers to m, which must outlive it; the caller frees *b with bind_free. The exact
 * Jacobian is made only when asked for. On failure *b is NULL. */
enum problem_status bind_alloc(struct binding **b, struct model *m, bool with_jacobian);
void bind_free(struct binding *b); /* takes NULL */

/* The same with the rates that the model has without its joints. */
enum problem_status bind_alloc_without_joints(struct binding **b, struct model *m,
                                              bool with_jacobian);

/* Says why a model was not bound, with the constant where it is one without a value; nonzero. */
int bind_refuse(const struct model *m, enum problem_status status, struct diagnostic *d);

/* The system for pair_alloc; valid as long as b. Its callbacks allocate nothing. */
const struct integrator_system *bind_system(const struct binding *b);

/* Whether the rates run as generated C. */
bool bind_is_compiled(const struct binding *b);

/* Interprets from then on, whatever the build has. */
void bind_interpret(struct binding *b);

/* Which matrices' patterns the system has: all where the matrices are large and
 * sparse and none elsewhere, as bind_alloc does it; all; or none. */
enum bind_patterns { BIND_PATTERNS_WHERE_THEY_PAY, BIND_ALL_PATTERNS, BIND_NO_PATTERNS };

/* To be called before the system is handed to pair_alloc. A pattern has an entry wherever a
 * rate uses a component of the state, if only to decide the side of a kink, so that
 * differences of the rates vanish outside it. */
void bind_choose_patterns(struct binding *b, enum bind_patterns choice);

#endif
