/* S = G B from the terms of its entries, and what is done with S in either form.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/constraint/dense_factor.h"
#include "fast/constraint/gram.h"

/* The diagonal, and no row left out. */
static void note_scale(struct gram *gram) {
    const size_t n = (size_t)gram->rows;
    const int *diagonal = gram->sparse != NULL ? gram->sparse->diagonal : NULL;
    for (size_t k = 0; k < n; k++) {
        gram->left_out[k] = false;
        if (diagonal == NULL)
            gram->scale[k] = gram->entries[k * n + k];
        else
            gram->scale[k] = diagonal[k] >= 0 ? gram->entries[diagonal[k]] : 0;
    }
}

static void form_full_response(struct gram *gram, const double *matrix,
                               const double *response) {
    const size_t m = (size_t)gram->rows, n = (size_t)gram->columns;
    for (size_t k = 0; k < m; k++) {
        double *column = gram->entries + k * m;
        for (size_t i = k; i < m; i++)
            column[i] = 0;
        for (size_t j = 0; j < n; j++)
            for (size_t i = k; i < m; i++)
                column[i] += matrix[j * m + i] * response[k * n + j];
    }
}

static void form_full_weighted(struct gram *gram, const double *matrix,
                               const double *weight) {
    const size_t m = (size_t)gram->rows, n = (size_t)gram->columns;
    memset(gram->entries, 0, m * m * sizeof(double));
    for (size_t j = 0; j < n; j++, matrix += m)
        for (size_t k = 0; k < m; k++) {
            const double factor = weight[j] * matrix[k];
            for (size_t i = k; i < m; i++)
                gram->entries[k * m + i] += factor * matrix[i];
        }
}

void gram_form_response(struct gram *gram, const double *matrix, const double *response) {
    const struct gram_term *term = gram->term;
    const int *begin = gram->begin;
    const size_t entries = term != NULL ? gram_entries(gram) : 0;
    if (term == NULL)
        form_full_response(gram, matrix, response);
    for (size_t e = 0; e < entries; e++) {
        double sum = 0;
        for (int k = begin[e]; k < begin[e + 1]; k++)
            sum += matrix[term[k].left] * response[term[k].right];
        gram->entries[e] = sum;
    }
    note_scale(gram);
}

void gram_form_weighted(struct gram *gram, const double *matrix, const double *weight) {
    const struct gram_term *term = gram->term;
    const int *begin = gram->begin, *column = gram->column;
    const size_t entries = term != NULL ? gram_entries(gram) : 0;
    if (term == NULL)
        form_full_weighted(gram, matrix, weight);
    for (size_t e = 0; e < entries; e++) {
        double sum = 0;
        for (int k = begin[e]; k < begin[e + 1]; k++)
            sum += matrix[term[k].left] * (weight[column[k]] * matrix[term[k].right]);
        gram->entries[e] = sum;
    }
    note_scale(gram);
}

bool gram_factor(struct gram *gram, double tolerance, bool leaving_out) {
    if (gram->sparse != NULL)
        return sparse_factor_form(gram->sparse, gram->entries, gram->scale, tolerance,
                                  leaving_out, gram->left_out, gram->inverses);
    return dense_factor_form(gram->rows, gram->entries, gram->scale, tolerance,
                             leaving_out, gram->left_out, gram->inverses);
}

int gram_rank(const struct gram *gram) {
    int rank = 0;
    for (int k = 0; k < gram->rows; k++)
        rank += !gram->left_out[k];
    return rank;
}

static int place_of(const struct gram *gram, int row) {
    return gram->sparse != NULL ? gram->sparse->place[row] : row;
}

bool gram_is_left_out(const struct gram *gram, int row) {
    return gram->left_out[place_of(gram, row)];
}

void gram_leave_out(struct gram *gram, int row) {
    gram->left_out[place_of(gram, row)] = true;
}

void gram_solve(const struct gram *gram, const double *b, double *x) {
    if (gram->sparse != NULL)
        sparse_factor_solve(gram->sparse, gram->inverses, b, x);
    else
        dense_factor_solve(gram->rows, gram->entries, gram->inverses, b, x);
}

void gram_copy(const struct gram *gram, double *s) {
    const size_t n = (size_t)gram->rows;
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            s[i * n + j] = s[j * n + i] =
                gram->sparse == NULL ? gram->entries[j * n + i] : 0;
    if (gram->sparse == NULL)
        return;
    const struct sparse_factor *sparse = gram->sparse;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const int k = sparse->place[i], l = sparse->place[j];
            for (int e = sparse->first[k]; e < sparse->first[k + 1]; e++)
                if (sparse->column[e] == l)
                    s[i * n + j] = s[j * n + i] = gram->entries[e];
        }
}
