/* Truth: is the radius honest? Seen to fail: the radius without the difference,
 * without the last bit, too small for the lower run; the lower run's state; equal
 * precisions; digits not checked.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/taylor/flow.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* x' = a x, y' = b y + c x: x = x0 e^at, y = (y0 - d) e^bt + d e^at, d = c x0/(a - b). */
struct chain {
    double a, b, c, x0, y0;
};

static struct model *make_chain(const struct chain *chain) {
    char text[512];
    snprintf(text, sizeof text,
             "param a = %.17g, b = %.17g, c = %.17g\nstate x = %.17g, y = %.17g\n"
             "x' = a*x\ny' = b*y + c*x\n",
             chain->a, chain->b, chain->c, chain->x0, chain->y0);
    return testing_model(text);
}

/* exact[2] at time t. The decimals of the model's text name other numbers than the
 * doubles, so they are read again. */
static void solve_chain(mpfr_t *exact, const struct chain *chain, mpfr_srcptr t) {
    const double value[5] = {chain->a, chain->b, chain->c, chain->x0, chain->y0};
    mpfr_t n[5], d;
    mpfr_prec_t bits = mpfr_get_prec(exact[0]);
    mpfr_init2(d, bits);
    for (int i = 0; i < 5; i++) {
        char text[40];
        snprintf(text, sizeof text, "%.17g", value[i]);
        mpfr_init2(n[i], bits);
        mpfr_set_str(n[i], text, 10, MPFR_RNDN);
    }
    mpfr_mul(d, n[2], n[3], MPFR_RNDN);
    mpfr_sub(exact[0], n[0], n[1], MPFR_RNDN);
    mpfr_div(d, d, exact[0], MPFR_RNDN);
    mpfr_mul(exact[0], n[0], t, MPFR_RNDN);
    mpfr_exp(exact[0], exact[0], MPFR_RNDN);
    mpfr_mul(exact[1], n[1], t, MPFR_RNDN);
    mpfr_exp(exact[1], exact[1], MPFR_RNDN);
    mpfr_sub(n[4], n[4], d, MPFR_RNDN);
    mpfr_fmma(exact[1], n[4], exact[1], d, exact[0], MPFR_RNDN);
    mpfr_mul(exact[0], exact[0], n[3], MPFR_RNDN);
}

/* The largest error at time k is within the radius, and the digits are those asked
 * for. */
static void assert_honest(const struct ref_truth *truth, int k, const mpfr_t *exact,
                          int digits, const char *what) {
    mpfr_t error, norm;
    mpfr_inits2(mpfr_get_prec(exact[0]), error, norm, (mpfr_ptr)NULL);
    vector_norm(norm, exact, truth->nx);
    for (int i = 0; i < truth->nx; i++) {
        mpfr_sub(error, truth->state[k * truth->nx + i], exact[i], MPFR_RNDN);
        cr_assert(mpfr_number_p(error) && mpfr_cmpabs(error, truth->radius[k]) <= 0,
                  "%s: component %d is off by %g, radius %g", what, i,
                  mpfr_get_d(error, MPFR_RNDN), mpfr_get_d(truth->radius[k], MPFR_RNDN));
    }
    mpfr_div(norm, truth->radius[k], norm, MPFR_RNDN);
    double claimed = -log10(mpfr_get_d(norm, MPFR_RNDN));
    cr_assert(truth->digits[k] >= digits && fabs(truth->digits[k] - claimed) < 0.01,
              "%s: %g digits, claimed %g of %d", what, claimed, truth->digits[k], digits);
}

