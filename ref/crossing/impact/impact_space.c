/* An impact of one contact that slides in space, by the same two phases (impact.c): the
 * direction of friction is that of the slip behind the phase (impact_space_slip.c). Of the four
 * patterns, closed or opening, sliding or sticking, one has to hold in the box and the others to
 * be contradicted. The slip's angle theta is a function of (t, x) by the implicit function
 * theorem: it is the one zero of c(theta; t, x) on the arc that is left, c_theta has one sign
 * over arc and box, and c is continuously differentiable there; so theta' = -c_x/c_theta, a mean
 * value of which is in the balls over arc and box. At the centre it is found by interval Newton
 * from the same arc.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/impact/impact_space.h"

#include "problems/base/many.h"
#include "problems/model.h"

/* 1: it holds; -1: it does not; 0: it is not told. */
static int judge_stick(struct crossing_space *b, bool closed) {
    if (!crossing_space_stick(b, closed))
        return 0;
    if (arb_is_negative(b->holds) || arb_is_negative(b->cone))
        return -1;
    return arb_is_positive(b->holds) && arb_is_positive(b->cone);
}

/* A phase's pattern and, where it slides, the angle. */
struct phase {
    bool closed, slides;
    arb_t angle;
};

/* The only pattern that holds in the box. */
static enum ref_status find_phase(struct crossing_space *b, struct phase *f) {
    int holding = 0;
    bool undecided = false;
    arb_t angle;
    arb_init(angle);
    for (int k = 0; k < 4; k++) {
        const bool closed = k < 2, slides = k % 2 != 0;
        const int verdict =
            slides ? crossing_space_find_slip(b, closed, angle) : judge_stick(b, closed);
        undecided = undecided || verdict == 0;
        holding += verdict > 0;
        if (verdict > 0) {
            f->closed = closed;
            f->slides = slides;
            arb_set(f->angle, angle);
        }
    }
    arb_clear(angle);
    return undecided ? REF_UNDECIDED : holding == 1 ? REF_OK : REF_NO_MODE;
}

/* r := of the pattern, with the angle's slopes by t and x where there are any: -c_x/c_theta. */
static bool take_phase(struct crossing_space *b, const struct phase *f) {
    if (!f->slides)
        return crossing_space_stick(b, f->closed);
    arb_ptr angle = _arb_vec_init(1 + b->room);
    crossing_space_point(b, f->angle);
    bool taken = crossing_space_slide(b, f->closed) &&
                 !arb_contains_zero(b->cross + CROSSING_BY_ANGLE);
    arb_set(angle, f->angle);
    for (int i = CROSSING_BY_TIME; i <= b->slopes; i++) {
        arb_div(angle + i, b->cross + i, b->cross + CROSSING_BY_ANGLE, b->bits);
        arb_neg(angle + i, angle + i);
    }
    crossing_space_turn(b, angle);
    taken = taken && crossing_space_slide(b, f->closed);
    _arb_vec_clear(angle, 1 + b->room);
    return taken;
}

/* The same at the centre, whose angle is one of the box's. */
static bool take_at_centre(struct crossing_space *b, const struct phase *f) {
    struct phase own = *f;
    arb_init(own.angle);
    arb_set(own.angle, f->angle);
    b->slopes = CROSSING_BY_ANGLE;
    if (f->slides)
        crossing_space_refine(b, own.angle, f->closed);
    const bool taken = take_phase(b, &own);
    arb_clear(own.angle);
    return taken;
}

/* Whether no energy is made: r . (u- + u+) <= 0, u- in `before`. */
static bool is_passive(const struct crossing_space *b, arb_srcptr before) {
    const slong stride = 1 + b->room;
    arb_t work, sum;
    arb_inits(work, sum);
    for (int i = 0; i < 3; i++) {
        arb_add(sum, before + i, b->u + i * stride, b->bits);
        arb_addmul(work, sum, b->total + i * stride, b->bits);
    }
    const bool passive = arb_is_nonpositive(work);
    arb_clears(sum, work);
    return passive;
}

/* change := component j of M^-1 J^T r, slope i (0: the value). */
static void find_change(const struct crossing_space *b, int j, int i, arb_t change) {
    const slong stride = 1 + b->room;
    arb_zero(change);
    for (int k = 0; k < 3; k++) {
        arb_srcptr Y = b->Y + (slong)(k * b->nv + j) * stride, r = b->total + k * stride;
        arb_addmul(change, Y + i, r, b->bits);
        if (i > 0)
            arb_addmul(change, Y, r + i, b->bits);
    }
}

