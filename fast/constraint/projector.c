/* Corrections of least weighted norm: G s (du/s) = e has the solution of minimum |du/s|
 *
 *     du = s^2 G^T (G s^2 G^T)^-1 e
 *
 * (and with M^-1 for s^2 that of minimum |M^(1/2) du|, an impulse of the constraints)
 * while G has full rank with a margin; else the complete orthogonal factorisation of
 * (T G s)^T finds the rank and the shortest least-squares solution (Simbody 3.7,
 * SimbodyMatterSubsystemRep: FactorQTZ).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/constraint/constraint_parts.h"
#include "fast/linear/pattern.h"
#include "fast/projected.h"

/* Normal equations square the condition. Pivots above this, relative to the row's length,
 * leave solutions accurate to 1e-6, which iterating mends: errors, not what is moved along the
 * constraints. Faithful mode, whose original has orthogonal factors, corrects solutions where
 * pivots are below the second number. */
static const double least_pivot = 1e-10, least_exact_pivot = 1e-4;

/* In default mode a row counts as dependent on others if it differs from them by less
 * than this times the error, by which constraints that say the same may differ when
 * they are not satisfied; never by more than the second number. */
static const double drift_factor = 10, most_drift = 1e-2;

double constraint_drift_tolerance(int rows, double error) {
    const double round_off = rows * CONSTRAINT_ROOT_EPSILON;
    const double drift =
        drift_factor * error < most_drift ? drift_factor * error : most_drift;
    return drift > round_off ? drift : round_off;
}

void constraint_count_rank(constraint *c, int rank, int *largest) {
    c->statistics->factorizations++;
    if (rank > *largest)
        *largest = rank;
    if (rank < *largest)
        c->statistics->rank_losses++;
}

/* a := (T G s)^T, dense. */
static void fill_complete(constraint *c, const struct projector *projector) {
    const size_t n = (size_t)c->nv, m = (size_t)projector->rows;
    const struct fast_pattern *pattern = projector->pattern;
    const double *g = projector->matrix, *s = projector->scale, *t = c->weight;
    double *a = c->complete->a;
    memset(a, 0, n * m * sizeof *a);
    for (size_t j = 0; j < n; j++)
        if (pattern == NULL)
            for (size_t i = 0; i < m; i++)
                a[i * n + j] = t[i] * s[j] * *g++;
        else
            for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
                a[(size_t)pattern->row[e] * n + j] = t[pattern->row[e]] * s[j] * *g++;
}

/* The original judges a row against the longest one, not against itself. */
static void use_longest_row(const constraint *c, struct gram *gram) {
    double largest = 0;
    for (int i = 0; i < gram->rows; i++)
        largest = gram->scale[i] > largest ? gram->scale[i] : largest;
    for (int i = 0; i < gram->rows && c->is_faithful; i++)
        gram->scale[i] = largest;
}

static bool has_pivot_below(const struct gram *gram, double least) {
    bool has = false;
    for (int i = 0; i < gram->rows; i++)
        has = has || gram->inverses[i] * gram->scale[i] > 1 / least;
    return has;
}

/* Which rows depend on others is a matter of geometry: where they seem to in the metric of
 * masses, small ones may be why, and the other metric decides. */
static bool factor_regular(constraint *c, struct projector *projector,
                           const double *matrix, double square) {
    const double least = square > least_pivot ? square : least_pivot;
    projector->metric = projector->mobility;
    if (projector->mobility != NULL) {
        gram_form_weighted(projector->gram, matrix, projector->mobility);
        if (gram_factor(projector->gram, least, false))
            return true;
    }
    projector->metric = projector->square;
    gram_form_weighted(projector->gram, matrix, projector->square);
    use_longest_row(c, projector->gram);
    return gram_factor(projector->gram, least, false);
}

enum fast_status projector_factor(constraint *c, struct projector *projector,
                                  const double *matrix, double tolerance) {
    const size_t entries = fast_entries(projector->rows, c->nv, projector->pattern);
    const double square = tolerance * tolerance;
    struct gram *gram = projector->gram;
    memcpy(projector->matrix, matrix, entries * sizeof *matrix);
    const bool is_regular = factor_regular(c, projector, matrix, square);
    projector->is_complete = !is_regular && c->complete != NULL;
    projector->is_corrected =
        is_regular && c->is_faithful && has_pivot_below(gram, least_exact_pivot);
    if (is_regular) {
        constraint_count_rank(c, projector->rows, &projector->largest_rank);
        return FAST_OK;
    }
    for (size_t e = 0; e < entries; e++)
        if (!isfinite(matrix[e]))
            return FAST_NOT_FINITE;
    if (projector->is_complete) {
        fill_complete(c, projector);
        complete_factor(c->complete, c->nv, projector->rows, tolerance, projector->rows);
        constraint_count_rank(c, c->complete->rank, &projector->largest_rank);
        return FAST_OK;
    }
    gram_form_weighted(gram, matrix, projector->square);
    if (!gram_factor(gram, square, true))
        return FAST_NOT_FINITE;
    constraint_count_rank(c, gram_rank(gram), &projector->largest_rank);
    return FAST_OK;
}

/* du := s^2 G^T dual, or M^-1 G^T dual. */
static void change_of_dual(const constraint *c, const struct projector *projector,
                           double *du) {
    constraint_multiply_transposed(projector->rows, c->nv, projector->pattern,
                                   projector->matrix, projector->dual, du);
    for (int j = 0; j < c->nv; j++)
        du[j] *= projector->metric[j];
}

/* dual += (G s^2 G^T)^-1 (e - G du), du being a scratch: corrected, solutions of the normal
 * equations are as good as of orthogonal factors (A. Bjorck, Stability analysis of the method of
 * seminormal equations for linear least squares problems, Linear Algebra Appl. 88, 1987). */
static void correct_dual(constraint *c, const struct projector *projector,
                         const double *e, double *du) {
    const int m = projector->rows;
    double *left = c->rest;
    change_of_dual(c, projector, du);
    memcpy(left, e, (size_t)m * sizeof *left);
    for (int j = 0; j < c->nv; j++)
        du[j] = -du[j];
    fast_multiply_add(m, c->nv, projector->pattern, projector->matrix, 1, du, left);
    gram_solve(projector->gram, left, left);
    for (int i = 0; i < m; i++)
        projector->dual[i] += left[i];
}

void projector_solve(constraint *c, struct projector *projector, const double *e,
                     double *du) {
    const int m = projector->rows;
    double *dual = projector->dual;
    if (projector->is_complete) {
        for (int i = 0; i < m; i++)
            dual[i] = c->weight[i] * e[i];
        complete_solve(c->complete, dual, du);
        for (int j = 0; j < c->nv; j++)
            du[j] *= projector->scale[j];
        return;
    }
    gram_solve(projector->gram, e, dual);
    if (projector->is_corrected)
        correct_dual(c, projector, e, du);
    if (m == 1 && projector->pattern == NULL && projector->metric == projector->square) {
        const double *g = projector->matrix, *s = projector->scale;
        for (int j = 0; j < c->nv; j++)
            du[j] = s[j] * (s[j] * g[j]) * dual[0];
        return;
    }
    change_of_dual(c, projector, du);
}
