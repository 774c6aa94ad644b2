/* A problem that two integrators are given: a model with its start, its truth at the end of a pass,
 * and what somebody who builds it anew needs to know, and is checked by.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEERS_PROBLEM_H
#define HARNESS_PEERS_PROBLEM_H

#include "harness/session/models.h"
#include "harness/speed/peers/peers_rows.h"

extern const char peers_no_truth[];

struct peers_problem {
    struct model *model;
    int nx;
    double begin, *start, *truth; /* [nx]; the truth at begin + length */
    const char *grade;            /* of the truth; static; peers_no_truth: none */
    char file[64];                /* the model file's name, without ".model" */
    json_t *parameters;           /* {NAME: number}, sizes among them */
    /* [{"state", "rates", "energy"}], the start first; energy null: none. */
    json_t *checks;
};

/* That of a row, of which model, setting and length are read. Cleared in any case. Nonzero: *d
 * says why. */
int peers_problem_open(struct peers_problem *p, struct session *session,
                       const struct catalogue *catalogue, const struct peers_row *row,
                       struct diagnostic *d);
void peers_problem_clear(struct peers_problem *p);

/* The largest |x_i - truth|. NaN: not all of x[nx] are numbers, or there is no truth. */
double peers_problem_error(const struct peers_problem *p, const json_t *x);

#endif
