/* A scene by an engine: what its cells and its ladder have in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LEAGUE_ROUND_H
#define HARNESS_LEAGUE_ROUND_H

#include "harness/league/league.h"

enum { LEAGUE_LONGEST_SETTINGS = 512, LEAGUE_MODEL_REFUSED = 1 };

struct league_round {
    struct league *league;
    const struct league_scene *scene;
    struct league_engine *engine;
    struct model *model;
    int nx;
    char set[LEAGUE_LONGEST_SETTINGS]; /* the scene's and what the engine declares */
    const char *differs, *grade;
    double until;                   /* scenes begin at 0 */
    double *begin, *end[2], *truth; /* end: by the step, and by half of it */
    struct league_cell cell;        /* filled but for the quantity */
    struct league_rows rows;
    struct diagnostic why;
};

/* Reads the scene's model under r->set, its start and its end; finds its truth where a quantity
 * needs one. LEAGUE_MODEL_REFUSED: the model cannot be set so; else nonzero: session->why says
 * why. Freed with league_round_clear. */
int league_round_begin(struct league_round *r);
void league_round_clear(struct league_round *r);

/* From the start to the end by steps of h; end[nx] := the state there, *seconds (may be NULL)
 * what the steps took: on the engine's own clock where it has one, by the processor's where it
 * is ours. Nonzero: r->why says why. */
int league_round_run(struct league_round *r, struct subject *s, double h, double *end,
                     double *seconds);

/* So many such runs by the league's step: r->end[0], and of r->cell what is told of a step.
 * Nonzero: r->why says why. */
int league_round_repeat(struct league_round *r, struct subject *s, int runs);

/* The quantity at an end; NaN: it has no measure. */
double league_round_measure(struct league_round *r, const struct league_quantity *q,
                            const double *end);

/* Runs the scene with steps from four times the league's to an eighth of it, and appends to
 * league->ladders what each quantity comes to. `command`: that of the league's step. */
void league_ladder(struct league_round *r, struct subject *s, const char *command);

#endif
