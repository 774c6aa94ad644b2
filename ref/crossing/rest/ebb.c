/* What is left of a motion that comes to rest by bounces without end.
 *
 * Let M, q' = N v, the applied forces f and the normal rows of all contacts be constant, no velocity of a contact or
 * joint have an offset, and f + J_n^T lambda* + G^T lambda_j* = 0 with constants lambda* >= 0. Then
 *
 *     Phi = v^T M v/2 + sum lambda* g
 *
 * never grows: v^T f = -sum lambda* g'; joints do no work, nor do normal forces; friction and impacts do none that is
 * positive. With g >= 0 the velocities are bounded by Phi from then on, |v_j|^2 <= 2 Phi (M^-1)_jj, and the
 * positions by these, whatever strikes, slides and sticks, in whatever order and however often (P. Ballard, Arch.
 * Rational Mech. Anal. 154 (2000) 199, has the balance of energy).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/balance.h"

#include <stdlib.h>
#include <string.h>

/* What moves faster than 2^-(goal/8) is not said to be nearly at rest. */
enum { STILL_PART = 8 };

struct ebb {
    const struct crossing_scene *s;
    arb_ptr box;   /* (t, x) of the set */
    arb_ptr speed; /* |v_j| at most (size nv) */
    arb_t phi;
};

static bool are_constant(const struct crossing_scene *s, int count, const expr *e) {
    for (int i = 0; i < count; i++)
        if (!crossing_is_constant(s, e[i]))
            return false;
    return true;
}

/* Whether q' is N v with a constant N. */
static bool is_plain(const struct crossing_scene *s, expr rate) {
    const struct model *m = s->m;
    graph *g = m->graph;
    expr rest = rate;
    for (int j = 0; j < m->nv; j++) {
        const int variable = 1 + m->nq + j;
        const expr slope = expr_derivative(g, rate, variable);
        if (!crossing_is_constant(s, slope))
            return false;
        rest = expr_sub(g, rest, expr_mul(g, slope, expr_variable(g, variable)));
    }
    return expr_is_zero(g, rest) || crossing_is_identity(g, rest);
}

static bool rows_are_constant(const struct crossing_scene *s) {
    const struct crossing_rows *r = &s->rows;
    bool constant = true;
    for (int k = 0; k < r->count && constant; k++) {
        bool fixed = k >= r->contact_rows;
        for (int i = 0; i < s->m->contacts; i++)
            fixed = fixed || r->first[i] == k;
        constant = crossing_is_without_offset(s, k) &&
                   (!fixed || (are_constant(s, r->nv, r->row + k * r->nv) &&
                               are_constant(s, r->nv, r->response + k * r->nv)));
    }
    return constant;
}

static bool is_held(const struct crossing_scene *s) {
    const struct model *m = s->m;
    bool held = s->surfaces == 0 && m->nz == 0 && are_constant(s, m->nv, m->free_rates) &&
                (m->masses == 0 || are_constant(s, m->mass.count, m->mass.entry));
    for (int i = 0; i < m->nq && held; i++)
        held = is_plain(s, m->position_rates[i]);
    for (int i = 0; i < m->contacts && held; i++)
        held = crossing_is_still(s, m->contact[i].gap);
    return held && rows_are_constant(s);
}

/* Whether no coefficient of a contact lets it make energy. */
static bool only_brakes(const struct ebb *w) {
    const struct crossing_scene *s = w->s;
    bool brakes = true;
    arb_ptr value = _arb_vec_init(4);
    for (int i = 0; i < s->m->contacts && brakes; i++) {
        const struct contact *c = &s->m->contact[i];
        const expr number[] = {c->static_friction, c->dynamic_friction,
                               c->viscous_friction, c->restitution};
        brakes = crossing_evaluate(s, 4, number, w->box, s->bits, value) == REF_OK;
        for (int k = 0; k < 4 && brakes; k++)
            brakes = arb_is_nonnegative(value + k);
        arb_sub_ui(value, value + 3, 1, s->bits);
        brakes = brakes && arb_is_nonpositive(value);
    }
    _arb_vec_clear(value, 4);
    return brakes;
}

/* lambda[contacts] := the forces that balance. */
static bool find_balance(const struct ebb *w, arb_ptr lambda) {
    const struct crossing_scene *s = w->s;
    const int contacts = s->m->contacts;
    signed char *mode = calloc((size_t)s->places + 1, 1);
    if (mode == NULL)
        return false;
    for (int i = 0; i < contacts; i++)
        mode[s->surfaces + 2 * i] = CROSSING_STICKING;
    struct crossing_balance b;
    const int joints = s->rows.count - s->rows.contact_rows;
    const bool found =
        crossing_balance_init(&b, s->rows.nv, contacts + joints, s->bits) &&
        crossing_write_balance(s, mode, w->box, &b) == REF_OK && crossing_balances(&b);
    if (found)
        _arb_vec_set(lambda, b.force, contacts);
    crossing_balance_clear(&b);
    free(mode);
    return found;
}

/* phi += sum lambda* g. */
static bool add_gaps(struct ebb *w) {
    const struct crossing_scene *s = w->s;
    const int contacts = s->m->contacts;
    arb_ptr lambda = _arb_vec_init(contacts);
    arb_t gap;
    arb_init(gap);
    bool found = find_balance(w, lambda);
    for (int i = 0; i < contacts && found; i++) {
        found = crossing_evaluate(s, 1, &s->m->contact[i].gap, w->box, s->bits, gap) ==
                REF_OK;
        arb_addmul(w->phi, lambda + i, gap, s->bits);
    }
    arb_clear(gap);
    _arb_vec_clear(lambda, contacts);
    return found;
}

