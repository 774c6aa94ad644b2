/* Which terms the entries of S = G B have, listed once from the patterns (Gustavson,
 * Two fast algorithms for sparse matrices, 1978), and the choice between dense and
 * sparse factors: sparse ones are taken where they need a small part of the
 * operations, as each takes longer there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>

#include "fast/constraint/gram.h"
#include "fast/linear/pattern.h"
#include "fast/system.h"

/* A sparse operation takes about so many dense ones' time; below so many rows dense
 * factors are faster whatever the pattern is. */
static const double sparse_cost = 6;
static const int fewest_sparse_rows = 6;

/* A pattern of these sizes, full if pattern is NULL; the caller frees it. */
static struct fast_pattern *complete_pattern(int rows, int columns,
                                             const struct fast_pattern *pattern) {
    return pattern != NULL ? fast_pattern_copy(pattern)
                           : fast_pattern_full(rows, columns);
}

static bool choose_factors(struct gram *gram, const struct fast_pattern *g,
                           const struct fast_pattern *b) {
    const double n = gram->rows;
    if (gram->rows < fewest_sparse_rows)
        return true;
    struct fast_pattern *product = fast_pattern_product(g, b);
    struct fast_pattern *across = NULL, *whole = NULL;
    if (product != NULL)
        across = fast_pattern_transpose(product);
    if (across != NULL)
        whole = fast_pattern_union(product, across);
    if (whole != NULL)
        gram->sparse = sparse_factor_alloc(whole);
    const bool complete = gram->sparse != NULL;
    if (complete &&
        sparse_cost * (sparse_factor_operations(gram->sparse) + n) > n * n * n / 3) {
        sparse_factor_free(gram->sparse);
        gram->sparse = NULL;
    }
    fast_pattern_free(product);
    fast_pattern_free(across);
    fast_pattern_free(whole);
    return complete;
}

static int target_of(const struct gram *gram, int i, int j) {
    return gram->sparse != NULL ? sparse_factor_find(gram->sparse, i, j)
                                : j * gram->rows + i;
}

/* Counts each entry's terms in begin[entry + 1]; or, if right is not NULL, writes them
 * where begin[entry] says, which runs ahead to where they end. right[e] is which entry
 * of B = R, or of G, entry e of b's pattern is. */
static void list_terms(struct gram *gram, const struct fast_pattern *g,
                       const struct fast_pattern *b, const int *right) {
    for (int j = 0; j < gram->rows; j++)
        for (int e = b->start[j]; e < b->start[j + 1]; e++) {
            const int column = b->row[e];
            for (int d = g->start[column]; d < g->start[column + 1]; d++) {
                if (g->row[d] < j)
                    continue;
                int *place = gram->begin + target_of(gram, g->row[d], j);
                if (right == NULL) {
                    place[1]++;
                    continue;
                }
                gram->term[*place] = (struct gram_term){d, right[e]};
                if (gram->column != NULL)
                    gram->column[*place] = column;
                ++*place;
            }
        }
}

/* number[e] := which entry of g is entry e of its transpose. */
static void number_transposed(const struct fast_pattern *g,
                              const struct fast_pattern *across, int *number) {
    int *next = number + g->start[g->columns];
    for (int i = 0; i < g->rows; i++)
        next[i] = across->start[i];
    for (int j = 0; j < g->columns; j++)
        for (int e = g->start[j]; e < g->start[j + 1]; e++)
            number[next[g->row[e]]++] = e;
}

/* Room for the terms, which are counted. */
static bool make_room(struct gram *gram, const struct fast_pattern *g,
                      const struct fast_pattern *b, bool is_weighted) {
    const size_t entries = gram_entries(gram);
    gram->begin = calloc(entries + 2, sizeof *gram->begin);
    if (gram->begin == NULL)
        return false;
    list_terms(gram, g, b, NULL);
    for (size_t e = 0; e < entries; e++) {
        if (gram->begin[e + 1] > INT_MAX - gram->begin[e])
            return false;
        gram->begin[e + 1] += gram->begin[e];
    }
    const size_t terms = (size_t)gram->begin[entries] + 1;
    gram->term = calloc(terms, sizeof *gram->term);
    if (is_weighted)
        gram->column = calloc(terms, sizeof *gram->column);
    return gram->term != NULL && (!is_weighted || gram->column != NULL);
}

static bool make_terms(struct gram *gram, const struct fast_pattern *g,
                       const struct fast_pattern *b, bool is_weighted) {
    const int count = b->start[b->columns];
    int *number = calloc((size_t)count + (size_t)g->rows + 1, sizeof *number);
    const bool complete = number != NULL && make_room(gram, g, b, is_weighted);
    if (complete) {
        if (is_weighted)
            number_transposed(g, b, number);
        else
            for (int e = 0; e < count; e++)
                number[e] = e;
        list_terms(gram, g, b, number);
        for (size_t e = gram_entries(gram); e > 0; e--)
            gram->begin[e] = gram->begin[e - 1];
        gram->begin[0] = 0;
    }
    free(number);
    return complete;
}

static bool use_patterns(struct gram *gram, const struct fast_pattern *matrix,
                         const struct fast_pattern *response, bool is_weighted) {
    struct fast_pattern *g = complete_pattern(gram->rows, gram->columns, matrix);
    struct fast_pattern *b = NULL;
    if (g != NULL)
        b = is_weighted ? fast_pattern_transpose(g)
                        : complete_pattern(gram->columns, gram->rows, response);
    const bool complete = g != NULL && b != NULL && choose_factors(gram, g, b) &&
                          make_terms(gram, g, b, is_weighted);
    fast_pattern_free(g);
    fast_pattern_free(b);
    return complete;
}

static bool is_full(int rows, int columns, const struct fast_pattern *pattern) {
    return pattern == NULL ||
           fast_entries(rows, columns, pattern) == (size_t)rows * (size_t)columns;
}

struct gram *gram_alloc(int rows, int columns, const struct fast_pattern *matrix,
                        const struct fast_pattern *response, bool is_weighted) {
    const size_t n = (size_t)rows;
    struct gram *gram = calloc(1, sizeof *gram);
    if (gram == NULL)
        return NULL;
    gram->rows = rows;
    gram->columns = columns;
    bool complete = true;
    if (!is_full(rows, columns, matrix) ||
        (!is_weighted && !is_full(columns, rows, response)))
        complete = use_patterns(gram, matrix, response, is_weighted);
    gram->entries = calloc(gram_entries(gram) + 1, sizeof *gram->entries);
    gram->inverses = calloc(n + 1, sizeof *gram->inverses);
    gram->scale = calloc(n + 1, sizeof *gram->scale);
    gram->left_out = calloc(n + 1, sizeof *gram->left_out);
    if (complete && gram->entries != NULL && gram->inverses != NULL &&
        gram->scale != NULL && gram->left_out != NULL)
        return gram;
    gram_free(gram);
    return NULL;
}

void gram_free(struct gram *gram) {
    if (gram == NULL)
        return;
    free(gram->entries);
    free(gram->inverses);
    free(gram->scale);
    free(gram->left_out);
    free(gram->term);
    free(gram->begin);
    free(gram->column);
    sparse_factor_free(gram->sparse);
    free(gram);
}
