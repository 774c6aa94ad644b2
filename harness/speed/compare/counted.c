/* A comparison of what both sides have counted, judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/speed/compare/counted.h"
#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/counter_changes.h"

/* A change's text: "evaluations 274, were 261". */
static void describe_change(char *text, size_t room, const json_t *change) {
    const json_t *old = json_object_get(change, "old");
    const json_t *new = json_object_get(change, "new");
    snprintf(text, room, "more %s: %lld, were %lld", results_text(change, "name"),
             (long long)json_integer_value(new), (long long)json_integer_value(old));
}

static void judge_counters(json_t *comparison, const json_t *old, const json_t *new,
                           struct accept *accept) {
    char text[256];
    json_t *changes, *change;
    size_t i;
    enum counters_verdict verdict = counter_changes(
        &changes, json_object_get(old, "counters"), json_object_get(new, "counters"));
    json_array_foreach(changes, i, change) {
        if (!counter_change_is_more(change))
            continue;
        describe_change(text, sizeof text, change);
        compare_judge(comparison, accept, results_text(change, "name"),
                      json_number_value(json_object_get(change, "old")),
                      json_number_value(json_object_get(change, "new")), text);
    }
    json_object_set_new(comparison, "counters", changes);
    json_object_set_new(comparison, "counters_verdict",
                        json_string(counters_verdict_name(verdict)));
}

static void judge_instructions(json_t *comparison, const json_t *old, const json_t *new,
                               struct accept *accept) {
    const json_t *a = json_object_get(old, "instructions");
    const json_t *b = json_object_get(new, "instructions");
    const char *why = results_text(old, "uncounted");
    char text[128];
    json_object_set_new(comparison, "instructions", json_null());
    if (why[0] == '\0')
        why = results_text(new, "uncounted");
    if (a == NULL || b == NULL) {
        if (why[0] != '\0')
            json_object_set_new(comparison, "uncounted", json_string(why));
        return;
    }
    if (strcmp(results_text(a, "tool"), results_text(b, "tool")) != 0) {
        json_object_set_new(comparison, "uncounted",
                            json_sprintf("counted by different tools: %s, %s",
                                         results_text(a, "tool"),
                                         results_text(b, "tool")));
        return;
    }
    double was = json_number_value(json_object_get(a, "instructions"));
    double is = json_number_value(json_object_get(b, "instructions"));
    double change = was > 0 ? is / was - 1 : 0;
    json_object_set_new(comparison, "instructions",
                        json_pack("{s:O, s:O, s:f}", "old",
                                  json_object_get(a, "instructions"), "new",
                                  json_object_get(b, "instructions"), "change", change));
    snprintf(text, sizeof text, "more instructions: %.0f, were %.0f (%+.2f %%)", is, was,
             100 * change);
    if (change > COMPARE_INSTRUCTIONS)
        compare_judge(comparison, accept, "instructions", was, is, text);
}

/* A benchmark that one side does not have. A stored measurement may be of fewer. */
static bool note_missing(json_t *comparison, const json_t *old, const json_t *new,
                         bool new_is_stored) {
    const char *bad_old = results_text(old, "failed");
    const char *bad_new = results_text(new, "failed");
    if (bad_old[0] == '\0' && bad_new[0] == '\0')
        return false;
    json_object_set_new(comparison, "verdict", json_string("not-measured"));
    json_object_set_new(comparison, "reason",
                        json_sprintf("%s: %s",
                                     bad_old[0] == '\0'   ? "the candidate"
                                     : bad_new[0] == '\0' ? "the baseline"
                                                          : "neither runs it",
                                     bad_old[0] != '\0' ? bad_old : bad_new));
    if (bad_old[0] == '\0' && !new_is_stored)
        compare_fail(comparison, "the candidate fails: %s", bad_new);
    return true;
}

json_t *counted_comparison(struct compare_request *r, size_t i, const json_t *counted,
                           const struct diagnostic *why) {
    struct accept *accept = &r->accept;
    json_t *comparison = json_copy(json_array_get(r->items, i));
    const json_t *old = json_object_get(counted, "old");
    const json_t *new = json_object_get(counted, "new");
    json_object_set_new(comparison, "failures", json_array());
    json_object_set_new(comparison, "accepted", json_array());
    json_object_set_new(comparison, "counters", json_array());
    json_object_set_new(comparison, "counters_verdict", json_null());
    json_object_set_new(comparison, "instructions", json_null());
    if (counted == NULL) {
        json_object_set_new(comparison, "verdict", json_string("not-measured"));
        json_object_set_new(comparison, "reason",
                            json_text(why->text, strlen(why->text)));
        compare_fail(comparison, "it cannot be counted: %s", why->text);
        return comparison;
    }
    if (note_missing(comparison, old, new, r->new.stored != NULL))
        return comparison;
    json_object_set(comparison, "old_counters", json_object_get(old, "counters"));
    judge_counters(comparison, old, new, accept);
    judge_instructions(comparison, old, new, accept);
    return comparison;
}
