/* The points of runs under error control: how an accepted step was followed by the next one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTROL_POINTS_H
#define HARNESS_CONTROL_POINTS_H

#include "harness/studies/control/control_norm.h"

enum { CONTROL_POINTS = 600, CONTROL_TERMS = 3 };

/* Logarithms on one law agree to this; sizes that one bound has set to that. Sizes are differences
 * of times, so that no more is to be had of them. */
static const double control_on_law = 1e-6;
static const double control_on_bound = 1e-9;

struct control_point {
    /* NULL: of a rejected attempt; none before. */
    const struct control_step *step, *before;
    double accuracy, change; /* change: log(h'/h) */
    bool is_set_by_bound;
    double term[CONTROL_TERMS]; /* log(E/A) in the norm at hand, that of the step before,
                                   log(h before/h); NaN: none before */
};

struct control_points {
    int count;
    struct control_point point[CONTROL_POINTS];
};

/* Adds the accepted steps of a run whose next one is known. */
void control_points_collect(struct control_points *p, const struct control_run *run,
                            double accuracy);

/* Adds what follows a rejected attempt: changes alone. */
void control_points_collect_rejected(struct control_points *p,
                                     const struct control_run *run);

/* Marks steps that are kept as they are; those whose change is the largest one (sign 1) or the
 * smallest one (-1) again and again, *bound := it, NaN if there is none. */
void control_points_mark_kept(struct control_points *p);
void control_points_find_bound(struct control_points *p, double sign, double *bound);

/* Fills in the terms. */
void control_points_measure(struct control_points *p, const struct control_norm *norm);

/* How many points no bound has set and so many terms have. */
int control_points_of_use(const struct control_points *p, int terms);

/* control_fit.c: c[0] + sum c[k] term[k - 1] := the law of so many terms that most points are on,
 * found through single points so that those off it do not move it. Returns how many are. */
int control_fit(const struct control_points *p, int terms, double c[1 + CONTROL_TERMS]);

/* Whether no bound has set the point, and its first terms are numbers. */
bool control_point_is_of_use(const struct control_point *point, int terms);

#endif
