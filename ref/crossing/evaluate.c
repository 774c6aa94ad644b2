/* Expressions that are needed once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/crossing.h"

enum ref_status crossing_evaluate(const struct crossing_scene *s, int count,
                                  const expr *e, arb_srcptr box, slong bits,
                                  arb_ptr value) {
    if (graph_failed(s->m->graph))
        return REF_NO_MEMORY;
    struct program *p = enclosure_program(s->m, count, e);
    struct eval_arb *reader = NULL;
    if (p == NULL)
        return REF_NO_MEMORY;
    enum problem_status status =
        eval_arb_alloc(&reader, s->m->graph, p, bits, s->task->options->constants);
    if (status == PROBLEM_OK)
        eval_arb_run(reader, box, value);
    eval_arb_free(reader);
    program_free(p);
    return ref_from_problem_status(status);
}

bool crossing_is_zero(const struct crossing_scene *s, expr constant) {
    mpfr_t value;
    mpfr_init2(value, ENCLOSURE_LOW_BITS);
    bool zero =
        expr_constant(s->m->graph, constant, value) == PROBLEM_OK && mpfr_zero_p(value);
    mpfr_clear(value);
    return zero;
}
