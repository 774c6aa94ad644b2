/* What is left of a motion that comes to rest by bounces without end.
 *
 * Let M and q' = N v be constant, and no velocity of a contact or joint have an offset. With any
 * constants lambda* >= 0 and lambda_j*,
 *
 *     Phi = v^T M v/2 + sum lambda* g   obeys   dPhi <= v^T r dt,   r = f + J_n^T lambda* + G^T lambda_j*,
 *
 * as v^T f = v^T r - sum lambda* g' - lambda_j* . G v; joints do no work, nor do normal forces;
 * friction and impacts do none that is positive. With g >= 0 and |r|^2 = r^T M^-1 r <= R^2
 * wherever it goes, sqrt(2 Phi) grows by R t at most, and |v_j|^2 <= 2 Phi (M^-1)_jj, whatever
 * strikes, slides and sticks, in whatever order and however often. Where f and the normal rows
 * are constant lambda* can be what balances them, r = 0; else R is bounded where the motion is
 * (ebb_drive.c). That there is a motion is known without friction, or where bounces repeat
 * themselves (echo.c): else nothing is said (theory.md).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/rest/ebb.h"

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* What moves faster than 2^-(goal/8) is not said to be nearly at rest. */
enum { STILL_PART = 8 };

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

/* Whether the balance of energy is of this kind. */
static bool is_held(const struct crossing_scene *s) {
    const struct model *m = s->m;
    bool held =
        s->surfaces == 0 && m->nz == 0 &&
        (m->masses == 0 || crossing_are_constant(s, m->mass.count, m->mass.entry));
    for (int i = 0; i < m->nq && held; i++)
        held = is_plain(s, m->position_rates[i]);
    for (int i = 0; i < m->contacts && held; i++)
        held = crossing_is_still(s, m->contact[i].gap);
    for (int k = 0; k < s->rows.count && held; k++)
        held = crossing_is_without_offset(s, k);
    return held;
}

/* Whether f and the rows of normal and joint forces are constant. */
static bool is_steady(const struct crossing_scene *s) {
    const struct crossing_rows *r = &s->rows;
    bool steady = crossing_are_constant(s, s->m->nv, s->m->free_rates);
    for (int k = 0; k < r->count && steady; k++) {
        bool presses = k >= r->contact_rows;
        for (int i = 0; i < s->m->contacts; i++)
            presses = presses || r->first[i] == k;
        steady = !presses || (crossing_are_constant(s, r->nv, r->row + k * r->nv) &&
                              crossing_are_constant(s, r->nv, r->response + k * r->nv));
    }
    return steady;
}

/* Whether no contact makes energy, and there is a motion behind an accumulation: with friction
 * nobody knows (theory.md) but where the bounces repeat themselves (echo.c) and normal forces
 * hold what is at rest then. */
static bool only_brakes(const struct crossing_ebb *w, bool steady) {
    const struct crossing_scene *s = w->s;
    bool brakes = true;
    arb_t e;
    arb_init(e);
    for (int i = 0; i < s->m->contacts && brakes; i++) {
        brakes = (!crossing_has_friction(s, i) || (steady && s->echoes)) &&
                 crossing_evaluate(s, 1, &s->m->contact[i].restitution, w->box, s->bits,
                                   e) == REF_OK &&
                 arb_is_nonnegative(e);
        arb_sub_ui(e, e, 1, s->bits);
        brakes = brakes && arb_is_nonpositive(e);
    }
    arb_clear(e);
    return brakes;
}

/* Whether all of the velocities that are left are small; too large ones are no digits. */
static bool is_nearly_still(const struct crossing_ebb *w) {
    bool still = true;
    for (int j = 0; j < w->s->m->nv && still; j++)
        still =
            mag_cmp_2exp_si(arb_radref(w->speed + j), 0) <= 0 &&
            arf_cmpabs_2exp_si(arb_midref(w->speed + j), -w->s->goal / STILL_PART) <= 0;
    return still;
}

/* value[n] := x at the time t, somewhere in the box. */
static enum ref_status write_value(const struct crossing_ebb *w, mpfr_srcptr t,
                                   arb_ptr value) {
    const struct model *m = w->s->m;
    enum ref_status status = REF_OK;
    arb_t after, way;
    arb_inits(after, way);
    arf_set_mpfr(arb_midref(after), t);
    arb_sub(after, after, w->box, w->s->bits);
    _arb_vec_set(value, w->box + 1, m->nq);
    for (int i = 0; i < m->nq && status == REF_OK; i++) {
        status = crossing_ebb_bound_way(w, i, after, way);
        arb_add_error(value + i, way);
    }
    for (int j = 0; j < m->nv; j++) {
        arb_zero(value + m->nq + j);
        arb_add_error(value + m->nq + j, w->speed + j);
    }
    arb_clears(way, after);
    return status;
}

void crossing_round_to_zero(const struct crossing_scene *s, arb_ptr value,
                            struct enclosure_run *run) {
    bool all = true;
    mag_t radius, one;
    mag_inits(radius, one);
    for (int i = 0; i < s->n; i++) {
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
    mag_clears(one, radius);
}

static void find_box(const struct crossing_ebb *w, struct crossing_stage *stage) {
    struct enclosure *e = &stage->e;
    enclosure_frame_hull(e->start, &e->frame, e->frame.a);
    arb_set_arf(w->box, e->time);
    for (int i = 0; i < e->n; i++) {
        arb_set_arf(w->box + 1 + i, e->center + i);
        arb_add_error_mag(w->box + 1 + i, e->start + i);
    }
}

/* phi and speed := bounds until the last time. */
static bool bound_motion(struct crossing_ebb *w) {
    const bool steady = is_steady(w->s);
    bool bounded = only_brakes(w, steady) && crossing_ebb_find_energy(w, steady) &&
                   (steady || crossing_ebb_bound_drive(w));
    if (bounded)
        crossing_ebb_set_speeds(w);
    return bounded && is_nearly_still(w);
}

bool crossing_ebbs(const struct crossing_scene *s, struct crossing_stage *stage, int next,
                   struct enclosure_run *run) {
    if (s->rests || !is_held(s))
        return false;
    const int nv = s->m->nv,
              forces = s->m->contacts + s->rows.count - s->rows.contact_rows;
    arb_t end;
    arb_init(end);
    struct room room = {.last = NULL};
    struct crossing_ebb w = {.s = s,
                             .end = end,
                             .box = room_balls(&room, 1 + s->n),
                             .lambda = room_balls(&room, forces),
                             .speed = room_balls(&room, nv + 1)};
    arb_init(w.phi);
    arb_mat_init(w.mass, nv, nv);
    arb_mat_init(w.inverse, nv, nv);
    arf_set_mpfr(arb_midref(end), s->task->time[s->task->times - 1]);
    find_box(&w, stage);
    bool ebbs = bound_motion(&w);
    for (int k = next; k < s->task->times && ebbs; k++) {
        arb_ptr value = run->value + (slong)k * s->n;
        ebbs = write_value(&w, s->task->time[k], value) == REF_OK;
        crossing_round_to_zero(s, value, run);
    }
    arb_mat_clear(w.inverse);
    arb_mat_clear(w.mass);
    arb_clear(w.phi);
    room_clear(&room);
    arb_clear(end);
    return ebbs;
}
