/* A figure of time against the error reached.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_WORK_FIGURE_H
#define REPORTS_WORK_FIGURE_H

#include "reports/plot_speed.h"

enum { WORK_CURVES = 20 };

/* Starts with .chart = {.left = 1, .right = 0} and zeros. */
struct work_figure {
    struct chart chart;
    struct report_result source[WORK_CURVES]; /* curves are read from results */
    struct series series[WORK_CURVES];
    struct text label[WORK_CURVES];
    const char *dash[WORK_CURVES];
    int count;
};

/* Adds a curve of points "error" and `up`, which is in units of so many seconds. Nothing
 * happens when there is no point, a curve of that label is there, or the figure is full. */
void work_figure_add(struct work_figure *f, const json_t *points, const char *up,
                     double unit, const char *label, const struct peer_look *look);

/* Appends the figure. False: no curve has two points, or memory ran out. */
bool work_figure_draw(struct text *script, struct work_figure *f);
int work_figure_height(const struct work_figure *f);
void work_figure_clear(struct work_figure *f);

#endif
