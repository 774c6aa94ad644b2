/* Is a formula continuous from the start of the span to a time? x = atan(tan t) obeys
 * x' = 1 at every time but those at which it jumps.
 *
 * The span is cut into pieces of the time, each a ball. Where the balls of x over a piece
 * are finite and no select is uncertain x is continuous: it is made of functions that are
 * so on their domains. A piece without such balls is halved; what comes after one that has
 * them may be twice as long. A jump or a pole has no such piece around it, however short.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_arb.h"
#include "ref/truth/balls.h"

/* How many pieces are tried. */
enum { MOST_PIECES = 4096 };

static bool is_finite_over(struct eval_arb *e, const arf_t from, const arf_t to, int n,
                           slong bits) {
    arb_ptr x = _arb_vec_init(n);
    arb_t piece;
    arb_init(piece);
    arb_set_interval_arf(piece, from, to, bits);
    eval_arb_run(e, piece, x);
    bool finite = _arb_vec_is_finite(x, n);
    arb_clear(piece);
    _arb_vec_clear(x, n);
    return finite;
}

static enum ref_status go_through(struct eval_arb *e, const arf_t begin, const arf_t end,
                                  int n, slong bits,
                                  const struct ref_truth_options *options) {
    enum ref_status status = REF_OK;
    arf_t at, next, length;
    arf_init(at);
    arf_init(next);
    arf_init(length);
    arf_set(at, begin);
    arf_sub(length, end, begin, ARF_PREC_EXACT, ARF_RND_NEAR);
    for (int pieces = 0; status == REF_OK && arf_cmp(at, end) < 0; pieces++) {
        arf_add(next, at, length, ARF_PREC_EXACT, ARF_RND_NEAR);
        if (arf_cmp(next, end) > 0)
            arf_set(next, end);
        bool finite = is_finite_over(e, at, next, n, bits);
        if (finite)
            arf_set(at, next);
        arf_mul_2exp_si(length, length, finite ? 1 : -1);
        if (truth_balls_stop(options, REF_BY_FORMULA))
            status = REF_OUT_OF_TIME;
        else if (pieces >= MOST_PIECES)
            status = REF_NOT_APPLICABLE;
    }
    arf_clear(at);
    arf_clear(next);
    arf_clear(length);
    return status;
}

enum ref_status truth_prove_continuity(struct model *m, const arb_t begin,
                                       mpfr_srcptr end, slong bits,
                                       const struct ref_truth_options *options) {
    static const int time_variable = 0;
    const int n = ref_state_size(m);
    struct eval_arb *e = NULL;
    struct program *p = program_alloc(m->graph, 1, &time_variable, n, m->solution);
    if (p == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = ref_from_problem_status(
        eval_arb_alloc(&e, m->graph, p, bits, options->constants));
    if (status == REF_OK) {
        arf_t first, last;
        arf_init(first);
        arf_init(last);
        eval_arb_refuse_jumps(e);
        arb_get_lbound_arf(first, begin, bits);
        arf_set_mpfr(last, end);
        status = go_through(e, first, last, n, bits, options);
        arf_clear(first);
        arf_clear(last);
    }
    eval_arb_free(e);
    program_free(p);
    return status;
}
