/* A system's mass matrix, joints and contacts as callbacks: those of fast/system.h, which are the
 * same functions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/guest/guest_system.h"

#include <stdlib.h>
#include <string.h>

#include "fast/system.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind_contacts.h"
#include "problems/model.h"

struct guest_constrained {
    struct bind_contacts *binding;
    struct halfstep_pattern mass, joint, position, response, contact;
    const char **joint_name, **contact_name;
    double *entry; /* of M */
    double *rates; /* [nv + nz] */
};

static const struct integrator_system *begin(struct guest_system *s,
                                             enum activity_callback callback) {
    guest_system_begin(s, callback);
    return bind_contacts_system(s->constrained->binding);
}

static int count_entries(const struct halfstep_pattern *pattern) {
    return pattern->start[pattern->columns];
}

static int free_rates(void *context, double t, const double *x, double *ydot) {
    struct guest_system *s = context;
    const struct integrator_system *its = begin(s, CALLBACK_FREE_RATES);
    int failed = its->rates(its->context, t, x, ydot);
    return guest_system_end(s, failed, ydot, its->nv + its->nz);
}

/* M v', where v' are the free rates. */
static int forces(void *context, double t, const double *x, double *force) {
    struct guest_system *s = context;
    struct guest_constrained *c = s->constrained;
    const struct integrator_system *its = begin(s, CALLBACK_FORCES);
    int failed = its->rates(its->context, t, x, c->rates);
    const size_t size = (size_t)its->nv * sizeof *force;
    if (its->mass == NULL) {
        memcpy(force, c->rates, size);
        return guest_system_end(s, failed, force, its->nv);
    }
    failed = failed || its->mass(its->context, t, x, c->entry);
    memset(force, 0, size);
    for (int j = 0; j < its->nv && !failed; j++)
        for (int k = c->mass.start[j]; k < c->mass.start[j + 1]; k++)
            force[c->mass.row[k]] += c->entry[k] * c->rates[j];
    return guest_system_end(s, failed, force, its->nv);
}

static int mass(void *context, double t, const double *x, double *entry) {
    struct guest_system *s = context;
    const struct integrator_system *its = begin(s, CALLBACK_MASS);
    int failed = its->mass(its->context, t, x, entry);
    return guest_system_end(s, failed, entry, count_entries(&s->constrained->mass));
}

static int joint_position(void *context, double t, const double *x, double *error,
                          double *entry) {
    struct guest_system *s = context;
    const struct integrator_system *its = begin(s, CALLBACK_JOINT_POSITION);
    int failed = its->position(its->context, t, x, error, entry);
    return guest_system_end(s, failed, error, its->holonomic);
}

static int joint_velocity(void *context, double t, const double *x, double *error,
                          double *entry) {
    struct guest_system *s = context;
    const struct integrator_system *its = begin(s, CALLBACK_JOINT_VELOCITY);
    int failed = its->velocity(its->context, t, x, error, entry);
    return guest_system_end(s, failed, error, its->joints);
}

static int joint_dynamics(void *context, double t, const double *x, double *ydot,
                          double *bias, double *entry, double *response) {
    struct guest_system *s = context;
    const struct integrator_system *its = begin(s, CALLBACK_JOINT_DYNAMICS);
    int failed = its->dynamics(its->context, t, x, ydot, bias, entry, response);
    return guest_system_end(s, failed, ydot, its->nv + its->nz);
}

static int gaps(void *context, double t, const double *x, double *gap) {
    struct guest_system *s = context;
    const struct integrator_system *its = begin(s, CALLBACK_GAPS);
    return guest_system_end(s, its->gap(its->context, t, x, gap), gap, its->contacts);
}

static int contact_rows(void *context, double t, const double *x, double *gap,
                        double *offset, double *entry) {
    struct guest_system *s = context;
    const struct integrator_system *its = begin(s, CALLBACK_CONTACT_ROWS);
    int failed = its->contact_rows(its->context, t, x, gap, offset, entry);
    return guest_system_end(s, failed, gap, its->contacts);
}

