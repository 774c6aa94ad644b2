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
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/stability/study_stability.h"
#include "problems/model.h"
#include "ref/mechanical.h"
#include "ref/vector.h"

/* D(form 1^n (x)) - gaming^n (D(x)), the largest relative to the state, over some steps. */
enum { CONJUGATE_STEPS = 100, DIGITS_SPENT = 12 };
static const double long_step = 0.37;

struct orbits {
    ref_step *one, *gaming;
    struct room room;
    mpfr_ptr t, h, term;
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

/* Both on the model, from its start. */
static enum ref_status make_orbits(struct orbits *o, struct model *m, mpfr_prec_t bits,
                                   double *apart) {
    o->t = room_number(&o->room, bits);
    o->h = room_number(&o->room, bits);
    o->term = room_number(&o->room, bits);
    o->x = room_numbers(&o->room, 2, bits);
    o->y = room_numbers(&o->room, 2, bits);
    o->next = room_numbers(&o->room, 2, bits);
    if (o->room.is_short)
        return REF_NO_MEMORY;
    mpfr_set_d(o->h, long_step, MPFR_RNDN);
    enum ref_status status =
        ref_step_alloc(&o->one, m, REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT, bits,
                       EVAL_DOUBLE_CONSTANTS);
    if (status == REF_OK)
        status = ref_step_alloc(&o->gaming, m, REF_SEMI_EXPLICIT_EULER_GAMING, bits,
                                EVAL_DOUBLE_CONSTANTS);
    if (status == REF_OK)
        status = ref_initial(m, EVAL_DOUBLE_CONSTANTS, o->t, o->x);
    return status == REF_OK ? follow(o, apart) : status;
}

int stability_conjugate(const struct study *s, struct results *results,
                        struct diagnostic *d) {
    const mpfr_prec_t bits = s->bits > 0 ? s->bits : GEOMETRY_BITS;
    const struct setting setting = {"c", "1.7"};
    struct orbits o = {.one = NULL};
    struct model *m;
    double apart = NAN;
    if (stability_model(&m, "stability.model", stability_pendulum_text, 1, &setting, d))
        return -1;
    const enum ref_status status = make_orbits(&o, m, bits, &apart);
    const int failed = status != REF_OK ? message_set(d, "form 1 and gaming: %s",
                                                      ref_status_text(status))
                                        : append_conjugate(s, bits, apart, results);
    ref_step_free(o.one);
    ref_step_free(o.gaming);
    model_free(m);
    room_clear(&o.room);
    return failed;
}