/* phi += v^T M v/2; speed := sqrt(2 phi (M^-1)_jj). */
static bool bound_speeds(struct ebb *w) {
    const struct crossing_scene *s = w->s;
    const struct model *m = s->m;
    arb_srcptr v = w->box + 1 + m->nq;
    arb_mat_t mass;
    arb_mat_init(mass, m->nv, m->nv);
    bool found = true;
    if (m->masses == 0)
        arb_mat_one(mass);
    for (int e = 0; e < m->mass.count && m->masses > 0 && found; e++)
        found = crossing_evaluate(
                    s, 1, &m->mass.entry[e], w->box, s->bits,
                    arb_mat_entry(mass, m->mass.row[e], m->mass.column[e])) == REF_OK;
    arb_mul_2exp_si(w->phi, w->phi, 1);
    for (int i = 0; i < m->nv && found; i++)
        for (int j = 0; j < m->nv; j++) {
            arb_mul(w->speed, v + i, v + j, s->bits);
            arb_addmul(w->phi, w->speed, arb_mat_entry(mass, i, j), s->bits);
        }
    found = found && arb_is_finite(w->phi) && arb_mat_inv(mass, mass, s->bits);
    for (int j = 0; j < m->nv && found; j++) {
        arb_mul(w->speed + j, w->phi, arb_mat_entry(mass, j, j), s->bits);
        arb_get_abs_ubound_arf(arb_midref(w->speed + j), w->speed + j, s->bits);
        mag_zero(arb_radref(w->speed + j));
        arb_sqrt(w->speed + j, w->speed + j, s->bits);
    }
    arb_mat_clear(mass);
    return found;
}

/* Whether all of the velocities that are left are small; too large ones are no digits. */
static bool is_nearly_still(const struct ebb *w) {
    bool still = true;
    for (int j = 0; j < w->s->m->nv && still; j++)
        still =
            mag_cmp_2exp_si(arb_radref(w->speed + j), 0) <= 0 &&
            arf_cmpabs_2exp_si(arb_midref(w->speed + j), -w->s->goal / STILL_PART) <= 0;
    return still;
}

/* value[n] := x at the time t, somewhere in the box. */
static enum ref_status write_value(const struct ebb *w, mpfr_srcptr t, arb_ptr value) {
    const struct model *m = w->s->m;
    enum ref_status status = REF_OK;
    arb_t after, way, slope;
    arb_init(after);
    arb_init(way);
    arb_init(slope);
    arf_set_mpfr(arb_midref(after), t);
    arb_sub(after, after, w->box, w->s->bits);
    _arb_vec_set(value, w->box + 1, m->nq);
    for (int i = 0; i < m->nq && status == REF_OK; i++) {
        arb_zero(way);
        for (int j = 0; j < m->nv && status == REF_OK; j++) {
            const expr by =
                expr_derivative(m->graph, m->position_rates[i], 1 + m->nq + j);
            status = crossing_evaluate(w->s, 1, &by, w->box, w->s->bits, slope);
            arb_abs(slope, slope);
            arb_addmul(way, slope, w->speed + j, w->s->bits);
        }
        arb_mul(way, way, after, w->s->bits);
        arb_add_error(value + i, way);
    }
    for (int j = 0; j < m->nv; j++) {
        arb_zero(value + m->nq + j);
        arb_add_error(value + m->nq + j, w->speed + j);
    }
    arb_clear(slope);
    arb_clear(way);
    arb_clear(after);
    return status;
}

/* Balls around zero where they contain it. A state that is zero has no digits but those it is stored with. */
static void round_to_zero(const struct ebb *w, arb_ptr value, struct enclosure_run *run) {
    bool all = true;
    mag_t radius, one;
    mag_init(radius);
    mag_init(one);
    for (int i = 0; i < w->s->n; i++) {
        if (arb_contains_zero(value + i)) {
            arb_get_mag(one, value + i);
            arb_zero(value + i);
            arb_add_error_mag(value + i, one);
        }
        mag_max(radius, radius, arb_radref(value + i));
        all = all && arf_is_zero(arb_midref(value + i));
    }
    if (all && !mag_is_zero(radius)) {
        const double bits = floor(-mag_get_d_log2_approx(radius)) - 1;
        run->bits = (slong)fmin((double)run->bits, fmax(bits, MPFR_PREC_MIN));
    }
    mag_clear(one);
    mag_clear(radius);
}

static void find_box(const struct ebb *w, struct crossing_stage *stage) {
    struct enclosure *e = &stage->e;
    enclosure_frame_hull(e->start, &e->frame, e->frame.a);
    arb_set_arf(w->box, e->time);
    for (int i = 0; i < e->n; i++) {
        arb_set_arf(w->box + 1 + i, e->center + i);
        arb_add_error_mag(w->box + 1 + i, e->start + i);
    }
}

bool crossing_ebbs(const struct crossing_scene *s, struct crossing_stage *stage, int next,
                   struct enclosure_run *run) {
    if (s->rests || !is_held(s))
        return false;
    const int nv = s->m->nv;
    struct ebb w = {
        .s = s, .box = _arb_vec_init(1 + s->n), .speed = _arb_vec_init(nv + 1)};
    arb_init(w.phi);
    find_box(&w, stage);
    bool ebbs =
        only_brakes(&w) && add_gaps(&w) && bound_speeds(&w) && is_nearly_still(&w);
    for (int k = next; k < s->task->times && ebbs; k++) {
        arb_ptr value = run->value + (slong)k * s->n;
        ebbs = write_value(&w, s->task->time[k], value) == REF_OK;
        round_to_zero(&w, value, run);
    }
    arb_clear(w.phi);
    _arb_vec_clear(w.speed, nv + 1);
    _arb_vec_clear(w.box, 1 + s->n);
    return ebbs;
}
