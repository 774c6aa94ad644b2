/* Kinks that are gone through without telling when, or whether: the set is on both sides.
 *
 * Let y = select(c, a, b) with a - b = q c, q a number. On the side of b it is b, else b + q u with
 * u = max(c, 0); or a, and a + q u with u = max(-c, 0). So with U in the place of u
 *
 *     F(t, x) = G(t, x, u),     |F(t, x) - G(t, x, 0)|_i <= sum_k |dG_i/dU_k| u_k
 *
 * by the mean value theorem, the derivatives at some 0 <= U <= u. G(t, x, 0) is the field of a
 * mode, in which the kink does not occur; the right side is a disturbance w of it, as small as c is
 * where it has the other sign: x' = G(t, x, 0) + w along each solution. F is continuous, so that
 * there are solutions (Peano), and where w has a bound it is Lipschitz, so that there is one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/graph/walk.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "ref/crossing/crossing.h"
#include "ref/model.h"

enum {
    PIECES = 8 /* of a step, each with bounds of its own */
};

struct crossing_straddle {
    struct room room; /* of its arrays */
    int count;        /* of the surfaces that decide something */
    int *surface;     /* (size count) */
    expr *
        decides; /* of each surface that is not straddled, as crossing_straddle_decides */
    expr *over;  /* c or -c, of which u is what is positive (size count) */
    expr *share; /* dG_i/dU_k at i count + k; behind them d/dt of over_k */
    struct program *overs, *shares;
    struct eval_arb *over_box, *share_box;
    struct enclosure_tail tail; /* of `over` along P */
    bool entered;
    arb_ptr in, value, out; /* (t, x, U), over, share */
    mag_ptr most;           /* of u (size count) */
    mag_ptr bound;          /* of w (size n) */
};

/* q of a - b = q c, as max, min and abs have it: of the same nodes, so that one side has a value
 * where the other has one, with whatever constants; 0: it is none of these. */
static long find_factor(graph *g, expr node) {
    const expr c = expr_argument(g, node, 0), a = expr_argument(g, node, 1),
               b = expr_argument(g, node, 2);
    if (c == expr_sub(g, a, b))
        return 1;
    if (c == expr_sub(g, b, a))
        return -1;
    if (b != expr_neg(g, a))
        return 0;
    return c == a ? 2 : c == b ? -2 : 0;
}

static int find(int count, const expr *list, expr wanted) {
    int k = 0;
    while (k < count && list[k] != wanted)
        k++;
    return k;
}

/* field[n] and surface[surfaces] := with the sides of the surfaces that are not straddled. */
static bool take_other_sides(const struct crossing_scene *s,
                             const struct crossing_stage *stage, expr *all) {
    expr *told = malloc(((size_t)s->surfaces + 1) * sizeof *told),
         *taken = malloc(((size_t)s->surfaces + 1) * sizeof *taken);
    signed char *side = malloc((size_t)s->surfaces + 1);
    bool done = told != NULL && taken != NULL && side != NULL;
    struct expr_sides sides = {0, told, side, taken};
    for (int k = 0; k < s->surfaces && done; k++) {
        all[s->n + k] = s->surface[k];
        stage->straddle->decides[k] = EXPR_NONE;
        if (abs(stage->mode[k]) == CROSSING_STRADDLED)
            continue;
        told[sides.count] = s->surface[k];
        side[sides.count++] = stage->mode[k];
    }
    for (int i = 0; i < s->n && done; i++)
        all[i] = stage->field[i];
    done = done && expr_take_sides(s->m->graph, s->n + s->surfaces, all, &sides);
    for (int k = 0, i = 0; k < s->surfaces && done; k++)
        if (abs(stage->mode[k]) != CROSSING_STRADDLED)
            stage->straddle->decides[k] = taken[i++];
    free(side);
    free(taken);
    free(told);
    return done;
}

/* The straddled surface that is c now, with one side of the field; s->surfaces: there is none. */
static int find_straddled(const struct crossing_scene *s,
                          const struct crossing_stage *stage, const expr *surface,
                          expr c) {
    int place = s->surfaces;
    for (int k = 0; k < s->surfaces; k++)
        if (surface[k] == c && abs(stage->mode[k]) == CROSSING_STRADDLED) {
            if (place < s->surfaces && stage->mode[place] != stage->mode[k])
                return s->surfaces;
            place = k;
        }
    return place;
}

