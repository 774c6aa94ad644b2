/* A record with a certificate, forged in each of its fields, with the checksum made anew.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/tests/truth/certified.h"
#include "harness/tests/truth/forgery.h"
#include "problems/base/status.h"
#include "ref/truth.h"

static const char pendulum[] = "span 0 .. 2\nposition q = 1.25\nvelocity v = 0\n"
                               "q' = v\nv' = -9.81*sin(q) - v/8\n";

#define FOUND(field, value, told)                                                        \
    { field, value, 0, TRUTH_FALSE, told }
#define DIGIT(field, digit, told)                                                        \
    { field, NULL, digit, TRUTH_FALSE, told }
#define TELLS_NOTHING(field, value)                                                      \
    { field, value, 0, TRUTH_PROVED, "told, not proved: steps, attempts" }

static const struct forgery forgeries[] = {
    DIGIT("truth.state.1", 20, "v: the ball that is told does not contain"),
    FOUND("truth.radii.0", "\"1p-400\"", "q: the ball that is told does not contain"),
    FOUND("truth.grade", "2", "its grade, its way or a number is none"),
    FOUND("truth.way", "1", "a certificate belongs to an enclosure"),
    FOUND("truth.precision", "24", "its grade, its way or a number is none"),
    FOUND("truth.bits.0", "999", "bits are not those of its numbers"),
    FOUND("truth.bits.0", "100", "bits are not those of its numbers"),
    FOUND("truth.order.0", "3", "order is not that of an enclosure"),
    FOUND("truth.bits.1", "168", "a second run"),
    FOUND("truth.order.1", "56", "a second run"),
    FOUND("truth.steps.1", "20", "a second run"),
    FOUND("truth.switches", "3", "another number of switches and events"),
    FOUND("truth.growth", "9.0", "second opinion"),
    FOUND("truth.proof",
          "{\"defect\": -99.0, \"counts\": [1, 0, 0, 9, 0], \"unproved\": 0.0}",
          "a proof of its steps belongs to two runs"),
    FOUND("opinion", "", "tells its second opinion"),
    FOUND(
        "opinion",
        "{\"way\": \"taylor\", \"inside\": null, \"why\": \"the solution seems to end\"}",
        "second opinion"),
    FOUND("opinion",
          "{\"way\": \"taylor\", \"inside\": null, \"why\": \"it would take longer than "
          "1e6 s\"}",
          "second opinion"),
    FOUND("opinion",
          "{\"way\": \"taylor\", \"inside\": null, \"why\": \"it would take longer than "
          "1e-6 s\"}",
          "second opinion"),
    FOUND("opinion.digits_agreeing", "99.0", "second opinion"),
    FOUND("opinion.digits_agreeing", "30.0", "second opinion"),
    FOUND("opinion.inside", "false", "second opinion"),
    FOUND("opinion.inside", "null", "tells its second opinion"),
    FOUND("opinion.bits", "1073741824", "second opinion"),
    FOUND("opinion.bits", "53", "second opinion"),
    FOUND("opinion.way", "\"events\"", "second opinion"),
    FOUND("certificate.order", "1", "step "),
    FOUND("certificate.order", "1000", "its order does not go with its precision"),
    FOUND("certificate.bits", "20", ""),
    FOUND("certificate.bits", "1000000", "another precision"),
    DIGIT("certificate.steps", 1, "no step ends at the time"),
    FOUND("certificate.steps", "\"1p-1048576\"", "it is no certificate of this model"),
    FOUND("certificate.steps", "\"1p-1048577\"", "its steps are too long or too short"),
    FOUND("certificate.sets.0.before", "3", "do not end at the time that is written"),
    FOUND("certificate.sets.0.time", "\"3p-4\"",
          "do not end at the time that is written"),
    DIGIT("certificate.sets.1.centre", 12, "segment 2, step "),
    FOUND("certificate.sets.0.frame", "\"1 0 0\"", "its sets are not those of the model"),
    FOUND("certificate.sets.0.frame", "\"1 0 1 0\"", ""),
    FOUND("certificate.sets.0.radii", "\"1p-300 1p-300\"",
          "not proved to be in the next set"),
    FOUND("certificate.sets.0.radii", "\"1p60 1p60\"", "segment 2, step "),
    FOUND("tried", "[{\"way\": \"taylor\", \"why\": \"it is too dear\"}]",
          "not tried in vain"),
    FOUND("tried", "[{\"way\": \"enclosure\", \"why\": \"it is too dear\"}]",
          "not tried in vain"),
    FOUND("tried", "{\"way\": \"formula\"}", "no list"),
    FOUND("status", "3", "a truth beside it"),
    FOUND("truth", "null", "its grade, its way or a number is none"),
    FOUND("times.0", "\"1p0\"", ""),
    FOUND("digits", "500", "fewer digits"),
    FOUND("manner", "\"best, double constants, steps 0, bits 0, version 1\"", ""),
    FOUND("manner", "\"taylor, exact constants, steps 0, bits 0, version 1\"",
          "not asked for by this way"),
    /* It is had in these bits as well, and says the same. */
    TELLS_NOTHING("opinion.bits", "219"),
    {"manner", NULL, 0, TRUTH_NOT_VERIFIED, "no record"},
    /* What the search for the truth took is not what the proof is of, and the verdict says so. */
    TELLS_NOTHING("truth.steps.0", "1"),
    TELLS_NOTHING("truth.attempts", "7"),
    TELLS_NOTHING("truth.growth", "-50.0"),
    TELLS_NOTHING("seconds", "1000.0"),
};

