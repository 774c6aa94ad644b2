/* Is a formula the only solution where F jumps? There no Lipschitz condition holds
 * (continuity.c), and the motion may have a choice of its sides: x = t^2 obeys x' = 2 t - 10 (1
 * - step x), and from t = 0, where it touches the jump, so does t^2 - 10 t. Taylor's method is
 * sent along the motion; it ends where what it meets is not crossed from one side to the other.
 *
 * A surface s(t) of the time alone is no harm: F is Lipschitz on either side of it. Nor is one
 * on which both formulas of F have the same value, their difference being a multiple of s: a
 * kink.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"
#include "ref/truth/balls.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/taylor/flow.h"

enum { LOOKING_BITS = 128, LOOKING_STEPS = 10000 };

static bool is_of_time(graph *g, expr e) {
    int *variable;
    const int count = expr_variables(g, e, &variable);
    const bool of_time = count == 0 || (count == 1 && variable[0] == 0);
    free(variable);
    return of_time;
}

/* Whether F[n] may differ on the surface's two sides, where it is zero; other[2 n] is
 * overwritten. */
static bool may_jump_at(graph *g, int n, const expr *field, expr surface, expr *other) {
    static const signed char above = 1, below = -1;
    expr taken;
    struct expr_sides sides = {
        .count = 1, .surface = &surface, .side = &above, .taken = &taken};
    memcpy(other, field, (size_t)n * sizeof *other);
    memcpy(other + n, field, (size_t)n * sizeof *other);
    if (!expr_take_sides(g, n, other, &sides))
        return true;
    sides.side = &below;
    if (!expr_take_sides(g, n, other + n, &sides))
        return true;
    for (int i = 0; i < n; i++)
        if (other[i] != other[n + i] &&
            !crossing_vanishes_with(g, expr_sub(g, other[i], other[n + i]), surface))
            return true;
    return false;
}

/* Without memory, expect the worst. */
static bool may_jump(struct model *m) {
    const int n = ref_state_size(m);
    expr *surface = NULL, *field = malloc(3 * (size_t)n * sizeof *field);
    if (field == NULL || model_field(m, field) != PROBLEM_OK) {
        free(field);
        return true;
    }
    const int surfaces = expr_surfaces(m->graph, n, field, &surface);
    bool jumps = surfaces < 0;
    for (int k = 0; k < surfaces && !jumps; k++)
        jumps = !is_of_time(m->graph, surface[k]) &&
                may_jump_at(m->graph, n, field, surface[k], field + n);
    free(surface);
    free(field);
    return jumps;
}

enum ref_status truth_look_for_others(struct model *m, mpfr_srcptr time,
                                      enum eval_constants constants) {
    ref_flow *flow;
    mpfr_t begin;
    if (!may_jump(m))
        return REF_OK;
    const int n = ref_state_size(m);
    mpfr_t *x = vector_alloc(n, LOOKING_BITS);
    if (x == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = ref_flow_alloc(&flow, m, LOOKING_BITS, 0, constants);
    mpfr_init2(begin, LOOKING_BITS);
    if (status == REF_OK)
        status = ref_initial(m, constants, begin, x);
    if (status == REF_OK)
        status = ref_flow_start(flow, begin, vector_const(x));
    if (status == REF_OK)
        status = ref_flow_to(flow, time, LOOKING_STEPS);
    mpfr_clear(begin);
    ref_flow_free(flow);
    vector_free(x, n);
    return status;
}
