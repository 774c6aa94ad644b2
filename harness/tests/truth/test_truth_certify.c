/* Certificates of records that are kept: what does not hold is told, and made anew or taken away.
 * Seen to fail with a record whose certificate stood unseen.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/truth/certified.h"
#include "harness/truth/truth_certify.h"
#include "harness/truth/truth_verify.h"
#include "problems/base/status.h"

static const char pendulum[] = "span 0 .. 2\nposition q = 1.25\nvelocity v = 0\n"
                               "q' = v\nv' = -9.81*sin(q) - v/8\n";

/* Shrinks the first recorded set to a point, which contains no image. */
static void shrink(json_t *record) {
    json_t *sets = json_object_get(json_object_get(record, "certificate"), "sets");
    json_object_set_new(json_array_get(sets, 0), "radii", json_string("1p-300 1p-300"));
}

static void damage(json_t *record) {
    json_object_set_new(json_object_get(record, "certificate"), "bits",
                        json_integer(1000000));
}

/* A ball that no certificate can be made for. */
static void narrow(json_t *record) {
    json_t *truth = json_object_get(record, "truth");
    json_array_set_new(json_object_get(truth, "radii"), 0, json_string("1p-400"));
}

static void expect_fate(struct model *m, json_t *record, bool anew,
                        enum truth_certificate_fate fate, const char *told) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    cr_assert(out != NULL);
    const enum truth_certificate_fate found =
        truth_certify_record(record, m, anew, 0, out);
    fclose(out);
    cr_expect(found == fate, "%d: %s", found, text);
    cr_expect(told == NULL ? *text == '\0' : strstr(text, told) != NULL, "%s", text);
}

static bool holds(struct model *m, const json_t *record) {
    const struct truth_verify_options options = {.sample = false};
    struct diagnostic text = {""};
    return truth_verify(m, record, &options, &text) == TRUTH_PROVED;
}

Test(truth_certify, what_holds_stays_as_it_is) {
    struct model *m;
    json_t *record = certified_record(&m, pendulum), *copy = json_deep_copy(record);
    expect_fate(m, record, false, TRUTH_CERTIFICATE_AS_IT_WAS, NULL);
    cr_expect(json_equal(record, copy));
    expect_fate(m, record, true, TRUTH_CERTIFICATE_MADE, "certificate made");
    cr_expect(holds(m, record));
}

Test(truth_certify, what_does_not_hold_is_told_and_made_anew) {
    static void (*const forge[])(json_t *) = {shrink, damage};
    static const char *const told[] = {"its certificate does not hold: segment 1",
                                       "another precision"};
    for (size_t i = 0; i < sizeof forge / sizeof *forge; i++) {
        struct model *m;
        json_t *record = certified_record(&m, pendulum);
        forge[i](record);
        cr_assert(!holds(m, record));
        expect_fate(m, record, false, TRUTH_CERTIFICATE_MADE, told[i]);
        cr_expect(holds(m, record));
    }
}

Test(truth_certify, what_does_not_hold_and_cannot_be_made_is_taken_away) {
    for (int anew = 0; anew < 2; anew++) {
        struct model *m;
        json_t *record = certified_record(&m, pendulum);
        narrow(record);
        expect_fate(m, record, anew != 0, TRUTH_CERTIFICATE_LOST, "taken away");
        cr_expect_null(json_object_get(record, "certificate"));
    }
}

Test(truth_certify, a_record_that_is_refused_without_its_certificate_stays_as_it_is) {
    struct model *m;
    json_t *record = certified_record(&m, pendulum);
    json_array_set_new(json_object_get(json_object_get(record, "truth"), "order"), 0,
                       json_integer(3));
    json_t *copy = json_deep_copy(record);
    expect_fate(m, record, false, TRUTH_CERTIFICATE_AS_IT_WAS,
                "order is not that of an enclosure");
    cr_expect(json_equal(record, copy));
}
