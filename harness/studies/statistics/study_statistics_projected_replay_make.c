/* A run in faithful mode done again by the reference, in so many bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>

#include "harness/results/reference.h"
#include "harness/results/study.h"
#include "harness/studies/statistics/study_statistics_projected_replay.h"
#include "problems/model.h"
#include "ref/vector.h"

static void replay_in_range(struct replayed *o, const struct statistics_runs *r, int k,
                            const struct replay_variant *v) {
    struct model *m = r->study->model;
    struct ref_mechanical_options options =
        reference_projected(&r->setting[k].options.integrator);
    options.negligible = v->negligible;
    options.rounds_joints = v->rounds_joints;
    ref_mechanical *replay;
    mpfr_t end;
    o->status = ref_mechanical_alloc(&replay, m, &options, v->bits);
    if (o->status != REF_OK)
        return;
    mpfr_init2(end, REPLAY_DOUBLE_BITS);
    mpfr_set_d(end, r->setting[k].end, MPFR_RNDN);
    o->status = ref_mechanical_start(replay, NULL, NULL);
    if (o->status == REF_OK)
        o->status = ref_mechanical_run(replay, end, false);
    o->counters = ref_mechanical_statistics(replay);
    if (o->status == REF_OK)
        vector_get_doubles(o->state, ref_mechanical_state(replay), m->nq + m->nv + m->nz);
    ref_mechanical_free(replay);
    mpfr_clear(end);
}

/* What is beyond the largest double is infinite in 53 bits, too. */
void replay_make(struct replayed *o, const struct statistics_runs *r, int k,
                 const struct replay_variant *v) {
    const mpfr_exp_t largest = mpfr_get_emax();
    if (v->bits == REPLAY_DOUBLE_BITS)
        mpfr_set_emax(DBL_MAX_EXP);
    replay_in_range(o, r, k, v);
    mpfr_set_emax(largest);
}
