/* Where q' = v, form 1 is K o D and the gaming form D o K with the same parts
 *
 *     D: q -> q + h v,   K: v -> v + h f(q, v),
 *
 * so that D(form 1(x)) = gaming(D(x)) exactly: both have the same orbits, begun at another point,
 * and what is bounded in one form is in the other, however nonlinear f is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/message.h"
#include "harness/base/vector.h"
#include "harness/results/result.h"
#include "harness/studies/stability/study_stability.h"

/* D(form 1^n (x)) - gaming^n (D(x)), the largest relative to the state, over some steps. */
enum { CONJUGATE_STEPS = 100, DIGITS_SPENT = 12 };
static const double long_step = 0.37;

struct orbits {
    ref_step *one, *gaming;
    mpfr_t t, h, term;
    mpfr_t *x, *y, *next;
};

static enum ref_status follow(struct orbits *o, double *apart) {
    enum ref_status status = REF_OK;
    *apart = 0;
    mpfr_fma(o->y[0], o->h, o->x[1], o->x[0], MPFR_RNDN);
    mpfr_set(o->y[1], o->x[1], MPFR_RNDN);
    for (int i = 0; i < CONJUGATE_STEPS && status == REF_OK; i++) {
        status = ref_step_take(o->one, o->t, vector_const(o->x), o->h, o->next, NULL);
        vector_swap(&o->x, &o->next);
        if (status == REF_OK)
            status =
                ref_step_take(o->gaming, o->t, vector_const(o->y), o->h, o->next, NULL);
        vector_swap(&o->y, &o->next);
        mpfr_fma(o->term, o->h, o->x[1], o->x[0], MPFR_RNDN);
        mpfr_sub(o->term, o->term, o->y[0], MPFR_RNDN);
        *apart = fmax(*apart, fabs(mpfr_get_d(o->term, MPFR_RNDN)));
        mpfr_sub(o->term, o->x[1], o->y[1], MPFR_RNDN);
        *apart = fmax(*apart, fabs(mpfr_get_d(o->term, MPFR_RNDN)));
    }
    return status;
}

static int append_conjugate(const struct study *s, mpfr_prec_t bits, double apart,
                            struct results *results) {
    char arithmetic[32];
    double most = (double)bits * log10(2);
    snprintf(arithmetic, sizeof arithmetic, "mpfr:%ld", (long)bits);
    struct result r = result_begin(s->model, "stability", arithmetic, "conjugate");
    r.grade = "discrete";
    r.expected = floor(most) - DIGITS_SPENT;
    r.value = apart > 0 ? fmin(most, -log10(apart)) : most;
    r.verdict = verdict_at_least(isfinite(apart) ? r.value : NAN, r.expected);
    r.required = true;
    return result_append(
        results, s, &r,
        "digits to which %d steps of form 1 on a braked pendulum are the "
        "gaming form's, begun at q + h v: the two are equally stable",
        CONJUGATE_STEPS);
}

int stability_conjugate(const struct study *s, struct results *results,
                        struct diagnostic *d) {
    mpfr_prec_t bits = s->bits > 0 ? s->bits : GEOMETRY_BITS;
    const struct setting setting = {"c", "1.7"};
    struct orbits o = {.x = vector_alloc(2, bits),
                       .y = vector_alloc(2, bits),
                       .next = vector_alloc(2, bits)};
    struct model *m = NULL;
    double apart = NAN;
    mpfr_inits2(bits, o.t, o.h, o.term, (mpfr_ptr)0);
    mpfr_set_d(o.h, long_step, MPFR_RNDN);
    int failed =
        stability_model(&m, "stability.model", stability_pendulum_text, 1, &setting, d);
    enum ref_status status = o.x && o.y && o.next ? REF_OK : REF_NO_MEMORY;
    if (!failed && status == REF_OK)
        status = ref_step_alloc(&o.one, m, REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT,
                                bits, EVAL_DOUBLE_CONSTANTS);
    if (!failed && status == REF_OK)
        status = ref_step_alloc(&o.gaming, m, REF_SEMI_EXPLICIT_EULER_GAMING, bits,
                                EVAL_DOUBLE_CONSTANTS);
    if (!failed && status == REF_OK)
        status = ref_initial(m, EVAL_DOUBLE_CONSTANTS, o.t, o.x);
    if (!failed && status == REF_OK)
        status = follow(&o, &apart);
    if (!failed && status != REF_OK)
        failed = message_set(d, "form 1 and gaming: %s", ref_status_text(status));
    failed = failed || append_conjugate(s, bits, apart, results);
    ref_step_free(o.one);
    ref_step_free(o.gaming);
    model_free(m);
    vector_free(o.x, 2);
    vector_free(o.y, 2);
    vector_free(o.next, 2);
    mpfr_clears(o.t, o.h, o.term, (mpfr_ptr)0);
    return failed;
}
