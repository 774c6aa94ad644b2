/* Rest for ever: no velocity, no force that changes with time, and impulses that hold all closed
 * contacts against the free accelerations (the laws of velocities, taken for accelerations: at
 * rest they are the same). Which of many such forces act, and when they would fail, is not
 * asked, since nothing changes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/program.h"
#include "ref/flight/flight_dense.h"
#include "ref/lipschitz.h"
#include "ref/vector.h"

/* Whether the program has the time in it, its first input: its series say nothing of what
 * follows later, as of a force that begins with t^600. */
static bool uses_time(const struct program *p) {
    bool uses = false;
    for (int i = 0; i < p->length; i++)
        uses = uses || p->code[i].a == 0 || p->code[i].b == 0 || p->code[i].c == 0;
    for (int i = 0; i < p->outputs; i++)
        uses = uses || p->output[i] == 0;
    return uses;
}

/* Whether the state moves, or what acts on it may change with time alone. */
static bool is_driven(struct flight *f) {
    bool driven = uses_time(f->rates.program) || uses_time(f->contact.program) ||
                  uses_time(f->mass.program) ||
                  (f->joints > 0 && uses_time(f->joint.program));
    for (int j = 0; j < f->nv; j++)
        driven = driven || !mpfr_zero_p(flight_at(f, f->x, f->nq + j, 0));
    flight_look(f);
    for (int j = f->nv; j < f->nv + f->nz; j++)
        driven = driven || !mpfr_zero_p(eval_jet_output(f->rates.jet, j)[0]);
    for (int r = 0; r < f->rows; r++)
        driven =
            driven || !mpfr_zero_p(eval_jet_output(f->contact.jet, f->contacts + r)[0]);
    return driven;
}

static enum ref_status hold(struct flight *f, struct flight_dense *d, bool *held) {
    struct ref_contact_answer answer = {.v = vector_alloc(f->nv, f->work),
                                        .impulse = vector_alloc(f->rows, f->work),
                                        .joint_impulse = vector_alloc(f->joints, f->work),
                                        .state = f->unknown};
    enum ref_status status = REF_NO_MEMORY;
    mpfr_init2(answer.residual, f->work);
    mpfr_set_zero(f->size, 1);
    for (int j = 0; j < f->nv; j++) {
        mpfr_set(d->v[j], eval_jet_output(f->rates.jet, j)[0], MPFR_RNDN);
        if (mpfr_cmpabs(d->v[j], f->size) > 0)
            mpfr_abs(f->size, d->v[j], MPFR_RNDN);
    }
    for (int i = 0; i < f->contacts; i++)
        mpfr_set(d->friction[i], f->static_friction[i], MPFR_RNDN);
    const struct ref_contact_problem problem = flight_dense_problem(f, d);
    if (answer.v != NULL && answer.impulse != NULL && answer.joint_impulse != NULL)
        status = ref_contact_solve(&problem, f->work, &answer);
    *held = status == REF_OK;
    for (int j = 0; j < f->nv && *held; j++)
        *held = flight_vanishes(f, answer.v[j], f->size);
    mpfr_clear(answer.residual);
    vector_free(answer.v, f->nv);
    vector_free(answer.impulse, f->rows);
    vector_free(answer.joint_impulse, f->joints);
    return status == REF_NO_MEMORY ? status : REF_OK;
}

/* Forces that have no derivatives may leave a state by which they are balanced. */
static enum ref_status prove_unique(const struct flight *f) {
    arb_ptr point = _arb_vec_init(1 + f->nx);
    arf_set_mpfr(arb_midref(point), f->time);
    for (int i = 0; i < f->nx; i++)
        arf_set_mpfr(arb_midref(point + 1 + i), flight_at(f, f->x, i, 0));
    enum ref_status status = ref_laws_are_lipschitz(f->m, point, f->constants);
    _arb_vec_clear(point, 1 + f->nx);
    return status;
}

enum ref_status flight_try_rest(struct flight *f) {
    struct flight_dense d;
    f->rests = false;
    if (is_driven(f))
        return REF_OK;
    enum ref_status status =
        flight_dense_make(f, &d) ? hold(f, &d, &f->rests) : REF_NO_MEMORY;
    room_clear(&d.room);
    return status == REF_OK && f->rests ? prove_unique(f) : status;
}
