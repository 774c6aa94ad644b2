/* SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/default/balance.h"

#include <stdlib.h>
#include <string.h>

#include "fast/linear/layout.h"
#include "fast/linear/inverse.h"
#include "fast/linear/pattern.h"
#include "fast/linear/vector.h"

/* The balances are to be so much faster than J, which others have, too. */
static const double worth_changing = 0.8;

static bool is_possible(const struct pair *integrator,
                        const struct fast_structure *structure) {
    const struct integrator_system *system = &integrator->system;
    const bool knows_map = system->map == NULL || structure->map != NULL;
    return system->balance != NULL && knows_map && integrator->ny > fast_largest_inverse;
}

/* Where (q, y, w, y') change with (h dw, dy). */
static struct fast_pattern *find_change(const struct fast_balance *balance, int nq,
                                        int nv, const struct fast_pattern *map) {
    const int order = balance->order, hidden = balance->hidden, ny = order - hidden;
    const int nx = nq + ny, rows = nx + order, of_map = map ? map->start[nv] : nv;
    int *start = calloc((size_t)order + 1, sizeof *start);
    int *row = calloc((size_t)(hidden + of_map + 2 * ny) + 1, sizeof *row);
    struct fast_pattern *pattern = NULL;
    if (start != NULL && row != NULL) {
        int e = 0;
        for (int j = 0; j < order; j++) {
            const int k = j - hidden; /* which state */
            if (k >= 0 && k < nv && map == NULL)
                row[e++] = k;
            for (int d = k >= 0 && k < nv && map ? map->start[k] : 0;
                 k >= 0 && k < nv && map && d < map->start[k + 1]; d++)
                row[e++] = map->row[d];
            if (k >= 0)
                row[e++] = nq + k;
            row[e++] = nx + j;
            start[j + 1] = e;
        }
        const struct fast_pattern found = {rows, order, start, row};
        pattern = fast_pattern_copy(&found);
    }
    free(start);
    free(row);
    return pattern;
}

/* Of the sum: trees have no narrow band. */
static enum fast_status alloc_layout(struct fast_balance *balance) {
    const struct fast_pattern *sum = balance->patterns[2];
    enum fast_layout_kind kind = FAST_LAYOUT_SPARSE;
    enum fast_status status = FAST_OK;
    if (!fast_sparse_is_available())
        status = fast_choose_layout(balance->order, sum, &kind);
    if (status == FAST_OK)
        status = fast_layout_alloc_kind(&balance->layout, balance->order, sum, kind);
    if (status == FAST_OK)
        balance->layout->lacks_unit = true;
    return status;
}

static enum fast_status alloc_arrays(struct fast_balance *balance, size_t of_map) {
    struct fast_matrix *matrices[] = {&balance->b, &balance->change, &balance->sum};
    size_t doubles = 2 * (size_t)balance->order + of_map, entries[3];
    for (int i = 0; i < 3; i++) {
        const struct fast_pattern *pattern = balance->patterns[i];
        entries[i] = fast_entries(pattern->rows, pattern->columns, pattern);
        *matrices[i] =
            (struct fast_matrix){pattern->rows, pattern->columns, pattern, NULL};
        doubles += entries[i];
    }
    double *storage = balance->storage = calloc(doubles + 1, sizeof *storage);
    if (storage == NULL)
        return FAST_NO_MEMORY;
    for (int i = 0; i < 3; i++)
        matrices[i]->values = fast_take(&storage, entries[i]);
    balance->right = fast_take(&storage, (size_t)balance->order);
    balance->solution = fast_take(&storage, (size_t)balance->order);
    balance->map = of_map > 0 ? storage : NULL;
    return FAST_OK;
}

static enum fast_status alloc_patterns(struct fast_balance *balance,
                                       const struct pair *integrator,
                                       const struct fast_pattern *map) {
    const struct integrator_system *system = &integrator->system;
    struct fast_pattern **pattern = balance->patterns;
    balance->hidden = system->hidden;
    balance->order = system->hidden + integrator->ny;
    pattern[0] = fast_pattern_copy(system->balance_pattern);
    pattern[1] = find_change(balance, integrator->nq, integrator->nv, map);
    if (pattern[0] != NULL && pattern[1] != NULL)
        pattern[2] = fast_pattern_product(pattern[0], pattern[1]);
    return pattern[2] != NULL ? FAST_OK : FAST_NO_MEMORY;
}

