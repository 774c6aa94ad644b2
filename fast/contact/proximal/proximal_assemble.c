/* Linear solves of the proximal solver: (M + J^T K J) dv = J^T g, by blocks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/proximal/proximal.h"

static void gather(struct proximal *p) {
    const struct contact_problem *problem = p->problem;
    const int entries = p->judge->matrix_pattern->start[p->rows];
    for (int k = 0; k < entries; k++)
        p->jacobian[p->entry_place[k]] = problem->matrix[k];
    const int joint_entries =
        p->joints > 0 ? p->judge->joint_pattern->start[p->joints] : 0;
    for (int k = 0; k < joint_entries; k++)
        p->jacobian[p->joint_place[k]] = problem->joint_matrix[k];
    p->is_gathered = true;
}

/* product[rows x columns] := K[rows x rows] a[rows x columns]. */
static inline void multiply(int rows, int columns, const double *k, const double *a,
                            double *product) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            double sum = k[i * rows] * a[j];
            for (int l = 1; l < rows; l++)
                sum += k[i * rows + l] * a[l * columns + j];
            product[i * columns + j] = sum;
        }
}

/* block[m x n] += a[rows x m]^T b[rows x n]. */
static inline void add_product(int rows, int m, int n, const double *a, const double *b,
                               double *block) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = a[i] * b[j];
            for (int l = 1; l < rows; l++)
                sum += a[l * m + i] * b[l * n + j];
            block[i * n + j] += sum;
        }
}

static void add_sized(int rows, int m, int n, const double *a, const double *b,
                      double *block) {
    if (rows == 3 && m == 6 && n == 6)
        add_product(3, 6, 6, a, b, block);
    else if (rows == 2 && m == 3 && n == 3)
        add_product(2, 3, 3, a, b, block);
    else if (rows == 1 && m == 1 && n == 1)
        block[0] += a[0] * b[0];
    else
        add_product(rows, m, n, a, b, block);
}

/* The values of K J of one slot. */
static void multiply_sized(int rows, int columns, const double *k, const double *a,
                           double *product) {
    if (rows == 3 && columns == 6)
        multiply(3, 6, k, a, product);
    else if (rows == 1 && columns == 1)
        product[0] = k[0] * a[0];
    else
        multiply(rows, columns, k, a, product);
}

static void add_element(struct proximal *p, int e) {
    const int rows = proximal_rows(p, e), from = p->slot[e], to = p->slot[e + 1];
    const int *target = p->target + p->target_begin[e];
    const int count = to - from;
    for (int b = from; b < to; b++) {
        const int n = p->blocks.size[p->node[b]];
        multiply_sized(rows, n, p->stiffness + 9 * e, p->jacobian + p->place[b],
                       p->product);
        for (int a = from; a < to; a++)
            add_sized(rows, p->blocks.size[p->node[a]], n, p->jacobian + p->place[a],
                      p->product,
                      p->blocks.values + target[(a - from) * count + b - from]);
    }
}

static bool factors_are_there(const struct proximal *p) {
    const size_t n = (size_t)p->elements;
    return p->is_factored &&
           memcmp(p->takes_part, p->was_in, n * sizeof *p->was_in) == 0 &&
           memcmp(p->stiffness, p->factored, 9 * n * sizeof *p->factored) == 0;
}

static void keep_stiffness(struct proximal *p) {
    const size_t n = (size_t)p->elements;
    memcpy(p->was_in, p->takes_part, n * sizeof *p->was_in);
    memcpy(p->factored, p->stiffness, 9 * n * sizeof *p->factored);
}

bool proximal_factor(struct proximal *p) {
    if (factors_are_there(p))
        return true;
    if (!p->is_gathered)
        gather(p);
    const int entries = p->problem->mass_pattern->start[p->nv];
    memset(p->blocks.values, 0, (size_t)p->blocks.count * sizeof *p->blocks.values);
    for (int k = 0; k < entries; k++)
        p->blocks.values[p->mass_place[k]] = p->problem->mass[k];
    for (int e = 0; e < p->elements; e++)
        if (p->takes_part[e])
            add_element(p, e);
    p->factorizations++;
    keep_stiffness(p);
    p->is_factored = proximal_blocks_factor(&p->blocks);
    return p->is_factored;
}

/* x[n] += a[rows x n]^T g[rows]. */
static inline void push(int rows, int n, const double *a, const double *g, double *x) {
    for (int j = 0; j < n; j++) {
        double sum = a[j] * g[0];
        for (int i = 1; i < rows; i++)
            sum += a[i * n + j] * g[i];
        x[j] += sum;
    }
}

/* move[rows] += a[rows x n] x[n]. */
static inline void pull(int rows, int n, const double *a, const double *x, double *move) {
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        move[i] += sum;
    }
}

static void push_element(struct proximal *p, int e) {
    const int rows = proximal_rows(p, e);
    const double *g = p->push + proximal_first(p, e);
    for (int s = p->slot[e]; s < p->slot[e + 1]; s++) {
        const int n = p->blocks.size[p->node[s]];
        const double *a = p->jacobian + p->place[s];
        double *x = p->dv + p->blocks.offset[p->node[s]];
        if (rows == 3 && n == 6)
            push(3, 6, a, g, x);
        else if (rows == 1 && n == 1)
            x[0] += a[0] * g[0];
        else
            push(rows, n, a, g, x);
    }
}

static void pull_element(struct proximal *p, int e) {
    const int rows = proximal_rows(p, e);
    double *move = p->move + proximal_first(p, e);
    for (int i = 0; i < rows; i++)
        move[i] = 0;
    for (int s = p->slot[e]; p->takes_part[e] && s < p->slot[e + 1]; s++) {
        const int n = p->blocks.size[p->node[s]];
        const double *a = p->jacobian + p->place[s];
        const double *x = p->dv + p->blocks.offset[p->node[s]];
        if (rows == 3 && n == 6)
            pull(3, 6, a, x, move);
        else if (rows == 1 && n == 1)
            move[0] += a[0] * x[0];
        else
            pull(rows, n, a, x, move);
    }
}

void proximal_solve(struct proximal *p) {
    memset(p->dv, 0, (size_t)p->nv * sizeof *p->dv);
    for (int e = 0; e < p->elements; e++)
        if (p->takes_part[e])
            push_element(p, e);
    proximal_blocks_solve(&p->blocks, p->dv);
    for (int e = 0; e < p->elements; e++)
        pull_element(p, e);
}
