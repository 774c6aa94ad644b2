/* That a motion of contacts that share their forces is the only one.
 *
 * At the time 0 let contacts i touch, with normal rows n_i, slides T_i and friction mu_i, in a motion x* with forces
 * lambda*_i >= 0 and T_i kappa_i lambda*_i, where kappa_i is
 *
 *     with a slip             -(mu w + nu u), w being its direction
 *     sticking                any, |kappa_i| < mu, static and dynamic
 *     where a slip begins     -mu w, if static and dynamic friction are the same.
 *
 * If there is a matrix P with n_i^T P = kappa_i^T T_i^T, T_i^T P = 0, G P = 0, and M - (P^T M + M P)/2 is positive definite,
 * no motion by the laws with bounded forces has v - v* = c s^k + O(s^(k+1)), c not 0, k >= 1 (proof: theory.md). P is of
 * rational numbers but for the factors kappa. An impact without friction in S: with kappa = 0 the same inequality says that
 * each phase's velocities are unique, and so is the sum of its impulses. What is imposed is e times those of struck
 * contacts: unique, if they have one e and their part of the sum is, their rows' span meeting that of the others in 0 only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "ref/crossing/lone.h"

struct lone {
    const struct crossing_passage *p;
    const struct crossing_scene *s;
    expr *known;  /* (size n) */
    bool *touch;  /* (size contacts) */
    expr *kappa;  /* (size contacts) along the slide that is kept; EXPR_NONE: zero */
    int *row;     /* of all that touch: normal ones, then slides */
    int *contact; /* whose row it is */
    int normals, rows;
};

static int state_of(const struct lone *w, int contact) {
    return w->p->after->mode[w->s->surfaces + 2 * w->s->group[contact]];
}

/* The sign of an expression in the box behind the event; 0: not known. */
static int find_sign(const struct lone *w, expr e) {
    arb_t value;
    arb_init(value);
    int sign = 0;
    if (crossing_evaluate(w->s, 1, &e, w->p->end, w->s->bits, value) == REF_OK)
        sign = arb_is_positive(value) - arb_is_negative(value);
    arb_clear(value);
    return sign;
}

static expr slip_of(const struct lone *w, int contact) {
    return w->s->rows.speed[w->s->rows.first[contact] + 1];
}

/* -(mu w + nu u) along the slide. */
static expr drag(const struct lone *w, int contact, int sign) {
    graph *g = w->s->m->graph;
    const struct contact *c = &w->s->m->contact[contact];
    return expr_neg(g,
                    expr_add(g, expr_mul(g, expr_integer(g, sign), c->dynamic_friction),
                             expr_mul(g, c->viscous_friction, slip_of(w, contact))));
}

/* The tangential over the normal forces of all that stick together; false: it is not below the friction. */
static bool find_share(const struct lone *w, int contact, expr *kappa) {
    const struct crossing_scene *s = w->s;
    graph *g = s->m->graph;
    const struct contact *c = &s->m->contact[contact];
    expr along = expr_integer(g, 0), normal = along;
    for (int i = 0; i < s->m->contacts; i++) {
        const int row = s->rows.first[i];
        if (state_of(w, i) != CROSSING_STICKING || s->group[i] != i ||
            s->slip_of[i] != s->slip_of[contact])
            continue;
        normal = expr_add(g, normal, w->p->after->force[row]);
        along = expr_add(g, along, w->p->after->force[row + 1]);
    }
    *kappa = expr_div(g, along, normal);
    const expr square = expr_mul(g, *kappa, *kappa);
    return find_sign(w, normal) > 0 &&
           find_sign(w, expr_sub(g, expr_mul(g, c->static_friction, c->static_friction),
                                 square)) > 0 &&
           find_sign(w, expr_sub(g, expr_mul(g, c->dynamic_friction, c->dynamic_friction),
                                 square)) > 0;
}

/* kappa of the first contact of a group; false: it is not known. */
static bool find_kappa(const struct lone *w, int contact, expr *kappa) {
    const struct crossing_scene *s = w->s;
    const struct contact *c = &s->m->contact[contact];
    *kappa = EXPR_NONE;
    if (!crossing_has_friction(s, contact))
        return true;
    if (crossing_slides(s, contact) != 1)
        return false;
    int sign = find_sign(w, slip_of(w, contact));
    if (sign == 0 && state_of(w, contact) == CROSSING_STICKING)
        return find_share(w, contact, kappa);
    if (sign == 0 && state_of(w, contact) == CROSSING_SLIDING &&
        crossing_is_zero(s,
                         expr_sub(s->m->graph, c->static_friction, c->dynamic_friction)))
        sign = w->p->after->mode[s->surfaces + 2 * contact + 1];
    *kappa = drag(w, contact, sign);
    return sign != 0;
}

