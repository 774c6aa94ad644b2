/* Whether the laws of a model leave a state in one way only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_LIPSCHITZ_H
#define REF_LIPSCHITZ_H

#include <arb.h>

#include "problems/program/eval_constants.h"
#include "ref/status.h"

struct model; /* problems/model.h */

/* REF_OK: N v, the free rates, M, J and G are proved to have bounded derivatives by x in a box
 * around point = (t, x) (size 1 + nx), at the times of its ball. REF_NOT_APPLICABLE: they are
 * not; REF_NO_MEMORY. */
enum ref_status ref_laws_are_lipschitz(struct model *m, arb_srcptr point,
                                       enum eval_constants constants);

#endif
