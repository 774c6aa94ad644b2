/* Truth of every grade, and where there is none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/stopwatch.h"
#include "harness/base/truth_clock.h"
#include "harness/tests/models.h"
#include "harness/truth/truth.h"
#include "harness/truth/document/truth_document.h"
#include "ref/vector.h"

/* exp(-1): OEIS A068985. */
static const char exp_minus_one[] =
    "3.6787944117144232159552377016146086744581113103176e-01";

/* At t = 1. */
static enum ref_status ask(const char *text, struct truth_request r,
                           struct truth_document *document) {
    mpfr_t time[1];
    mpfr_init2(time[0], 300);
    mpfr_set_ui(time[0], 1, MPFR_RNDN);
    r.model = model_from(text);
    r.times = 1;
    r.time = vector_const(time);
    return truth_find(&r, document);
}

static struct truth_document truth_of(const char *text, int digits) {
    struct truth_document document;
    enum ref_status status =
        ask(text, (struct truth_request){.digits = digits}, &document);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    return document;
}

static void expect_inside(const struct truth_entry *e) {
    cr_expect(e->opinion.is_had && e->opinion.inside);
}

Test(truth, a_formula_comes_first) {
    struct truth_document document =
        truth_of("state z = 1\nz' = -z\nsolution z = exp(-t)\n", 40);
    const struct truth_entry *e = document.entry;
    cr_expect(e->grade == REF_GRADE_CLOSED_FORM);
    cr_expect_str_eq(e->way, "formula");
    cr_expect(strncmp(e->state.part[2][0].digits, exp_minus_one, 2 + 38) == 0, "%s",
              e->state.part[2][0].digits);
    expect_inside(e);
}

Test(truth, a_linear_model_is_certified_by_its_exponential) {
    struct truth_document document = truth_of("state z = 1\nz' = -z\n", 40);
    const struct truth_entry *e = document.entry;
    cr_expect(e->grade == REF_GRADE_CERTIFIED);
    cr_expect_str_eq(e->way, "exponential");
    cr_expect(strncmp(e->state.part[2][0].digits, exp_minus_one, 2 + 38) == 0, "%s",
              e->state.part[2][0].digits);
    cr_expect(e->digits >= 40);
    expect_inside(e);
}

/* z = 1/(1 + t). */
Test(truth, a_smooth_model_is_certified_by_an_enclosure) {
    struct truth_document document = truth_of("state z = 1\nz' = -z^2\n", 40);
    const struct truth_entry *e = document.entry;
    cr_expect(e->grade == REF_GRADE_CERTIFIED);
    cr_expect_str_eq(e->way, "enclosure");
    cr_expect(strncmp(e->state.part[2][0].digits,
                      "5.0000000000000000000000000000000000000", 39) == 0 ||
                  strncmp(e->state.part[2][0].digits,
                          "4.999999999999999999999999999999999999", 38) == 0,
              "%s", e->state.part[2][0].digits);
    cr_expect(e->cost.steps[0] > 0);
    cr_expect(e->radii.size[2] == 1 && strtod(e->radii.part[2][0].digits, NULL) < 1e-40);
    expect_inside(e);
}

/* z' = 1 until z = 1/2, then 2: z(1) = 3/2. */
Test(truth, a_kinked_model_is_certified) {
    struct truth_document document =
        truth_of("state z = 0\nz' = 1 + step(z - 0.5)\n", 30);
    const struct truth_entry *e = document.entry;
    cr_expect(e->grade == REF_GRADE_CERTIFIED);
    cr_expect(
        strncmp(e->state.part[2][0].digits, "1.50000000000000000000000000000", 31) == 0 ||
            strncmp(e->state.part[2][0].digits, "1.499999999999999999999999999", 29) == 0,
        "%s", e->state.part[2][0].digits);
}

Test(truth, a_force_that_is_not_analytic_at_its_kink_is_converged) {
    struct truth_document document = truth_of(
        "state z = 0, y = 0\nz' = 1 + step(z - 0.5)\ny' = 1 + step(y - 0.5)\n", 30);
    const struct truth_entry *e = document.entry;
    cr_expect(e->grade == REF_GRADE_CONVERGED);
    cr_expect(!e->opinion.is_there);
}

/* exp(-t) + g, g = s exp(-10^8 (t - 1 + 5e-9)^2): g' + g = 0 at t = 1, where g is about s; at
 * the start, and at 2^-7 from t = 1, it is less than 10^-2000 s. */
Test(truth, a_certificate_that_is_wrong_is_contradicted) {
    struct truth_document document =
        truth_of("state z = 1\nz' = -z\n"
                 "solution z = exp(-t) + 1e-30*exp(-1e8*(t - 1 + 5e-9)^2)\n",
                 40);
    cr_expect(document.entry->grade == REF_GRADE_CLOSED_FORM);
    cr_expect(truth_is_contradicted(&document));
    document = truth_of("state z = 1\nz' = -z\n"
                        "solution z = exp(-t) + 1e-99*exp(-1e8*(t - 1 + 5e-9)^2)\n",
                        40);
    cr_expect(!truth_is_contradicted(&document), "not within the digits asked for");
}

Test(truth, a_formula_that_does_not_solve_the_equations_is_told_and_not_used) {
    struct truth_document document =
        truth_of("state z = 1\nz' = -z\nsolution z = exp(-t) + 1e-20*t\n", 30);
    cr_expect_str_eq(document.entry->way, "exponential");
    cr_expect_str_eq(document.tried.list[0].way, "formula");
}

