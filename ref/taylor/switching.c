/* Switching surfaces s(t, x) = 0: which branch of each select is in force.
 *
 * Off a surface the branch is the sign of s. On it (at a start, or just after a crossing,
 * unless s itself jumps there) it is the sign of the first coefficient of s along the
 * solution that does not vanish.
 * For a continuous F that coefficient is the same on both sides; for an F that jumps it
 * need not be, and when no choice agrees with itself (the solution would slide along the
 * surface) there is no solution to follow: REF_TANGENT_KINK. The same is reported where F
 * jumps and the first coefficient is zero to rounding only, as rounding would choose the
 * branch.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/model.h"
#include "ref/taylor/zeros.h"
#include "ref/taylor/switching.h"

#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"

enum {
    /* A coefficient is zero to rounding when below 2^-(bits/2) of the largest: where a
     * zero is double, its place, and so the slope there, is known to half the digits
     * only. */
    VANISHING_PART = 2,
    /* A step is halved at most this often for the sake of the switching functions. */
    MAX_HALVINGS = 64
};

static enum ref_status allocate_arrays(struct ref_switching *s, mpfr_prec_t work) {
    size_t count = (size_t)s->selects + 1;
    s->branch = room_take(&s->room, count, sizeof *s->branch);
    s->on_surface = room_take(&s->room, count, sizeof *s->on_surface);
    s->scaled = room_take(&s->room, count * ((size_t)s->order + 1), sizeof *s->scaled);
    s->place = room_numbers(&s->room, s->selects, work);
    s->size = room_numbers(&s->room, s->selects, work);
    s->rate = room_numbers(&s->room, s->nx, work);
    if (s->room.is_short)
        return REF_NO_MEMORY;
    return ref_zeros_alloc(&s->zeros, s->order, work);
}

enum ref_status ref_switching_init(struct ref_switching *s, struct model *m,
                                   const struct program *program, struct eval_jet *jet,
                                   int order, mpfr_prec_t bits, mpfr_prec_t work,
                                   enum eval_constants constants) {
    *s = (struct ref_switching){.selects = program->switches,
                                .nx = ref_state_size(m),
                                .order = order,
                                .bits = bits,
                                .jet = jet};
    mpfr_inits2(work, s->largest, s->term, s->power, s->tau, s->begin, s->first,
                (mpfr_ptr)NULL);
    mpfr_set_zero(s->begin, 1);
    enum ref_status status = allocate_arrays(s, work);
    if (status != REF_OK)
        return status;
    return ref_from_problem_status(
        eval_jet_alloc(&s->point, m->graph, program, work, 0, constants));
}

void ref_switching_clear(struct ref_switching *s) {
    ref_zeros_free(s->zeros);
    eval_jet_free(s->point);
    room_clear(&s->room);
    mpfr_clears(s->largest, s->term, s->power, s->tau, s->begin, s->first,
                (mpfr_ptr)NULL);
}

void ref_switching_start(struct ref_switching *s, mpfr_srcptr t, const mpfr_t *x) {
    mpfr_set(eval_jet_input(s->point, 0)[0], t, MPFR_RNDN);
    for (int i = 0; i < s->nx; i++)
        mpfr_set(eval_jet_input(s->point, 1 + i)[0], x[i], MPFR_RNDN);
    for (int i = 0; i < s->selects; i++)
        eval_jet_branches(s->point)[i] = 0;
    eval_jet_order(s->point, 0);
    for (int i = 0; i < s->selects; i++) {
        mpfr_srcptr value = eval_jet_switch(s->point, i)[0];
        s->branch[i] = 0;
        if (mpfr_number_p(value))
            s->branch[i] = mpfr_sgn(value) >= 0 ? 1 : -1;
        s->on_surface[i] = mpfr_zero_p(value);
        mpfr_set_zero(s->size[i], 1);
    }
}

/* largest := max_k |s_k h^k|, k >= from; power is left at h^order. */
static void find_largest(struct ref_switching *s, const mpfr_t *c, int from,
                         mpfr_srcptr h) {
    mpfr_set_zero(s->largest, 1);
    mpfr_set_ui(s->power, 1, MPFR_RNDN);
    for (int k = 0; k <= s->order; k++) {
        if (k > 0)
            mpfr_mul(s->power, s->power, h, MPFR_RNDN);
        mpfr_mul(s->term, c[k], s->power, MPFR_RNDN);
        if (k >= from && mpfr_cmpabs(s->term, s->largest) > 0)
            mpfr_abs(s->largest, s->term, MPFR_RNDN);
    }
}

