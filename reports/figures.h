/* All figures of a report, drawn by one gnuplot.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_FIGURES_H
#define REPORTS_FIGURES_H

#include "reports/results.h"
#include "reports/text.h"

enum figure_kind {
    FIGURE_MOTION,
    FIGURE_MOTION_TIME,
    FIGURE_CONVERGENCE,
    FIGURE_GAP,
    FIGURE_WORK,
    FIGURE_WORK_TIME,
    FIGURE_KERNELS,
    FIGURE_CHAIN,
    FIGURE_DRIFT,
    FIGURE_INVARIANTS,
    FIGURE_ENERGY, /* symplectic or not */
    FIGURE_JOINTS, /* drift of constraints */
    FIGURE_STROBE, /* bodies at some instants, and what follows: contacts */
    FIGURE_CONTACT_ENERGY,
    FIGURE_LAWS,
    FIGURE_SETTLING,
    FIGURE_RATIOS,    /* of the catalogue, as are those that follow */
    FIGURE_ORDERS,    /* an integrator's */
    FIGURE_ESTIMATE,  /* the same */
    FIGURE_LIMITS,    /* longest stable steps */
    FIGURE_TURNING,   /* of a free body */
    FIGURE_STABILITY, /* drawn without gnuplot */
    FIGURE_KINDS
};

enum { FIGURE_SLOPES = 3 };

/* Appends a figure to a gnuplot script, as those of plot.h. */
typedef bool figure_plot(struct text *script, const struct results *r, int model);

/* What is known of a kind before it is drawn. */
struct figure_kind_info {
    const char *name;                  /* in the file's name */
    const char *title;                 /* for who cannot see it */
    const char *content;               /* the same: what is against what */
    const char *study;                 /* whose tables and whose findings belong to it */
    const char *caption;               /* HTML */
    figure_plot *plot;                 /* NULL: not by gnuplot */
    const char *slopes[FIGURE_SLOPES]; /* quantities whose values belong to it, or NULL */
};
const struct figure_kind_info *figure_kind_info(enum figure_kind kind);

/* One figure per model and kind: at model * FIGURE_KINDS + kind, empty where there is
 * nothing to draw; behind the last model those of the catalogue. */
struct figures {
    int count;
    struct text *element;
};

/* Draws them. False: *why says what gnuplot objects to, *figures is {0}. The caller frees
 * with figures_free. */
bool figures_draw(struct figures *figures, const struct results *r, struct text *why);
void figures_free(struct figures *figures);

/* Writes them into FOLDER/figures. False: *why says why. */
bool figures_write(const struct figures *figures, const struct results *r,
                   const char *folder, struct text *why);

/* The name of a figure's file, "pendulum-gap.svg", "catalogue-ratios.svg". */
void figure_name(struct text *t, const struct results *r, int model,
                 enum figure_kind kind);

/* The figure of a model, of the catalogue when it is MODEL_NONE; NULL when there is none.
 */
const char *figure_element(const struct figures *figures, int model,
                           enum figure_kind kind);

#endif
