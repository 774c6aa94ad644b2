/* The reader in real balls against the one in MPFR, at random members of the input balls and
 * at a higher precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/arb_support.h"
#include "problems/tests/random_expressions.h"

enum { VARIABLES = 3, OUTPUTS = 2, EXTRA_BITS = 300 };

static const int variable[VARIABLES] = {0, 1, 2};

struct trial {
    graph *graph;
    struct program *program;
    arb_t in[VARIABLES], out[OUTPUTS];
    mpfr_t member[VARIABLES], value[OUTPUTS];
};

static void begin_trial(struct trial *t, struct sample *s, enum random_kind kind,
                        slong bits) {
    t->graph = graph_alloc();
    expr e[OUTPUTS];
    for (int i = 0; i < OUTPUTS; i++) {
        e[i] = random_expression(t->graph, s, VARIABLES, 1 + sample_choice(s, 12), kind);
        arb_init(t->out[i]);
        mpfr_init2(t->value[i], bits + EXTRA_BITS);
    }
    t->program = program_alloc(t->graph, VARIABLES, variable, OUTPUTS, e);
    for (int i = 0; i < VARIABLES; i++) {
        arb_init(t->in[i]);
        mpfr_init2(t->member[i], bits + EXTRA_BITS);
        random_arb(s, t->in[i], t->member[i]);
    }
}

/* Both readers; false: a constant has no value, or numbers are out of all proportion. */
static bool run(struct trial *t, slong bits, enum eval_constants constants) {
    struct eval_arb *balls = NULL;
    struct eval_mpfr *numbers = NULL;
    cr_assert_eq(eval_arb_alloc(&balls, t->graph, t->program, bits, constants),
                 PROBLEM_OK);
    eval_arb_run(balls, (arb_srcptr)t->in, (arb_ptr)t->out);
    eval_arb_free(balls);
    enum problem_status status = eval_mpfr_alloc(
        &numbers, t->graph, t->program, (mpfr_prec_t)bits + EXTRA_BITS, constants);
    mpfr_begin_tame();
    if (status == PROBLEM_OK)
        eval_mpfr_run(numbers, (const mpfr_t *)t->member, t->value);
    return mpfr_was_tame() && status == PROBLEM_OK;
}

static void check_containment(enum random_kind kind, enum eval_constants constants,
                              int finite_at_least) {
    struct sample s = sample_begin();
    int finite = 0;
    for (int trial = 0; trial < 2000; trial++) {
        const slong bits = 20 + sample_choice(&s, 300);
        struct trial t;
        begin_trial(&t, &s, kind, bits);
        if (run(&t, bits, constants))
            for (int i = 0; i < OUTPUTS; i++) {
                if (!arb_is_finite(t.out[i]))
                    continue;
                cr_assert(arb_contains_rounded(t.out[i], t.value[i]),
                          "seed %llu trial %d output %d", (unsigned long long)s.seed,
                          trial, i);
                finite++;
            }
    }
    cr_assert_gt(finite, finite_at_least, "%d", finite);
}

Test(eval_arb, a_tame_program_contains_its_values) {
    check_containment(RANDOM_TAME, EVAL_EXACT_CONSTANTS, 3000);
}

Test(eval_arb, any_program_contains_its_values) {
    check_containment(RANDOM_ANY, EVAL_EXACT_CONSTANTS, 1500);
}

Test(eval_arb, a_program_with_double_constants_contains_its_values) {
    check_containment(RANDOM_TAME, EVAL_DOUBLE_CONSTANTS, 3000);
}

/* x/3 for x = 3/10 as a double: the constants' kinds give different numbers. */
Test(eval_arb, its_constants_are_what_was_asked_for) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0);
    struct program *p = program_of_one(g, expr_mul(g, fraction(g, 1, 3), x));
    const enum eval_constants kinds[] = {EVAL_EXACT_CONSTANTS, EVAL_DOUBLE_CONSTANTS};
    arb_t in, out, third;
    arb_inits(in, out, third);
    arb_one(in);
    for (int i = 0; i < 2; i++) {
        struct eval_arb *reader = NULL;
        cr_assert_eq(eval_arb_alloc(&reader, g, p, 200, kinds[i]), PROBLEM_OK);
        eval_arb_run(reader, in, out);
        arb_set_d(third, 1.0 / 3);
        cr_assert_eq(arb_contains(out, third), kinds[i] == EVAL_DOUBLE_CONSTANTS);
        arb_mul_si(out, out, 3, 200);
        cr_assert_eq(arb_contains_si(out, 1), kinds[i] == EVAL_EXACT_CONSTANTS);
    }
}

/* An output that is an input, one that is a constant, and rounding to the working bits. */
Test(eval_arb, leaves_are_outputs_too) {
    graph *g = graph_alloc();
    const expr e[] = {expr_variable(g, 0), fraction(g, 7, 4)};
    struct program *p = program_alloc(g, 1, variable, 2, e);
    struct eval_arb *reader = NULL;
    arb_ptr out = _arb_vec_init(2);
    arb_t in;
    arb_init(in);
    arb_set_ball(in, 1.37, 0.25);
    cr_assert_eq(eval_arb_alloc(&reader, g, p, 64, EVAL_EXACT_CONSTANTS), PROBLEM_OK);
    eval_arb_run(reader, in, out);
    cr_assert(arb_equal(out, in));
    cr_assert(arb_is_exact(out + 1) && arf_cmp_d(arb_midref(out + 1), 1.75) == 0);
    eval_arb_free(reader);
    eval_arb_free(NULL);
}