/* The lower run, made again, is within the radius too, as the radius is made from it. */
static void assert_covers_lower_run(const struct ref_truth *truth, struct model *m) {
    ref_flow *f;
    mpfr_t t, difference, *x = vector_alloc(truth->nx, truth->bits[1]);
    mpfr_inits2(truth->bits[1], t, difference, (mpfr_ptr)NULL);
    cr_assert(ref_flow_alloc(&f, m, truth->bits[0], 0, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(m, EVAL_EXACT_CONSTANTS, t, x) == REF_OK);
    cr_assert(ref_flow_start(f, t, vector_const(x)) == REF_OK);
    for (int k = 0; k < truth->times; k++) {
        cr_assert(ref_flow_to(f, truth->time[k], truth->steps[0]) == REF_OK);
        for (int i = 0; i < truth->nx; i++) {
            mpfr_sub(difference, ref_flow_state(f)[i], truth->state[k * truth->nx + i],
                     MPFR_RNDN);
            cr_assert(mpfr_cmpabs(difference, truth->radius[k]) <= 0);
        }
    }
}

/* Whether the state is far better than the radius says, as that of the higher run is. */
static bool is_far_within(const struct ref_truth *truth, int k, const mpfr_t *exact) {
    bool far = true;
    mpfr_t error;
    mpfr_init2(error, mpfr_get_prec(exact[0]));
    for (int i = 0; i < truth->nx; i++) {
        mpfr_sub(error, truth->state[k * truth->nx + i], exact[i], MPFR_RNDN);
        mpfr_mul_ui(error, error, 1000, MPFR_RNDN);
        far = far && mpfr_cmpabs(error, truth->radius[k]) <= 0;
    }
    return far;
}

Test(truth, has_a_radius_that_covers_the_error_on_random_linear_models) {
    enum { TRIALS = 150, TIMES = 3, WIDE = 1200 };
    struct sample s = sample_begin();
    mpfr_t *time = vector_alloc(TIMES, 64), *exact = vector_alloc(2, WIDE);
    int far = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct chain chain = {.a = sample_uniform(&s, -4, 4),
                              .b = sample_uniform(&s, 4.5, 9),
                              .c = sample_uniform(&s, -2, 2),
                              .x0 = sample_uniform(&s, -2, 2),
                              .y0 = sample_uniform(&s, -2, 2)};
        if (trial % 3 == 0)
            chain.b = -chain.b;
        struct model *m = make_chain(&chain);
        struct ref_truth_options options = {.digits = 3 + sample_choice(&s, 90)};
        double last = 0;
        for (int k = 0; k < TIMES; k++) {
            last += sample_uniform(&s, 0, 1.5);
            mpfr_set_d(time[k], last, MPFR_RNDN);
        }
        struct ref_truth *truth;
        enum ref_status status =
            ref_truth_alloc(&truth, m, TIMES, vector_const(time), &options);
        cr_assert(status == REF_OK, "%s", ref_status_text(status));
        for (int k = 0; k < TIMES; k++) {
            char what[80];
            snprintf(what, sizeof what, "seed %llu, trial %d, time %d",
                     (unsigned long long)s.seed, trial, k);
            solve_chain(exact, &chain, time[k]);
            cr_assert(mpfr_equal_p(truth->time[k], time[k]));
            assert_honest(truth, k, vector_const(exact), options.digits, what);
            far += is_far_within(truth, k, vector_const(exact));
        }
        assert_covers_lower_run(truth, m);
        cr_assert(truth->order[1] > truth->order[0] && truth->bits[1] > truth->bits[0]);
    }
    cr_assert(far >= TRIALS * TIMES * 9 / 10, "%d", far);
}

/* y0 = d, so that the growing part vanishes; but errors grow with e^bt, by 2^29 (b = 4)
 * or by 2^267 (b = 37), which the first precision does not allow for. */
static void check_sensitive(long b, mpfr_prec_t least_bits, mpfr_prec_t not_enough) {
    char text[256];
    snprintf(
        text, sizeof text,
        "state x = 0.7, y = 1.37*0.7/(-0.5 - %ld)\nx' = -0.5*x\ny' = %ld*y + 1.37*x\n", b,
        b);
    struct model *m = testing_model(text);
    mpfr_t t, exact[2], d;
    mpfr_inits2(900, t, exact[0], exact[1], d, (mpfr_ptr)NULL);
    mpfr_set_ui(t, 5, MPFR_RNDN);
    mpfr_set_d(exact[0], -2.5, MPFR_RNDN);
    mpfr_exp(exact[0], exact[0], MPFR_RNDN);
    mpfr_set_str(d, "0.7", 10, MPFR_RNDN);
    mpfr_mul(exact[0], exact[0], d, MPFR_RNDN);
    mpfr_set_str(d, "1.37", 10, MPFR_RNDN);
    mpfr_div_d(d, d, -0.5 - (double)b, MPFR_RNDN);
    mpfr_mul(exact[1], exact[0], d, MPFR_RNDN);
    struct ref_truth_options options = {.digits = 30};
    struct ref_truth *truth;
    cr_assert(ref_truth_alloc(&truth, m, 1, (const mpfr_t *)&t, &options) == REF_OK);
    cr_assert(truth->bits[0] > least_bits, "%ld bits", (long)truth->bits[0]);
    assert_honest(truth, 0, (const mpfr_t *)exact, 30, "sensitive");
    ref_truth_free(truth);
    options.max_bits = not_enough;
    cr_assert(ref_truth_alloc(&truth, m, 1, (const mpfr_t *)&t, &options) == REF_UNABLE);
    cr_assert(truth == NULL);
}

Test(truth, raises_the_precision_for_a_sensitive_solution) {
    check_sensitive(4, 100 + 20, 140);
    check_sensitive(37, 100 + 250, 300);
}

