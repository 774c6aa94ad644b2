/* Layouts and factors: allocation, and the way from I - h A to a solution in each kind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fast/linear/dense.h"
#include "fast/linear/inverse.h"
#include "fast/linear/layout.h"
#include "fast/linear/ordering.h"
#include "fast/linear/pattern.h"
#include "fast/system.h"

/* Completes what the kind needs; false: out of memory, or not available. */
static bool prepare(struct fast_layout *layout) {
    const struct fast_pattern *pattern = layout->pattern;
    struct fast_band *band = &layout->band;
    band->n = layout->n;
    switch (layout->kind) {
    case FAST_LAYOUT_DENSE: return true;
    case FAST_LAYOUT_BAND:
        fast_bandwidth(pattern, NULL, &band->lower, &band->upper);
        break;
    case FAST_LAYOUT_ORDERED_BAND:
        layout->place = calloc((size_t)layout->n + 1, sizeof *layout->place);
        if (layout->place == NULL || !fast_order(pattern, layout->place))
            return false;
        fast_bandwidth(pattern, layout->place, &band->lower, &band->upper);
        break;
    case FAST_LAYOUT_SPARSE:
        layout->analysis = fast_sparse_analyse(pattern);
        return layout->analysis != NULL;
    }
    return true;
}

enum fast_status fast_layout_alloc_kind(struct fast_layout **layout, int n,
                                        const struct fast_pattern *pattern,
                                        enum fast_layout_kind kind) {
    *layout = NULL;
    struct fast_layout *created = calloc(1, sizeof *created);
    if (created == NULL)
        return FAST_NO_MEMORY;
    created->n = n;
    created->kind = kind;
    if (pattern != NULL)
        created->pattern = fast_pattern_copy(pattern);
    if ((pattern != NULL && created->pattern == NULL) || !prepare(created)) {
        fast_layout_free(created);
        return FAST_NO_MEMORY;
    }
    *layout = created;
    return FAST_OK;
}

enum fast_status fast_layout_alloc(struct fast_layout **layout, int n,
                                   const struct fast_pattern *pattern) {
    enum fast_layout_kind kind;
    *layout = NULL;
    enum fast_status status = fast_choose_layout(n, pattern, &kind);
    return status == FAST_OK ? fast_layout_alloc_kind(layout, n, pattern, kind) : status;
}

void fast_layout_free(struct fast_layout *layout) {
    if (layout == NULL)
        return;
    fast_pattern_free(layout->pattern);
    free(layout->place);
    fast_sparse_analysis_free(layout->analysis);
    free(layout);
}

static bool is_band(const struct fast_layout *layout) {
    return layout->kind == FAST_LAYOUT_BAND || layout->kind == FAST_LAYOUT_ORDERED_BAND;
}

/* How many doubles L and U take; 0 if that is beyond a size_t. */
static size_t entries_of_factors(const struct fast_layout *layout) {
    size_t n = (size_t)layout->n, height = n;
    if (is_band(layout))
        height = 2 * (size_t)layout->band.lower + (size_t)layout->band.upper + 1;
    return n == 0 || height <= SIZE_MAX / sizeof(double) / n ? n * height : 0;
}

/* So many solutions with the same factors are taken from these before the inverse is
 * formed, which costs less than they do. Short runs so have the rounding of the
 * original. For one unknown, where it saves the least, only long runs have another. */
void fast_factors_wait(struct fast_factors *factors, enum fast_patience patience) {
    enum { many = 4096 };
    const int n = factors->layout->n, soon = n == 1 ? many : n < many ? 32 + 4 * n : many;
    const int solutions[] = {[FAST_AT_ONCE] = n, [FAST_SOON] = soon, [FAST_LATE] = many};
    factors->patience = patience == FAST_NEVER ? 0 : solutions[patience];
    factors->until_inverse = factors->patience;
    factors->has_inverse = false;
}

static bool make_arrays(struct fast_factors *factors) {
    const struct fast_layout *layout = factors->layout;
    const size_t n = (size_t)layout->n, entries = entries_of_factors(layout);
    if (layout->kind == FAST_LAYOUT_SPARSE) {
        factors->sparse = fast_sparse_factors_alloc(layout->analysis);
        return factors->sparse != NULL;
    }
    if (entries == 0 && n > 0)
        return false;
    factors->lu = calloc(entries + 1, sizeof *factors->lu);
    factors->permutation = calloc(n + 1, sizeof *factors->permutation);
    factors->ordered = calloc(n + 1, sizeof *factors->ordered);
    const bool invertible =
        layout->kind == FAST_LAYOUT_DENSE && n > 0 && n <= fast_largest_inverse;
    if (invertible)
        factors->inverse =
            calloc(n * (size_t)fast_inverse_stride(layout->n), sizeof *factors->inverse);
    if (invertible && factors->inverse == NULL)
        return false;
    return factors->lu != NULL && factors->permutation != NULL &&
           factors->ordered != NULL;
}

enum fast_status fast_factors_alloc(struct fast_factors **factors,
                                    const struct fast_layout *layout) {
    *factors = NULL;
    struct fast_factors *created = calloc(1, sizeof *created);
    if (created == NULL)
        return FAST_NO_MEMORY;
    created->layout = layout;
    fast_factors_wait(created, FAST_SOON);
    if (!make_arrays(created)) {
        fast_factors_free(created);
        return FAST_NO_MEMORY;
    }
    *factors = created;
    return FAST_OK;
}

