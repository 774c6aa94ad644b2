/* Which mode goes on: of the modes that are possible, the one in which every watch is positive, or
 * begins with a coefficient that is. All others have to be contradicted: by a watch that is
 * negative or begins so, or because nothing solves their equations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/crossing/lone.h"

enum verdict { CONTRADICTED, UNDECIDED, HOLDS };
enum { MOST_DOUBTS = 32 };

/* The other side of the surfaces of a watch. */
void crossing_turn(const struct crossing_scene *s, const struct crossing_stage *stage,
                   int watch, signed char *mode) {
    for (int k = 0; k < s->surfaces; k++)
        if (stage->watch_of[k] == watch)
            mode[k] = (signed char)-stage->mode[k];
}

bool crossing_is_crossed(const struct crossing_passage *p, int i) {
    const struct crossing_watch *a = &p->after->watch[i];
    return a->kind == CROSSING_SURFACE && p->watch >= 0 &&
           p->before->watch[p->watch].kind == CROSSING_SURFACE &&
           p->before->watch_of[a->index] == p->watch;
}

static int lead_of(const struct crossing_watch *watch,
                   const struct crossing_option *option) {
    switch (watch->kind) {
    case CROSSING_GAP: return option[watch->index].gap_lead;
    case CROSSING_SLIP: return option[watch->index].slip_lead;
    default: return 0;
    }
}

/* known: NULL, or what is known of x exactly. */
static enum verdict judge(struct crossing_passage *p,
                          const struct crossing_option *option, const expr *known) {
    enum verdict verdict = HOLDS;
    struct crossing_stage *stage = p->after;
    crossing_probe(stage, p->end, CROSSING_PROBED_ORDER);
    for (int i = 0; i < stage->watches; i++) {
        int lead = crossing_is_crossed(p, i) ? 1 : lead_of(&stage->watch[i], option);
        arb_srcptr c = crossing_probe_watch(stage, i);
        while (lead < CROSSING_PROBED_ORDER &&
               ((p->watch < 0 && arb_is_zero(c + lead)) ||
                (known != NULL && arb_contains_zero(c + lead) &&
                 crossing_known_zero(p, known, stage->watch[i].value, lead))))
            lead++; /* zeros may be exact */
        c += lead;
        if (arb_is_negative(c))
            return CONTRADICTED;
        if (!arb_is_positive(c))
            verdict = UNDECIDED;
        stage->lead[i] = lead;
    }
    return verdict;
}

struct choice {
    struct room *room; /* of its arrays */
    struct crossing_passage *p;
    const signed char *sides; /* of the surfaces before it */
    signed char *mode;
    struct crossing_option *option; /* (size contacts) those tried */
    int *taken;                     /* (size contacts) their places */
    arb_ptr box;
    expr *known; /* (size n), or NULL */
    struct crossing_stage *found, *doubtful[MOST_DOUBTS];
    int doubts;
    bool undecided;
    bool
        lost; /* a mode has no motion that is found, which what is known does not change */
};

/* *turned: where x jumps, a surface's function is negative in all of the box behind it; mode :=
 * with its other side. */
static void turn_sides(struct choice *c, bool *turned) {
    struct crossing_passage *p = c->p;
    *turned = false;
    crossing_probe(p->after, p->end, 0);
    for (int i = 0; i < p->after->watches && p->jumps; i++)
        if (p->after->watch[i].kind == CROSSING_SURFACE &&
            arb_is_negative(crossing_probe_watch(p->after, i))) {
            crossing_turn(p->scene, p->after, i, c->mode);
            *turned = true;
        }
}

/* p->after and p->end := of the mode, whose surfaces have their sides behind a jump of x.
 * *enclosed: a box is found, and the sides do not turn to and fro. */
static enum ref_status find_stage(struct choice *c, bool *enclosed) {
    struct crossing_passage *p = c->p;
    const struct crossing_scene *s = p->scene;
    enum ref_status status = REF_OK;
    bool turned = true;
    *enclosed = true;
    for (int k = 0; k <= s->surfaces && turned && *enclosed && status == REF_OK; k++) {
        status = crossing_may_go_on(s);
        if (status == REF_OK)
            status = crossing_stage_find(p->scene, c->mode, &p->after);
        if (status != REF_OK)
            break;
        _arb_vec_set(p->end, c->box, 1 + s->n);
        *enclosed = crossing_passage_enclose_end(p);
        if (*enclosed)
            turn_sides(c, &turned);
    }
    *enclosed = *enclosed && !turned;
    return status;
}

