/* Series of a history: the values of one quantity of one benchmark on one kind of machine,
 * over the commits, and where they changed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SERIES_H
#define HARNESS_SERIES_H

#include "harness/speed/history/history.h"

struct record; /* harness/base/record/record.h */

/* By which rule changes are found. */
enum series_kind {
    SERIES_EXACT, /* counts, which noise does not reach: every change is one */
    SERIES_RULED, /* cycles and ratios, freed from the clock's changes: optimal partition */
    SERIES_RAW    /* times, and what comes from elsewhere: E-divisive */
};

struct series_point {
    char *commit;            /* "": not known */
    bool changed;            /* the sources differed from the commit */
    double committed;        /* seconds since 1970; NAN: not known */
    double taken;            /* when it was measured, likewise */
    double value, low, high; /* low, high: NAN when not known */
    long runs;               /* measurements of this build; value is their median */
    bool split; /* machine or compiler differ from those of the point before */
    char *compiler;
};

struct series_change {
    long index;           /* the first point after it */
    const char *commit;   /* that point's */
    double before, after; /* medians of the segments; of exact ones, the values */
    double size;          /* after / before - 1 */
    double p;             /* of E-divisive; NAN when it was not asked or does not agree */
    const char *method;   /* "exact", "L1", "e-divisive" */
    char *judged;         /* what somebody has said of it, or NULL */
};

struct series {
    char *name; /* of the benchmark */
    char *quantity, *unit;
    int kind;             /* enum series_kind */
    char *machine;        /* processor and cores */
    const char *compiler; /* the latest point's */
    char *flags;
    struct series_point *point;   /* (size count) in the order of commits */
    struct series_change *change; /* (size changes) */
    int count, changes;
    char *baseline; /* of ratios: the commit that is compared with; else "" */
};

/* As reports are made of them, and `history --json` prints them. */
extern const struct record series_record;

/* That document (schema). */
extern const struct record series_document_record;

struct series_list {
    int count;
    struct series *series; /* by name, quantity, machine */
};

/* Changes are looked for among so many of the latest points. */
enum { SERIES_MOST_JUDGED = 500 };

/* The series whose name, or name and quantity ("pendulum/.../fixed/cycles"), is of the pattern
 * (glob.h); NULL: all. Seed of E-divisive's permutations. Freed with series_clear, also after
 * a failure. */
enum exit_status series_find(struct series_list *l, struct history *h,
                             const char *pattern, unsigned long seed,
                             struct diagnostic *d);
void series_clear(struct series_list *l);

/* ---- Its parts */

/* The points of the series of a pattern, builds in the order of commits, in the present
 * transaction; what fails is kept in the history. */
void series_read(struct series_list *l, struct history *h, const char *pattern);

/* Finds the changes among the points. Nonzero: out of memory. */
int series_find_changes(struct series *s, unsigned long seed);

/* A line for each, or all about each. `all`: not only the main ones. */
void series_print_list(const struct series_list *l, bool all, FILE *out);
void series_print_points(const struct series *s, FILE *out);

#endif
