/* Does a formula solve the equations as nothing else does, from the start of the span to a time?
 *
 * Does it solve them between the times asked for? Where formula.c has not proved dx/dt = F(t, x)
 * as an identity, the balls of both sides have to meet over many pieces of the span, and at a
 * time in each.
 *
 * Is it continuous? x = atan(tan t) obeys x' = 1 at every time but those at which it jumps. The
 * span is cut into pieces of the time, each a ball. Where the balls of x over a piece are finite
 * and no select is uncertain x is continuous: it is made of functions that are so on their
 * domains.
 *
 * Is it the only one? x = t^3 obeys x' = 3 (x^2)^(1/3), and so does x = 0. Where the entries of F's
 * Jacobian by x are bounded on the piece's times and on a box around x there, F obeys a Lipschitz
 * condition in the box, and no other solution leaves x or meets it (Picard and Lindelof; E. Hairer,
 * S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd edition, theorem I.7.3).
 * A kink is no harm: both of its sides are in the balls; where F jumps jumps.c looks for others.
 *
 * A piece without such balls is halved; what comes after some that have them may be twice as
 * long. A jump, a pole, or a place where F's derivatives have no bound has no such piece around
 * it, however short.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "ref/truth/balls.h"
#include "ref/model.h"

/* How many pieces are tried; the shortest, 2^-this of the span: towards a place that has none they
 * shrink like a power of the distance, which is soon told from a span of many; and bits enough for
 * pieces as long as these. */
enum { MOST_PIECES = 1 << 20, SHORTEST = 24, PIECE_BITS = 64 };

/* So many pieces of one length before a longer one is tried. */
enum { PIECES_ALIKE = 4 };

/* The span's equal parts in each of which the equations are compared: 2^-this of it; how far in. */
enum { COMPARED = 6 };
static const double place_in_piece = 0.3819660112501051; /* of no formula, one hopes */

/* A formula, in balls: x of t, and the Jacobian's entries of (t, x); sides is the caller's. */
struct formula_balls {
    int n, entries;
    struct program *formula, *jacobian;
    struct eval_arb *x, *slope, *sides;
};

/* x[i] := x[i] and some of the numbers on either side of it, also where it is exact. */
static void widen(arb_t x) {
    mag_t more;
    mag_init(more);
    arb_get_mag(more, x);
    mag_mul_2exp_si(more, more, -PIECE_BITS / 2);
    arb_add_error_mag(x, more);
    mag_set_ui_2exp_si(more, 1, -PIECE_BITS);
    arb_add_error_mag(x, more);
    mag_clear(more);
}

static bool is_continuous_over(const struct formula_balls *f, arb_srcptr piece) {
    arb_ptr x = _arb_vec_init(f->n);
    eval_arb_run(f->x, piece, x);
    bool finite = _arb_vec_is_finite(x, f->n);
    _arb_vec_clear(x, f->n);
    return finite;
}

static bool is_unique_over(const struct formula_balls *f, arb_srcptr piece) {
    arb_ptr in = _arb_vec_init(1 + f->n), slope = _arb_vec_init(f->entries);
    arb_set(in, piece);
    eval_arb_run(f->x, piece, in + 1);
    for (int i = 1; i <= f->n; i++)
        widen(in + i);
    eval_arb_run(f->slope, in, slope);
    bool bounded = _arb_vec_is_finite(slope, f->entries);
    _arb_vec_clear(in, 1 + f->n);
    _arb_vec_clear(slope, f->entries);
    return bounded;
}

static bool sides_meet(const struct formula_balls *f, arb_srcptr t) {
    arb_ptr out = _arb_vec_init(3 * f->n);
    eval_arb_run(f->sides, t, out);
    const bool meet = truth_balls_meet(out + f->n, out + 2 * f->n, f->n);
    _arb_vec_clear(out, 3 * f->n);
    return meet;
}