int ref_switching_leading(struct ref_switching *s, int i, mpfr_srcptr h, bool *dropped) {
    const mpfr_t *c = eval_jet_switch(s->jet, i);
    *dropped = false;
    if (!s->on_surface[i])
        return 0;
    find_largest(s, c, 1, h);
    mpfr_div_2ui(s->largest, s->largest, (unsigned long)s->bits / VANISHING_PART,
                 MPFR_RNDN);
    mpfr_set(s->power, h, MPFR_RNDN);
    for (int k = 1; k <= s->order; k++) {
        mpfr_mul(s->term, c[k], s->power, MPFR_RNDN);
        if (mpfr_cmpabs(s->term, s->largest) > 0)
            return k;
        if (!mpfr_zero_p(s->term))
            *dropped = true;
        mpfr_mul(s->power, s->power, h, MPFR_RNDN);
    }
    return -1;
}

/* Whether a value of the switching function of select i is zero to rounding. */
static bool vanishes(struct ref_switching *s, int i, mpfr_srcptr value) {
    mpfr_div_2ui(s->term, s->size[i], (unsigned long)s->bits / VANISHING_PART, MPFR_RNDN);
    return mpfr_cmpabs(value, s->term) <= 0;
}

/* The branch that select i has just after the start of the step, 0 if it does not
 * matter. */
static enum ref_status find_branch(struct ref_switching *s, int i, mpfr_srcptr h,
                                   int *branch) {
    bool dropped;
    int k = ref_switching_leading(s, i, h, &dropped);
    *branch = k < 0 ? 0 : mpfr_sgn(eval_jet_switch(s->jet, i)[k]);
    return dropped && ref_switching_jumps(s, i, s->begin, h) ? REF_TANGENT_KINK : REF_OK;
}

enum ref_status ref_switching_settle(struct ref_switching *s, mpfr_srcptr h, int attempt,
                                     bool *changed) {
    *changed = false;
    for (int i = 0; i < s->selects; i++) {
        mpfr_srcptr value = eval_jet_switch(s->jet, i)[0];
        if (!mpfr_number_p(value))
            continue;
        if (s->branch[i] == 0)
            s->branch[i] = (signed char)eval_jet_branch(s->jet, i);
        if (s->on_surface[i] || mpfr_sgn(value) != s->branch[i])
            s->on_surface[i] = vanishes(s, i, value);
        int branch;
        enum ref_status status = find_branch(s, i, h, &branch);
        if (status != REF_OK)
            return status;
        if (branch == 0 || branch == s->branch[i] || (*changed && attempt > 0))
            continue;
        s->branch[i] = (signed char)branch;
        *changed = true;
    }
    return REF_OK;
}

/* Whether the last two terms of a series are below 2^-bits of the largest, which is left
 * in s->largest. */
static bool ends_in_rounding(struct ref_switching *s, const mpfr_t *c, mpfr_srcptr h) {
    find_largest(s, c, 0, h);
    mpfr_div_2ui(s->tau, s->largest, (unsigned long)s->bits, MPFR_RNDN);
    if (mpfr_cmpabs(s->term, s->tau) > 0)
        return false;
    mpfr_div(s->power, s->power, h, MPFR_RNDN);
    mpfr_mul(s->term, c[s->order - 1], s->power, MPFR_RNDN);
    return mpfr_cmpabs(s->term, s->tau) <= 0;
}

void ref_switching_limit_step(struct ref_switching *s, mpfr_ptr h) {
    for (int i = 0; i < s->selects; i++) {
        const mpfr_t *c = eval_jet_switch(s->jet, i);
        int halvings = 0;
        while (!ends_in_rounding(s, c, h) && halvings++ < MAX_HALVINGS)
            mpfr_div_2ui(h, h, 1, MPFR_RNDN);
        mpfr_max(s->size[i], s->size[i], s->largest, MPFR_RNDN);
    }
}
