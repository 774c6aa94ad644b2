/* Semi-explicit Euler and its relatives with their equations solved to the last bit, each
 * step followed by the projection onto the model's joints (unless it is off), to the last bits
 * too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/methods/method_row.h"
#include "harness/results/reference.h"
#include "harness/solve/exact_method.h"
#include "harness/solve/solve_joints.h"
#include "problems/model.h"
#include "ref/mechanical.h"

struct exact_projected {
    int nx;
    ref_step *step;
    ref_joints *joints; /* NULL: there are none */
    bool projects, estimates_backwards;
    const struct solve_request *request;
};

static enum ref_status begin(void *self, mpfr_srcptr t, mpfr_t *x,
                             struct diagnostic *why) {
    struct exact_projected *exact = self;
    (void)why;
    return exact->joints == NULL ? REF_OK : ref_joints_project(exact->joints, t, x);
}

static enum ref_status step(void *self, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                            mpfr_srcptr t1, mpfr_t *x1, mpfr_t *estimate) {
    struct exact_projected *exact = self;
    enum ref_status status = ref_step_take(exact->step, t, x, h, x1, estimate);
    for (int i = 0; i < exact->nx && status == REF_OK && exact->estimates_backwards; i++)
        mpfr_ui_sub(estimate[i], 0, estimate[i], MPFR_RNDN); /* no minus zero */
    if (status == REF_OK && exact->projects)
        status = ref_joints_project(exact->joints, t1, x1);
    return status;
}

static void tell(void *self, mpfr_srcptr t, const mpfr_t *x, struct solution *solution) {
    struct exact_projected *exact = self;
    solve_add_joints(exact->joints, exact->request, t, x, solution);
}

static void free_exact(void *self) {
    struct exact_projected *exact = self;
    ref_step_free(exact->step);
    ref_joints_free(exact->joints);
    free(exact);
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
    struct exact_projected *exact = calloc(1, sizeof *exact);
    *e = (struct exact_method){.self = NULL};
    if (exact == NULL)
        return REF_NO_MEMORY;
    *exact =
        (struct exact_projected){.nx = m->nq + m->nv + m->nz,
                                 .projects = m->joints + m->quaternions > 0 &&
                                             o->integrator.projection != PROJECTED_OFF,
                                 .estimates_backwards = compares_with_worse(o),
                                 .request = r};
    enum ref_status status = ref_step_alloc(
        &exact->step, m, reference_method(&o->integrator), r->bits, EVAL_EXACT_CONSTANTS);
    if (status == REF_OK && m->joints + m->quaternions > 0)
        status = ref_joints_alloc(&exact->joints, m, r->bits, EVAL_EXACT_CONSTANTS);
    if (status != REF_OK) {
        free_exact(exact);
        return status;
    }
    *e = (struct exact_method){.self = exact,
                               .has_estimate =
                                   method_row_of(o->integrator.method)->controls,
                               .begin = begin,
                               .step = step,
                               .tell = tell,
                               .free = free_exact};
    return REF_OK;
}
