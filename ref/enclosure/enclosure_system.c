/* The programs of a model, and the arithmetics in which an enclosure evaluates them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "problems/model.h"
#include "problems/program/program_shared.h"
#include "ref/enclosure/enclosure.h"
#include "ref/model.h"

/* *p := a program of the same functions that computes less. */
static bool share(struct program **p) {
    struct program *shared = *p != NULL ? program_shared_alloc(*p) : NULL;
    program_free(*p);
    *p = shared;
    return shared != NULL;
}

static bool make_field(struct enclosure_system *s, const expr *field) {
    if (field == NULL) {
        s->field = model_field_program(s->m);
        s->jacobian = model_jacobian_program(s->m, &s->pattern);
        return true;
    }
    if (model_jacobian(s->m, s->n, field, 1, s->n, &s->pattern) != PROBLEM_OK)
        return false;
    s->field = model_program(s->m, s->n, field);
    s->jacobian = model_program(s->m, s->pattern.count, s->pattern.entry);
    return true;
}

static bool make_programs(struct enclosure_system *s, const expr *field) {
    if (!make_field(s, field))
        return false;
    s->invariants = model_invariants_program(s->m);
    bool shared = share(&s->field);
    return share(&s->jacobian) && shared && s->invariants != NULL;
}

static enum problem_status make_boxes(struct enclosure_system *s,
                                      enum eval_constants constants) {
    const graph *g = s->m->graph;
    enum problem_status status =
        eval_arb_alloc(&s->field_box, g, s->field, ENCLOSURE_LOW_BITS, constants);
    if (status == PROBLEM_OK)
        status = eval_arb_alloc(&s->jacobian_box, g, s->jacobian, ENCLOSURE_LOW_BITS,
                                constants);
    if (status == PROBLEM_OK)
        status = eval_arb_alloc(&s->invariant_box, g, s->invariants, s->bits, constants);
    return status;
}

enum ref_status enclosure_system_init(struct enclosure_system *s, struct model *m,
                                      const expr *field, slong bits, slong low, int order,
                                      enum eval_constants constants) {
    *s = (struct enclosure_system){
        .m = m, .n = ref_state_size(m), .order = order, .bits = bits, .low = low};
    enum problem_status status = make_programs(s, field) ? PROBLEM_OK : PROBLEM_NO_MEMORY;
    if (status == PROBLEM_OK)
        status = make_boxes(s, constants);
    return ref_from_problem_status(status);
}

void enclosure_system_clear(struct enclosure_system *s) {
    eval_arb_free(s->field_box);
    eval_arb_free(s->jacobian_box);
    eval_arb_free(s->invariant_box);
    program_free(s->field);
    program_free(s->jacobian);
    program_free(s->invariants);
    expr_matrix_clear(&s->pattern);
}