/* Over all of the piece, where balls are wide, and at a time in it, where they are narrow. */
static bool is_solution_over(const struct formula_balls *f, arb_srcptr piece) {
    arf_t first, last, share;
    arb_t t;
    arf_inits(first, last, share);
    arb_init(t);
    arb_get_interval_arf(first, last, piece, PIECE_BITS);
    arf_set_d(share, place_in_piece);
    arf_sub(last, last, first, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_mul(last, last, share, PIECE_BITS, ARF_RND_DOWN);
    arf_add(arb_midref(t), first, last, PIECE_BITS, ARF_RND_NEAR);
    const bool meet = sides_meet(f, piece) && sides_meet(f, t);
    arb_clear(t);
    arf_clears(first, last, share);
    return meet;
}

/* What has to hold over pieces no longer than 2^-parts of the span, and what is said where it is
 * not seen to. */
struct check {
    bool (*holds)(const struct formula_balls *f, arb_srcptr piece);
    int parts;
    enum ref_status otherwise;
};

static const struct check continuous = {is_continuous_over, 0, REF_NOT_APPLICABLE},
                          solution = {is_solution_over, COMPARED, REF_NOT_APPLICABLE},
                          unique = {is_unique_over, 0, REF_NOT_UNIQUE};

/* Whether the check holds over pieces that cover the span. */
static enum ref_status go_through(const struct formula_balls *f, const struct check *c,
                                  const arf_t begin, const arf_t end,
                                  const struct ref_truth_options *options) {
    enum ref_status status = REF_OK;
    arf_t at, next, length, least, most;
    arb_t piece;
    arf_inits(at, next, length, least, most);
    arb_init(piece);
    arf_set(at, begin);
    arf_sub(length, end, begin, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_mul_2exp_si(least, length, -SHORTEST);
    arf_mul_2exp_si(most, length, -c->parts);
    arf_set(length, most);
    for (int pieces = 0, alike = 0; status == REF_OK && arf_cmp(at, end) < 0; pieces++) {
        arf_add(next, at, length, ARF_PREC_EXACT, ARF_RND_NEAR);
        if (arf_cmp(next, end) > 0)
            arf_set(next, end);
        arb_set_interval_arf(piece, at, next, PIECE_BITS);
        bool held = c->holds(f, piece);
        if (held)
            arf_set(at, next);
        alike = held ? (alike + 1) % PIECES_ALIKE : 0;
        if (alike == 0)
            arf_mul_2exp_si(length, length, held ? 1 : -1);
        if (arf_cmp(length, most) > 0 && c->parts > 0)
            arf_set(length, most);
        if (truth_balls_stop(options, REF_BY_FORMULA))
            status = REF_OUT_OF_TIME;
        else if (pieces >= MOST_PIECES || arf_cmp(length, least) < 0)
            status = c->otherwise;
    }
    arb_clear(piece);
    arf_clears(at, next, length, least, most);
    return status;
}

/* Both programs, and what evaluates them. */
static enum ref_status begin(struct formula_balls *f, struct model *m,
                             enum eval_constants constants) {
    static const int time_variable = 0;
    struct expr_matrix pattern = {0};
    f->formula = program_alloc(m->graph, 1, &time_variable, f->n, m->solution);
    f->jacobian = model_jacobian_program(m, &pattern);
    f->entries = pattern.count;
    expr_matrix_clear(&pattern);
    if (f->formula == NULL || f->jacobian == NULL)
        return REF_NO_MEMORY;
    enum problem_status status =
        eval_arb_alloc(&f->x, m->graph, f->formula, PIECE_BITS, constants);
    if (status == PROBLEM_OK)
        status = eval_arb_alloc(&f->slope, m->graph, f->jacobian, PIECE_BITS, constants);
    if (status == PROBLEM_OK)
        eval_arb_refuse_jumps(f->x);
    return ref_from_problem_status(status);
}

static void end(struct formula_balls *f) {
    eval_arb_free(f->x);
    eval_arb_free(f->slope);
    program_free(f->formula);
    program_free(f->jacobian);
}

enum ref_status truth_prove_only_one(struct model *m, struct eval_arb *sides,
                                     const arb_t start, mpfr_srcptr time,
                                     const struct ref_truth_options *options) {
    struct formula_balls f = {.n = ref_state_size(m), .sides = sides};
    arf_t first, last;
    arf_inits(first, last);
    arb_get_lbound_arf(first, start, PIECE_BITS);
    arf_set_mpfr(last, time);
    enum ref_status status = begin(&f, m, options->constants);
    if (status == REF_OK)
        status = go_through(&f, &continuous, first, last, options);
    if (status == REF_OK && sides != NULL)
        status = go_through(&f, &solution, first, last, options);
    if (status == REF_OK)
        status = go_through(&f, &unique, first, last, options);
    end(&f);
    arf_clears(first, last);
    return status;
}
