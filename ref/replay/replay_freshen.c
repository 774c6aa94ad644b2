/* Which matrices a sub-solve iterates with. J is kept through steps and step sizes, and
 * so are the factors of I - h J; the less a trial succeeds, the more is formed anew (E.
 * Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., section IV.8).
 *
 *     trial 1   whatever factors there are
 *     trial 2   factors with this h and the old J
 *     trial 3   a new J and its factors; implicit Euler gives up if J is fresh
 *     trial 4   none
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"

#include <math.h>

bool ref_replay_reuses(const ref_replay *r) {
    return r->options.newton == REF_REUSE;
}

static void form_and_factor(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                            const mpfr_t *start) {
    ref_replay_form_jacobian(r, t, h, start, start);
    ref_replay_factor(r, h);
}

bool ref_replay_freshen(ref_replay *r, int trial, mpfr_srcptr t, mpfr_srcptr h,
                        const mpfr_t *start) {
    ref_replay_tell(r, REF_DECISION_TRIAL, trial, t, h, NULL, NAN);
    bool usable = ref_replay_reuses(r) && r->has_jacobian &&
                  vector_is_finite(vector_const(r->slope), r->n * r->n);
    if (!usable) {
        form_and_factor(r, t, h, start);
        return true;
    }
    if (!r->is_factored) {
        ref_replay_factor(r, h);
        return true;
    }
    if (trial == 1)
        return true;
    if (trial == 2) {
        ref_replay_factor(r, h);
        return true;
    }
    bool is_fresh = r->options.method == REF_IMPLICIT_EULER && r->jacobian_is_fresh;
    if (trial > 3 || is_fresh)
        return false;
    form_and_factor(r, t, h, start);
    return true;
}
