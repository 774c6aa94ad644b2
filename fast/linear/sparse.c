/* Sparse LU factors: KLU as it is used here, or nothing in its place.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/linear/pattern.h"
#include "fast/linear/sparse.h"
#include "fast/system.h"

#ifdef FAST_HAS_KLU

#include <klu.h>

/* Old pivots may cost this many digits before others are looked for: what remains is far
 * more than Newton's method needs of its matrix. */
static const double worst_growth = 1e-6;

struct fast_sparse_analysis {
    struct fast_pattern *whole; /* of I - h A: A's, and the diagonal */
    int entries;                /* A's */
    int *place;                 /* [entries] where A's entries are in whole */
    int *diagonal;              /* [n] where whole's diagonal entries are */
    klu_symbolic *symbolic;
    klu_common common; /* KLU's settings */
};

struct fast_sparse_factors {
    const struct fast_sparse_analysis *analysis;
    klu_numeric *numeric;
    klu_common common;
    bool *seen;      /* [n] rows of a permutation */
    double values[]; /* of whole */
};

bool fast_sparse_is_available(void) {
    return true;
}

/* KLU's arrays of integers are not const, but are not written to. */
static int *starts_of(const struct fast_sparse_analysis *analysis) {
    return (int *)analysis->whole->start;
}

static int *rows_of(const struct fast_sparse_analysis *analysis) {
    return (int *)analysis->whole->row;
}

static bool find_places(struct fast_sparse_analysis *analysis,
                        const struct fast_pattern *pattern) {
    const int n = pattern->columns;
    struct fast_pattern *identity = fast_pattern_identity(n);
    analysis->entries = pattern->start[n];
    analysis->place = calloc((size_t)analysis->entries + 1, sizeof *analysis->place);
    analysis->diagonal = calloc((size_t)n + 1, sizeof *analysis->diagonal);
    if (identity != NULL)
        analysis->whole = fast_pattern_union(pattern, identity);
    bool complete =
        analysis->whole != NULL && analysis->place != NULL && analysis->diagonal != NULL;
    if (complete) {
        fast_pattern_places(pattern, analysis->whole, analysis->place);
        fast_pattern_places(identity, analysis->whole, analysis->diagonal);
    }
    fast_pattern_free(identity);
    return complete;
}

struct fast_sparse_analysis *fast_sparse_analyse(const struct fast_pattern *pattern) {
    struct fast_sparse_analysis *analysis = calloc(1, sizeof *analysis);
    if (analysis == NULL)
        return NULL;
    klu_defaults(&analysis->common);
    analysis->common.halt_if_singular = 0;
    if (find_places(analysis, pattern))
        analysis->symbolic = klu_analyze(pattern->columns, starts_of(analysis),
                                         rows_of(analysis), &analysis->common);
    if (analysis->symbolic != NULL)
        return analysis;
    fast_sparse_analysis_free(analysis);
    return NULL;
}

void fast_sparse_analysis_free(struct fast_sparse_analysis *analysis) {
    if (analysis == NULL)
        return;
    klu_free_symbolic(&analysis->symbolic, &analysis->common);
    fast_pattern_free(analysis->whole);
    free(analysis->place);
    free(analysis->diagonal);
    free(analysis);
}

double fast_sparse_entries(const struct fast_sparse_analysis *analysis) {
    const klu_symbolic *symbolic = analysis->symbolic;
    return symbolic->lnz + symbolic->unz + symbolic->nzoff;
}

double fast_sparse_operations(const struct fast_sparse_analysis *analysis) {
    return analysis->symbolic->est_flops;
}

/* values := entries of unit I - h A; A NULL: zero. */
static void fill_sparse(struct fast_sparse_factors *factors, double unit, double h,
                        const double *a) {
    const struct fast_sparse_analysis *analysis = factors->analysis;
    const int n = analysis->whole->columns, entries = analysis->entries;
    double *values = factors->values;
    memset(values, 0, fast_entries(n, n, analysis->whole) * sizeof *values);
    for (int e = 0; e < entries && a != NULL; e++)
        values[analysis->place[e]] = -h * a[e];
    for (int j = 0; j < n; j++)
        values[analysis->diagonal[j]] += unit;
}

/* KLU does not look at blocks of one. */
static bool a_pivot_is_zero(const struct fast_sparse_factors *factors) {
    const double *pivots = factors->numeric->Udiag;
    for (int k = 0; k < factors->numeric->n; k++)
        if (pivots[k] == 0)
            return true;
    return false;
}

