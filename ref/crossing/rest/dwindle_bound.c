/* How far bounces that dwindle lead from the motion without them: B, X and X' of dwindle.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/rest/dwindle.h"

/* What is added is to be below 2^-(part of the goal), of which a set may lose 7/16
 * (ENCLOSURE_MARGIN), or not much more than what the set has already. Frames in double do not
 * carry bounces for which that is more than 84 bits. */
static const double part = 0.5;
enum { MOST_BITS = 84, MORE_BITS = 8 };

static void spread(arb_ptr box, mag_srcptr by, int n) {
    for (int i = 0; i < n; i++)
        arb_add_error_mag(box + 1 + i, by + i);
}

/* B := where p and its like begin, with v - rho g', and what they and y come to. */
static bool find_box(struct crossing_dwindle *w) {
    const struct crossing_scene *s = w->s;
    const int nv = s->rows.nv;
    arb_ptr rho = _arb_vec_init(nv);
    _arb_vec_set(w->box, w->p->box, 1 + w->n);
    bool found = crossing_evaluate(s, nv, w->rho, w->p->box, s->bits, rho) == REF_OK;
    arb_add_error(w->box, w->length);
    for (int j = 0; j < nv; j++)
        arb_addmul(w->box + 1 + s->m->nq + j, rho + j, w->speed, s->bits);
    spread(w->box, w->apart, w->n);
    found = found && crossing_widen(w->box, w->closed, w->length);
    spread(w->box, w->apart, w->n);
    _arb_vec_clear(rho, nv);
    return found;
}

/* bound[count] := |e| in B. */
static bool bound_all(const struct crossing_dwindle *w, int count, const expr *e,
                      mag_ptr bound) {
    arb_ptr value = _arb_vec_init(count);
    bool finite =
        crossing_evaluate(w->s, count, e, w->box, w->s->bits, value) == REF_OK &&
        _arb_vec_is_finite(value, count);
    for (int i = 0; i < count; i++)
        arb_get_mag(bound + i, value + i);
    _arb_vec_clear(value, count);
    return finite;
}

/* along, turn and slope in B. */
static bool bound_formulas(struct crossing_dwindle *w) {
    const struct model *m = w->s->m;
    graph *g = m->graph;
    const int n = w->n, nv = w->s->rows.nv;
    expr *e = malloc(((size_t)n * (size_t)n + 2 * (size_t)nv + 1) * sizeof *e);
    if (e == NULL)
        return false;
    for (int i = 0; i < nv; i++) {
        e[i] = expr_derivative(g, w->rho[i], 0);
        for (int j = 0; j < m->nq; j++)
            e[i] = expr_add(
                g, e[i],
                expr_mul(g, expr_derivative(g, w->rho[i], 1 + j), m->position_rates[j]));
    }
    bool bounded = bound_all(w, nv, e, w->turn) && bound_all(w, nv, w->rho, w->along);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            e[i * n + j] = expr_derivative(g, w->closed->field[i], 1 + j);
    bounded = bounded && bound_all(w, n * n, e, w->slope);
    free(e);
    return bounded;
}

/* to := b + L |J'| x, b being (factor |rho| + L R) U in the velocities. */
static void bound_next(const struct crossing_dwindle *w, mag_ptr to, mag_srcptr x,
                       int factor) {
    const int n = w->n, nq = w->s->m->nq, nv = w->s->rows.nv;
    mag_t length, speed;
    mag_inits(length, speed);
    arb_get_mag(length, w->length);
    arb_get_mag(speed, w->speed);
    for (int i = 0; i < n; i++) {
        mag_zero(to + i);
        for (int j = 0; j < n; j++)
            mag_addmul(to + i, w->slope + i * n + j, x + j);
        if (i >= nq && i < nq + nv)
            mag_addmul(to + i, w->turn + i - nq, speed);
        mag_mul(to + i, to + i, length);
        if (factor != 0 && i >= nq && i < nq + nv)
            mag_addmul(to + i, w->along + i - nq, speed);
    }
    mag_clears(speed, length);
}

/* Whether next < x, where something is asked for. */
static bool is_below(const struct crossing_dwindle *w, mag_srcptr next, mag_srcptr x) {
    bool below = true;
    for (int i = 0; i < w->n; i++)
        below = below && (mag_is_zero(next + i) || mag_cmp(next + i, x + i) < 0);
    return below;
}

/* X such that it is proved; its guess is what a smaller box says, and more. */
static bool find_apart(struct crossing_dwindle *w) {
    mag_ptr next = _mag_vec_init(w->n);
    bool proved = false;
    for (int trial = 0; trial < 4 && !proved; trial++) {
        if (!find_box(w) || !bound_formulas(w))
            break;
        bound_next(w, next, w->apart, 1);
        proved = trial > 0 && is_below(w, next, w->apart);
        for (int i = 0; i < w->n && !proved; i++) {
            mag_mul_2exp_si(next + i, next + i, 2);
            mag_max(w->apart + i, w->apart + i, next + i);
        }
    }
    _mag_vec_clear(next, w->n);
    return proved;
}

/* Whether the error is small enough to end the bounces here. */
bool crossing_dwindle_is_small(const struct crossing_dwindle *w) {
    const struct enclosure *e = &w->p->before->e;
    mag_t most, error;
    mag_inits(most, error);
    for (int i = 0; i < w->n; i++) {
        mag_max(most, most, e->start + i);
        mag_max(error, error, w->error + i);
    }
    mag_mul_2exp_si(most, most, MORE_BITS);
    const double bits = part * w->s->goal;
    const bool small =
        (bits <= MOST_BITS || w->s->low > ENCLOSURE_LOW_BITS) &&
        (mag_cmp_2exp_si(error, -(slong)bits) < 0 || mag_cmp(error, most) < 0);
    mag_clears(error, most);
    return small;
}

/* error := X'; false: it is not found, or larger than X. */
static bool find_error(struct crossing_dwindle *w) {
    mag_ptr next = _mag_vec_init(w->n), end = _mag_vec_init(w->n);
    mag_t length;
    mag_init(length);
    arb_get_mag(length, w->length);
    bound_next(w, end, w->apart, 0); /* E */
    for (int i = 0; i < w->n; i++)
        mag_mul_2exp_si(w->error + i, end + i, 1);
    bool found = true;
    for (int i = 0; i < w->n; i++) {
        for (int j = 0; j < w->n; j++)
            mag_addmul(next + i, w->slope + i * w->n + j, w->error + j);
        mag_mul(next + i, next + i, length);
        mag_add(next + i, next + i, end + i);
        found = found && mag_cmp(w->error + i, w->apart + i) <= 0;
    }
    found = found && is_below(w, next, w->error);
    mag_clear(length);
    _mag_vec_clear(end, w->n);
    _mag_vec_clear(next, w->n);
    return found;
}

bool crossing_dwindle_bound(struct crossing_dwindle *w) {
    enum { TRIALS = 3, LARGER_BITS = 2 };
    bool found = false;
    for (int trial = 0; trial < TRIALS && !found; trial++) {
        for (int i = 0; i < w->n && trial > 0; i++)
            mag_mul_2exp_si(w->apart + i, w->apart + i, LARGER_BITS);
        if (!find_apart(w))
            return false;
        found = find_error(w);
    }
    return found;
}
