/* The points of a series, brought into order. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SERIES_POINTS_H
#define HARNESS_SERIES_POINTS_H

#include "harness/speed/history/series.h"

/* Orders the points as their commits are, makes one of all measurements of a build, marks
 * where the machine or the compiler changes, and decides of which kind the series is. */
void series_arrange(struct series *s);

void series_point_clear(struct series_point *p);

/* Puts a judgement on the change at a commit, if there is one. */
void series_take_judgement(struct series *s, const char *commit, const char *judged);

#endif
