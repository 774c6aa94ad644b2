/* One-step methods as partitioned tableaux in rationals, and their weights, tree by tree:
 *
 *     K_i = N(Q_i) V_i,            Q_i = q0 + h sum Aqq_ij K_j,  V_i = v0 + h sum Aqv_ij L_j
 *     L_i = f(t0 + c_i h, Q_i, V_i), Q_i = q0 + h sum Avq_ij K_j, V_i = v0 + h sum Avv_ij L_j
 *     q1 = q0 + h sum bq_i K_i,    v1 = v0 + h sum bv_i L_i,     estimate h sum e_i K_i, L_i
 *
 * Weights: g_i(leaf) = 1, g_i(tree) = prod over children u of sum_j A_ij g_j(u), times c_i
 * for each time leaf; phi = sum_i b_i g_i (Butcher, Numerical Methods for ODEs, section 31;
 * with one A for each pair of colours: Hairer, Norsett, Wanner, Solving ODEs I, II.15).
 *
 * A Rosenbrock method has G in addition, and the exact derivatives of its right-hand side x' =
 * F(t, x) at the start of the step,
 *
 *     K_i = F(t0 + c_i h, x0 + h sum A_ij K_j) + h F_x sum G_ij K_j + h (sum G_ij) F_t
 *
 * so that A + G stands for A at a node with one child or one time leaf alone (Hairer, Wanner,
 * Solving ODEs II, IV.7).
 *
 * An estimate is of the sign of computed minus true. What is done on the plain family uses
 * Avv, bv, ev alone. Functions that return int give nonzero when memory runs out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TABLEAU_H
#define HARNESS_TABLEAU_H

#include <stdbool.h>

#include <gmp.h>
#include <mpfr.h>

#include "harness/fingerprint/trees/forest.h"

enum tableau_part { /* A[part]: the stage's kind, then what is summed for it */
                    TABLEAU_QQ,
                    TABLEAU_QV,
                    TABLEAU_VQ,
                    TABLEAU_VV,
                    TABLEAU_PARTS
};

struct tableau {
    int stages;
    /* Some coefficients are irrational, and stand here as rationals within 2^-TABLEAU_BITS. */
    bool approximate;
    mpq_t *a[TABLEAU_PARTS]; /* [stages*stages], row by row */
    mpq_t *gamma;            /* G [stages*stages]; all 0 but of a Rosenbrock method */
    mpq_t
        *gamma_time; /* what F_t is multiplied by [stages]; NULL: the sums of G's rows */
    mpq_t *c;        /* [stages] */
    mpq_t *bq, *bv;  /* [stages] */
    mpq_t *eq, *ev;  /* [stages]; NULL: the method has no estimate */
};

enum { TABLEAU_BITS = 320 };

/* All coefficients 0, with or without an estimate. The caller frees with tableau_free in any
 * case, here and wherever a tableau is made. */
int tableau_init(struct tableau *t, int stages, bool has_estimate);
void tableau_free(struct tableau *t);

/* Whether all parts of A are the same. */
bool tableau_is_uniform(const struct tableau *t);

/* Whether nothing stands on or above the diagonal of a part of A. */
bool tableau_is_explicit(const struct tableau *t, enum tableau_part part);

/* A step of first_share h by one method, then one of second_share h by another. No
 * estimate. */
int tableau_compose(struct tableau *t, const struct tableau *first,
                    mpq_srcptr first_share, const struct tableau *second,
                    mpq_srcptr second_share);

/* Two half steps of a method of the order (>= 1), with (big - small) / (2^order - 1) as the
 * estimate: big is the whole step, small the two halves. */
int tableau_doubled(struct tableau *t, const struct tableau *method, int order);

/* Result := result - estimate. */
void tableau_extrapolate(struct tableau *t);

/* How many iterations of which kind a method's stage equations are left after. */
struct tableau_iteration {
    int count;
    bool is_newton;    /* with the Jacobian of the start; else fixed-point */
    bool is_predicted; /* from explicit Euler's values at the stages; else the start */
    bool one_by_one;   /* one stage after the other, as a lower triangular A allows */
    bool is_evaluated; /* F is evaluated once more, at Newton's last iterate */
};

/* The Runge-Kutta method whose stages are what such iterations make of another's; with Newton's it
 * has a G. No estimate. */
int tableau_iterated(struct tableau *t, const struct tableau *method,
                     const struct tableau_iteration *how);

/* Weights of the result and of the estimate for every tree of a forest. Those of an
 * approximate tableau are exact where they are rational with a denominator below
 * 2^64, and otherwise within 2^-280. */
struct weights_q {
    int count;
    mpq_t *result;
    mpq_t *estimate; /* NULL: none */
};

/* The caller frees with weights_q_free in any case. */
int tableau_weights(struct weights_q *w, const struct tableau *t, const struct forest *f);
void weights_q_free(struct weights_q *w);

/* The same [f->count], each rounded to nearest in the number's bits; `estimate` is NULL where there
 * is none, or where it is not asked for. */
int tableau_numbers(mpfr_t *result, mpfr_t *estimate, const struct tableau *t,
                    const struct forest *f);

/* In double, and bounds on how far these are off: weights [f->count], then bounds [f->count]. The
 * estimate is 0 where there is none. */
int tableau_doubles(double *result, double *estimate, const struct tableau *t,
                    const struct forest *f);

/* A method that the table of known methods has. */
struct known_table; /* known_table.h */
struct known_method {
    const char *name;  /* "runge-kutta-4" */
    const char *title; /* "the classical Runge-Kutta method" */
    const char *source;
    int order;
    const struct known_table *table;
};

/* The methods; the last one's name is NULL. */
const struct known_method *known_methods(void);

/* Each method as it is, or in two half steps, or these extrapolated. */
enum known_variant { KNOWN_AS_IT_IS, KNOWN_DOUBLED, KNOWN_EXTRAPOLATED, KNOWN_VARIANTS };

/* "", ":doubled", ":extrapolated". */
const char *known_variant_suffix(enum known_variant variant);

/* Whether its steps are those of a Runge-Kutta method with the tableau: of a Rosenbrock method they
 * have derivatives, too. */
bool known_is_runge_kutta(const struct known_method *method);

/* Whether such weights are known: the second half of a Rosenbrock step has derivatives of its own,
 * which no tableau holds. */
bool known_has_variant(const struct known_method *method, enum known_variant variant);

/* The method of a name like "heun" or "heun:doubled"; NULL: there is none. */
const struct known_method *known_find(const char *name, enum known_variant *variant);

int known_build(struct tableau *t, const struct known_method *method,
                enum known_variant variant);

#endif
