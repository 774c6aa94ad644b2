/* The time stepper for contacts with every solve to the last bits, ref/contact.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/status.h"
#include "harness/base/message.h"
#include "harness/solve/exact_method.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/contact.h"
#include "ref/vector.h"

/* Of default mode, for a scene of length 1. */
static const double usual_tolerance = 1e-9;

struct exact_contact {
    struct model *model;
    int rows, nx, size; /* size: of the storage */
    bool is_faithful;
    double tolerance;
    ref_contact *stepper;
    struct program *program;
    struct eval_mpfr *gaps;
    mpfr_t *storage, *impulse, *in, *gap; /* the others are parts of `storage` */
};

static void find_gaps(struct exact_contact *exact, mpfr_srcptr t, const mpfr_t *x) {
    mpfr_set(exact->in[0], t, MPFR_RNDN);
    vector_set(exact->in + 1, x, exact->nx);
    eval_mpfr_run(exact->gaps, vector_const(exact->in), exact->gap);
}

/* As fast's default mode: nothing penetrates at the start. */
static enum ref_status begin(void *self, mpfr_srcptr t, mpfr_t *x,
                             struct diagnostic *why) {
    struct exact_contact *exact = self;
    find_gaps(exact, t, vector_const(x));
    for (int i = 0; i < exact->model->contacts && !exact->is_faithful; i++)
        if (mpfr_cmp_d(exact->gap[i], -exact->tolerance) < 0)
            return message_fail(
                REF_BAD_ARGUMENT, why, "contact '%s': %s: its gap is %.17g at t = %.17g",
                exact->model->contact[i].name, fast_status_text(FAST_PENETRATION),
                mpfr_get_d(exact->gap[i], MPFR_RNDN), mpfr_get_d(t, MPFR_RNDN));
    return REF_OK;
}

static enum ref_status step(void *self, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                            mpfr_srcptr t1, mpfr_t *x1, mpfr_t *estimate) {
    struct exact_contact *exact = self;
    (void)t1;
    (void)estimate;
    return ref_contact_step(exact->stepper, t, x, h, x1, exact->impulse);
}

static bool had_impact(void *self) {
    const struct exact_contact *exact = self;
    return ref_contact_had_impact(exact->stepper);
}

/* By the contacts' names: the gap now, and the impulse of the last step. */
static void tell(void *self, mpfr_srcptr t, const mpfr_t *x, struct solution *solution) {
    struct exact_contact *exact = self;
    struct contacts_told *told = &solution->contacts;
    const mpfr_t *impulse = vector_const(exact->impulse);
    find_gaps(exact, t, x);
    solution->has_contacts = true;
    told->contact =
        record_make(&contact_told_record, exact->model->contacts, &told->contacts);
    for (int i = 0; i < told->contacts; i++) {
        const struct contact *c = &exact->model->contact[i];
        struct contact_told *to = &told->contact[i];
        (void)record_set_text(&to->name, c->name);
        to->gap = decimal_exact(exact->gap[i]);
        to->impulse = decimals_of(NULL, impulse, 1 + c->slides);
        to->rows = to->impulse != NULL ? 1 + c->slides : 0;
        impulse += 1 + c->slides;
    }
}

static void free_exact(void *self) {
    struct exact_contact *exact = self;
    ref_contact_free(exact->stepper);
    eval_mpfr_free(exact->gaps);
    program_free(exact->program);
    vector_free(exact->storage, exact->size);
    free(exact);
}

static struct ref_contact_options find_options(const struct subject_options *o) {
    static const enum ref_contact_restitution laws[] = {[CONTACT_POISSON] = REF_POISSON,
                                                        [CONTACT_NEWTON] = REF_NEWTON,
                                                        [CONTACT_NO_RESTITUTION] =
                                                            REF_NO_RESTITUTION};
    static const enum ref_contact_induced induced[] = {
        [CONTACT_SIMULTANEOUS] = REF_SIMULTANEOUS,
        [CONTACT_SEQUENTIAL] = REF_SEQUENTIAL,
        [CONTACT_MIXED] = REF_MIXED};
    static const enum ref_contact_projection projections[] = {
        [CONTACT_BILATERAL] = REF_BILATERAL,
        [CONTACT_UNILATERAL] = REF_UNILATERAL,
        [CONTACT_NO_PROJECTION] = REF_NO_PROJECTION};
    const struct integrator_options *c = &o->integrator;
    const bool faithful = o->integrator.mode == FAST_FAITHFUL;
    return (struct ref_contact_options){
        .faithful = faithful,
        .restitution = laws[c->restitution],
        .induced = induced[c->induced],
        .projection = projections[c->contact_projection],
        .semi_explicit = faithful || c->update == CONTACT_SEMI_EXPLICIT,
        .locates_impacts = !faithful && c->locates_impacts != 0,
        .max_induced = c->max_induced,
        .constraint_tolerance = o->integrator.constraint_tolerance,
        .capture_velocity = c->capture_velocity,
        .min_restitution_velocity = c->min_restitution_velocity,
        .transition_velocity = c->transition_velocity,
        .constants = EVAL_EXACT_CONSTANTS};
}

static enum ref_status make_room(struct exact_contact *exact, mpfr_prec_t bits) {
    const struct model *m = exact->model;
    exact->rows = model_contact_rows(m);
    exact->nx = m->nq + m->nv + m->nz;
    exact->size = exact->rows + 1 + exact->nx + m->contacts + 1;
    exact->storage = vector_alloc(exact->size, bits);
    if (exact->storage == NULL)
        return REF_NO_MEMORY;
    exact->impulse = exact->storage;
    exact->in = exact->impulse + exact->rows;
    exact->gap = exact->in + 1 + exact->nx;
    for (int i = 0; i < exact->rows; i++)
        mpfr_set_zero(exact->impulse[i], 1);
    return REF_OK;
}

static enum ref_status make_exact(struct exact_contact *exact,
                                  const struct solve_request *r) {
    struct model *m = exact->model = r->model;
    const struct ref_contact_options options = find_options(&r->settings.subject);
    exact->is_faithful = options.faithful;
    exact->tolerance = isnan(options.constraint_tolerance) ? usual_tolerance
                                                           : options.constraint_tolerance;
    enum ref_status status = make_room(exact, r->bits);
    exact->program = model_gaps_program(m);
    if (status == REF_OK &&
        (exact->program == NULL || eval_mpfr_alloc(&exact->gaps, m->graph, exact->program,
                                                   r->bits, EVAL_EXACT_CONSTANTS)))
        status = REF_NO_MEMORY;
    return status == REF_OK ? ref_contact_alloc(&exact->stepper, m, &options, r->bits)
                            : status;
}

enum ref_status exact_open_contact(struct exact_method *e,
                                   const struct solve_request *r) {
    struct exact_contact *exact = calloc(1, sizeof *exact);
    *e = (struct exact_method){.self = NULL};
    if (exact == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = make_exact(exact, r);
    if (status != REF_OK) {
        free_exact(exact);
        return status;
    }
    *e = (struct exact_method){.self = exact,
                               .begin = begin,
                               .step = step,
                               .had_impact = had_impact,
                               .tell = tell,
                               .free = free_exact};
    return REF_OK;
}
