/* The reader in complex balls. On real points: the reader in MPFR. On a disc c + zeta d with
 * |zeta| <= 1 for all inputs at once: a finite output contains the values at points of the
 * disc's edge, and is analytic in zeta, so that the mean over the circle of half the radius
 * is the value at the centre but for 2^-POINTS of its size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/eval_acb.h"
#include "problems/tests/arb_support.h"
#include "problems/tests/random_expressions.h"

enum { VARIABLES = 3, BITS = 128, POINTS = 32 };

static const int variable[VARIABLES] = {0, 1, 2};

struct trial {
    graph *graph;
    struct program *program;
    struct eval_acb *reader;
    acb_t centre[VARIABLES], radius[VARIABLES]; /* c, d */
    acb_t in[VARIABLES], out;
};

static void begin_trial(struct trial *t, struct sample *s, enum random_kind kind) {
    t->graph = graph_alloc();
    expr e = random_expression(t->graph, s, VARIABLES, 1 + sample_choice(s, 10), kind);
    t->program = program_alloc(t->graph, VARIABLES, variable, 1, &e);
    cr_assert_eq(
        eval_acb_alloc(&t->reader, t->graph, t->program, BITS, EVAL_EXACT_CONSTANTS),
        PROBLEM_OK);
    acb_init(t->out);
    const double size = ldexp(1, -sample_choice(s, 10));
    for (int i = 0; i < VARIABLES; i++) {
        acb_inits(t->centre[i], t->radius[i], t->in[i]);
        acb_set_d(t->centre[i], sample_uniform(s, -2, 2));
        acb_set_d_d(t->radius[i], size * sample_uniform(s, -1, 1),
                    size * sample_uniform(s, -1, 1));
    }
}

/* out := the program on the whole disc. */
static void run_on_disc(struct trial *t) {
    for (int i = 0; i < VARIABLES; i++) {
        mag_t r;
        mag_init(r);
        acb_get_mag(r, t->radius[i]);
        acb_set(t->in[i], t->centre[i]);
        acb_add_error_mag(t->in[i], r);
    }
    eval_acb_run(t->reader, (acb_srcptr)t->in, t->out);
}

/* value := the program at zeta = share e^(2 pi i j/POINTS). */
static void run_at(struct trial *t, int j, double share, acb_t value) {
    acb_t zeta;
    fmpq_t turn;
    acb_init(zeta);
    fmpq_init(turn);
    fmpq_set_si(turn, 2 * j, POINTS);
    arb_sin_cos_pi_fmpq(acb_imagref(zeta), acb_realref(zeta), turn, 2 * BITS);
    acb_mul_2exp_si(zeta, zeta, share < 1 ? -1 : 0);
    acb_get_mid(zeta, zeta);
    for (int i = 0; i < VARIABLES; i++) {
        acb_mul(t->in[i], zeta, t->radius[i], 4 * BITS);
        acb_add(t->in[i], t->in[i], t->centre[i], 4 * BITS);
    }
    eval_acb_run(t->reader, (acb_srcptr)t->in, value);
}

/* Whether the mean is the centre's value, up to 2^-(POINTS - 4) of the ball's size. */
static bool mean_is_value(struct trial *t) {
    acb_t mean, value;
    mag_t tolerance;
    acb_inits(mean, value);
    mag_init(tolerance);
    for (int j = 0; j < POINTS; j++) {
        run_at(t, j, 0.5, value);
        acb_add(mean, mean, value, BITS);
    }
    acb_div_si(mean, mean, POINTS, BITS);
    for (int i = 0; i < VARIABLES; i++)
        acb_set(t->in[i], t->centre[i]);
    eval_acb_run(t->reader, (acb_srcptr)t->in, value);
    acb_get_mag(tolerance, t->out);
    mag_mul_2exp_si(tolerance, tolerance, 4 - POINTS);
    acb_add_error_mag(value, tolerance);
    return acb_is_finite(mean) && acb_overlaps(value, mean);
}

static void check_discs(enum random_kind kind, int finite_at_least) {
    struct sample s = sample_begin();
    int finite = 0;
    acb_t value;
    acb_init(value);
    for (int trial = 0; trial < 1500; trial++) {
        struct trial t;
        begin_trial(&t, &s, kind);
        run_on_disc(&t);
        if (acb_is_finite(t.out)) {
            for (int j = 0; j < POINTS; j += 5) {
                run_at(&t, j, 1, value);
                cr_assert(acb_is_finite(value) && acb_overlaps(t.out, value),
                          "seed %llu trial %d", (unsigned long long)s.seed, trial);
            }
            cr_assert(mean_is_value(&t), "mean: seed %llu trial %d",
                      (unsigned long long)s.seed, trial);
            finite++;
        }
    }
    acb_clear(value);
    cr_assert_gt(finite, finite_at_least, "%d", finite);
}

