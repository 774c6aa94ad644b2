/* What a solution in MPFR tells of a model's joints: multipliers, and the norms of the errors
 * in position and velocity, root mean square or the largest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solve_joints.h"

#include <math.h>

#include "problems/model.h"
#include "ref/vector.h"

/* Of n numbers, which it destroys. */
static struct decimal find_norm(mpfr_t *error, int n, const struct solve_request *r) {
    const enum projected_norm norm = r->settings.subject.integrator.norm;
    mpfr_t sum;
    mpfr_init2(sum, r->bits);
    mpfr_set_zero(sum, 1);
    for (int i = 0; i < n; i++) {
        mpfr_abs(error[i], error[i], MPFR_RNDN);
        if (norm == PROJECTED_INFINITY)
            mpfr_max(sum, sum, error[i], MPFR_RNDN);
        else
            mpfr_fma(sum, error[i], error[i], sum, MPFR_RNDN);
    }
    if (norm == PROJECTED_ROOT_MEAN_SQUARE && n > 0) {
        mpfr_div_si(sum, sum, n, MPFR_RNDN);
        mpfr_sqrt(sum, sum, MPFR_RNDN);
    }
    const struct decimal result = decimal_exact(sum);
    mpfr_clear(sum);
    return result;
}

void solve_add_joints(ref_joints *joints, const struct solve_request *r, mpfr_srcptr t,
                      const mpfr_t *x, struct solution *solution) {
    const struct model *m = r->model;
    const int nx = m->nq + m->nv + m->nz, room = 2 * m->joints + nx + 1;
    mpfr_t *storage = joints == NULL ? NULL : vector_alloc(room, r->bits);
    const struct decimal none = {.value = NAN};
    solution->has_multipliers = solution->has_errors = true;
    if (storage == NULL)
        return;
    mpfr_t *error = storage, *rate = error + m->joints, *lambda = error;
    const bool measured = ref_joints_errors(joints, t, x, error, rate) == REF_OK;
    solution->are_errors_known = true;
    solution->error.position = measured ? find_norm(error, m->holonomic, r) : none;
    solution->error.velocity = measured ? find_norm(rate, m->joints, r) : none;
    const bool found =
        ref_joints_field(joints, t, x, storage + 2 * m->joints, lambda, NULL) == REF_OK;
    for (int i = 0; i < m->joints; i++)
        named_add(&solution->multipliers, m->joint[i].name,
                  found ? decimal_exact(lambda[i]) : none);
    vector_free(storage, room);
}
