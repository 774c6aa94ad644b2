/* Contacts whose force begins with a power that is no integer.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_COLLOCATION_TOUCH_H
#define REF_COLLOCATION_TOUCH_H

#include "ref/ref.h"

struct model;   /* problems/model.h */
struct program; /* problems/program/program.h */
struct ref_touch;

/* For the flow of m, of which `field` is the program, followed to `bits`. */
enum ref_status ref_touch_alloc(struct ref_touch **touch, struct model *m,
                                const struct program *field, mpfr_prec_t bits,
                                enum eval_constants constants);
void ref_touch_free(struct ref_touch *touch); /* takes NULL */

/* Whether steps were made into or out of contacts, which are not proved; *since: the time of the
 * first one. */
bool ref_touch_marched(const struct ref_touch *touch, double *since);

/* After a step that failed for want of a series: into the contact on whose surface the flow
 * stands, if that is the reason; `failure` if not. */
enum ref_status ref_touch_begin(struct ref_touch *touch, ref_flow *f,
                                enum ref_status failure);

/* After a step: out of a contact whose end is near, unless another switching function
 * changes its sign before. */
enum ref_status ref_touch_end(struct ref_touch *touch, ref_flow *f);

#endif
