/* What is asked of a model everywhere.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_MODEL_H
#define REF_MODEL_H

#include <mpfr.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"
#include "problems/program/eval_constants.h"
#include "ref/status.h"

struct model; /* problems/model.h */

/* The number of coordinates of the state. */
int ref_state_size(const struct model *m);

/* REF_OK for PROBLEM_OK, REF_NO_MEMORY or REF_BAD_ARGUMENT for what can go wrong. */
enum ref_status ref_from_problem_status(enum problem_status status);

/* value := a constant expression, rounded once, or to double and then again (initial.c). */
enum problem_status ref_constant(const graph *g, expr e, enum eval_constants constants,
                                 mpfr_ptr value);

#endif
