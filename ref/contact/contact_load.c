/* The first half of a sub-step of default mode: impacts, then the load,
 *
 *     M (v1 - v+ - h a) = J^T r + G^T lambda,   G v1 + g_t + h bias = 0
 *
 * with a and bias half way, at (t + h/2, q0 + h/2 N(q0) v+, v+), and rows u_n >= 0 for what
 * touches, u_n >= -gap / h for what does not, neither bounces nor is fast or far: those may close.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/contact_step.h"
#include "ref/vector.h"

static double threshold(const struct ref_contact *c) {
    return 2 * c->in_use.tolerance;
}

bool ref_contact_bounces(const struct ref_contact *c, int i) {
    return c->options.restitution != REF_NO_RESTITUTION &&
           !mpfr_zero_p(c->scene.restitution[i]);
}

/* Impacts at the state: its velocities are after them. */
enum ref_status ref_contact_collide(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    mpfr_t *v = c->x + s->nq;
    ref_contact_speeds(c, vector_const(v), c->u);
    ref_contact_rub(c, vector_const(c->u), c->in_use.transition);
    for (int i = 0; i < s->contacts; i++)
        c->touches[i] = mpfr_cmp_d(s->gap[i], c->in_use.tolerance) <= 0;
    vector_set(c->d, vector_const(v), s->nv);
    const struct ref_impact impact = {
        .problem = {.nv = s->nv,
                    .contacts = s->contacts,
                    .rows = s->rows,
                    .joints = s->joints,
                    .first = s->first,
                    .M = vector_const(s->M),
                    .J = vector_const(s->J),
                    .G = vector_const(s->G),
                    .v_free = vector_const(c->d),
                    .offset = vector_const(s->offset),
                    .joint_offset = vector_const(s->joint_offset),
                    .takes_part = c->touches},
        .restitution = vector_const(s->restitution),
        .law = c->options.restitution,
        .induced = c->options.induced,
        .max_induced = c->options.max_induced,
        .caps = true,
        .capture = c->in_use.capture,
        .ramp = c->in_use.restitution,
        .threshold = threshold(c)};
    enum ref_status status = ref_collision_run(&c->collision, &impact);
    if (status != REF_OK)
        return status;
    vector_set(v, vector_const(c->collision.v), s->nv);
    ref_contact_note_impact(c, vector_const(c->collision.impulse));
    for (int i = 0; i < s->rows; i++)
        mpfr_add(c->impulse[i], c->impulse[i], c->collision.impulse[i], MPFR_RNDN);
    return REF_OK;
}

/* A contact that has just bounced has a row all the same if it would be back after so small a
 * part of the step: so bounces that die away end. */
static const double SHORT_FLIGHT = 1e-3;

/* Whether 2 u / a < SHORT_FLIGHT of the whole step, a = (u - u_free) / h. */
static bool is_back_soon(struct ref_contact *c, int i) {
    mpfr_srcptr u = c->u[c->scene.first[i]], u_free = c->u_free[c->scene.first[i]];
    if (mpfr_cmp_si(c->scene.restitution[i], 1) >= 0)
        return false;
    mpfr_sub(c->term, u, u_free, MPFR_RNDN);
    mpfr_mul(c->term, c->term, c->whole, MPFR_RNDN);
    mpfr_mul_d(c->term, c->term, SHORT_FLIGHT, MPFR_RNDN);
    mpfr_mul(c->sum, u, c->h, MPFR_RNDN);
    mpfr_mul_si(c->sum, c->sum, 2, MPFR_RNDN);
    return mpfr_less_p(c->sum, c->term);
}

/* Impacts faster than so many times what the load changes, and the threshold, are located, and
 * those of contacts that are so wide open. */
enum { FAST_IN_LOADS = 2 };
static const double FAR = 1e-3;

/* Whether contact i, which is open, is so; term: the bound of speeds. */
static bool is_located(struct ref_contact *c, int i) {
    mpfr_set_zero(c->term, 1);
    for (int k = 0; k < c->scene.contacts; k++) {
        const int n = c->scene.first[k];
        mpfr_sub(c->sum, c->u_free[n], c->u[n], MPFR_RNDN);
        mpfr_abs(c->sum, c->sum, MPFR_RNDN);
        mpfr_max(c->term, c->term, c->sum, MPFR_RNDN);
    }
    mpfr_mul_si(c->term, c->term, -FAST_IN_LOADS, MPFR_RNDN);
    mpfr_sub_d(c->term, c->term, threshold(c), MPFR_RNDN);
    return c->options.locates_impacts &&
           (mpfr_less_p(c->u_free[c->scene.first[i]], c->term) ||
            mpfr_cmp_d(c->scene.gap[i], FAR) > 0);
}

/* Whether contact i has a row in the load, with its normal velocities after the impacts and
 * without contacts. */
static bool has_row(struct ref_contact *c, int i) {
    mpfr_srcptr u_free = c->u_free[c->scene.first[i]];
    bool is_fast = mpfr_cmp_d(u_free, -c->in_use.capture) < 0;
    if (c->touches[i])
        return c->lasts[i] || !(c->separates[i] && ref_contact_bounces(c, i) && is_fast &&
                                c->options.locates_impacts && !is_back_soon(c, i));
    return !is_located(c, i) &&
           (!ref_contact_bounces(c, i) || (mpfr_sgn(u_free) < 0 && !is_fast));
}

