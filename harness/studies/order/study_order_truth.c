/* The problem of an order study and its exact solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/base/vector.h"
#include "harness/integrators/initial.h"

/* Correct digits asked of the truth. Errors are some 1e-2 to 1e-10 of the
 * solution, and the fit of the order uses ten digits of them. */
#define TRUTH_DIGITS 20

/* Taylor steps spent on one run. The models' spans take some hundreds; a stiff problem, on
 * which an explicit method may take millions, is studied over a shorter horizon. */
#define TRUTH_STEPS 1500

/* The horizon is halved at most so often in search of a truth. */
#define TRUTH_HALVINGS 40

/* Times are sums of a double and quarters of another one; this holds them exactly. */
#define TIME_BITS 256

static int read_problem(struct order_truth *o, struct diagnostic *d) {
    struct model *m = o->model;
    double end;
    if (initial_and_end(m, &o->begin, o->initial, &end, d))
        return -1;
    o->span = end - o->begin;
    return isfinite(o->span) && o->span > 0
               ? 0
               : message_set(d, "%s: the span is empty or not finite", m->name);
}

static enum ref_status solve(struct order_truth *o) {
    mpfr_t *time = vector_alloc(ORDER_TIMES, TIME_BITS);
    if (time == NULL)
        return REF_NO_MEMORY;
    for (int j = 0; j < ORDER_TIMES; j++) {
        mpfr_set_d(time[j], o->horizon, MPFR_RNDN);
        mpfr_mul_si(time[j], time[j], j + 1, MPFR_RNDN);
        mpfr_div_si(time[j], time[j], ORDER_TIMES, MPFR_RNDN);
        mpfr_add_d(time[j], time[j], o->begin, MPFR_RNDN);
    }
    const struct ref_truth_options options = {.digits = TRUTH_DIGITS,
                                              .constants = EVAL_DOUBLE_CONSTANTS,
                                              .max_steps = TRUTH_STEPS};
    enum ref_status status = truth_store_taylor(
        o->truths, &o->truth, o->model, ORDER_TIMES, vector_const(time), &options);
    vector_free(time, ORDER_TIMES);
    return status;
}

/* A component's size is its largest magnitude at the times; one that is always zero, as far
 * as the truth can tell, is measured in its own unit. What is no larger than the truth's radius, or
 * than what rounding the state makes of it over the horizon, has no size of its own: the problem
 * itself is posed in double. */
static void measure_scale(struct order_truth *o) {
    for (int j = 0; j < ORDER_TIMES; j++)
        o->radius = fmax(o->radius, mpfr_get_d(o->truth->radius[j], MPFR_RNDU));
    for (int i = 0; i < o->nx; i++) {
        o->scale[i] = fabs(o->initial[i]);
        for (int j = 0; j < ORDER_TIMES; j++) {
            double x = mpfr_get_d(o->truth->state[j * o->nx + i], MPFR_RNDN);
            o->scale[i] = fmax(o->scale[i], fabs(x));
        }
        if (o->scale[i] <= fmax(o->radius, o->horizon * o->moving_error[i]))
            o->scale[i] = 1;
    }
}

/* What of a field is evaluated with bounds at one point (t, x). */
struct bounded {
    struct roundoff *roundoff;
    double *in, *in_error; /* (size 1 + nx) */
    double *rate, *error;  /* (size nx) */
    signed char *branch;
};

/* largest[n] := the bounds of the first n rates, where they are more. What cannot be had is 0. */
static void widen(const struct bounded *b, int n, double *largest) {
    roundoff_run(b->roundoff, b->in, b->in_error, b->rate, b->error, b->branch);
    for (int i = 0; i < n; i++)
        largest[i] = isfinite(b->error[i]) ? fmax(largest[i], b->error[i]) : 0;
}

/* Positions go on with velocities that are off by what their own rates' errors come to over the
 * horizon. */
static void measure_rates_at(struct order_truth *o, const struct bounded *b, double t,
                             const double *x) {
    const struct model *m = o->model;
    b->in[0] = t;
    b->in_error[0] = ROUNDOFF_UNIT * fabs(t);
    for (int i = 0; i < o->nx; i++) {
        b->in[1 + i] = x[i];
        b->in_error[1 + i] = ROUNDOFF_UNIT * fabs(x[i]);
    }
    widen(b, o->nx, o->rate_error);
    widen(b, o->nx, o->moving_error);
    for (int i = m->nq; i < m->nq + m->nv; i++)
        b->in_error[1 + i] += o->horizon * o->rate_error[i];
    widen(b, m->nq, o->moving_error);
}

/* At the start and the times. What cannot be had stays 0: rounding then explains less. */
static void measure_rates(struct order_truth *o) {
    const size_t n = (size_t)o->nx;
    struct roundoff *r = roundoff_alloc(o->model);
    double *room = calloc(5 * n + 2, sizeof *room);
    signed char *branch =
        calloc((r != NULL ? (size_t)roundoff_selects(r) : 0) + 1, sizeof *branch);
    if (r != NULL && room != NULL && branch != NULL) {
        const struct bounded b = {
            r, room, room + 1 + n, room + 2 + 2 * n, room + 2 + 3 * n, branch};
        double *x = room + 2 + 4 * n;
        measure_rates_at(o, &b, o->begin, o->initial);
        for (int j = 0; j < ORDER_TIMES; j++) {
            vector_get_doubles(x, vector_const(o->truth->state) + j * o->nx, o->nx);
            measure_rates_at(o, &b, o->begin + o->horizon * (j + 1) / ORDER_TIMES, x);
        }
    }
    free(branch);
    free(room);
    roundoff_free(r);
}

int order_truth_init(struct order_truth *o, struct model *m,
                     const struct truth_store *truths, int halvings,
                     struct diagnostic *d) {
    int nx = m->nq + m->nv + m->nz;
    *o = (struct order_truth){.model = m, .truths = truths, .nx = nx};
    o->initial = calloc((size_t)nx + 1, sizeof *o->initial);
    o->scale = calloc((size_t)nx + 1, sizeof *o->scale);
    o->rate_error = calloc((size_t)nx + 1, sizeof *o->rate_error);
    o->moving_error = calloc((size_t)nx + 1, sizeof *o->moving_error);
    if (o->initial == NULL || o->scale == NULL || o->rate_error == NULL ||
        o->moving_error == NULL)
        return message_set(d, "%s: out of memory", m->name);
    if (read_problem(o, d))
        return -1;
    enum ref_status status = REF_UNABLE;
    while (status != REF_OK && status != REF_NO_MEMORY && halvings <= TRUTH_HALVINGS) {
        o->horizon = ldexp(o->span, -halvings);
        status = solve(o);
        halvings += 2;
    }
    if (status != REF_OK)
        return message_set(d, "%s: no truth to compare with: %s", m->name,
                           ref_status_text(status));
    measure_rates(o);
    measure_scale(o);
    return 0;
}

void order_truth_clear(struct order_truth *o) {
    ref_truth_free(o->truth);
    free(o->initial);
    free(o->scale);
    free(o->rate_error);
    free(o->moving_error);
    free(o->leading);
}
