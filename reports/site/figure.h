/* Figures of points against each other: which there are, and what is drawn in them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_FIGURE_H
#define REPORTS_SITE_FIGURE_H

#include "reports/site/site.h"

enum { MOST_SERIES = 40, COLOURS = 12 };
enum { CROSS = 1, DISC = 6 }; /* marks */

/* The mark of a colour: a number of gnuplot's, as figures/curves.gp has it, less 1. */
extern const int figure_marks[COLOURS];

/* A kind of figure: results of a study and quantity, whose points give x and y. */
struct figure_kind {
    const char *name; /* of its files */
    const char *title;
    const char *study;       /* of engines: the scene */
    const char *base;        /* the quantity without its part */
    const char *x, *y;       /* members of a point; y: several, divided by blanks */
    const char *across, *up; /* what stands at the axes, with units */
    bool log_x, log_y;
    bool is_cloud;    /* points are not joined */
    const char *note; /* one sentence below the figure */
};

/* All kinds, in the order of a page; ends with a name of NULL. */
extern const struct figure_kind figure_kinds[];

struct series {
    const json_t *result;
    char y[24];           /* the member of a point that is drawn */
    char code[40];        /* at the end of the line */
    char label[160];      /* in the legend */
    int colour, dash;     /* from 1 */
    int mark;             /* of figure_marks; of a second cloud, a cross */
    bool fails, is_exact; /* nothing but rounding moves it */
    int drawn, zeros;     /* points in the figure, and those that have no logarithm */
    int blocks;           /* curves that they make, one for each time */
    double last_x, last_y;
    const struct series *under; /* one that it coincides with */
};

struct figure {
    const struct figure_kind *kind;
    int count;
    struct series series[MOST_SERIES];
    double x0, x1, y0, y1; /* what is drawn, logarithms where the axis is */
    double floor;          /* NaN: none; rounding, on the axis of y */
};

/* A result with points to come, of what is drawn but was not judged. New reference. */
json_t *figure_result(const char *study, const char *quantity, const char *method,
                      const char *part, const char *code, int number);

/* Whether a figure shows the result's points, of whatever kind it is. */
bool figure_shows(const json_t *result);

/* Finds the series and the range. False: there is nothing to be drawn. */
bool figure_find(struct figure *f, const struct figure_kind *kind, const json_t *results);

/* Gives a series that follows those of the figure its colour, line, code and label. key: the place
 * of what it draws among the members of a point (from 0); has_keys: there are several, so that
 * the label says which. */
void figure_name_series(const struct figure *f, struct series *s, size_t key,
                        bool has_keys);

/* The place of a point in the figure. False: it has none. */
bool figure_place(const struct figure *f, const struct series *s, const json_t *point,
                  double *x, double *y);

/* Whether a point begins another curve of the series: its time is not *before (NaN: none), which
 * becomes its time. */
bool figure_breaks(const struct figure *f, const json_t *point, double *before);

/* The range of the axes: what is drawn, and a margin; logarithms where the axis is. */
void figure_range(const struct figure *f, double *x0, double *x1, double *y0, double *y1);

/* Appends the data as a table: x and y as drawn, whether used, x, y, what a reader is told;
 * two empty lines between series. */
void figure_table(struct text *out, const struct figure *f);

/* Asks for its drawing. */
void figure_drawing(struct site *site, const struct figure *f, const char *name);

/* Appends gnuplot's SVG made fit for a page: colours by the style sheet's names, words for a
 * pointer as titles, nothing empty; or with that style, to stand alone. */
void svg_tidy(struct text *out, const char *svg, const char *title, const char *style);

#endif
