/* What a proof that a motion is the only one is made of (lone.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_EXACT_LONE_PARTS_H
#define REF_CROSSING_EXACT_LONE_PARTS_H

#include "ref/crossing/lone.h"

struct crossing_lone {
    const struct crossing_passage *p;
    const struct crossing_scene *s;
    expr *known;  /* (size n) */
    bool *touch;  /* (size contacts) */
    expr *kappa;  /* (size contacts) along the slide that is kept; EXPR_NONE: zero */
    int *row;     /* of all that touch: normal ones, then slides */
    int *contact; /* whose row it is */
    int normals, rows;
};

/* ---- lone.c. Cleared with crossing_lone_clear, whether it is made or not; false: no memory. */
bool crossing_lone_init(struct crossing_lone *w, const struct crossing_passage *p);
void crossing_lone_clear(struct crossing_lone *w);

/* known := with the gaps that vanish at the event: that of its watch, and of what is closed in
 * the stage. */
void crossing_lone_meet(const struct crossing_lone *w,
                        const struct crossing_stage *closed);

/* Rows of the contacts marked: normal ones, or slides. */
void crossing_lone_list_rows(struct crossing_lone *w, const bool *marked, bool slides);

/* ---- lone_friction.c. Which contacts touch, and kappa; false: it is not known. */
bool crossing_lone_look(const struct crossing_lone *w);

/* ---- lone_matrix.c. Whether there is a P, and M - (P^T M + M P)/2 is positive definite. */
bool crossing_lone_has_matrix(const struct crossing_lone *w);

#endif