Test(eval_acb, a_tame_program_is_analytic_where_it_is_finite) {
    check_discs(RANDOM_TAME, 900);
}

Test(eval_acb, any_program_is_analytic_where_it_is_finite) {
    check_discs(RANDOM_ANY, 600);
}

Test(eval_acb, on_real_points_it_is_the_real_program) {
    struct sample s = sample_begin();
    int finite = 0;
    mpfr_t x[VARIABLES], value[1];
    mpfr_init2(value[0], 4 * BITS);
    for (int i = 0; i < VARIABLES; i++)
        mpfr_init2(x[i], 4 * BITS);
    for (int trial = 0; trial < 1500; trial++) {
        struct trial t;
        struct eval_mpfr *numbers = NULL;
        begin_trial(&t, &s, trial % 2 ? RANDOM_TAME : RANDOM_ANY);
        for (int i = 0; i < VARIABLES; i++) {
            acb_set(t.in[i], t.centre[i]);
            arf_get_mpfr(x[i], arb_midref(acb_realref(t.centre[i])), MPFR_RNDN);
        }
        eval_acb_run(t.reader, (acb_srcptr)t.in, t.out);
        if (acb_is_finite(t.out)) {
            cr_assert_eq(eval_mpfr_alloc(&numbers, t.graph, t.program, 4 * BITS,
                                         EVAL_EXACT_CONSTANTS),
                         PROBLEM_OK);
            mpfr_begin_tame();
            eval_mpfr_run(numbers, (const mpfr_t *)x, value);
            const bool inside = arb_contains_rounded(acb_realref(t.out), value[0]) &&
                                arb_contains_zero(acb_imagref(t.out));
            const bool known = mpfr_was_tame();
            cr_assert(inside || !known, "seed %llu trial %d", (unsigned long long)s.seed,
                      trial);
            finite++;
        }
    }
    for (int i = 0; i < VARIABLES; i++)
        mpfr_clear(x[i]);
    mpfr_clear(value[0]);
    cr_assert_gt(finite, 900, "%d", finite);
}

Test(eval_acb, a_pair_gives_each_output_its_function) {
    static const enum expr_operation pairs[][2] = {{EXPR_SIN, EXPR_COS},
                                                   {EXPR_COS, EXPR_SIN},
                                                   {EXPR_SINH, EXPR_COSH},
                                                   {EXPR_COSH, EXPR_SINH}};
    acb_ptr out = _acb_vec_init(2), alone = _acb_vec_init(1), in = _acb_vec_init(1);
    acb_set_d_d(in, 0.37, -0.83);
    for (int i = 0; i < 4; i++) {
        graph *g = graph_alloc();
        expr x = expr_variable(g, 0);
        const expr both[] = {expr_apply(g, pairs[i][0], x),
                             expr_apply(g, pairs[i][1], x)};
        struct program *p = program_alloc(g, 1, variable, 2, both);
        struct eval_acb *reader = NULL;
        cr_assert_eq(eval_acb_alloc(&reader, g, p, BITS, EVAL_EXACT_CONSTANTS),
                     PROBLEM_OK);
        eval_acb_run(reader, in, out);
        for (int k = 0; k < 2; k++) {
            acb_operate(alone, pairs[i][k], in, NULL, NULL, BITS);
            cr_assert(acb_overlaps(alone, out + k), "%s",
                      expr_operation_name(pairs[i][k]));
        }
        eval_acb_free(reader);
    }
}

/* sqrt(x^2) is x or -x, but through zero it is neither. */
Test(eval_acb, a_kink_within_the_disc_is_not_finite) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), square = expr_mul(g, x, x);
    const expr kinked[] = {expr_abs(g, x), expr_max(g, x, expr_integer(g, 0)),
                           expr_apply(g, EXPR_SQRT, square),
                           expr_pow(g, square, fraction(g, 3, 10))};
    acb_t in, out;
    acb_inits(in, out);
    for (size_t i = 0; i < sizeof kinked / sizeof *kinked; i++) {
        struct program *p = program_of_one(g, kinked[i]);
        struct eval_acb *reader = NULL;
        cr_assert_eq(eval_acb_alloc(&reader, g, p, BITS, EVAL_DOUBLE_CONSTANTS),
                     PROBLEM_OK);
        for (int through = 0; through < 2; through++) {
            arb_set_ball(acb_realref(in), -0.5, through ? 0.51 : 0.1);
            arb_set_ball(acb_imagref(in), 0, 0.1);
            eval_acb_run(reader, in, out);
            cr_assert_eq(acb_is_finite(out), through == 0, "%zu %d", i, through);
        }
        eval_acb_free(reader);
    }
    eval_acb_free(NULL);
}
