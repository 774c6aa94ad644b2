/* The catalogue's truths of one model, made and held against a new search.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/truth_clock.h"
#include "harness/tests/models.h"
#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth.h"
#include "harness/truth/truth_compare.h"
#include "harness/truth/truth_make.h"
#include "harness/truth/truth_opinion.h"
#include "problems/base/status.h"
#include "problems/tests/nightly.h"

static const double seconds_limit = 20;

static const char swing[] =
    "span 0 .. 1\nposition a = 0.7\nvelocity w = -0.25\na' = w\nw' = -11.8*sin(a)\n"
    "published \"A\" at 0.5 { a = -0.1 digits 1 }\n"
    "published \"B\" at 1.25 { a = -0.3 digits 1 }\n";
/* Not analytic on one side of the kink: no enclosure begins there. */
static const char rough[] = "state z = 0, y = 0\nz' = 1 + step(z - 0.5)\n"
                            "y' = 1 + step(y - 0.5)\n";
static const char pole[] = "state z = 2\nz' = z^2\n";

/* The records, which the caller frees. */
static json_t *make(struct model *m, int digits, bool fails) {
    struct diagnostic d = {""};
    json_t *file = truth_file_begin();
    cr_assert((truth_make(file, m, digits, ~0u, seconds_limit, &d) != 0) == fails, "%s",
              d.text);
    return json_incref(json_object_get(file, "truths"));
}

static void expect_record(const json_t *record, int digits, enum ref_grade grade,
                          size_t times) {
    const json_t *truth = json_object_get(record, "truth");
    cr_expect(json_integer_value(json_object_get(record, "digits")) == digits);
    cr_expect(json_integer_value(json_object_get(truth, "grade")) == (int)grade);
    cr_expect(json_array_size(json_object_get(record, "times")) == times);
}

/* A limit that the proof just keeps leaves no time for the opinion, wherever on the ladder that
 * is; by day a ladder of fewer rungs. */
Test(truth_make, an_opinion_has_time_of_its_own) {
    struct model *m = model_from(swing);
    int made = 0;
    for (double limit = 1e-3; limit < 0.1; limit *= is_nightly() ? 1.25 : 1.8) {
        struct diagnostic d = {""};
        json_t *file = truth_file_begin(), *record;
        size_t i;
        if (truth_make(file, m, 50, ~0u, limit, &d) == 0)
            json_array_foreach(json_object_get(file, "truths"), i, record) {
                made++;
                struct truth_opinion o;
                truth_opinion_read(&o, json_object_get(record, "opinion"));
                cr_expect(o.is_there && !truth_opinion_is_hasty(&o), "limit %g", limit);
            }
    }
    cr_expect(made > 0);
}

/* Seconds of the processor that a proof takes which does not come to its end. */
static double spend(const char *tags, double limit) {
    char text[sizeof swing + 64];
    struct diagnostic d = {""};
    snprintf(text, sizeof text,
             "%sspan 0 .. 100000\nposition a = 0.7\nvelocity w = -0.25\na' = w\n"
             "w' = -11.8*sin(a)\n",
             tags);
    struct model *m = model_from(text);
    const double began = truth_clock_processor();
    cr_assert(truth_make(truth_file_begin(), m, 20, 1u << REF_BY_ENCLOSURE, limit, &d) !=
              0);
    return truth_clock_processor() - began;
}

Test(truth_make, a_proof_for_a_stiff_model_gets_a_third_of_the_time) {
    const double limit = 0.9, usual = spend("", limit),
                 stiff = spend("tags stiff\n", limit);
    cr_expect(usual >= limit && stiff >= limit / 3, "%g and %g s", usual, stiff);
    cr_expect(stiff < 0.6 * usual, "%g of %g s", stiff, usual);
}

/* x' = -1e7 (x - cos t) - sin t is solved by cos t, which Taylor's method takes too many steps to
 * see. With so many digits those that it may take last far longer than the time of the request. */