Test(truth, published_values_are_judged_at_their_own_time) {
    struct truth_document document =
        truth_of("state z = 1\nz' = -z\n"
                 "published \"A table\" at 1 { z = 0.36788 digits 5 }\n"
                 "published \"A table\" at 2 { z = 0.13534 digits 5 }\n",
                 30);
    cr_expect(document.published.count == 1);
    cr_expect(!truth_contradicts_published(&document));
    document = truth_of("state z = 1\nz' = -z\n"
                        "published \"A table\" at 1 { z = 0.36798 digits 5 }\n",
                        30);
    cr_expect(truth_contradicts_published(&document));
}

/* A hundred million time scales are too many steps for a second opinion. */
Test(truth, a_formula_stands_alone_where_there_is_no_taylor_solution) {
    struct truth_document document;
    const double began = truth_clock_processor();
    enum ref_status status =
        ask("state z = 1, y = 1\nz' = -z\ny' = -1e8*y\n"
            "solution z = exp(-t)\nsolution y = exp(-1e8*t)\n",
            (struct truth_request){.digits = 20, .seconds_limit = 1}, &document);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    const struct truth_entry *e = document.entry;
    cr_expect(e->grade == REF_GRADE_CLOSED_FORM);
    cr_expect(strncmp(e->state.part[2][0].digits, exp_minus_one, 12) == 0, "%s",
              e->state.part[2][0].digits);
    cr_expect(e->opinion.is_there && !e->opinion.is_had);
    /* What it took is told, the search for a second opinion included. */
    const double spent = truth_clock_processor() - began;
    const double told = e->cost.seconds;
    cr_expect(told > 0.8 * spent && told <= spent, "%g s told, %g s spent", told, spent);
}

/* A solution that ends before the time: in infinity; at a division by zero; where a root has
 * no derivative; a collision. */
Test(truth, where_the_solution_ends_it_is_refused) {
    static const char *const texts[] = {
        "state z = 2\nz' = z^2\n",
        "state z = 2\nz' = z^2\nsolution z = 2/(1 - 2*t)\n",
        "state z = 1\nz' = -1/z\n",
        "state z = 0.2\nz' = -sqrt(z)\n",
        "state z = 1\nz' = 1/(t - 0.5)\n",
        "state z = 1\nz' = 1 + exp(z^2)\n",
        "position x = 1\nvelocity v = -1\nx' = v\nv' = -1/x^2\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct truth_document document;
        enum ref_status status =
            ask(texts[i], (struct truth_request){.digits = 20, .seconds_limit = 20},
                &document);
        cr_expect(status != REF_OK, "%s", texts[i]);
        cr_expect(document.tried.count > 0);
    }
}

/* z = (t - 1/2)^2 touches the kink; y' = max(z, 0) = z, so that y(1) = 1/12. */
Test(truth, a_kink_met_tangentially_gives_no_wrong_answer) {
    struct truth_document document;
    enum ref_status status = ask("state y = 0\nstate z = 0.25\ny' = max(z, 0)\n"
                                 "z' = 2*(t - 0.5)\n",
                                 (struct truth_request){.digits = 20}, &document);
    const struct truth_entry *e = document.entry;
    if (status == REF_OK)
        cr_expect(strncmp(e->state.part[2][0].digits, "8.333333333333333333", 20) == 0,
                  "%s", e->state.part[2][0].digits);
    else
        cr_expect(document.tried.count > 0);
}

Test(truth, a_grade_that_cannot_be_had_is_refused) {
    struct truth_document document;
    struct truth_request r = {.digits = 20, .least_grade = REF_GRADE_CLOSED_FORM};
    cr_expect(ask("state z = 1\nz' = -z\n", r, &document) == REF_NOT_APPLICABLE);
    r.least_grade = REF_GRADE_CERTIFIED;
    cr_expect(ask("state z = 0, y = 0\nz' = 1 + step(z - 0.5)\ny' = 1 + step(y - 0.5)\n",
                  r, &document) != REF_OK);
}

/* y = 0 and y - x^3 = 0 follow from each other at the start, and not behind it. */
Test(truth, joints_that_are_not_eliminated_have_none_and_it_is_told) {
    struct truth_document document;
    cr_expect(ask("position x = 0, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\n"
                  "u' = 0\nv' = 0\njoint a = y\njoint b = y - x^3\n",
                  (struct truth_request){.digits = 20}, &document) == REF_NOT_APPLICABLE);
    cr_assert(document.tried.count == 1);
    cr_expect_str_eq(document.tried.list[0].way, "all");
}

Test(truth, one_way_alone_can_be_asked_for) {
    struct truth_document document;
    struct truth_request r = {.digits = 20, .ways = 1u << REF_BY_TAYLOR};
    cr_assert(ask("state z = 1\nz' = -z\nsolution z = exp(-t)\n", r, &document) ==
              REF_OK);
    cr_expect(document.entry->grade == REF_GRADE_CONVERGED);
    r.least_grade = REF_GRADE_CERTIFIED;
    cr_expect(ask("state z = 1\nz' = -z\n", r, &document) == REF_NOT_APPLICABLE);
}

Test(truth, the_time_limit_is_kept_and_what_was_tried_is_told) {
    struct truth_document document;
    double began = stopwatch_seconds();
    enum ref_status status =
        ask("position a = 2\nvelocity w = 0\na' = w\nw' = -9.81*sin(a)\n",
            (struct truth_request){.digits = 600, .seconds_limit = 0.1}, &document);
    cr_expect(status == REF_OUT_OF_TIME, "%s", ref_status_text(status));
    cr_expect(stopwatch_seconds() - began < 20);
    cr_expect(document.tried.count >= 2);
}
