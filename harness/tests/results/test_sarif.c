/* SARIF with a rule for each quantity, and a place for each result.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/results/files/formats.h"
#include "harness/tests/results/gate_sample.h"
#include "harness/tests/results_of.h"
#include "harness/tests/schema.h"
#include "harness/tests/scratch.h"

/* What the standard requires of the parts that we use, and code scanning besides. */
static const char required_by_sarif[] =
    "{\"type\": \"object\", \"required\": [\"version\", \"runs\"], \"properties\": {"
    " \"version\": {\"const\": \"2.1.0\"}, \"$schema\": {\"type\": \"string\"},"
    " \"runs\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": "
    "\"#/definitions/run\"}}},"
    "\"definitions\": {"
    " \"run\": {\"required\": [\"tool\", \"results\"], \"properties\": {"
    "  \"tool\": {\"required\": [\"driver\"], \"properties\": {\"driver\": {"
    "   \"required\": [\"name\", \"rules\"], \"properties\": {\"rules\": {\"type\": "
    "\"array\", \"items\": {\"$ref\": \"#/definitions/rule\"}}}}}},"
    "  \"invocations\": {\"type\": \"array\", \"items\": {\"required\": "
    "[\"executionSuccessful\"]}},"
    "  \"results\": {\"type\": \"array\", \"items\": {\"$ref\": "
    "\"#/definitions/result\"}}}},"
    " \"message\": {\"type\": \"object\", \"required\": [\"text\"], "
    "\"additionalProperties\": {\"type\": \"string\"}},"
    " \"rule\": {\"required\": [\"id\"], \"properties\": {\"id\": {\"type\": \"string\"},"
    "  \"shortDescription\": {\"$ref\": \"#/definitions/message\"},"
    "  \"help\": {\"$ref\": \"#/definitions/message\"}}},"
    " \"result\": {\"required\": [\"message\", \"ruleId\", \"locations\", "
    "\"partialFingerprints\"], \"properties\": {"
    "  \"level\": {\"enum\": [\"none\", \"note\", \"warning\", \"error\"]},"
    "  \"message\": {\"$ref\": \"#/definitions/message\"},"
    "  \"locations\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"required\": "
    "[\"physicalLocation\"], \"properties\": {\"physicalLocation\": {\"required\": "
    "[\"artifactLocation\", \"region\"]}}}},"
    "  \"suppressions\": {\"type\": \"array\", \"items\": {\"required\": [\"kind\"], "
    "\"properties\": {\"kind\": {\"enum\": [\"inSource\", \"external\"]}, \"status\": "
    "{\"enum\": [\"accepted\", \"underReview\", \"rejected\"]}}}}}}}}";

static json_t *read_sarif(const struct gate_outcome *o) {
    char *text = sample_print(sarif_print, o), why[256];
    json_error_t error;
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    cr_assert(document != NULL, "%d: %s", error.line, error.text);
    json_t *schema = json_loads(required_by_sarif, 0, &error);
    cr_assert(schema != NULL, "%s", error.text);
    cr_assert(schema_accepts(schema, document, why, sizeof why), "%s", why);
    return document;
}

static json_t *run_of(json_t *document) {
    return json_array_get(json_object_get(document, "runs"), 0);
}

Test(sarif, has_what_the_standard_requires_whatever_the_texts_are) {
    struct gate_outcome o = sample_outcome();
    json_t *document = read_sarif(&o);
    const json_t *results = json_object_get(run_of(document), "results");
    cr_expect(json_array_size(results) == 3 + nasty_count,
              "failures, one accepted; no passes, nothing undecided");
}

Test(sarif, what_is_accepted_is_suppressed_and_says_why) {
    struct gate_outcome o = sample_outcome();
    json_t *document = read_sarif(&o), *result;
    int suppressed = 0;
    size_t i;
    json_array_foreach(json_object_get(run_of(document), "results"), i, result) {
        const json_t *of = json_array_get(json_object_get(result, "suppressions"), 0);
        if (of == NULL)
            continue;
        suppressed++;
        cr_expect_str_eq(text_in(of, "status"), "accepted");
        cr_expect_str_eq(text_in(of, "justification"), "known since 1.37");
        cr_expect_str_eq(text_in(result, "level"), "warning");
    }
    cr_expect(suppressed == 1, "%d", suppressed);
}

