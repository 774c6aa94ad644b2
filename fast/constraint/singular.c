/* Multipliers where constraints depend on each other. Which do is a matter of
 * geometry, not of masses: rows of G, each divided by its length, are told apart down
 * to a tolerance that in default mode grows with the constraints' errors, and what
 * depends on other rows where the constraints hold does so where they do not, as
 * between a step's stages. With V a basis of the range of the scaled matrix D G,
 *
 *     lambda = D V (V^T D G R D V)^-1 V^T D (G a + bias),
 *
 * the shortest in units of D. Faithful mode takes the rank of G R and the shortest
 * lambda (Simbody 3.7, FactorQTZ). In systems too large for dense factors dependent
 * rows are left out; their multipliers are 0.
 *
 * What a solution leaves of the equations, G v' + bias, is more than drift or
 * round-off where constraints contradict each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/constraint/dense_factor.h"
#include "fast/constraint/constraint_parts.h"
#include "fast/linear/pattern.h"
#include "fast/projected.h"

/* Constraints that say the same in different words have second derivatives that differ
 * by about the errors of the constraints: this many times them is not called a
 * contradiction, but what is above the second number, relative, always. */
static const double contradiction_factor = 10, surest_contradiction = 0.1;

/* How far off the constraints (t, x) is: as a norm, and as the largest distance. */
struct drift {
    double norm, distance;
};

static enum fast_status check_inputs(constraint *c) {
    for (int i = 0; i < c->rows; i++)
        if (!isfinite(c->bias[i]))
            return constraint_fail(c, FAST_NOT_FINITE, i);
    const size_t of_matrix = fast_entries(c->rows, c->nv, c->patterns[0]);
    for (size_t e = 0; e < of_matrix; e++)
        if (!isfinite(c->matrix[e]))
            return constraint_fail(c, FAST_NOT_FINITE, -1);
    const size_t of_response = fast_entries(c->nv, c->rows, c->patterns[2]);
    for (size_t e = 0; e < of_response; e++)
        if (!isfinite(c->response[e]))
            return constraint_fail(c, FAST_NOT_FINITE, -1);
    for (int j = 0; j < c->ny; j++)
        if (!isfinite(c->rates[j]))
            return constraint_fail(c, FAST_NOT_FINITE, -1);
    return FAST_OK;
}

/* length[i] of G's rows, and largest := the largest of (|bias| + |G| |a|)_i /
 * length[i]: the unit of what is left. A row of zeros counts as long as the longest. */
static double measure_rows(constraint *c) {
    const struct fast_pattern *pattern = c->patterns[0];
    const double *g = c->matrix;
    double *length = c->length, *size = c->rest, longest = 0, largest = 0;
    for (int i = 0; i < c->rows; i++) {
        length[i] = 0;
        size[i] = fabs(c->bias[i]);
    }
    for (int j = 0; j < c->nv; j++) {
        const int count =
            pattern == NULL ? c->rows : pattern->start[j + 1] - pattern->start[j];
        for (int e = 0; e < count; e++, g++) {
            const int i = pattern == NULL ? e : pattern->row[pattern->start[j] + e];
            length[i] += *g * *g;
            size[i] += fabs(*g * c->rates[j]);
        }
    }
    for (int i = 0; i < c->rows; i++) {
        length[i] = sqrt(length[i]);
        longest = length[i] > longest ? length[i] : longest;
    }
    for (int i = 0; i < c->rows; i++) {
        if (length[i] == 0)
            length[i] = longest > 0 ? longest : 1;
        largest = size[i] / length[i] > largest ? size[i] / length[i] : largest;
    }
    return largest;
}

/* The distances are errors over the rows' lengths. */
static enum fast_status measure_drift(constraint *c, double t, const double *x,
                                      struct drift *drift) {
    const int rows = c->system.holonomic;
    double *error = c->position.error;
    if (rows == 0)
        return FAST_OK;
    c->statistics->position_evals++;
    if (c->system.position(c->system.context, t, x, error, NULL) != 0)
        return constraint_fail(c, FAST_CALLBACK, -1);
    drift->norm = constraint_norm(c, rows, c->weight, error);
    if (!isfinite(drift->norm))
        return constraint_fail(c, FAST_NOT_FINITE,
                               constraint_worst(rows, c->weight, error));
    for (int i = 0; i < rows; i++)
        drift->distance = fmax(drift->distance, fabs(error[i]) / c->length[i]);
    return FAST_OK;
}

/* What is left, relative, is a contradiction above this. */
static double least_contradiction(const constraint *c, const struct drift *drift) {
    const double round_off = sqrt(c->rows * CONSTRAINT_SIGNIFICANT);
    const double part = fmax(contradiction_factor * drift->distance, round_off);
    return drift->distance > c->tolerance ? part : fmin(part, surest_contradiction);
}

/* rest := G a + bias - G R lambda, in the rows' lengths. */
static enum fast_status check_rest(constraint *c, double limit) {
    const int m = c->rows, n = c->nv;
    double *v = c->normal, *rest = c->rest;
    memset(v, 0, (size_t)n * sizeof *v);
    fast_multiply_add(n, m, c->patterns[2], c->response, -1, c->multiplier, v);
    memcpy(rest, c->right, (size_t)m * sizeof *rest);
    fast_multiply_add(m, n, c->patterns[0], c->matrix, 1, v, rest);
    int worst = 0;
    for (int i = 0; i < m; i++) {
        rest[i] = fabs(rest[i]) / c->length[i];
        if (!(rest[i] <= rest[worst]))
            worst = i;
    }
    return rest[worst] <= limit ? FAST_OK : constraint_fail(c, FAST_CONTRADICTORY, worst);
}

