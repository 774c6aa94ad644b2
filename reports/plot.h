/* gnuplot scripts for the figures. All logarithms are taken here: gnuplot sees linear
 * axes whose labels are powers of ten, so that values far below the range of double are
 * drawn.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_PLOT_H
#define REPORTS_PLOT_H

#include "reports/curve.h"
#include "reports/results.h"
#include "reports/text.h"

/* The size of every figure, in pixels: two stand side by side on a desk, one fills a
 * phone. */
enum { FIGURE_WIDTH = 460, FIGURE_HEIGHT = 450 };

enum { MOST_LABELS_ACROSS = 6 }; /* powers of ten along the step sizes */

/* Colours by their part in a figure. A script writes them as #0101NN; svg.c turns them
 * into classes, to which the page gives colours for light and for dark. */
enum figure_colour {
    COLOUR_AXIS = 1,
    COLOUR_GRID,
    COLOUR_TEXT,
    COLOUR_GUIDE, /* reference slopes, floors */
    COLOUR_PAPER, /* the inside of hollow points */
    COLOUR_FIRST, /* one for each curve */
    COLOUR_SECOND,
    COLOUR_THIRD,
    COLOUR_FOURTH,
    COLOUR_FIFTH,
    COLOUR_END,
    COLOUR_FADED = COLOUR_END, /* the first one from faint to full */
    COLOUR_FADES = 9,          /* so many of them */
    COLOUR_LAST = COLOUR_FADED + COLOUR_FADES
};

/* gnuplot's numbers for the shapes of points. */
enum figure_shape {
    SHAPE_SQUARE = 4,
    SHAPE_CIRCLE = 6,
    SHAPE_TRIANGLE = 8,
    SHAPE_TRIANGLE_DOWN = 10,
    SHAPE_DIAMOND = 12
};

/* The region of the main panel and what both panels are about. */
struct chart {
    double left, right, bottom, top; /* logarithms; left > right: empty */
    double low, high;                /* exponents that the strip of local slopes shows */
    const char *value_label;         /* over the vertical axis */
};

/* One set of points with its look. */
struct series {
    struct curve curve;
    enum figure_colour colour;
    enum figure_shape shape;
    const char *label;
    double size; /* of the points */
};

/* Append the figures of one model to the script, each a separate document on gnuplot's
 * output. False: there is nothing to draw (or memory ran out, which the text tells). */
/* How it moves: in the plane; over time. */
bool plot_motion(struct text *script, const struct results *r, int model);
bool plot_motion_time(struct text *script, const struct results *r, int model);
bool plot_convergence(struct text *script, const struct results *r, int model);
bool plot_gap(struct text *script, const struct results *r, int model);
/* Error against evaluations; against seconds. */
bool plot_work(struct text *script, const struct results *r, int model);
bool plot_work_time(struct text *script, const struct results *r, int model);
/* The time of a step beside its kernels; over the length of a chain. */
bool plot_kernels(struct text *script, const struct results *r, int model);
bool plot_chain(struct text *script, const struct results *r, int model);
/* Errors of invariants over time, and against the step size. */
bool plot_drift(struct text *script, const struct results *r, int model);
bool plot_invariants(struct text *script, const struct results *r, int model);
/* The energy of symplectic forms and others over time; errors of joints over time. */
bool plot_energy(struct text *script, const struct results *r, int model);
bool plot_joints(struct text *script, const struct results *r, int model);
/* Bodies at some instants; energies of a run with contacts; the laws of restitution at its first
 * impact; the forces of a stack's levels against the weight above them. */
bool plot_strobe(struct text *script, const struct results *r, int model);
bool plot_contact_energy(struct text *script, const struct results *r, int model);
bool plot_laws(struct text *script, const struct results *r, int model);
bool plot_settling(struct text *script, const struct results *r, int model);
/* Of the catalogue: the longest stable steps on a spring with a damper; how long a free body
 * keeps its energy. */
bool plot_limits(struct text *script, const struct results *r, int model);
bool plot_turning(struct text *script, const struct results *r, int model);
/* Of the catalogue, model MODEL_NONE, about an integrator: estimate against error. */
bool plot_estimate(struct text *script, const struct results *r, int model);
/* The same: each problem's order with its interval. */
bool plot_orders(struct text *script, const struct results *r, int model);
/* Of the catalogue: default against faithful mode for each problem. */
bool plot_ratios(struct text *script, const struct results *r, int model);

/* What all figures of a run have in common; first of all. */
void plot_prepare(struct text *script);

/* Parts that the figures share. Names of data blocks are $pN for series N. */
void chart_include(struct chart *chart, const struct curve *curve);
void chart_pad(struct chart *chart, double above, double below);
/* Raises the top until no curve runs behind the key of chart_open, which has the names of the
 * series and, below them, so many rows more. */
void chart_clear_key(struct chart *chart, const struct series *series, int count,
                     int more_rows);
void chart_open(struct text *script, const struct chart *chart);
void chart_strip(struct text *script, const struct chart *chart,
                 const struct series *series, int count);
/* A panel between two heights (of the figure), with everything of an earlier one
 * forgotten; the words over its vertical axis. */
void chart_panel(struct text *script, double bottom, double top);
void chart_label(struct text *script, const char *label, double height);
void chart_close(struct text *script);
void series_data(struct text *script, const struct series *series, int number);
void series_draw(struct text *script, const struct series *series, int number);
void series_key(struct text *script, const struct series *series);
void series_ranges(struct text *script, const struct chart *chart,
                   const struct series *series, int count);
void axis_tics(struct text *script, char axis, double low, double high, int labels,
               bool named);
/* Round numbers along a linear axis; where they are long, not each has its number. */
void axis_linear_tics(struct text *script, char axis, double low, double high);

/* A line of a slope under a curve, as the function guide_1 (slope 1) or guide_0
 * (another); the floors that results give. */
void guide_slope(struct text *script, const struct chart *chart,
                 const struct curve *curve, double slope);
void guide_floors(struct text *script, const struct chart *chart,
                  const struct series *series, int count);

/* The name of a row, as much of it as has room; the size of letters for so many rows. */
void row_name(struct text *name, const char *s);
double row_letters(int rows);

/* The same for a text with numbers such as 3.6e-05: 3.6 x 10^-5, in superscripts. */
void row_name_with_powers(struct text *name, const char *s);

/* A quoted text for gnuplot: characters that have a meaning to it are left out. */
void plot_quoted(struct text *script, const char *s);

#endif
