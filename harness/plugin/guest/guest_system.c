/* A model's functions as the callbacks of halfstep_integrator.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/guest/guest_system.h"

#include <limits.h>
#include <math.h>

#include "fast/system.h"
#include "problems/model.h"

static int end_logged(struct guest_system *s, int failed, const double *value,
                      int count) {
    int outcome = guest_system_end(s, failed, value, count);
    if (outcome != 0)
        call_log_failed(&s->log);
    return outcome;
}

/* f, unless this is the call that is to fail. */
static int evaluate_rates(struct guest_system *s, double t, const double *x,
                          double *ydot) {
    const struct integrator_system *system = bind_system(s->binding);
    if (s->model->joints > 0 && !s->model->reduced)
        return -1;
    call_log_add(&s->log, t, x);
    long calls = s->calls[CALLBACK_DERIVATIVE] + s->calls[CALLBACK_RATES];
    if (calls != s->failing_call)
        return system->rates(system->context, t, x, ydot);
    s->failing_call = 0;
    for (int i = 0; i < system->nv + system->nz; i++)
        ydot[i] = NAN;
    return s->fails_by_nan ? 0 : -1;
}

static int derivative(void *context, double t, const double *x, double *xdot) {
    struct guest_system *s = context;
    const struct integrator_system *system = bind_system(s->binding);
    guest_system_begin(s, CALLBACK_DERIVATIVE);
    int failed = guest_map(system, x, x + system->nq, xdot) ||
                 evaluate_rates(s, t, x, xdot + system->nq);
    return end_logged(s, failed, xdot, system->nq + system->nv + system->nz);
}

static int rates(void *context, double t, const double *x, double *ydot) {
    struct guest_system *s = context;
    const struct integrator_system *system = bind_system(s->binding);
    guest_system_begin(s, CALLBACK_RATES);
    int failed = evaluate_rates(s, t, x, ydot);
    return end_logged(s, failed, ydot, system->nv + system->nz);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    struct guest_system *s = context;
    guest_system_begin(s, CALLBACK_MAP);
    return guest_system_end(s, guest_map(bind_system(s->binding), q, v, qdot), qdot,
                            s->system.nq);
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    struct guest_system *s = context;
    guest_system_begin(s, CALLBACK_UNMAP);
    return guest_system_end(s, guest_unmap(bind_system(s->binding), q, qdot, v), v,
                            s->system.nv);
}

static int jacobian(void *context, double t, const double *x, double *matrix) {
    struct guest_system *s = context;
    struct diagnostic ignored;
    const int nx = s->system.nq + s->system.nv + s->system.nz;
    guest_system_begin(s, CALLBACK_JACOBIAN);
    if (nx > GUEST_MOST_DENSE_STATES)
        return guest_system_end(s, -1, matrix, 0);
    int failed = 0;
    if (!s->has_jacobian)
        failed = peer_system_init(&s->jacobian, s->model, LONG_MAX, &ignored);
    s->has_jacobian = failed == 0;
    if (!failed)
        failed = peer_system_jacobian(&s->jacobian, t, x, matrix, nx, 1) != PEER_DONE;
    return guest_system_end(s, failed, matrix, nx * nx);
}

int guest_system_init(struct guest_system *s, struct model *m, struct activity *activity,
                      struct diagnostic *d) {
    *s = (struct guest_system){
        .model = m, .activity = activity, .log.nx = m->nq + m->nv + m->nz};
    enum problem_status bound = bind_alloc(&s->binding, m, false);
    if (bound != PROBLEM_OK)
        return bind_refuse(m, bound, d);
    s->system = (struct halfstep_system){
        .nq = m->nq,
        .nv = m->nv,
        .nz = m->nz,
        .map_is_identity = m->map_is_identity,
        .context = s,
        .derivative = derivative,
        .rates = rates,
        .map = map,
        .unmap = unmap,
        .jacobian = jacobian,
    };
    return guest_model_make(s, d);
}

void guest_system_clear(struct guest_system *s) {
    if (s->has_jacobian)
        peer_system_clear(&s->jacobian);
    guest_model_clear(s);
    guest_constrained_clear(s);
    bind_free(s->binding);
    call_log_clear(&s->log);
    *s = (struct guest_system){.binding = NULL};
}
