/* What steps cost, as the commands that measure it wrote it: measurements of one build,
 * comparisons of two, other people's integrators beside ours, and series over commits.
 *
 * It is read as far as it can be understood: a number that is missing is NaN, a text "",
 * an entry that is no object is left out. Texts and arrays belong to the document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SPEED_H
#define REPORTS_SPEED_H

#include <stdbool.h>

#include <jansson.h>

struct speed_interval {
    double value, low, high;
};

/* In the order in which they are shown. */
enum speed_verdict {
    SPEED_SLOWER,
    SPEED_FASTER,
    SPEED_CANNOT_TELL,
    SPEED_NOT_MEASURED,
    SPEED_SAME,
    SPEED_VERDICTS
};

/* What became of the counters: evaluations, factorisations, allocations, ... */
enum speed_work { SPEED_WORK_SAME, SPEED_WORK_CHANGED, SPEED_WORK_MORE };

/* One benchmark, old against new. Changes are relative: 0.01 is one per cent slower. */
struct speed_comparison {
    int number; /* its place in the document */
    const char *name, *reason;
    enum speed_verdict verdict;
    enum speed_work work;
    double old_ns, new_ns, change, half, detectable, power, processes;
    double placement; /* spread over the places where code may begin in a cache line */
    double instructions_old, instructions_new, instructions_change;
    const json_t *counters;   /* those that differ: an array, or NULL */
    const json_t *failures;   /* texts, of one that fails; the same */
    const json_t *log_ratios; /* ln(new / old), one a process; the same */
    const json_t *positions;  /* the same, one a place of the code */
    const json_t *old, *new;  /* objects with "blocks" and "processes", or NULL */
};

/* One benchmark of one build; times of one step. */
struct speed_measurement {
    int number;
    const char *name, *unit;
    struct speed_interval ns, cycles;
    struct speed_interval floor; /* over the sum of its kernels */
    const json_t *counters, *instructions;
    const json_t *blocks, *processes;
};

/* Somebody else's integrator on a problem; the ratio is above 1 where ours is faster. */
struct speed_peer {
    int number;
    const char *problem, *method, *peer, *version, *configuration, *comparable, *how;
    const char *unit, *reason;
    bool installed;
    struct speed_interval ratio;
    double ns, peer_ns, evaluations, peer_evaluations, error, peer_error;
    const json_t *curve, *peer_curve; /* of error, seconds, evaluations; or NULL */
};

/* What is at a point of a series. */
struct speed_point {
    const char *commit;
    const char *boundary; /* what is another one than before: "compiler"; "": nothing */
    bool modified;        /* sources were not those of the commit */
    double committed;     /* seconds since 1970 */
    struct speed_interval at;
};

/* Where a series steps up or down. */
struct speed_change {
    int index;            /* of the first point behind it */
    double size;          /* relative */
    double before, after; /* medians of the stretches on its two sides, or NaN */
    double p;             /* NaN: the procedure has none */
    const char *method;   /* which procedure found it */
    const char *judged;   /* what somebody said of it */
};

struct speed_series {
    int number;
    const char *name, *quantity, *unit;
    const char *machine, *compiler; /* of the latest point */
    int points, changes;
    struct speed_point *point;
    struct speed_change *change; /* by index */
    double largest;              /* of the sizes, without sign; 0: nothing changed */
};

/* Comparisons by what they say, worst first; series by their largest change. */
struct speed {
    const json_t *document;
    const char *command;
    bool leads; /* the document is about speed and little else */
    int comparisons, measurements, peers, series, goals;
    struct speed_comparison *comparison;
    struct speed_measurement *measurement;
    struct speed_peer *peer;
    struct speed_series *all_series;
    const json_t **goal; /* objects */
    int work_models;     /* that have results of time against error */
    const char **work_model;
};

/* Reads what a document says of speed into a new struct, NULL where it says nothing.
 * False: out of memory. Freed with speed_free, which takes NULL. */
bool speed_read(struct speed **speed, const json_t *document);
void speed_free(struct speed *speed);

/* Whether a document has anything of this; then it needs neither models nor results. */
bool speed_is_in(const json_t *document);

/* Whether a command, "timing --quick", is of a name. */
bool speed_is_command(const char *command, const char *name);

/* Whether a result of the document is of time against error. */
bool speed_is_work(const json_t *result);

/* The parts of the reading; false: out of memory. */
bool speed_read_comparisons(struct speed *speed);
bool speed_read_measurements(struct speed *speed);
bool speed_read_peers(struct speed *speed);
bool speed_read_series(struct speed *speed);

/* The interval of members "value", "low" and "high"; those of NaN where it is no object. */
struct speed_interval speed_interval_read(const json_t *object);

/* A member if it is an array with something in it, or an object; else NULL. */
const json_t *speed_array(const json_t *object, const char *key);
const json_t *speed_object(const json_t *object, const char *key);

/* The finite numbers of an array in a new one, sorted; their number in *count. NULL: there
 * are none, or memory ran out. */
double *speed_sorted(const json_t *array, int *count);

/* How many comparisons have a verdict; how many have other counters, or more of them. */
int speed_count(const struct speed *speed, enum speed_verdict verdict);
int speed_count_work(const struct speed *speed, enum speed_work least);

/* The smallest change that is looked for, "rule.delta"; the usual one where the document
 * has none. */
double speed_delta(const struct speed *speed);

#endif
