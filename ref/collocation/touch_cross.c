/* Contacts whose force begins with a power that is no integer, in Taylor's method: the
 * series is left near the surface, and the way through it is made in the root z of the
 * depth (touch_model.c), by collocation.
 *
 *     beginning   the flow stands on the surface and has no series there: one step from
 *                 z = 0, as long as the error allows
 *     end         the flow's steps h shrink with the time T = |d / d'| to the surface, as
 *                 T is its series' radius: when T < 12 h, steps to z = 0
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/collocation/touch.h"
#include "ref/vector.h"

enum {
    /* Far from other singularities h is about T/8 (flow_step.c). */
    NEAR_STEPS = 12,
    /* Attempts at a way into a contact, and out of it, before it counts as blocked. */
    MAX_ATTEMPTS = 400,
    MAX_ATTEMPTS_OUT = 40,
    FAR_BITS = 20 /* steps from the surface are not cut to a target before 2^20 of them */
};

/* The march := the flow's place at z, h := the first step. */
static void start_march(struct ref_march *w, const ref_flow *f) {
    vector_set(w->stages.start, vector_const(f->x), f->nx);
    mpfr_set(w->stages.start[f->nx], f->time, MPFR_RNDN);
    w->continues = false;
}

static void save(struct ref_touch *t, const ref_flow *f) {
    vector_set(t->saved, vector_const(f->x), f->nx);
    mpfr_set(t->saved[f->nx], f->time, MPFR_RNDN);
}

static void restore(const struct ref_touch *t, ref_flow *f) {
    vector_set(f->x, vector_const(t->saved), f->nx);
    mpfr_set(f->time, t->saved[f->nx], MPFR_RNDN);
}

/* The flow := the march's place, unless that is not between the flow's time and its
 * target: false. */
static bool return_to_flow(struct ref_touch *t, const struct ref_march *w, ref_flow *f) {
    if (mpfr_lessequal_p(w->stages.start[f->nx], f->time) ||
        mpfr_greater_p(w->stages.start[f->nx], f->target))
        return false;
    if (!t->marched)
        t->since = mpfr_get_d(f->time, MPFR_RNDN);
    t->marched = true;
    vector_set(f->x, vector_const(w->stages.start), f->nx);
    mpfr_set(f->time, w->stages.start[f->nx], MPFR_RNDN);
    f->steps += w->steps;
    return true;
}

/* s_i of the flow's place; its branches are in force. */
static mpfr_srcptr evaluate_function(ref_flow *f, int i) {
    struct ref_switching *s = &f->switching;
    mpfr_set(eval_jet_input(s->point, 0)[0], f->time, MPFR_RNDN);
    for (int j = 0; j < f->nx; j++)
        mpfr_set(eval_jet_input(s->point, 1 + j)[0], f->x[j], MPFR_RNDN);
    for (int j = 0; j < s->selects; j++)
        eval_jet_branches(s->point)[j] = s->branch[j];
    eval_jet_order(s->point, 0);
    return eval_jet_switch(s->point, i)[0];
}

/* Whether the other functions still have the signs of their branches. */
static bool keeps_branches(ref_flow *f, int i) {
    struct ref_switching *s = &f->switching;
    evaluate_function(f, i);
    for (int j = 0; j < s->selects; j++) {
        mpfr_srcptr value = eval_jet_switch(s->point, j)[0];
        if (j != i && !s->on_surface[j] && mpfr_number_p(value) &&
            mpfr_sgn(value) * s->branch[j] < 0)
            return false;
    }
    return true;
}

/* Whether the side on which the flow is of select i is rough. */
static bool is_rough(const struct ref_touch *t, const ref_flow *f, int i) {
    int branch = f->switching.branch[i];
    return (branch > 0 && t->rough[i].above) || (branch < 0 && t->rough[i].below);
}

/* The only rough surface on which the flow stands, -1 if there is not just one. */
static int find_surface(const struct ref_touch *t, const ref_flow *f) {
    int found = -1;
    for (int i = 0; i < t->switches; i++)
        if (is_rough(t, f, i) && f->switching.on_surface[i]) {
            if (found >= 0)
                return -1;
            found = i;
        }
    return found;
}

