/* Switching surfaces s(t) = 0 on which the state has no say. Each is a time, and steps
 * end there: a polynomial through the stages of a step must not see both sides.
 *
 * The times are those at which
 *
 *     w' = sum_i sign(s_i(t)) 3^-i
 *
 * jumps, a model of its own, whose exact solution (taylor/) finds them to full precision,
 * and every one of them, the sum being different on each side of each surface.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/walk.h"
#include "ref/vector.h"
#include "ref/model.h"

/* The base in which signs are added up without ever making up for each other. */
enum { SIGN_BASE = 3 };

/* *depends: e uses a variable other than the time. */
static enum ref_status find_dependence(struct model *m, expr e, bool *depends) {
    int *variable;
    int count = expr_variables(m->graph, e, &variable);
    if (count < 0)
        return REF_NO_MEMORY;
    *depends = count > 1 || (count == 1 && variable[0] != 0);
    free(variable);
    return REF_OK;
}

/* rate := rate/3 + sign of each switching function among the nodes; EXPR_NONE when there
 * is none. */
static enum ref_status add_signs(struct model *m, const struct walk *w, expr *rate) {
    graph *g = m->graph;
    expr base = expr_integer(g, SIGN_BASE);
    for (int i = 0; i < w->count; i++) {
        if (expr_operation(g, w->node[i]) != EXPR_SELECT)
            continue;
        expr s = expr_argument(g, w->node[i], 0);
        bool depends;
        enum ref_status status = find_dependence(m, s, &depends);
        if (status != REF_OK)
            return status;
        if (depends)
            return REF_NOT_APPLICABLE;
        expr sign = expr_sign(g, s);
        *rate = *rate == EXPR_NONE ? sign : expr_add(g, expr_div(g, *rate, base), sign);
    }
    return graph_failed(g) ? REF_NO_MEMORY : REF_OK;
}

static enum ref_status collect_signs(struct model *m, expr *rate) {
    int n = ref_state_size(m);
    expr *field = malloc(((size_t)n + 1) * sizeof *field);
    if (field == NULL)
        return REF_NO_MEMORY;
    struct walk w = {0};
    enum problem_status status = model_field(m, field);
    if (status == PROBLEM_OK)
        status = walk_collect(&w, m->graph, n, field, WALK_CONSTANTS_ARE_LEAVES);
    enum ref_status result = ref_from_problem_status(status);
    if (result == REF_OK)
        result = add_signs(m, &w, rate);
    walk_clear(&w);
    free(field);
    return result;
}

/* The clock stands at w = 1 at the begin, so that the size of its steps has a measure. */
static enum ref_status start_clock(struct ref_calendar *c, mpfr_prec_t bits,
                                   enum eval_constants constants, mpfr_srcptr begin) {
    enum ref_status status = ref_flow_alloc(&c->flow, &c->clock, bits, 0, constants);
    if (status != REF_OK)
        return status;
    mpfr_t *one = vector_alloc(1, bits);
    if (one == NULL)
        return REF_NO_MEMORY;
    mpfr_set_ui(one[0], 1, MPFR_RNDN);
    status = ref_flow_start(c->flow, begin, vector_const(one));
    vector_free(one, 1);
    return status;
}

enum ref_status ref_calendar_init(struct ref_calendar *c, struct model *m,
                                  mpfr_prec_t bits, enum eval_constants constants,
                                  mpfr_srcptr begin) {
    *c = (struct ref_calendar){.empty = true, .rate = EXPR_NONE};
    enum ref_status status = collect_signs(m, &c->rate);
    if (status != REF_OK || c->rate == EXPR_NONE)
        return status;
    c->empty = false;
    c->clock = (struct model){
        .nz = 1, .graph = m->graph, .rates = &c->rate, .map_is_identity = true};
    return start_clock(c, bits, constants, begin);
}

void ref_calendar_clear(struct ref_calendar *c) {
    ref_flow_free(c->flow);
}

enum ref_status ref_calendar_next(struct ref_calendar *c, mpfr_srcptr end, mpfr_ptr next,
                                  long max_steps, bool *switches) {
    *switches = false;
    mpfr_set(next, end, MPFR_RNDN);
    if (c->empty)
        return REF_OK;
    long before = ref_flow_info(c->flow).switches;
    enum ref_status status = ref_flow_aim(c->flow, end);
    for (long i = 0; status == REF_OK && !*switches && !ref_flow_arrived(c->flow); i++) {
        status = i < max_steps ? ref_flow_step(c->flow) : REF_TOO_LONG;
        *switches = ref_flow_info(c->flow).switches > before;
    }
    if (status == REF_OK)
        mpfr_set(next, ref_flow_time(c->flow), MPFR_RNDN);
    return status;
}
