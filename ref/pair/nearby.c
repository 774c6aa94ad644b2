/* The way of Newton's method to the neighbourhood of a solution, in double, and what its last
 * factors are good for:
 *
 *     (I - h dF/dx) d = x0 + h F(t1, x) - x,     x := x + d,
 *
 * until |d_i| <= 2^-24 |x_i|, then the factors A of I - h dF/dx at x. From there the same
 * iteration goes on with residuals in the equation's precision and the factors in double
 * (iterative refinement; N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.
 * (2002), section 12.1), which gains some 40 bits at a time and needs no other matrix.
 *
 * It only serves where each update is at most half of the one before, so that it leads to the
 * solution to which the iteration in the equation's precision would.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "problems/base/room.h"
#include "problems/model.h"
#include "problems/readers/eval_double.h"
#include "ref/model.h"
#include "ref/pair/equation.h"

enum { MOST_UPDATES = 20 };

/* An update so small ends the way: that much the factors made after it are off. */
static const double near = 0x1p-24;

/* Components below this part of the largest are compared with that (newton.c). */
static const double floor_part = 0x1p-40;

/* Beyond these sizes of x updates would leave the range of double before they are small. */
static const double least_size = 1e-150, most_size = 1e150;

struct ref_nearby {
    struct room room; /* of all arrays */
    int nx;
    struct expr_matrix pattern; /* of dF/dx; its arrays are the equation's */
    struct eval_double *field, *jacobian;
    double *in;     /* (t1, x) (size 1 + nx) */
    double *start;  /* x0 (size nx) */
    double *update; /* (size nx) */
    double *entry;  /* of dF/dx (size pattern.count) */
    double *matrix; /* I - h dF/dx, then L and U, by rows (size nx*nx) */
    int *exchange;  /* row k was exchanged with row exchange[k] >= k (size nx) */
};

static enum problem_status fill(struct ref_nearby *n, struct model *m,
                                const struct program *field,
                                const struct program *jacobian) {
    n->in = room_doubles(&n->room, 1 + n->nx);
    n->start = room_doubles(&n->room, n->nx);
    n->update = room_doubles(&n->room, n->nx);
    n->entry = room_doubles(&n->room, n->pattern.count);
    n->matrix = room_doubles(&n->room, n->nx * n->nx);
    n->exchange = room_take(&n->room, (size_t)n->nx, sizeof *n->exchange);
    if (n->room.is_short)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = eval_double_alloc(&n->field, m->graph, field);
    if (status == PROBLEM_OK)
        status = eval_double_alloc(&n->jacobian, m->graph, jacobian);
    return status;
}

enum ref_status ref_nearby_alloc(struct ref_nearby **nearby, struct model *m,
                                 const struct program *field,
                                 const struct program *jacobian,
                                 const struct expr_matrix *pattern) {
    *nearby = NULL;
    struct ref_nearby *n = calloc(1, sizeof *n);
    if (n == NULL)
        return REF_NO_MEMORY;
    n->nx = ref_state_size(m);
    n->pattern = *pattern;
    enum problem_status status = fill(n, m, field, jacobian);
    if (status == PROBLEM_OK)
        *nearby = n;
    else
        ref_nearby_free(n);
    return status == PROBLEM_NO_MEMORY ? REF_NO_MEMORY : REF_OK;
}

void ref_nearby_free(struct ref_nearby *n) {
    if (n == NULL)
        return;
    eval_double_free(n->field);
    eval_double_free(n->jacobian);
    room_clear(&n->room);
    free(n);
}

/* Row i := row i - factor * row k, right of column k; the factor takes the place of A_ik. */
static void eliminate(struct ref_nearby *n, int i, int k) {
    double *target = n->matrix + (size_t)i * (size_t)n->nx;
    const double *source = n->matrix + (size_t)k * (size_t)n->nx;
    double factor = target[k] / source[k];
    target[k] = factor;
    for (int j = k + 1; factor != 0 && j < n->nx; j++)
        target[j] -= factor * source[j];
}

static void exchange_rows(struct ref_nearby *n, int i, int k) {
    double *a = n->matrix + (size_t)i * (size_t)n->nx;
    double *b = n->matrix + (size_t)k * (size_t)n->nx;
    for (int j = 0; j < n->nx && i != k; j++) {
        double element = a[j];
        a[j] = b[j];
        b[j] = element;
    }
}