/* NULL where there is none. */
static const struct halfstep_pattern *take_pattern(struct halfstep_pattern *into,
                                                   const struct fast_pattern *p) {
    if (p == NULL)
        return NULL;
    *into = (struct halfstep_pattern){p->rows, p->columns, p->start, p->row};
    return into;
}

static int alloc_arrays(struct guest_constrained *c, const struct model *m) {
    const struct integrator_system *its = bind_contacts_system(c->binding);
    const size_t entries =
        its->mass == NULL ? 0 : (size_t)its->mass_pattern->start[its->nv];
    c->entry = calloc(entries + 1, sizeof *c->entry);
    c->rates = calloc((size_t)(m->nv + m->nz) + 1, sizeof *c->rates);
    c->joint_name = calloc((size_t)m->joints + 1, sizeof *c->joint_name);
    c->contact_name = calloc((size_t)m->contacts + 1, sizeof *c->contact_name);
    if (c->entry == NULL || c->rates == NULL || c->joint_name == NULL ||
        c->contact_name == NULL)
        return -1;
    for (int i = 0; i < m->joints; i++)
        c->joint_name[i] = m->joint[i].name;
    for (int i = 0; i < m->contacts; i++)
        c->contact_name[i] = m->contact[i].name;
    return 0;
}

static void fill_joints(struct halfstep_system *system, struct guest_constrained *c,
                        const struct integrator_system *its) {
    system->joints = its->joints;
    system->holonomic = its->holonomic;
    system->joint = c->joint_name;
    system->joint_position = joint_position;
    system->joint_velocity = joint_velocity;
    system->joint_dynamics = joint_dynamics;
    system->joint_pattern = take_pattern(&c->joint, its->joint_pattern);
    system->position_pattern = take_pattern(&c->position, its->position_pattern);
    system->response_pattern = take_pattern(&c->response, its->response_pattern);
}

static void fill_contacts(struct halfstep_system *system, struct guest_constrained *c,
                          const struct integrator_system *its) {
    system->contacts = its->contacts;
    system->contact = c->contact_name;
    system->slides = its->slides;
    system->restitution = its->restitution;
    system->static_friction = its->static_friction;
    system->dynamic_friction = its->dynamic_friction;
    system->viscous_friction = its->viscous_friction;
    system->gaps = gaps;
    system->contact_rows = contact_rows;
    system->contact_pattern = take_pattern(&c->contact, its->contact_pattern);
}

int guest_constrained_make(struct guest_system *s, struct diagnostic *d) {
    struct guest_constrained *c = calloc(1, sizeof *c);
    struct halfstep_system *system = &s->system;
    s->constrained = c;
    if (c == NULL)
        return message_set(d, "%s: out of memory", s->model->name);
    enum problem_status status = bind_contacts_alloc(&c->binding, s->model);
    if (status == PROBLEM_OK && alloc_arrays(c, s->model))
        status = PROBLEM_NO_MEMORY;
    if (status != PROBLEM_OK)
        return bind_refuse(s->model, status, d);
    const struct integrator_system *its = bind_contacts_system(c->binding);
    system->free_rates = free_rates;
    system->forces = forces;
    system->mass = its->mass == NULL ? NULL : mass;
    system->mass_pattern = take_pattern(&c->mass, its->mass_pattern);
    if (its->joints > 0)
        fill_joints(system, c, its);
    if (its->contacts > 0)
        fill_contacts(system, c, its);
    return 0;
}

void guest_constrained_clear(struct guest_system *s) {
    struct guest_constrained *c = s->constrained;
    if (c == NULL)
        return;
    bind_contacts_free(c->binding);
    free(c->joint_name);
    free(c->contact_name);
    free(c->entry);
    free(c->rates);
    free(c);
    s->constrained = NULL;
}
