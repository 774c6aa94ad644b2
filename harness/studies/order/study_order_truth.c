/* The problem of an order study and its exact solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/truth/truth_store.h"
#include "problems/model.h"
#include "ref/truth.h"
#include "ref/vector.h"

/* Correct digits asked of the truth. Errors are some 1e-2 to 1e-10 of the
 * solution, and the fit of the order uses ten digits of them. */
enum { TRUTH_DIGITS = 20 };

/* Taylor steps spent on one run. The models' spans take some hundreds; a stiff problem, on
 * which an explicit method may take millions, is studied over a shorter horizon. */
enum { TRUTH_STEPS = 1500 };

/* The horizon is halved at most so often in search of a truth. */
enum { TRUTH_HALVINGS = 40 };

/* Times are sums of a double and quarters of another one; this holds them exactly. */
enum { TIME_BITS = 256 };

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

/* largest[n] := the bounds of the first n rates, where they are more. What cannot be had is 0. */
static void widen(struct roundoff *r, int n, double *largest) {
    roundoff_run(r);
    for (int i = 0; i < n; i++)
        largest[i] = isfinite(r->bound[i]) ? fmax(largest[i], r->bound[i]) : 0;
}

/* Positions go on with velocities that are off by what their own rates' errors come to over the
 * horizon. */
static void measure_rates_at(struct order_truth *o, struct roundoff *r, double t,
                             const double *x) {
    const struct model *m = o->model;
    roundoff_set(r, t, x, ROUNDOFF_UNIT);
    widen(r, o->nx, o->rate_error);
    widen(r, o->nx, o->moving_error);
    for (int i = m->nq; i < m->nq + m->nv; i++)
        r->in_error[1 + i] += o->horizon * o->rate_error[i];
    widen(r, m->nq, o->moving_error);
}

/* At the start and the times. What cannot be had stays 0: rounding then explains less. */
static void measure_rates(struct order_truth *o) {
    struct roundoff *r = roundoff_alloc(o->model);
    double *x = room_doubles(&o->room, o->nx);
    if (r != NULL && x != NULL) {
        measure_rates_at(o, r, o->begin, o->initial);
        for (int j = 0; j < ORDER_TIMES; j++) {
            vector_get_doubles(x, vector_const(o->truth->state) + j * o->nx, o->nx);
            measure_rates_at(o, r, o->begin + o->horizon * (j + 1) / ORDER_TIMES, x);
        }
    }
    roundoff_free(r);
}

int order_truth_init(struct order_truth *o, struct model *m,
                     const struct truth_store *truths, int halvings,
                     struct diagnostic *d) {
    int nx = m->nq + m->nv + m->nz;
    *o = (struct order_truth){.model = m, .truths = truths, .nx = nx};
    o->initial = room_doubles(&o->room, nx);
    o->scale = room_doubles(&o->room, nx);
    o->rate_error = room_doubles(&o->room, nx);
    o->moving_error = room_doubles(&o->room, nx);
    if (o->room.is_short)
        return message_set(d, "%s: out of memory", m->name);
    if (read_problem(o, d))
        return -1;
    enum ref_status status = REF_UNABLE;
    while (status != REF_OK && status != REF_NO_MEMORY && halvings <= TRUTH_HALVINGS) {
        o->horizon = ldexp(o->span, -halvings);
        status = solve(o);
        halvings += ORDER_HALVINGS;
    }
    if (status != REF_OK)
        return message_set(d, "%s: no truth to compare with: %s", m->name,
                           ref_status_text(status));
    measure_rates(o);
    measure_scale(o);
    return 0;
}

int order_more_halvings(const struct order_truth *o) {
    return ilogb(o->span / o->horizon) + ORDER_HALVINGS;
}

void order_truth_clear(struct order_truth *o) {
    ref_truth_free(o->truth);
    room_clear(&o->room);
    free(o->leading);
}