/* by := what takes the place of a select, in which U_k is variable 1 + n + k. */
static enum ref_status rewrite(const struct crossing_scene *s,
                               const struct crossing_stage *stage, const expr *surface,
                               expr node, expr *by) {
    struct crossing_straddle *d = stage->straddle;
    graph *g = s->m->graph;
    const expr c = expr_argument(g, node, 0);
    const int place = find_straddled(s, stage, surface, c);
    const long factor = find_factor(g, node);
    if (place == s->surfaces || expr_kinks(g, 1, &c) != 0 || factor == 0)
        return REF_NOT_SMOOTH;
    const bool first = stage->mode[place] > 0;
    const expr branch = expr_argument(g, node, first ? 1 : 2);
    if (expr_kinks(g, 1, &branch) != 0)
        return REF_NOT_SMOOTH;
    const int k = find(d->count, d->over, first ? expr_neg(g, c) : c);
    if (k == d->count) {
        d->surface[k] = place;
        d->over[d->count++] = first ? expr_neg(g, c) : c;
    }
    *by = expr_add(g, branch,
                   expr_mul(g, expr_integer(g, factor), expr_variable(g, 1 + s->n + k)));
    return REF_OK;
}

/* all[n] := G, field := G(t, x, 0). A row that is a select keeps its operation in expr_replace. */
static bool write_fields(const struct crossing_scene *s, struct crossing_stage *stage,
                         int count, const expr *node, const expr *by, expr *all) {
    graph *g = s->m->graph;
    if (!expr_replace(g, count, node, by, s->n, all, stage->field))
        return false;
    const expr zero = expr_integer(g, 0);
    for (int i = 0; i < s->n; i++) {
        const int k = find(count, node, all[i]);
        all[i] = stage->field[i] = k < count ? by[k] : stage->field[i];
        for (int u = 1 + s->n; u <= s->n + stage->straddle->count; u++)
            stage->field[i] = expr_substitute(g, stage->field[i], 1, &u, &zero);
    }
    return !graph_failed(g);
}

static enum ref_status replace_kinks(const struct crossing_scene *s,
                                     struct crossing_stage *stage, expr *all) {
    graph *g = s->m->graph;
    struct walk w = {0};
    int count = 0;
    if (walk_collect(&w, g, s->n, all, WALK_CONSTANTS_ARE_LEAVES) != PROBLEM_OK)
        return REF_NO_MEMORY;
    expr *node = malloc(((size_t)w.count + 1) * sizeof *node),
         *by = malloc(((size_t)w.count + 1) * sizeof *by);
    enum ref_status status = node != NULL && by != NULL ? REF_OK : REF_NO_MEMORY;
    for (int i = 0; i < w.count && status == REF_OK; i++)
        if (expr_operation(g, w.node[i]) == EXPR_SELECT &&
            !expr_is_constant(g, expr_argument(g, w.node[i], 0))) {
            node[count] = w.node[i];
            status = rewrite(s, stage, all + s->n, w.node[i], &by[count++]);
        }
    if (status == REF_OK && !write_fields(s, stage, count, node, by, all))
        status = REF_NO_MEMORY;
    free(by);
    free(node);
    walk_clear(&w);
    return status;
}

/* share := the derivatives of G, and along it. */
static bool derive(const struct crossing_scene *s, struct crossing_straddle *d,
                   const expr *field) {
    graph *g = s->m->graph;
    const int inputs = 1 + s->n;
    int *variable = room_take(&d->room, (size_t)(inputs + d->count), sizeof *variable);
    expr *slope = room_take(&d->room, (size_t)inputs, sizeof *slope);
    d->share = room_take(&d->room, (size_t)inputs * (size_t)d->count, sizeof *d->share);
    if (d->room.is_short)
        return false;
    for (int j = 0; j < inputs + d->count; j++)
        variable[j] = j;
    for (int i = 0; i < s->n; i++)
        expr_gradient(g, field[i], d->count, variable + inputs, d->share + i * d->count);
    for (int k = 0; k < d->count; k++) {
        expr_gradient(g, d->over[k], inputs, variable, slope);
        d->share[s->n * d->count + k] =
            expr_add(g, slope[0], crossing_dot(g, s->n, slope + 1, field));
    }
    return !graph_failed(g);
}

