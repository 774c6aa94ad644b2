/* Products with J, a contact's rows at a time. Where they have the same columns, as the normal
 * and the slides of two bodies, each column is looked up once and the rows' sums do not wait for
 * each other; every sum has its terms in the same order as row by row. Internal to fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_ROW_GROUPS_H
#define FAST_ROW_GROUPS_H

#include <math.h>
#include <stdbool.h>

#include "fast/system.h"

enum { row_group_most = 3 };

struct row_groups {
    const struct fast_pattern *pattern; /* of J^T: a column for each row of J */
    const int *first;                   /* [contacts + 1] */
    bool *agree;                        /* [contacts] three rows of the same columns */
};

/* pattern and first are the caller's, and outlive it. False: no memory; cleared in any case. */
bool row_groups_init(struct row_groups *g, int contacts, const int *first,
                     const struct fast_pattern *pattern);
void row_groups_clear(struct row_groups *g);

/* sum + a v of one row with `entries` entries, at index. */
static inline double row_groups_dot_one(int entries, const int *index, const double *a,
                                        const double *v, double sum) {
    for (int e = 0; e < entries; e++)
        sum += a[e] * v[index[e]];
    return sum;
}

/* The same of three, whose entries stand one row after the other. */
static inline void row_groups_dot_three(int entries, const int *index, const double *a,
                                        const double *v, const double *offset,
                                        double *sum) {
    const double *b = a + entries, *c = b + entries;
    double s0 = offset[0], s1 = offset[1], s2 = offset[2];
    for (int e = 0; e < entries; e++) {
        const double x = v[index[e]];
        s0 += a[e] * x;
        s1 += b[e] * x;
        s2 += c[e] * x;
    }
    sum[0] = s0, sum[1] = s1, sum[2] = s2;
}

/* The sum of the terms' sizes of one row, and of three. */
static inline double row_groups_size_one(int entries, const int *index, const double *a,
                                         const double *v) {
    double s = 0;
    for (int e = 0; e < entries; e++)
        s += fabs(a[e] * v[index[e]]);
    return s;
}

static inline void row_groups_size_three(int entries, const int *index, const double *a,
                                         const double *v, double *sum) {
    const double *b = a + entries, *c = b + entries;
    double s0 = 0, s1 = 0, s2 = 0;
    for (int e = 0; e < entries; e++) {
        const double x = v[index[e]];
        s0 += fabs(a[e] * x);
        s1 += fabs(b[e] * x);
        s2 += fabs(c[e] * x);
    }
    sum[0] = s0, sum[1] = s1, sum[2] = s2;
}

/* target += a^T factor of one row, and of three. */
static inline void row_groups_add_one(int entries, const int *index, const double *a,
                                      double factor, double *target) {
    for (int e = 0; e < entries; e++)
        target[index[e]] += a[e] * factor;
}

static inline void row_groups_add_three(int entries, const int *index, const double *a,
                                        const double *factor, double *target) {
    const double *b = a + entries, *c = b + entries;
    const double r0 = factor[0], r1 = factor[1], r2 = factor[2];
    for (int e = 0; e < entries; e++) {
        double *x = target + index[e];
        *x = ((*x + a[e] * r0) + b[e] * r1) + c[e] * r2;
    }
}

/* The entries of a row. */
static inline int row_groups_entries(const struct row_groups *g, int row) {
    return g->pattern->start[row + 1] - g->pattern->start[row];
}

/* u[i] := offset[i] + row i of J times v, of contact c; `values` are J's. */
static inline void row_groups_dot(const struct row_groups *g, int c, const double *values,
                                  const double *v, const double *offset, double *u) {
    const int *start = g->pattern->start, *index = g->pattern->row;
    const int from = g->first[c], to = g->first[c + 1];
    if (g->agree[c]) {
        row_groups_dot_three(row_groups_entries(g, from), index + start[from],
                             values + start[from], v, offset + from, u + from);
        return;
    }
    for (int i = from; i < to; i++)
        u[i] = row_groups_dot_one(row_groups_entries(g, i), index + start[i],
                                  values + start[i], v, offset[i]);
}

/* sum[0], .. := the sums of the terms' sizes of the rows of contact c. */
static inline void row_groups_size(const struct row_groups *g, int c,
                                   const double *values, const double *v, double *sum) {
    const int *start = g->pattern->start, *index = g->pattern->row;
    const int from = g->first[c], to = g->first[c + 1];
    if (g->agree[c]) {
        row_groups_size_three(row_groups_entries(g, from), index + start[from],
                              values + start[from], v, sum);
        return;
    }
    for (int i = from; i < to; i++)
        sum[i - from] = row_groups_size_one(row_groups_entries(g, i), index + start[i],
                                            values + start[i], v);
}

/* target += rows^T impulse, of contact c; rows whose impulse is zero are left out. */
static inline void row_groups_add(const struct row_groups *g, int c, const double *values,
                                  const double *impulse, double *target) {
    const int *start = g->pattern->start, *index = g->pattern->row;
    const int from = g->first[c], to = g->first[c + 1];
    const double *r = impulse + from;
    if (g->agree[c] && r[0] != 0 && r[1] != 0 && r[2] != 0) {
        row_groups_add_three(row_groups_entries(g, from), index + start[from],
                             values + start[from], r, target);
        return;
    }
    for (int i = from; i < to; i++)
        if (impulse[i] != 0)
            row_groups_add_one(row_groups_entries(g, i), index + start[i],
                               values + start[i], impulse[i], target);
}

#endif
