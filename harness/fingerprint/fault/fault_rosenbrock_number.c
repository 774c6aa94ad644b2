/* A Rosenbrock method's numbers as either of its forms has them, read and changed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault_rosenbrock_number.h"

#include "harness/fingerprint/trees/rationals.h"

/* to += share times the j-th row of a lower triangular matrix of s rows. */
static void add_row(mpq_t *to, mpq_t *matrix, int s, int j, mpq_srcptr share) {
    mpq_t term;
    mpq_init(term);
    for (int k = 0; k <= j; k++) {
        mpq_mul(term, share, matrix[j * s + k]);
        mpq_add(to[k], to[k], term);
    }
    mpq_clear(term);
}

/* x := x + d x_i e_j' G, where j < i, so that x_i and that row of G are left. */
static void multiply(mpq_t *x, const struct tableau *t, struct rosenbrock_place at,
                     mpq_srcptr d) {
    mpq_t share;
    if (x == NULL)
        return;
    mpq_init(share);
    mpq_mul(share, x[at.i], d);
    add_row(x, t->gamma, t->stages, at.j, share);
    mpq_clear(share);
}

static void change_c(struct tableau *t, struct rosenbrock_place at, mpq_srcptr d) {
    const int s = t->stages;
    for (int row = 0; row < s; row++) {
        multiply(t->gamma + row * s, t, at, d);
        for (int part = 0; part < TABLEAU_PARTS; part++)
            multiply(t->a[part] + row * s, t, at, d);
    }
    multiply(t->bq, t, at, d);
    multiply(t->bv, t, at, d);
    multiply(t->eq, t, at, d);
    multiply(t->ev, t, at, d);
}

void rosenbrock_change(struct rosenbrock *r, struct rosenbrock_place at, mpq_srcptr d) {
    struct tableau *t = &r->tableau;
    const int s = t->stages, place = at.i * s;
    switch (at.kind) {
    case ROSENBROCK_GAMMA:
        mpq_add(t->gamma[place + at.j], t->gamma[place + at.j], d);
        return;
    case ROSENBROCK_C: change_c(t, at, d); return;
    case ROSENBROCK_A:
        for (int part = 0; part < TABLEAU_PARTS; part++)
            add_row(t->a[part] + place, t->gamma, s, at.j, d);
        return;
    case ROSENBROCK_OF_TIME: mpq_add(t->gamma_time[at.i], t->gamma_time[at.i], d); return;
    case ROSENBROCK_M:
        add_row(t->bq, t->gamma, s, at.i, d);
        add_row(t->bv, t->gamma, s, at.i, d);
        return;
    case ROSENBROCK_E:
    case ROSENBROCK_KINDS:
        add_row(t->eq, t->gamma, s, at.i, d);
        add_row(t->ev, t->gamma, s, at.i, d);
    }
}

/* value := x' G^-1 in a column, of a row of A, of b or of e. */
static void set_product(mpq_ptr value, const struct rosenbrock *r, mpq_t *row,
                        int column) {
    const int s = r->tableau.stages;
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(value, 0, 1);
    for (int k = column; k < s; k++) {
        mpq_mul(term, row[k], r->inverse[k * s + column]);
        mpq_add(value, value, term);
    }
    mpq_clear(term);
}

void rosenbrock_number(mpq_ptr value, const struct rosenbrock *r,
                       struct rosenbrock_place at) {
    const struct tableau *t = &r->tableau;
    const int s = t->stages, place = at.i * s;
    switch (at.kind) {
    case ROSENBROCK_GAMMA: mpq_set(value, t->gamma[place + at.j]); return;
    case ROSENBROCK_C: mpq_neg(value, r->inverse[place + at.j]); return;
    case ROSENBROCK_A: set_product(value, r, t->a[TABLEAU_VV] + place, at.j); return;
    case ROSENBROCK_M: set_product(value, r, t->bv, at.i); return;
    case ROSENBROCK_OF_TIME: mpq_set(value, t->gamma_time[at.i]); return;
    case ROSENBROCK_E:
    case ROSENBROCK_KINDS: set_product(value, r, t->ev, at.i);
    }
}

/* The inverse of G, which is lower triangular, by columns. */
static void invert(mpq_t *inverse, mpq_t *gamma, int n) {
    mpq_t term;
    mpq_init(term);
    for (int column = 0; column < n; column++)
        for (int row = column; row < n; row++) {
            mpq_ptr entry = inverse[row * n + column];
            mpq_set_si(entry, row == column, 1);
            for (int k = column; k < row; k++) {
                mpq_mul(term, gamma[row * n + k], inverse[k * n + column]);
                mpq_sub(entry, entry, term);
            }
            mpq_div(entry, entry, gamma[row * n + row]);
        }
    mpq_clear(term);
}

int rosenbrock_init(struct rosenbrock *r, struct tableau *t) {
    const int n = t->stages;
    *r = (struct rosenbrock){.tableau = *t};
    *t = (struct tableau){0};
    r->inverse = rationals_alloc((size_t)(n * n));
    r->tableau.gamma_time = rationals_alloc((size_t)n);
    if (r->inverse == NULL || r->tableau.gamma_time == NULL)
        return -1;
    for (int k = 0; k < n * n; k++)
        mpq_add(r->tableau.gamma_time[k / n], r->tableau.gamma_time[k / n],
                r->tableau.gamma[k]);
    invert(r->inverse, r->tableau.gamma, n);
    return 0;
}

void rosenbrock_free(struct rosenbrock *r) {
    const int n = r->tableau.stages;
    rationals_free(r->inverse, (size_t)(n * n));
    tableau_free(&r->tableau);
}
