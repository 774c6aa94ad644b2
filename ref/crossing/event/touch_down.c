/* What the contacts do at the start of the span: those that touch, by a gap that is exactly zero, are
 * closed or leave, after an impact if one of them approaches.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "ref/crossing/impact.h"

struct start {
    struct crossing_scene *scene;
    struct crossing_stage *stage;
    signed char *gap, *rate, *slip; /* signs (size contacts) */
    struct crossing_options *options;
};

/* What is an integer to the bit becomes that: 1 + 0 cos 1, which is no rational expression. */
static expr take_integer(graph *g, expr constant) {
    arb_t value;
    arb_init(value);
    const bool is_one = eval_arb_constant(g, constant, ENCLOSURE_LOW_BITS,
                                          EVAL_EXACT_CONSTANTS, value) == PROBLEM_OK &&
                        arb_is_int(value) &&
                        arf_cmpabs_2exp_si(arb_midref(value), 31) < 0;
    if (is_one)
        constant = expr_integer(g, arf_get_si(arb_midref(value), ARF_RND_NEAR));
    arb_clear(value);
    return constant;
}

expr crossing_initial(const struct crossing_scene *s, int j) {
    return take_integer(s->m->graph, j == 0 ? s->m->span_begin : s->m->initial[j - 1]);
}

bool crossing_vanishes(const struct crossing_scene *s, expr e) {
    graph *g = s->m->graph;
    const int inputs = 1 + s->n;
    int *variable = malloc((size_t)inputs * sizeof *variable);
    expr *by = malloc((size_t)inputs * sizeof *by);
    bool zero = false;
    if (variable != NULL && by != NULL) {
        for (int i = 0; i < inputs; i++) {
            variable[i] = i;
            by[i] = crossing_initial(s, i);
        }
        expr value = expr_substitute(g, e, inputs, variable, by);
        zero = value != EXPR_NONE && crossing_is_zero(s, value);
    }
    free(by);
    free(variable);
    return zero;
}

/* -1, 0, 1; CROSSING_SLIP_UNKNOWN. */
static enum ref_status find_sign(const struct start *d, expr e, signed char *sign) {
    arb_t value;
    arb_init(value);
    enum ref_status status =
        crossing_evaluate(d->scene, 1, &e, d->stage->point, d->scene->bits, value);
    *sign = arb_is_positive(value)   ? 1
            : arb_is_negative(value) ? -1
            : arb_is_zero(value) || crossing_vanishes(d->scene, e)
                ? 0
                : CROSSING_SLIP_UNKNOWN;
    arb_clear(value);
    return status;
}

static bool is_joined(const struct start *d, int i) {
    return d->scene->group != NULL && d->scene->group[i] != i;
}

static enum ref_status look(const struct start *d, int i) {
    const struct crossing_rows *r = &d->scene->rows;
    if (is_joined(d, i)) {
        d->gap[i] = 1;
        return REF_OK;
    }
    enum ref_status status = find_sign(d, d->scene->m->contact[i].gap, &d->gap[i]);
    if (status == REF_OK)
        status = find_sign(d, r->speed[r->first[i]], &d->rate[i]);
    if (status == REF_OK && crossing_has_friction(d->scene, i))
        status = find_sign(d,
                           crossing_slides(d->scene, i) == 1
                               ? r->speed[r->first[i] + 1]
                               : crossing_dot(d->scene->m->graph, 2,
                                              r->speed + r->first[i] + 1,
                                              r->speed + r->first[i] + 1),
                           &d->slip[i]);
    if (status != REF_OK)
        return status;
    if (d->gap[i] == -1)
        return REF_NO_MODE;
    const bool unknown = d->gap[i] == CROSSING_SLIP_UNKNOWN ||
                         (d->gap[i] == 0 && d->rate[i] == CROSSING_SLIP_UNKNOWN);
    return unknown ? REF_UNDECIDED : REF_OK;
}

