/* gnuplot scripts for the figures about speed. `number` is the figure's place among those
 * of its kind; the functions append one document to the script. False: there is nothing to
 * draw, or memory ran out, which the text tells.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_PLOT_SPEED_H
#define REPORTS_PLOT_SPEED_H

#include "reports/plot.h"
#include "reports/speed.h"

/* Rows of a figure with one for each benchmark. */
enum { SPEED_ROWS = 14 };

/* The height of a figure that is wider than high. */
enum { SPEED_LOW_HEIGHT = 270 };

/* Of comparison `number`: distributions of its blocks, old against new, and the log ratios
 * of its processes. */
bool plot_compared(struct text *script, const struct speed *speed, int number);
int plot_compared_height(const struct speed *speed, int number);

/* The blocks of measurements, row by row; their ratio to the kernels; peers. `number` counts
 * figures of SPEED_ROWS rows. */
bool plot_spread(struct text *script, const struct speed *speed, int number);
bool plot_floor(struct text *script, const struct speed *speed, int number);
bool plot_peers(struct text *script, const struct speed *speed, int number);

/* Time against error, ours and peers', on the problem of peer `number`, if it is the first
 * of that problem. Its height grows with the key. */
bool plot_peer_work(struct text *script, const struct speed *speed, int number);
int plot_peer_work_height(const struct speed *speed, int number);

/* Time against error of all methods on model `number` of speed->work_model. */
bool plot_measured_work(struct text *script, const struct speed *speed, int number);
int plot_measured_work_height(const struct speed *speed, int number);

/* How peers look in figures of ratios: all from one house (the first word of the name) the
 * same. A name that is none of theirs has the look of ours. */
struct peer_look {
    enum figure_colour colour;
    enum figure_shape shape;
    const char *dash;
};
struct peer_look plot_peer_look(const struct speed *speed, const char *peer);

/* Series `number` over commits. */
bool plot_history(struct text *script, const struct speed *speed, int number);

/* How many figures of that many rows there are. */
int plot_speed_figures(int rows);

/* The measurements that have blocks, and those that have a floor, dearest first: places in
 * speed->measurement in a new array, their number in *count. NULL: out of memory. */
int *plot_spread_rows(const struct speed *speed, int *count);
int *plot_floor_rows(const struct speed *speed, int *count);

/* The peers that have a ratio, likewise. */
int *plot_peer_rows(const struct speed *speed, int *count);

/* Sets the height of the figures that follow; that of a figure with so many rows. */
void plot_height(struct text *script, int height);
int plot_rows_height(int rows);

/* How many rows a figure of measurements, `number` of its kind, has. */
int plot_spread_rows_of(const struct speed *speed, int number);
int plot_floor_rows_of(const struct speed *speed, int number);
int plot_peer_rows_of(const struct speed *speed, int number);

/* How much of the width the names of rows may take. */
enum speed_names { NAMES_OF_BENCHMARKS, NAMES_OF_PROBLEMS };

/* Opens the panel of a figure with so many rows, the first on top, from `left` to `right`;
 * `below` stands at the horizontal axis. Then the figure is closed, and the usual height is
 * back. */
void speed_rows_open(struct text *script, int rows, enum speed_names names, double left,
                     double right, const char *below);
void speed_rows_close(struct text *script);

/* The names of the rows: "set ytics (", each row's, ")". A name has two lines, the second
 * may be "". */
void speed_rows_begin(struct text *script);
void speed_rows_name(struct text *script, int row, int rows, enum speed_names names,
                     const char *first, const char *second);
void speed_rows_end(struct text *script);

/* The same for a benchmark's name, MODEL/METHOD/MODE/KIND. */
void speed_rows_benchmark(struct text *script, int row, int rows, const char *name);

/* A line across the panel at x. */
void speed_rows_line(struct text *script, double x, const char *dashes,
                     enum figure_colour colour);

/* The unit in which times of this size are told: its name, and its size in ns. */
double speed_unit(double ns, const char **name);

#endif
