/* SPDX-License-Identifier: BSD-2-Clause */
#include "fast/lanes/lanes_rows.h"

#include <string.h>
#include <stdlib.h>

#include "fast/lanes/lanes_kinds.h"
#include "fast/linear/inverse.h"
#include "fast/linear/vector.h"

static size_t count_doubles(const struct lanes_rows *r) {
    const size_t nx = (size_t)r->nx, ny = (size_t)r->ny, nq = (size_t)r->nq;
    size_t rows = (nq + 2 * ny) * ny;
#define COUNT_X(name) rows += nx;
#define COUNT_Y(name) rows += ny;
#define COUNT_1(name) rows++;
    LANES_ROWS_OF_STATE(COUNT_X)
    LANES_ROWS_OF_RATES(COUNT_Y)
    LANES_SINGLE_ROWS(COUNT_1)
#undef COUNT_X
#undef COUNT_Y
#undef COUNT_1
    return rows * (size_t)r->lanes;
}

static void divide_storage(struct lanes_rows *r) {
    const size_t n = (size_t)r->lanes, nx = (size_t)r->nx, ny = (size_t)r->ny;
    double *storage = r->storage;
#define TAKE_X(name) r->name = fast_take(&storage, nx * n);
#define TAKE_Y(name) r->name = fast_take(&storage, ny * n);
#define TAKE_1(name) r->name = fast_take(&storage, n);
    LANES_ROWS_OF_STATE(TAKE_X)
    LANES_ROWS_OF_RATES(TAKE_Y)
    LANES_SINGLE_ROWS(TAKE_1)
#undef TAKE_X
#undef TAKE_Y
#undef TAKE_1
    r->fq = fast_take(&storage, (size_t)r->nq * ny * n);
    r->half_inverse = fast_take(&storage, ny * ny * n);
    r->whole_inverse = fast_take(&storage, ny * ny * n);
}

bool lanes_rows_alloc(struct lanes_rows *r, int lanes, const struct pair *p) {
    const struct integrator_options *options = &p->options;
    const bool has_tolerances = fast_has_tolerances(p);
    *r = (struct lanes_rows){.lanes = lanes, .nq = p->nq, .ny = p->ny, .nx = p->nx};
    r->relative = has_tolerances ? options->relative : NAN;
    r->absolute = options->absolute;
    r->storage = lanes_storage(count_doubles(r));
    if (r->storage == NULL)
        return false;
    divide_storage(r);
    return true;
}

void lanes_rows_free(struct lanes_rows *r) {
    free(r->storage);
}

bool lanes_rows_take(const struct pair *p) {
    const struct fast_default *d = p->default_mode;
    return d->balance == NULL && d->fqn.pattern == NULL;
}

/* Whether the step after may be one of those that rows can take. */
static bool is_ready(const struct pair *p) {
    const struct fast_default *d = p->default_mode;
    return p->has_jacobian && d->knows_rates && !(d->is_worn_out && d->has_base) &&
           d->half.is_current && d->half.factors->has_inverse && d->whole.is_current &&
           d->whole.factors->has_inverse;
}

static void fill(const struct lanes_rows *r, int lane, int count, const double *from,
                 double *rows) {
    for (int i = 0; i < count; i++)
        rows[i * r->lanes + lane] = from[i];
}

static void read(const struct lanes_rows *r, int lane, int count, const double *rows,
                 double *to) {
    for (int i = 0; i < count; i++)
        to[i] = rows[i * r->lanes + lane];
}

static void enter_matrices(struct lanes_rows *r, int lane, const struct fast_default *d) {
    const int ny = r->ny, stride = fast_inverse_stride(ny);
    fill(r, lane, r->nq * ny, d->fqn.values, r->fq);
    for (int j = 0; j < ny; j++) {
        const int at = j * ny * r->lanes;
        fill(r, lane, ny, d->half.factors->inverse + j * stride, r->half_inverse + at);
        fill(r, lane, ny, d->whole.factors->inverse + j * stride, r->whole_inverse + at);
    }
}

/* What is kept in both places and changes with the steps. */
#define LANES_KEPT(ENTRY)                                                                \
    ENTRY(half_rate)                                                                     \
    ENTRY(whole_rate)                                                                    \
    ENTRY(rates_h)                                                                       \
    ENTRY(extra)                                                                         \
    ENTRY(last_h)                                                                        \
    ENTRY(last_estimate)

bool lanes_rows_enter(struct lanes_rows *r, int lane, const struct pair *p) {
    const struct fast_default *d = p->default_mode;
    r->ready[lane] = is_ready(p);
    if (!is_ready(p))
        return false;
    fill(r, lane, r->nx, p->state, r->state);
    fill(r, lane, r->nx, p->error_estimate, r->estimate);
    fill(r, lane, r->nx, d->scale, r->scale);
    fill(r, lane, r->ny, d->start_rates, r->start_rates);
    enter_matrices(r, lane, d);
#define ENTER(name) r->name[lane] = d->name;
    LANES_KEPT(ENTER)
#undef ENTER
    r->age[lane] = d->age;
    r->half_h[lane] = d->half.h;
    r->whole_h[lane] = d->whole.h;
    r->most_extra[lane] = fast_most_wear * d->cost;
    r->cap = fast_kappa * (fast_has_tolerances(p) ? 1 : p->statistics.accuracy_in_use);
    r->steps[lane] = r->longest[lane] = 0;
    r->evaluations[lane] = r->of_estimator[lane] = 0;
    return true;
}

/* Adds what the lane has counted here. It has made its first step elsewhere. */
static void count(const struct lanes_rows *r, int lane, struct pair_statistics *s) {
    const long evaluations = (long)r->evaluations[lane];
    const long of_estimator = (long)r->of_estimator[lane];
    if (!(r->steps[lane] > 0))
        return;
    s->steps_taken += (long)r->steps[lane];
    s->previous_step = r->previous[lane];
    if (r->longest[lane] > s->largest_step)
        s->largest_step = r->longest[lane];
    s->derivative_evals += evaluations;
    s->newton_iters += evaluations;
    s->ee_derivative_evals += of_estimator;
    s->ee_newton_iters += of_estimator;
}

void lanes_rows_leave(struct lanes_rows *r, int lane, double t, struct pair *p) {
    struct fast_default *d = p->default_mode;
    p->t = t;
    read(r, lane, r->nx, r->state, p->state);
    read(r, lane, r->nx, r->estimate, p->error_estimate);
    read(r, lane, r->ny, r->start_rates, d->start_rates);
#define LEAVE(name) d->name = r->name[lane];
    LANES_KEPT(LEAVE)
#undef LEAVE
    d->age = (int)r->age[lane];
    d->has_base = false; /* it is of an earlier state */
    count(r, lane, &p->statistics);
    r->ready[lane] = 0;
}

double *lanes_storage(size_t doubles) {
    enum { line = 64 };
    const size_t size = (doubles * sizeof(double) / line + 1) * line;
    double *storage = aligned_alloc(line, size);
    if (storage != NULL)
        memset(storage, 0, size);
    return storage;
}
