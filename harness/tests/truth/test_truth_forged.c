/* Records of two runs that agree, which nothing proves, forged in all that they tell.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/truth/truths.h"
#include "harness/truth/truth_verify.h"

static json_t *truth_of(json_t *record) {
    return json_object_get(record, "truth");
}

/* Digit k of number i of a list becomes another one. */
static void change_number(json_t *list, size_t i, size_t k) {
    json_t *text = json_array_get(list, i);
    char *copy = malloc(json_string_length(text) + 1);
    cr_assert(copy != NULL && json_string_length(text) > k);
    strcpy(copy, json_string_value(text));
    copy[k] = copy[k] == '7' ? '3' : '7';
    json_string_set(text, copy);
    free(copy);
}

static void forge_state_early(json_t *r) {
    change_number(json_object_get(truth_of(r), "state"), 1, 9);
}
static void forge_state_in_the_middle(json_t *r) {
    change_number(json_object_get(truth_of(r), "state"), 2, 9);
}
static void forge_state_late(json_t *r) {
    change_number(json_object_get(truth_of(r), "state"), 5, 9);
}
static void invent_opinion(json_t *r) {
    json_object_set_new(r, "opinion",
                        json_pack("{s:s, s:b, s:f, s:i}", "way", "enclosure", "inside", 1,
                                  "digits_agreeing", 99.0, "bits", 400));
}
static void remove_proof(json_t *r) {
    json_object_set_new(truth_of(r), "proof", json_null());
}
static void forge_defect(json_t *r) {
    json_object_set_new(json_object_get(truth_of(r), "proof"), "defect",
                        json_real(-1000));
}
static void forge_growth(json_t *r) {
    json_object_set_new(truth_of(r), "growth", json_real(-50));
}
static void forge_attempts(json_t *r) {
    json_object_set_new(truth_of(r), "attempts", json_integer(7));
}
static void forge_switches(json_t *r) {
    json_object_set_new(truth_of(r), "switches", json_integer(1));
}
static void forge_steps(json_t *r) {
    json_array_set_new(json_object_get(truth_of(r), "steps"), 0, json_integer(1));
}
static void forge_bits(json_t *r) {
    json_array_set_new(json_object_get(truth_of(r), "bits"), 1, json_integer(999));
}
static void forge_order(json_t *r) {
    json_array_set_new(json_object_get(truth_of(r), "order"), 1, json_integer(3));
}
static void forge_failure(json_t *r) {
    json_object_set_new(r, "status", json_integer(3));
}
static void forge_whole_failure(json_t *r) {
    forge_failure(r);
    json_object_set_new(r, "truth", json_null());
}

static const struct {
    const char *what;
    void (*forge)(json_t *record);
    const char *told;
} forgeries[] = {
    {"state at the first time", forge_state_early, "apart from"},
    {"state at the second time", forge_state_in_the_middle, "apart from"},
    {"state at the last time", forge_state_late, "apart from"},
    {"opinion", invent_opinion, "has no second opinion"},
    {"proof", remove_proof, "'proof'"},
    {"defect", forge_defect, "'proof'"},
    {"growth", forge_growth, "'growth'"},
    {"attempts", forge_attempts, "'attempts'"},
    {"switches", forge_switches, "'switches'"},
    {"steps", forge_steps, "'steps'"},
    {"bits", forge_bits, "'bits'"},
    {"order", forge_order, "'order'"},
    {"status", forge_failure, "a truth beside it"},
    {"status without a truth", forge_whole_failure, "looked for again"},
};

/* best: the record is one of the best way, of which only Taylor's method is asked; else of that method
 * alone. */
static json_t *right_record(struct truth_case *c, bool best) {
    *c = truth_case_of(truth_swing, 12);
    c->wish.best = best;
    struct truth_record record = truth_case_solve(c);
    cr_assert(record.status == REF_OK && record.truth->proof.made);
    json_t *document = truth_record_encode(&record, &c->wish);
    truth_record_clear(&record);
    return document;
}

/* As from another program: the last digit of a number is another one. */
static void change_last_digit(json_t *r) {
    json_t *list = json_object_get(truth_of(r), "state");
    const char *text = json_string_value(json_array_get(list, 0));
    change_number(list, 0, (size_t)(strchr(text, 'p') - text) - 1);
}

Test(truth_forged, what_two_runs_agree_on_is_made_again_and_each_forgery_found) {
    const struct truth_verify_options options = {.sample = false};
    for (int best = 0; best < 2; best++) {
        struct truth_case c;
        struct diagnostic text;
        json_t *right = right_record(&c, best);
        cr_assert(truth_verify(c.model, right, &options, &text) == TRUTH_AGAIN, "%s",
                  text.text);
        cr_expect(strstr(text.text, "the same to the last bit") != NULL, "%s", text.text);
        json_t *other = json_deep_copy(right);
        change_last_digit(other);
        cr_expect(truth_verify(c.model, other, &options, &text) == TRUTH_AGAIN);
        cr_expect(strstr(text.text, "inside at 3 of 3 times") != NULL, "%s", text.text);
        json_decref(other);
        for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
            json_t *forged = json_deep_copy(right);
            forgeries[i].forge(forged);
            enum truth_verified found = truth_verify(c.model, forged, &options, &text);
            cr_expect(found == TRUTH_FALSE &&
                          strstr(text.text, forgeries[i].told) != NULL,
                      "%s: %d, %s", forgeries[i].what, (int)found, text.text);
            json_decref(forged);
        }
        json_decref(right);
        truth_case_clear(&c);
    }
}

/* A failure that is one fails again, and is so no other one. */
Test(truth_forged, a_failure_has_to_fail_again_for_the_same_reason) {
    const struct truth_verify_options options = {.sample = false};
    struct diagnostic text;
    struct truth_case c = truth_case_of(truth_pole, 12);
    struct truth_record record = truth_case_solve(&c);
    cr_assert(record.status != REF_OK);
    json_t *document = truth_record_encode(&record, &c.wish);
    cr_expect(truth_verify(c.model, document, &options, &text) == TRUTH_AGAIN, "%s",
              text.text);
    json_object_set_new(document, "status", json_integer(REF_GRAZED));
    cr_expect(truth_verify(c.model, document, &options, &text) == TRUTH_FALSE, "%s",
              text.text);
    json_decref(document);
    truth_record_clear(&record);
    truth_case_clear(&c);
}
