/* What the files of the restitution study share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_RESTITUTION_H
#define HARNESS_STUDY_RESTITUTION_H

#include "harness/studies/contact/impact_law.h"
#include "problems/base/status.h"

struct model;           /* problems/model.h */
struct subject_options; /* harness/integrators/subject_options.h */
struct results;         /* harness/results/result_list.h */
struct study;           /* harness/results/study.h */

/* The first impact of a run, as its rounds were told. Rows are those of `laws`. */
struct restitution_seen {
    bool is_seen, has_ended, has_laws;
    bool is_calm; /* the whole span was run over, and nothing strikes */
    double t;
    double energy_before, energy_after; /* T */
    double imposed;         /* what obstacles that move by themselves have put into T */
    int rows;               /* of the model */
    double *before, *after; /* [rows] of all contacts */
    struct impact laws;     /* what the enumeration needs, of the contacts that touch */
    int row[IMPACT_ROWS];   /* of the model, of each row of `laws` */
    const struct model *model;
    bool obstacles_move;   /* contact_obstacles_move of the model */
    struct diagnostic why; /* why there is none; "" */
};

/* Runs from the model's start to its first impact under the options. Freed with
 * restitution_clear in any case. Nonzero: *d says why there is nothing. */
int restitution_run(const struct study *s, const struct subject_options *options,
                    struct restitution_seen *seen, struct diagnostic *d);
void restitution_clear(struct restitution_seen *seen);

/* Routh's impact of a single contact that slides in one direction, beside what was seen. Nonzero:
 * out of memory. */
int restitution_routh(const struct study *s, const struct restitution_seen *seen,
                      struct results *results);

/* The whole study, of an integrator from outside: what its first impact comes to. */
int restitution_of_states(const struct study *s, struct results *results,
                          struct diagnostic *d);

#endif
