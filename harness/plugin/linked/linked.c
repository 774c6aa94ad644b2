/* Adapters in this process as subjects.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/linked/linked.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fast/system.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/subject.h"
#include "harness/plugin/adapters/adapter.h"
#include "harness/plugin/guest/guest_system.h"
#include "problems/model.h"

struct linked {
    struct peer_system system;
    struct guest_system about; /* what its system says of the model */
    const struct adapter_table *its;
    void *self;
    struct linked_options options;
    double t, *x; /* [nx] */
    struct diagnostic why;
};

/* ---- What the adapter calls. Outcomes of a peer_system are those of the interface. */

static const struct integrator_system *system_of(void *context) {
    return bind_system(((struct linked *)context)->system.binding);
}

static int derivative(void *context, double t, const double *x, double *xdot) {
    return (int)peer_system_field(&((struct linked *)context)->system, t, x, xdot);
}

static int jacobian(void *context, double t, const double *x, double *matrix) {
    struct peer_system *p = &((struct linked *)context)->system;
    return (int)peer_system_jacobian(p, t, x, matrix, p->nx, 1);
}

static int rates(void *context, double t, const double *x, double *ydot) {
    const struct integrator_system *system = system_of(context);
    ((struct linked *)context)->system.evaluations++;
    return system->rates(system->context, t, x, ydot);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    return guest_map(system_of(context), q, v, qdot);
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    return guest_unmap(system_of(context), q, qdot, v);
}

/* ---- A subject */

/* After a call of the adapter: what it has got to, or why not. */
static int end(struct linked *p, int failed) {
    const struct halfstep_integrator *its = &p->its->integrator;
    const char *why = failed ? its->why(p->self) : NULL;
    if (!failed)
        its->state(p->self, &p->t, p->x);
    else if (p->system.evaluations >= p->system.most_evaluations)
        message_set(&p->why, "more evaluations than allowed");
    else
        message_set(&p->why, "%s: %s", its->name,
                    why != NULL ? why : "no reason is given");
    return failed;
}

static int start(void *self, double t, const double *x) {
    struct linked *p = self;
    p->system.evaluations = p->system.jacobians = 0;
    return end(p, p->its->integrator.start(p->self, t, x));
}

static int advance(void *self, double h, double t_final) {
    struct linked *p = self;
    return end(p, p->its->advance_by(p->self, h, t_final));
}

static int run(void *self, double h, double t_final) {
    struct linked *p = self;
    while (p->t < t_final)
        if (advance(self, h, t_final))
            return -1;
    return 0;
}

static int run_own_loop(void *self, double h, double t_final) {
    struct linked *p = self;
    return end(p, p->its->run(p->self, isnan(p->options.step) ? 0 : h, t_final));
}

static int refuse_step(void *self, double h) {
    (void)h;
    return message_set(&((struct linked *)self)->why,
                       "a peer makes no step of a given size");
}

static const double *state(void *self) {
    return ((struct linked *)self)->x;
}

static double time_now(void *self) {
    return ((struct linked *)self)->t;
}

/* The adapters' first counter is the steps. */
static void statistics(void *self, struct named_numbers *into) {
    const struct linked *p = self;
    const char *name;
    double steps = 0;
    p->its->integrator.statistic(p->self, 0, &name, &steps);
    peer_system_statistics(&p->system, (long)steps, into);
}

static const char *why(void *self) {
    return ((struct linked *)self)->why.text;
}

static void free_linked(void *self) {
    struct linked *p = self;
    if (p->self != NULL)
        p->its->integrator.destroy(p->self);
    peer_system_clear(&p->system);
    guest_model_clear(&p->about);
    free(p->x);
    free(p);
}

/* ---- Opening */

static int set_number(struct linked *p, const char *name, double value) {
    char text[32];
    snprintf(text, sizeof text, "%a", value);
    return p->its->integrator.set_option(p->self, name, text);
}

static int set_tolerances(struct linked *p) {
    const struct linked_options *o = &p->options;
    if (o->relative == o->absolute)
        return set_number(p, "accuracy", o->absolute);
    return set_number(p, "relative", o->relative) ||
           set_number(p, "absolute", o->absolute);
}

static int set_options(struct linked *p) {
    const struct linked_options *o = &p->options;
    if (o->word != NULL && p->its->integrator.set_option(p->self, o->word, o->its))
        return -1;
    if (set_tolerances(p))
        return -1;
    return isnan(o->initial_step) ? 0 : set_number(p, "initial-step", o->initial_step);
}

/* The adapter's part. Nonzero: *d says why there is none. */
static int create(struct linked *p, struct model *m, struct diagnostic *d) {
    const struct halfstep_integrator *its = &p->its->integrator;
    struct halfstep_system *system = &p->about.system;
    p->about.model = m;
    p->x = calloc((size_t)p->system.nx + 1, sizeof *p->x);
    if (p->x == NULL || guest_model_make(&p->about, d))
        return message_fail(SUBJECT_NO_MEMORY, d, "%s: out of memory", m->name);
    system->nq = m->nq;
    system->nv = m->nv;
    system->nz = m->nz;
    system->map_is_identity = system_of(p)->map == NULL;
    system->context = p;
    system->derivative = derivative;
    system->rates = rates;
    system->map = map;
    system->unmap = unmap;
    system->jacobian = jacobian;
    system->jacobian_pattern = NULL; /* whose context would be another one */
    system->jacobian_entries = NULL;
    p->self = its->create(system);
    if (p->self == NULL && its->refusal != NULL)
        return message_fail(SUBJECT_REFUSED, d, "%s: %s does not take it: %s", m->name,
                            p->options.name, its->refusal());
    return p->self != NULL && set_options(p) == 0
               ? 0
               : message_fail(SUBJECT_NO_MEMORY, d, "%s: %s cannot be set up", m->name,
                              its->name);
}

int linked_open(struct subject *s, const struct adapter_table *its, struct model *m,
                const struct linked_options *options, struct diagnostic *d) {
    struct linked *p = calloc(1, sizeof *p);
    if (p == NULL)
        return message_fail(SUBJECT_NO_MEMORY, d, "out of memory");
    p->its = its;
    p->options = *options;
    int failed = peer_system_init(&p->system, m, options->most_evaluations, d);
    if (failed == 0)
        failed = create(p, m, d);
    if (failed != 0) {
        free_linked(p);
        return failed;
    }
    *s = (struct subject){.self = p,
                          .nq = m->nq,
                          .nv = m->nv,
                          .nz = m->nz,
                          .method = options->name,
                          .start = start,
                          .step = options->has_own_loop ? NULL : refuse_step,
                          .run = options->has_own_loop ? run_own_loop : run,
                          .advance = options->has_own_loop ? NULL : advance,
                          .state = state,
                          .time = time_now,
                          .statistics = statistics,
                          .why = why,
                          .free = free_linked};
    return 0;
}