Test(truth_fields,
     each_field_of_a_certified_record_is_forged_and_found_or_told_not_to_be_proved) {
    struct model *m;
    json_t *right = certified_record(&m, pendulum);
    cr_assert(json_array_size(
                  json_object_get(json_object_get(right, "certificate"), "sets")) > 2);
    forgeries_expect(m, right, forgeries, sizeof forgeries / sizeof *forgeries);
}

static const char kinked[] = "span 0 .. 3\nposition q = 1\nvelocity v = 1/4\n"
                             "q' = v\nv' = -4.1*q + step(q)\n";

static const struct forgery of_events[] = {
    FOUND("certificate.sets.0.before", "1", ""),
    FOUND("opinion.bits", "53", "second opinion"),
    DIGIT("certificate.sets.0.centre", 12, ""),
    FOUND("certificate.mode", "\"-\"", "the motion is not proved to stay in its mode"),
    FOUND("certificate.mode", "\"o\"", "it is no certificate of this model"),
    FOUND("certificate.mode", "\"++\"", "its sets are not those of the model"),
    FOUND("certificate.mode", "7", "its sets are not those of the model"),
    FOUND("certificate.sets.3.event", "", "another number of switches and events"),
    FOUND("certificate.sets.3.event.width", "\"0\"", "its events are no modes and times"),
    FOUND("certificate.sets.3.event.width", "\"1p-700\"", ""),
    FOUND("certificate.sets.3.event.width", "\"1p0 1p0\"",
          "its sets are not those of the model"),
    FOUND("certificate.sets.3.event.mode", "\"-\"", "the event is not proved"),
    FOUND("certificate.sets.3.event.mode", "\"\"", "its sets are not those of the model"),
};

/* Two contacts share a weight, and stick until they slip. */
static const char shared[] =
    "span 0 .. 3/2\nposition x = 1/8, y = 0\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
    "mass u, u = 1.37\nmass v, v = 1.37\nforce u = t\nforce v = -2\n"
    "contact left { gap = y; slide = u; friction = 0.3 }\n"
    "contact right { gap = y; slide = u; friction = 0.3 }\n";