/* Both runs round 1.5 + 2^-500 to 1.5 and agree; the radius covers the rest all the
 * same. */
Test(truth, has_a_radius_where_the_runs_agree_exactly) {
    struct model *m = testing_model("state x = 1.5 + 2^(-500)\nx' = 0*x\n");
    mpfr_t t, exact;
    mpfr_inits2(900, t, exact, (mpfr_ptr)NULL);
    mpfr_set_ui(t, 1, MPFR_RNDN);
    mpfr_set_ui_2exp(exact, 1, -500, MPFR_RNDN);
    mpfr_add_d(exact, exact, 1.5, MPFR_RNDN);
    struct ref_truth_options options = {.digits = 20};
    struct ref_truth *truth;
    cr_assert(ref_truth_alloc(&truth, m, 1, (const mpfr_t *)&t, &options) == REF_OK);
    cr_assert(mpfr_cmp_d(truth->state[0], 1.5) == 0);
    assert_honest(truth, 0, (const mpfr_t *)&exact, 20, "constant");
}

/* x = 1 - 2 e^-t up to log 2, then e^t/2 - 1 (see test_switching.c). */
Test(truth, covers_the_error_across_a_kink) {
    struct model *m = testing_model("state x = -1\nx' = 1 + abs(x)\n");
    mpfr_t t, exact;
    mpfr_inits2(700, t, exact, (mpfr_ptr)NULL);
    mpfr_set_d(t, 1.75, MPFR_RNDN);
    mpfr_exp(exact, t, MPFR_RNDN);
    mpfr_div_2ui(exact, exact, 1, MPFR_RNDN);
    mpfr_sub_ui(exact, exact, 1, MPFR_RNDN);
    for (int digits = 5; digits < 120; digits += 23) {
        struct ref_truth_options options = {.digits = digits};
        struct ref_truth *truth;
        cr_assert(ref_truth_alloc(&truth, m, 1, (const mpfr_t *)&t, &options) == REF_OK);
        assert_honest(truth, 0, (const mpfr_t *)&exact, digits, "kink");
        cr_assert(truth->switches == 1);
    }
}

struct progress {
    double last;
    int calls, backwards;
};

static void note_progress(void *context, double fraction) {
    struct progress *p = context;
    p->backwards += fraction < p->last;
    p->last = fraction;
    p->calls++;
}

Test(truth, reports_progress_that_rises_to_one) {
    struct model *m = testing_model("position a = 2.7\nvelocity w = -0.25\n"
                                    "a' = w\nw' = -11.8*sin(a)\n");
    struct progress progress = {.last = 0};
    struct ref_truth_options options = {
        .digits = 20, .progress = note_progress, .context = &progress};
    struct ref_truth *truth;
    mpfr_t t;
    mpfr_init2(t, 64);
    mpfr_set_ui(t, 3, MPFR_RNDN);
    cr_assert(ref_truth_alloc(&truth, m, 1, (const mpfr_t *)&t, &options) == REF_OK);
    cr_assert(progress.calls > 10 && progress.backwards == 0 && progress.last == 1);
}

Test(truth, says_what_is_wrong) {
    struct model *m = testing_model("state x = 1\nx' = x^2\n");
    mpfr_t t[2];
    mpfr_inits2(64, t[0], t[1], (mpfr_ptr)NULL);
    struct ref_truth *truth;
    struct ref_truth_options options = {.digits = 10};
    mpfr_set_d(t[0], 0.5, MPFR_RNDN);
    mpfr_set_d(t[1], 0.25, MPFR_RNDN);
    const mpfr_t *time = (const mpfr_t *)t;
    cr_assert(ref_truth_alloc(&truth, m, 2, time, &options) == REF_BAD_ARGUMENT, "order");
    cr_assert(ref_truth_alloc(&truth, m, 0, time, &options) == REF_BAD_ARGUMENT, "none");
    mpfr_set_d(t[1], -0.25, MPFR_RNDN);
    cr_assert(ref_truth_alloc(&truth, m, 1, time + 1, &options) == REF_BAD_ARGUMENT,
              "past");
    mpfr_set_d(t[1], 1.5, MPFR_RNDN);
    cr_assert(ref_truth_alloc(&truth, m, 2, time, &options) == REF_STEP_TOO_SMALL);
    options.max_steps = 3;
    cr_assert(ref_truth_alloc(&truth, m, 2, time, &options) == REF_TOO_LONG);
    options.digits = 0;
    cr_assert(ref_truth_alloc(&truth, m, 1, time, &options) == REF_BAD_ARGUMENT,
              "digits");
    cr_assert(truth == NULL);
}
