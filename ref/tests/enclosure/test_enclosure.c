/* What an enclosure refuses, what it tells, and that another method lands in its balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/taylor/flow.h"

static enum ref_status enclose(struct ref_truth **truth, const char *text, double end,
                               const struct ref_truth_options *options) {
    struct model *m = testing_model(text);
    mpfr_t t;
    mpfr_init2(t, 53);
    mpfr_set_d(t, end, MPFR_RNDN);
    enum ref_status status =
        ref_enclosure_truth(truth, m, 1, (const mpfr_t *)&t, options);
    cr_assert((status == REF_OK) == (*truth != NULL));
    return status;
}

/* A model and the outcome at a time. */
static const struct refusal {
    const char *what, *text;
    double end;
    enum ref_status status;
} refusals[] = {
    {"blow-up", "state x = 1\nx' = x^2\n", 1.5, REF_STEP_TOO_SMALL},
    {"at the pole", "state x = 1\nx' = x^2\n", 1, REF_STEP_TOO_SMALL},
    {"tangent", "state x = 0.25\nx' = 1 + x*x\n", 2, REF_STEP_TOO_SMALL},
    {"two equations", "state x = 1, y = 1\nx' = x*y\ny' = x*y\n", 1.25,
     REF_STEP_TOO_SMALL},
    {"collision", "position x = 1\nvelocity v = 0\nx' = v\nv' = -1/(x*x)\n", 1.25,
     REF_STEP_TOO_SMALL},
    {"division by zero", "state x = 0.7\nx' = 1/(1 - t)\n", 1.25, REF_STEP_TOO_SMALL},
    {"division by zero at the start", "state x = 0.7, y = 0\nx' = 1/y\ny' = 1\n", 1.25,
     REF_NOT_FINITE},
    {"logarithm of zero", "state x = 0.5\nx' = log(1 - t)\n", 2, REF_STEP_TOO_SMALL},
    {"too far", "state x = 1\nx' = -sin(x)\n", 1e30, REF_TOO_FAR},
    /* the first step is not too short, but the first behind the jump */
    {"too fast behind a jump", "state x = 0.25\nx' = -step(t - 1)*1e20*sin(x)\n", 2,
     REF_NOT_SMOOTH},
    {"jump touched", "state x = 1, y = 0\nx' = t - 1\ny' = step(x - 1/2)\n", 2,
     REF_TANGENT_KINK},
    {"wrong invariant",
     "position x = 1\nvelocity v = 0.25\nx' = v\nv' = -x\n"
     "invariant wrong = x*x + 1.0001*v*v\n",
     1.5, REF_INVARIANT_BROKEN},
    {"span begins at no binary fraction, where F ends",
     "span 0.1 .. 1\nstate x = 1\nx' = sqrt(t - 1/10)\n", 1, REF_NOT_APPLICABLE},
    {"span begins at no binary fraction, with a contact",
     "span 0.1 .. 1\nposition y = 1\nvelocity v = 0\ny' = v\nmass v, v = 1\n"
     "force v = -1\ncontact floor { gap = y }\n",
     1, REF_NOT_APPLICABLE},
    {"before the start", "span 1 .. 2\nstate x = 1\nx' = x\n", 0.5, REF_BAD_ARGUMENT},
};

Test(enclosure, refuses_what_it_cannot_certify) {
    for (size_t k = 0; k < sizeof refusals / sizeof *refusals; k++) {
        const struct refusal *r = &refusals[k];
        struct ref_truth *truth;
        struct ref_truth_options options = {.digits = 15};
        enum ref_status status = enclose(&truth, r->text, r->end, &options);
        cr_expect(status == r->status, "%s: %s", r->what, ref_status_text(status));
    }
}

/* The kinks of the models above are passed at a distance. */
Test(enclosure, goes_on_beside_a_kink_that_is_not_met) {
    struct ref_truth *truth;
    struct ref_truth_options options = {.digits = 15};
    cr_assert(enclose(&truth, "state x = 1, y = 0\nx' = t - 1\ny' = max(x - 0.49, 0)\n",
                      2, &options) == REF_OK);
    ref_truth_free(truth);
    cr_assert(enclose(&truth, "state x = -1\nx' = 1 + abs(x)\n", 0.625, &options) ==
              REF_OK);
}

static bool count_to_five(void *context, enum ref_way way) {
    int *calls = context;
    return way != REF_BY_ENCLOSURE || ++*calls >= 5;
}

