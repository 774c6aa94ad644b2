/* What is known exactly of x, which no ball tells: components that stay what they were, and
 * those that differ from plus or minus another one by a constant. All such relations of the
 * start are taken to last; in a mode those are dropped that F does not keep, until x' = F maps
 * what is left to itself (the coarsest balanced relation: M. Golubitsky, I. Stewart, The
 * Symmetry Perspective (2002), chapter 3). As F is analytic, its motion from a point of that
 * subspace is unique and stays in it. At an event the formulas go through the impact, and what
 * vanishes there tells a component more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

/* Component i is value[i] if leader[i] < 0, else sign[i] x_leader[i] + value[i]. */
struct relations {
    const struct crossing_scene *s;
    graph *g;
    int *variable; /* (size n) of the graph */
    expr *known;   /* (size n) in the components that are free so far */
    expr *formula; /* (size n) the same, in those that this mode leaves free */
    expr *rate;    /* (size n) F there */
    int *leader, *next;
    signed char *sign, *next_sign;
};

static bool is_zero(const struct relations *w, expr e) {
    return e != EXPR_NONE && (expr_is_zero(w->g, e) || crossing_is_identity(w->g, e));
}

static expr put_in(const struct relations *w, expr e, const expr *by) {
    return expr_substitute(w->g, e, w->s->n, w->variable, by);
}

/* constant := the value of e; false: it is not known to have one. What an impact took from its
 * time has none: t goes on. */
static bool find_constant(const struct relations *w, expr e, expr *constant) {
    static const int time = 0;
    const expr zero = expr_integer(w->g, 0);
    for (int i = 0; i < w->s->n; i++)
        w->formula[i] = zero;
    *constant = expr_substitute(w->g, put_in(w, e, w->formula), 1, &time, &zero);
    return is_zero(w, expr_sub(w->g, e, *constant));
}

static expr with_sign(const struct relations *w, int sign, expr e) {
    return sign > 0 ? e : expr_neg(w->g, e);
}

/* The first leaders: known formulas that differ by a constant, up to the sign. */
static void group_known(struct relations *w) {
    expr constant;
    for (int i = 0; i < w->s->n; i++) {
        w->leader[i] = find_constant(w, w->known[i], &constant) ? -1 : i;
        w->sign[i] = 1;
        if (w->leader[i] < 0)
            w->known[i] = constant;
        for (int k = 0; k < 2 * i && w->leader[i] == i; k++) {
            const int r = k / 2, sign = k % 2 == 0 ? 1 : -1;
            if (w->leader[r] != r ||
                !find_constant(
                    w, expr_sub(w->g, w->known[i], with_sign(w, sign, w->known[r])),
                    &constant))
                continue;
            w->leader[i] = r;
            w->sign[i] = (signed char)sign;
        }
    }
}

/* formula[n] := of all components, in the leaders. */
static void write_formulas(struct relations *w) {
    expr constant;
    expr *formula = w->rate; /* find_constant needs the other one */
    for (int i = 0; i < w->s->n; i++) {
        const int r = w->leader[i];
        if (r < 0) {
            formula[i] = w->known[i];
            continue;
        }
        const expr lead = with_sign(w, w->sign[i], expr_variable(w->g, w->variable[r]));
        const expr apart =
            expr_sub(w->g, w->known[i], with_sign(w, w->sign[i], w->known[r]));
        formula[i] =
            r == i ? lead
                   : expr_add(w->g, lead,
                              find_constant(w, apart, &constant) ? constant : apart);
    }
    memcpy(w->formula, formula, (size_t)w->s->n * sizeof *formula);
}

/* Whether i may go on with the new leader r, and with which sign. */
static int follows(const struct relations *w, int i, int r) {
    if (w->next[r] != r || w->leader[r] != w->leader[i])
        return 0;
    for (int sign = 1; sign >= -1; sign -= 2)
        if ((w->leader[i] < 0 || sign == w->sign[i] * w->sign[r]) &&
            is_zero(w, expr_sub(w->g, w->rate[i], with_sign(w, sign, w->rate[r]))))
            return sign;
    return 0;
}

/* Drops what F does not keep; whether something was. */
static bool divide(struct relations *w) {
    const int n = w->s->n;
    bool changed = false;
    for (int i = 0; i < n; i++) {
        w->next[i] = i;
        w->next_sign[i] = 1;
        if (w->leader[i] < 0 && is_zero(w, w->rate[i]))
            w->next[i] = -1;
        for (int r = 0; r < i && w->next[i] == i; r++) {
            const int sign = follows(w, i, r);
            if (sign == 0)
                continue;
            w->next[i] = r;
            w->next_sign[i] = (signed char)sign;
        }
        changed = changed || w->next[i] != w->leader[i];
    }
    memcpy(w->leader, w->next, (size_t)n * sizeof *w->leader);
    memcpy(w->sign, w->next_sign, (size_t)n);
    return changed;
}

