/* Storage of the motion between events.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight_proof.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/taylor/flow.h"

#include <stdlib.h>

enum {
    GUARD_BITS = 64, /* events cost some, and each step a few */
    ORDER_BITS = 32  /* so many more that what a step leaves out shows in no gap */
};

static enum ref_status make_function(struct flight *f, struct flight_function *made,
                                     struct program *program,
                                     enum eval_constants constants) {
    made->program = program;
    if (program == NULL)
        return REF_NO_MEMORY;
    if (program->switches > 0)
        return REF_NOT_APPLICABLE;
    return ref_from_problem_status(eval_jet_alloc(&made->jet, f->m->graph, program,
                                                  f->work, f->order + 1, constants));
}

static enum ref_status make_functions(struct flight *f, enum eval_constants constants) {
    enum ref_status status =
        make_function(f, &f->map, model_map_program(f->m), constants);
    if (status == REF_OK)
        status = make_function(f, &f->rates, model_free_rates_program(f->m), constants);
    if (status == REF_OK)
        status =
            make_function(f, &f->contact, model_rows_program(f->m, &f->J), constants);
    if (status == REF_OK)
        status = make_function(f, &f->mass, model_mass_program(f->m, &f->M), constants);
    if (status == REF_OK && f->joints > 0)
        status =
            make_function(f, &f->joint, model_velocity_program(f->m, &f->G), constants);
    return status;
}

static enum ref_status make_constants(struct flight *f) {
    mpfr_t **const all[] = {&f->restitution, &f->static_friction, &f->dynamic_friction,
                            &f->viscous_friction};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((*all[i] = vector_alloc(f->contacts, f->work)) == NULL)
            return REF_NO_MEMORY;
    return REF_OK;
}

static enum ref_status read_constants(struct flight *f, enum eval_constants constants) {
    expr value[4];
    enum ref_status status = REF_OK;
    for (int i = 0; i < f->contacts && status == REF_OK; i++) {
        const struct contact *c = &f->m->contact[i];
        value[0] = c->restitution;
        value[1] = c->static_friction;
        value[2] = c->dynamic_friction;
        value[3] = c->viscous_friction;
        mpfr_t *into[] = {&f->restitution[i], &f->static_friction[i],
                          &f->dynamic_friction[i], &f->viscous_friction[i]};
        for (int k = 0; k < 4 && status == REF_OK; k++)
            status = ref_from_problem_status(
                ref_constant(f->m->graph, value[k], constants, *into[k]));
        f->first[i + 1] = f->first[i] + 1 + c->slides;
    }
    return status;
}

