/* The last coefficients say nothing about those beyond the order: all that the series of
 * x' = t^600 has at t = 0 vanish. So the sum x(tau) to order p must solve the equation
 * further on, too:
 *
 *     |x'(tau) - F(t + tau, x(tau))| <= 2^-bits (p + 1) max(|F|, |x| / h),
 *
 * at tau = h/8, 2h/8, .., h. The defect of terms beyond the order is (p + 1) / h times
 * their sum at least; and a pulse of F between the ends is seen unless it is all between
 * two places. At the same places the switching functions must be what their series say. A flow that
 * has none of these and proves its steps, or is held against another, looks at h alone: what
 * is between is proved, or the two differ by it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/taylor/switching.h"
#include "ref/taylor/flow_sums.h"
#include "ref/taylor/flow.h"
#include "ref/taylor/switch_sums.h"

/* Whether the step's end is all that is looked at. */
static bool is_end_enough(const ref_flow *f) {
    return (f->proving != NULL || f->is_compared) && f->switching.selects == 0;
}

/* value := x_i, rate := h x_i' at a place. */
static void sum_up(mpfr_ptr value, mpfr_ptr rate, ref_flow *f, int i, int place) {
    mpfr_t *coefficient = eval_jet_input(f->jet, 1 + i);
    if (!is_end_enough(f)) {
        ref_flow_sums_at(value, rate, &f->sums, i, place);
        return;
    }
    ref_flow_sums_end(value, &f->sums, coefficient);
    ref_flow_sums_end_slope(rate, &f->sums, coefficient);
}

/* F := its value on the series at tau, rate := the series' derivative there,
 * largest := max |x| / h, |x| at least 2^-(4 bits). */
static void evaluate_both_sides(ref_flow *f, mpfr_srcptr tau, int place) {
    struct ref_switching *s = &f->switching;
    mpfr_add(eval_jet_input(s->point, 0)[0], f->time, tau, MPFR_RNDN);
    mpfr_set_ui_2exp(s->largest, 1, -REF_FLOOR_FACTOR * (long)f->bits, MPFR_RNDN);
    for (int i = 0; i < f->nx; i++) {
        mpfr_ptr value = eval_jet_input(s->point, 1 + i)[0];
        sum_up(value, s->rate[i], f, i, place);
        mpfr_div(s->rate[i], s->rate[i], f->step, MPFR_RNDN);
        if (mpfr_cmpabs(value, s->largest) > 0)
            mpfr_abs(s->largest, value, MPFR_RNDN);
    }
    mpfr_div(s->largest, s->largest, f->step, MPFR_RNDN);
    for (int i = 0; i < s->selects; i++)
        eval_jet_branches(s->point)[i] = s->branch[i];
    eval_jet_order(s->point, 0);
}

static bool solves_equation(ref_flow *f, mpfr_srcptr tau, int place) {
    struct ref_switching *s = &f->switching;
    mpfr_ptr defect = s->power;
    evaluate_both_sides(f, tau, place);
    mpfr_set_zero(defect, 1);
    for (int i = 0; i < f->nx; i++) {
        mpfr_srcptr rate = eval_jet_output(s->point, i)[0];
        if (!mpfr_number_p(rate))
            return false;
        if (mpfr_cmpabs(rate, s->largest) > 0)
            mpfr_abs(s->largest, rate, MPFR_RNDN);
        mpfr_sub(s->term, s->rate[i], rate, MPFR_RNDN);
        if (mpfr_cmpabs(s->term, defect) > 0)
            mpfr_abs(defect, s->term, MPFR_RNDN);
    }
    mpfr_mul_ui(s->largest, s->largest, (unsigned long)f->order + 1, MPFR_RNDN);
    mpfr_div_2ui(s->largest, s->largest, (unsigned long)f->bits, MPFR_RNDN);
    return mpfr_lessequal_p(defect, s->largest);
}

static bool holds_at_all_places(ref_flow *f) {
    const int last = is_end_enough(f) ? REF_FLOW_PLACES : 1;
    bool holds = true;
    ref_flow_sums_step(&f->sums, f->step);
    for (int i = 0; i < f->nx && !is_end_enough(f); i++)
        ref_flow_sums_terms(&f->sums, i, eval_jet_input(f->jet, 1 + i));
    ref_switch_sums_begin(&f->switching, f->step);
    for (int place = REF_FLOW_PLACES; place >= last && holds; place--) {
        mpfr_mul_ui(f->scratch, f->step, (unsigned long)place, MPFR_RNDN);
        mpfr_div_ui(f->scratch, f->scratch, REF_FLOW_PLACES, MPFR_RNDN);
        holds = solves_equation(f, f->scratch, place) &&
                ref_switch_sums_hold(&f->switching, f->scratch,
                                     (double)place / REF_FLOW_PLACES);
    }
    return holds;
}

bool ref_flow_limit_defect(ref_flow *f) {
    mpfr_prec_t halvings = 0;
    for (; halvings < f->bits && !holds_at_all_places(f); halvings++) {
        mpfr_div_2ui(f->step, f->step, 1, MPFR_RNDN);
        f->taper.off = true; /* which may have been the reason */
    }
    return halvings > 0;
}
