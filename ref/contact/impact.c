/* Impacts: storage, a single solve, and rounds. See impact.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/impact.h"

#include "ref/vector.h"

/* Approach below 2^-(bits - SLACK_BITS) of the largest velocity is rounding. */
enum { SLACK_BITS = 8 };

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