Test(enclosure, ends_at_limits) {
    static const char pendulum[] = "position a = 2\nvelocity w = 0\na' = w\n"
                                   "w' = -9.81*sin(a)\n";
    static const char growing[] = "state x = 1, y = 1\nx' = -x\ny' = 40*y - 41*x\n";
    struct ref_truth *truth;
    int calls = 0;
    struct ref_truth_options options = {.digits = 20, .max_steps = 3};
    cr_assert(enclose(&truth, pendulum, 50, &options) == REF_TOO_LONG);
    options = (struct ref_truth_options){
        .digits = 20, .stop = count_to_five, .context = &calls};
    cr_assert(enclose(&truth, pendulum, 50, &options) == REF_OUT_OF_TIME && calls == 5);
    options = (struct ref_truth_options){.digits = 20, .max_bits = 160};
    cr_assert(enclose(&truth, growing, 4, &options) == REF_UNABLE);
    options.max_bits = 0;
    cr_assert(enclose(&truth, growing, 4, &options) == REF_OK);
    cr_assert(truth->growth > 100 && truth->bits[0] > 160, "%g", truth->growth);
    ref_truth_free(truth);
    options.digits = 0;
    cr_assert(enclose(&truth, pendulum, 1, &options) == REF_BAD_ARGUMENT);
}

struct count {
    long calls, most; /* most: from this call on it stops */
};

static bool count_calls(void *context, enum ref_way way) {
    struct count *c = context;
    return ++c->calls >= c->most && way == REF_BY_ENCLOSURE;
}

/* More precision is tried where steps end. Cut short in that, the enclosure has not found the
 * solution to end. */
Test(enclosure, blames_time_when_more_precision_could_not_be_tried) {
    struct ref_truth *truth;
    struct count count = {.most = LONG_MAX};
    const struct ref_truth_options options = {
        .digits = 15, .stop = count_calls, .context = &count};
    cr_assert(enclose(&truth, "state x = 1\nx' = x^2\n", 1.5, &options) ==
              REF_STEP_TOO_SMALL);
    count = (struct count){.most = count.calls};
    cr_assert(enclose(&truth, "state x = 1\nx' = x^2\n", 1.5, &options) ==
              REF_OUT_OF_TIME);
}

struct progress {
    double last;
    int calls, backwards;
};

static void note_progress(void *context, double fraction) {
    struct progress *p = context;
    p->backwards += !(fraction >= p->last); /* or no number */
    p->last = fraction;
    p->calls++;
}

/* The start and the end are the same in double. */
Test(enclosure, reports_progress_through_the_shortest_of_spans) {
    struct model *m = testing_model("span 1 .. 2\nstate x = 2\nx' = -x/2\n");
    struct progress progress = {.last = 0};
    struct ref_truth_options options = {
        .digits = 30, .progress = note_progress, .context = &progress};
    struct ref_truth *truth;
    mpfr_t end;
    mpfr_init2(end, 64);
    mpfr_set_ui_2exp(end, 1, -60, MPFR_RNDN);
    mpfr_add_ui(end, end, 1, MPFR_RNDN);
    cr_assert(ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&end, &options) ==
              REF_OK);
    cr_expect(progress.calls > 1 && progress.backwards == 0 && progress.last == 1);
}

/* Many times, of which the first is the start and some are the same. */
Test(enclosure, gives_all_times_and_reports_progress) {
    enum { TIMES = 40 };
    struct model *m = testing_model("state x = 2\nx' = -x/2\n");
    struct progress progress = {.last = 0};
    struct ref_truth_options options = {
        .digits = 30, .progress = note_progress, .context = &progress};
    struct ref_truth *truth;
    mpfr_t *t = vector_alloc(TIMES, 64), exact;
    mpfr_init2(exact, 400);
    for (int k = 0; k < TIMES; k++)
        mpfr_set_d(t[k], k / 2 * 0.375, MPFR_RNDN);
    cr_assert(ref_enclosure_truth(&truth, m, TIMES, vector_const(t), &options) == REF_OK);
    for (int k = 0; k < TIMES; k++) {
        mpfr_div_si(exact, t[k], -2, MPFR_RNDN);
        mpfr_exp(exact, exact, MPFR_RNDN);
        mpfr_mul_ui(exact, exact, 2, MPFR_RNDN);
        mpfr_sub(exact, exact, truth->state[k], MPFR_RNDN);
        cr_assert(mpfr_cmpabs(exact, truth->component[k]) <= 0 &&
                      truth->digits[k] >= 30 && mpfr_equal_p(truth->time[k], t[k]),
                  "time %d", k);
    }
    cr_assert(progress.calls > 1 && progress.backwards == 0 && progress.last == 1);
}

