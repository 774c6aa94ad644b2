/* Behind an event of a contact: what it may do then.
 *
 *     gap      an impact
 *     force    it lifts off: gap, its rate and its acceleration vanish, which the force made
 *     slip     it sticks, slides back, or opens
 *     cone     it slides against the force, its slip growing from zero at a rate that is zero, too,
 *              where static and dynamic friction are the same; if they are not, it may open
 *
 * Where friction jumps (slip; cone, of different frictions), so may the forces of other closed
 * contacts, which slide or lift off then; else these go on as they do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/model.h"
#include "ref/crossing/impact.h"

/* The sign of an expression in the box; CROSSING_SLIP_UNKNOWN. */
static int find_sign(const struct crossing_passage *p, expr e) {
    arb_t value;
    arb_init(value);
    int sign = CROSSING_SLIP_UNKNOWN;
    if (crossing_evaluate(p->scene, 1, &e, p->box, p->scene->low, value) == REF_OK &&
        !arb_contains_zero(value))
        sign = arb_is_positive(value) ? 1 : -1;
    arb_clear(value);
    return sign;
}

static enum ref_status begin_to_slide(const struct crossing_passage *p, int contact,
                                      struct crossing_options *options) {
    const expr force = p->before->watch[p->watch].aside;
    const int sign = force == EXPR_NONE ? CROSSING_SLIP_UNKNOWN : find_sign(p, force);
    if (sign == CROSSING_SLIP_UNKNOWN)
        return REF_NO_MODE;
    crossing_list_slipping(p->scene, p->before->mode, contact, -sign, options);
    return REF_OK;
}

static enum ref_status strike(struct crossing_passage *p, int contact,
                              struct crossing_options *options) {
    const struct crossing_scene *s = p->scene;
    const int contacts = s->m->contacts;
    signed char *role = calloc((size_t)contacts + 1, 2);
    if (role == NULL)
        return REF_NO_MEMORY;
    signed char *slip = role + contacts;
    crossing_take_part(s, p->before->mode, role, slip);
    for (int k = 0; k < p->before->watches; k++) {
        const int i = p->before->watch[k].index;
        if (!crossing_are_alike(p->before, k, p->watch))
            continue;
        role[i] = CROSSING_STRUCK;
        if (crossing_has_friction(s, i))
            slip[i] = crossing_slides(s, i) == 1
                          ? (signed char)find_sign(p, s->rows.speed[s->rows.first[i] + 1])
                          : CROSSING_SLIP_UNKNOWN;
    }
    if (crossing_comes_to_rest(p, contact) || crossing_dwindles(p, contact))
        role[contact] = CROSSING_TOUCHING;
    p->jumps = true;
    enum ref_status status = crossing_impact(p, role, slip, options);
    for (int i = 0; i < s->n; i++)
        arb_add_error_mag(p->end + 1 + i, p->error + i);
    free(role);
    return status;
}

static enum ref_status list_options(struct crossing_passage *p,
                                    struct crossing_options *options) {
    const struct crossing_watch *watch = &p->before->watch[p->watch];
    const int i = watch->index;
    crossing_list_unchanged(p->scene, p->before->mode, options);
    if (watch->kind == CROSSING_GAP)
        return strike(p, i, options);
    if (watch->kind == CROSSING_CONE)
        return begin_to_slide(p, i, options);
    if (watch->kind == CROSSING_SLIP && crossing_slides(p->scene, i) > 1)
        return REF_NO_MODE;
    options[i].count = 0;
    if (watch->kind == CROSSING_FORCE) {
        crossing_add_option(&options[i], CROSSING_OPEN, 0, 3, 0);
        return REF_OK;
    }
    crossing_list_all(p->scene, p->before->mode, options);
    for (int k = 0; k < p->before->watches; k++)
        if (crossing_are_alike(p->before, k, p->watch))
            crossing_list_closed(p->scene, p->before->watch[k].index, 0, true,
                                 &options[p->before->watch[k].index]);
    return REF_OK;
}

enum ref_status crossing_contact(struct crossing_passage *p) {
    struct crossing_options *options =
        calloc((size_t)p->scene->m->contacts + 1, sizeof *options);
    if (options == NULL)
        return REF_NO_MEMORY;
    _arb_vec_set(p->end, p->box, 1 + p->scene->n);
    enum ref_status status = list_options(p, options);
    if (status == REF_OK)
        status = crossing_choose(p, p->before->mode, options);
    free(options);
    return status;
}
