/* Results as SARIF (OASIS, Static Analysis Results Interchange Format 2.1.0; sections 3.19
 * tool component, 3.27 result, 3.29 physical location, 3.35 suppression).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/results/files/formats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/json_number.h"
#include "harness/base/text.h"
#include "harness/base/version.h"
#include "harness/results/check.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"

enum { name_room = 256, message_room = 4096 };

/* The place of a rule among the rules, which it is added to when it is new. */
static size_t find_rule(json_t *rules, const struct result *result) {
    char name[name_room];
    const struct quantity q = check_of(result);
    json_t *rule;
    size_t i;
    check_rule(name, sizeof name, result);
    json_array_foreach(rules, i, rule) {
        if (strcmp(results_text(rule, "id"), name) == 0)
            return i;
    }
    json_array_append_new(rules, json_pack("{s:o, s:{s:s}, s:{s:s}}", "id",
                                           json_text_of(name), "shortDescription", "text",
                                           q.checks, "help", "text", q.look_at));
    return i;
}

/* A file's address: relative below the present folder, where code scanning looks for it. */
static json_t *address(const char *path) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    char *here = getcwd(NULL, 0), *whole = realpath(path, NULL);
    const char *file = whole != NULL ? whole : path;
    size_t length = here != NULL ? strlen(here) : 0;
    bool is_below = length > 0 && strncmp(file, here, length) == 0 && file[length] == '/';
    if (out != NULL) {
        fputs(!is_below && file[0] == '/' ? "file://" : "", out);
        text_print_uri(is_below ? file + length + 1 : file, out);
        fclose(out);
    }
    json_t *uri = json_string(text != NULL ? text : "");
    free(text);
    free(here);
    free(whole);
    return uri;
}

static json_t *locations(const struct gate_outcome *o, const struct result *result) {
    const char *model = result->model;
    const struct gate_place *place = gate_place_of(o, model);
    return json_pack("[{s:{s:{s:o}, s:{s:i}}, s:[{s:o, s:s}]}]", "physicalLocation",
                     "artifactLocation", "uri",
                     address(place != NULL ? place->path : o->place), "region",
                     "startLine", 1, "logicalLocations", "name", json_text_of(model),
                     "kind", "module");
}

/* The same from run to run, whatever the figures are. */
static json_t *identity(const struct result *result) {
    static const char *const keys[] = {"study",      "quantity", "model",
                                       "arithmetic", "method",   "mode"};
    char text[message_room] = "";
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? "/" : "",
                 record_text(record_field(&result_record, keys[i]), result));
    }
    return json_text_of(text);
}

static json_t *message(const struct gate_outcome *o, const struct result *result) {
    char text[message_room], command[name_room];
    const char *method = result->method;
    check_command(command, sizeof command, result, o);
    snprintf(text, sizeof text, "%s on %s%s%s: %s%s. %s%s%s", result->quantity,
             result->model, method[0] != '\0' ? " with " : "", method,
             result_before_reason(result), result->reason, check_of(result).look_at,
             command[0] != '\0' ? " See: " : "", command);
    return json_text_of(text);
}

static json_t *properties(const struct result *result) {
    static const char *const keys[] = {"arithmetic", "method", "mode", "grade",
                                       "value",      "low",    "high", "expected",
                                       "tolerance",  "verdict"};
    json_t *bag = json_object(), *all = record_tell(&result_record, result);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *value = json_object_get(all, keys[i]);
        if (value != NULL && !json_is_null(value))
            json_object_set(bag, keys[i], value);
    }
    json_decref(all);
    return bag;
}

static json_t *entry(const struct gate_outcome *o, const struct result *result,
                     size_t rule) {
    char rule_name[name_room];
    check_rule(rule_name, sizeof rule_name, result);
    json_t *e = json_pack("{s:o, s:i, s:s, s:{s:o}, s:o, s:{s:o}, s:o}", "ruleId",
                          json_text_of(rule_name), "ruleIndex", (int)rule, "level",
                          result_fails(result) ? "error" : "warning", "message", "text",
                          message(o, result), "locations", locations(o, result),
                          "partialFingerprints", "halfstep/v1", identity(result),
                          "properties", properties(result));
    if (result_is_accepted(result))
        json_object_set_new(e, "suppressions",
                            json_pack("[{s:s, s:s, s:o}]", "kind", "external", "status",
                                      "accepted", "justification",
                                      json_text_of(result->accepted)));
    return e;
}

/* Whether a reader has to know of a result. */
static bool is_told(const struct result *result) {
    return result_fails(result) || result_is_accepted(result) ||
           (strcmp(result->study, "expect") == 0 && result->verdict != VERDICT_PASS);
}

void sarif_print(const struct gate_outcome *o, FILE *out) {
    json_t *rules = json_array(), *entries = json_array();
    RESULTS_FOREACH(o->results, result) {
        size_t rule = find_rule(rules, result);
        if (is_told(result))
            json_array_append_new(entries, entry(o, result, rule));
    }
    json_t *document = json_pack(
        "{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:[{s:b}], s:o}]}", "$schema",
        "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs",
        "tool", "driver", "name", "Halfstep", "version", HALFSTEP_VERSION, "rules", rules,
        "invocations", "executionSuccessful", o->left_out == 0, "results", entries);
    json_print(document, out);
    json_decref(document);
}
