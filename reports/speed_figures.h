/* The figures about speed: as many of each kind as there are benchmarks, or rows of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SPEED_FIGURES_H
#define REPORTS_SPEED_FIGURES_H

#include "reports/speed.h"
#include "reports/text.h"

enum speed_figure {
    SPEED_FIGURE_COMPARED, /* one for each comparison */
    SPEED_FIGURE_SPREAD,   /* one for some measurements, as the next */
    SPEED_FIGURE_FLOOR,
    SPEED_FIGURE_WORK, /* one for each model with work against precision */
    SPEED_FIGURE_PEERS,
    SPEED_FIGURE_PEER_WORK, /* one for each problem with peers, at the first of them */
    SPEED_FIGURE_HISTORY,   /* one for each series */
    SPEED_FIGURE_KINDS
};

struct speed_picture {
    enum speed_figure kind;
    int number; /* among those of its kind */
    struct text element;
};

struct speed_figures {
    int count;
    struct speed_picture *picture;
};

/* Draws them with one gnuplot; none where speed is NULL. False: *why says what gnuplot
 * objects to, *figures is {0}. The caller frees with speed_figures_free. */
bool speed_figures_draw(struct speed_figures *figures, const struct speed *speed,
                        struct text *why);
void speed_figures_free(struct speed_figures *figures);

/* Writes them into FOLDER/figures. False: *why says why. */
bool speed_figures_write(const struct speed_figures *figures, const struct speed *speed,
                         const char *folder, struct text *why);

/* The picture; NULL: there is none. */
const struct speed_picture *speed_figure_find(const struct speed_figures *figures,
                                              enum speed_figure kind, int number);

/* Its file's name, "compared-NAME.svg", "spread-1.svg". */
void speed_figure_name(struct text *t, const struct speed *speed, enum speed_figure kind,
                       int number);

#endif