static void write_passage(struct crossing_passage *p, const struct crossing_space *box,
                          const struct crossing_space *centre) {
    const struct crossing_scene *s = p->scene;
    const int nq = s->m->nq;
    arb_t change;
    arb_init(change);
    for (int j = 0; j < box->nv; j++) {
        find_change(centre, j, 0, change);
        arb_add(p->image + nq + j, p->image + nq + j, change, s->bits);
        find_change(box, j, 0, change);
        arb_add(p->end + 1 + nq + j, p->end + 1 + nq + j, change, s->bits);
        find_change(box, j, CROSSING_BY_TIME, p->by_time + nq + j);
        for (int i = 0; i < s->n; i++) {
            arb_ptr entry = arb_mat_entry(p->by_state, nq + j, i);
            find_change(box, j, CROSSING_BY_STATE + i, change);
            arb_add(entry, entry, change, s->low);
        }
    }
    arb_clear(change);
}

/* Both phases, in the box and at the centre. *slid: it slides behind one. */
static enum ref_status collide(struct crossing_space *box, struct crossing_space *centre,
                               bool bounces, struct phase *f, bool *slid) {
    enum ref_status status = REF_OK;
    *slid = false;
    const int phases = bounces ? 2 : 1;
    for (int k = 0; k < phases && status == REF_OK; k++) {
        status = find_phase(box, f);
        if (status == REF_OK && !(take_phase(box, f) && take_at_centre(centre, f)))
            status = REF_UNDECIDED;
        if (status != REF_OK)
            break;
        *slid = *slid || f->slides;
        const bool imposes = bounces && k == 0 && f->closed;
        crossing_space_end_phase(box, imposes);
        crossing_space_end_phase(centre, imposes);
    }
    return status;
}

static bool does_bounce(const struct crossing_blow *w, int contact) {
    return w->phase.role[contact] == CROSSING_STRUCK &&
           !crossing_is_zero(w->phase.s, w->phase.s->m->contact[contact].restitution);
}

bool crossing_impact_sticks(const struct crossing_blow *w, int contact) {
    struct crossing_space box, centre;
    struct phase f = {.closed = false};
    bool slid = true;
    arb_init(f.angle);
    const bool read = crossing_space_init(&box, w, contact, w->p->box, w->p->scene->low),
               found =
                   crossing_space_init(&centre, w, contact, w->p->box, w->p->scene->low);
    box.slopes = centre.slopes = CROSSING_BY_ANGLE;
    const bool sticks =
        read && found &&
        collide(&box, &centre, does_bounce(w, contact), &f, &slid) == REF_OK && !slid;
    crossing_space_clear(&centre);
    crossing_space_clear(&box);
    arb_clear(f.angle);
    return sticks;
}

static void set_centre(const struct crossing_passage *p, arb_ptr point) {
    arb_set_arf(point, p->before->e.time);
    for (int i = 0; i < p->scene->n; i++)
        arb_set_arf(point + 1 + i, p->before->e.center + i);
}

enum ref_status crossing_impact_in_space(struct crossing_blow *w, int contact) {
    struct crossing_passage *p = w->p;
    const struct crossing_scene *s = p->scene;
    const bool bounces = does_bounce(w, contact);
    bool slid;
    struct crossing_space box, centre;
    struct phase f = {.closed = false};
    arb_ptr point = _arb_vec_init(1 + s->n), before = _arb_vec_init(3);
    arb_init(f.angle);
    set_centre(p, point);
    const bool read = crossing_space_init(&box, w, contact, p->box, s->low),
               found = crossing_space_init(&centre, w, contact, point, s->bits);
    enum ref_status status = read && found ? REF_OK : REF_UNDECIDED;
    for (int i = 0; i < 3; i++)
        arb_set(before + i, box.u + (slong)i * (1 + box.room));
    if (status == REF_OK)
        status = collide(&box, &centre, bounces, &f, &slid);
    if (status == REF_OK && bounces && !is_passive(&box, before))
        status = REF_NO_MODE;
    if (status == REF_OK) {
        write_passage(p, &box, &centre);
        for (int i = 0; i < 3; i++)
            arb_set(p->impulse + s->rows.first[contact] + i,
                    box.total + (slong)i * (1 + box.room));
        w->best[contact] = (struct crossing_pattern){f.closed, f.slides ? CROSSING_FORTH
                                                                        : CROSSING_STUCK};
        w->phase.pattern[contact] = w->best[contact];
        p->scene->blurred = true; /* what it makes of x is no formula */
    }
    crossing_space_clear(&centre);
    crossing_space_clear(&box);
    arb_clear(f.angle);
    _arb_vec_clear(before, 3);
    _arb_vec_clear(point, 1 + s->n);
    return status;
}
