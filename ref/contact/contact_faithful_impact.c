/* Impacts as Simbody 3.7's SemiExplicitEulerTimeStepper has them, round by round with its
 * thresholds, each solve to the laws.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/room.h"
#include "ref/contact/contact_step.h"
#include "ref/vector.h"

/* What approaches faster than this part of the tolerance (in velocity) has an impact. */
static const double IMPACT_PART = 0.1;

enum role { OBSERVER, IMPACTER, EXPANDER };

struct faithful_impact {
    struct ref_contact *c;
    struct ref_impact law;
    struct room room;  /* of the arrays */
    mpfr_t *v, *u;     /* [nv], [rows] now */
    mpfr_t *expansion; /* [contacts] impulses to be imposed */
    mpfr_t *e;         /* [contacts] restitution in effect */
    mpfr_t *pushed;    /* [contacts] normal impulses of a round */
    mpfr_t *offset;    /* [rows] */
    enum role *role;   /* [contacts] */
    bool imposes;      /* the expansion; else it is only known */
};

static bool approaches(const struct faithful_impact *f, int i) {
    const struct ref_contact *c = f->c;
    return c->touches[i] &&
           mpfr_cmp_d(f->u[c->scene.first[i]], -IMPACT_PART * c->in_use.tolerance) < 0;
}

static bool something_approaches(const struct faithful_impact *f) {
    for (int i = 0; i < f->c->scene.contacts; i++)
        if (approaches(f, i))
            return true;
    return false;
}

/* e in effect, of what approaches faster than the tolerance. */
static void find_restitution(struct faithful_impact *f) {
    const struct ref_contact *c = f->c;
    for (int i = 0; i < c->scene.contacts; i++) {
        mpfr_srcptr u = f->u[c->scene.first[i]];
        mpfr_set_zero(f->e[i], 1);
        if (c->touches[i] && f->law.law != REF_NO_RESTITUTION &&
            mpfr_cmp_d(u, -c->in_use.tolerance) < 0)
            ref_impact_restitution(&f->law, i, u, f->e[i]);
    }
}

/* One solve: v and u after it and after what the expansion imposes; pushed. */
static enum ref_status play_round(struct faithful_impact *f) {
    struct ref_contact *c = f->c;
    struct ref_scene *s = &c->scene;
    bool newton = f->law.law == REF_NEWTON;
    vector_set(f->offset, vector_const(s->offset), s->rows);
    for (int i = 0; i < s->contacts; i++) {
        int n = s->first[i];
        if (newton)
            mpfr_fma(f->offset[n], f->e[i], f->u[n], f->offset[n], MPFR_RNDN);
        mpfr_set(c->cone->known[i], f->expansion[i], MPFR_RNDN);
        if (!f->imposes)
            continue;
        for (int k = 0; k < s->nv; k++)
            mpfr_fma(f->v[k], c->elimination.Y[n * s->nv + k], f->expansion[i], f->v[k],
                     MPFR_RNDN);
        mpfr_add(c->impulse[n], c->impulse[n], f->expansion[i], MPFR_RNDN);
    }
    enum ref_status status = ref_contact_solve_step(
        c, vector_const(f->v), vector_const(f->offset), vector_const(s->joint_offset));
    if (status != REF_OK)
        return status;
    vector_set(f->v, vector_const(c->elimination.v), s->nv);
    ref_contact_speeds(c, vector_const(f->v), f->u);
    for (int i = 0; i < s->rows; i++)
        mpfr_add(c->impulse[i], c->impulse[i], c->cone->r[i], MPFR_RNDN);
    for (int i = 0; i < s->contacts; i++)
        mpfr_set(f->pushed[i], c->cone->r[s->first[i]], MPFR_RNDN);
    return REF_OK;
}

static void take_part(struct faithful_impact *f, int i, enum ref_part part) {
    f->c->cone->part[i] = f->c->touches[i] ? part : REF_NO_PART;
}

/* expansion := e times the impulses of the contacts that had an impact; whether there is any. */
static bool store_expansion(struct faithful_impact *f) {
    bool any = false;
    for (int i = 0; i < f->c->scene.contacts; i++) {
        mpfr_set_zero(f->expansion[i], 1);
        if (f->law.law == REF_POISSON && f->role[i] == IMPACTER)
            mpfr_mul(f->expansion[i], f->e[i], f->pushed[i], MPFR_RNDN);
        any = any || !mpfr_zero_p(f->expansion[i]);
    }
    return any;
}

/* All of it at once: compression, expansion, and a correction if that drives anything
 * together. The original's correction keeps the expansion's bound of friction. */