static enum ref_status make_readers(const struct crossing_scene *s,
                                    struct crossing_straddle *d) {
    const graph *g = s->m->graph;
    const enum eval_constants constants = s->task->options->constants;
    const int inputs = 1 + s->n + d->count;
    int *variable = room_take(&d->room, (size_t)inputs, sizeof *variable);
    for (int i = 0; i < inputs && variable != NULL; i++)
        variable[i] = i;
    if (variable == NULL)
        return REF_NO_MEMORY;
    d->overs = model_program(s->m, d->count, d->over);
    d->shares = program_alloc(g, inputs, variable, (1 + s->n) * d->count, d->share);
    d->in = room_balls(&d->room, inputs);
    d->value = room_balls(&d->room, d->count);
    d->out = room_balls(&d->room, (1 + s->n) * d->count);
    d->most = room_mags(&d->room, d->count);
    d->bound = room_mags(&d->room, s->n);
    if (d->overs == NULL || d->shares == NULL)
        return REF_NO_MEMORY;
    enum problem_status status =
        eval_arb_alloc(&d->over_box, g, d->overs, s->bits, constants);
    if (status == PROBLEM_OK)
        status = eval_arb_alloc(&d->share_box, g, d->shares, s->low, constants);
    return ref_from_problem_status(status);
}

enum ref_status crossing_straddle_init(const struct crossing_scene *s,
                                       struct crossing_stage *stage) {
    bool straddles = false;
    for (int k = 0; k < s->surfaces; k++)
        straddles = straddles || abs(stage->mode[k]) == CROSSING_STRADDLED;
    if (!straddles)
        return REF_OK;
    struct crossing_straddle *d = stage->straddle = calloc(1, sizeof *d);
    if (d == NULL)
        return REF_NO_MEMORY;
    const size_t surfaces = (size_t)s->surfaces;
    d->over = room_take(&d->room, surfaces, sizeof *d->over);
    d->surface = room_take(&d->room, surfaces, sizeof *d->surface);
    d->decides = room_take(&d->room, surfaces, sizeof *d->decides);
    expr *all = room_take(&d->room, (size_t)s->n + surfaces, sizeof *all);
    if (d->room.is_short || !take_other_sides(s, stage, all))
        return REF_NO_MEMORY;
    enum ref_status status = replace_kinks(s, stage, all);
    for (int k = 0; k < s->surfaces; k++)
        if (d->decides[k] != EXPR_NONE && expr_kinks(s->m->graph, 1, &d->decides[k]) != 0)
            status = REF_NOT_SMOOTH;
    if (status == REF_OK && !derive(s, d, all))
        status = REF_NO_MEMORY;
    return status == REF_OK ? make_readers(s, d) : status;
}

expr crossing_straddle_decides(const struct crossing_straddle *d, int k) {
    return d == NULL ? EXPR_NONE : d->decides[k];
}

void crossing_straddle_free(struct crossing_straddle *d) {
    if (d == NULL)
        return;
    if (d->entered)
        enclosure_tail_clear(&d->tail);
    eval_arb_free(d->over_box);
    eval_arb_free(d->share_box);
    program_free(d->overs);
    program_free(d->shares);
    room_clear(&d->room);
    free(d);
}

/* most_k := what u_k is at most where over_k is in the ball; if that is more than it is so far. */
static void raise_most(struct crossing_straddle *d, int k, arb_t over) {
    mag_t top;
    mag_init(top);
    if (!arb_is_finite(over)) {
        mag_inf(d->most + k);
    } else if (!arb_is_nonpositive(over)) {
        arb_nonnegative_part(over, over);
        arb_get_mag(top, over);
        mag_max(d->most + k, d->most + k, top);
    }
    mag_clear(top);
}

/* bound := what w is at most in the box with these u; whether it is known. */
static bool raise_bound(struct crossing_straddle *d, int n, arb_srcptr box) {
    mag_t one, sum;
    bool finite = true;
    mag_inits(one, sum);
    _arb_vec_set(d->in, box, 1 + n);
    for (int k = 0; k < d->count; k++) { /* [0, most_k], to the bit */
        arb_ptr u = d->in + 1 + n + k;
        finite = finite && !mag_is_inf(d->most + k);
        arf_set_mag(arb_midref(u), d->most + k);
        arf_mul_2exp_si(arb_midref(u), arb_midref(u), -1);
        mag_mul_2exp_si(arb_radref(u), d->most + k, -1);
    }
    if (finite)
        eval_arb_run(d->share_box, d->in, d->out);
    for (int i = 0; i < n && finite; i++) {
        mag_zero(sum);
        for (int k = 0; k < d->count; k++) {
            if (mag_is_zero(d->most + k))
                continue;
            finite = finite && arb_is_finite(d->out + i * d->count + k);
            arb_get_mag(one, d->out + i * d->count + k);
            mag_addmul(sum, one, d->most + k);
        }
        mag_max(d->bound + i, d->bound + i, sum);
    }
    mag_clears(sum, one);
    return finite;
}

static void forget(struct crossing_straddle *d, int n) {
    for (int i = 0; i < n; i++)
        mag_zero(d->bound + i);
}

