/* What a solution in MPFR tells of a model's joints: multipliers, and the norms of the errors
 * in position and velocity, root mean square or the largest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solve_joints.h"

#include "harness/base/json_number.h"
#include "problems/model.h"
#include "ref/vector.h"

/* Of n numbers, which it destroys. */
static json_t *find_norm(mpfr_t *error, int n, enum projected_norm norm,
                         mpfr_prec_t bits) {
    mpfr_t sum;
    mpfr_init2(sum, bits);
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
    json_t *result = json_decimal(sum, 0);
    mpfr_clear(sum);
    return result;
}

static void add_errors(ref_joints *joints, const struct model *m,
                       enum projected_norm norm, mpfr_prec_t bits, mpfr_srcptr t,
                       const mpfr_t *x, mpfr_t *error, json_t *document) {
    json_t *position = json_null(), *velocity = json_null();
    mpfr_t *rate = error + m->joints;
    if (ref_joints_errors(joints, t, x, error, rate) == REF_OK) {
        position = find_norm(error, m->holonomic, norm, bits);
        velocity = find_norm(rate, m->joints, norm, bits);
    }
    json_object_set_new(
        document, "constraint_errors",
        json_pack("{s:o, s:o}", "position", position, "velocity", velocity));
}

static void add_multipliers(ref_joints *joints, const struct model *m, mpfr_srcptr t,
                            const mpfr_t *x, mpfr_t *lambda, mpfr_t *xdot,
                            json_t *document) {
    json_t *multipliers = json_object();
    bool found = ref_joints_field(joints, t, x, xdot, lambda, NULL) == REF_OK;
    for (int i = 0; i < m->joints; i++)
        json_object_set_new(multipliers, m->joint[i].name,
                            found ? json_decimal(lambda[i], 0) : json_null());
    json_object_set_new(document, "multipliers", multipliers);
}

void solve_add_joints(ref_joints *joints, const struct model *m, enum projected_norm norm,
                      mpfr_prec_t bits, mpfr_srcptr t, const mpfr_t *x,
                      json_t *document) {
    const int nx = m->nq + m->nv + m->nz, room = 2 * m->joints + nx + 1;
    mpfr_t *storage = joints == NULL ? NULL : vector_alloc(room, bits);
    if (storage == NULL) {
        json_object_set_new(document, "multipliers", json_object());
        json_object_set_new(document, "constraint_errors", json_null());
        return;
    }
    add_errors(joints, m, norm, bits, t, x, storage, document);
    add_multipliers(joints, m, t, x, storage, storage + 2 * m->joints, document);
    vector_free(storage, room);
}
