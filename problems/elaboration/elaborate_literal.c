/* Numbers as they are written: 9.81 = 981 10^-2, and double(0.1), the rational value of the
 * binary64 number nearest to a constant (ties to even).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>

#include "problems/base/decimal.h"
#include "problems/elaboration/elaborate.h"
#include "problems/graph/expr.h"

/* Of a constant that is no rational number: it is evaluated with more and more bits. */
static const long work_of_rounding = 4096;

expr elaborate_number(struct elaboration *e, struct term *term) {
    if (term->cached != EXPR_NONE)
        return term->cached;
    mpq_t value;
    mpq_init(value);
    if (decimal_read(value, e->source->text + term->offset, term->length))
        term->cached = expr_number(e->model->graph, value);
    mpq_clear(value);
    return term->cached;
}

/* Neither zero nor a normal number. */
static bool is_out_of_range(mpfr_srcptr rounded) {
    return !mpfr_zero_p(rounded) &&
           (!mpfr_regular_p(rounded) || mpfr_get_exp(rounded) < DBL_MIN_EXP ||
            mpfr_get_exp(rounded) > DBL_MAX_EXP);
}

static expr number_of(graph *g, mpfr_srcptr rounded) {
    mpq_t value;
    mpq_init(value);
    mpfr_get_q(value, rounded);
    expr number = expr_number(g, value);
    mpq_clear(value);
    return number;
}

static expr refuse(struct elaboration *e, int offset) {
    elaborate_fail(e, offset, "no normal binary64 number is near to this");
    return EXPR_NONE;
}

expr elaborate_double(struct elaboration *e, struct term *term) {
    graph *g = e->model->graph;
    const int offset = term_begin(term->child);
    expr constant = elaborate_constant(e, term->child, "what double( ) rounds"), number;
    if (constant == EXPR_NONE || (expr_operation(g, constant) != EXPR_NUMBER &&
                                  !elaborate_spend(e, work_of_rounding, offset)))
        return EXPR_NONE;
    mpfr_t rounded;
    mpfr_init2(rounded, DBL_MANT_DIG);
    enum problem_status status = expr_constant(g, constant, rounded);
    if (status == PROBLEM_NO_MEMORY)
        number = EXPR_NONE;
    else if (status == PROBLEM_OK && !is_out_of_range(rounded))
        number = number_of(g, rounded);
    else
        number = refuse(e, offset);
    mpfr_clear(rounded);
    return number;
}
