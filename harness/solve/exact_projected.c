/* Semi-explicit Euler and its relatives with their equations solved to the last bit, each
 * step followed by the projection onto the model's joints (unless it is off), to the last bits
 * too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/solve/exact_method.h"
#include "harness/solve/solve_joints.h"
#include "ref/mechanical.h"

struct own {
    int nx;
    ref_step *step;
    ref_joints *joints; /* NULL: there are none */
    bool projects, estimates_backwards;
    struct model *model;
    enum projected_norm norm;
    mpfr_prec_t bits;
};

static enum ref_status begin(void *self, mpfr_srcptr t, mpfr_t *x,
                             struct diagnostic *why) {
    struct own *own = self;
    (void)why;
    return own->joints == NULL ? REF_OK : ref_joints_project(own->joints, t, x);
}

static enum ref_status step(void *self, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                            mpfr_srcptr t1, mpfr_t *x1, mpfr_t *estimate) {
    struct own *own = self;
    enum ref_status status = ref_step_take(own->step, t, x, h, x1, estimate);
    for (int i = 0; i < own->nx && status == REF_OK && own->estimates_backwards; i++)
        mpfr_ui_sub(estimate[i], 0, estimate[i], MPFR_RNDN); /* no minus zero */
    if (status == REF_OK && own->projects)
        status = ref_joints_project(own->joints, t1, x1);
    return status;
}

static void tell(void *self, mpfr_srcptr t, const mpfr_t *x, json_t *statistics,
                 json_t *document) {
    struct own *own = self;
    (void)statistics;
    solve_add_joints(own->joints, own->model, own->norm, own->bits, t, x, document);
}

static void free_own(void *self) {
    struct own *own = self;
    ref_step_free(own->step);
    ref_joints_free(own->joints);
    free(own);
}

/* The result minus a less accurate comparison is minus the error. */
static bool compares_with_worse(const struct subject_options *o) {
    return o->integrator.method == PROJECTED_SEMI_EXPLICIT_EULER_2 ||
           o->integrator.method == PROJECTED_RUNGE_KUTTA_MERSON;
}

enum ref_status exact_open_mechanical(struct exact_method *e,
                                      const struct solve_request *r) {
    const struct subject_options *o = &r->settings.subject;
    struct model *m = r->model;
    struct own *own = calloc(1, sizeof *own);
    *e = (struct exact_method){.self = NULL};
    if (own == NULL)
        return REF_NO_MEMORY;
    *own = (struct own){.nx = m->nq + m->nv + m->nz,
                        .projects = m->joints + m->quaternions > 0 &&
                                    o->integrator.projection != PROJECTED_OFF,
                        .estimates_backwards = compares_with_worse(o),
                        .model = m,
                        .norm = o->integrator.norm,
                        .bits = r->bits};
    enum ref_status status = ref_step_alloc(&own->step, m, solve_reference_method(o),
                                            r->bits, EVAL_EXACT_CONSTANTS);
    if (status == REF_OK && m->joints + m->quaternions > 0)
        status = ref_joints_alloc(&own->joints, m, r->bits, EVAL_EXACT_CONSTANTS);
    if (status != REF_OK) {
        free_own(own);
        return status;
    }
    *e = (struct exact_method){.self = own,
                               .has_estimate =
                                   o->integrator.method != PROJECTED_SEMI_EXPLICIT_EULER,
                               .begin = begin,
                               .step = step,
                               .tell = tell,
                               .free = free_own};
    return REF_OK;
}