/* Which contacts touch, and how they slide. */
static bool look(const struct lone *w) {
    const struct crossing_scene *s = w->s;
    bool known = true;
    for (int i = 0; i < s->m->contacts && known; i++) {
        const int first = s->group[i];
        w->touch[i] = first < i
                          ? w->touch[first]
                          : crossing_takes_force(state_of(w, i)) ||
                                (find_sign(w, s->m->contact[i].gap) <= 0 &&
                                 find_sign(w, s->rows.speed[s->rows.first[i]]) <= 0);
        if (first < i)
            w->kappa[i] = w->kappa[first];
        else if (w->touch[i])
            known = find_kappa(w, i, &w->kappa[i]);
    }
    return known;
}

/* Rows of the contacts marked: normal ones, or slides. */
static void list_rows(struct lone *w, const bool *marked, bool slides) {
    const int *first = w->s->each.first;
    for (int i = 0; i < w->s->m->contacts; i++)
        for (int k = first[i] + slides;
             marked[i] && k < (slides ? first[i + 1] : first[i] + 1); k++) {
            w->contact[w->rows] = i;
            w->row[w->rows++] = k;
        }
    if (!slides)
        w->normals = w->rows;
}

/* sum += kappa P for one kappa, that of contact `leader`; false: there is no such P. */
static bool add_part(const struct lone *w, const fmpq_mat_t all, int leader,
                     arb_mat_t sum) {
    const struct crossing_scene *s = w->s;
    const int nv = s->each.nv;
    fmpq_mat_t wanted, P;
    fmpq_mat_init(wanted, fmpq_mat_nrows(all), nv);
    fmpq_mat_init(P, nv, nv);
    for (int k = 0; k < w->normals; k++) {
        const int i = w->contact[k],
                  along = s->each.first[i] - s->each.first[s->group[i]] +
                          s->rows.origin[s->rows.first[s->group[i]] + 1];
        for (int l = w->normals; l < w->rows && w->kappa[i] == w->kappa[leader]; l++)
            for (int j = 0; j < nv && w->row[l] == along; j++)
                fmpq_set(fmpq_mat_entry(wanted, k, j), fmpq_mat_entry(all, l, j));
    }
    arb_t kappa, entry;
    arb_init(kappa);
    arb_init(entry);
    const bool found =
        crossing_exact_solve(P, all, wanted) &&
        crossing_evaluate(s, 1, &w->kappa[leader], w->p->end, s->bits, kappa) == REF_OK;
    for (int i = 0; i < nv && found; i++)
        for (int j = 0; j < nv; j++) {
            arb_set_fmpq(entry, fmpq_mat_entry(P, i, j), s->bits);
            arb_addmul(arb_mat_entry(sum, i, j), entry, kappa, s->bits);
        }
    arb_clear(entry);
    arb_clear(kappa);
    fmpq_mat_clear(P);
    fmpq_mat_clear(wanted);
    return found;
}

/* Whether M - (P^T M + M P)/2 is positive definite. */
static bool is_definite(const struct lone *w, const arb_mat_t P) {
    const struct crossing_scene *s = w->s;
    const struct model *m = s->m;
    const int nv = s->each.nv;
    arb_mat_t mass, product, other;
    arb_mat_init(mass, nv, nv);
    arb_mat_init(product, nv, nv);
    arb_mat_init(other, nv, nv);
    bool found = true;
    if (m->masses == 0)
        arb_mat_one(mass);
    for (int e = 0; e < m->mass.count && m->masses > 0 && found; e++)
        found = crossing_evaluate(
                    s, 1, &m->mass.entry[e], w->p->end, s->bits,
                    arb_mat_entry(mass, m->mass.row[e], m->mass.column[e])) == REF_OK;
    arb_mat_mul(product, mass, P, s->bits);
    arb_mat_transpose(other, product);
    arb_mat_add(product, product, other, s->bits);
    arb_mat_scalar_mul_2exp_si(product, product, -1);
    arb_mat_sub(mass, mass, product, s->bits);
    found = found && arb_mat_cho(product, mass, s->bits);
    arb_mat_clear(other);
    arb_mat_clear(product);
    arb_mat_clear(mass);
    return found;
}

static bool has_matrix(const struct lone *w) {
    const struct crossing_scene *s = w->s;
    const int nv = s->each.nv, joints = s->each.count - s->each.contact_rows;
    fmpq_mat_t all;
    arb_mat_t P;
    fmpq_mat_init(all, w->rows + joints, nv);
    arb_mat_init(P, nv, nv);
    bool has = crossing_exact_rows(s, w->known, w->rows, w->row, all);
    for (int i = 0; i < s->m->contacts && has; i++) {
        bool first = w->touch[i] && w->kappa[i] != EXPR_NONE;
        for (int j = 0; j < i && first; j++)
            first = !w->touch[j] || w->kappa[j] != w->kappa[i];
        has = !first || add_part(w, all, i, P);
    }
    has = has && is_definite(w, P);
    arb_mat_clear(P);
    fmpq_mat_clear(all);
    return has;
}

