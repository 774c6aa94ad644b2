/* One round of an impact: compression, and restitution as far as energy has it:
 *
 *     budget = -r_C . (u- + u_C) / 2 - lambda_C . (c- + c_C) / 2,   c = G v + joint_offset
 *     along v_C + s d energy rises by  linear s + square s^2,   square = |d|_M^2 / 2
 *     s = min(1, (-linear + sqrt(linear^2 + 4 square budget)) / (2 square))
 *
 * (the budget is the energy lost in compression, as seen from contacts that may move). What
 * is imposed may be more than that if the solve after it takes it away again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/impact.h"
#include "ref/vector.h"

/* sum += x . y[n] */
static void add_dot(mpfr_ptr sum, const mpfr_t *x, const mpfr_t *y, int n) {
    for (int i = 0; i < n; i++)
        mpfr_fma(sum, x[i], y[i], sum, MPFR_RNDN);
}

/* term := c_i = G v + joint_offset. */
static void find_joint_velocity(struct ref_collision *s, const mpfr_t *v, int i) {
    const struct ref_contact_problem *p = &s->impact->problem;
    mpfr_set(s->term, p->joint_offset[i], MPFR_RNDN);
    for (int k = 0; k < p->nv; k++)
        mpfr_fma(s->term, p->G[k * p->joints + i], v[k], s->term, MPFR_RNDN);
}

/* energy := r[rows] . (u- + u) / 2 + lambda[joints] . (c- + c) / 2, of the velocities u after
 * impulses since `before`, and of v that belongs to them: what they have changed of it. */
static void find_energy(struct ref_collision *s, mpfr_ptr energy, const mpfr_t *r,
                        const mpfr_t *u, const mpfr_t *lambda, const mpfr_t *v) {
    int rows = s->e->rows;
    mpfr_set_zero(energy, 1);
    add_dot(energy, r, vector_const(s->u_before), rows);
    add_dot(energy, r, u, rows);
    for (int i = 0; i < s->e->joints; i++) {
        find_joint_velocity(s, vector_const(s->before), i);
        mpfr_fma(energy, lambda[i], s->term, energy, MPFR_RNDN);
        find_joint_velocity(s, v, i);
        mpfr_fma(energy, lambda[i], s->term, energy, MPFR_RNDN);
    }
    mpfr_div_si(energy, energy, 2, MPFR_RNDN);
}

static enum ref_status compress(struct ref_collision *s) {
    vector_set(s->before, vector_const(s->v), s->e->nv);
    enum ref_status status =
        ref_collision_solve(s, vector_const(s->before), s->impact->problem.offset);
    if (status != REF_OK)
        return status;
    ref_collision_add(s);
    vector_set(s->end, vector_const(s->e->v), s->e->nv);
    vector_set(s->v, vector_const(s->end), s->e->nv);
    vector_set(s->pressed, vector_const(s->c->r), s->e->rows);
    vector_set(s->held, vector_const(s->e->lambda), s->e->joints);
    ref_collision_velocities(s, vector_const(s->end), s->u_end);
    find_energy(s, s->budget, vector_const(s->pressed), vector_const(s->u_end),
                vector_const(s->held), vector_const(s->end));
    mpfr_neg(s->budget, s->budget, MPFR_RNDN);
    return REF_OK;
}

/* square := |d[nv]|_M^2 / 2. */
static void find_square(struct ref_collision *s, const mpfr_t *d) {
    const struct ref_contact_problem *p = &s->impact->problem;
    mpfr_set_zero(s->square, 1);
    for (int i = 0; i < p->nv; i++) {
        mpfr_set_zero(s->term, 1);
        for (int k = 0; k < p->nv; k++)
            mpfr_fma(s->term, p->M[k * p->nv + i], d[k], s->term, MPFR_RNDN);
        mpfr_fma(s->square, s->term, d[i], s->square, MPFR_RNDN);
    }
    mpfr_div_si(s->square, s->square, 2, MPFR_RNDN);
}

