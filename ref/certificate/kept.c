/* Whether joints hold at the times that are told. The equations of reduced index keep those
 * joints that are independent at the start; one that follows from them there, and parts from
 * them later, they do not know.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/model.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/task.h"
#include "ref/mechanical.h"

/* Starts with few digits are taken as they are, and leave the joints by some 1e-8; a joint that
 * is not kept is off by much more. */
static const double LARGEST_ERROR = 1e-5;
enum { CHECK_BITS = 128 };

static bool is_kept(int count, mpfr_t *error) {
    for (int i = 0; i < count; i++)
        if (!mpfr_number_p(error[i]) ||
            fabs(mpfr_get_d(error[i], MPFR_RNDN)) > LARGEST_ERROR)
            return false;
    return true;
}

enum ref_status ref_truth_joints_kept(const struct ref_truth *truth, struct model *m,
                                      enum eval_constants constants) {
    const int n = ref_state_size(m);
    ref_joints *joints = NULL;
    mpfr_t *error = vector_alloc(m->joints, CHECK_BITS);
    mpfr_t *rate = vector_alloc(m->joints, CHECK_BITS);
    enum ref_status status = error == NULL || rate == NULL ? REF_NO_MEMORY : REF_OK;
    if (status == REF_OK)
        status = ref_joints_alloc(&joints, m, CHECK_BITS, constants);
    for (int j = 0; j < truth->times && status == REF_OK; j++) {
        const mpfr_t *x = vector_const(truth->state + j * n);
        status = ref_joints_errors(joints, truth->time[j], x, error, rate);
        if (status == REF_OK && !(is_kept(m->joints, error) && is_kept(m->joints, rate)))
            status = REF_JOINT_BROKEN;
    }
    ref_joints_free(joints);
    vector_free(error, m->joints);
    vector_free(rate, m->joints);
    return status;
}