Test(sarif, a_result_names_its_rule_by_name_and_place) {
    struct gate_outcome o = sample_outcome();
    json_t *document = read_sarif(&o), *run = run_of(document), *result;
    const json_t *rules =
        json_object_get(json_object_get(json_object_get(run, "tool"), "driver"), "rules");
    size_t i;
    json_array_foreach(json_object_get(run, "results"), i, result) {
        json_int_t place = json_integer_value(json_object_get(result, "ruleIndex"));
        const json_t *rule = json_array_get(rules, (size_t)place);
        cr_expect_str_eq(text_in(result, "ruleId"), text_in(rule, "id"));
    }
    cr_expect(json_array_size(rules) == 4, "%zu", json_array_size(rules));
    cr_expect_str_eq(text_in(json_array_get(rules, 0), "id"), "order/order");
}

static const char *uri_of(const json_t *result) {
    const json_t *location = json_array_get(json_object_get(result, "locations"), 0);
    return text_in(json_object_get(json_object_get(location, "physicalLocation"),
                                   "artifactLocation"),
                   "uri");
}

Test(sarif, the_place_is_the_models_file_or_the_integrators) {
    struct gate_outcome o = sample_outcome();
    json_t *document = read_sarif(&o);
    const json_t *results = json_object_get(run_of(document), "results");
    cr_expect_str_eq(uri_of(json_array_get(results, 0)),
                     "file:///nowhere/a%20b/pend%23ulum.model");
    cr_expect_str_eq(uri_of(json_array_get(results, 1)), "fast/pair.h");
}

Test(sarif, a_file_below_the_present_folder_has_a_relative_address) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "mine.model", "");
    struct gate_outcome o = sample_outcome();
    o.places.item->path = path;
    cr_assert(chdir(s.path) == 0);
    json_t *document = read_sarif(&o);
    const json_t *results = json_object_get(run_of(document), "results");
    cr_expect_str_eq(uri_of(json_array_get(results, 0)), "mine.model");
}

/* Of the same length, so that only the name tells them apart. */
Test(sarif, a_file_beside_the_present_folder_has_its_whole_address) {
    struct scratch here = scratch_make(), beside = scratch_make();
    char *path = scratch_write(&beside, "mine.model", "");
    struct gate_outcome o = sample_outcome();
    o.places.item->path = path;
    cr_assert(chdir(here.path) == 0 && strlen(here.path) == strlen(beside.path));
    json_t *document = read_sarif(&o);
    const json_t *results = json_object_get(run_of(document), "results");
    const char *uri = uri_of(json_array_get(results, 0));
    cr_expect(strncmp(uri, "file:///", 8) == 0, "%s", uri);
    cr_expect_str_eq(uri + 7, path);
}

Test(sarif, failures_are_errors_and_accepted_ones_are_suppressed_with_the_reason) {
    struct gate_outcome o = sample_outcome();
    json_t *document = read_sarif(&o);
    const json_t *results = json_object_get(run_of(document), "results");
    const json_t *failed = json_array_get(results, 0);
    const json_t *accepted = json_array_get(results, 2);
    cr_expect_str_eq(text_in(failed, "level"), "error");
    cr_expect(json_object_get(failed, "suppressions") == NULL);
    cr_expect(strstr(text_in(json_object_get(failed, "message"), "text"), "wrong") !=
              NULL);
    cr_expect(
        strstr(text_in(json_object_get(json_array_get(results, 1), "message"), "text"),
               "m: undecided where a pass is required: must not be. ") != NULL);
    cr_expect_str_eq(text_in(accepted, "level"), "warning");
    cr_expect_str_eq(text_in(json_array_get(json_object_get(accepted, "suppressions"), 0),
                             "justification"),
                     "known since 1.37");
}