/* share := the largest one, up to 1, with which energy does not rise by what is imposed. */
static void find_share(struct ref_collision *s) {
    mpfr_set_si(s->share, 1, MPFR_RNDN);
    mpfr_add(s->term, s->linear, s->square, MPFR_RNDN);
    if (mpfr_lessequal_p(s->term, s->budget))
        return;
    mpfr_set_zero(s->share, 1);
    if (mpfr_sgn(s->budget) <= 0)
        return;
    mpfr_mul(s->share, s->square, s->budget, MPFR_RNDN);
    mpfr_mul_si(s->share, s->share, 4, MPFR_RNDN);
    mpfr_fma(s->share, s->linear, s->linear, s->share, MPFR_RNDN);
    mpfr_sqrt(s->share, s->share, MPFR_RNDN);
    mpfr_sub(s->share, s->share, s->linear, MPFR_RNDN);
    mpfr_div(s->share, s->share, s->square, MPFR_RNDN);
    mpfr_div_si(s->share, s->share, 2, MPFR_RNDN);
    if (mpfr_cmp_si(s->share, 1) > 0)
        mpfr_set_si(s->share, 1, MPFR_RNDN);
}

/* offset := e_i of the contacts that take part; whether there is restitution at all. */
static bool find_restitution(struct ref_collision *s) {
    bool any = false;
    for (int i = 0; i < s->c->contacts; i++) {
        mpfr_set_zero(s->expansion[i], 1);
        if (s->c->part[i] == REF_WHOLE_PART &&
            mpfr_cmpabs(s->u_before[s->c->first[i]], s->speed) > 0)
            ref_impact_restitution(s->impact, i, s->u_before[s->c->first[i]],
                                   s->expansion[i]);
        any = any || !mpfr_zero_p(s->expansion[i]);
    }
    return any;
}

/* direction := d = S J_n^T expansion, with the joints held; linear and square. */
static void find_expansion(struct ref_collision *s) {
    int nv = s->e->nv;
    mpfr_set_zero(s->linear, 1);
    for (int k = 0; k < nv; k++)
        mpfr_set_zero(s->direction[k], 1);
    for (int i = 0; i < s->c->contacts; i++) {
        int n = s->c->first[i];
        mpfr_mul(s->expansion[i], s->expansion[i], s->pressed[n], MPFR_RNDN);
        mpfr_fma(s->linear, s->expansion[i], s->u_end[n], s->linear, MPFR_RNDN);
        for (int k = 0; k < nv; k++)
            mpfr_fma(s->direction[k], s->e->Y[n * nv + k], s->expansion[i],
                     s->direction[k], MPFR_RNDN);
    }
    find_square(s, vector_const(s->direction));
}

/* From v_C with `share` of the expansion; lambda in e is then of both. */
static enum ref_status impose_expansion(struct ref_collision *s) {
    int joints = s->e->joints;
    for (int k = 0; k < s->e->nv; k++)
        mpfr_fma(s->v[k], s->share, s->direction[k], s->end[k], MPFR_RNDN);
    for (int i = 0; i < s->c->contacts; i++)
        mpfr_mul(s->c->known[i], s->share, s->expansion[i], MPFR_RNDN);
    enum ref_status status =
        ref_collision_solve(s, vector_const(s->v), s->impact->problem.offset);
    if (status != REF_OK)
        return status;
    for (int i = 0; i < s->c->contacts; i++) {
        int n = s->c->first[i];
        mpfr_add(s->c->r[n], s->c->r[n], s->c->known[i], MPFR_RNDN);
        for (int j = 0; j < joints; j++)
            mpfr_fma(s->e->lambda[j], s->e->share[n * joints + j], s->c->known[i],
                     s->e->lambda[j], MPFR_RNDN);
    }
    return REF_OK;
}

