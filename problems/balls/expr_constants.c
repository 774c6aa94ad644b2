/* The values of many constants that share what they are made of: balls around all of it at
 * once. What these balls do not settle is left to expr_constant.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/balls/arb_round.h"
#include "problems/balls/constant_balls.h"
#include "problems/graph/expr.h"

/* Enough for sums of thousands of terms. */
enum { WORKING_BITS = 3 * DBL_MANT_DIG };

/* What has been found for a walk from all of the constants. */
struct pass {
    struct walk walk;
    struct exact *exact;
    arb_ptr ball;
};

static enum problem_status start_pass(struct pass *p, const graph *g, int count,
                                      const expr *constant) {
    *p = (struct pass){.exact = NULL};
    enum problem_status status =
        walk_collect(&p->walk, g, count, constant, WALK_ENTERS_CONSTANTS);
    if (status != PROBLEM_OK)
        return status;
    p->exact = calloc((size_t)p->walk.count + 1, sizeof *p->exact);
    p->ball = constant_balls_alloc(&p->walk);
    if (!p->exact || !p->ball)
        return PROBLEM_NO_MEMORY;
    exact_evaluate(p->exact, g, &p->walk);
    constant_balls(p->ball, g, &p->walk, p->exact, WORKING_BITS, BELIEF_DOMAINS);
    return PROBLEM_OK;
}

static void clear_pass(struct pass *p) {
    if (p->exact)
        exact_clear(p->exact, p->walk.count);
    free(p->exact);
    constant_balls_free(p->ball, &p->walk);
    walk_clear(&p->walk);
}

/* Whether a constant's value is certain, and as precise in double as other numbers are. */
static bool round_one(const struct pass *p, expr constant, mpfr_ptr rounded,
                      double *value) {
    int place = walk_place(&p->walk, constant);
    if (p->exact[place].known)
        mpfr_set_q(rounded, p->exact[place].value, MPFR_RNDN);
    else if (!arb_round(rounded, p->ball + place, WORKING_BITS))
        return false;
    *value = mpfr_get_d(rounded, MPFR_RNDN);
    return isfinite(*value) && (fabs(*value) >= DBL_MIN || mpfr_zero_p(rounded) != 0);
}

static enum problem_status fill(const struct pass *p, const graph *g, int count,
                                const expr *constant, double *value) {
    enum problem_status status = PROBLEM_OK;
    mpfr_t rounded;
    mpfr_init2(rounded, DBL_MANT_DIG);
    for (int i = 0; i < count && status == PROBLEM_OK; i++)
        if (!round_one(p, constant[i], rounded, &value[i]))
            status = expr_constant_double(g, constant[i], &value[i]);
    mpfr_clear(rounded);
    return status;
}

enum problem_status expr_constants_double(const graph *g, int count, const expr *constant,
                                          double *value) {
    struct pass p;
    for (int i = 0; i < count; i++)
        if (constant[i] == EXPR_NONE)
            return PROBLEM_NO_MEMORY;
    double *found = malloc(((size_t)count + 1) * sizeof *found);
    if (!found)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = start_pass(&p, g, count, constant);
    if (status == PROBLEM_OK)
        status = fill(&p, g, count, constant, found);
    if (status == PROBLEM_OK)
        memcpy(value, found, (size_t)count * sizeof *value);
    clear_pass(&p);
    free(found);
    return status;
}
