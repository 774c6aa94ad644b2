/* Values at the start of the span, in balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_START_H
#define PROBLEMS_START_H

#include <arb.h>

#include "problems/elaboration/elaborate.h"

/* The precision of these balls. */
enum { START_BITS = 256 };

/* ball[i] := the value of root[i] at m->span_begin and m->initial (size count, initialised);
 * not finite: it has none. A message about too much work points at offset. */
bool start_balls(struct elaboration *e, int count, const expr *root, int offset,
                 arb_ptr ball);

/* in[1 + nx] := m->span_begin and m->initial. */
bool start_inputs(struct elaboration *e, arb_ptr in);

/* As start_balls, at other inputs (t | x). */
bool start_balls_at(struct elaboration *e, arb_srcptr in, int count, const expr *root,
                    int offset, arb_ptr ball);

/* Room for so many balls; NULL: no memory. start_free takes NULL. */
arb_ptr start_alloc(int count);
void start_free(arb_ptr ball, int count);

#endif
