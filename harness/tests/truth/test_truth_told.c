/* What is told beside a truth: ways in vain, second opinions, what was shown; and for a person.
 *
 * Seen to fail: a way's place told where there is none; counts of a proof exchanged; an opinion
 * outside that is not printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/tests/models.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/record/truth_proof.h"
#include "harness/truth/record/truth_told.h"
#include "harness/truth/truth.h"
#include "problems/model.h"
#include "ref/truth.h"

Test(truth_told, ways_are_told_with_what_is_known_of_them_and_each_once) {
    const struct truth_tried plain = {.way = "taylor", .why = "it ends"},
                             other = {.way = "taylor", .why = "it is too long"},
                             far = {"enclosure", "it ends", true, 0, "the gap of floor"};
    struct truth_tries all = {.count = 0}, more = {.count = 0};
    truth_tries_add(&all, &plain);
    truth_tries_add(&more, &plain);
    truth_tries_add(&more, &other);
    truth_tries_add(&more, &far);
    truth_tries_add(&more, &far);
    truth_tries_join(&all, &more);
    json_t *told = truth_tries_tell(&all);
    json_t *expected = json_pack("[{s:s, s:s}, {s:s, s:s}, {s:s, s:s, s:f, s:s}]", "way",
                                 "taylor", "why", "it ends", "way", "taylor", "why",
                                 "it is too long", "way", "enclosure", "why", "it ends",
                                 "reached", 0.0, "at", "the gap of floor");
    cr_expect(json_equal(told, expected), "%s", json_dumps(told, 0));
    truth_tries_clear(&more);
    cr_assert(truth_tries_read(&more, told) == 0 && more.count == 3);
    cr_expect(!more.list[0].has_reached && more.list[2].has_reached);
    cr_expect_str_eq(more.list[2].at, far.at);
    truth_tries_clear(&more);
    cr_expect(truth_tries_read(&more, json_integer(7)) != 0);
}

static struct truth_opinion read_opinion(const char *text) {
    struct truth_opinion o;
    truth_opinion_read(&o, json_loads(text, 0, NULL));
    return o;
}

/* Bits do not make an opinion, nor does another thing than yes or no. */
Test(truth_told, an_opinion_is_had_where_it_says_inside_or_outside) {
    struct truth_opinion o = read_opinion("{\"way\": \"taylor\", \"inside\": false, "
                                          "\"digits_agreeing\": 3.0, \"bits\": 9}");
    cr_expect(o.is_there && o.is_had && !o.inside && o.bits == 9);
    o = read_opinion("{\"way\": \"taylor\", \"inside\": null, \"bits\": 9}");
    cr_expect(o.is_there && !o.is_had);
    o = read_opinion("{\"way\": \"taylor\", \"inside\": true}");
    cr_expect(o.is_there && o.is_had && o.inside && isnan(o.digits_agreeing));
    o = read_opinion("{\"way\": \"taylor\", \"inside\": \"yes\"}");
    cr_expect(o.is_there && !o.is_had && o.why == NULL);
    truth_opinion_read(&o, NULL);
    cr_expect(!o.is_there);
}

static const struct ref_proof whole = {.made = true,
                                       .defect = -31.4,
                                       .switching = 2,
                                       .gaps = 3,
                                       .forces = 5,
                                       .parts = 7,
                                       .assumed =
                                           REF_ASSUMED_RADIUS | REF_ASSUMED_IMPACTS,
                                       .unproved = 0.25};

Test(truth_told, a_proof_is_kept_and_shown_with_each_count_in_its_place) {
    struct model *m = model_from("state z = 1\nz' = -z\n");
    struct ref_truth truth = {.grade = REF_GRADE_CONVERGED, .way = REF_BY_TAYLOR};
    truth.proof = truth_proof_decode(truth_proof_encode(&whole));
    struct truth_shown shown;
    cr_assert(truth_proof_describe(&shown, &truth, m) == 0);
    cr_expect(shown.is_there && shown.nothing_stepped_over);
    cr_expect(shown.switching_functions == 2 && shown.gaps == 3 && shown.forces == 5 &&
              shown.parts == 7);
    cr_expect_str_eq(shown.defect, "1e-31");
    cr_assert(shown.open == 2);
    cr_expect(strstr(shown.not_proved[0], "errors are no larger") != NULL);
    cr_expect(strstr(shown.not_proved[1], "impacts too slow") != NULL);
    cr_expect(fabs(truth.proof.unproved - 0.25) <= 0);
}

Test(truth_told, a_proof_with_a_count_that_nobody_counts_to_is_none) {
    for (size_t i = 0; i < 5; i++) {
        json_t *kept = truth_proof_encode(&whole);
        json_t *counts = json_object_get(kept, "counts");
        cr_assert(truth_proof_decode(kept).made && json_array_size(counts) == 5);
        json_array_set_new(counts, i, json_integer((1LL << 32) + 1));
        cr_expect(!truth_proof_decode(kept).made, "%zu", i);
    }
}

static void print(void *context, FILE *out) {
    static char *name[] = {"z", NULL};
    const struct model m = {.nz = 1, .state = name};
    truth_print(&m, context, out);
}

static void expect_printed(struct truth_opinion o, const char *expected) {
    struct decimal one = {.digits = "1.5"}, radius = {.digits = "1e-9"};
    long number[] = {12};
    struct truth_entry e = {.t = "2",
                            .state = {.part[2] = &one, .size[2] = 1},
                            .radii = {.part[2] = &radius, .size[2] = 1},
                            .grade = REF_GRADE_CERTIFIED,
                            .way = "enclosure",
                            .from = "computed",
                            .radius = "1e-9",
                            .cost = {1, number, number, number, 0, 1, 0, 1},
                            .opinion = o};
    struct truth_document d = {.entry = &e, .entries = 1};
    char *text = text_printed(print, &d, NULL);
    cr_expect(strstr(text, expected) != NULL, "%s", text);
}

Test(truth_told, an_opinion_is_printed_as_what_it_is) {
    struct truth_opinion o = {.way = "taylor", .is_there = true, .is_had = true};
    expect_printed(o,
                   "\n  second opinion (taylor): outside; it is no proof, and may have "
                   "stepped over something narrow\n");
    o.inside = true;
    o.digits_agreeing = 7;
    expect_printed(o, "\n  second opinion (taylor): inside, agrees to 7 digits\n");
    o.is_had = false;
    o.why = "it ends";
    expect_printed(o, "\n  second opinion (taylor): none: it ends\n");
}
