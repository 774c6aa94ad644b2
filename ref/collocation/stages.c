/* Storage for the equations of a step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/model.h"
#include "ref/task.h"

#include <stdlib.h>

#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

enum {
    /* The arithmetic's bits over those to which the stages are solved: sums of some fifty
     * terms and differences of neighbouring stages lose sixteen, and components may be
     * 2^-REF_STAGES_FLOOR_BITS of the largest. */
    STAGES_GUARD_BITS = REF_STAGES_FLOOR_BITS + 24
};

mpfr_prec_t ref_stages_bits(mpfr_prec_t bits) {
    return bits + STAGES_GUARD_BITS;
}

static enum ref_status allocate_readers(struct ref_stages *e, struct model *m,
                                        enum eval_constants constants) {
    mpfr_prec_t work = ref_stages_bits(e->bits);
    e->field_program = model_field_program(m);
    e->jacobian_program = model_jacobian_program(m, &e->pattern);
    if (e->field_program == NULL || e->jacobian_program == NULL)
        return REF_NO_MEMORY;
    enum problem_status status =
        eval_jet_alloc(&e->field, m->graph, e->field_program, work, 0, constants);
    if (status == PROBLEM_OK)
        status =
            eval_mpfr_alloc(&e->jacobian, m->graph, e->jacobian_program, work, constants);
    return ref_from_problem_status(status);
}

static enum ref_status allocate_vectors(struct ref_stages *e) {
    mpfr_prec_t work = ref_stages_bits(e->bits);
    int n = e->nx, s = e->radau->stages;
    e->start = room_numbers(&e->room, n, work);
    e->z = room_numbers(&e->room, (s + 1) * n, work);
    e->residual = room_numbers(&e->room, s * n, work);
    e->scale = room_numbers(&e->room, n, work);
    e->in = room_numbers(&e->room, 1 + n, work);
    e->entry = room_numbers(&e->room, e->pattern.count, work);
    return e->room.is_short ? REF_NO_MEMORY : REF_OK;
}

static enum ref_status allocate_matrices(struct ref_stages *e) {
    int n = e->nx, modes = e->radau->modes;
    e->factor = room_take(&e->room, (size_t)modes, sizeof *e->factor);
    e->exchange = room_take(&e->room, (size_t)modes, sizeof *e->exchange);
    for (int k = 0; k < modes && !e->room.is_short; k++) {
        acb_mat_init(e->factor[k], n, n);
        e->exchange[k] = room_take(&e->room, (size_t)n, sizeof *e->exchange[k]);
    }
    return e->room.is_short ? REF_NO_MEMORY : REF_OK;
}

enum ref_status ref_stages_init(struct ref_stages *e, struct model *m,
                                const struct ref_radau *radau, mpfr_prec_t bits,
                                enum eval_constants constants) {
    mpfr_prec_t work = ref_stages_bits(bits);
    int n = ref_state_size(m);
    *e = (struct ref_stages){.radau = radau, .nx = n, .bits = bits};
    mpfr_inits2(work, e->t, e->h, e->sum, e->term, (mpfr_ptr)NULL);
    acb_mat_init(e->jacobian_h, n, n);
    acb_mat_init(e->right, radau->stages, n);
    acb_mat_init(e->update, radau->stages, n);
    acb_mat_init(e->modal, radau->modes, n);
    acb_mat_init(e->column, n, 1);
    e->growth = _acb_vec_init(n);
    enum ref_status status = allocate_readers(e, m, constants);
    if (status == REF_OK)
        status = allocate_vectors(e);
    return status == REF_OK ? allocate_matrices(e) : status;
}

static void free_matrices(struct ref_stages *e) {
    for (int k = 0; k < e->radau->modes && e->factor != NULL; k++)
        if (e->factor[k]->rows != NULL)
            acb_mat_clear(e->factor[k]);
    room_clear(&e->room);
    acb_mat_clear(e->jacobian_h);
    acb_mat_clear(e->right);
    acb_mat_clear(e->update);
    acb_mat_clear(e->modal);
    acb_mat_clear(e->column);
    _acb_vec_clear(e->growth, e->nx);
}

void ref_stages_clear(struct ref_stages *e) {
    if (e->radau == NULL)
        return;
    eval_jet_free(e->field);
    eval_mpfr_free(e->jacobian);
    program_free(e->field_program);
    program_free(e->jacobian_program);
    expr_matrix_clear(&e->pattern);
    mpfr_clears(e->t, e->h, e->sum, e->term, (mpfr_ptr)NULL);
    free_matrices(e);
}
