/* Where a replay begins, and what it shows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"

void ref_replay_clear(ref_replay *r) {
    for (int i = 0; i < r->nx; i++)
        mpfr_set_zero(r->estimate[i], 1);
    r->has_jacobian = r->is_factored = false;
    r->jacobian_is_fresh = r->second_half_failed = false;
    ref_replay_clear_statistics(r);
}

enum ref_status ref_replay_start(ref_replay *r, mpfr_srcptr t, const mpfr_t *x) {
    bool is_finite =
        (t == NULL || mpfr_number_p(t)) && (x == NULL || vector_is_finite(x, r->nx));
    if (!is_finite)
        return REF_NOT_FINITE;
    if (t == NULL || x == NULL) {
        enum ref_status status =
            ref_initial(r->model, r->options.constants, r->new_time, r->small);
        if (status != REF_OK)
            return status;
    }
    mpfr_set(r->time, t == NULL ? r->new_time : t, MPFR_RNDN);
    vector_set(r->state, x == NULL ? vector_const(r->small) : x, r->nx);
    mpfr_set_nan(r->previous_step);
    mpfr_set_nan(r->ideal_step);
    ref_replay_clear(r);
    r->started = true;
    return REF_OK;
}

mpfr_srcptr ref_replay_time(const ref_replay *r) {
    return r->time;
}

const mpfr_t *ref_replay_state(const ref_replay *r) {
    return vector_const(r->state);
}

const mpfr_t *ref_replay_estimate(const ref_replay *r) {
    return vector_const(r->estimate);
}