/* The disturbance of a step (enclosure.h). */
static bool disturb(void *context, mag_ptr bound) {
    struct crossing_stage *stage = context;
    struct crossing_straddle *d = stage->straddle;
    for (int i = 0; i < stage->n; i++)
        mag_zero(bound + i);
    if (d == NULL || d->count == 0)
        return true;
    arf_t from, to;
    arb_t over;
    arf_inits(from, to);
    arb_init(over);
    bool known = true;
    forget(d, stage->n);
    crossing_series_expand(stage, &d->tail);
    for (ulong piece = 0; piece < PIECES && known; piece++) {
        arf_set(from, to);
        arf_mul_ui(to, stage->e.step, piece + 1, ARF_PREC_EXACT, ARF_RND_NEAR);
        arf_mul_2exp_si(to, to, -3);
        for (int k = 0; k < d->count; k++) {
            mag_zero(d->most + k);
            crossing_series_range(over, stage, &d->tail, k, from, to);
            raise_most(d, k, over);
        }
        crossing_tube_box(stage, from, to);
        known = raise_bound(d, stage->n, stage->box);
    }
    for (int i = 0; i < stage->n; i++)
        mag_set(bound + i, d->bound + i);
    arb_clear(over);
    arf_clears(to, from);
    return known;
}

enum ref_status crossing_straddle_enter(const struct crossing_scene *s,
                                        struct crossing_stage *stage) {
    struct crossing_straddle *d = stage->straddle;
    stage->e.disturb = disturb;
    stage->e.context = stage;
    if (d == NULL)
        return REF_OK;
    d->entered = true;
    return enclosure_tail_init(&d->tail, s->m->graph, d->overs, s->low, s->order,
                               s->task->options->constants);
}

/* bound := of w in the box; whether it is known. */
static bool bound_in(struct crossing_stage *stage, arb_srcptr box) {
    struct crossing_straddle *d = stage->straddle;
    forget(d, stage->n);
    eval_arb_run(d->over_box, box, d->value);
    for (int k = 0; k < d->count; k++) {
        mag_zero(d->most + k);
        raise_most(d, k, d->value + k);
    }
    return raise_bound(d, stage->n, box);
}

void crossing_disturb(arb_ptr rate, struct crossing_stage *stage, arb_srcptr box) {
    if (stage->straddle == NULL)
        return;
    const bool known = bound_in(stage, box);
    for (int i = 0; i < stage->n; i++)
        if (known)
            arb_add_error_mag(rate + i, stage->straddle->bound + i);
        else
            arb_indeterminate(rate + i);
}

void crossing_find_rate(arb_t rate, struct crossing_stage *stage, int i, arb_srcptr box) {
    const int columns = 1 + stage->n;
    arb_set(rate, crossing_probe_watch(stage, i) + 1);
    if (stage->straddle == NULL)
        return;
    arb_ptr all = _arb_vec_init((slong)stage->watches * columns);
    mag_t slope;
    mag_init(slope);
    eval_arb_run(stage->slope, box, all);
    if (!bound_in(stage, box))
        arb_indeterminate(rate);
    for (int j = 0; j < stage->n; j++) {
        arb_get_mag(slope, all + (slong)i * columns + 1 + j);
        mag_mul(slope, slope, stage->straddle->bound + j);
        arb_add_error_mag(rate, slope);
    }
    mag_clear(slope);
    _arb_vec_clear(all, (slong)stage->watches * columns);
}

static int sign_of(const arb_t x) {
    return arb_is_positive(x) ? 1 : arb_is_negative(x) ? -1 : 0;
}

int crossing_take_sides(struct crossing_stage *stage, mag_srcptr around, bool leaving,
                        signed char *mode) {
    struct crossing_straddle *d = stage->straddle;
    int taken = 0;
    memcpy(mode, stage->mode, (size_t)stage->places);
    arb_set_arf(stage->point, stage->e.time);
    for (int i = 0; i < stage->n; i++) {
        arb_set_arf(stage->point + 1 + i, stage->e.center + i);
        arb_add_error_mag(stage->point + 1 + i, around + i);
    }
    if (!bound_in(stage, stage->point))
        return 0;
    for (int k = 0; k < d->count; k++) {
        const int place = d->surface[k], side = stage->mode[place] > 0 ? 1 : -1,
                  sign = sign_of(d->value + k),
                  rate = sign_of(d->out + stage->n * d->count + k);
        const bool comes_back = sign < 0 && rate > 0;
        if (sign == 0 || comes_back || (leaving && rate != sign))
            continue;
        mode[place] = (signed char)(-sign * side);
        taken++;
    }
    return taken;
}
