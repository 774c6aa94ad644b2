/* A number of the league: what a quantity came to in a scene by an engine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LEAGUE_CELL_H
#define HARNESS_LEAGUE_CELL_H

struct record; /* harness/base/record/record.h */

enum league_status {
    LEAGUE_MEASURED,
    LEAGUE_NOT_BUILT, /* the engine does not build the scene: a dash */
    LEAGUE_FAILED     /* it crashed, hung, failed or came to no number */
};

struct league_cell {
    const char *scene, *model, *set, *engine, *options; /* "name=value name=value" */
    const char *quantity, *meaning, *unit;
    enum league_status status;
    double value, half, expected; /* half: the value with half the step */
    double step, until;           /* s */
    double step_time, low,
        high; /* us, on the engine's own clock: the median; low, high: NaN of one run */
    double later_time; /* us, of a step after the first; NaN: of no large scene */
    int runs;
    double *step_times, *later_times; /* (size runs) */
    double iterations;                /* of the contact solver in a step, the mean */
    double equivalence;               /* largest deviation of the scene at its start */
    const char *grade, *differs, *why, *command;
};

/* JSON, rows of CSV. */
extern const struct record league_cell_record;

#endif
