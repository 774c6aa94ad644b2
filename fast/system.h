/* What a mechanical system gives to the integrators, whichever method they are of:
 *
 *     q' = N(q) v,   M v' + G^T lambda = f + J^T r,   z' = ...,
 *     g(t, q) = 0,   G v + g_t = 0,   gap_i(t, q) >= 0
 *
 * State vectors x = (q, v, z) are contiguous: nq coordinates, nv velocities, nz other states;
 * y = (v, z) is its tail, ny = nv + nz. Units are the caller's. What a system has not is NULL or
 * zero: without joints and contacts there are only the rates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_SYSTEM_H
#define FAST_SYSTEM_H

#include "fast/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a matrix may be nonzero, by columns: column j has the rows row[start[j]] ...
 * row[start[j+1] - 1], ascending. */
struct fast_pattern {
    int rows, columns;
    const int *start; /* [columns + 1] */
    const int *row;   /* [start[columns]] */
};

/* Callbacks return 0, or anything else to report that they cannot evaluate. Outputs never overlap
 * inputs. Matrices come as their patterns' entries, column by column; without a pattern all
 * entries by columns. An integrator copies what is pointed to, but the context. */
struct integrator_system {
    int nq, nv, nz;
    void *context; /* handed to every callback */

    /* ydot[ny] := y' = f(t, q, y) at x[nq+nv+nz]; with joints or contacts the free rates, which
     * know nothing of their forces: v' = M^-1 f. */
    int (*rates)(void *context, double t, const double *x, double *ydot);

    /* qdot[nq] := N(q) v for q[nq], v[nv]. NULL: N is the identity, and nq = nv. */
    int (*map)(void *context, const double *q, const double *v, double *qdot);

    /* v[nv] := N+(q) qdot for q[nq], qdot[nq]; N+ N = I. NULL: N is the identity, or the
     * least-squares solution is computed from N. Used in norms of errors only. */
    int (*unmap)(void *context, const double *q, const double *qdot, double *v);

    /* fq[ny*nq] := df/dq and fy[ny*ny] := df/dy of the rates at (t, x). NULL: not known; implicit
     * methods use differences. */
    int (*jacobian)(void *context, double t, const double *x, double *fq, double *fy);

    /* Where the rates of bodies in a tree have a full Jacobian, but are the solution of sparse
     * balances with `hidden` quantities w besides: b[(hidden+ny) x (nx+hidden+ny)] := the
     * derivatives of the balances by q, y, w and y' at (t, x), hidden ones those of w less what
     * it is, which goes by no w later than itself in some order; the determinant of the others
     * by y', w being eliminated, is positive. NULL: none. Used by the implicit pair's default
     * mode where that is faster than a Jacobian. */
    int (*balance)(void *context, double t, const double *x, double *b);
    int hidden;
    const struct fast_pattern *balance_pattern; /* not NULL with balances */

    /* Where df/dq (ny x nq), df/dy (ny x ny) and N (nq x nv) may be nonzero. NULL: anywhere,
     * and with a NULL map N is the identity. */
    const struct fast_pattern *fq_pattern, *fy_pattern, *map_pattern;

    /* ---- Joints: rows of constraints, `holonomic` ones g(t, q) = 0 first, then those that are
     * conditions on velocities alone. 0: none, and the callbacks below are not called. */
    int joints, holonomic;

    /* ydot[ny] := the free rates, bias[joints], G and R = M^-1 G^T (response) at (t, x): the
     * constraints' second derivative is G v' + bias, for conditions on velocities their
     * first. */
    int (*dynamics)(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response);

    /* error[holonomic] := g and, unless NULL, matrix := the holonomic rows of G, at (t, x);
     * v and z have no part in it. */
    int (*position)(void *context, double t, const double *x, double *error,
                    double *matrix);

    /* error[joints] := G v + g_t and, unless NULL, matrix := G, at (t, x). */
    int (*velocity)(void *context, double t, const double *x, double *error,
                    double *matrix);

    /* G (joints x nv); its holonomic rows alone (holonomic x nv); R (nv x joints). */
    const struct fast_pattern *joint_pattern, *position_pattern, *response_pattern;

    /* [nv] > 0: the diagonal of M where M has no other entries. Default mode projects
     * velocities by impulses then, with the least |M^(1/2) dv|. NULL: with the least |W dv|. */
    const double *masses;

    int quaternions;       /* groups of four coordinates that are unit quaternions */
    const int *quaternion; /* [4 * quaternions] which */

    /* ---- Contacts. Their rows are their velocities J v + offset in their order, each the
     * normal first and then its sliding directions. */
    int contacts;
    const int *slides; /* [contacts] 0, 1 or 2 sliding directions; NULL: none */
    /* [contacts]: 0 <= e <= 1, and friction coefficients >= 0, the viscous one in s/m. NULL:
     * all zero. */
    const double *restitution, *static_friction, *dynamic_friction, *viscous_friction;

    /* gap[contacts] at (t, x); v and z have no part in it. */
    int (*gap)(void *context, double t, const double *x, double *gap);

    /* The same, offset[rows] (the gap's derivative by t, and the sliding velocity at v = 0)
     * and J^T (matrix): a row of J after the other. */
    int (*contact_rows)(void *context, double t, const double *x, double *gap,
                        double *offset, double *matrix);
    const struct fast_pattern *contact_pattern; /* of J^T (nv x rows) */

    /* M, symmetric and positive definite, both triangles. NULL: M is the identity. */
    int (*mass)(void *context, double t, const double *x, double *matrix);
    const struct fast_pattern *mass_pattern; /* nv x nv */
};

/* A system's patterns, as made by fast_probe_patterns. */
struct fast_patterns {
    struct fast_pattern *fq, *fy, *map; /* map is NULL if the system's map is */
};

/* *patterns := where df/dq, df/dy and N may be nonzero, found by evaluating: at x[nq+nv+nz]
 * and at `points` others, each component up to spread max(1, |x_i|) away, one component after
 * the other is replaced by NaN and by nearer and farther values; that takes 6 evaluations
 * for each component and point. Found is more than there is where zeros are computed with;
 * not found is what has no effect at any of the points and is not computed with either, as a
 * contact that is open at all of them. A missing entry makes the iteration slow, or fail, but
 * the solution no less accurate. FAST_CALLBACK: there is no value at any of the points;
 * FAST_NO_MEMORY; *patterns is as it was then. The caller frees the patterns. */
enum fast_status fast_probe_patterns(const struct integrator_system *system, double t,
                                     const double *x, double spread, int points,
                                     struct fast_patterns *patterns);
void fast_patterns_free(struct fast_patterns *patterns);

#ifdef __cplusplus
}
#endif

#endif
