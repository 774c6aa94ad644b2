/* The time stepper for contacts with every solve to the last bits, ref/contact.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/vector.h"
#include "harness/solve/exact_method.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/contact.h"

/* Of default mode, for a scene of length 1. */
static const double usual_tolerance = 1e-9;

struct own {
    struct model *model;
    int rows, nx, size; /* size: of the storage */
    bool is_faithful;
    double tolerance;
    ref_contact *stepper;
    struct program *program;
    struct eval_mpfr *gaps;
    mpfr_t *storage, *impulse, *in, *gap; /* the others are parts of `storage` */
};

static void find_gaps(struct own *own, mpfr_srcptr t, const mpfr_t *x) {
    mpfr_set(own->in[0], t, MPFR_RNDN);
    vector_set(own->in + 1, x, own->nx);
    eval_mpfr_run(own->gaps, vector_const(own->in), own->gap);
}

/* As fast's default mode: nothing penetrates at the start. */
static enum ref_status begin(void *self, mpfr_srcptr t, mpfr_t *x,
                             struct diagnostic *why) {
    struct own *own = self;
    find_gaps(own, t, vector_const(x));
    for (int i = 0; i < own->model->contacts && !own->is_faithful; i++)
        if (mpfr_cmp_d(own->gap[i], -own->tolerance) < 0) {
            message_set(why, "contact '%s': %s: its gap is %.17g at t = %.17g",
                        own->model->contact[i].name, fast_status_text(FAST_PENETRATION),
                        mpfr_get_d(own->gap[i], MPFR_RNDN), mpfr_get_d(t, MPFR_RNDN));
            return REF_BAD_ARGUMENT;
        }
    return REF_OK;
}

static enum ref_status step(void *self, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                            mpfr_srcptr t1, mpfr_t *x1, mpfr_t *estimate) {
    struct own *own = self;
    (void)t1;
    (void)estimate;
    return ref_contact_step(own->stepper, t, x, h, x1, own->impulse);
}

static bool had_impact(void *self) {
    const struct own *own = self;
    return ref_contact_had_impact(own->stepper);
}

/* By the contacts' names: the gap now, and the impulse of the last step. */
static void tell(void *self, mpfr_srcptr t, const mpfr_t *x, json_t *statistics,
                 json_t *document) {
    struct own *own = self;
    json_t *contacts = json_object();
    int row = 0;
    (void)statistics;
    find_gaps(own, t, x);
    for (int i = 0; i < own->model->contacts; i++) {
        const struct contact *c = &own->model->contact[i];
        const mpfr_t *impulse = vector_const(own->impulse) + row;
        json_object_set_new(contacts, c->name,
                            json_pack("{s:o, s:o}", "gap", json_decimal(own->gap[i], 0),
                                      "impulse",
                                      json_decimals(impulse, 1 + c->slides, 0)));
        row += 1 + c->slides;
    }
    json_object_set_new(document, "contacts", contacts);
}

static void free_own(void *self) {
    struct own *own = self;
    ref_contact_free(own->stepper);
    eval_mpfr_free(own->gaps);
    program_free(own->program);
    vector_free(own->storage, own->size);
    free(own);
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

static enum ref_status make_room(struct own *own, mpfr_prec_t bits) {
    const struct model *m = own->model;
    own->rows = model_contact_rows(m);
    own->nx = m->nq + m->nv + m->nz;
    own->size = own->rows + 1 + own->nx + m->contacts + 1;
    own->storage = vector_alloc(own->size, bits);
    if (own->storage == NULL)
        return REF_NO_MEMORY;
    own->impulse = own->storage;
    own->in = own->impulse + own->rows;
    own->gap = own->in + 1 + own->nx;
    for (int i = 0; i < own->rows; i++)
        mpfr_set_zero(own->impulse[i], 1);
    return REF_OK;
}

static enum ref_status make_own(struct own *own, const struct solve_request *r) {
    struct model *m = own->model = r->model;
    const struct ref_contact_options options = find_options(&r->settings.subject);
    own->is_faithful = options.faithful;
    own->tolerance = isnan(options.constraint_tolerance) ? usual_tolerance
                                                         : options.constraint_tolerance;
    enum ref_status status = make_room(own, r->bits);
    own->program = model_gaps_program(m);
    if (status == REF_OK &&
        (own->program == NULL || eval_mpfr_alloc(&own->gaps, m->graph, own->program,
                                                 r->bits, EVAL_EXACT_CONSTANTS)))
        status = REF_NO_MEMORY;
    return status == REF_OK ? ref_contact_alloc(&own->stepper, m, &options, r->bits)
                            : status;
}

enum ref_status exact_open_contact(struct exact_method *e,
                                   const struct solve_request *r) {
    struct own *own = calloc(1, sizeof *own);
    *e = (struct exact_method){.self = NULL};
    if (own == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = make_own(own, r);
    if (status != REF_OK) {
        free_own(own);
        return status;
    }
    *e = (struct exact_method){.self = own,
                               .begin = begin,
                               .step = step,
                               .had_impact = had_impact,
                               .tell = tell,
                               .free = free_own};
    return REF_OK;
}