/* P A = L U in the place of A (ref/linear.c); whether there are pivots. */
static bool eliminate_all(struct ref_nearby *n) {
    const size_t nx = (size_t)n->nx;
    for (int k = 0; k < n->nx; k++) {
        int pivot = k;
        for (int i = k + 1; i < n->nx; i++)
            if (fabs(n->matrix[(size_t)i * nx + (size_t)k]) >
                fabs(n->matrix[(size_t)pivot * nx + (size_t)k]))
                pivot = i;
        exchange_rows(n, k, pivot);
        n->exchange[k] = pivot;
        double size = fabs(n->matrix[(size_t)k * nx + (size_t)k]);
        if (!isfinite(size) || size == 0)
            return false;
        for (int i = k + 1; i < n->nx; i++)
            eliminate(n, i, k);
    }
    return true;
}

/* matrix := the factors of I - h dF/dx at x. */
static bool factor(struct ref_nearby *n, double h) {
    const size_t nx = (size_t)n->nx;
    eval_double_run(n->jacobian, n->in, n->entry);
    for (size_t i = 0; i < nx * nx; i++)
        n->matrix[i] = i % (nx + 1) == 0;
    for (int k = 0; k < n->pattern.count; k++)
        n->matrix[(size_t)n->pattern.row[k] * nx + (size_t)n->pattern.column[k]] -=
            h * n->entry[k];
    return eliminate_all(n);
}

/* update := A^-1 update. */
static void solve(struct ref_nearby *n) {
    double *b = n->update;
    for (int k = 0; k < n->nx; k++) {
        double element = b[k];
        b[k] = b[n->exchange[k]];
        b[n->exchange[k]] = element;
    }
    for (int i = 0; i < n->nx; i++)
        for (int j = 0; j < i; j++)
            b[i] -= n->matrix[(size_t)i * (size_t)n->nx + (size_t)j] * b[j];
    for (int i = n->nx - 1; i >= 0; i--) {
        const double *row = n->matrix + (size_t)i * (size_t)n->nx;
        for (int j = i + 1; j < n->nx; j++)
            b[i] -= row[j] * b[j];
        b[i] /= row[i];
    }
}

/* The largest |d_i| / max(|x_i|, |x0_i|, 2^-40 |x|), x after the update, so that a leap from
 * next to nothing is no larger than the one that follows it; NaN where x leaves its range. */
static double measure(const struct ref_nearby *n) {
    const double *x = n->in + 1;
    double largest = 0, size = 0;
    for (int i = 0; i < n->nx; i++)
        largest = fmax(largest, fmax(fabs(x[i]), fabs(n->start[i])));
    if (!(largest > least_size && largest < most_size))
        return NAN;
    for (int i = 0; i < n->nx; i++) {
        double scale = fmax(fabs(x[i]), fmax(fabs(n->start[i]), floor_part * largest));
        double part = fabs(n->update[i]) / scale;
        if (!(part <= size))
            size = part;
    }
    return size;
}

/* x := x + d; the size of d, NaN where there is none. */
static double iterate(struct ref_nearby *n, double h) {
    double *x = n->in + 1;
    eval_double_run(n->field, n->in, n->update);
    for (int i = 0; i < n->nx; i++)
        n->update[i] = n->start[i] - x[i] + h * n->update[i];
    if (!factor(n, h))
        return NAN;
    solve(n);
    for (int i = 0; i < n->nx; i++)
        x[i] += n->update[i];
    return measure(n);
}

bool ref_nearby_approach(struct ref_nearby *n, const struct ref_equation *e) {
    double h = mpfr_get_d(e->h, MPFR_RNDN), before = INFINITY;
    for (int i = 0; i <= n->nx; i++)
        n->in[i] = mpfr_get_d(e->in[i], MPFR_RNDN);
    for (int i = 0; i < n->nx; i++)
        n->start[i] = mpfr_get_d(e->start[i], MPFR_RNDN);
    for (int k = 0; k < MOST_UPDATES; k++) {
        double size = iterate(n, h);
        if (!(size <= before / 2))
            return false;
        if (size <= near)
            return factor(n, h);
        before = size;
    }
    return false;
}

double ref_nearby_component(const struct ref_nearby *n, int i) {
    return n->in[1 + i];
}

void ref_nearby_correct(struct ref_nearby *n, mpfr_t *b) {
    for (int i = 0; i < n->nx; i++)
        n->update[i] = mpfr_get_d(b[i], MPFR_RNDN);
    solve(n);
    for (int i = 0; i < n->nx; i++)
        mpfr_set_d(b[i], n->update[i], MPFR_RNDN);
}
