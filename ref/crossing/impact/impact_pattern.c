/* The pattern of an impact's phase: which contacts take impulses, stick and slide. One holds,
 * and it is proved that no other one does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/impact.h"

/* Pattern number k of a contact; false: there are no more. */
static bool pick(const struct crossing_blow *w, int i, int k,
                 struct crossing_pattern *pattern) {
    const struct crossing_scene *s = w->phase.s;
    static const struct crossing_pattern all[] = {
        {true, CROSSING_STUCK},  {true, CROSSING_FORTH},  {true, CROSSING_BACK},
        {false, CROSSING_STUCK}, {false, CROSSING_FORTH}, {false, CROSSING_BACK}};
    if (w->phase.role[i] == CROSSING_APART || !crossing_has_friction(s, i)) {
        *pattern = (struct crossing_pattern){k == 0 && w->phase.role[i] != CROSSING_APART,
                                             CROSSING_SMOOTH};
        return k < (w->phase.role[i] == CROSSING_APART ? 1 : 2);
    }
    const bool known = !expr_is_zero(s->m->graph, w->phase.known[i]);
    const int slides = crossing_slides(s, i) == 1 ? 3 : 1, open = known ? slides : 1;
    if (k < slides)
        *pattern = all[k];
    else if (known)
        *pattern = all[3 + (k - slides) % 3];
    else
        *pattern = (struct crossing_pattern){false, CROSSING_SMOOTH};
    return k < slides + open;
}

/* Whether nothing that touches has friction: impulses of a phase solve a convex problem then, and
 * what holds, be it with equality, gives the only velocities. */
static bool is_convex(const struct crossing_blow *w) {
    const struct crossing_scene *s = w->phase.s;
    bool convex = true;
    for (int i = 0; i < s->m->contacts; i++)
        convex = convex &&
                 (w->phase.role[i] == CROSSING_APART || !crossing_has_friction(s, i));
    return convex;
}

bool crossing_blow_knows_nil(struct crossing_blow *w, expr e) {
    const struct crossing_scene *s = w->phase.s;
    if (w->p->watch < 0)
        return crossing_vanishes(s, e);
    if (!w->looked)
        w->knows = crossing_know(w->p, w->known);
    w->looked = true;
    return w->knows && crossing_known_nil(s, w->known, e);
}

/* Whether condition k of a convex problem is an impulse that is exactly zero. */
static bool is_idle(struct crossing_blow *w, int k) {
    const struct crossing_scene *s = w->phase.s;
    const expr condition = w->phase.condition[k];
    int contact = 0;
    for (int part = -1; contact < s->m->contacts; contact++) {
        part += w->phase.role[contact] != CROSSING_APART;
        if (part == k)
            break;
    }
    return w->phase.pattern[contact].closed &&
           (crossing_is_zero(s, condition) || crossing_blow_knows_nil(w, condition));
}

/* 1: all conditions are positive, -1: one is negative, 0: neither is known. */
static enum ref_status judge(struct crossing_blow *w, int *verdict) {
    const struct crossing_phase *f = &w->phase;
    const bool convex = is_convex(w);
    arb_ptr value = _arb_vec_init(f->conditions);
    enum ref_status status =
        crossing_evaluate(f->s, f->conditions, f->condition, w->p->box, f->s->low, value);
    *verdict = 1;
    for (int i = 0; i < f->conditions && status == REF_OK; i++) {
        if (arb_is_negative(value + i)) {
            *verdict = -1;
            break;
        }
        if (!arb_is_positive(value + i) && !(convex && is_idle(w, i)))
            *verdict = 0;
    }
    _arb_vec_clear(value, f->conditions);
    return status;
}

static enum ref_status try_pattern(struct crossing_blow *w, int *verdict) {
    struct crossing_phase *f = &w->phase;
    memcpy(f->change, w->change, (size_t)f->s->rows.nv * sizeof *f->change);
    enum ref_status status = crossing_phase_solve(f);
    *verdict = 0;
    return status == REF_SINGULAR ? REF_OK
           : status == REF_OK     ? judge(w, verdict)
                                  : status;
}

/* Whether contacts that slide as others do, do what these do. */
static bool agrees(const struct crossing_phase *f) {
    for (int i = 0; i < f->s->m->contacts; i++)
        for (int j = 0; j < i; j++)
            if (f->s->slip_of[i] == f->s->slip_of[j] &&
                f->pattern[i].tangent != CROSSING_SMOOTH &&
                f->pattern[j].tangent != CROSSING_SMOOTH &&
                f->pattern[i].tangent != f->pattern[j].tangent)
                return false;
    return true;
}

static bool advance(struct crossing_blow *w) {
    for (int i = 0; i < w->phase.s->m->contacts; i++) {
        if (pick(w, i, ++w->taken[i], &w->phase.pattern[i]))
            return true;
        w->taken[i] = 0;
        pick(w, i, 0, &w->phase.pattern[i]);
    }
    return false;
}

enum ref_status crossing_find_pattern(struct crossing_blow *w) {
    struct crossing_phase *f = &w->phase;
    const int contacts = f->s->m->contacts;
    int holding = 0, verdict = 0, tried = 0;
    bool undecided = false;
    enum ref_status status;
    for (int i = 0; i < contacts; i++) {
        w->taken[i] = 0;
        pick(w, i, 0, &f->pattern[i]);
    }
    do {
        status = tried++ < CROSSING_MOST_TRIALS ? crossing_may_go_on(f->s) : REF_TOO_LONG;
        if (status != REF_OK || !agrees(f))
            continue;
        status = try_pattern(w, &verdict);
        undecided = undecided || verdict == 0;
        holding += verdict > 0;
        if (verdict > 0)
            memcpy(w->best, f->pattern, (size_t)contacts * sizeof *w->best);
        if (verdict > 0 && is_convex(w)) {
            undecided = false;
            break;
        }
    } while (status == REF_OK && advance(w));
    if (status != REF_OK || undecided || holding != 1)
        return status != REF_OK ? status : undecided ? REF_UNDECIDED : REF_NO_MODE;
    memcpy(f->pattern, w->best, (size_t)contacts * sizeof *w->best);
    status = try_pattern(w, &verdict);
    memcpy(w->change, f->change, (size_t)f->s->rows.nv * sizeof *w->change);
    for (int k = 0; k < f->s->rows.count; k++)
        w->total[k] = expr_add(f->s->m->graph, w->total[k], f->impulse[k]);
    return status;
}
