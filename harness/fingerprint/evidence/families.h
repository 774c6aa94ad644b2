/* Five families of trees that answer a question each, at any order:
 *
 *     chains      v, v[v], v[v[v]] ...        the stability function
 *     bushes      v, v[v], v[v^2] ...         the nodes and weights of the quadrature
 *     time bushes v, v[t], v[t^2] ...         the nodes that are passed as time
 *     q bushes    v, v[q], v[q^2] ...         the nodes at which positions stand
 *     towers      T_1 = v, T_(k+1) = v[T_k^2] k nonlinear iterations make k of them right;
 *                 the same of q               k renewals of N(q)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FAMILIES_H
#define HARNESS_FAMILIES_H

#include "harness/fingerprint/measure/judge.h"
#include "harness/fingerprint/trees/quadrature.h"
#include "harness/fingerprint/trees/stability_function.h"
#include "problems/base/status.h"

enum { FAMILIES_CHAINS = 12, FAMILIES_BUSHES = 12, FAMILIES_TOWERS = 6 };

struct families {
    struct forest forest;
    int chain[FAMILIES_CHAINS], bush[FAMILIES_BUSHES], time_bush[FAMILIES_BUSHES];
    int q_bush[FAMILIES_BUSHES]; /* where there are positions */
    int tower[FAMILIES_TOWERS], q_tower[FAMILIES_TOWERS];
    bool has_positions; /* q bushes are there */
    bool has_q;         /* q towers are there: the family has N(q) */
    struct judge judge;
    struct weights weights; /* by probe A */
    bool made;
    struct diagnostic why; /* there is no step that could be made */
    bool has_stability, has_nodes, has_time_nodes;
    struct stability stability;
    struct quadrature nodes, time_nodes;
};

/* Makes these trees, measures them, and finds the stability function and the nodes. A step
 * that cannot be made leaves f->made false. Nonzero: out of memory. Freed with families_free
 * in any case. */
int families_measure(struct families *f, const struct bench *b,
                     enum forest_family family);
void families_free(struct families *f);

/* The two parts of it, for weights from elsewhere. */
int families_trees(struct families *f, enum forest_family family);
void families_interpret(struct families *f); /* the stability function and the nodes */

/* The judge of these trees; `units` more than its own may be allowed. It ends with f. */
struct judge families_judge(const struct families *f, double units);

/* How many trees of a list, from its first on, have these weights, as *j judges. */
int families_count_same(const struct families *f, const struct judge *j,
                        const mpfr_t *expected, const int *tree, int count);

/* Whether those of up to `order` nodes in a list, the k-th of which has k, have the exact
 * solution's weights, up to rounding or few digits. */
bool families_has_order(const struct families *f, const int *tree, int order);

/* Whether all have them but for a tolerance: neither a high order nor many steps of another method
 * inside each are told from the exact solution. */
bool families_are_flow(const struct families *f, double tolerance);

/* The first chain or bush, or tower of v, whose weight is not that of a known method, or -1;
 * `units` more than the judge's own may be allowed. Nonzero: out of memory. */
int families_difference(int *tree, const struct families *f, const struct known_method *m,
                        enum known_variant variant, double units, bool with_towers);

/* Whether these are the weights of its chains and bushes, and of towers of v; `units` as above. */
bool families_agree(const struct families *f, const mpfr_t *result, double units,
                    bool with_towers);

/* The same of a tableau's weights; *agree := true where these trees were not measured (f is NULL,
 * or was not made). Nonzero: out of memory. */
int families_agree_with(bool *agree, const struct families *f, const struct tableau *t,
                        double units, bool with_towers);

/* Whether a tree is one of its towers of v. */
bool families_is_tower(const struct families *f, int tree);

/* Whether the nodes that are passed as time are known, and neither those of the quadrature nor
 * those at which positions stand. */
bool families_times_differ(const struct families *f);

/* How many towers in a row are those of a known method: as many as there are, or fewer where
 * iterations end too soon. Nonzero: out of memory. */
int families_iterations(int *iterations, const struct families *f,
                        const struct known_method *m, enum known_variant variant);

/* Of an implicit method whose chains and bushes are there: the first tower that is off by so much
 * that its iterations have ended before, or -1. Nonzero: out of memory. */
int families_unsolved(int *tree, const struct families *f, const struct known_method *m,
                      enum known_variant variant);

#endif