static enum ref_status collide_simultaneously(struct faithful_impact *f) {
    int contacts = f->c->scene.contacts;
    if (!something_approaches(f))
        return REF_OK;
    find_restitution(f);
    for (int i = 0; i < contacts; i++) {
        f->role[i] = approaches(f, i) ? IMPACTER : OBSERVER;
        take_part(f, i, REF_WHOLE_PART);
    }
    enum ref_status status = play_round(f);
    if (status != REF_OK || !store_expansion(f))
        return status;
    for (int i = 0; i < contacts; i++)
        if (!mpfr_zero_p(f->expansion[i]))
            take_part(f, i, REF_FRICTION_PART);
    status = play_round(f);
    if (status != REF_OK || !something_approaches(f))
        return status;
    f->imposes = false;
    for (int i = 0; i < contacts; i++)
        take_part(f, i, REF_WHOLE_PART);
    return play_round(f);
}

static bool find_roles(struct faithful_impact *f) {
    bool any = false;
    for (int i = 0; i < f->c->scene.contacts; i++) {
        f->role[i] = approaches(f, i) ? IMPACTER : OBSERVER;
        if (!mpfr_zero_p(f->expansion[i]))
            f->role[i] = EXPANDER;
        any = any || f->role[i] != OBSERVER;
    }
    return any;
}

static void choose_parts(struct faithful_impact *f, enum ref_part of_observers,
                         enum ref_part of_impacters) {
    for (int i = 0; i < f->c->scene.contacts; i++)
        take_part(f, i,
                  f->role[i] == EXPANDER   ? REF_FRICTION_PART
                  : f->role[i] == IMPACTER ? of_impacters
                                           : of_observers);
}

/* Round by round: only what approaches, and what expands. */
static enum ref_status collide_in_rounds(struct faithful_impact *f) {
    bool mixed = f->c->options.induced == REF_MIXED;
    enum ref_status status = REF_OK;
    for (int k = 1; k <= f->c->options.max_induced && status == REF_OK; k++) {
        find_restitution(f);
        if (!find_roles(f))
            return REF_OK;
        bool all = mixed && k == f->c->options.max_induced;
        choose_parts(f, all ? REF_WHOLE_PART : REF_NO_PART, REF_WHOLE_PART);
        status = play_round(f);
        store_expansion(f);
    }
    bool pending = false;
    for (int i = 0; i < f->c->scene.contacts; i++)
        pending = pending || !mpfr_zero_p(f->expansion[i]);
    if (status != REF_OK || !pending)
        return status;
    find_roles(f);
    for (int i = 0; i < f->c->scene.contacts; i++)
        mpfr_set_zero(f->e[i], 1);
    enum ref_part others = mixed ? REF_WHOLE_PART : REF_NO_PART;
    choose_parts(f, others, others);
    return play_round(f);
}

static bool make_vectors(struct faithful_impact *f) {
    const struct ref_scene *s = &f->c->scene;
    f->v = room_numbers(&f->room, s->nv, f->c->work);
    f->u = room_numbers(&f->room, s->rows, f->c->work);
    f->offset = room_numbers(&f->room, s->rows, f->c->work);
    f->expansion = room_numbers(&f->room, s->contacts, f->c->work);
    f->e = room_numbers(&f->room, s->contacts, f->c->work);
    f->pushed = room_numbers(&f->room, s->contacts, f->c->work);
    f->role = room_take(&f->room, (size_t)s->contacts, sizeof *f->role);
    return !f->room.is_short;
}

enum ref_status ref_contact_faithful_impact(struct ref_contact *c) {
    struct ref_scene *s = &c->scene;
    struct faithful_impact f = {.c = c,
                                .imposes = true,
                                .law = {.restitution = vector_const(s->restitution),
                                        .law = c->options.restitution,
                                        .capture = c->in_use.capture,
                                        .ramp = c->in_use.restitution}};
    enum ref_status status = REF_NO_MEMORY;
    if (make_vectors(&f)) {
        vector_set(f.v, vector_const(c->x + s->nq), s->nv);
        ref_contact_speeds(c, vector_const(f.v), f.u);
        status = c->options.induced == REF_SIMULTANEOUS ? collide_simultaneously(&f)
                                                        : collide_in_rounds(&f);
    }
    if (status == REF_OK) {
        vector_set(c->x + s->nq, vector_const(f.v), s->nv);
        ref_contact_note_impact(c, vector_const(c->impulse));
    }
    room_clear(&f.room);
    return status;
}
