/* Which mode goes on from a box: of those that contacts may take, the one in which every watch
 * is positive in the box of its motions, or has a first coefficient that is not zero and is
 * positive. In every other one a watch is negative, or begins so, or it has the same equations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/certificate/passing.h"
#include "ref/crossing/lone.h"

enum { MOST_DOUBTS = 32 };

struct choice {
    const struct claim_place *from;
    const struct crossing_options *options;
    int *taken;         /* (size contacts) */
    signed char *sides; /* of the surfaces before */
    signed char *mode, *found_mode, *lead, *found_lead;
    arb_ptr box;
    struct crossing_stage *found, *doubtful[MOST_DOUBTS];
    int doubts;
    bool undecided, lost;             /* lost: a mode has no motion that is found */
    struct crossing_passage *passage; /* for what is known exactly of x, known[n] */
    expr *known;                      /* NULL: nothing */
};

static int lead_of(const struct choice *c, const struct crossing_watch *watch) {
    if (watch->kind == CROSSING_SURFACE)
        return 0;
    const struct crossing_option *o =
        &c->options[watch->index].option[c->taken[watch->index]];
    return watch->kind == CROSSING_GAP    ? o->gap_lead
           : watch->kind == CROSSING_SLIP ? o->slip_lead
                                          : 0;
}

/* Whether a derivative of a watch is exactly zero at once. */
static bool vanishes(const struct choice *c, struct crossing_stage *stage, int i,
                     int order, const arb_t y) {
    if (c->from->before == NULL && arb_is_zero(y))
        return true;
    if (c->known == NULL || !arb_contains_zero(y))
        return false;
    c->passage->after = stage;
    return crossing_known_zero(c->passage, c->known, stage->watch[i].value, order);
}

/* 1: the motion goes on in the stage, -1: it does not, 0: neither is proved. */
static int judge(struct choice *c, struct crossing_stage *stage) {
    int verdict = 1;
    memset(c->lead, 0, (size_t)c->from->s->places);
    crossing_probe(stage, c->box, CROSSING_PROBED_ORDER);
    for (int i = 0; i < stage->watches; i++) {
        int lead = lead_of(c, &stage->watch[i]);
        arb_srcptr y = crossing_probe_watch(stage, i);
        while (lead < CROSSING_PROBED_ORDER && vanishes(c, stage, i, lead, y + lead))
            lead++;
        if (arb_is_negative(y + lead))
            return -1;
        if (!arb_is_positive(y + lead))
            verdict = 0;
        c->lead[i] = (signed char)lead;
    }
    return verdict;
}

/* mode := with the other side of each surface whose function is negative in the box; whether
 * there is one. */
static bool turn_sides(struct choice *c, const struct crossing_stage *stage) {
    bool turned = false;
    for (int i = 0; i < stage->watches; i++)
        if (stage->watch[i].kind == CROSSING_SURFACE &&
            arb_is_negative(crossing_probe_watch(stage, i))) {
            crossing_turn(c->from->s, stage, i, c->mode);
            turned = true;
        }
    return turned;
}

/* The stage of the mode, its surfaces on the sides that they have in the box of its motions.
 * *enclosed: that is found. */
static enum ref_status find_stage(struct choice *c, struct crossing_stage **stage,
                                  bool *enclosed) {
    struct crossing_scene *s = c->from->s;
    enum ref_status status = REF_OK;
    bool turned = true;
    *enclosed = true;
    for (int k = 0; k <= s->surfaces && turned && *enclosed && status == REF_OK; k++) {
        status = crossing_stage_find(s, c->mode, stage);
        if (status != REF_OK)
            break;
        _arb_vec_set(c->box, c->from->box, 1 + s->n);
        *enclosed = crossing_widen(c->box, *stage, c->from->width);
        if (*enclosed) {
            crossing_probe(*stage, c->box, 0);
            turned = turn_sides(c, *stage);
        }
    }
    *enclosed = *enclosed && !turned;
    return status;
}

static enum ref_status try_mode(struct choice *c) {
    const struct crossing_scene *s = c->from->s;
    struct crossing_stage *stage;
    bool enclosed;
    memcpy(c->mode, c->sides, (size_t)s->surfaces);
    for (int i = 0; i < s->m->contacts; i++) {
        const struct crossing_option *o = &c->options[i].option[c->taken[i]];
        c->mode[s->surfaces + 2 * i] = o->state;
        c->mode[s->surfaces + 2 * i + 1] = o->sign;
    }
    if (!crossing_slips_agree(s, c->mode))
        return REF_OK;
    const enum ref_status status = find_stage(c, &stage, &enclosed);
    c->undecided = c->undecided || status == REF_SINGULAR;
    c->lost = c->lost || status == REF_SINGULAR || !enclosed;
    if (status != REF_OK)
        return status == REF_SINGULAR ? REF_OK : status;
    const int verdict = enclosed ? judge(c, stage) : 0;
    if (verdict == 0)
        c->doubtful[c->doubts++ % MOST_DOUBTS] = stage;
    c->undecided = c->undecided || (verdict > 0 && c->found != NULL);
    if (verdict > 0) {
        c->found = stage;
        memcpy(c->found_mode, c->mode, (size_t)s->places);
        memcpy(c->found_lead, c->lead, (size_t)s->places);
    }
    return REF_OK;
}

