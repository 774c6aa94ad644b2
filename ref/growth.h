/* How much errors grow along a motion, estimated in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_GROWTH_H
#define REF_GROWTH_H

#include <mpfr.h>

#include "ref/status.h"

struct model; /* problems/model.h */

/* *grown := the bits of a state's relative size that errors of the last bit, made at the worst
 * moment, take at the worst of the ascending times, to some hundredths of them; from the model's
 * start. It steers how many bits a run begins with: no bound rests on it. 0 where it cannot be
 * told in short time, or without values in double. Allocates and frees what it needs;
 * REF_NO_MEMORY: *grown is 0. */
enum ref_status ref_growth(double *grown, struct model *m, int times, const mpfr_t *time);

#endif
