/* A start at rest that is kept, however the forces of its contacts are shared.
 *
 * Let v = 0, everything be independent of t, slides and joints have velocities J v without an
 * offset, and let lambda* >= 0 at the contacts that touch, and any at the joints, balance the
 * applied forces f without friction: f + J_n^T lambda_n* + G^T lambda_j* = 0 at the start. Let
 * q' = N v, f, M, J and G obey a Lipschitz condition there. Then to stay is the only motion.
 * With q measured from the start, E = v^T M v/2 and g the gaps that are closed,
 *
 *     dE <= v^T f dt + O(|v|^2) dt,   v^T f = -sum lambda* g' + O(|q| |v|),
 *
 * since friction and impacts do no positive work, normal forces and joints none. So E(t) + sum
 * lambda* g(q(t)) <= C int (|q| |v| + |v|^2), where g >= 0 and |q| <= C int |v|: v = 0 by
 * Gronwall's lemma. (For contacts without friction the accelerations are those of Gauss'
 * principle, a convex problem: J. J. Moreau, C. R. Acad. Sci. Paris 256 (1963) 871; P. Ballard,
 * Arch. Rational Mech. Anal. 154 (2000) 199.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/balance.h"
#include "ref/lipschitz.h"

bool crossing_is_still(const struct crossing_scene *s, expr e) {
    graph *g = s->m->graph;
    return expr_is_zero(g, expr_derivative(g, e, 0));
}

static bool is_closed(const struct crossing_scene *s, const signed char *mode,
                      int contact) {
    return mode[s->surfaces + 2 * contact] != CROSSING_OPEN;
}

/* Whether v = 0. */
static bool is_slow(const struct crossing_scene *s) {
    const struct model *m = s->m;
    bool slow = true;
    for (int j = 0; j < m->nv && slow; j++)
        slow = crossing_vanishes(s, expr_variable(m->graph, 1 + m->nq + j));
    return slow;
}

/* Whether a row's velocity is independent of t, and zero wherever v is. */
bool crossing_is_without_offset(const struct crossing_scene *s, int row) {
    const struct model *m = s->m;
    graph *g = m->graph;
    int *variable = malloc(((size_t)m->nv + 1) * sizeof *variable);
    expr *zero = malloc(((size_t)m->nv + 1) * sizeof *zero);
    bool without =
        variable != NULL && zero != NULL && crossing_is_still(s, s->rows.speed[row]);
    for (int j = 0; j < m->nv && without; j++) {
        variable[j] = 1 + m->nq + j;
        zero[j] = expr_integer(g, 0);
    }
    if (without) {
        expr offset = expr_substitute(g, s->rows.speed[row], m->nv, variable, zero);
        without = offset != EXPR_NONE &&
                  (expr_is_zero(g, offset) || crossing_is_identity(g, offset));
    }
    free(zero);
    free(variable);
    return without;
}

/* Whether q' is zero, the rows have no offset, and nothing depends on t. */
static bool stands(const struct crossing_scene *s, const signed char *mode) {
    const struct model *m = s->m;
    const struct crossing_rows *rows = &s->rows;
    bool still = true;
    for (int j = 0; j < m->nv && still; j++)
        still = crossing_is_still(s, m->free_rates[j]);
    for (int e = 0; e < m->mass.count && m->masses > 0 && still; e++)
        still = crossing_is_still(s, m->mass.entry[e]);
    for (int i = 0; i < m->nq && still; i++)
        still = crossing_vanishes(s, m->position_rates[i]) &&
                crossing_is_still(s, m->position_rates[i]);
    for (int i = 0; i < m->contacts && still; i++) {
        still = crossing_is_still(s, m->contact[i].gap);
        for (int k = rows->first[i];
             k < rows->first[i + 1] && still && is_closed(s, mode, i); k++)
            still = crossing_is_without_offset(s, k);
    }
    for (int k = rows->contact_rows; k < rows->count && still; k++)
        still = crossing_is_without_offset(s, k);
    return still;
}