static bool make_series(struct flight *f) {
    const int most = f->rows + f->joints, count = f->order + 2;
    const struct {
        mpfr_t **series;
        int elements;
    } all[] = {
        {&f->x, f->nx},           {&f->speed, f->rows},
        {&f->slip, f->contacts},  {&f->along, f->rows},
        {&f->pull, most * f->nv}, {&f->response, most * f->nv},
        {&f->force, most},        {&f->drag, 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((*all[i].series = vector_alloc(all[i].elements * count, f->work)) == NULL)
            return false;
    f->schur = vector_alloc(most * most, f->work);
    f->right = vector_alloc(most, 2 * f->work);
    f->scratch = vector_alloc(f->nv, f->work);
    f->lean = vector_alloc(f->rows, f->work);
    f->watched = vector_alloc(f->order + 2, f->work);
    f->speed_size = vector_alloc(f->order + 2, f->work);
    f->unknown = calloc((size_t)most + 1, sizeof *f->unknown);
    return f->schur != NULL && f->right != NULL && f->scratch != NULL &&
           f->lean != NULL && f->watched != NULL && f->speed_size != NULL &&
           f->unknown != NULL;
}

static enum ref_status fill(struct flight *f, enum eval_constants constants) {
    f->first = calloc((size_t)f->contacts + 1, sizeof *f->first);
    f->state = calloc((size_t)f->contacts + 1, sizeof *f->state);
    f->from_rest = calloc((size_t)f->contacts + 1, sizeof *f->from_rest);
    f->closed = calloc((size_t)f->contacts + 1, sizeof *f->closed);
    f->dwindles = calloc((size_t)f->contacts + 1, sizeof *f->dwindles);
    if (f->first == NULL || f->state == NULL || f->from_rest == NULL ||
        f->closed == NULL || f->dwindles == NULL || !make_series(f))
        return REF_NO_MEMORY;
    enum ref_status status = make_constants(f);
    if (status == REF_OK)
        status = read_constants(f, constants);
    if (status == REF_OK)
        status = make_functions(f, constants);
    if (status == REF_OK)
        status = ref_linear_alloc(&f->mass_factors, f->nv, f->work);
    return status == REF_OK ? ref_zeros_alloc(&f->zeros, f->order, f->work) : status;
}

enum ref_status flight_alloc(struct flight **made, struct model *m, mpfr_prec_t bits,
                             enum eval_constants constants) {
    *made = NULL;
    struct flight *f = calloc(1, sizeof *f);
    if (f == NULL)
        return REF_NO_MEMORY;
    f->m = m;
    f->nq = m->nq;
    f->nv = m->nv;
    f->nz = m->nz;
    f->nx = ref_state_size(m);
    f->contacts = m->contacts;
    f->rows = model_contact_rows(m);
    f->joints = m->joints;
    f->bits = bits;
    f->constants = constants;
    f->work = bits + GUARD_BITS;
    f->order = ref_taylor_order(bits + ORDER_BITS);
    mpfr_inits2(f->work, f->largest_speed, f->largest_position, f->time, f->target,
                f->step, f->sum, f->term, f->size, (mpfr_ptr)NULL);
    enum ref_status status = fill(f, constants);
    if (status == REF_OK)
        *made = f;
    else
        flight_free(f);
    return status;
}

static void free_function(struct flight_function *function) {
    eval_jet_free(function->jet);
    program_free(function->program);
}

static void free_series(struct flight *f) {
    const int most = f->rows + f->joints, count = f->order + 2;
    vector_free(f->x, f->nx * count);
    vector_free(f->speed, f->rows * count);
    vector_free(f->slip, f->contacts * count);
    vector_free(f->along, f->rows * count);
    vector_free(f->pull, most * f->nv * count);
    vector_free(f->response, most * f->nv * count);
    vector_free(f->force, most * count);
    vector_free(f->drag, count);
    vector_free(f->schur, most * most);
    vector_free(f->right, most);
    vector_free(f->scratch, f->nv);
    vector_free(f->lean, f->rows);
    vector_free(f->watched, f->order + 2);
    vector_free(f->speed_size, f->order + 2);
}

void flight_free(struct flight *f) {
    if (f == NULL)
        return;
    flight_prove_end(f);
    struct flight_function *const functions[] = {&f->map, &f->rates, &f->contact,
                                                 &f->mass, &f->joint};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        free_function(functions[i]);
    expr_matrix_clear(&f->J);
    expr_matrix_clear(&f->M);
    expr_matrix_clear(&f->G);
    free_series(f);
    mpfr_t *const constants[] = {f->restitution, f->static_friction, f->dynamic_friction,
                                 f->viscous_friction};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        vector_free(constants[i], f->contacts);
    if (f->is_squared)
        ref_semidefinite_clear(&f->squared);
    ref_linear_free(f->mass_factors);
    ref_zeros_free(f->zeros);
    mpfr_clears(f->largest_speed, f->largest_position, f->time, f->target, f->step,
                f->sum, f->term, f->size, (mpfr_ptr)NULL);
    free(f->first);
    free(f->state);
    free(f->from_rest);
    free(f->closed);
    free(f->dwindles);
    free(f->unknown);
    free(f);
}

bool flight_vanishes(struct flight *f, mpfr_srcptr value, mpfr_srcptr size) {
    mpfr_div_2ui(f->term, size, (unsigned long)f->bits, MPFR_RNDU);
    return mpfr_cmpabs(value, f->term) <= 0;
}
