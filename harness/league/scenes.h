/* The scenes of the league: models of the catalogue under settings, and what is measured there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LEAGUE_SCENES_H
#define HARNESS_LEAGUE_SCENES_H

#include "harness/integrators/bind/bind_function.h"
#include "problems/graph/expr_matrix.h"

struct model; /* problems/model.h */

/* The gaps and the rows J v + offset of a model's contacts, bound by the first measure that
 * needs them; freed with league_rows_clear. */
struct league_rows {
    struct bind_function function;
    struct expr_matrix entries; /* of J^T */
    double *out;                /* gaps, offsets, entries; NULL: not bound */
};
void league_rows_clear(struct league_rows *rows);

/* What a run has come to. */
struct league_view {
    struct model *model;
    const double *begin, *end; /* [nx] states at the start and at the end */
    const double *truth;       /* [nx] at the end; NULL: not asked for */
    double until;
    /* Of a step, and of one after the first: us; and how many of the contact solver. */
    double step_time, later_time, iterations;
    struct league_rows *rows;
};

struct league_quantity {
    const char *name;    /* NULL ends a list */
    const char *unit;    /* "": none */
    const char *meaning; /* with what it ought to be */
    double expected;
    bool needs_truth;
    double (*measure)(
        const struct league_view *view); /* NULL: not of an end, see again */
    /* "frame=moved": what the end differs by when the engine has this setting; "": when the
     * scene is run once more, after it was run with half the step; NULL: there is a measure. */
    const char *again;
};

struct league_scene {
    const char *name;  /* "slide_22"; NULL ends a list */
    const char *model; /* in the catalogue */
    const char *set;   /* "NAME=VALUE NAME=VALUE"; "" */
    double until;      /* s; 0: the end of the model's span */
    const struct league_quantity *quantity;
    bool has_ladder; /* it is run with steps of many sizes */
    bool is_large;   /* it is run where it is named, and runs may take longer */
    /* "NAME=VALUE NAME=VALUE": of engines that have such settings, where none is given; NULL:
     * none. */
    const char *option;
};

extern const struct league_scene league_scenes[];

#endif