enum ref_status ref_touch_begin(struct ref_touch *t, ref_flow *f,
                                enum ref_status failure) {
    int i = find_surface(t, f);
    if (i < 0)
        return failure;
    enum ref_status status = ref_touch_prepare(t, i, f->switching.branch[i]);
    if (status != REF_OK)
        return status;
    struct ref_march *w = t->march[i];
    save(t, f);
    mpfr_sub(w->h, f->target, f->time, MPFR_RNDN);
    mpfr_sqrt(w->h, w->h, MPFR_RNDN);
    for (int k = 0; k < MAX_ATTEMPTS; k++) {
        bool done;
        start_march(w, f);
        mpfr_set_zero(w->stages.t, 1);
        mpfr_mul_2ui(w->target, w->h, FAR_BITS, MPFR_RNDN);
        w->steps = 0;
        mpfr_set(w->end, w->h, MPFR_RNDN);
        status = ref_march_attempt(w, &done);
        if (status != REF_OK)
            return status;
        if (done && return_to_flow(t, w, f) && keeps_branches(f, i)) {
            f->switching.on_surface[i] = false;
            return REF_OK;
        }
        restore(t, f);
        if (done)
            mpfr_div_2ui(w->h, w->end, 1, MPFR_RNDN);
    }
    return REF_STEP_TOO_SMALL;
}

/* Whether the last step was short because the surface of select i is near. */
static bool is_near(ref_flow *f, int i) {
    struct ref_switching *s = &f->switching;
    const mpfr_t *c = eval_jet_switch(f->jet, i);
    if (s->on_surface[i] || mpfr_sgn(c[0]) != s->branch[i] ||
        mpfr_sgn(c[1]) != -s->branch[i])
        return false;
    mpfr_mul(s->tau, c[1], f->step, MPFR_RNDN);
    mpfr_mul_ui(s->tau, s->tau, NEAR_STEPS, MPFR_RNDN);
    return mpfr_cmpabs(s->tau, c[0]) > 0;
}

/* Steps to z = 0. */
static enum ref_status march_to_surface(struct ref_march *w) {
    mpfr_neg(w->h, w->stages.t, MPFR_RNDN);
    mpfr_set_zero(w->target, 1);
    w->steps = 0;
    for (int k = 0; k < MAX_ATTEMPTS_OUT && mpfr_sgn(w->stages.t) < 0; k++) {
        bool done;
        enum ref_status status = ref_march_attempt(w, &done);
        if (status != REF_OK)
            return status;
    }
    return mpfr_sgn(w->stages.t) < 0 ? REF_STEP_TOO_SMALL : REF_OK;
}

/* From the contact of select i to its end, unless that is beyond the target. */
static enum ref_status finish(struct ref_touch *t, ref_flow *f, int i) {
    struct ref_switching *s = &f->switching;
    enum ref_status status = ref_touch_prepare(t, i, s->branch[i]);
    if (status != REF_OK)
        return status;
    struct ref_march *w = t->march[i];
    start_march(w, f);
    mpfr_abs(w->stages.t, evaluate_function(f, i), MPFR_RNDN);
    mpfr_sqrt(w->stages.t, w->stages.t, MPFR_RNDN);
    mpfr_neg(w->stages.t, w->stages.t, MPFR_RNDN);
    save(t, f);
    status = march_to_surface(w);
    if (status == REF_OK && return_to_flow(t, w, f) && keeps_branches(f, i)) {
        s->branch[i] = (signed char)-s->branch[i];
        s->on_surface[i] = true;
        f->crossings++;
        return REF_OK;
    }
    restore(t, f);
    mpfr_set(t->until[i], w->stages.start[f->nx], MPFR_RNDN);
    t->wait[i] =
        mpfr_greater_p(t->until[i], f->target) ? REF_ENDS_BEYOND : REF_END_BLOCKED;
    return REF_OK; /* the flow goes on as far as it can */
}

static bool waits(const struct ref_touch *t, const ref_flow *f, int i) {
    switch (t->wait[i]) {
    case REF_ENDS_BEYOND: return mpfr_greater_p(t->until[i], f->target);
    case REF_END_BLOCKED: return mpfr_greater_p(t->until[i], f->time);
    default: return false;
    }
}

enum ref_status ref_touch_end(struct ref_touch *t, ref_flow *f) {
    if (t->crossings != f->crossings)
        for (int i = 0; i < t->switches; i++)
            t->wait[i] = REF_NO_WAIT;
    t->crossings = f->crossings;
    for (int i = 0; i < t->switches && !ref_flow_arrived(f); i++)
        if (is_rough(t, f, i) && is_near(f, i) && !waits(t, f, i))
            return finish(t, f, i);
    return REF_OK;
}