static bool is_nearly_closed(const struct ref_contact *c, int i) {
    return mpfr_cmp_d(c->scene.gap[i], c->in_use.tolerance) <= 0 &&
           mpfr_cmp_d(c->scene.gap[i], -c->in_use.tolerance) >= 0;
}

/* Contacts of a patch are judged together: gap / h clipped for one and not for another would
 * make rows of one face contradict each other. */
static bool patch_is_closed(const struct ref_contact *c, int i) {
    for (int k = 0; k < c->scene.contacts; k++)
        if (c->takes_part[k] && ref_scene_is_patch(&c->scene, i, k) &&
            !is_nearly_closed(c, k))
            return false;
    return true;
}

static void set_offsets(struct ref_contact *c) {
    const struct ref_scene *s = &c->scene;
    vector_set(c->offset, vector_const(s->offset), s->rows);
    for (int i = 0; i < s->contacts; i++) {
        int n = s->first[i];
        c->cone->part[i] = c->takes_part[i] ? REF_WHOLE_PART : REF_NO_PART;
        mpfr_set_zero(c->cone->known[i], 1);
        if (!c->takes_part[i] || patch_is_closed(c, i) ||
            mpfr_cmp_d(s->gap[i], -c->in_use.tolerance) <= 0)
            continue;
        mpfr_div(c->term, s->gap[i], c->h, MPFR_RNDN);
        mpfr_add(c->offset[n], c->offset[n], c->term, MPFR_RNDN);
    }
    for (int i = 0; i < s->joints; i++) {
        mpfr_fma(c->joint_offset[i], c->h, c->bias[i], s->joint_offset[i], MPFR_RNDN);
    }
}

/* trial := the state, its positions half way on by its velocities; sum: when. With positions
 * that move with the velocity at the end, the state itself. */
static void go_half_way(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    const mpfr_t *x = vector_const(c->x);
    mpfr_set(c->sum, c->t, MPFR_RNDN);
    vector_set(c->trial, x, s->nx);
    if (c->options.semi_explicit)
        return;
    mpfr_div_si(c->term, c->h, 2, MPFR_RNDN);
    mpfr_add(c->sum, c->t, c->term, MPFR_RNDN);
    for (int k = 0; k < s->nv; k++)
        mpfr_mul(c->d[k], c->term, x[s->nq + k], MPFR_RNDN);
    ref_scene_move(s, x, vector_const(c->d), c->trial);
    ref_scene_normalise(s, c->trial);
}

enum ref_status ref_contact_fly(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    const mpfr_t *v = vector_const(c->x + s->nq), *x = vector_const(c->trial);
    go_half_way(c);
    enum ref_status status = ref_scene_rates(s, c->sum, x, c->rates);
    if (status == REF_OK && s->joints > 0)
        status = ref_scene_bias(s, c->sum, x, c->bias);
    for (int i = 0; i < s->nv && status == REF_OK; i++)
        mpfr_fma(c->v_free[i], c->h, c->rates[i], v[i], MPFR_RNDN);
    return status;
}

/* The free motion of the sub-step, and who takes part in its load. */
enum ref_status ref_contact_prepare_load(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    enum ref_status status = ref_contact_fly(c);
    if (status != REF_OK)
        return status;
    ref_contact_speeds(c, vector_const(c->x + s->nq), c->u);
    ref_contact_rub(c, vector_const(c->u), c->in_use.transition);
    ref_contact_speeds(c, vector_const(c->v_free), c->u_free);
    for (int i = 0; i < s->contacts; i++) {
        c->lasts[i] = c->lasts[i] && c->collision.rounds == 0;
        c->was_open[i] = !c->touches[i];
        c->separates[i] = mpfr_cmp_d(c->u[s->first[i]], threshold(c)) > 0;
        c->takes_part[i] = has_row(c, i);
    }
    return REF_OK;
}

/* v_end and load of a sub-step of c->h, from v_free. */
enum ref_status ref_contact_load(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    set_offsets(c);
    enum ref_status status =
        ref_contact_solve_step(c, vector_const(c->v_free), vector_const(c->offset),
                               vector_const(c->joint_offset));
    if (status == REF_OK) {
        vector_set(c->v_end, vector_const(c->elimination.v), s->nv);
        vector_set(c->load, vector_const(c->cone->r), s->rows);
        vector_set(c->hold, vector_const(c->elimination.lambda), s->joints);
    }
    return status;
}

/* Whether positions move with v1 rather than with the mean. */
bool ref_contact_moves_with_end(struct ref_contact *c) {
    const struct ref_scene *s = &c->scene;
    if (c->options.semi_explicit)
        return true;
    ref_contact_speeds(c, vector_const(c->v_end), c->u_free);
    for (int i = 0; i < s->contacts; i++) {
        int n = s->first[i];
        if (mpfr_sgn(c->load[n]) > 0 &&
            (c->was_open[i] || (c->separates[i] && !c->lasts[i])))
            return true;
        if (!c->was_open[i] || !c->takes_part[i])
            continue;
        mpfr_add(c->term, c->u[n], c->u_free[n], MPFR_RNDN);
        mpfr_mul(c->term, c->term, c->h, MPFR_RNDN);
        mpfr_div_si(c->term, c->term, 2, MPFR_RNDN);
        mpfr_add(c->term, c->term, s->gap[i], MPFR_RNDN);
        if (mpfr_sgn(c->term) < 0)
            return true;
    }
    return false;
}
