/* What the rounds of an impact share: velocities of the contacts, restitution, one solve.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/impact.h"

enum ref_status ref_collision_init(struct ref_collision *s, struct ref_elimination *e,
                                   struct ref_cone *c) {
    mpfr_prec_t work = c->work;
    *s = (struct ref_collision){.e = e, .c = c, .most_patterns = REF_MOST_PATTERNS};
    mpfr_inits2(work, s->budget, s->linear, s->square, s->share, s->speed, s->term,
                (mpfr_ptr)NULL);
    mpfr_t **const velocities[] = {&s->v, &s->before, &s->end, &s->direction};
    mpfr_t **const rows[] = {&s->impulse, &s->u_before, &s->u_end, &s->offset,
                             &s->pressed};
    for (size_t i = 0; i < sizeof velocities / sizeof *velocities; i++)
        *velocities[i] = room_numbers(&s->room, e->nv, work);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = room_numbers(&s->room, e->rows, work);
    s->joint_impulse = room_numbers(&s->room, e->joints, work);
    s->held = room_numbers(&s->room, e->joints, work);
    s->total = room_numbers(&s->room, e->joints, work);
    s->expansion = room_numbers(&s->room, c->contacts, work);
    return s->room.is_short ? REF_NO_MEMORY : REF_OK;
}

void ref_collision_clear(struct ref_collision *s) {
    room_clear(&s->room);
    mpfr_clears(s->budget, s->linear, s->square, s->share, s->speed, s->term,
                (mpfr_ptr)NULL);
}

void ref_collision_velocities(const struct ref_collision *s, const mpfr_t *v, mpfr_t *u) {
    const struct ref_contact_problem *p = &s->impact->problem;
    for (int i = 0; i < p->rows; i++) {
        mpfr_set(u[i], p->offset[i], MPFR_RNDN);
        for (int k = 0; k < p->nv; k++)
            mpfr_fma(u[i], p->J[k * p->rows + i], v[k], u[i], MPFR_RNDN);
    }
}

void ref_impact_restitution(const struct ref_impact *impact, int contact, mpfr_srcptr u,
                            mpfr_ptr e) {
    mpfr_set_zero(e, 1);
    double capture = impact->capture, ramp = impact->ramp;
    if (mpfr_sgn(u) >= 0 || mpfr_cmp_d(u, -capture) >= 0)
        return;
    mpfr_srcptr nominal = impact->restitution[contact];
    mpfr_set(e, nominal, MPFR_RNDN);
    if (mpfr_cmp_d(u, -ramp) <= 0)
        return;
    mpfr_si_sub(e, 1, nominal, MPFR_RNDN);
    mpfr_mul(e, e, u, MPFR_RNDN);
    mpfr_div_d(e, e, ramp, MPFR_RNDN);
    mpfr_add_si(e, e, 1, MPFR_RNDN);
}

enum ref_status ref_collision_solve(struct ref_collision *s, const mpfr_t *v_free,
                                    const mpfr_t *offset) {
    int solutions;
    enum ref_status status = ref_elimination_begin(
        s->e, v_free, s->impact->problem.joint_offset, offset, s->c);
    if (status == REF_OK)
        status = ref_cone_solve(s->c, s->most_patterns, &solutions);
    if (status != REF_OK)
        return status;
    ref_elimination_end(s->e, s->c);
    return REF_OK;
}

void ref_collision_add(struct ref_collision *s) {
    for (int i = 0; i < s->e->rows; i++)
        mpfr_add(s->impulse[i], s->impulse[i], s->c->r[i], MPFR_RNDN);
    for (int i = 0; i < s->e->joints; i++)
        mpfr_add(s->joint_impulse[i], s->joint_impulse[i], s->e->lambda[i], MPFR_RNDN);
}
