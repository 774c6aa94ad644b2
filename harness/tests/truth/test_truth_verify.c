/* Records of truths proved again or made again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/truth/certified.h"
#include "harness/truth/record/exact_number.h"
#include "harness/truth/truth_verify.h"
#include "ref/truth.h"
#include "problems/base/status.h"

static const char pendulum[] = "span 0 .. 2\nposition q = 1.25\nvelocity v = 0\n"
                               "q' = v\nv' = -9.75*sin(q) - v/8\n";

static enum truth_verified verify(struct model *m, const json_t *record, bool sample,
                                  unsigned long seed, struct diagnostic *text) {
    const struct truth_verify_options options = {.sample = sample, .seed = seed};
    return truth_verify(m, record, &options, text);
}

static json_t *truth_of(json_t *record) {
    return json_object_get(record, "truth");
}
/* The k-th digit of a text becomes another one. */
static void change_digit(json_t *text, size_t k) {
    char *copy = strdup(json_string_value(text));
    cr_assert(strlen(copy) > k);
    copy[k] = copy[k] == '7' ? '3' : '7';
    json_string_set(text, copy);
}

/* Each piece of a certificate is proved for itself, whatever the seed. */
Test(truth_verify, every_sample_of_a_right_record_is_proved) {
    struct model *m;
    struct diagnostic text;
    json_t *right = certified_record(&m, pendulum);
    cr_assert(verify(m, right, false, 0, &text) == TRUTH_PROVED, "%s", text.text);
    for (unsigned long seed = 0; seed < 9; seed++)
        cr_assert(verify(m, right, true, seed, &text) == TRUTH_PROVED, "%s", text.text);
}

/* A grade that its way does not have is told by nobody. */
Test(truth_verify, a_forged_grade_is_found) {
    struct model *m;
    struct diagnostic text;
    json_t *record = certified_record(&m, pendulum);
    json_object_set_new(truth_of(record), "grade", json_integer(REF_GRADE_CLOSED_FORM));
    cr_expect(verify(m, record, false, 0, &text) == TRUTH_FALSE);
    json_object_set_new(truth_of(record), "grade", json_integer(REF_GRADE_CERTIFIED));
    json_object_set_new(truth_of(record), "way", json_integer(REF_BY_TAYLOR));
    cr_expect(verify(m, record, false, 0, &text) == TRUTH_FALSE);
}

/* Moves the ball of component 0 by half of its radius, and makes it a fourth as wide: it meets the
 * one that was there, and misses its middle. */
static void forge_ball(json_t *r) {
    json_t *x = json_array_get(json_object_get(truth_of(r), "state"), 0);
    json_t *radius = json_array_get(json_object_get(truth_of(r), "radii"), 0);
    enum { MANY_BITS = 2000 };
    mpfr_t c, s;
    mpfr_inits2(MANY_BITS, c, s, (mpfr_ptr)NULL);
    cr_assert(exact_number_read(c, json_string_value(x)) == 0 &&
              exact_number_read(s, json_string_value(radius)) == 0);
    mpfr_div_2ui(s, s, 1, MPFR_RNDN);
    mpfr_add(c, c, s, MPFR_RNDN);
    mpfr_div_2ui(s, s, 1, MPFR_RNDN);
    mpfr_prec_round(
        c, (mpfr_prec_t)json_integer_value(json_object_get(truth_of(r), "precision")),
        MPFR_RNDN);
    char *forged[] = {exact_number_text(c), exact_number_text(s)};
    json_string_set(x, forged[0]);
    json_string_set(radius, forged[1]);
}

/* The radius of component 0 becomes another one, which is not less. */
static void widen_ball(json_t *r) {
    json_t *radius = json_array_get(json_object_get(truth_of(r), "radii"), 0);
    mpfr_t s;
    mpfr_init2(s, 64);
    cr_assert(exact_number_read(s, json_string_value(radius)) == 0);
    mpfr_mul_2ui(s, s, 1, MPFR_RNDN);
    char *wider = exact_number_text(s);
    json_string_set(radius, wider);
}

/* Without its certificate a truth is made again: where it comes out the same that is all, else
 * it is to contain what comes out sharper. */
Test(truth_verify, what_has_no_certificate_is_made_again) {
    struct model *m;
    struct diagnostic text;
    json_t *record = certified_record(&m, pendulum);
    json_object_del(record, "certificate");
    cr_expect(verify(m, record, false, 0, &text) == TRUTH_AGAIN);
    cr_expect(strstr(text.text, "the same to the last bit") != NULL, "%s", text.text);
    widen_ball(record);
    cr_expect(verify(m, record, false, 0, &text) == TRUTH_AGAIN);
    cr_expect(strstr(text.text,
                     "no certificate: one can be made (truth --certify); made again") !=
                  NULL,
              "%s", text.text);
    cr_expect(verify(m, record, true, 0, &text) == TRUTH_NOTHING);
    forge_ball(record);
    cr_expect(verify(m, record, false, 0, &text) == TRUTH_FALSE);
    cr_expect(strstr(text.text, "the ball of q is apart from the solution") != NULL, "%s",
              text.text);
}

Test(truth_verify, an_enclosure_without_a_certificate_tells_its_events_and_growth) {
    static const struct {
        const char *key;
        int value;
    } forged[] = {{"switches", 4}, {"growth", -50}};
    struct model *m;
    struct diagnostic text;
    json_t *record = certified_record(
        &m, "span 0 .. 3/4\nposition q = 1\nvelocity v = 0\nq' = v\n"
            "v' = -9.81\ncontact floor { gap = q; restitution = 1/2 }\n");
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        json_t *other = json_deep_copy(record);
        json_object_set_new(truth_of(other), forged[i].key,
                            json_integer(forged[i].value));
        cr_expect(verify(m, other, false, 0, &text) == TRUTH_FALSE, "%s: %s",
                  forged[i].key, text.text);
    }
}

static const char *const others[] = {
    "span 0 .. 2\nstate z = 1\nz' = -z^2\nsolution z = 1/(1 + t)\n",
    "span 0 .. 2\nposition q = 1\nvelocity v = 0\nq' = v\nv' = -2*q\n",
    ("span 0 .. 3/4\nposition q = 1\nvelocity v = 0\nq' = v\nv' = -9.81\n"
     "contact floor { gap = q; restitution = 1/2 }\n"),
    ("span 0 .. 2\nposition x = 1, q = 1\nvelocity w = 0, v = 0\nx' = w\nq' = v\n"
     "w' = -2*x\nv' = -9.81\n"
     "contact floor { gap = q; restitution = 1/2 }\n"),
};

Test(truth_verify, truths_of_other_ways_are_evaluated_again) {
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct model *m;
        struct diagnostic text;
        json_t *record = certified_record(&m, others[i]);
        enum truth_verified found = verify(m, record, false, 0, &text);
        cr_expect(found == TRUTH_AGAIN, "%zu: %s", i, text.text);
        change_digit(json_array_get(json_object_get(truth_of(record), "state"), 0), 9);
        found = verify(m, record, false, 0, &text);
        cr_expect(found == TRUTH_FALSE, "%zu: %s", i, text.text);
    }
}
