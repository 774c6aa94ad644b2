/* Rest that a motion comes to, and what is left of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_EBB_H
#define REF_CROSSING_EBB_H

#include "ref/crossing/balance.h"

/* ---- rest.c. Whether e does not depend on t; whether a row's velocity does not, and is zero wherever v is. */
bool crossing_is_still(const struct crossing_scene *s, expr e);
bool crossing_is_without_offset(const struct crossing_scene *s, int row);

/* A lambda = b: M^-1 J^T of the contacts that are not open in the mode, without friction, and of the joints; -a. At
 * point = (t, x). */
enum ref_status crossing_write_balance(const struct crossing_scene *s,
                                       const signed char *mode, arb_srcptr point,
                                       struct crossing_balance *w);

/* ---- ebb.c. What is left of a motion that has come to the stage's set: values of the run at the times from number
 * `next` on := boxes. False: nothing holds it, or it still moves by much. */
bool crossing_ebbs(const struct crossing_scene *s, struct crossing_stage *stage, int next,
                   struct enclosure_run *run);

#endif
