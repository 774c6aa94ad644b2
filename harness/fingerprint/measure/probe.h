/* Probes: polynomial systems with one component for each tree,
 *
 *     x_t' = s_t S prod over children x_child (S (t - t0))^(time leaves),   x_t(t0) = 0,
 *
 * in which one step of h by a method with a B-series leaves exactly
 *
 *     x_t = (product of s over the nodes) phi(t) (S h)^order
 *
 * (that elementary differentials are independent is proved with them: Hairer, Norsett,
 * Wanner, Solving ODEs I, II.2, exercise 4). In a mechanical probe a q node without v child
 * stands for N(q) v0: v0 is the velocity of a free particle, 1 for ever. There is a row q' = S
 * v for each velocity, so that N has a left inverse. Where N = I, velocities are S times as
 * large, S phi(t) (S h)^order, so that q' = v has no factor, and positions no signs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PROBE_H
#define HARNESS_PROBE_H

#include <mpfr.h>

#include "harness/fingerprint/trees/forest.h"

enum probe_basis { PROBE_STANDARD, PROBE_HADAMARD };

/* S h should be a power of two, h not 1 and t0 not 0: these hide faults. */
struct probe {
    const char *name; /* "A" */
    double h, scale;  /* h, S */
    double t0;
    unsigned long signs; /* seed of the random signs s_t; 0: all +1 */
    enum probe_basis basis;
    int steps; /* 1, or 2 in a row: the weights of the composition are those of 2 steps */
};

/* In the Hadamard basis the components of each group (q, v or z) are taken PROBE_BLOCK
 * together, as far apart as can be so that trees of all sizes meet, and multiplied by a
 * Hadamard matrix of that order over PROBE_ROOT, its square root: symmetric and orthogonal.
 * Groups are filled up with components that rest. */
enum { PROBE_LEVELS = 4, PROBE_BLOCK = 1 << PROBE_LEVELS, PROBE_ROOT = 4 };

/* Where a probe has which tree. */
struct probe_layout {
    enum forest_family family;
    enum probe_basis basis;
    struct forest forest; /* the caller's trees, then those which make N invertible */
    int nq, nv, nz;       /* x = (q, v, z); v[0] is the free particle's velocity */
    int used_q;           /* those after them rest, or belong to velocities that rest */
    int used_v;
    int *place;   /* [trees] a tree's component in its group */
    int *sign;    /* [trees] s_t, 1 or -1 */
    int *product; /* [trees] that of all its nodes' signs */
};

/* Nonzero: out of memory. The caller frees with probe_layout_free in any case. */
int probe_layout_init(struct probe_layout *l, const struct forest *f,
                      enum forest_family family, const struct probe *p);
void probe_layout_free(struct probe_layout *l);

/* weight[trees] := the weights of the first trees, from x[nx], a result or an estimate. x is
 * overwritten. */
void probe_read(mpfr_t *weight, int trees, const struct probe_layout *l,
                const struct probe *p, mpfr_t *x);

/* The probe as the text of a model file, which the caller frees; NULL: out of memory. */
char *probe_text(const struct probe_layout *l, const struct probe *p);

/* Probes A to D: h = 1/8, S = 8, t0 = 5/8; h = 1/4, S = 2, t0 = -3/4, random signs; A in a
 * Hadamard basis; two steps of A. `shrink` halves S that many times. */
struct probe probe_standard(char letter, int shrink);

#endif
