/* Where L has entries, S = L D L^T (Davis: Algorithm 849, LDL, 2005): row k of L in
 * those columns that the elimination tree leads to from the entries of S's row k. Rows
 * stand in the order of least degree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/constraint/least_degree.h"
#include "fast/constraint/sparse_factor.h"
#include "fast/system.h"

static int *make_integers(size_t n) {
    return calloc(n + 1, sizeof(int));
}

static double *make_doubles(size_t n) {
    return calloc(n + 1, sizeof(double));
}

/* S's lower triangle in the new order. */
static bool place_entries(struct sparse_factor *factor,
                          const struct fast_pattern *pattern) {
    const int n = factor->n, *place = factor->place;
    factor->first = make_integers((size_t)n + 1);
    factor->column = make_integers((size_t)pattern->start[n]);
    factor->diagonal = make_integers((size_t)n);
    if (factor->first == NULL || factor->column == NULL || factor->diagonal == NULL)
        return false;
    int *first = factor->first;
    for (int j = 0; j < n; j++)
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
            if (place[pattern->row[e]] >= place[j])
                first[place[pattern->row[e]] + 1]++;
    for (int k = 0; k < n; k++)
        first[k + 1] += first[k];
    for (int j = 0; j < n; j++) /* first[k] runs ahead to where row k ends */
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
            if (place[pattern->row[e]] >= place[j])
                factor->column[first[place[pattern->row[e]]]++] = place[j];
    for (int k = n; k > 0; k--)
        first[k] = first[k - 1];
    first[0] = 0;
    for (int k = 0; k < n; k++) {
        factor->diagonal[k] = -1;
        for (int e = first[k]; e < first[k + 1]; e++)
            if (factor->column[e] == k)
                factor->diagonal[k] = e;
    }
    return true;
}

/* Calls for row k, in no order, each column j < k in which L's row k has an entry:
 * those on the way from S's entries up the elimination tree. parent of a column
 * becomes the first row that it has an entry in. */
static int walk_row(const struct sparse_factor *factor, int k, int *parent, int *mark,
                    int *found) {
    int count = 0;
    mark[k] = k;
    for (int e = factor->first[k]; e < factor->first[k + 1]; e++)
        for (int j = factor->column[e]; mark[j] != k; j = parent[j]) {
            if (parent[j] < 0)
                parent[j] = k;
            mark[j] = k;
            found[count++] = j;
        }
    return count;
}

/* Lengths of L's rows and columns, and from them where they begin. */
static void count_entries(struct sparse_factor *factor, int *parent, int *mark,
                          int *found) {
    const int n = factor->n;
    for (int k = 0; k < n; k++)
        parent[k] = mark[k] = -1;
    for (int k = 0; k < n; k++) {
        const int count = walk_row(factor, k, parent, mark, found);
        factor->begin[k + 1] = factor->begin[k] + count;
        for (int i = 0; i < count; i++)
            factor->start[found[i] + 1]++;
    }
    for (int k = 0; k < n; k++)
        factor->start[k + 1] += factor->start[k];
}

/* The rows of each column as they are met, which is ascending; then, column by column,
 * the columns of each row. */
static void list_entries(struct sparse_factor *factor, int *parent, int *mark,
                         int *found) {
    const int n = factor->n;
    for (int k = 0; k < n; k++)
        mark[k] = -1, factor->filled[k] = factor->start[k];
    for (int k = 0; k < n; k++) {
        const int count = walk_row(factor, k, parent, mark, found);
        for (int i = 0; i < count; i++)
            factor->row[factor->filled[found[i]]++] = k;
    }
    for (int k = 0; k < n; k++)
        factor->filled[k] = factor->begin[k];
    for (int j = 0; j < n; j++)
        for (int e = factor->start[j]; e < factor->start[j + 1]; e++)
            factor->across[factor->filled[factor->row[e]]++] = j;
}

static bool analyse(struct sparse_factor *factor) {
    const size_t n = (size_t)factor->n;
    int *parent = make_integers(n), *mark = make_integers(n), *found = make_integers(n);
    factor->start = make_integers(n + 1);
    factor->begin = make_integers(n + 1);
    factor->filled = make_integers(n);
    bool complete = parent != NULL && mark != NULL && found != NULL &&
                    factor->start != NULL && factor->begin != NULL &&
                    factor->filled != NULL;
    if (complete) {
        count_entries(factor, parent, mark, found);
        const size_t entries = (size_t)factor->start[n];
        factor->row = make_integers(entries);
        factor->across = make_integers(entries);
        factor->values = make_doubles(entries);
        factor->work = make_doubles(n);
        complete = factor->row != NULL && factor->across != NULL &&
                   factor->values != NULL && factor->work != NULL;
    }
    if (complete)
        list_entries(factor, parent, mark, found);
    free(parent);
    free(mark);
    free(found);
    return complete;
}

struct sparse_factor *sparse_factor_alloc(const struct fast_pattern *pattern) {
    struct sparse_factor *factor = calloc(1, sizeof *factor);
    if (factor == NULL)
        return NULL;
    factor->n = pattern->columns;
    factor->place = make_integers((size_t)factor->n);
    if (factor->place != NULL && least_degree_order(pattern, factor->place) &&
        place_entries(factor, pattern) && analyse(factor))
        return factor;
    sparse_factor_free(factor);
    return NULL;
}

void sparse_factor_free(struct sparse_factor *factor) {
    if (factor == NULL)
        return;
    free(factor->place);
    free(factor->first);
    free(factor->column);
    free(factor->diagonal);
    free(factor->start);
    free(factor->row);
    free(factor->begin);
    free(factor->across);
    free(factor->filled);
    free(factor->values);
    free(factor->work);
    free(factor);
}