/* In faithful mode errors are measured only if more is left than round-off: the original has no
 * such check, and goes on between a step's stages. */
static enum fast_status judge_rest(constraint *c, double t, const double *x, double unit,
                                   struct drift *drift) {
    enum fast_status status = check_rest(c, least_contradiction(c, drift) * unit);
    if (status != FAST_CONTRADICTORY || !c->is_faithful)
        return status;
    c->failed_row = -1;
    status = measure_drift(c, t, x, drift);
    return status == FAST_OK ? check_rest(c, least_contradiction(c, drift) * unit)
                             : status;
}

/* G's rows in units of their lengths, as columns. */
static void fill_geometry(constraint *c) {
    const struct fast_pattern *pattern = c->patterns[0];
    const size_t n = (size_t)c->nv, m = (size_t)c->rows;
    const double *g = c->matrix;
    double *a = c->complete->a;
    memset(a, 0, n * m * sizeof *a);
    for (size_t j = 0; j < n; j++)
        if (pattern == NULL)
            for (size_t i = 0; i < m; i++)
                a[i * n + j] = *g++ / c->length[i];
        else
            for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
                a[(size_t)pattern->row[e] * n + j] = *g++ / c->length[pattern->row[e]];
}

static void solve_by_rank_of_product(constraint *c) {
    const int m = c->rows;
    gram_form_response(c->gram, c->matrix, c->response);
    gram_copy(c->gram, c->complete->a);
    complete_factor(c->complete, m, m, m * CONSTRAINT_SIGNIFICANT, m);
    constraint_count_rank(c, c->complete->rank, &c->largest_rank);
    complete_solve(c->complete, c->right, c->multiplier);
}

/* square := V^T D S D V, of order rank. */
static void restrict_product(constraint *c) {
    const size_t m = (size_t)c->rows, r = (size_t)c->complete->rank;
    double *unit = c->reduced, *column = c->column;
    for (size_t k = 0; k < r; k++) {
        for (size_t i = 0; i < r; i++)
            unit[i] = i == k;
        complete_prolong(c->complete, unit, column);
        for (size_t i = 0; i < m; i++) {
            double sum = 0;
            for (size_t j = 0; j < m; j++)
                sum += c->product[j * m + i] * (column[j] / c->length[j]);
            c->rest[i] = sum / c->length[i];
        }
        complete_restrict(c->complete, c->rest, c->square + k * r);
    }
}

/* The rank where constraints hold is that of all states near; elsewhere it may seem
 * higher. */
static void factor_geometry(constraint *c, const struct drift *drift) {
    const int m = c->rows;
    const bool holds = drift->norm <= c->tolerance;
    fill_geometry(c);
    complete_factor(c->complete, c->nv, m, constraint_drift_tolerance(m, drift->distance),
                    holds || c->known_rank == 0 ? m : c->known_rank);
    if (holds && c->complete->rank > c->known_rank)
        c->known_rank = c->complete->rank;
}

/* False: the restricted product is not definite either. */
static bool solve_by_geometry(constraint *c, const struct drift *drift) {
    const int m = c->rows;
    factor_geometry(c, drift);
    const int r = c->complete->rank;
    gram_form_response(c->gram, c->matrix, c->response);
    gram_copy(c->gram, c->product);
    restrict_product(c);
    double *scale = c->column;
    for (int k = 0; k < r; k++)
        scale[k] = c->square[k * r + k];
    if (!dense_factor_form(r, c->square, scale, r * CONSTRAINT_ACCELERATION_PIVOT, false,
                           c->gram->left_out, c->gram->inverses))
        return false;
    for (int i = 0; i < m; i++)
        c->rest[i] = c->right[i] / c->length[i];
    complete_restrict(c->complete, c->rest, c->reduced);
    dense_factor_solve(r, c->square, c->gram->inverses, c->reduced, c->reduced);
    complete_prolong(c->complete, c->reduced, c->multiplier);
    for (int i = 0; i < m; i++)
        c->multiplier[i] /= c->length[i];
    constraint_count_rank(c, r, &c->largest_rank);
    return true;
}

/* False: a number is not finite. */
static bool solve_leaving_out(constraint *c, const struct drift *drift) {
    const int m = c->rows;
    const double tolerance =
        c->is_faithful ? 0 : constraint_drift_tolerance(m, drift->distance);
    gram_form_weighted(c->geometry, c->matrix, c->ones);
    gram_form_response(c->gram, c->matrix, c->response);
    if (!gram_factor(c->geometry, tolerance * tolerance, true))
        return false;
    for (int i = 0; i < m && !c->is_faithful; i++)
        if (gram_is_left_out(c->geometry, i))
            gram_leave_out(c->gram, i);
    if (!gram_factor(c->gram, m * CONSTRAINT_SIGNIFICANT, true))
        return false;
    constraint_count_rank(c, gram_rank(c->gram), &c->largest_rank);
    gram_solve(c->gram, c->right, c->multiplier);
    return true;
}

enum fast_status constraint_accelerate_singular(constraint *c, double t,
                                                const double *x) {
    struct drift drift = {0, c->tolerance};
    enum fast_status status = check_inputs(c);
    if (status != FAST_OK)
        return status;
    const double unit = measure_rows(c);
    if (!c->is_faithful)
        status = measure_drift(c, t, x, &drift);
    if (status != FAST_OK)
        return status;
    if (c->complete == NULL) {
        if (!solve_leaving_out(c, &drift))
            return constraint_fail(c, FAST_NOT_FINITE, -1);
    } else if (c->is_faithful || !solve_by_geometry(c, &drift)) {
        solve_by_rank_of_product(c);
    }
    return judge_rest(c, t, x, unit, &drift);
}