/* value := at the start; exactly zero if that is proved. */
static enum ref_status find_value(const struct crossing_scene *s, expr e,
                                  arb_srcptr point, arb_t value) {
    enum ref_status status = crossing_evaluate(s, 1, &e, point, s->bits, value);
    if (status == REF_OK && arb_contains_zero(value) && !arb_is_zero(value) &&
        crossing_vanishes(s, e))
        arb_zero(value);
    return status;
}

enum ref_status crossing_write_balance(const struct crossing_scene *s,
                                       const signed char *mode, arb_srcptr point,
                                       struct crossing_balance *w) {
    const struct crossing_rows *rows = &s->rows;
    enum ref_status status = REF_OK;
    int column = 0;
    for (int k = 0; k < rows->count; k++) {
        int contact = -1;
        for (int i = 0; i < s->m->contacts && k < rows->contact_rows; i++)
            if (rows->first[i] == k && is_closed(s, mode, i))
                contact = i;
        if (k < rows->contact_rows && contact < 0)
            continue;
        w->pushes[column] = contact >= 0;
        for (int j = 0; j < rows->nv && status == REF_OK; j++)
            status = find_value(s, rows->response[k * rows->nv + j], point,
                                arb_mat_entry(w->A, j, column));
        column++;
    }
    for (int j = 0; j < rows->nv && status == REF_OK; j++) {
        status = find_value(s, s->m->free_rates[j], point, arb_mat_entry(w->b, j, 0));
        arb_neg(arb_mat_entry(w->b, j, 0), arb_mat_entry(w->b, j, 0));
    }
    return status;
}

/* mode := open, or, where a gap is zero, closed; false: it is not known which. */
static bool find_mode(const struct crossing_scene *s, arb_srcptr point,
                      signed char *mode) {
    const struct model *m = s->m;
    bool known = true;
    arb_t gap;
    arb_init(gap);
    for (int i = 0; i < m->contacts && known; i++) {
        signed char *place = mode + s->surfaces + 2 * i;
        known =
            crossing_evaluate(s, 1, &m->contact[i].gap, point, s->bits, gap) == REF_OK &&
            (arb_is_positive(gap) || crossing_vanishes(s, m->contact[i].gap));
        place[0] = arb_is_positive(gap) ? CROSSING_OPEN : CROSSING_STICKING;
        place[1] = 0;
    }
    arb_clear(gap);
    return known;
}

static bool set_start(const struct crossing_scene *s, arb_ptr point) {
    const struct model *m = s->m;
    bool known = true;
    for (int i = 0; i <= s->n && known; i++)
        known = eval_arb_constant(m->graph, i == 0 ? m->span_begin : m->initial[i - 1],
                                  s->bits, EVAL_EXACT_CONSTANTS, point + i) == PROBLEM_OK;
    return known;
}

static bool is_balanced(const struct crossing_scene *s, arb_srcptr point,
                        const signed char *mode) {
    int columns = s->rows.count - s->rows.contact_rows;
    for (int i = 0; i < s->m->contacts; i++)
        columns += is_closed(s, mode, i);
    struct crossing_balance w;
    const bool is = crossing_balance_init(&w, s->rows.nv, columns, s->bits) &&
                    crossing_write_balance(s, mode, point, &w) == REF_OK &&
                    crossing_balances(&w);
    crossing_balance_clear(&w);
    return is;
}

bool crossing_rests(const struct crossing_scene *s, signed char *mode) {
    if (s->surfaces > 0 || s->m->nz > 0)
        return false;
    arb_ptr point = _arb_vec_init(1 + s->n);
    const bool rests =
        is_slow(s) && set_start(s, point) && find_mode(s, point, mode) &&
        stands(s, mode) && is_balanced(s, point, mode) &&
        ref_laws_are_lipschitz(s->m, point, s->task->options->constants) == REF_OK;
    _arb_vec_clear(point, 1 + s->n);
    return rests;
}
