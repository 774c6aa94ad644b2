/* What contact_measure and the proximal solver share: velocities that follow from
 * impulses, and how far both are from the laws of Signorini and Coulomb. Internal to
 * fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_JUDGE_H
#define FAST_JUDGE_H

#include <math.h>

#include "fast/contact/judge/judge_parts.h"
#include "fast/contact/scene/mass_factor.h"
#include "fast/contact/scene/row_groups.h"
#include "fast/status.h"

struct contact_answer; /* fast/contact.h */

struct contact_judge {
    struct judge_store store;
    int nv, contacts, rows, joints;
    const int *first; /* own copies */
    struct fast_pattern *matrix_pattern, *joint_pattern;
    struct row_groups groups; /* of first and matrix_pattern */
    struct judge_parts parts; /* of the work; one where there is no inverse */
    struct mass_factor *mass;
    /* M^-1 by its blocks, where they are small ranges of velocities; else it is solved
     * for row by row. */
    int blocks, largest;
    const int *block; /* [nv] the block of each velocity; of the factor */
    int *within;      /* [nv] its number in the block */
    int *begin;       /* [blocks + 1] where the block's inverse begins */
    int *size;        /* [blocks] */
    double *inverse;
    bool has_inverse, is_prepared;
    double *weight;           /* [contacts] w */
    double *joint_weight;     /* [joints] diagonal of G M^-1 G^T */
    double *momentum;         /* [nv] J^T r + G^T lambda, of judge_velocities */
    double *change;           /* [nv] M^-1 of that */
    double *u;                /* [rows] J v + offset */
    double *joint_error;      /* [joints] G v + joint_offset */
    double *scratch;          /* [nv] of one call */
    double *dense;            /* [nv] the same */
    double *size_of_momentum; /* [nv] the same */
};

/* The length of a tangential vector. */
static inline double judge_length(int tangents, const double *t) {
    return tangents == 1 ? fabs(t[0]) : sqrt(t[0] * t[0] + t[1] * t[1]);
}

/* A judge whose work is shared by a team, which is the caller's and outlives it; NULL: none. As
 * contact_judge_alloc fails. */
enum fast_status judge_alloc(struct contact_judge **judge,
                             const struct contact_problem *shape, struct team *team);

/* Factors M and finds the weights where they may differ from the last problem's. False: M
 * is not positive definite. */
bool judge_prepare(struct contact_judge *judge, const struct contact_problem *problem);

/* The blocks of M in a run of velocities, as numbers from ... to - 1: no other velocity is in
 * them. Only where there is the inverse, whose blocks are small. */
static inline struct judge_run judge_mass_blocks(const struct contact_judge *judge,
                                                 const struct judge_run *velocities) {
    return (struct judge_run){judge->block[velocities->from],
                              judge->block[velocities->to - 1] + 1};
}

/* x := M^-1 b of the velocities of a run of a part. */
static inline void judge_solve_mass(const struct contact_judge *judge,
                                    const struct judge_run *velocities, const double *b,
                                    double *x) {
    if (!judge->has_inverse) {
        mass_factor_solve(judge->mass, b, x);
        return;
    }
    const struct judge_run blocks = judge_mass_blocks(judge, velocities);
    mass_factor_solve_blocks(judge->mass, blocks.from, blocks.to, b, x);
}

/* v := v_free + M^-1 (J^T impulse + G^T joint_impulse), and judge's momentum, change, u
 * (of contacts that take part) and joint_error. */
void judge_velocities(struct contact_judge *judge, const struct contact_problem *problem,
                      const double *impulse, const double *joint_impulse, double *v);

/* E of judge's u and joint_error. */
double judge_residual(const struct contact_judge *judge,
                      const struct contact_problem *problem, const double *impulse);

/* The contact that E is of, or -2 - i for joint i; -1: E is zero. */
int judge_find_worst(const struct contact_judge *judge,
                     const struct contact_problem *problem, const double *impulse);

/* S_v: the largest speed at contacts and joints before the impulses, by absolute terms;
 * not finite if something in it is not. */
double judge_free_speed(const struct contact_judge *judge,
                        const struct contact_problem *problem);

/* S from S_v and the impulses. */
double judge_scale(const struct contact_judge *judge,
                   const struct contact_problem *problem, const double *impulse,
                   const double *joint_impulse, double free_speed);

/* Fills what contact_measure does besides v, E and S, which *answer has, of judge's momentum, u
 * and joint_error. */
void judge_answer(struct contact_judge *judge, const struct contact_problem *problem,
                  struct contact_answer *answer);

/* What these impulses, of judge's u and joint_error, show of a problem that they do not solve:
 * that it has no solution, or that masses are so different that impulses hardly move what
 * they push. Uses judge's dense and scratch. */
enum judge_cause { JUDGE_UNKNOWN, JUDGE_CONTRADICTION, JUDGE_ILL_CONDITIONED };
enum judge_cause judge_find_cause(struct contact_judge *judge,
                                  const struct contact_problem *problem,
                                  const double *impulse, const double *joint_impulse);

/* r[rows] := the nearest with r_n >= 0, |r_t| <= mu (r_n + known). */
void judge_project(int rows, double friction, double known, double *r);

/* The bounds on E of both verdicts, for S = 1. */
extern const double judge_tight, judge_verified;

#endif