static enum ref_status try_mode(struct choice *c,
                                const struct crossing_options *options) {
    struct crossing_passage *p = c->p;
    const struct crossing_scene *s = p->scene;
    bool enclosed;
    memcpy(c->mode, c->sides, (size_t)s->surfaces);
    for (int i = 0; i < s->m->contacts; i++) {
        c->option[i] = options[i].option[c->taken[i]];
        c->mode[s->surfaces + 2 * i] = c->option[i].state;
        c->mode[s->surfaces + 2 * i + 1] = c->option[i].sign;
    }
    if (!crossing_slips_agree(s, c->mode))
        return REF_OK;
    enum ref_status status = find_stage(c, &enclosed);
    if (status == REF_SINGULAR) {
        c->undecided = c->lost = true;
        return REF_OK;
    }
    if (status != REF_OK)
        return status;
    c->lost = c->lost || !enclosed;
    enum verdict verdict = enclosed ? judge(p, c->option, c->known) : UNDECIDED;
    if (verdict == UNDECIDED)
        c->doubtful[c->doubts++ % MOST_DOUBTS] = p->after;
    c->undecided = c->undecided || (verdict == HOLDS && c->found != NULL);
    if (verdict == HOLDS)
        c->found = p->after;
    return REF_OK;
}

static bool advance(struct choice *c, const struct crossing_options *options) {
    for (int i = 0; i < c->p->scene->m->contacts; i++) {
        if (++c->taken[i] < options[i].count)
            return true;
        c->taken[i] = 0;
    }
    return false;
}

/* Whether the modes that are in doubt have the equations of the one that holds: then they are no
 * other motions. */
static bool are_found(const struct choice *c) {
    bool same = c->doubts == 0 || (c->found != NULL && c->doubts <= MOST_DOUBTS);
    for (int k = 0; k < c->doubts && same; k++)
        same = memcmp(c->doubtful[k]->field, c->found->field,
                      (size_t)c->found->n * sizeof *c->found->field) == 0;
    return same;
}

/* The box and the leads are those of the mode tried last. */
static enum ref_status try_all(struct choice *c, const struct crossing_options *options) {
    enum ref_status status = try_mode(c, options);
    int modes = 1;
    for (; status == REF_OK && advance(c, options); modes++)
        status = modes < CROSSING_MOST_TRIALS ? try_mode(c, options) : REF_TOO_LONG;
    if (status != REF_OK)
        return status;
    if (c->undecided || !are_found(c))
        return REF_UNDECIDED;
    if (c->found == NULL)
        return REF_NO_MODE;
    c->p->after = c->found;
    _arb_vec_set(c->p->end, c->box, 1 + c->p->scene->n);
    return crossing_passage_enclose_end(c->p) ? REF_OK : REF_NOT_SMOOTH;
}

/* The same, with all that is known of x exactly: this takes longer, and is tried where balls do
 * not tell. */
static enum ref_status try_known(struct choice *c,
                                 const struct crossing_options *options) {
    const int contacts = c->p->scene->m->contacts;
    c->known = room_take(c->room, (size_t)c->p->scene->n, sizeof *c->known);
    if (c->known == NULL)
        return REF_NO_MEMORY;
    if (!crossing_know(c->p, c->known))
        return REF_UNDECIDED;
    c->found = NULL;
    c->doubts = 0;
    c->undecided = false;
    for (int i = 0; i < contacts; i++)
        c->taken[i] = 0;
    return try_all(c, options);
}

enum ref_status crossing_choose(struct crossing_passage *p, const signed char *mode,
                                const struct crossing_options *options) {
    const struct crossing_scene *s = p->scene;
    const size_t contacts = (size_t)s->m->contacts;
    struct room room = {.last = NULL};
    struct choice c = {.p = p,
                       .room = &room,
                       .sides = mode,
                       .mode = room_take(&room, (size_t)s->places, 1),
                       .option = room_take(&room, contacts, sizeof *c.option),
                       .taken = room_take(&room, contacts, sizeof *c.taken),
                       .box = room_balls(&room, 1 + s->n)};
    enum ref_status status = REF_NO_MEMORY;
    if (!room.is_short) {
        memcpy(c.mode, mode, (size_t)s->places);
        _arb_vec_set(c.box, p->end, 1 + s->n);
        status = try_all(&c, options);
        if (status == REF_UNDECIDED && !c.lost)
            status = try_known(&c, options);
        if (status == REF_OK)
            status = crossing_exclude_slip(s, p->after, options, p->end);
        if (status == REF_OK && s->group != NULL && !crossing_is_lone(p))
            status = REF_UNDECIDED;
    }
    room_clear(&room);
    return status;
}
