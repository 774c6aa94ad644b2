/* The system at one state (t, x): gaps, rows of contacts and joints, mass and its factors,
 * and the products with them. Internal to fast/contact; what both modes share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_SCENE_H
#define FAST_SCENE_H

#include "fast/contact.h"
#include "fast/contact/scene/row_groups.h"

struct scene {
    /* Its arrays and patterns are the scene's own copies; names are not kept. */
    struct integrator_system system;
    int nq, nv, nz, nx;
    int contacts, rows, joints, holonomic;
    int *first;               /* [contacts + 1] */
    struct row_groups groups; /* of first and matrix_pattern */
    struct fast_pattern *matrix_pattern, *mass_pattern, *joint_pattern; /* never NULL */
    /* At the state set last. Gaps, offsets and entries of J are written in a row into one of two
     * blocks, which a callback that has its results in a row can fill without a copy: that which
     * does not have the matrix that is kept. `fresh` is where its entries begin, and what other
     * callbacks write, before it is known to be finite. */
    double *block[2];
    int kept; /* whose block has the matrix */
    double *gap, *offset, *matrix, *mass, *fresh;
    double *joint_offset, *joint_matrix; /* G^T: nv x joints, by columns */
    bool is_changed; /* matrices are not the bits they were at the state before */
    /* Matrices whose entries differ from those kept by less than this part of their column's
     * largest are taken for the same, and those are kept; 0: bits decide. */
    double nearness;
    struct contact_statistics *statistics; /* where evaluations are counted */
    struct mass_factor *factor;            /* of M; NULL: M is the identity */

    bool has_matrices;        /* there has been a state, and factor belongs to it */
    double *fresh_gap;        /* [contacts] */
    int *joint_place;         /* which entry of G^T each entry of G is */
    double *joint_entries;    /* of G */
    double *still;            /* [nx] a state with v = 0 */
    double *momentum, *speed; /* [nv] room */
    /* What dynamics writes and nobody reads. */
    double *dynamics_matrix, *dynamics_response;
};

/* *s for a copy of *system. FAST_BAD_SYSTEM, FAST_NO_MEMORY: *s is NULL. */
enum fast_status scene_alloc(struct scene **s, const struct integrator_system *system,
                             struct contact_statistics *statistics);
void scene_free(struct scene *s); /* takes NULL */

/* Evaluates rows, mass and joints at (t, x), and factors M. FAST_CALLBACK, FAST_NOT_FINITE (*which
 * is the contact, -2 - i the joint, -1 neither), FAST_SINGULAR. */
enum fast_status scene_set(struct scene *s, double t, const double *x, int *which);

/* The matrix that is kept is that of this block. */
static inline void scene_keep(struct scene *s, int kept) {
    const int before = s->contacts + s->rows;
    s->kept = kept;
    s->matrix = s->block[kept] + before;
    s->fresh = s->block[1 - kept] + before;
}

/* Whether callbacks, sizes and numbers fit together. */
bool scene_fits(const struct integrator_system *system);

/* gap[contacts] alone at (t, x); ydot[ny], the free rates, at (t, x). */
enum fast_status scene_gaps(struct scene *s, double t, const double *x, double *gap,
                            int *which);
enum fast_status scene_rates(struct scene *s, double t, const double *x, double *ydot);

/* With joints: the free rates, and the joints' bias[joints] (system.h, dynamics). */
enum fast_status scene_rates_and_bias(struct scene *s, double t, const double *x,
                                      double *ydot, double *bias);
/* error[holonomic] := the joints' g at (t, x). */
enum fast_status scene_joint_errors(struct scene *s, double t, const double *x,
                                    double *error, int *which);

/* qdot[nq] := N(q) v. */
enum fast_status scene_map(struct scene *s, const double *q, const double *v,
                           double *qdot);

/* Products at the state set last. u[rows] := J v + offset; p[nv] := J^T r, G^T l; dv[nv] := M^-1
 * p (in place, too); c[joints] := G v + g_t; A[rows * rows] := J M^-1 J^T, dense; v^T M v / 2. */
void scene_velocities(const struct scene *s, const double *v, double *u);
void scene_joint_velocities(const struct scene *s, const double *v, double *c);
void scene_momentum(const struct scene *s, const double *r, double *p);
void scene_joint_momentum(const struct scene *s, const double *l, double *p);
void scene_solve_mass(const struct scene *s, const double *p, double *dv);
void scene_form_delassus(struct scene *s, double *A);
double scene_energy(const struct scene *s, const double *v);

/* About J M^-1 J^T's diagonal entry of a row: exactly where M is diagonal. */
double scene_inverse_mass(const struct scene *s, int row);

/* Normalises the quaternions in q. */
void scene_normalize(const struct scene *s, double *q);

/* The problem of the scene's sizes, patterns and matrices, to which it refers; all else is NULL,
 * but that it is changed. */
struct contact_problem scene_problem(const struct scene *s);

#endif
