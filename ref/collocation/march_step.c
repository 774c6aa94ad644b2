/* One step: a guess from the last step's polynomial, the stages, the error, the next
 * size.
 *
 * The error of a polynomial of degree s goes as h^(s+1), the Newton iterations'
 * contraction as h. Iterations for a unit of time, 1 / (h log(1/(c h))), are fewest at a
 * contraction of 1/e; h is chosen for that, or for the error where that asks for less.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/vector.h"

#include <math.h>

enum {
    /* A last piece shorter than this many steps is divided evenly. */
    EVEN_STEPS = 3,
    /* Polynomials are continued over at most so many of their own steps: beyond, terms
     * that are rounding have grown too large. */
    MAX_CONTINUED = 4,
    MAX_GROWTH_BITS = 3, /* of h from step to step */
    FAILURE_BITS = 2     /* h is divided by 2^2 when the stages are not found */
};

static const double aimed_contraction = -1.44; /* log2(1/e) */
static const double safety_bits = 0.15;        /* h is 0.9 of what the error asks for */

/* h := what is left to the target, or even parts of it, if that is little. */
static void cut_to_target(struct ref_march *w, mpfr_ptr h, bool *last) {
    mpfr_sub(w->sum, w->target, w->stages.t, MPFR_RNDN);
    mpfr_div(w->term, w->sum, w->h, MPFR_RNDN);
    *last = mpfr_cmp_ui(w->term, 1) <= 0;
    mpfr_set(h, *last ? w->sum : w->h, MPFR_RNDN);
    if (*last || mpfr_cmp_ui(w->term, EVEN_STEPS) >= 0)
        return;
    mpfr_ceil(w->term, w->term);
    mpfr_div(h, w->sum, w->term, MPFR_RNDN);
}

/* z := the last step's polynomial, continued: x_0 there plus P(1 + c_j h / last_h). */
static void continue_polynomial(struct ref_march *w) {
    struct ref_stages *e = &w->stages;
    int s = w->radau.stages;
    for (int j = 1; j <= s; j++) {
        mpfr_mul(w->place, w->radau.node[j], e->h, MPFR_RNDN);
        mpfr_div(w->place, w->place, w->last_h, MPFR_RNDN);
        mpfr_add_ui(w->place, w->place, 1, MPFR_RNDN);
        ref_radau_values(&w->radau, w->place, w->value);
        for (int i = 0; i < e->nx; i++) {
            mpfr_neg(w->sum, w->last_z[s * e->nx + i], MPFR_RNDN);
            for (int k = 1; k <= s; k++) {
                mpfr_mul(w->term, w->value[k], w->last_z[k * e->nx + i], MPFR_RNDN);
                mpfr_add(w->sum, w->sum, w->term, MPFR_RNDN);
            }
            mpfr_set(e->z[j * e->nx + i], w->sum, MPFR_RNDN);
        }
    }
}

static void guess_stages(struct ref_march *w) {
    struct ref_stages *e = &w->stages;
    mpfr_mul_ui(w->term, w->last_h, MAX_CONTINUED, MPFR_RNDN);
    if (w->continues && mpfr_lessequal_p(e->h, w->term)) {
        continue_polynomial(w);
        return;
    }
    for (int i = 0; i < (w->radau.stages + 1) * e->nx; i++)
        mpfr_set_zero(e->z[i], 1);
}

/* h := h 2^bits. */
static void scale_step(mpfr_ptr h, mpfr_srcptr from, double bits) {
    double whole = floor(bits);
    mpfr_mul_d(h, from, exp2(bits - whole), MPFR_RNDN);
    mpfr_mul_2si(h, h, (long)whole, MPFR_RNDN);
}

/* By how much, in log2, the error allows to change h. */
static double change_for_error(const struct ref_march *w, double error) {
    double change = (-(double)w->stages.bits - error) / (w->radau.stages + 1);
    return fmin(change - safety_bits, MAX_GROWTH_BITS);
}

static void accept(struct ref_march *w, bool last) {
    struct ref_stages *e = &w->stages;
    int s = w->radau.stages;
    mpfr_swap(w->last_h, e->h);
    for (int k = 0; k < (s + 1) * e->nx; k++)
        mpfr_swap(w->last_z[k], e->z[k]);
    for (int i = 0; i < e->nx; i++)
        mpfr_add(e->start[i], e->start[i], w->last_z[s * e->nx + i], MPFR_RNDN);
    mpfr_add(e->t, e->t, w->last_h, MPFR_RNDN);
    if (last || mpfr_greater_p(e->t, w->target))
        mpfr_set(e->t, w->target, MPFR_RNDN);
    w->continues = true;
    w->is_fresh = false;
    w->steps++;
}

/* Whether a step of h no longer moves the time. */
static bool is_too_small(const struct ref_march *w) {
    long time = ref_exponent(w->stages.t), target = ref_exponent(w->target);
    long bits = (long)w->stages.bits;
    if (mpfr_zero_p(w->stages.t))
        return ref_exponent(w->stages.h) < target - 2 * bits;
    return ref_exponent(w->stages.h) < time - bits;
}

/* h := what is proved of the step that is not, a part of it at least. */
static void shorten(struct ref_march *w) {
    mpfr_div_2ui(w->term, w->stages.h, MAX_GROWTH_BITS, MPFR_RNDN);
    mpfr_max(w->h, w->place, w->term, MPFR_RNDN);
    mpfr_set(w->stages.h, w->h, MPFR_RNDN);
}

enum ref_status ref_march_attempt(struct ref_march *w, bool *done) {
    struct ref_stages *e = &w->stages;
    bool last;
    *done = false;
    cut_to_target(w, e->h, &last);
    if (is_too_small(w) && !last)
        return REF_STEP_TOO_SMALL;
    guess_stages(w);
    enum ref_status status = ref_stages_factor(e, (w->radau.stages + 1) / 2);
    if (status == REF_OK)
        status = ref_stages_solve(e);
    if (status == REF_NO_MEMORY)
        return status;
    if (status != REF_OK) {
        mpfr_div_2ui(w->h, e->h, FAILURE_BITS, MPFR_RNDN);
        return REF_OK;
    }
    double error = ref_stages_error(e), change = change_for_error(w, error);
    *done = error <= -(double)e->bits;
    if (*done && w->proving != NULL) {
        status = ref_march_prove_step(w, w->is_fresh, last && w->ends_at_switch, done);
        if (status != REF_OK || !*done) {
            shorten(w);
            return status == REF_OK && is_too_small(w) ? REF_UNPROVED : status;
        }
    }
    if (*done)
        change = fmin(change, fmax(aimed_contraction - e->contraction, -1));
    scale_step(w->h, e->h, fmax(change, -(double)MAX_GROWTH_BITS));
    if (*done)
        accept(w, last);
    return REF_OK;
}