/* Constants as doubles: 0.1 is 3602879701896397 2^-55. */
Test(enclosure, takes_constants_as_doubles_when_asked) {
    struct model *m = testing_model("state x = 0.1\nx' = 0*x + 0.1\n");
    struct ref_truth_options options = {.digits = 40, .constants = EVAL_DOUBLE_CONSTANTS};
    struct ref_truth *truth;
    mpfr_t t, exact;
    mpfr_inits2(400, t, exact, (mpfr_ptr)NULL);
    mpfr_set_ui(t, 1, MPFR_RNDN);
    cr_assert(ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&t, &options) == REF_OK);
    mpfr_set_d(exact, 0.1, MPFR_RNDN);
    mpfr_mul_ui(exact, exact, 2, MPFR_RNDN);
    mpfr_sub(exact, exact, truth->state[0], MPFR_RNDN);
    cr_assert(mpfr_cmpabs(exact, truth->component[0]) <= 0);
}

/* Asked in each step of both methods. */
struct budget {
    int steps;
};

static bool spend(void *context, enum ref_way way) {
    (void)way;
    struct budget *budget = context;
    return budget->steps-- <= 0;
}

/* Whether Taylor's pair, with more digits, is in the ball of each component. */
static void compare_with_taylor(struct model *m, const struct ref_truth *truth) {
    struct budget budget = {.steps = 2000};
    struct ref_truth_options options = {
        .digits = (int)truth->digits[0] + 6, .stop = spend, .context = &budget};
    struct ref_truth *taylor;
    enum ref_status status =
        ref_truth_alloc(&taylor, m, 1, (const mpfr_t *)truth->time, &options);
    cr_assert(status == REF_OK || status == REF_OUT_OF_TIME, "%s: %s", m->name,
              ref_status_text(status));
    if (status != REF_OK)
        return;
    mpfr_t error;
    mpfr_init2(error, 64);
    for (int i = 0; i < truth->nx; i++) {
        mpfr_sub(error, taylor->state[i], truth->state[i], MPFR_RNDN);
        cr_assert(mpfr_cmpabs(error, truth->component[i]) <= 0, "%s: component %d",
                  m->name, i);
    }
}

/* At a quarter of the span, so that it is quick; Pleiades by hand. */
Test(enclosure, holds_the_result_of_taylors_method_on_the_smooth_catalogue) {
    static const char *const names[] = {
        "pendulum",     "double_pendulum", "rigid_body", "heavy_top",     "van_der_pol",
        "mathieu",      "quadratic",       "spring",     "smd_work",      "spring_damper",
        "spring_chain", "double_mass",     "robertson",  "friction_block"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct model *m = testing_catalogue(names[k]);
        struct budget budget = {.steps = 2000};
        struct ref_truth_options options = {
            .digits = 25, .stop = spend, .context = &budget};
        struct ref_truth *truth;
        mpfr_t t;
        mpfr_init2(t, 53);
        cr_assert(expr_constant(m->graph, m->span_end, t) == PROBLEM_OK);
        mpfr_div_ui(t, t, 4, MPFR_RNDN);
        enum ref_status status =
            ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&t, &options);
        cr_assert(status == REF_OK, "%s: %s", names[k], ref_status_text(status));
        compare_with_taylor(m, truth);
    }
}

static struct model *read_ten_rods(void) {
    static const struct setting settings[] = {{"n", "10"},   {"m", "1"},
                                              {"l", "1"},    {"tilt", "pi/2"},
                                              {"bend", "0"}, {"speed", "0"}};
    struct model *m;
    struct diagnostic d;
    enum problem_status status =
        model_read(&m, TEST_MODELS "/planar_chain.model",
                   (int)(sizeof settings / sizeof *settings), settings, &d);
    cr_assert(status == PROBLEM_OK, "%s", d.text);
    return m;
}

/* At the start the rods are let go from the horizontal: the angles between them are zero,
 * then tiny; and where the order is no 2 + 4 k, the last terms of the
 * series vanish. */
