/* Programs in balls. If the arguments of an operation lie in balls, its exact result lies in
 * the resulting ball, and a result that is wrong by two units in the last place lies in that
 * ball widened by as much; the sum of both allowances is safe in every case.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/program_balls.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "problems/readers/mpfr_operation.h"

/* Two units in the last place of |mid| + rad, which is at least as large as any member. */
static void widen(struct ball *x) {
    mpfr_t size;
    mpfr_init2(size, 64);
    mpfr_abs(size, x->mid, MPFR_RNDU);
    mpfr_add(size, size, x->rad, MPFR_RNDU);
    mpfr_mul_2si(size, size, 2 - (long)mpfr_get_prec(x->mid), MPFR_RNDU);
    mpfr_add(x->rad, x->rad, size, MPFR_RNDU);
    mpfr_clear(size);
}

/* A select whose surface has no certain sign has no certain branch. */
static bool is_undecided(const struct instruction *code, const struct ball *slot) {
    const struct ball *s = &slot[code->a];
    return code->operation == EXPR_SELECT && !mpfr_zero_p(s->rad) &&
           mpfr_cmpabs(s->mid, s->rad) <= 0;
}

void program_ball(struct ball *value, const graph *g, const struct program *p,
                  const double *x, enum eval_constants constants) {
    const int slots = program_slots(p), first = p->inputs + p->constants;
    struct ball *slot = malloc(((size_t)slots + 1) * sizeof *slot);
    bool certain = true;
    for (int i = 0; i < slots; i++)
        ball_init(&slot[i], mpfr_get_prec(value->mid));
    for (int i = 0; i < p->inputs; i++)
        cr_assert_eq(mpfr_set_d(slot[i].mid, x[i], MPFR_RNDN), 0);
    for (int i = 0; i < p->constants; i++) {
        struct ball *c = &slot[p->inputs + i];
        cr_assert_eq(mpfr_round_constant(c->mid, g, p, i, constants), PROBLEM_OK);
        if (constants == EVAL_EXACT_CONSTANTS)
            widen(c);
    }
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        struct ball *b = code->b < 0 ? NULL : &slot[code->b];
        struct ball *c = code->c < 0 ? NULL : &slot[code->c];
        certain = certain && !is_undecided(code, slot);
        ball_apply(&slot[first + i], code->operation, &slot[code->a], b, c);
        widen(&slot[first + i]);
    }
    ball_set(value, &slot[p->output[0]]);
    if (!certain)
        mpfr_set_nan(value->mid);
    for (int i = 0; i < slots; i++)
        ball_clear(&slot[i]);
    free(slot);
}
