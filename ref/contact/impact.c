/* Impacts: storage, a single solve, and rounds. See impact.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/impact.h"

#include "ref/contact/impact_round.h"
#include "ref/vector.h"

/* Approach below 2^-(bits - SLACK_BITS) of the largest velocity is rounding. */
enum { SLACK_BITS = 8 };

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

/* speed := what is slower than this does not approach. */
static void set_threshold(struct ref_collision *s) {
    vector_norm(s->speed, vector_const(s->u_before), s->e->rows);
    mpfr_div_2si(s->speed, s->speed, s->c->bits - SLACK_BITS, MPFR_RNDN);
    if (mpfr_cmp_d(s->speed, s->impact->threshold) < 0)
        mpfr_set_d(s->speed, s->impact->threshold, MPFR_RNDN);
}

static bool approaches(const struct ref_collision *s, int contact) {
    mpfr_srcptr u = s->u_before[s->c->first[contact]];
    return s->impact->problem.takes_part[contact] && mpfr_sgn(u) < 0 &&
           mpfr_cmpabs(u, s->speed) > 0;
}

static bool something_approaches(const struct ref_collision *s) {
    for (int i = 0; i < s->c->contacts; i++)
        if (approaches(s, i))
            return true;
    return false;
}

/* What touches takes part, or of that what approaches. */
static void choose_parts(struct ref_collision *s, bool all) {
    for (int i = 0; i < s->c->contacts; i++) {
        bool takes_part = s->impact->problem.takes_part[i] && (all || approaches(s, i));
        s->c->part[i] = takes_part ? REF_WHOLE_PART : REF_NO_PART;
        mpfr_set_zero(s->c->known[i], 1);
    }
}

static enum ref_status play_rounds(struct ref_collision *s) {
    const struct ref_impact *p = s->impact;
    bool simultaneous = p->induced == REF_SIMULTANEOUS;
    int most = simultaneous ? 1 : p->max_induced;
    enum ref_status status = REF_OK;
    for (int k = 1; k <= most && status == REF_OK; k++) {
        ref_collision_velocities(s, vector_const(s->v), s->u_before);
        if (!something_approaches(s))
            return REF_OK;
        choose_parts(s, simultaneous || (p->induced == REF_MIXED && k == most));
        s->rounds++;
        status = ref_impact_round(s);
    }
    if (status != REF_OK)
        return status;
    ref_collision_velocities(s, vector_const(s->v), s->u_before);
    if (!something_approaches(s))
        return REF_OK;
    choose_parts(s, true);
    status = ref_collision_solve(s, vector_const(s->v), p->problem.offset);
    if (status == REF_OK) {
        vector_set(s->v, vector_const(s->e->v), s->e->nv);
        ref_collision_add(s);
    }
    return status;
}

enum ref_status ref_collision_run(struct ref_collision *s,
                                  const struct ref_impact *impact) {
    s->impact = impact;
    s->rounds = 0;
    for (int i = 0; i < s->e->rows; i++)
        mpfr_set_zero(s->impulse[i], 1);
    for (int i = 0; i < s->e->joints; i++)
        mpfr_set_zero(s->joint_impulse[i], 1);
    vector_set(s->v, impact->problem.v_free, s->e->nv);
    ref_collision_velocities(s, vector_const(s->v), s->u_before);
    set_threshold(s);
    return play_rounds(s);
}

static enum ref_status run_alone(const struct ref_impact *impact,
                                 struct ref_elimination *e, struct ref_cone *c,
                                 struct ref_collision *s) {
    const struct ref_contact_problem *p = &impact->problem;
    enum ref_status status = ref_elimination_set(e, p->M, p->J, p->G);
    if (status != REF_OK)
        return status;
    ref_elimination_product(e, c);
    for (int i = 0; i < p->contacts; i++)
        mpfr_set(c->friction[i], p->friction[i], MPFR_RNDN);
    return ref_collision_run(s, impact);
}

enum ref_status ref_impact_solve(const struct ref_impact *impact, mpfr_prec_t bits,
                                 mpfr_t *v, mpfr_t *impulse) {
    const struct ref_contact_problem *p = &impact->problem;
    struct ref_cone *c = NULL;
    enum ref_status status = ref_cone_alloc(&c, p->contacts, p->first, bits);
    if (status != REF_OK)
        return status;
    struct ref_elimination e;
    struct ref_collision s;
    status = ref_elimination_init(&e, p->nv, p->rows, p->joints, c->work);
    enum ref_status other = ref_collision_init(&s, &e, c);
    if (status == REF_OK)
        status = other;
    if (status == REF_OK)
        status = run_alone(impact, &e, c, &s);
    if (status == REF_OK) {
        vector_set(v, vector_const(s.v), p->nv);
        if (impulse != NULL)
            vector_set(impulse, vector_const(s.impulse), p->rows);
    }
    ref_collision_clear(&s);
    ref_elimination_clear(&e);
    ref_cone_free(c);
    return status;
}
