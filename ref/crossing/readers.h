/* Readers of a model's expressions that are kept: most of what is asked is asked many times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_READERS_H
#define REF_CROSSING_READERS_H

#include <arb.h>

#include "problems/graph/node.h"
#include "problems/program/eval_constants.h"
#include "ref/status.h"

struct model;    /* problems/model.h */
struct eval_arb; /* problems/readers/eval_arb.h */
struct crossing_readers;

/* NULL: out of memory. */
struct crossing_readers *crossing_readers_alloc(void);
void crossing_readers_free(struct crossing_readers *r); /* takes NULL */

/* *reader := that of these expressions of the model, whose constants are always read in one way. It
 * is kept up to the next call at least. */
enum ref_status crossing_readers_find(struct crossing_readers *r, const struct model *m,
                                      int count, const expr *e, slong bits,
                                      enum eval_constants constants,
                                      struct eval_arb **reader);

#endif
