/* The league: engines on scenes, each run in a process of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LEAGUE_H
#define HARNESS_LEAGUE_H

#include "harness/base/record/record.h"
#include "harness/league/cell.h"
#include "harness/league/engines.h"
#include "harness/league/scenes.h"

struct session; /* harness/session/session.h */

enum { LEAGUE_MOST_RUNS = 64 };

struct league {
    struct session *session;
    struct catalogue *catalogue;
    double step; /* h of all, s */
    int runs;    /* from the start to the end, of which the time of a step is told */
    const struct league_engines *engines;
    json_t *declared; /* what each of these declares, its title, place and options */
    const char *missing;
    struct league_cell *cell;
    int cells;
    /* Of scenes that have one: {scene, model, engine, quantity, unit, meaning, command,
     * expected, points [{h, value, error, seconds}]}. */
    json_t *ladders;
};

/* Appends the scene's cells, one for each quantity. Nonzero: the scene itself cannot be had, or
 * memory runs out, and session->why says it; what an engine does is in the cells. */
int league_run(struct league *l, const struct league_scene *scene,
               struct league_engine *engine);

/* The largest relative deviation, for starts with each component moved alone, of the state that the
 * engine tells from that which it was given, and of the change of its energy from that of the
 * model's invariant `energy`. Starts that the engine refuses are passed over. NaN: it tells no
 * energy, or every start is refused. */
double league_equivalence(struct subject *s, struct model *m, const double *x);

/* For a person: scenes and quantities down, engines across. */
void league_print(const struct league *l, FILE *out);

/* What engines --json prints. */
extern const struct record league_record;

#endif
