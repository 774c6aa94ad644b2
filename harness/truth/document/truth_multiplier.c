/* The multipliers that belong to a truth, in balls: the model's formulas at the balls of the
 * state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/document/truth_multiplier.h"

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb.h"
#include "ref/truth.h"

enum { guard_bits = 64 };

/* The ball of radius r, rounded up, about the centre. */
static void set_ball(arb_t ball, mpfr_srcptr centre, mpfr_srcptr r) {
    mag_t radius;
    arf_t bound;
    mag_init(radius);
    arf_init(bound);
    arf_set_mpfr(arb_midref(ball), centre);
    arf_set_mpfr(bound, r);
    arf_get_mag(radius, bound);
    mag_set(arb_radref(ball), radius);
    arf_clear(bound);
    mag_clear(radius);
}

static void fill_inputs(arb_ptr in, const struct ref_truth *truth, int k) {
    arf_set_mpfr(arb_midref(in), truth->time[k]);
    for (int i = 0; i < truth->nx; i++)
        set_ball(in + 1 + i, truth->state[k * truth->nx + i],
                 truth->component[k * truth->nx + i]);
}

/* The centre is rounded, and the radius covers that. */
static void get_ball(mpfr_ptr centre, mpfr_ptr radius, const arb_t ball) {
    arf_t bound;
    mag_t error;
    arf_init(bound);
    mag_init(error);
    arf_get_mpfr(centre, arb_midref(ball), MPFR_RNDN);
    arf_set_mpfr(bound, centre);
    arf_sub(bound, bound, arb_midref(ball), ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_get_mag(error, bound);
    mag_add(error, error, arb_radref(ball));
    arf_set_mag(bound, error);
    arf_get_mpfr(radius, bound, MPFR_RNDU);
    mag_clear(error);
    arf_clear(bound);
}

int truth_program_output(mpfr_ptr centre, mpfr_ptr radius, struct model *m,
                         const struct program *p, const struct ref_truth *truth, int k,
                         int i) {
    struct eval_arb *eval = NULL;
    const slong bits = (slong)mpfr_get_prec(truth->state[0]) + guard_bits;
    if (eval_arb_alloc(&eval, m->graph, p, bits, EVAL_EXACT_CONSTANTS) != PROBLEM_OK)
        return -1;
    arb_ptr in = _arb_vec_init(1 + truth->nx), out = _arb_vec_init(p->outputs);
    fill_inputs(in, truth, k);
    eval_arb_refuse_jumps(eval);
    eval_arb_run(eval, in, out);
    bool known = arb_is_finite(out + i);
    if (known)
        get_ball(centre, radius, out + i);
    _arb_vec_clear(in, 1 + truth->nx);
    _arb_vec_clear(out, p->outputs);
    eval_arb_free(eval);
    return known ? 0 : -1;
}

int truth_multiplier(mpfr_ptr centre, mpfr_ptr radius, struct model *m,
                     const struct ref_truth *truth, int k, int joint) {
    struct program *p = m->reduced ? model_multipliers_program(m) : NULL;
    int failed =
        p == NULL || truth_program_output(centre, radius, m, p, truth, k, joint) != 0;
    program_free(p);
    return failed ? -1 : 0;
}
