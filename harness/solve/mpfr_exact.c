/* Methods in MPFR with their discrete equations solved to the last bit: x(k) at t(k) = a + k h
 * from the start a on; the last step ends at the end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/solve/exact_method.h"
#include "harness/solve/solve_mpfr.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/vector.h"

/* Two times that differ by less than the last ten bits are the same time, rounded. */
enum { bits_of_rounding = 10, vectors = 3 };

struct exact {
    struct exact_method method;
    int nx;
    mpfr_t *next, *estimate, *next_estimate; /* in one piece, from `next` on */
    long steps;
};

/* The number of steps to the end: the quotient, rounded up unless it is an integer but for
 * rounding. */
static long count_steps(const struct mpfr_run *r) {
    mpfr_t count, rest;
    mpfr_inits2(r->request->bits, count, rest, (mpfr_ptr)0);
    mpfr_sub(count, r->until, r->begin, MPFR_RNDN);
    mpfr_div(count, count, r->step, MPFR_RNDN);
    long whole = mpfr_get_si(count, MPFR_RNDN);
    mpfr_sub_si(rest, count, whole, MPFR_RNDN);
    mpfr_div_2si(count, count, (long)r->request->bits - bits_of_rounding, MPFR_RNDN);
    bool is_whole = mpfr_cmpabs(rest, count) <= 0;
    long steps = is_whole || mpfr_sgn(rest) < 0 ? whole : whole + 1;
    mpfr_clears(count, rest, (mpfr_ptr)0);
    return steps;
}

/* One step to the time `to`. */
static enum ref_status make_step(struct mpfr_run *r, mpfr_srcptr to) {
    struct exact *e = r->self;
    const struct exact_method *method = &e->method;
    mpfr_sub(r->h, to, r->t, MPFR_RNDN);
    enum ref_status status = method->step(method->self, r->t, vector_const(r->x), r->h,
                                          to, e->next, e->next_estimate);
    if (status != REF_OK)
        return status;
    r->samples.has_impact =
        method->had_impact != NULL && method->had_impact(method->self);
    samples_take(&r->samples, r->t, vector_const(r->x), to, vector_const(e->next));
    vector_set(r->x, vector_const(e->next), r->nx);
    vector_set(e->estimate, vector_const(e->next_estimate), r->nx);
    mpfr_set(r->t, to, MPFR_RNDN);
    e->steps++;
    return REF_OK;
}

static enum ref_status run(struct mpfr_run *r) {
    const long steps = count_steps(r);
    enum ref_status status = REF_OK;
    samples_take(&r->samples, r->t, vector_const(r->x), r->t, vector_const(r->x));
    for (long k = 1; k <= steps && status == REF_OK; k++) {
        mpfr_mul_si(r->to, r->step, k, MPFR_RNDN);
        mpfr_add(r->to, r->begin, r->to, MPFR_RNDN);
        status = mpfr_check(r, r->t);
        if (status == REF_OK)
            status = make_step(r, k == steps ? r->until : r->to);
    }
    return status;
}

static void tell(struct mpfr_run *r) {
    const struct exact *e = r->self;
    solve_add_exact_position(r->request->model, r->t, vector_const(r->x),
                             e->method.has_estimate ? vector_const(e->estimate) : NULL,
                             r->solution);
    named_add_count(&r->solution->statistics, "steps_taken", e->steps);
    e->method.tell(e->method.self, r->t, vector_const(r->x), r->solution);
}

static enum ref_status open_method(struct exact *e, const struct solve_request *request) {
    switch (subject_family(&request->settings.subject)) {
    case INTEGRATOR_PAIR: return exact_open_pair(&e->method, request);
    case INTEGRATOR_CONTACT: return exact_open_contact(&e->method, request);
    default: return exact_open_mechanical(&e->method, request);
    }
}

static int read_times(struct mpfr_run *r, struct diagnostic *d) {
    const struct solve_request *request = r->request;
    mpfr_set(r->t, r->begin, MPFR_RNDN);
    if (number_read(r->step, request->step, "--step", d) ||
        solve_read_until(r->until, request, d))
        return -1;
    r->times.begin = mpfr_get_d(r->begin, MPFR_RNDN);
    r->times.until = mpfr_get_d(r->until, MPFR_RNDN);
    return solve_check_times(request, r->begin, r->step, r->until, d);
}

static enum ref_status open(struct mpfr_run *r, struct diagnostic *why) {
    const struct solve_request *request = r->request;
    struct exact *e = r->self = calloc(1, sizeof *e);
    if (e == NULL || (e->next = vector_alloc(vectors * r->nx, request->bits)) == NULL)
        return REF_NO_MEMORY;
    e->nx = r->nx;
    e->estimate = e->next + r->nx;
    e->next_estimate = e->estimate + r->nx;
    enum ref_status status = open_method(e, request);
    if (status == REF_OK)
        status = ref_initial(request->model, EVAL_EXACT_CONSTANTS, r->begin, r->x);
    if (status == REF_OK && e->method.begin != NULL)
        status = e->method.begin(e->method.self, r->begin, r->x, why);
    return status == REF_OK && read_times(r, why) ? REF_BAD_ARGUMENT : status;
}

static void explain(struct mpfr_run *r, enum ref_status status, bool begun,
                    struct diagnostic *why) {
    (void)r;
    if (!begun)
        message_set(why, "the initial state: %s", ref_status_text(status));
}

static void free_exact(void *self) {
    struct exact *e = self;
    if (e == NULL)
        return;
    vector_free(e->next, vectors * e->nx);
    if (e->method.free != NULL)
        e->method.free(e->method.self);
    free(e);
}

const struct mpfr_class mpfr_exact = {
    .open = open, .run = run, .tell = tell, .explain = explain, .free = free_exact};
