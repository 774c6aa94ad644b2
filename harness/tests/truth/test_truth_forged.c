/* Records of two runs that agree, which nothing proves, forged in all that they tell.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/truth/forgery.h"
#include "harness/tests/truth/truths.h"
#include "problems/base/status.h"

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
}

#define FOUND(field, value, told)                                                        \
    { field, value, 0, TRUTH_FALSE, told }
#define DIGIT(field, digit, told)                                                        \
    { field, NULL, digit, TRUTH_FALSE, told }

static const struct forgery forgeries[] = {
    DIGIT("truth.state.1", 9, "apart from"),
    DIGIT("truth.state.2", 9, "apart from"),
    DIGIT("truth.state.5", 9, "apart from"),
    FOUND("truth.radii.0", "\"1p-400\"", "ball of"),
    FOUND("truth.radii.3", "\"0\"", "ball of"),
    FOUND("truth.grade", "1", "its grade, its way or a number is none"),
    FOUND("truth.way", "4", ""),
    FOUND("truth.precision", "4", "its grade, its way or a number is none"),
    FOUND("truth.bits.1", "999", "'bits'"),
    FOUND("truth.order.1", "3", "'order'"),
    FOUND("truth.steps.0", "1", "'steps'"),
    FOUND("truth.switches", "1", "'switches'"),
    FOUND("truth.attempts", "7", "'attempts'"),
    FOUND("truth.growth", "-50.0", "'growth'"),
    FOUND("truth.proof", "null", "'proof'"),
    FOUND("truth.proof.defect", "-1000.0", "'proof'"),
    FOUND("truth.proof.counts.0", "5", "'proof'"),
    FOUND("truth.proof.counts.4", "0", "'proof'"),
    FOUND("truth.proof.unproved", "1.5", "'proof'"),
    FOUND("opinion", "{\"way\": \"enclosure\", \"inside\": true, \"bits\": 400}",
          "has no second opinion"),
    FOUND("tried", "[{\"way\": \"taylor\", \"why\": \"none\"}]", "not tried in vain"),
    FOUND("status", "3", "a truth beside it"),
    FOUND("truth", "null", "its grade, its way or a number is none"),
    FOUND("times.1", "\"11p-4\"", "'proof'"),
    FOUND("digits", "60", "fewer digits"),
    {"manner", NULL, 0, TRUTH_NOT_VERIFIED, "no record"},
    /* Another machine takes another time: nothing tells whether it was so. */
    {"seconds", "1000.0", 0, TRUTH_AGAIN, "made again"},
};

/* best: the record is one of the best way, of which only Taylor's method is asked; else of that
 * method alone. */
static json_t *right_record(struct truth_case *c, bool best) {
    *c = truth_case_of(truth_swing, 12);
    c->request.best = best;
    struct truth_record record = truth_case_solve(c);
    cr_assert(record.status == REF_OK && record.truth->proof.made);
    return truth_record_encode(&record, &c->request);
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
        cr_expect(strstr(text.text,
                         "the same to the last bit, and around a sharper one") != NULL,
                  "%s", text.text);
        json_t *other = json_deep_copy(right);
        change_last_digit(other);
        cr_expect(truth_verify(c.model, other, &options, &text) == TRUTH_AGAIN);
        cr_expect(strstr(text.text, "inside at 3 of 3 times") != NULL, "%s", text.text);
        forgeries_expect(c.model, right, forgeries, sizeof forgeries / sizeof *forgeries);
        json_object_set_new(right, "status", json_integer(3));
        json_object_set_new(right, "truth", json_null());
        cr_expect(truth_verify(c.model, right, &options, &text) == TRUTH_FALSE);
        cr_expect(strstr(text.text, "looked for again") != NULL, "%s", text.text);
    }
}

/* A failure that is one fails again, and is so no other one. */
Test(truth_forged, a_failure_has_to_fail_again_for_the_same_reason) {
    const struct truth_verify_options options = {.sample = false};
    struct diagnostic text;
    struct truth_case c = truth_case_of(truth_pole, 12);
    struct truth_record record = truth_case_solve(&c);
    cr_assert(record.status != REF_OK);
    json_t *document = truth_record_encode(&record, &c.request);
    cr_expect(truth_verify(c.model, document, &options, &text) == TRUTH_AGAIN, "%s",
              text.text);
    json_object_set_new(document, "status", json_integer(REF_GRAZED));
    cr_expect(truth_verify(c.model, document, &options, &text) == TRUTH_FALSE, "%s",
              text.text);
}