static double limit_of_opinion(double limit) {
    struct model *m = model_from("span 0 .. 10\nstate x = 1\nx' = -1e7*(x - cos(t)) - "
                                 "sin(t)\nsolution x = cos(t)\n");
    mpfr_t time;
    mpfr_init_set_ui(time, 10, MPFR_RNDN);
    const struct truth_request request = {.model = m,
                                          .times = 1,
                                          .time = (const mpfr_t *)&time,
                                          .digits = 200,
                                          .ways = 1u << REF_BY_FORMULA,
                                          .seconds_limit = limit,
                                          .counts_processor = true};
    struct truth_record record;
    cr_assert(truth_search(&request, &record) == REF_OK);
    cr_expect(record.seconds < 2 * limit, "%g s", record.seconds);
    return truth_opinion_limit(&record.opinion);
}

Test(truth_make, an_opinion_ends_with_the_time_of_the_request) {
    const double limit = 0.6, found = limit_of_opinion(limit);
    cr_expect(0 < found && found <= limit, "%g of %g s", found, limit);
}

Test(truth_make, so_many_digits_as_are_asked_for) {
    struct model *m = model_from(rough);
    json_t *records = make(m, 17, false);
    cr_assert(json_array_size(records) == 1);
    expect_record(json_array_get(records, 0), 17, REF_GRADE_CONVERGED, 1);
}

/* The enclosure, which has a proof, would be first. */
Test(truth_make, a_way_that_is_asked_for_is_the_only_one) {
    struct model *m = model_from(swing);
    struct diagnostic d = {""};
    json_t *file = truth_file_begin(), *records = json_object_get(file, "truths");
    cr_expect(truth_make(file, m, 12, 1u << REF_BY_TAYLOR, seconds_limit, &d) == 0);
    cr_assert(json_array_size(records) == 2);
    expect_record(json_array_get(records, 0), 12, REF_GRADE_CONVERGED, 2);
    cr_expect(truth_make(file, m, 12, 1u << REF_BY_FORMULA, seconds_limit, &d) != 0);
}

/* h = 2 - t^2/2 = 35/18 at t = 1/3, which is rounded to 512 bits; the run for 150 digits has more,
 * and its radius alone would be 2e-167, without the time's rounding. */
Test(truth_make, the_end_of_a_span_that_is_no_binary_number_is_within_the_radius) {
    struct model *m = model_from("span 0 .. 1/3\nposition h = 2\nvelocity v = 0\n"
                                 "h' = v\nv' = -1\ncontact floor {\n    gap = h\n"
                                 "    restitution = 0.5\n}\n");
    json_t *records = make(m, 150, false);
    expect_record(json_array_get(records, 0), 150, REF_GRADE_CERTIFIED, 1);
    const json_t *truth = json_object_get(json_array_get(records, 0), "truth");
    mpfr_t h, radius, exact;
    mpfr_inits2(2000, h, radius, exact, (mpfr_ptr)NULL);
    cr_assert(exact_number_read(h, json_string_value(json_array_get(
                                       json_object_get(truth, "state"), 0))) == 0 &&
              exact_number_read(radius, json_string_value(json_array_get(
                                            json_object_get(truth, "radii"), 0))) == 0);
    mpfr_set_ui(exact, 35, MPFR_RNDN);
    mpfr_div_ui(exact, exact, 18, MPFR_RNDN);
    mpfr_sub(h, h, exact, MPFR_RNDN);
    cr_expect(mpfr_cmpabs(h, radius) <= 0);
    cr_expect(mpfr_cmp_d(radius, 1e-150) < 0);
}

Test(truth_make, where_there_is_no_truth_there_is_no_file) {
    struct model *m = model_from(pole);
    json_t *records = make(m, 12, true);
    cr_expect(json_array_size(records) == 0);
}

/* z = 2/(1 - 2 t) has a pole at t = 1/2. */
static const char later_pole[] = "span 0 .. 1\nstate z = 2\nz' = z^2\n"
                                 "published \"A\" at 0.125 { z = 2.7 digits 1 }\n"
                                 "published \"B\" at 0.25 { z = 4 digits 1 }\n"
                                 "published \"C\" at 0.75 { z = 0 digits 1 }\n";

