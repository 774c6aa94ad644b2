/* One step as Simbody 3.7's SemiExplicitEulerTimeStepper takes it, phase by phase with its
 * thresholds, each solve to the laws: at the old configuration impacts, then the step's
 * forces, then positions,
 *
 *     q1 = q0 + h N(q0) (v1 + dv),   J_n dv = -gap / h
 *
 * where dv serves the positions alone: for all that touches as an inequality (unilateral), or as
 * an equation of least norm for what carries load or penetrates (bilateral).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/contact_step.h"
#include "ref/mechanical/semidefinite.h"
#include "ref/vector.h"

/* Rows that depend on each other do so to the rounding of doubles. */
enum { RANK_BITS = 40 };

/* What touches takes part; friction at the slip of v, with the transition velocity as it was
 * set, not as it is in use. */
static void choose_contacts(struct ref_contact *c) {
    const struct ref_scene *s = &c->scene;
    for (int i = 0; i < s->contacts; i++) {
        c->touches[i] = mpfr_cmp_d(s->gap[i], c->in_use.tolerance) <= 0;
        c->cone->part[i] = c->touches[i] ? REF_WHOLE_PART : REF_NO_PART;
        mpfr_set_zero(c->cone->known[i], 1);
    }
    double transition = c->options.transition_velocity;
    ref_contact_speeds(c, vector_const(c->x + s->nq), c->u);
    ref_contact_rub(c, vector_const(c->u), transition > 0 ? transition : 0);
}

/* v_end and load; z. */
static enum ref_status apply_forces(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    mpfr_t *v = c->x + s->nq, *z = v + s->nv;
    enum ref_status status = ref_scene_rates(s, c->t, vector_const(c->x), c->rates);
    if (status != REF_OK)
        return status;
    for (int i = 0; i < s->nv; i++)
        mpfr_fma(c->v_free[i], c->h, c->rates[i], v[i], MPFR_RNDN);
    for (int i = 0; i < s->nz; i++)
        mpfr_fma(z[i], c->h, c->rates[s->nv + i], z[i], MPFR_RNDN);
    for (int i = 0; i < s->contacts; i++) {
        c->cone->part[i] = c->touches[i] ? REF_WHOLE_PART : REF_NO_PART;
        mpfr_set_zero(c->cone->known[i], 1);
    }
    status = ref_contact_solve_step(c, vector_const(c->v_free), vector_const(s->offset),
                                    vector_const(s->joint_offset));
    if (status != REF_OK)
        return status;
    vector_set(c->v_end, vector_const(c->elimination.v), s->nv);
    vector_set(c->load, vector_const(c->cone->r), s->rows);
    for (int i = 0; i < s->rows; i++)
        mpfr_add(c->impulse[i], c->impulse[i], c->load[i], MPFR_RNDN);
    return REF_OK;
}

/* d := M^-1 J_n^T p, J_n d = -gap / h in the contacts that carry load or penetrate. */
static enum ref_status pull_shut(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    struct ref_semidefinite a;
    enum ref_status status = ref_semidefinite_init(&a, s->contacts, c->work, RANK_BITS);
    mpfr_t *p = vector_alloc(s->contacts, c->work);
    if (p == NULL)
        status = REF_NO_MEMORY;
    for (int i = 0; i < s->contacts && status == REF_OK; i++) {
        bool held = c->cone->state[i].closed || mpfr_sgn(s->gap[i]) < 0;
        c->takes_part[i] = c->touches[i] && held;
    }
    for (int i = 0; i < s->contacts && status == REF_OK; i++) {
        for (int j = 0; j < s->contacts; j++) {
            mpfr_ptr entry = ref_semidefinite_entry(&a, i, j);
            mpfr_set_zero(entry, 1);
            if (c->takes_part[i] && c->takes_part[j])
                mpfr_set(entry, ref_cone_entry(c->cone, s->first[i], s->first[j]),
                         MPFR_RNDN);
        }
        mpfr_div(p[i], s->gap[i], c->h, MPFR_RNDN);
        mpfr_neg(p[i], p[i], MPFR_RNDN);
        if (!c->takes_part[i])
            mpfr_set_zero(p[i], 1);
    }
    if (status == REF_OK)
        status = ref_semidefinite_factor(&a);
    if (status == REF_OK)
        status = ref_semidefinite_solve(&a, p);
    for (int i = 0; i < s->contacts && status == REF_OK; i++)
        for (int k = 0; k < s->nv; k++)
            mpfr_fma(c->d[k], c->elimination.Y[s->first[i] * s->nv + k], p[i], c->d[k],
                     MPFR_RNDN);
    ref_semidefinite_clear(&a);
    vector_free(p, s->contacts);
    return status;
}

/* d of least kinetic norm with J_n d >= -gap / h in all that touches. */
static enum ref_status push_apart(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    for (int i = 0; i < s->rows; i++)
        mpfr_set_zero(c->offset[i], 1);
    for (int i = 0; i < s->contacts; i++) {
        mpfr_div(c->offset[s->first[i]], s->gap[i], c->h, MPFR_RNDN);
        mpfr_set_zero(c->cone->friction[i], 1);
    }
    enum ref_status status = ref_contact_solve_step(
        c, vector_const(c->d), vector_const(c->offset), vector_const(s->joint_offset));
    if (status == REF_OK)
        vector_set(c->d, vector_const(c->elimination.v), s->nv);
    return status;
}

static enum ref_status move_positions(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    enum ref_status status = REF_OK;
    for (int k = 0; k < s->nv; k++)
        mpfr_set_zero(c->d[k], 1);
    if (c->options.projection == REF_BILATERAL)
        status = pull_shut(c);
    if (c->options.projection == REF_UNILATERAL)
        status = push_apart(c);
    for (int k = 0; k < s->nv; k++) {
        mpfr_add(c->d[k], c->d[k], c->v_end[k], MPFR_RNDN);
        mpfr_mul(c->d[k], c->d[k], c->h, MPFR_RNDN);
    }
    vector_set(c->trial, vector_const(c->x), s->nq);
    ref_scene_move(s, vector_const(c->trial), vector_const(c->d), c->x);
    ref_scene_normalise(s, c->x);
    return status;
}

enum ref_status ref_contact_faithful(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    enum ref_status status = ref_contact_look(c, c->t, vector_const(c->x));
    if (status != REF_OK)
        return status;
    choose_contacts(c);
    status = ref_contact_faithful_impact(c);
    if (status == REF_OK)
        status = apply_forces(c);
    if (status == REF_OK)
        status = move_positions(c);
    if (status == REF_OK)
        vector_set(c->x + s->nq, vector_const(c->v_end), s->nv);
    return status;
}
