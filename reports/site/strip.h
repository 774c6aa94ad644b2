/* Figures with a row for each of many things: a value and its interval.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_STRIP_H
#define REPORTS_SITE_STRIP_H

#include "reports/site/site.h"

struct strip_figure {
    const char *name; /* of its files */
    const char *title, *across, *note;
    double expected;    /* where a line stands; NaN: nowhere */
    int number;         /* its colour */
    int count, longest; /* rows so far, and letters of the longest name */
    struct text data;
};

/* Adds a row; an end of the interval that is not finite is the value. */
void strip_row(struct strip_figure *f, const char *name, double value, double low,
               double high);

/* The quantity whose points, energies after an impact, are drawn as rows of laws and ways. */
#define STRIP_OF_IMPACTS "impact-energy"

/* Draws those of a page's results. */
void strip_impacts(struct site *site, const char *page, const json_t *results,
                   json_t *views);

/* Asks for the drawing and appends its view to `views` where there is more than one row; clears
 * the rows. */
void strip_draw(struct site *site, struct strip_figure *f, json_t *views);

#endif
