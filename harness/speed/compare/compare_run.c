/* A comparison from its beginning to its verdict.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <time.h>

#include "harness/program/run/results.h"
#include "harness/results/machine.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"

static json_t *tell_rule(const struct compare_request *r) {
    static const char *const times[] = {"advise", "gate", "off"};
    json_t *looks = json_array();
    for (int i = 0; i < r->rule.looks; i++)
        json_array_append_new(looks, json_integer(r->rule.look[i]));
    return json_pack("{s:f, s:f, s:o, s:i, s:i, s:f, s:b, s:f, s:s}", "delta",
                     r->rule.delta, "alpha", r->rule.alpha, "looks", looks, "pairs",
                     PAIRS_ROUNDS, "warm_up", PAIRS_WARM_UP, "block_ns", PAIRS_BLOCK_NS,
                     "confirmed", 1, "instructions", COMPARE_INSTRUCTIONS, "time",
                     times[r->time]);
}

static bool is_stored(const struct compare_request *r) {
    return r->old.stored != NULL || r->new.stored != NULL;
}

/* What was not timed, because that was not asked for. */
static void note_untimed(json_t *comparisons) {
    size_t i;
    json_t *comparison;
    json_array_foreach(comparisons, i, comparison) {
        if (results_text(comparison, "verdict")[0] != '\0')
            continue;
        json_object_set_new(comparison, "verdict", json_string("not-measured"));
        json_object_set_new(comparison, "reason", json_string("time was not asked for"));
    }
}

static enum exit_status find_times(json_t *comparisons, struct compare_request *r) {
    if (r->time == COMPARE_TIME_OFF) {
        note_untimed(comparisons);
        return EXIT_PASSED;
    }
    return is_stored(r) ? compare_stored_times(comparisons, r)
                        : compare_times(comparisons, r);
}

/* How many fail, and the first of them. */
static void judge_all(json_t *document, const json_t *comparisons) {
    const char *first = "", *why = "";
    size_t i, failing = 0;
    json_t *comparison;
    json_array_foreach((json_t *)comparisons, i, comparison) {
        const json_t *failures = json_object_get(comparison, "failures");
        if (json_array_size(failures) > 0 && failing++ == 0) {
            first = results_text(comparison, "name");
            why = json_string_value(json_array_get(failures, 0));
        }
    }
    json_object_set_new(document, "verdict", json_string(failing == 0 ? "pass" : "fail"));
    json_object_set_new(document, "reason",
                        failing == 0   ? json_string("")
                        : failing == 1 ? json_sprintf("%s: %s", first, why)
                                       : json_sprintf("%s: %s; and %d more", first, why,
                                                      (int)failing - 1));
}

static json_t *make_document(struct compare_request *r, json_t *comparisons) {
    json_t *document =
        json_pack("{s:s, s:i, s:s, s:I, s:I, s:b}", "halfstep", HALFSTEP_VERSION,
                  "format", 1, "command", "compare", "seed", (json_int_t)r->seed, "taken",
                  (json_int_t)time(NULL), "same_file", (int)r->is_same);
    char *line = self_record_line(&r->self);
    json_object_set_new(document, "machine", machine_describe());
    json_object_set_new(document, "baseline", side_describe(&r->old));
    json_object_set_new(document, "candidate", side_describe(&r->new));
    json_object_set_new(document, "rule", tell_rule(r));
    json_object_set_new(document, "self", self_record_tell(&r->self));
    json_object_set_new(json_object_get(document, "self"), "line",
                        json_string(line == NULL ? "" : line));
    json_object_set_new(document, "unused", accept_unused(&r->accept));
    json_object_set(document, "comparisons", comparisons);
    judge_all(document, comparisons);
    free(line);
    return document;
}

enum exit_status compare_run(json_t **document, struct compare_request *r) {
    json_t *comparisons;
    *document = NULL;
    enum exit_status status = compare_counts(&comparisons, r);
    if (status == EXIT_PASSED)
        status = find_times(comparisons, r);
    if (status == EXIT_PASSED)
        *document = make_document(r, comparisons);
    json_decref(comparisons);
    return status;
}