static enum ref_status list(const struct start *d, int i) {
    struct crossing_options *o = &d->options[i];
    if (is_joined(d, i)) {
        crossing_add_option(o, CROSSING_JOINED, 0, 0, 0);
        return REF_OK;
    }
    if (d->gap[i] > 0 || d->rate[i] > 0) {
        crossing_add_option(o, CROSSING_OPEN, 0, d->gap[i] > 0 ? 0 : 1, 0);
        return REF_OK;
    }
    crossing_list_closed(d->scene, i, d->slip[i], true, o);
    return d->slip[i] == CROSSING_SLIP_UNKNOWN ? REF_UNDECIDED : REF_OK;
}

/* An impact of all that touches, struck where it approaches. */
static enum ref_status strike(struct start *d, struct crossing_passage *p) {
    const int contacts = d->scene->m->contacts;
    signed char *role = calloc((size_t)contacts + 1, 1);
    if (role == NULL)
        return REF_NO_MEMORY;
    for (int i = 0; i < contacts; i++) {
        role[i] = d->gap[i] > 0    ? CROSSING_APART
                  : d->rate[i] < 0 ? CROSSING_STRUCK
                                   : CROSSING_TOUCHING;
        if (role[i] == CROSSING_APART)
            crossing_add_option(&d->options[i],
                                is_joined(d, i) ? CROSSING_JOINED : CROSSING_OPEN, 0, 0,
                                0);
    }
    enum ref_status status = crossing_impact(p, role, d->slip, d->options);
    free(role);
    return status;
}

static enum ref_status go_on(struct start *d, bool collides) {
    struct crossing_passage p;
    struct crossing_event event = {.watch = -1};
    arf_init(event.from);
    arf_init(event.to);
    crossing_passage_init(&p, d->scene, d->stage, &event);
    _arb_vec_set(p.box, d->stage->point, 1 + d->scene->n);
    _arb_vec_set(p.end, p.box, 1 + d->scene->n);
    /* Surfaces that decide nothing while all contacts are open have no side yet. */
    p.jumps = true;
    enum ref_status status = REF_OK;
    if (collides)
        status = strike(d, &p);
    for (int i = 0; i < d->scene->m->contacts && !collides && status == REF_OK; i++)
        status = list(d, i);
    if (status == REF_OK)
        status = crossing_choose(&p, d->stage->mode, d->options);
    if (status == REF_OK)
        status = crossing_passage_carry(&p);
    if (status == REF_OK && !crossing_note_epoch(d->scene, &p))
        status = REF_NO_MEMORY;
    if (status == REF_OK)
        d->stage = p.after;
    crossing_passage_clear(&p);
    arf_clear(event.from);
    arf_clear(event.to);
    return status;
}

enum ref_status crossing_touch_down(struct crossing_scene *s,
                                    struct crossing_stage **stage) {
    const size_t contacts = (size_t)s->m->contacts;
    signed char *signs = calloc(3 * contacts + 1, 1);
    struct start d = {.scene = s,
                      .stage = *stage,
                      .gap = signs,
                      .options = calloc(contacts + 1, sizeof *d.options)};
    enum ref_status status = signs == NULL || d.options == NULL ? REF_NO_MEMORY : REF_OK;
    bool collides = false;
    if (status == REF_OK) {
        d.rate = d.gap + contacts;
        d.slip = d.rate + contacts;
    }
    for (int i = 0; i < s->m->contacts && status == REF_OK; i++) {
        status = look(&d, i);
        collides = collides || (d.gap[i] == 0 && d.rate[i] == -1);
    }
    if (status == REF_OK)
        status = go_on(&d, collides);
    for (int i = s->m->contacts - 1; i >= 0 && status != REF_OK; i--)
        if (signs != NULL && d.options != NULL && d.gap[i] != 1)
            s->touched = i;
    *stage = d.stage;
    free(d.options);
    free(signs);
    return status;
}