/* known := what all these fields keep of it. */
static void keep(struct relations *w, int fields, const expr *const *field) {
    const int n = w->s->n;
    bool changed = true;
    group_known(w);
    while (changed && crossing_may_go_on(w->s) == REF_OK) {
        changed = false;
        for (int k = 0; k < fields; k++) {
            write_formulas(w);
            for (int i = 0; i < n; i++)
                w->rate[i] = put_in(w, field[k][i], w->formula);
            changed = divide(w) || changed;
        }
    }
    write_formulas(w);
    memcpy(w->known, w->formula, (size_t)n * sizeof *w->known);
}

/* known := behind an event, where met = 0 and v jumps by change[nv]. EXPR_NONE, NULL: no such
 * thing. */
static void jump(struct relations *w, expr met, const expr *change) {
    const struct model *m = w->s->m;
    const int n = w->s->n;
    expr root;
    const expr value = met == EXPR_NONE ? EXPR_NONE : put_in(w, met, w->known);
    const int j = value == EXPR_NONE ? -1 : crossing_find_root(w->s, value, &root) - 1;
    for (int i = 0; i < n && j >= 0; i++)
        w->known[i] = expr_substitute(w->g, w->known[i], 1, &w->variable[j], &root);
    for (int i = 0; i < m->nv && change != NULL; i++)
        w->rate[i] = put_in(w, change[i], w->known);
    for (int i = 0; i < m->nv && change != NULL; i++)
        w->known[m->nq + i] = expr_add(w->g, w->known[m->nq + i], w->rate[i]);
}

static void begin(struct relations *w) {
    for (int i = 0; i < w->s->n; i++) {
        w->variable[i] = 1 + i;
        w->known[i] = crossing_initial(w->s, 1 + i);
    }
}

/* To the end of the last event. */
static void follow(struct relations *w) {
    const expr *field;
    for (const struct crossing_epoch *e = w->s->epochs; e != NULL; e = e->next) {
        if (e->stage != NULL) {
            field = e->stage->field;
            keep(w, 1, &field);
        }
        jump(w, e->met, e->change);
    }
}

static void pass(struct relations *w, const struct crossing_passage *p) {
    const expr *field = p->before->field;
    if (p->watch >= 0)
        keep(w, 1, &field);
    jump(w, p->watch >= 0 ? p->before->watch[p->watch].value : EXPR_NONE, p->change);
}

/* known := at the start; false: no memory. After it: clear. */
static bool init(struct relations *w, const struct crossing_scene *s, expr *known) {
    const size_t n = (size_t)s->n;
    *w = (struct relations){.s = s,
                            .g = s->m->graph,
                            .known = known,
                            .formula = malloc(2 * n * sizeof *w->formula + 1),
                            .variable = malloc(3 * n * sizeof *w->variable + 1),
                            .sign = malloc(2 * n + 1)};
    if (w->formula == NULL || w->variable == NULL || w->sign == NULL)
        return false;
    w->rate = w->formula + n;
    w->leader = w->variable + n;
    w->next = w->leader + n;
    w->next_sign = w->sign + n;
    begin(w);
    return true;
}

/* Whether all went well. */
static bool clear(struct relations *w, bool made) {
    free(w->sign);
    free(w->variable);
    free(w->formula);
    return made && !graph_failed(w->g) && crossing_may_go_on(w->s) == REF_OK;
}

bool crossing_know(const struct crossing_passage *p, expr *known) {
    struct relations w;
    if (p->scene->blurred)
        return false;
    const bool made = init(&w, p->scene, known);
    if (made) {
        follow(&w);
        pass(&w, p);
    }
    return clear(&w, made);
}

bool crossing_know_kept(const struct crossing_scene *s, int fields,
                        const expr *const *field, expr *known) {
    struct relations w;
    const bool made = init(&w, s, known);
    if (made)
        keep(&w, fields, field);
    return clear(&w, made);
}

bool crossing_know_within(const struct crossing_scene *s,
                          const struct crossing_stage *stage, expr *known) {
    struct relations w;
    const expr *field = stage->field;
    if (s->blurred)
        return false;
    const bool made = init(&w, s, known);
    if (made) {
        follow(&w);
        keep(&w, 1, &field);
    }
    return clear(&w, made);
}
