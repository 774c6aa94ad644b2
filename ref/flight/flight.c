/* Storage of the motion between events.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight.h"
#include "ref/model.h"
#include "ref/taylor/flow.h"

#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "ref/linear.h"

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
        *all[i] = room_numbers(&f->room, f->contacts, f->work);
    return f->room.is_short ? REF_NO_MEMORY : REF_OK;
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
        *all[i].series = room_numbers(&f->room, all[i].elements * count, f->work);
    f->schur = room_numbers(&f->room, most * most, f->work);
    f->right = room_numbers(&f->room, most, 2 * f->work);
    f->scratch = room_numbers(&f->room, f->nv, f->work);
    f->lean = room_numbers(&f->room, f->rows, f->work);
    f->watched = room_numbers(&f->room, f->order + 2, f->work);
    f->speed_size = room_numbers(&f->room, f->order + 2, f->work);
    f->unknown = room_take(&f->room, (size_t)most, sizeof *f->unknown);
    return !f->room.is_short;
}

static enum ref_status fill(struct flight *f, enum eval_constants constants) {
    f->first = room_take(&f->room, (size_t)f->contacts + 1, sizeof *f->first);
    f->state = room_take(&f->room, (size_t)f->contacts, sizeof *f->state);
    f->from_rest = room_take(&f->room, (size_t)f->contacts, sizeof *f->from_rest);
    f->closed = room_take(&f->room, (size_t)f->contacts, sizeof *f->closed);
    f->dwindles = room_take(&f->room, (size_t)f->contacts, sizeof *f->dwindles);
    if (!make_series(f))
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
    if (f->is_squared)
        ref_semidefinite_clear(&f->squared);
    ref_linear_free(f->mass_factors);
    ref_zeros_free(f->zeros);
    mpfr_clears(f->largest_speed, f->largest_position, f->time, f->target, f->step,
                f->sum, f->term, f->size, (mpfr_ptr)NULL);
    room_clear(&f->room);
    free(f);
}
