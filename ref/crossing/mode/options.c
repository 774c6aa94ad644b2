/* What contacts may do: where gap and rate vanish, and behind an event of one of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/impact.h"

void crossing_add_option(struct crossing_options *o, enum crossing_state state, int sign,
                         int gap_lead, int slip_lead) {
    o->option[o->count++] = (struct crossing_option){
        (signed char)state, (signed char)sign, gap_lead, slip_lead};
}

void crossing_list_closed(const struct crossing_scene *s, int contact, int slip,
                          bool may_open, struct crossing_options *o) {
    o->count = 0;
    if (!crossing_has_friction(s, contact)) {
        crossing_add_option(o, CROSSING_SLIDING, 0, 0, 0);
    } else if (slip != 0) {
        crossing_add_option(o, CROSSING_SLIDING, slip, 0, 0);
    } else {
        crossing_add_option(o, CROSSING_STICKING, 0, 0, 0);
        for (int sign = 1; sign >= -1 && crossing_slides(s, contact) == 1; sign -= 2)
            crossing_add_option(o, CROSSING_SLIDING, sign, 0, 1);
    }
    if (may_open)
        crossing_add_option(o, CROSSING_OPEN, 0, 2, 0);
}

void crossing_list_all(const struct crossing_scene *s, const signed char *mode,
                       struct crossing_options *options) {
    for (int i = 0; i < s->m->contacts; i++) {
        const signed char *place = mode + s->surfaces + 2 * i;
        options[i].count = 0;
        if (place[0] == CROSSING_STICKING)
            crossing_list_closed(s, i, 0, true, &options[i]);
        else
            crossing_add_option(&options[i], (enum crossing_state)place[0], place[1], 0,
                                0);
        if (place[0] == CROSSING_SLIDING)
            crossing_add_option(&options[i], CROSSING_OPEN, 0, 2, 0);
    }
}

void crossing_list_unchanged(const struct crossing_scene *s, const signed char *mode,
                             struct crossing_options *options) {
    for (int i = 0; i < s->m->contacts; i++) {
        const signed char *place = mode + s->surfaces + 2 * i;
        options[i].count = 0;
        crossing_add_option(&options[i], (enum crossing_state)place[0], place[1], 0, 0);
    }
}

static bool sticks_with(const struct crossing_scene *s, const signed char *mode, int i,
                        int contact) {
    return s->slip_of[i] == s->slip_of[contact] &&
           mode[s->surfaces + 2 * i] == CROSSING_STICKING;
}

/* Whether static and dynamic friction are the same where contacts stick together with one. */
static bool keeps_friction(const struct crossing_scene *s, const signed char *mode,
                           int contact) {
    bool same = true;
    for (int i = 0; i < s->m->contacts; i++) {
        const struct contact *c = &s->m->contact[i];
        if (sticks_with(s, mode, i, contact))
            same = same && crossing_is_zero(s, expr_sub(s->m->graph, c->static_friction,
                                                        c->dynamic_friction));
    }
    return same;
}

void crossing_list_slipping(const struct crossing_scene *s, const signed char *mode,
                            int contact, int sign, struct crossing_options *options) {
    const bool same = keeps_friction(s, mode, contact);
    if (!same)
        crossing_list_all(s, mode, options);
    for (int i = 0; i < s->m->contacts; i++) {
        if (!sticks_with(s, mode, i, contact))
            continue;
        options[i].count = 0;
        crossing_add_option(&options[i], CROSSING_SLIDING, sign, 0, same ? 2 : 1);
        if (!same)
            crossing_add_option(&options[i], CROSSING_OPEN, 0, 2, 0);
    }
}

void crossing_take_part(const struct crossing_scene *s, const signed char *mode,
                        signed char *role, signed char *slip) {
    for (int i = 0; i < s->m->contacts; i++) {
        const signed char *place = mode + s->surfaces + 2 * i;
        role[i] = crossing_takes_force(place[0]) ? CROSSING_TOUCHING : CROSSING_APART;
        slip[i] = (signed char)(place[0] == CROSSING_SLIDING ? place[1] : 0);
    }
}
