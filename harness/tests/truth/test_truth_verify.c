/* Records of truths proved again: what is right holds, and what somebody changed is found, though
 * he made the checksum anew.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/truth/certified.h"
#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_proof.h"
#include "harness/truth/truth_verify.h"

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
static json_t *set_of(json_t *record, size_t k) {
    json_t *sets = json_object_get(json_object_get(record, "certificate"), "sets");
    return json_array_get(sets, k);
}

/* The k-th digit of a text becomes another one. */
static void change_digit(json_t *text, size_t k) {
    char *copy = strdup(json_string_value(text));
    cr_assert(strlen(copy) > k);
    copy[k] = copy[k] == '7' ? '3' : '7';
    json_string_set(text, copy);
    free(copy);
}

static void forge_state(json_t *r) {
    change_digit(json_array_get(json_object_get(truth_of(r), "state"), 1), 20);
}
static void forge_radius(json_t *r) {
    json_string_set(json_array_get(json_object_get(truth_of(r), "radii"), 0), "1p-400");
}
static void forge_way(json_t *r) {
    json_object_set_new(truth_of(r), "way", json_integer(REF_BY_EXPONENTIAL));
}
static void forge_opinion(json_t *r) {
    json_object_set_new(json_object_get(r, "opinion"), "digits_agreeing", json_real(99));
}
static void forge_outside(json_t *r) {
    json_object_set_new(json_object_get(r, "opinion"), "inside", json_false());
}
static json_t *opinion_of(json_t *r) {
    return json_object_get(r, "opinion");
}
static void forge_fewer_digits(json_t *r) {
    json_object_set_new(opinion_of(r), "digits_agreeing", json_real(30));
}
static void add_bits_and_digits(json_t *r) {
    const json_int_t bits = json_integer_value(json_object_get(opinion_of(r), "bits"));
    const double digits =
        json_real_value(json_object_get(opinion_of(r), "digits_agreeing"));
    json_object_set_new(opinion_of(r), "bits", json_integer(bits + 33));
    json_object_set_new(opinion_of(r), "digits_agreeing", json_real(digits + 10));
}
static void forge_many_bits(json_t *r) {
    json_object_set_new(opinion_of(r), "bits", json_integer(1 << 30));
}
static void forge_few_bits(json_t *r) {
    json_object_set_new(opinion_of(r), "bits", json_integer(53));
}
static void forge_way_of_opinion(json_t *r) {
    json_object_set_new(opinion_of(r), "way", json_string("events"));
}
static void refuse_opinion(json_t *r) {
    json_object_set_new(r, "opinion",
                        json_pack("{s:s, s:n, s:s}", "way", "taylor", "inside", "why",
                                  "the solution seems to end"));
}
/* It is had in less than a second. */
static void forge_long_opinion(json_t *r) {
    json_object_set_new(r, "opinion",
                        json_pack("{s:s, s:n, s:s}", "way", "taylor", "inside", "why",
                                  "it would take longer than 1e6 s"));
}
static void forge_centre(json_t *r) {
    change_digit(json_object_get(set_of(r, 1), "centre"), 12);
}
static void remove_set_and_step(json_t *r) {
    json_t *c = json_object_get(r, "certificate");
    const char *steps = json_string_value(json_object_get(c, "steps"));
    char *rest = strdup(strchr(steps, ' ') + 1);
    json_object_set_new(c, "steps", json_string(rest));
    free(rest);
}
static void forge_time(json_t *r) {
    json_object_set_new(set_of(r, 0), "time", json_string("3p-4"));
}
static void shrink_sets(json_t *r) {
    json_object_set_new(set_of(r, 0), "radii", json_string("1p-300 1p-300"));
}
static void widen_sets(json_t *r) {
    json_object_set_new(set_of(r, 0), "radii", json_string("1p60 1p60"));
}
static void break_certificate(json_t *r) {
    json_object_set_new(set_of(r, 0), "frame", json_string("1 0 0"));
}
static void remove_opinion(json_t *r) {
    json_object_del(r, "opinion");
}
static void empty_opinion(json_t *r) {
    json_object_set_new(json_object_get(r, "opinion"), "inside", json_null());
}

static void forge_switches(json_t *r) {
    json_object_set_new(truth_of(r), "switches", json_integer(3));
}
static void invent_proof(json_t *r) {
    json_object_set_new(truth_of(r), "proof",
                        truth_proof_encode(&(struct ref_proof){.made = true}));
}

