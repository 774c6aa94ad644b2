/* One step: the stages solved to the last bit, the order, the error estimate, growing
 * solutions.
 *
 * Seen to fail: Newton's goal raised by 20 bits; the estimate's slopes at the start
 * halved and not filtered; the sign of h J; the limit of growth left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/tests/testing.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

enum { BITS = 150 };

/* x = (1 + 2t)^(-1/2), and a copy of it that is stiff. */
static const char text[] = "param k = 1e6\nspan 0 .. 1\nstate x = 1, y = 1\n"
                           "x' = -x^3\ny' = -k*(y - x) - x^3\n";

struct step {
    struct model *m;
    struct ref_radau radau;
    struct ref_stages stages;
};

static void begin(struct step *p, const char *model, int stages, double h) {
    p->m = testing_model(model);
    cr_assert_eq(ref_radau_init(&p->radau, stages, ref_stages_bits(BITS)), REF_OK);
    struct ref_stages *e = &p->stages;
    cr_assert_eq(ref_stages_init(e, p->m, &p->radau, BITS, EVAL_EXACT_CONSTANTS), REF_OK);
    cr_assert_eq(ref_initial(p->m, EVAL_EXACT_CONSTANTS, e->t, e->start), REF_OK);
    ref_stages_take_branches(e, e->t);
    mpfr_set_d(e->h, h, MPFR_RNDN);
}

static void solve(struct step *p) {
    cr_assert_eq(ref_stages_factor(&p->stages, 0), REF_OK);
    cr_assert_eq(ref_stages_solve(&p->stages), REF_OK);
}

/* log2 of the error of component i at stage j. */
static double find_error(struct step *p, int j, int i) {
    struct ref_stages *e = &p->stages;
    mpfr_t x, exact;
    mpfr_inits2(2 * BITS, x, exact, (mpfr_ptr)NULL);
    mpfr_add(x, e->start[i], e->z[j * e->nx + i], MPFR_RNDN);
    mpfr_mul(exact, p->radau.node[j], e->h, MPFR_RNDN);
    mpfr_mul_2ui(exact, exact, 1, MPFR_RNDN);
    mpfr_add_ui(exact, exact, 1, MPFR_RNDN);
    mpfr_rec_sqrt(exact, exact, MPFR_RNDN);
    return testing_relative(x, exact);
}

Test(collocation_step, the_stages_satisfy_their_equations_to_the_last_bit) {
    struct step p;
    begin(&p, text, 9, 0.137);
    solve(&p);
    cr_expect_eq(ref_stages_residual(&p.stages), REF_OK);
    ref_stages_correct(&p.stages);
    for (int j = 0; j < 9; j++)
        cr_expect_lt(ref_stages_measure(&p.stages, p.stages.update->rows[j]), -BITS);
}

Test(collocation_step, a_slowly_varying_component_is_found_with_order_2s_minus_1) {
    double error[2];
    for (int k = 0; k < 2; k++) {
        struct step p;
        begin(&p, text, 5, 0.02 / (1 << k));
        solve(&p);
        error[k] = find_error(&p, 5, 0);
    }
    cr_expect_float_eq(error[0] - error[1], 10, 0.2, "%g", error[0] - error[1]);
}

/* Within a step the polynomial has order s + 1, and so has the estimate, in the stiff
 * component, too. */
Test(collocation_step, the_estimate_is_as_large_as_the_error_within_the_step) {
    double estimate[2], error[2];
    for (int k = 0; k < 2; k++) {
        struct step p;
        begin(&p, text, 7, 0.06 / (1 << k));
        solve(&p);
        estimate[k] = ref_stages_error(&p.stages);
        error[k] = -INFINITY;
        for (int j = 1; j < 7; j++)
            error[k] = fmax(error[k], find_error(&p, j, 0));
        cr_expect(estimate[k] > error[k] && estimate[k] < error[k] + 12, "%g, error %g",
                  estimate[k], error[k]);
    }
    cr_expect_float_eq(estimate[0] - estimate[1], 8, 0.7, "%g",
                       estimate[0] - estimate[1]);
}

/* The filter turns the stiff component's defect k e into an error e. */
Test(collocation_step, the_estimate_is_not_inflated_by_stiffness) {
    double estimate[2];
    for (int k = 0; k < 2; k++) {
        struct step p;
        begin(&p,
              k == 0 ? "state x = 1\nx' = cos(t) - x\n"
                     : "state x = 1\nx' = 1e12*(cos(t) - x)\n",
              7, 0.25);
        solve(&p);
        estimate[k] = ref_stages_error(&p.stages);
    }
    cr_expect_float_eq(estimate[0], estimate[1], 9, "%g, %g", estimate[0], estimate[1]);
}

Test(collocation_step, steps_over_unresolved_growth_are_refused) {
    static const struct {
        const char *rate;
        double h;
        enum ref_status status;
    } tests[] = {
        {"1000*(x - 1)", 0.25, REF_NOT_CONVERGED},
        {"1000*(x - 1)", 0.001, REF_OK},
        {"-1000*(x - 1)", 0.25, REF_OK},
        {"1000*(x - 1)", 0.0036, REF_NOT_CONVERGED},
        {"1000*(x - 1)", 0.0034, REF_OK},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        char model[80];
        snprintf(model, sizeof model, "state x = 1.0001\nx' = %s\n", tests[i].rate);
        struct step p;
        begin(&p, model, 7, tests[i].h);
        cr_expect_eq(ref_stages_factor(&p.stages, 0), tests[i].status, "%s, h = %g",
                     tests[i].rate, tests[i].h);
    }
}

Test(collocation_step, oscillations_that_grow_are_refused_and_others_are_not) {
    static const double rates[] = {-10, 0, 10};
    for (int i = 0; i < 3; i++) {
        char model[160];
        snprintf(model, sizeof model,
                 "param a = %g\nstate x = 1, y = 0.3\nx' = a*x - 1e4*y\n"
                 "y' = 1e4*x + a*y\n",
                 rates[i]);
        struct step p;
        begin(&p, model, 7, 0.01);
        cr_expect_eq(ref_stages_factor(&p.stages, 0),
                     rates[i] > 0 ? REF_NOT_CONVERGED : REF_OK, "%g", rates[i]);
    }
}

Test(collocation_step, iterations_that_do_not_converge_are_given_up) {
    struct step p;
    begin(&p, "state x = 1\nx' = x*x\n", 7, 3.7); /* beyond the pole at 1 */
    enum ref_status status = ref_stages_factor(&p.stages, 0);
    if (status == REF_OK)
        status = ref_stages_solve(&p.stages);
    cr_expect(status != REF_OK);
    cr_expect_lt(p.stages.iterations, 100);
}
