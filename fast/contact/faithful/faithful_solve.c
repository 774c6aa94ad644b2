/* One solve of a step by PLUS, projected Gauss-Seidel or a solver of the caller's, which gets
 * it as a problem in v, and answers by impulses. The original takes what comes back; so does
 * this, after the residuals of the laws have been measured, counted and told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/faithful/faithful_step.h"

static enum fast_status solve_by_own_means(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    enum fast_status status = c->options.solver == CONTACT_PGS
                                  ? pgs_solve(&f->call)
                                  : plus_solve(f->plus, &f->call);
    c->statistics.iterations += f->call.iterations;
    c->statistics.factorizations += f->call.factorizations;
    return status;
}

void faithful_move_velocities(struct faithful *f) {
    const struct faithful_problem *call = &f->call;
    const size_t rows = (size_t)call->rows;
    for (size_t i = 0; i < rows; i++) {
        double sum = call->applied != NULL ? call->applied[i] : 0;
        for (size_t j = 0; j < rows; j++)
            sum -= call->A[j * rows + i] * call->impulse[j];
        for (int k = 0; k < call->expanders; k++) {
            const size_t j = (size_t)call->expander[k];
            sum -= call->A[j * rows + i] * call->expansion[j];
        }
        call->velocity[i] += sum;
    }
}

static void read_states(struct faithful *f) {
    for (int k = 0; k < f->contacts; k++) {
        struct faithful_contact *point = &f->call.contact[k];
        const enum contact_state state = f->answer.state[point->contact];
        const bool is_out = point->part == FAITHFUL_OBSERVING;
        point->normal_state = point->part == FAITHFUL_KNOWN ? FAITHFUL_GIVEN
                              : is_out || f->impulse[point->normal] >= 0
                                  ? FAITHFUL_OFF
                                  : FAITHFUL_ACTIVE;
        point->friction_state = !point->has_friction || is_out ? FAITHFUL_NO_FRICTION
                                : state == CONTACT_STICKING    ? FAITHFUL_ROLLING
                                                               : FAITHFUL_SLIDING;
    }
}

/* answer := what an own solver says to what is posed, and call's from that. */
static enum fast_status ask_own_solver(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    const struct contact_solver *own = c->options.custom_solver;
    memset(f->answer.impulse, 0, (size_t)c->scene->rows * sizeof(double));
    for (int i = 0; i < c->scene->contacts; i++)
        f->answer.state[i] = CONTACT_ABSENT;
    f->answer.iterations = f->answer.factorizations = 0;
    enum fast_status status = own->solve(own->self, &f->posed, &f->answer);
    c->statistics.iterations += f->answer.iterations;
    c->statistics.factorizations += f->answer.factorizations;
    for (int i = 0; status == FAST_OK && i < c->scene->rows; i++)
        if (!isfinite(f->answer.impulse[i]))
            status = FAST_NOT_FINITE;
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < f->rows; i++)
        f->impulse[i] = f->scene_row[i] < 0 ? 0 : -f->answer.impulse[f->scene_row[i]];
    faithful_move_velocities(f);
    read_states(f);
    return FAST_OK;
}

enum fast_status faithful_solve(struct contact_stepper *c,
                                const struct faithful_phase *phase) {
    struct faithful *f = c->faithful;
    f->call.applied = phase->has_load ? f->applied : NULL;
    faithful_pose(c, phase);
    enum fast_status status =
        c->options.custom_solver != NULL ? ask_own_solver(c) : solve_by_own_means(c);
    return status == FAST_OK ? faithful_judge(c, phase) : status;
}
