/* What the files of the determinism study share: a course, some runs of the integrator from
 * the model's start, recorded bit by bit.
 *
 * A course has legs: fixed steps, and steps under error control where the integrator has it;
 * our own methods go through both in each of their modes. Each leg has a subject of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_DETERMINISM_H
#define HARNESS_STUDY_DETERMINISM_H

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"

struct study; /* harness/results/study.h */

enum { COURSE_STEPS = 24, COURSE_LEGS = 4 };

/* Rows of numbers, one for each step: whether it succeeded, time, state, error estimate. */
struct recording {
    int rows, room, width;
    double *row;      /* (size room width) */
    json_t *counters; /* of each leg */
};

int recording_init(struct recording *r, int nx); /* nonzero: out of memory */
void recording_clear(struct recording *r);

/* The rows that are not the same bits, and the legs that have not counted the same; rows that
 * only one of them has count, too. */
long recording_difference(const struct recording *a, const struct recording *b);

struct course {
    const struct study *study;
    int nx, legs;
    struct leg {
        struct subject_options options;
        bool controlled;
    } leg[COURSE_LEGS];
    double begin, end, step;
    double *initial; /* (size nx) */
};

/* Freed with course_clear in any case. Nonzero: *d says why. */
int course_init(struct course *c, const struct study *s, struct diagnostic *d);
void course_clear(struct course *c);

/* The subjects of all legs. Freed with crew_clear in any case. Nonzero: *d says why. */
struct crew {
    int open;
    struct subject subject[COURSE_LEGS];
};
int crew_init(struct crew *crew, const struct course *c, struct diagnostic *d);
void crew_clear(struct crew *crew);

/* Something to be done between two steps; NULL: nothing. */
struct interlude {
    void (*happen)(void *context);
    void *context;
};

/* Empties the recording and goes through one leg, or all. Allocates nothing but the counters,
 * which are left out when there is no room for them in r->counters (NULL). */
void course_run(const struct course *c, struct crew *crew, struct recording *r,
                const struct interlude *between);

/* The course in a process that has done nothing else; it is begun by the first function and
 * waited for by the second, which fills in *r. Nonzero: *d says why there is no answer. */
struct fresh_process {
    int pipe; /* negative: none */
    long process;
};
int fresh_process_begin(struct fresh_process *p, const struct course *c,
                        struct diagnostic *d);
int fresh_process_end(struct fresh_process *p, struct recording *r, struct diagnostic *d);

/* Two threads at once, each with subjects of its own, `times` times: *differing := the
 * largest difference of a thread's recording from the reference. Nonzero: *d says why. */
int determinism_threads(const struct course *c, const struct recording *reference,
                        int times, long *differing, struct diagnostic *d);

#endif
