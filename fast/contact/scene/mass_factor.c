/* L D L^T = M by blocks (Golub, Van Loan: Matrix Computations, 4.1.2). Free bodies have
 * blocks of one, three or six rows, which the compiler writes out; articulated ones larger
 * blocks, which are factored together, sparse.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/constraint/sparse_factor.h"
#include "fast/contact/scene/mass_factor.h"
#include "fast/system.h"

/* The largest block that is dense: two bodies. */
enum { dense_limit = 12 };

struct mass_factor {
    int n, blocks;
    int *block;  /* [n] the block of each row */
    int *start;  /* [blocks + 1] where its members begin */
    int *member; /* [n] the rows, block by block */
    int *first;  /* [blocks + 1] where its entries begin */
    int *entry;  /* which of M's entries they are, lower triangles by columns; -1: zero */
    double *values;   /* as entry: L */
    double *inverses; /* [n] 1/D by members, of blocks of one row D itself */
    /* Where a block is too large: of the whole matrix. */
    struct sparse_factor *sparse;
    int entries;
    int *place;       /* [entries] which of sparse's entries M's are */
    double *gathered; /* sparse's entries */
    double *scale;    /* [n] ones */
    bool *left_out;   /* [n] */
};

static int find_root(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Blocks by their first members; start counts them. */
static void find_blocks(struct mass_factor *f, const struct fast_pattern *pattern) {
    int *parent = f->member;
    for (int i = 0; i < f->n; i++)
        parent[i] = i;
    for (int j = 0; j < f->n; j++)
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++) {
            const int a = find_root(parent, j), b = find_root(parent, pattern->row[e]);
            parent[a > b ? a : b] = a > b ? b : a;
        }
    for (int i = 0; i < f->n; i++) {
        const int root = find_root(parent, i);
        f->block[i] = root == i ? f->blocks++ : f->block[root];
        f->start[f->block[i] + 1]++;
    }
    for (int b = 0; b < f->blocks; b++)
        f->start[b + 1] += f->start[b];
    for (int i = 0; i < f->n; i++)
        f->member[f->start[f->block[i]]++] = i;
    for (int b = f->blocks; b > 0; b--)
        f->start[b] = f->start[b - 1];
    f->start[0] = 0;
}

static int find_entry(const struct fast_pattern *pattern, int i, int j) {
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
        if (pattern->row[e] == i)
            return e;
    return -1;
}

static bool lay_out_dense(struct mass_factor *f, const struct fast_pattern *pattern) {
    f->first = calloc((size_t)f->blocks + 1, sizeof *f->first);
    if (f->first == NULL)
        return false;
    for (int b = 0; b < f->blocks; b++) {
        const int n = f->start[b + 1] - f->start[b];
        f->first[b + 1] = f->first[b] + n * n;
    }
    const size_t count = (size_t)f->first[f->blocks] + 1;
    f->entry = calloc(count, sizeof *f->entry);
    f->values = calloc(count, sizeof *f->values);
    if (f->entry == NULL || f->values == NULL)
        return false;
    for (int b = 0; b < f->blocks; b++) {
        const int n = f->start[b + 1] - f->start[b], *member = f->member + f->start[b];
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                f->entry[f->first[b] + j * n + i] =
                    find_entry(pattern, member[i], member[j]);
    }
    return true;
}

static bool lay_out_sparse(struct mass_factor *f, const struct fast_pattern *pattern) {
    f->sparse = sparse_factor_alloc(pattern);
    f->entries = pattern->start[f->n];
    f->place = calloc((size_t)f->entries + 1, sizeof *f->place);
    f->gathered = calloc((size_t)f->entries + 1, sizeof *f->gathered);
    f->scale = calloc((size_t)f->n + 1, sizeof *f->scale);
    f->left_out = calloc((size_t)f->n + 1, sizeof *f->left_out);
    if (f->sparse == NULL || f->place == NULL || f->gathered == NULL ||
        f->scale == NULL || f->left_out == NULL)
        return false;
    for (int j = 0; j < f->n; j++)
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
            f->place[e] = sparse_factor_find(f->sparse, pattern->row[e], j);
    for (int i = 0; i < f->n; i++)
        f->scale[i] = 1;
    return true;
}

static bool lay_out(struct mass_factor *f, const struct fast_pattern *pattern) {
    const size_t n = (size_t)f->n + 1;
    f->block = calloc(n, sizeof *f->block);
    f->start = calloc(n, sizeof *f->start);
    f->member = calloc(n, sizeof *f->member);
    f->inverses = calloc(n, sizeof *f->inverses);
    if (f->block == NULL || f->start == NULL || f->member == NULL || f->inverses == NULL)
        return false;
    find_blocks(f, pattern);
    for (int b = 0; b < f->blocks; b++)
        if (f->start[b + 1] - f->start[b] > dense_limit)
            return lay_out_sparse(f, pattern);
    return lay_out_dense(f, pattern);
}

