/* Methods and their modes: what stands side by side in the tables.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SIDE_H
#define REPORTS_SIDE_H

#include "reports/results.h"
#include "reports/text.h"

enum { MOST_SIDES = 12 }; /* as many as a table can show */

struct side {
    const char *method, *mode; /* "velocity-implicit-euler", "default"; mode "": none */
};

/* Method by method as they come in the results; of a method with modes only these. */
struct sides {
    int count;
    struct side side[MOST_SIDES];
};

struct sides sides_find(const struct results *r);

/* How many sides from `first` on have its method. */
int sides_of_method(const struct sides *sides, int first);

/* Where a result belongs: from side `*first` on, as many as are returned; all of them
 * when it is shared or of no side's method, all of its method when it has no mode. */
int side_span(const struct sides *sides, const struct report_result *result, int *first);

/* Appends a method's name as a title, "Velocity-implicit Euler". */
void side_method(struct text *out, const char *method);

/* Appends "velocity-implicit Euler, default", escaped; plain and without "Euler" for keys
 * of figures when `brief`. */
void side_name(struct text *out, const struct side *side, bool brief);

#endif