Test(enclosure, takes_ten_rods_in_long_steps_at_any_order) {
    struct model *m = read_ten_rods();
    mpfr_t t;
    mpfr_init2(t, 53);
    mpfr_set_d(t, 0.078125, MPFR_RNDN);
    for (int digits = 16; digits < 20; digits++) {
        struct ref_truth_options options = {.digits = digits, .max_steps = 6};
        struct ref_truth *truth;
        enum ref_status status =
            ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&t, &options);
        cr_assert(status == REF_OK, "%d digits: %s", digits, ref_status_text(status));
        compare_with_taylor(m, truth);
    }
}

/* Whether one run of Taylor's method, without a proof, ends in the ball of each component. */
static void compare_with_flow(struct model *m, const struct ref_truth *truth) {
    enum { BITS = 200, MOST_STEPS = 100 };
    mpfr_t *x = vector_alloc(truth->nx + 1, BITS);
    ref_flow *flow;
    cr_assert(ref_flow_alloc(&flow, m, BITS, 0, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(m, EVAL_EXACT_CONSTANTS, x[truth->nx], x) == REF_OK);
    cr_assert(ref_flow_start(flow, x[truth->nx], vector_const(x)) == REF_OK);
    cr_assert(ref_flow_to(flow, truth->time[0], MOST_STEPS) == REF_OK);
    for (int i = 0; i < truth->nx; i++) {
        mpfr_sub(x[i], ref_flow_state(flow)[i], truth->state[i], MPFR_RNDN);
        cr_assert(mpfr_cmpabs(x[i], truth->component[i]) <= 0, "component %d", i);
    }
}

/* What twelve eliminations leave of a width that twenty digits ask for is no bound: the run
 * begins again with a smaller one. */
Test(enclosure, of_few_digits_goes_through_a_long_elimination) {
    static const struct setting twelve = {"n", "12"};
    struct ref_truth_options options = {.digits = 20};
    struct ref_truth *truth;
    struct model *m;
    struct diagnostic d;
    mpfr_t t;
    mpfr_init2(t, 53);
    mpfr_set_d(t, 0x1p-10, MPFR_RNDN);
    cr_assert(model_read(&m, TEST_MODELS "/chain_bodies.model", 1, &twelve, &d) ==
              PROBLEM_OK);
    enum ref_status status =
        ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&t, &options);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    compare_with_flow(m, truth);
}

/* Digits asked for are reached, however many: the bits that a run loses are learned from the runs
 * before it. Of flyball, which is stiff, they are more than those asked for. */
Test(enclosure, of_more_digits_gives_no_less) {
    static const char *const names[] = {"flyball", "double_pendulum", "van_der_pol",
                                        "robertson"};
    static const double time[] = {0.125, 0.5, 1, 0.125};
    static const int digits[] = {15, 30, 50, 100};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct model *m = testing_catalogue(names[i]);
        mpfr_t t;
        mpfr_init2(t, 53);
        mpfr_set_d(t, time[i], MPFR_RNDN);
        for (size_t k = 0; k < sizeof digits / sizeof *digits; k++) {
            struct ref_truth_options options = {.digits = digits[k]};
            struct ref_truth *truth;
            enum ref_status status =
                ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&t, &options);
            cr_assert(status == REF_OK, "%s: %s", names[i], ref_status_text(status));
            cr_expect(truth->digits[0] >= digits[k], "%s: %g of %d digits", names[i],
                      truth->digits[0], digits[k]);
        }
    }
}

static bool stop_at_once(void *context, enum ref_way way) {
    (void)context;
    return way == REF_BY_ENCLOSURE;
}

static void note_fraction(void *context, double fraction) {
    *(double *)context = fraction;
}

/* It has not come anywhere. Of some hundred states a single step takes a minute. */
Test(enclosure, of_many_states_a_step_can_be_stopped_in_its_middle) {
    struct ref_truth *truth;
    double reached = 0;
    struct ref_truth_options options = {.digits = 15,
                                        .stop = stop_at_once,
                                        .progress = note_fraction,
                                        .context = &reached};
    cr_expect(enclose(&truth,
                      "size n = 48\nstate x[i] = i/n for i in 1..n\n"
                      "x[i]' = sin(x[i])*sum(x[j]/(n + j) for j in 1..n) for i in 1..n\n",
                      1.5, &options) == REF_OUT_OF_TIME);
    cr_expect(reached == 0, "%g", reached);
}
