/* Bounces without end in a finite time (Zeno), where they are a geometric series.
 *
 * Let y be the motion from an impact at tau on, of one contact, the only one, without friction, and p the one that the
 * impact with e = 0 begins, with the contact closed; no surfaces (a kink in M would change r). Their forces differ along r = M^-1 J^T only. Let r, N r
 * and W = J r be constant, and nothing in F depend on what r moves but N v. Then
 * v_y - v_p = r s', q_y - q_p = N r s, and W s = g(y) - g(p) = g(y). If besides g'' = -a is constant
 * while the contact is open, the speeds of its impacts are u, e u, e^2 u, ..., and its flights take
 * 2 e u/a, 2 e^2 u/a, ...: g and g' vanish at
 *
 *     tau + 2 e u/(a (1 - e)),
 *
 * where y = p, and from where on the contact stays closed, its force a/W being positive (B. Brogliato,
 * Nonsmooth Mechanics (2016), 1.3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "ref/crossing/choice.h"

/* Whether e does not depend on what r moves; moved[] is that of 1 + n variables. */
static bool is_apart(const struct crossing_scene *s, expr e, const bool *moved) {
    for (int j = 0; j <= s->n; j++)
        if (moved[j] && !expr_is_zero(s->m->graph, expr_derivative(s->m->graph, e, j)))
            return false;
    return true;
}

/* What r moves. False: r or N r is not constant. */
static bool find_moved(const struct crossing_scene *s, const expr *r, bool *moved) {
    const struct model *m = s->m;
    graph *g = m->graph;
    bool constant = true;
    for (int j = 0; j < m->nv && constant; j++) {
        constant = crossing_is_constant(s, r[j]);
        moved[1 + m->nq + j] = !expr_is_zero(g, r[j]);
    }
    for (int i = 0; i < m->nq && constant; i++) {
        expr way = expr_integer(g, 0);
        for (int j = 0; j < m->nv; j++)
            way = expr_add(
                g, way,
                expr_mul(g, r[j],
                         expr_derivative(g, m->position_rates[i], 1 + m->nq + j)));
        constant = crossing_is_constant(s, way);
        moved[1 + i] = !expr_is_zero(g, way);
    }
    return constant;
}

/* Whether F depends on what r moves by N v only. */
static bool is_unmoved(const struct crossing_passage *p, bool *moved) {
    const struct crossing_scene *s = p->scene;
    const int nq = s->m->nq;
    bool apart = true;
    for (int i = nq; i < s->n && apart; i++)
        apart = is_apart(s, p->before->field[i], moved);
    for (int j = 1 + nq; j <= s->n; j++)
        moved[j] = false;
    for (int i = 0; i < nq && apart; i++)
        apart = is_apart(s, p->before->field[i], moved);
    return apart;
}

/* Whether the bounces of the contact are such a series; fall := g''. */
static bool is_series(const struct crossing_passage *p, int contact, expr *fall) {
    const struct crossing_scene *s = p->scene;
    const struct crossing_rows *rows = &s->rows;
    const int row = rows->first[contact], nv = rows->nv;
    graph *g = s->m->graph;
    if (s->surfaces > 0 || s->m->contacts != 1 || p->before->watches != 1 ||
        rows->count > rows->contact_rows || crossing_has_friction(s, contact))
        return false;
    bool *moved = calloc((size_t)s->n + 1, sizeof *moved);
    *fall =
        expr_add(g, rows->bias[row],
                 crossing_dot(g, nv, rows->row + row * nv, p->before->field + s->m->nq));
    const bool is = moved != NULL && crossing_is_constant(s, *fall) &&
                    crossing_is_constant(s, crossing_dot(g, nv, rows->row + row * nv,
                                                         rows->response + row * nv)) &&
                    find_moved(s, rows->response + row * nv, moved) &&
                    is_unmoved(p, moved);
    free(moved);
    return is;
}

bool crossing_comes_to_rest(const struct crossing_passage *p, int contact) {
    const struct crossing_scene *s = p->scene;
    const slong bits = s->bits;
    enum { SPEED, FALL, RESTITUTION, NUMBERS };
    expr number[NUMBERS] = {s->rows.speed[s->rows.first[contact]], EXPR_NONE,
                            s->m->contact[contact].restitution};
    if (s->awaited == NULL || !is_series(p, contact, &number[FALL]))
        return false;
    arb_ptr value = _arb_vec_init(NUMBERS);
    arb_t rest, left, end;
    arb_init(rest);
    arb_init(left);
    arb_init(end);
    bool comes = crossing_evaluate(s, NUMBERS, number, p->box, bits, value) == REF_OK &&
                 arb_is_negative(value + SPEED) && arb_is_negative(value + FALL) &&
                 arb_is_nonnegative(value + RESTITUTION);
    arb_sub_ui(left, value + RESTITUTION, 1, bits);
    comes = comes && arb_is_negative(left);
    arb_mul(rest, value + SPEED, value + RESTITUTION, bits);
    arb_mul_2exp_si(rest, rest, 1);
    arb_div(rest, rest, value + FALL, bits);
    arb_div(rest, rest, left, bits);
    arb_neg(rest, rest);
    arb_add(rest, rest, p->box, bits);
    arf_set_mpfr(arb_midref(end), s->awaited);
    comes = comes && arb_lt(rest, end);
    arb_clear(end);
    arb_clear(left);
    arb_clear(rest);
    _arb_vec_clear(value, NUMBERS);
    return comes;
}
