/* Positions after a step: while a gap is below -tolerance, or a joint is off by more,
 *
 *     d of least kinetic norm with  J_n d + gap >= 0,  G d + g = 0;   q := q + N d
 *
 * and, if that is bilateral, while a contact that carries load has a gap above the tolerance:
 * such contacts are pressed together along -M^-1 J_n^T r, far enough for all to close.
 *
 * Velocities have no part in that. But where contacts that carried load approach at the new
 * positions (they have landed there, or the way was curved), and where there are joints, one
 * solve there makes the velocities fit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/contact_step.h"
#include "ref/vector.h"

/* Newton's iterations double the digits; the tolerance is reached in a few. */
enum { MOST_ITERATIONS = 50 };

/* Whether contact i is to be pulled shut. */
static bool is_pressed(const struct ref_contact *c, int i) {
    return c->options.projection == REF_BILATERAL &&
           mpfr_sgn(c->load[c->scene.first[i]]) > 0 && mpfr_sgn(c->scene.gap[i]) > 0;
}

static bool is_off(const struct ref_contact *c) {
    const struct ref_scene *s = &c->scene;
    for (int i = 0; i < s->contacts; i++)
        if (mpfr_cmp_d(s->gap[i], -c->in_use.tolerance) < 0 ||
            (is_pressed(c, i) && mpfr_cmp_d(s->gap[i], c->in_use.tolerance) > 0))
            return true;
    for (int i = 0; i < s->joints; i++)
        if (mpfr_cmp_d(s->joint_error[i], c->in_use.tolerance) > 0 ||
            mpfr_cmp_d(s->joint_error[i], -c->in_use.tolerance) < 0)
            return true;
    return false;
}

/* d := -k sum Y_n r_n over what is pressed, k twice what closes the widest gap of those that it
 * closes. */
static void press(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    for (int k = 0; k < s->nv; k++)
        mpfr_set_zero(c->d[k], 1);
    for (int i = 0; i < s->contacts; i++)
        for (int k = 0; k < s->nv && is_pressed(c, i); k++)
            mpfr_fma(c->d[k], c->elimination.Y[s->first[i] * s->nv + k],
                     c->load[s->first[i]], c->d[k], MPFR_RNDN);
    mpfr_set_zero(c->press, 1);
    for (int i = 0; i < s->contacts; i++) {
        mpfr_set_zero(c->sum, 1);
        for (int k = 0; k < s->nv; k++)
            mpfr_fma(c->sum, s->J[k * s->rows + s->first[i]], c->d[k], c->sum, MPFR_RNDN);
        if (!is_pressed(c, i) || mpfr_sgn(c->sum) <= 0)
            continue;
        mpfr_div(c->sum, s->gap[i], c->sum, MPFR_RNDN);
        if (mpfr_greater_p(c->sum, c->press))
            mpfr_set(c->press, c->sum, MPFR_RNDN);
    }
    mpfr_mul_si(c->press, c->press, -2, MPFR_RNDN);
    for (int k = 0; k < s->nv; k++)
        mpfr_mul(c->d[k], c->d[k], c->press, MPFR_RNDN);
}

static enum ref_status project(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    for (int i = 0; i < s->rows; i++)
        mpfr_set_zero(c->offset[i], 1);
    for (int i = 0; i < s->contacts; i++) {
        mpfr_set(c->offset[s->first[i]], s->gap[i], MPFR_RNDN);
        mpfr_set_zero(c->cone->friction[i], 1);
        mpfr_set_zero(c->cone->known[i], 1);
        c->cone->part[i] = REF_WHOLE_PART;
    }
    press(c);
    enum ref_status status = ref_contact_solve_step(
        c, vector_const(c->d), vector_const(c->offset), vector_const(s->joint_error));
    if (status != REF_OK)
        return status;
    vector_set(c->trial, vector_const(c->x), s->nq);
    ref_scene_move(s, vector_const(c->trial), vector_const(c->elimination.v), c->x);
    ref_scene_normalise(s, c->x);
    return REF_OK;
}

/* Whether contact i had no row since it is to be located: the next sub-step strikes it. */
static bool is_to_be_struck(const struct ref_contact *c, int i) {
    return c->options.locates_impacts && !c->takes_part[i];
}

/* Whether a contact that carried load, if only in landing, approaches faster than the threshold.
 * What touches takes part in the solve that ends that, if it carried load or does not bounce. */
static bool loaded_approach(struct ref_contact *c, double threshold) {
    const struct ref_scene *s = &c->scene;
    bool approach = false;
    ref_contact_speeds(c, vector_const(c->x + s->nq), c->u);
    for (int i = 0; i < s->contacts; i++) {
        int n = s->first[i];
        bool touches = mpfr_cmp_d(s->gap[i], c->in_use.tolerance) <= 0;
        bool loaded = mpfr_sgn(c->load[n]) > 0;
        c->cone->part[i] =
            touches && (loaded || !(ref_contact_bounces(c, i) || is_to_be_struck(c, i)))
                ? REF_WHOLE_PART
                : REF_NO_PART;
        mpfr_set_zero(c->cone->known[i], 1);
        approach = approach || (touches && loaded && mpfr_cmp_d(c->u[n], -threshold) < 0);
    }
    return approach;
}

static enum ref_status end_approach(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    double threshold = 2 * c->in_use.tolerance;
    bool approach = loaded_approach(c, threshold);
    if (!approach && s->joints == 0)
        return REF_OK;
    ref_contact_rub(c, vector_const(c->u), c->in_use.transition);
    vector_set(c->d, vector_const(c->x + s->nq), s->nv);
    enum ref_status status = ref_contact_solve_step(
        c, vector_const(c->d), vector_const(s->offset), vector_const(s->joint_offset));
    if (status != REF_OK)
        return status;
    vector_set(c->x + s->nq, vector_const(c->elimination.v), s->nv);
    for (int i = 0; i < s->rows; i++)
        mpfr_add(c->impulse[i], c->impulse[i], c->cone->r[i], MPFR_RNDN);
    return REF_OK;
}

enum ref_status ref_contact_position(struct ref_contact *c) {
    enum ref_status status = ref_contact_look(c, c->t, vector_const(c->x));
    bool projects = c->options.projection != REF_NO_PROJECTION;
    for (int k = 0; k < MOST_ITERATIONS && projects && status == REF_OK && is_off(c);
         k++) {
        status = project(c);
        if (status == REF_OK)
            status = ref_contact_look(c, c->t, vector_const(c->x));
    }
    return status == REF_OK ? end_approach(c) : status;
}
