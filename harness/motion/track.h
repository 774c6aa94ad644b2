/* How a model moves over its span, close enough for a picture: some thousand states along
 * the solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRACK_H
#define HARNESS_TRACK_H

#include "harness/results/study.h"

struct track {
    int nx, count;
    double *time;      /* (size count), ascending */
    double *state;     /* (size count*nx) */
    double begin, end; /* of the model's span */
    bool is_complete;  /* the last time is the end */
    const char *way;   /* how it was found; static text */
};

/* Solves m by the stepper for contacts where it has some, else by Taylor series where that costs
 * little, else by backward differentiation formulas, else by an integrator made by `open` (in
 * default mode, under error control), as far as that goes. Freed with track_clear in any case.
 * Nonzero: there is nothing to draw, and *d says why. */
int track_find(struct track *c, struct model *m, study_open_subject *open, void *context,
               struct diagnostic *d);
void track_clear(struct track *c);

#endif