/* known := with a gap that is zero, if it is linear in one of what is not known. */
static void meet(const struct lone *w, int contact) {
    const struct crossing_scene *s = w->s;
    graph *g = s->m->graph;
    int *variable = malloc((size_t)s->n * sizeof *variable + 1);
    for (int i = 0; i < s->n && variable != NULL; i++)
        variable[i] = 1 + i;
    const expr gap = variable == NULL ? EXPR_NONE
                                      : expr_substitute(g, s->m->contact[contact].gap,
                                                        s->n, variable, w->known);
    for (int j = 1; j <= s->n && gap != EXPR_NONE; j++) {
        const expr slope = expr_derivative(g, gap, j), zero = expr_integer(g, 0);
        if (expr_is_zero(g, slope) || crossing_is_identity(g, slope) ||
            !crossing_is_constant(s, slope))
            continue;
        const expr root =
            expr_neg(g, expr_div(g, expr_substitute(g, gap, 1, &j, &zero), slope));
        for (int i = 0; i < s->n; i++)
            w->known[i] = expr_substitute(g, w->known[i], 1, &j, &root);
        break;
    }
    free(variable);
}

/* Gaps that vanish at the event: that of its watch, and of contacts that are closed. */
static void meet_all(const struct lone *w, const struct crossing_stage *closed) {
    const struct crossing_scene *s = w->s;
    const struct crossing_watch *met =
        w->p->watch < 0 ? NULL : &w->p->before->watch[w->p->watch];
    for (int i = 0; i < s->m->contacts; i++)
        if (crossing_takes_force(closed->mode[s->surfaces + 2 * i]) ||
            (met != NULL && met->kind == CROSSING_GAP && met->index == i))
            meet(w, i);
}

static bool init(struct lone *w, const struct crossing_passage *p) {
    const struct crossing_scene *s = p->scene;
    const size_t contacts = (size_t)s->m->contacts, rows = (size_t)s->each.count;
    *w = (struct lone){.p = p,
                       .s = s,
                       .known = malloc((size_t)s->n * sizeof *w->known + 1),
                       .touch = calloc(2 * contacts + 1, sizeof *w->touch),
                       .kappa = malloc(contacts * sizeof *w->kappa + 1),
                       .row = calloc(2 * rows + 1, sizeof *w->row)};
    if (w->known == NULL || w->touch == NULL || w->kappa == NULL || w->row == NULL)
        return false;
    w->contact = w->row + rows;
    for (size_t i = 0; i < contacts; i++)
        w->kappa[i] = EXPR_NONE;
    return true;
}

static void clear(struct lone *w) {
    free(w->row);
    free(w->kappa);
    free(w->touch);
    free(w->known);
}

bool crossing_is_lone(const struct crossing_passage *p) {
    struct lone w;
    bool lone = init(&w, p) && crossing_know(p, w.known) && look(&w);
    if (lone) {
        meet_all(&w, p->after);
        list_rows(&w, w.touch, false);
        list_rows(&w, w.touch, true);
        lone = has_matrix(&w);
    }
    clear(&w);
    return lone;
}

/* Whether the struck contacts' rows, the first `struck` ones, meet the others' span in 0 only. */
static bool are_apart(const struct lone *w, int struck) {
    const int nv = w->s->each.nv,
              count = w->rows + w->s->each.count - w->s->each.contact_rows;
    fmpq_mat_t all, part;
    fmpq_mat_init(all, count, nv);
    bool apart = crossing_exact_rows(w->s, w->known, w->rows, w->row, all);
    slong rank[2];
    for (int k = 0; k < 2 && apart; k++) {
        fmpq_mat_window_init(part, all, k == 0 ? 0 : struck, 0, k == 0 ? struck : count,
                             nv);
        fmpq_mat_t copy;
        fmpq_mat_init_set(copy, part);
        rank[k] = fmpq_mat_rref(copy, copy);
        fmpq_mat_clear(copy);
        fmpq_mat_window_clear(part);
    }
    apart = apart && fmpq_mat_rref(all, all) == rank[0] + rank[1];
    fmpq_mat_clear(all);
    return apart;
}

bool crossing_is_lone_impact(const struct crossing_passage *p, const signed char *role) {
    const struct crossing_scene *s = p->scene;
    struct lone w;
    bool lone = init(&w, p) && crossing_know(p, w.known);
    bool *rest = w.touch + s->m->contacts;
    expr restitution = EXPR_NONE;
    for (int i = 0; i < s->m->contacts && lone; i++) {
        const int first = s->group[i];
        const expr e = s->m->contact[i].restitution;
        w.touch[i] = role[first] == CROSSING_STRUCK;
        rest[i] = role[first] == CROSSING_TOUCHING;
        lone = !((w.touch[i] || rest[i]) && crossing_has_friction(s, first)) &&
               (!w.touch[i] || restitution == EXPR_NONE || restitution == e);
        restitution = w.touch[i] ? e : restitution;
    }
    if (lone) {
        meet_all(&w, p->before);
        list_rows(&w, w.touch, false);
        const int struck = w.rows;
        list_rows(&w, rest, false);
        list_rows(&w, w.touch, true);
        list_rows(&w, rest, true);
        lone = are_apart(&w, struck);
    }
    clear(&w);
    return lone;
}