/* *pays: J's own layout is expected to take longer; only then there are arrays. */
static enum fast_status alloc_parts(struct fast_balance *balance,
                                    const struct pair *integrator,
                                    const struct fast_structure *structure, bool *pays) {
    const struct fast_pattern *map = structure->map;
    enum fast_status status = alloc_patterns(balance, integrator, map);
    if (status == FAST_OK)
        status = alloc_layout(balance);
    if (status != FAST_OK)
        return status;
    const bool keeps = integrator->options.fixed_step;
    *pays = fast_expected_time(balance->layout, keeps) <
            worth_changing * fast_expected_time(structure->layout, keeps);
    const size_t of_map = map ? fast_entries(map->rows, map->columns, map) : 0;
    return *pays ? alloc_arrays(balance, of_map) : FAST_OK;
}

enum fast_status fast_balance_alloc(struct fast_balance **made,
                                    const struct pair *integrator,
                                    const struct fast_structure *structure) {
    *made = NULL;
    if (!is_possible(integrator, structure))
        return FAST_OK;
    struct fast_balance *balance = calloc(1, sizeof *balance);
    if (balance == NULL)
        return FAST_NO_MEMORY;
    bool pays = false;
    enum fast_status status = alloc_parts(balance, integrator, structure, &pays);
    if (status == FAST_OK && pays)
        *made = balance;
    else
        fast_balance_free(balance);
    return status;
}

void fast_balance_free(struct fast_balance *balance) {
    if (balance == NULL)
        return;
    fast_layout_free(balance->layout);
    for (int i = 0; i < 3; i++)
        fast_pattern_free(balance->patterns[i]);
    free(balance->storage);
    free(balance);
}

enum fast_status fast_balance_form(struct pair *integrator, struct fast_balance *balance,
                                   double t, const double *x) {
    const struct integrator_system *system = &integrator->system;
    const struct fast_matrix *map = &integrator->map, *b = &balance->b;
    balance->is_off = false;
    if (balance->map != NULL) {
        enum fast_status status = fast_read_map(integrator, x);
        if (status != FAST_OK)
            return status;
        memcpy(balance->map, map->values,
               fast_entries(map->rows, map->columns, map->pattern) * sizeof(double));
    }
    if (system->balance(system->context, t, x, b->values) != 0)
        return FAST_CALLBACK;
    const size_t entries = fast_entries(b->rows, b->columns, b->pattern);
    return fast_all_finite(entries, b->values) ? FAST_OK : FAST_NOT_FINITE;
}

/* 1 for w and y', h for y, h^2 N for q. */
static void fill_change(struct fast_balance *balance, double h) {
    const struct fast_pattern *pattern = balance->change.pattern;
    const int order = balance->order, nx = pattern->rows - order;
    const int nq = nx - (order - balance->hidden);
    const double *map = balance->map;
    for (int e = 0; e < pattern->start[order]; e++) {
        const int row = pattern->row[e];
        const double of_position = row >= nq || map == NULL ? 1 : *map++;
        balance->change.values[e] = row < nq ? h * h * of_position : row < nx ? h : 1;
    }
}

enum fast_status fast_balance_factor(struct fast_balance *balance,
                                     struct fast_factors *factors, double h) {
    fill_change(balance, h);
    fast_matrix_clear(&balance->sum);
    fast_matrix_add_product(&balance->sum, 0, 0, &balance->b, 1, &balance->change);
    return fast_factors_form(factors, -1, balance->sum.values);
}

/* right += factor times the columns of b that begin with `first`, times x[columns]. */
static void add_columns(struct fast_balance *balance, int first, int columns,
                        double factor, const double *x) {
    const struct fast_pattern *whole = balance->b.pattern;
    const struct fast_pattern part = {whole->rows, columns, whole->start + first,
                                      whole->row};
    fast_multiply_add(whole->rows, columns, &part,
                      balance->b.values + whole->start[first], factor, x, balance->right);
}

static void clear_right(struct fast_balance *balance) {
    memset(balance->right, 0, (size_t)balance->order * sizeof *balance->right);
}

void fast_balance_push(struct fast_balance *balance, int nq, double h, const double *p) {
    clear_right(balance);
    add_columns(balance, 0, nq, -h, p);
    balance->is_off = true;
}

void fast_balance_solve(struct fast_balance *balance, struct fast_factors *factors,
                        const double *r, double *dy) {
    const int ny = balance->order - balance->hidden;
    if (!balance->is_off)
        clear_right(balance);
    balance->is_off = false;
    add_columns(balance, balance->b.columns - ny, ny, 1, r);
    fast_factors_solve(factors, balance->right, balance->solution);
    memcpy(dy, balance->solution + balance->hidden, (size_t)ny * sizeof *dy);
}
