/* Programs in balls. If the arguments of an operation lie in balls, its exact result lies in
 * the resulting ball, and a result that is wrong by two units in the last place lies in that
 * ball widened by as much; the sum of both allowances is safe in every case.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/program_balls.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "problems/balls/arb_operation.h"
#include "problems/program/program.h"
#include "problems/readers/mpfr_operation.h"

/* Two units in the last place of |middle| + radius, which is at least as large as any member. */
static void widen(arb_ptr x, slong bits) {
    mag_t size;
    mag_init(size);
    arb_get_mag(size, x);
    mag_mul_2exp_si(size, size, 2 - bits);
    mag_add(arb_radref(x), arb_radref(x), size);
}

/* A select whose surface has no certain sign has no certain branch. */
static bool is_undecided(const struct instruction *code, arb_srcptr slot) {
    arb_srcptr s = slot + code->a;
    return code->operation == EXPR_SELECT && !arb_is_exact(s) && arb_contains_zero(s);
}

static void set_constant(arb_ptr x, const graph *g, const struct program *p, int i,
                         enum eval_constants constants, slong bits) {
    mpfr_t value;
    mpfr_init2(value, bits);
    cr_assert_eq(mpfr_round_constant(value, g, p, i, constants), PROBLEM_OK);
    arf_set_mpfr(arb_midref(x), value);
    if (constants == EVAL_EXACT_CONSTANTS)
        widen(x, bits);
}

void program_ball(arb_t value, slong bits, const graph *g, const struct program *p,
                  const double *x, enum eval_constants constants) {
    const int slots = program_slots(p), first = p->inputs + p->constants;
    arb_ptr slot = _arb_vec_init(slots + 1);
    bool certain = true;
    for (int i = 0; i < p->inputs; i++)
        arb_set_d(slot + i, x[i]);
    for (int i = 0; i < p->constants; i++)
        set_constant(slot + p->inputs + i, g, p, i, constants, bits);
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        arb_srcptr b = code->b < 0 ? NULL : slot + code->b;
        arb_srcptr c = code->c < 0 ? NULL : slot + code->c;
        certain = certain && !is_undecided(code, slot);
        arb_operate(slot + first + i, code->operation, slot + code->a, b, c, bits);
        widen(slot + first + i, bits);
    }
    arb_set(value, slot + p->output[0]);
    if (!certain)
        arb_indeterminate(value);
}