enum fast_status fast_factors_keep_diagonals(struct fast_factors *factors) {
    const struct fast_layout *layout = factors->layout;
    const size_t n = (size_t)layout->n;
    if (layout->kind != FAST_LAYOUT_BAND || !fast_has_diagonals(&layout->band))
        return FAST_OK;
    double *made = calloc(3 * n, sizeof *made);
    if (made == NULL)
        return FAST_NO_MEMORY;
    factors->diagonals = (struct fast_diagonals){made, made + n, made + 2 * n};
    return FAST_OK;
}

void fast_factors_free(struct fast_factors *factors) {
    if (factors == NULL)
        return;
    free(factors->lu);
    free(factors->permutation);
    free(factors->inverse);
    free(factors->diagonals.below);
    free(factors->ordered);
    fast_sparse_factors_free(factors->sparse);
    free(factors);
}

/* lu := I - h A; column j begins stride j further on than column 0, in which row 0
 * would be at origin. */
static void fill_layout(struct fast_factors *factors, size_t origin, size_t stride,
                        double h, const double *values) {
    const struct fast_layout *layout = factors->layout;
    const struct fast_pattern *pattern = layout->pattern;
    const int *place = layout->place;
    for (int j = 0; j < layout->n; j++) {
        const size_t to = (size_t)(place != NULL ? place[j] : j);
        double *column = factors->lu + origin + to * stride;
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++) {
            const int i = pattern->row[e];
            column[place != NULL ? place[i] : i] = -h * values[e];
        }
        if (!layout->lacks_unit)
            column[to] += 1;
    }
}

static void fill_full(struct fast_factors *factors, double h, const double *values) {
    const size_t n = (size_t)factors->layout->n;
    for (size_t k = 0; k < n * n; k++)
        factors->lu[k] = -h * values[k];
    for (size_t i = 0; i < n; i++)
        factors->lu[i * n + i] += 1;
}

enum fast_status fast_factors_form(struct fast_factors *factors, double h,
                                   const double *values) {
    const struct fast_layout *layout = factors->layout;
    const struct fast_band *band = &layout->band;
    const size_t n = (size_t)layout->n;
    bool singular;
    factors->has_inverse = false;
    factors->until_inverse = factors->patience;
    if (layout->kind == FAST_LAYOUT_DENSE && layout->pattern == NULL) {
        fill_full(factors, h, values);
        singular = fast_dense_factor(layout->n, factors->lu, factors->permutation);
        return singular ? FAST_SINGULAR : FAST_OK;
    }
    if (layout->kind == FAST_LAYOUT_SPARSE)
        return fast_sparse_factor(factors->sparse, layout->lacks_unit ? 0 : 1, h, values);
    memset(factors->lu, 0, entries_of_factors(layout) * sizeof *factors->lu);
    if (is_band(layout)) {
        fill_layout(factors, fast_band_column(band, 0),
                    2 * (size_t)band->lower + (size_t)band->upper, h, values);
        singular = fast_band_factor(band, factors->lu, factors->permutation);
        factors->has_diagonals = factors->diagonals.below != NULL &&
                                 fast_diagonals_take(&factors->diagonals, band,
                                                     factors->lu, factors->permutation);
    } else {
        fill_layout(factors, 0, n, h, values);
        singular = fast_dense_factor(layout->n, factors->lu, factors->permutation);
    }
    return singular ? FAST_SINGULAR : FAST_OK;
}

bool fast_factors_turn(const struct fast_factors *factors) {
    const struct fast_layout *layout = factors->layout;
    switch (layout->kind) {
    case FAST_LAYOUT_BAND:
    case FAST_LAYOUT_ORDERED_BAND: /* rows and columns alike */
        return fast_band_turns(&layout->band, factors->lu, factors->permutation);
    case FAST_LAYOUT_SPARSE: return fast_sparse_turns(factors->sparse);
    default: return fast_dense_turns(layout->n, factors->lu, factors->permutation);
    }
}

static void solve_in_order(struct fast_factors *factors, const double *b, double *x) {
    const struct fast_layout *layout = factors->layout;
    const int n = layout->n, *place = layout->place;
    double *ordered = factors->ordered;
    for (int j = 0; j < n; j++)
        ordered[place[j]] = b[j];
    fast_band_solve(&layout->band, factors->lu, factors->permutation, ordered, ordered);
    for (int j = 0; j < n; j++)
        x[j] = ordered[place[j]];
}

static void solve_dense(struct fast_factors *factors, const double *b, double *x) {
    const int n = factors->layout->n, *permutation = factors->permutation;
    if (factors->has_inverse) {
        fast_inverse_multiply(n, factors->inverse, b, x);
        return;
    }
    fast_dense_solve(n, factors->lu, permutation, b, x);
    if (factors->inverse == NULL || factors->until_inverse == 0)
        return;
    factors->until_inverse--;
    if (factors->until_inverse == 0)
        factors->has_inverse = fast_invert(n, factors->lu, permutation, factors->inverse);
}

void fast_factors_solve(struct fast_factors *factors, const double *b, double *x) {
    const struct fast_layout *layout = factors->layout;
    if (layout->n == 0)
        return;
    switch (layout->kind) {
    case FAST_LAYOUT_DENSE: solve_dense(factors, b, x); break;
    case FAST_LAYOUT_BAND:
        fast_band_solve(&layout->band, factors->lu, factors->permutation, b, x);
        break;
    case FAST_LAYOUT_ORDERED_BAND: solve_in_order(factors, b, x); break;
    case FAST_LAYOUT_SPARSE: fast_sparse_solve(factors->sparse, b, x); break;
    }
}
