/* The exact solution by Taylor's method: storage, start, and the way to a given time. One
 * step is in flow_step.c.
 *
 * The order that the precision eps = 2^-bits asks for is ceil(1 - ln(eps)/2): with it and
 * the step of flow_step.c the work for a unit of time is least (A. Jorba, M. Zou,
 * Experimental Mathematics 14 (2005), section 3.1, equation (11)).
 *
 * Coefficients of high orders are computed to fewer bits (taper.c).
 *
 * The series of a smooth F is expanded with a program that computes less (program_shared.h);
 * in defect.c it has to solve the equation as the model has it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/program/program_shared.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/taylor/switching.h"
#include "ref/taylor/flow_sums.h"
#include "ref/taper.h"
#include "ref/taylor/flow.h"

enum {
    /* The arithmetic's bits over those to which the solution is followed: sums of some
     * hundred terms lose seven or eight, a thousand steps as many again. */
    FLOW_GUARD_BITS = 16,
    MIN_ORDER = 4,
    MAX_ORDER = 100000
};

int ref_taylor_order(mpfr_prec_t bits) {
    double order = ceil(1 + 0.5 * (double)bits * log(2.0));
    return order < MIN_ORDER ? MIN_ORDER : (int)order;
}

/* Selects are numbered as the model has them, and not shared. */
static bool make_programs(ref_flow *f, struct model *m) {
    f->program = model_field_program(m);
    if (f->program == NULL || f->program->switches > 0)
        return f->program != NULL;
    f->shared = program_shared_alloc(f->program);
    return f->shared != NULL && program_reduce_roots(f->shared);
}

static enum ref_status init_flow(ref_flow *f, struct model *m,
                                 enum eval_constants constants) {
    mpfr_prec_t work = f->bits + FLOW_GUARD_BITS;
    f->x = vector_alloc(f->nx, work);
    if (!make_programs(f, m) || f->x == NULL)
        return REF_NO_MEMORY;
    enum ref_status made = ref_flow_sums_init(&f->sums, f->nx, work, f->order);
    if (made == REF_OK)
        made = ref_taper_init(&f->taper, f->nx, f->bits);
    if (made != REF_OK)
        return made;
    const struct program *series = f->shared != NULL ? f->shared : f->program;
    enum problem_status status =
        eval_jet_alloc(&f->jet, m->graph, series, work, f->order, constants);
    if (status != PROBLEM_OK)
        return ref_from_problem_status(status);
    made = ref_switching_init(&f->switching, m, f->program, f->jet, f->order, f->bits,
                              work, constants);
    return made == REF_OK ? ref_alternatives_init(f) : made;
}

enum ref_status ref_flow_alloc(ref_flow **f, struct model *m, mpfr_prec_t bits, int order,
                               enum eval_constants constants) {
    *f = NULL;
    if (!ref_precision_is_usable(bits))
        return REF_BAD_ARGUMENT;
    if (order == 0)
        order = ref_taylor_order(bits);
    if (order < MIN_ORDER || order > MAX_ORDER)
        return REF_BAD_ARGUMENT;
    ref_flow *flow = calloc(1, sizeof *flow);
    if (flow == NULL)
        return REF_NO_MEMORY;
    flow->nx = ref_state_size(m);
    flow->bits = bits;
    flow->order = order;
    mpfr_inits2(bits + FLOW_GUARD_BITS, flow->time, flow->target, flow->step,
                flow->scratch, flow->creeping_from, (mpfr_ptr)NULL);
    enum ref_status status = init_flow(flow, m, constants);
    if (status == REF_OK)
        *f = flow;
    else
        ref_flow_free(flow);
    return status;
}

void ref_flow_free(ref_flow *f) {
    if (f == NULL)
        return;
    if (f->switching.jet != NULL) /* ref_switching_init has been called */
        ref_switching_clear(&f->switching);
    ref_alternatives_free(f->others);
    ref_flow_prove_end(f);
    eval_jet_free(f->jet);
    program_free(f->program);
    program_free(f->shared);
    vector_free(f->x, f->nx);
    ref_flow_sums_clear(&f->sums);
    ref_taper_clear(&f->taper);
    mpfr_clears(f->time, f->target, f->step, f->scratch, f->creeping_from,
                (mpfr_ptr)NULL);
    free(f);
}

void ref_flow_compare(ref_flow *f) {
    f->is_compared = true;
}

enum ref_status ref_flow_start(ref_flow *f, mpfr_srcptr t, const mpfr_t *x) {
    if (!mpfr_number_p(t) || !vector_is_finite(x, f->nx))
        return REF_NOT_FINITE;
    mpfr_set(f->time, t, MPFR_RNDN);
    vector_set(f->x, x, f->nx);
    ref_switching_start(&f->switching, f->time, vector_const(f->x));
    f->taper.pace = NAN;
    f->taper.off = false;
    f->steps = 0;
    f->crossings = 0;
    f->creeping = 0;
    f->started = true;
    return REF_OK;
}

enum ref_status ref_flow_aim(ref_flow *f, mpfr_srcptr t1) {
    if (!f->started || !mpfr_number_p(t1))
        return REF_BAD_ARGUMENT;
    mpfr_set(f->target, t1, MPFR_RNDN);
    return mpfr_less_p(f->target, f->time) ? REF_BAD_ARGUMENT : REF_OK;
}

bool ref_flow_arrived(const ref_flow *f) {
    return mpfr_greaterequal_p(f->time, f->target);
}

enum ref_status ref_flow_to(ref_flow *f, mpfr_srcptr t1, long max_steps) {
    enum ref_status status = ref_flow_aim(f, t1);
    for (long i = 0; status == REF_OK && !ref_flow_arrived(f); i++)
        status = i < max_steps ? ref_flow_step(f) : REF_TOO_LONG;
    return status;
}

const mpfr_t *ref_flow_state(const ref_flow *f) {
    return vector_const(f->x);
}

mpfr_srcptr ref_flow_time(const ref_flow *f) {
    return f->time;
}

struct ref_flow_info ref_flow_info(const ref_flow *f) {
    return (struct ref_flow_info){
        .steps = f->steps, .order = f->order, .switches = f->crossings};
}