static const struct forgery of_contacts[] = {
    FOUND("certificate.mode", "\">.\"", "not proved to begin in the mode that is told"),
    FOUND("certificate.mode", "\"+.\"", "not proved to begin in the mode that is told"),
    FOUND("certificate.mode", "\"o.\"", "not proved to begin in the mode that is told"),
    FOUND("certificate.mode", "\"xx\"", "not proved to begin in the mode that is told"),
    FOUND("certificate.contacts", "", "not proved to begin in the mode that is told"),
    FOUND("certificate.contacts", "\"lines\"", "it is no certificate of this model"),
    FOUND("certificate.contacts", "\"each\"", "it is not told what is made of contacts"),
    FOUND("certificate.contacts", "7", "it is not told what is made of contacts"),
    FOUND("certificate.sets.0.event.mode", "\"<.\"", "the event is not proved"),
    FOUND("certificate.sets.0.event.mode", "\"x.\"", "the event is not proved"),
    FOUND("certificate.sets.0.event.leads", "", "the event is not proved"),
    FOUND("certificate.sets.0.event.leads", "\"0300\"", "the event is not proved"),
    FOUND("certificate.sets.0.event.leads", "\"0900\"",
          "it is no certificate of this model"),
    FOUND("certificate.sets.0.event.leads", "\"02\"",
          "it is no certificate of this model"),
    FOUND("certificate.sets.0.event.leads", "\"0x00\"",
          "its events are no modes and times"),
    FOUND("certificate.sets.0.event.leads", "7", "its events are no modes and times"),
    FOUND("certificate.sets.0.event.width", "\"1p-700\"", ""),
    FOUND("certificate.sets.0.frame", "", "its sets are not those of the model"),
};

/* What depends on the record's own numbers. */
static const char of_its_own[] =
    "opinion.bits certificate.sets.0.before certificate.sets.1.centre";

/* The rows above, whatever is told of them, and those of events. */
Test(truth_fields, those_of_events_are_found) {
    enum {
        ROWS = sizeof forgeries / sizeof *forgeries,
        EVENTS = sizeof of_events / sizeof *of_events
    };
    struct forgery all[ROWS + EVENTS];
    struct model *m;
    int rows = 0;
    json_t *right = certified_record(&m, kinked);
    for (int i = 0; i < ROWS; i++) {
        all[rows] = forgeries[i];
        all[rows].told = "";
        rows += strstr(of_its_own, forgeries[i].field) == NULL;
    }
    memcpy(all + rows, of_events, sizeof of_events);
    forgeries_expect(m, right, all, (size_t)(rows + EVENTS));
}

/* Each row alone: the other fields stand in the tables above. */
Test(truth_fields, those_of_contacts_are_found) {
    struct model *m;
    json_t *right = certified_contact_record(&m, shared);
    const struct truth_verify_options options = {.sample = false};
    struct diagnostic text = {""};
    cr_assert(truth_verify(m, right, &options, &text) == TRUTH_PROVED, "%s", text.text);
    for (size_t i = 0; i < sizeof of_contacts / sizeof *of_contacts; i++)
        forgery_expect(m, right, &of_contacts[i]);
}

/* Bits, order and precision that go with each other, and are more than the certificate's. */
Test(truth_fields, bits_beyond_the_certificates_are_found) {
    enum { BITS = 999 };
    struct model *m;
    json_t *record = certified_record(&m, pendulum);
    json_t *truth = json_object_get(record, "truth");
    json_object_set_new(truth, "precision", json_integer(BITS));
    json_array_set_new(json_object_get(truth, "bits"), 0, json_integer(BITS));
    json_array_set_new(json_object_get(truth, "order"), 0,
                       json_integer(ref_enclosure_order(BITS)));
    const struct truth_verify_options options = {.sample = false};
    struct diagnostic text = {""};
    cr_expect(truth_verify(m, record, &options, &text) == TRUTH_FALSE);
    cr_expect(strstr(text.text, "more than its certificate's") != NULL, "%s", text.text);
}