struct mass_factor *mass_factor_alloc(const struct fast_pattern *pattern) {
    struct mass_factor *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->n = pattern->columns;
    if (lay_out(f, pattern))
        return f;
    mass_factor_free(f);
    return NULL;
}

void mass_factor_free(struct mass_factor *f) {
    if (f == NULL)
        return;
    free(f->block);
    free(f->start);
    free(f->member);
    free(f->first);
    free(f->entry);
    free(f->values);
    free(f->inverses);
    sparse_factor_free(f->sparse);
    free(f->place);
    free(f->gathered);
    free(f->scale);
    free(f->left_out);
    free(f);
}

/* The lower triangle of s[n * n], by columns, becomes L's. */
static inline bool factor_mass(int n, double *s, double *inverses) {
    for (int k = 0; k < n; k++) {
        double *column = s + k * n;
        if (!(column[k] > 0 && column[k] < INFINITY))
            return false;
        inverses[k] = 1 / column[k];
        for (int j = k + 1; j < n; j++) {
            const double entry = column[j] * inverses[k];
            for (int i = j; i < n; i++)
                s[j * n + i] -= entry * column[i];
        }
        for (int i = k + 1; i < n; i++)
            column[i] *= inverses[k];
    }
    return true;
}

bool mass_factor_form_blocks(struct mass_factor *f, int first, int end,
                             const double *entries) {
    for (int b = first; b < end; b++) {
        const int from = f->start[b], n = f->start[b + 1] - from;
        double *s = f->values + f->first[b], *inverses = f->inverses + from;
        const int *entry = f->entry + f->first[b];
        for (int e = 0; e < n * n; e++)
            s[e] = entry[e] >= 0 ? entries[entry[e]] : 0;
        bool is_formed = true;
        switch (n) {
        case 1:
            inverses[0] = s[0];
            is_formed = s[0] > 0 && s[0] < INFINITY;
            break;
        case 3: is_formed = factor_mass(3, s, inverses); break;
        case 6: is_formed = factor_mass(6, s, inverses); break;
        default: is_formed = factor_mass(n, s, inverses); break;
        }
        if (!is_formed)
            return false;
    }
    return true;
}

bool mass_factor_form(struct mass_factor *f, const double *entries) {
    if (f->sparse == NULL)
        return mass_factor_form_blocks(f, 0, f->blocks, entries);
    for (int e = 0; e < f->entries; e++)
        f->gathered[f->place[e]] = entries[e];
    memset(f->left_out, 0, (size_t)f->n * sizeof *f->left_out);
    return sparse_factor_form(f->sparse, f->gathered, f->scale, 0, false, f->left_out,
                              f->inverses);
}

static inline void solve_mass(int n, const double *s, const double *inverses,
                              const int *member, const double *b, double *x) {
    double y[dense_limit];
    for (int k = 0; k < n; k++)
        y[k] = b[member[k]];
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            y[i] -= s[k * n + i] * y[k];
    for (int k = n - 1; k >= 0; k--) {
        double entry = y[k] * inverses[k];
        for (int i = k + 1; i < n; i++)
            entry -= s[k * n + i] * y[i];
        y[k] = entry;
        x[member[k]] = entry;
    }
}

void mass_factor_solve_blocks(const struct mass_factor *f, int first, int end,
                              const double *b, double *x) {
    for (int k = first; k < end; k++) {
        const int from = f->start[k], n = f->start[k + 1] - from;
        const double *s = f->values + f->first[k], *inverses = f->inverses + from;
        const int *member = f->member + from;
        switch (n) {
        case 1: x[member[0]] = b[member[0]] / inverses[0]; break;
        case 3: solve_mass(3, s, inverses, member, b, x); break;
        case 6: solve_mass(6, s, inverses, member, b, x); break;
        default: solve_mass(n, s, inverses, member, b, x); break;
        }
    }
}

void mass_factor_solve(const struct mass_factor *f, const double *b, double *x) {
    if (f->sparse != NULL)
        sparse_factor_solve(f->sparse, f->inverses, b, x);
    else
        mass_factor_solve_blocks(f, 0, f->blocks, b, x);
}

int mass_factor_blocks(const struct mass_factor *f, const int **block) {
    *block = f->block;
    return f->blocks;
}