static const struct forgery {
    const char *what;
    void (*forge)(json_t *record);
    const char *told;
} forgeries[] = {
    {"state", forge_state, "v: the ball that is told does not contain"},
    {"radius", forge_radius, "q: the ball that is told does not contain"},
    {"way", forge_way, "a certificate belongs to an enclosure"},
    {"opinion", forge_opinion, "second opinion"},
    {"opinion outside", forge_outside, "second opinion"},
    {"opinion of fewer digits", forge_fewer_digits, "second opinion"},
    {"opinion of more bits and digits", add_bits_and_digits, "second opinion"},
    {"opinion in too many bits", forge_many_bits, "second opinion"},
    {"opinion in too few bits", forge_few_bits, "second opinion"},
    {"opinion by another way", forge_way_of_opinion, "second opinion"},
    {"no opinion", refuse_opinion, "second opinion"},
    {"an opinion that took long", forge_long_opinion, "second opinion"},
    {"centre", forge_centre, "segment 2, step "},
    {"removed step", remove_set_and_step, "no step ends at the time"},
    {"time of a set", forge_time, "do not end at the time that is written"},
    {"shrunk set", shrink_sets, "not proved to be in the next set"},
    {"widened set", widen_sets, "segment 2, step "},
    {"broken certificate", break_certificate, "its sets are not those of the model"},
    {"switches", forge_switches, "no switches and no events"},
    {"invented proof", invent_proof, "a proof of its steps belongs to two runs"},
    {"removed opinion", remove_opinion, "tells its second opinion"},
    {"empty opinion", empty_opinion, "tells its second opinion"},
};

Test(truth_verify, a_right_record_is_proved_and_each_forgery_found) {
    struct model *m;
    struct diagnostic text;
    json_t *right = certified_record(&m, pendulum);
    cr_assert(verify(m, right, false, 0, &text) == TRUTH_PROVED, "%s", text.text);
    cr_assert(json_array_size(
                  json_object_get(json_object_get(right, "certificate"), "sets")) > 2);
    for (unsigned long seed = 0; seed < 9; seed++)
        cr_assert(verify(m, right, true, seed, &text) == TRUTH_PROVED, "%s", text.text);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        json_t *forged = json_deep_copy(right);
        forgeries[i].forge(forged);
        enum truth_verified found = verify(m, forged, false, 0, &text);
        cr_expect(found == TRUTH_FALSE, "%s: %s", forgeries[i].what, text.text);
        cr_expect(strstr(text.text, forgeries[i].told) != NULL, "%s: %s",
                  forgeries[i].what, text.text);
        json_decref(forged);
    }
    json_decref(right);
    model_free(m);
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
    json_decref(record);
    model_free(m);
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
    char *forged[] = {exact_number_text(c), exact_number_text(s)};
    json_string_set(x, forged[0]);
    json_string_set(radius, forged[1]);
    json_object_set_new(truth_of(r), "precision", json_integer(MANY_BITS));
    free(forged[0]);
    free(forged[1]);
    mpfr_clears(c, s, (mpfr_ptr)NULL);
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
    free(wider);
    mpfr_clear(s);
}

/* Without its certificate a truth is made again: where it comes out the same that is all, else it is to
 * contain what comes out sharper. */
Test(truth_verify, what_has_no_certificate_is_made_again) {
    struct model *m;
    struct diagnostic text;
    json_t *record = certified_record(&m, pendulum);
    json_object_del(record, "certificate");
    cr_expect(verify(m, record, false, 0, &text) == TRUTH_AGAIN);
    cr_expect(strstr(text.text, "the same to the last bit") != NULL, "%s", text.text);
    widen_ball(record);
    cr_expect(verify(m, record, false, 0, &text) == TRUTH_AGAIN);
    cr_expect(strstr(text.text, "no certificate; made again") != NULL, "%s", text.text);
    cr_expect(verify(m, record, true, 0, &text) == TRUTH_NOTHING);
    forge_ball(record);
    cr_expect(verify(m, record, false, 0, &text) == TRUTH_FALSE);
    cr_expect(strstr(text.text, "the ball of q is apart from the solution") != NULL, "%s",
              text.text);
    json_decref(record);
    model_free(m);
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
        json_decref(other);
    }
    json_decref(record);
    model_free(m);
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
        json_decref(record);
        model_free(m);
    }
}
