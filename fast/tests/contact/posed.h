/* Problems of contacts for tests, posed by dense matrices.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_POSED_H
#define FAST_TESTS_POSED_H

#include "fast/contact.h"
#include "fast/tests/random.h"

/* Filled in by the test between posed_open and posed_solve; all zero at first but M,
 * which is the identity, and takes_part. The patterns are those of what is not zero at
 * the first posed_pose, unless marked before. */
struct posed {
    struct contact_problem problem;
    struct contact_answer answer;
    double *J;      /* [rows * nv] by rows */
    double *M;      /* [nv * nv] */
    double *G;      /* [joints * nv] by rows */
    bool *J_marked; /* [rows * nv] entries of the pattern whatever J is */
    bool *M_marked; /* [nv * nv] */
    double *v_free, *offset, *joint_offset, *friction, *known;
    bool *takes_part;
    int *first;
    struct fast_pattern J_pattern, M_pattern, G_pattern;
    double *J_values, *M_values, *G_values;
    struct contact_solver solver;
    contact_judge *judge;
};

void posed_open(struct posed *posed, int nv, int contacts, const int *slides, int joints);

/* Patterns, values, solver and judge, as far as they are not there yet; values anew. */
void posed_pose(struct posed *posed);
/* posed_pose, solves from the impulses that the answer has, measures; the verdict. Fails
 * the test if the solver or the judge does. */
enum contact_verdict posed_solve(struct posed *posed);
void posed_forget(struct posed *posed); /* no impulses to begin from */

/* u_i = (J v + offset)_i of the answer. */
double posed_speed(const struct posed *posed, int row);
/* Kinetic energy of v. */
double posed_energy(const struct posed *posed, const double *v);

/* Fails the test unless the answer is verified and makes no energy where no offset
 * does. */
void posed_expect_verified(struct posed *posed, const char *what);

/* M := B B^T + 1 with random B, J and offsets between -1 and 1, v_free likewise. */
void posed_fill(struct posed *posed, struct random *random);

#endif
