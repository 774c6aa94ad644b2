/* Linear solves of the proximal solver: (M + J^T K J) dv = J^T g, by blocks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/proximal/proximal.h"
#include "fast/contact/team/team.h"

static void gather_contact(struct proximal *p, int c, const void *unused) {
    const int *start = p->judge->matrix_pattern->start;
    (void)unused;
    for (int k = start[p->judge->first[c]]; k < start[p->judge->first[c + 1]]; k++)
        p->jacobian[p->entry_place[k]] = p->problem->matrix[k];
}

static void gather_joint(struct proximal *p, int j, const void *unused) {
    const int *start = p->judge->joint_pattern->start;
    (void)unused;
    for (int k = start[j]; k < start[j + 1]; k++)
        p->jacobian[p->joint_place[k]] = p->problem->joint_matrix[k];
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

static void add_element(struct proximal *p, int e, double *product) {
    const int rows = proximal_rows(p, e), from = p->slot[e], to = p->slot[e + 1];
    const int *target = p->target + p->target_begin[e];
    const int count = to - from;
    for (int b = from; b < to; b++) {
        const int n = p->blocks.size[p->node[b]];
        multiply_sized(rows, n, p->stiffness + 9 * e, p->jacobian + p->place[b], product);
        for (int a = from; a < to; a++)
            add_sized(rows, p->blocks.size[p->node[a]], n, p->jacobian + p->place[a],
                      product, p->blocks.values + target[(a - from) * count + b - from]);
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

/* The values of a part: M, and nothing else. */
static void begin_values(struct proximal *p, int part) {
    const struct judge_runs *velocity = &p->judge->parts.velocity;
    const int *start = p->problem->mass_pattern->start;
    const struct judge_run *end = judge_runs_end(&p->nodes, part);
    for (const struct judge_run *r = judge_runs_first(&p->nodes, part); r < end; r++) {
        const int from = proximal_blocks_begin(&p->blocks, r->from),
                  to = proximal_blocks_begin(&p->blocks, r->to);
        memset(p->blocks.values + from, 0,
               (size_t)(to - from) * sizeof *p->blocks.values);
    }
    end = judge_runs_end(velocity, part);
    for (const struct judge_run *r = judge_runs_first(velocity, part); r < end; r++)
        for (int k = start[r->from]; k < start[r->to]; k++)
            p->blocks.values[p->mass_place[k]] = p->problem->mass[k];
}

static void add_contact(struct proximal *p, int c, const void *product) {
    if (p->takes_part[c])
        add_element(p, c, *(double *const *)product);
}

static void add_joint(struct proximal *p, int j, const void *product) {
    add_contact(p, p->contacts + j, product);
}

/* Finds 0 where the part's matrix is singular, else 1. */
static void factor_part(void *context, int part) {
    struct proximal *p = context;
    double *found = p->judge->parts.found + part;
    double *product = p->product + (ptrdiff_t)3 * p->blocks.largest * part;
    if (!p->is_gathered) {
        proximal_each_contact(p, part, gather_contact, NULL);
        proximal_each_joint(p, part, gather_joint, NULL);
    }
    begin_values(p, part);
    proximal_each_contact(p, part, add_contact, &product);
    proximal_each_joint(p, part, add_joint, &product);
    const struct judge_run *end = judge_runs_end(&p->nodes, part);
    *found = 1;
    for (const struct judge_run *r = judge_runs_first(&p->nodes, part);
         r<end && * found> 0; r++)
        *found = proximal_blocks_factor(&p->blocks, r->from, r->to);
}

bool proximal_factor(struct proximal *p) {
    if (factors_are_there(p))
        return true;
    team_run(p->judge->parts.team, factor_part, p);
    p->is_gathered = true;
    p->factorizations++;
    keep_stiffness(p);
    p->is_factored = true;
    for (int k = 0; k < p->judge->parts.count; k++)
        p->is_factored = p->is_factored && p->judge->parts.found[k] > 0;
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

static void push_contact(struct proximal *p, int c, const void *unused) {
    (void)unused;
    if (p->takes_part[c])
        push_element(p, c);
}

static void push_joint(struct proximal *p, int j, const void *unused) {
    push_contact(p, p->contacts + j, unused);
}

static void pull_contact(struct proximal *p, int c, const void *unused) {
    (void)unused;
    pull_element(p, c);
}

static void pull_joint(struct proximal *p, int j, const void *unused) {
    pull_contact(p, p->contacts + j, unused);
}

static void solve_part(void *context, int part) {
    struct proximal *p = context;
    const struct judge_run *first = judge_runs_first(&p->nodes, part),
                           *end = judge_runs_end(&p->nodes, part);
    for (const struct judge_run *r = first; r < end; r++) {
        const int from = p->blocks.offset[r->from], to = p->blocks.offset[r->to];
        memset(p->dv + from, 0, (size_t)(to - from) * sizeof *p->dv);
    }
    proximal_each_contact(p, part, push_contact, NULL);
    proximal_each_joint(p, part, push_joint, NULL);
    for (const struct judge_run *r = first; r < end; r++)
        proximal_blocks_solve_down(&p->blocks, r->from, r->to, p->dv);
    for (const struct judge_run *r = end; r > first; r--)
        proximal_blocks_solve_up(&p->blocks, r[-1].from, r[-1].to, p->dv);
    proximal_each_contact(p, part, pull_contact, NULL);
    proximal_each_joint(p, part, pull_joint, NULL);
}

void proximal_solve(struct proximal *p) {
    team_run(p->judge->parts.team, solve_part, p);
}