/* Whether energy is higher than before the round, by more than rounding. */
static bool energy_has_risen(struct ref_collision *s) {
    int rows = s->e->rows, joints = s->e->joints;
    for (int i = 0; i < rows; i++)
        mpfr_add(s->offset[i], s->pressed[i], s->c->r[i], MPFR_RNDN);
    for (int i = 0; i < joints; i++)
        mpfr_add(s->total[i], s->held[i], s->e->lambda[i], MPFR_RNDN);
    ref_collision_velocities(s, vector_const(s->e->v), s->u_end);
    find_energy(s, s->linear, vector_const(s->offset), vector_const(s->u_end),
                vector_const(s->total), vector_const(s->e->v));
    mpfr_div_2si(s->square, s->budget, s->c->bits, MPFR_RNDN);
    return mpfr_greater_p(s->linear, s->square);
}

static enum ref_status expand_as_poisson(struct ref_collision *s) {
    find_expansion(s);
    mpfr_t linear, square;
    mpfr_inits2(s->c->work, linear, square, (mpfr_ptr)NULL);
    mpfr_set(linear, s->linear, MPFR_RNDN);
    mpfr_set(square, s->square, MPFR_RNDN);
    mpfr_set_si(s->share, 1, MPFR_RNDN);
    enum ref_status status = impose_expansion(s);
    if (status == REF_OK && s->impact->caps && energy_has_risen(s)) {
        mpfr_set(s->linear, linear, MPFR_RNDN);
        mpfr_set(s->square, square, MPFR_RNDN);
        find_share(s);
        status = impose_expansion(s);
    }
    mpfr_clears(linear, square, (mpfr_ptr)NULL);
    if (status != REF_OK)
        return status;
    vector_set(s->v, vector_const(s->e->v), s->e->nv);
    ref_collision_add(s);
    return REF_OK;
}

/* sum[n] += share (to - from). */
static void add_share(const struct ref_collision *s, mpfr_t *sum, mpfr_t *to,
                      mpfr_t *from, mpfr_ptr term, int n) {
    for (int i = 0; i < n; i++) {
        mpfr_sub(term, to[i], from[i], MPFR_RNDN);
        mpfr_fma(sum[i], s->share, term, sum[i], MPFR_RNDN);
    }
}

static enum ref_status expand_as_newton(struct ref_collision *s) {
    int rows = s->e->rows, nv = s->e->nv;
    vector_set(s->offset, s->impact->problem.offset, rows);
    for (int i = 0; i < s->c->contacts; i++) {
        int n = s->c->first[i];
        mpfr_fma(s->offset[n], s->expansion[i], s->u_before[n], s->offset[n], MPFR_RNDN);
    }
    enum ref_status status =
        ref_collision_solve(s, vector_const(s->before), vector_const(s->offset));
    if (status != REF_OK)
        return status;
    mpfr_set_zero(s->linear, 1);
    for (int i = 0; i < rows; i++) {
        mpfr_sub(s->term, s->c->r[i], s->pressed[i], MPFR_RNDN);
        mpfr_fma(s->linear, s->term, s->u_end[i], s->linear, MPFR_RNDN);
    }
    for (int k = 0; k < nv; k++)
        mpfr_sub(s->direction[k], s->e->v[k], s->end[k], MPFR_RNDN);
    find_square(s, vector_const(s->direction));
    mpfr_set_si(s->share, 1, MPFR_RNDN);
    if (s->impact->caps)
        find_share(s);
    for (int k = 0; k < nv; k++)
        mpfr_fma(s->v[k], s->share, s->direction[k], s->end[k], MPFR_RNDN);
    add_share(s, s->impulse, s->c->r, s->pressed, s->term, rows);
    add_share(s, s->joint_impulse, s->e->lambda, s->held, s->term, s->e->joints);
    return REF_OK;
}

enum ref_status ref_impact_round(struct ref_collision *s) {
    enum ref_status status = compress(s);
    if (status != REF_OK || s->impact->law == REF_NO_RESTITUTION || !find_restitution(s))
        return status;
    return s->impact->law == REF_POISSON ? expand_as_poisson(s) : expand_as_newton(s);
}