static bool advance(struct choice *c) {
    for (int i = 0; i < c->from->s->m->contacts; i++) {
        if (++c->taken[i] < c->options[i].count)
            return true;
        c->taken[i] = 0;
    }
    return false;
}

/* Whether one mode holds, and those in doubt have its equations: then they are no other motions. */
static bool is_only(const struct choice *c) {
    bool only = c->found != NULL && !c->undecided && c->doubts <= MOST_DOUBTS;
    for (int k = 0; k < c->doubts && only; k++)
        only = memcmp(c->doubtful[k]->field, c->found->field,
                      (size_t)c->found->n * sizeof *c->found->field) == 0;
    return only;
}

static enum ref_status try_all(struct choice *c) {
    enum ref_status status = try_mode(c);
    for (int modes = 1; status == REF_OK && advance(c); modes++)
        status = modes < CROSSING_MOST_TRIALS ? try_mode(c) : REF_TOO_LONG;
    return status == REF_OK && !is_only(c) ? REF_NO_MODE : status;
}

/* The event as what is known exactly is asked for. */
static struct crossing_passage find_passage(const struct claim_place *from,
                                            struct crossing_stage *none) {
    none->n = from->s->n;
    return (struct crossing_passage){.scene = from->s,
                                     .before = from->before != NULL ? from->before : none,
                                     .watch = from->watch,
                                     .change = from->change};
}

/* REF_OK: no slip begins in space, and where contacts are joined, whose forces are not
 * determined, the motion is the only one, nevertheless. REF_NO_MODE: that is not proved. */
static enum ref_status find_lone(const struct choice *c) {
    const struct claim_place *from = c->from;
    struct crossing_stage none = {0};
    struct crossing_passage p = find_passage(from, &none);
    p.after = c->found;
    p.end = c->box;
    _arb_vec_set(c->box, from->box, 1 + from->s->n);
    if (!crossing_widen(c->box, c->found, from->width))
        return REF_NO_MODE;
    const enum ref_status status =
        crossing_exclude_slip(from->s, c->found, c->options, c->box);
    const bool lone =
        status == REF_OK && (from->s->group == NULL || crossing_is_lone(&p));
    return lone || status == REF_NO_MEMORY ? status : REF_NO_MODE;
}

/* The same, with what is known of x exactly where balls do not tell. */
static enum ref_status try_known(struct choice *c) {
    const struct claim_place *from = c->from;
    struct crossing_stage none = {0};
    struct crossing_passage p = find_passage(from, &none);
    expr *known = malloc((size_t)from->s->n * sizeof *known + 1);
    enum ref_status status = known != NULL ? REF_NO_MODE : REF_NO_MEMORY;
    if (known != NULL && crossing_know(&p, known)) {
        c->known = known;
        c->passage = &p;
        c->found = NULL;
        c->doubts = 0;
        c->undecided = false;
        memset(c->taken, 0, (size_t)from->s->m->contacts * sizeof *c->taken);
        status = try_all(c);
    }
    free(known);
    return status;
}

enum ref_status claim_find_behind(const struct claim_place *from,
                                  const struct crossing_options *options,
                                  signed char *mode, struct crossing_stage **stage,
                                  signed char *lead) {
    const struct crossing_scene *s = from->s;
    const size_t places = (size_t)s->places + 1;
    signed char *all = calloc(5 * places, 1);
    struct choice c = {.from = from,
                       .options = options,
                       .taken = calloc((size_t)s->m->contacts + 1, sizeof *c.taken),
                       .box = _arb_vec_init(1 + s->n)};
    enum ref_status status = REF_NO_MEMORY;
    if (all != NULL && c.taken != NULL) {
        c.sides = all;
        c.mode = all + places;
        c.found_mode = all + 2 * places;
        c.lead = all + 3 * places;
        c.found_lead = all + 4 * places;
        memcpy(c.sides, mode, (size_t)s->places);
        status = try_all(&c);
        if (status == REF_NO_MODE && !c.lost)
            status = try_known(&c);
        if (status == REF_OK)
            status = find_lone(&c);
    }
    if (status == REF_OK) {
        *stage = c.found;
        memcpy(mode, c.found_mode, (size_t)s->places);
        memcpy(lead, c.found_lead, (size_t)s->places);
    }
    _arb_vec_clear(c.box, 1 + s->n);
    free(c.taken);
    free(all);
    return status;
}