Test(truth_make, a_time_that_fails_does_not_lose_those_before_it) {
    struct diagnostic d = {""};
    struct model *m = model_from(later_pole);
    json_t *file = truth_file_begin(), *records = json_object_get(file, "truths");
    cr_expect(truth_make(file, m, 12, ~0u, 4, &d) == 0, "%s", d.text);
    cr_assert(json_array_size(records) == 1);
    expect_record(json_array_get(records, 0), 12, REF_GRADE_CERTIFIED, 2);
    cr_expect(strstr(d.text, "2 of 4 times, none from t = 0.75 on") != NULL, "%s",
              d.text);
}

/* Moves the first number of a record by 2^-exponent. */
static void move(json_t *record, int exponent) {
    json_t *state = json_object_get(json_object_get(record, "truth"), "state");
    mpfr_t x, by;
    mpfr_inits2(2000, x, by, (mpfr_ptr)NULL);
    mpfr_set_ui_2exp(by, 1, -exponent, MPFR_RNDN);
    cr_assert(exact_number_read(x, json_string_value(json_array_get(state, 0))) == 0);
    mpfr_add(x, x, by, MPFR_RNDN);
    const json_t *truth = json_object_get(record, "truth");
    mpfr_prec_round(x,
                    (mpfr_prec_t)json_integer_value(json_object_get(truth, "precision")),
                    MPFR_RNDN);
    char *text = exact_number_text(x);
    json_array_set_new(state, 0, json_string(text));
}

/* 50 digits, proved of a smooth model within and beyond its span, agreed on by two runs of a
 * rough one. */
Test(truth_make, what_was_made_is_found_again_and_what_was_changed_is_not) {
    static const struct {
        const char *text;
        enum ref_grade grade;
        size_t records, times[2];
    } cases[] = {{swing, REF_GRADE_CERTIFIED, 2, {2, 1}},
                 {rough, REF_GRADE_CONVERGED, 1, {1, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diagnostic d = {""};
        struct model *m = model_from(cases[i].text);
        json_t *records = make(m, 0, false), *record = json_array_get(records, 0);
        cr_assert(json_array_size(records) == cases[i].records);
        for (size_t k = 0; k < cases[i].records; k++)
            expect_record(json_array_get(records, k), 50, cases[i].grade,
                          cases[i].times[k]);
        cr_expect(truth_compare(m, record, &d) == 0, "%s", d.text);
        move(record, 158); /* 50 digits are 166 bits */
        cr_expect(truth_compare(m, record, &d) != 0);
        cr_expect(strstr(d.text, "lie apart") != NULL, "%s", d.text);
    }
}

/* Adds one to the last number but one of a list in a record's truth. */
static void count_one_more(json_t *record, const char *name, const char *list) {
    json_t *truth = json_object_get(record, "truth");
    json_t *numbers = json_object_get(truth, name);
    if (list != NULL)
        numbers = json_object_get(numbers, list);
    json_t *number = json_array_get(numbers, json_array_size(numbers) - 2);
    cr_assert(json_is_integer(number), "%s", name);
    json_integer_set(number, json_integer_value(number) + 1);
}

/* Of a converged truth: a step more in a run, and a part more in what was proved. */
Test(truth_make, what_is_told_of_the_making_is_held_against_making_it_again) {
    static const struct {
        const char *name, *list, *says;
    } cases[] = {{"steps", NULL, "'steps'"}, {"proof", "counts", "'proof'"}};
    struct model *m = model_from(rough);
    json_t *records = make(m, 20, false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diagnostic d = {""};
        json_t *record = json_deep_copy(json_array_get(records, 0));
        cr_expect(truth_compare(m, record, &d) == 0, "%s", d.text);
        count_one_more(record, cases[i].name, cases[i].list);
        cr_expect(truth_compare(m, record, &d) != 0);
        cr_expect(strstr(d.text, cases[i].says) != NULL, "%s", d.text);
    }
}

Test(truth_make, what_is_no_record_is_told) {
    struct diagnostic d = {""};
    struct model *m = model_from(rough);
    cr_expect(truth_compare(m, NULL, &d) != 0 && d.text[0] != '\0');
}
