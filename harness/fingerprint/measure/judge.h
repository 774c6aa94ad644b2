/* When two weights are the same: within so many units in the last place of
 *     max(1, |expected|) (1 + n |t0| / h),   n the number of time leaves,
 * for an integrator rounds t0 + c h to the spacing of t0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JUDGE_H
#define HARNESS_JUDGE_H

#include <stdbool.h>

#include <mpfr.h>

#include "harness/fingerprint/measure/measure.h"
#include "harness/fingerprint/trees/tableau.h"

struct judge {
    const struct forest *forest;
    double unit;       /* 2^-53, or that of the precision */
    double units;      /* how many of them are allowed, */
    double time_units; /* and how many more of trees with time leaves */
    double time_ratio; /* |t0| / h */
    mpfr_prec_t bits;  /* in which expected weights are computed */
};

/* For weights measured in double (bits 0) or at `bits` by a probe. */
struct judge judge_make(const struct forest *f, const struct probe *p, mpfr_prec_t bits);

/* For what nobody has named: methods of high order have coefficients much larger than 1, and
 * as much more rounding. */
struct judge judge_wide(const struct judge *j);

/* Of weights with time leaves, in double, also what a difference quotient by time leaves. */
void judge_allow_quotient(struct judge *j);

/* For a method whose coefficients are printed with few digits, and in double for one with
 * derivatives by time, which may be difference quotients. */
struct judge judge_printed(const struct judge *j, const struct known_method *m);

/* Both: for what has the numbers of a known method but for some. */
struct judge judge_printed_wide(const struct judge *j, const struct known_method *m);

/* The difference allowed for a tree, the larger the more nodes it has beyond four. */
double judge_tolerance(const struct judge *j, int tree, double expected);

/* The same but for the last digits of coefficients, which may have been typed in. */
double judge_few_digits(const struct judge *j);

/* For what need be right but for those digits. */
struct judge judge_few(const struct judge *j);

bool judge_same(const struct judge *j, int tree, mpfr_srcptr measured,
                mpfr_srcptr expected);

/* Whether all are. */
bool judge_all(const struct judge *j, const mpfr_t *measured, const mpfr_t *expected);

/* weight := 1/gamma, the tree's weight in the exact solution. */
void judge_exact_flow(mpfr_ptr weight, const struct forest *f, int tree);

/* Whether that is what was measured. */
bool judge_is_flow(const struct judge *j, int tree, mpfr_srcptr measured);

/* Whether a tree is asked about. */
typedef bool judge_counts(const struct forest *f, int tree, const void *context);
judge_counts judge_separable; /* forest_is_separable; the context is not read */

/* The highest order through which these are the exact solution's weights, of all trees (counts is
 * NULL) or of those that count. */
int judge_order(const struct judge *j, const mpfr_t *measured, judge_counts *counts,
                const void *context);

/* The number of time leaves of a tree, at all its nodes. */
int judge_time_leaves(const struct forest *f, int tree);

/* The weights of known methods, as numbers. */
struct judge_weights {
    int count;
    mpfr_t *result;
    mpfr_t *estimate; /* NULL: the method has none */
};

/* Nonzero: out of memory. The caller frees with judge_weights_free in any case. */
int judge_known(struct judge_weights *w, const struct judge *j,
                const struct known_method *m, enum known_variant variant);
int judge_tableau(struct judge_weights *w, const struct judge *j,
                  const struct tableau *t);
void judge_weights_free(struct judge_weights *w);

#endif