/* Chooses pivots anew; keeps the old factors when there is no memory. */
static enum fast_status choose_pivots(struct fast_sparse_factors *factors) {
    const struct fast_sparse_analysis *analysis = factors->analysis;
    klu_numeric *numeric =
        klu_factor(starts_of(analysis), rows_of(analysis), factors->values,
                   analysis->symbolic, &factors->common);
    if (numeric == NULL)
        return FAST_NO_MEMORY;
    klu_free_numeric(&factors->numeric, &factors->common);
    factors->numeric = numeric;
    return a_pivot_is_zero(factors) ? FAST_SINGULAR : FAST_OK;
}

static bool old_pivots_are_good(struct fast_sparse_factors *factors) {
    const struct fast_sparse_analysis *analysis = factors->analysis;
    klu_common *common = &factors->common;
    int *start = starts_of(analysis), *row = rows_of(analysis);
    double *values = factors->values;
    return klu_refactor(start, row, values, analysis->symbolic, factors->numeric,
                        common) &&
           !a_pivot_is_zero(factors) &&
           klu_rgrowth(start, row, values, analysis->symbolic, factors->numeric,
                       common) &&
           common->rgrowth >= worst_growth;
}

struct fast_sparse_factors *
fast_sparse_factors_alloc(const struct fast_sparse_analysis *analysis) {
    const int n = analysis->whole->columns;
    const size_t entries = fast_entries(n, n, analysis->whole);
    struct fast_sparse_factors *factors =
        calloc(1, sizeof *factors + entries * sizeof factors->values[0]);
    if (factors == NULL)
        return NULL;
    factors->analysis = analysis;
    factors->common = analysis->common;
    factors->seen = calloc((size_t)n + 1, sizeof *factors->seen);
    fill_sparse(factors, 1, 0, NULL);
    if (factors->seen != NULL && choose_pivots(factors) == FAST_OK)
        return factors;
    fast_sparse_factors_free(factors);
    return NULL;
}

void fast_sparse_factors_free(struct fast_sparse_factors *factors) {
    if (factors == NULL)
        return;
    klu_free_numeric(&factors->numeric, &factors->common);
    free(factors->seen);
    free(factors);
}

enum fast_status fast_sparse_factor(struct fast_sparse_factors *factors, double unit,
                                    double h, const double *values) {
    fill_sparse(factors, unit, h, values);
    return old_pivots_are_good(factors) ? FAST_OK : choose_pivots(factors);
}

/* Whether a permutation is odd: a cycle of an even length is. */
static bool is_odd(int n, const int *permutation, bool *seen) {
    bool odd = false;
    memset(seen, 0, (size_t)n * sizeof *seen);
    for (int k = 0; k < n; k++) {
        int length = 0;
        for (int i = k; !seen[i]; i = permutation[i], length++)
            seen[i] = true;
        odd = odd != (length > 0 && length % 2 == 0);
    }
    return odd;
}

bool fast_sparse_turns(const struct fast_sparse_factors *factors) {
    const int n = factors->analysis->whole->columns;
    const klu_numeric *numeric = factors->numeric;
    const double *pivots = numeric->Udiag;
    bool turns = is_odd(n, numeric->Pnum, factors->seen) !=
                 is_odd(n, factors->analysis->symbolic->Q, factors->seen);
    for (int k = 0; k < n; k++)
        turns = turns != (pivots[k] < 0);
    return turns;
}

void fast_sparse_solve(struct fast_sparse_factors *factors, const double *b, double *x) {
    const int n = factors->analysis->whole->columns;
    if (x != b && n > 0)
        memcpy(x, b, (size_t)n * sizeof *x);
    if (n > 0)
        klu_solve(factors->analysis->symbolic, factors->numeric, n, 1, x,
                  &factors->common);
}

#else

bool fast_sparse_is_available(void) {
    return false;
}

struct fast_sparse_analysis *fast_sparse_analyse(const struct fast_pattern *pattern) {
    (void)pattern;
    return NULL;
}

void fast_sparse_analysis_free(struct fast_sparse_analysis *analysis) {
    (void)analysis;
}

double fast_sparse_entries(const struct fast_sparse_analysis *analysis) {
    (void)analysis;
    return INFINITY;
}

double fast_sparse_operations(const struct fast_sparse_analysis *analysis) {
    (void)analysis;
    return INFINITY;
}

struct fast_sparse_factors *
fast_sparse_factors_alloc(const struct fast_sparse_analysis *analysis) {
    (void)analysis;
    return NULL;
}

void fast_sparse_factors_free(struct fast_sparse_factors *factors) {
    (void)factors;
}

enum fast_status fast_sparse_factor(struct fast_sparse_factors *factors, double unit,
                                    double h, const double *values) {
    (void)factors, (void)unit, (void)h, (void)values;
    return FAST_NO_MEMORY;
}

bool fast_sparse_turns(const struct fast_sparse_factors *factors) {
    (void)factors;
    return false;
}

void fast_sparse_solve(struct fast_sparse_factors *factors, const double *b, double *x) {
    (void)factors, (void)b, (void)x;
}

#endif
