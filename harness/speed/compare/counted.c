/* What both sides have counted, judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"

enum { text_room = 256 };

static void append(struct comparison *c, const struct count_change *change) {
    record_append(&count_change_record, &c->counter, &c->counters, change);
}

/* Whether two numbers have the same bits; what is not finite is null in both. */
static bool has_same_bits(const json_t *a, const json_t *b) {
    double x = json_number_value(a), y = json_number_value(b);
    if (!json_is_number(a) || !json_is_number(b))
        return json_is_null(a) && json_is_null(b);
    return memcmp(&x, &y, sizeof x) == 0;
}

static double end_at(const json_t *end, size_t i) {
    const json_t *number = json_array_get(end, i);
    return json_is_number(number) ? json_number_value(number) : NAN;
}

static void compare_ends(struct comparison *c, const json_t *old, const json_t *new) {
    size_t n = json_array_size(old), m = json_array_size(new), i = 0;
    if (!json_is_array(old) || !json_is_array(new))
        return;
    while (i < n && i < m &&
           has_same_bits(json_array_get(old, i), json_array_get(new, i)))
        i++;
    if (i < n || i < m)
        append(c, &(struct count_change){.name = "results",
                                         .is_end = true,
                                         .old_end = end_at(old, i),
                                         .new_end = end_at(new, i),
                                         .component = (long)i});
}

bool compare_is_more(const struct count_change *change) {
    return change->has_old && change->has_new && change->new > change->old;
}

static void compare_one(struct comparison *c, const char *name, const json_t *old,
                        const json_t *new) {
    const struct count_change change = {.name = name,
                                        .is_counter = true,
                                        .has_old = json_is_integer(old),
                                        .has_new = json_is_integer(new),
                                        .old = (long)json_integer_value(old),
                                        .new = (long)json_integer_value(new)};
    if (change.has_old != change.has_new || change.old != change.new)
        append(c, &change);
}

const char *compare_counters(struct comparison *c, const json_t *old, const json_t *new) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)old, name, value) {
        if (json_is_integer(value))
            compare_one(c, name, value, json_object_get(new, name));
    }
    json_object_foreach((json_t *)new, name, value) {
        if (json_is_integer(value) && json_object_get(old, name) == NULL)
            compare_one(c, name, NULL, value);
    }
    compare_ends(c, json_object_get(old, "end"), json_object_get(new, "end"));
    for (int i = 0; i < c->counters; i++)
        if (compare_is_more(&c->counter[i]))
            return "more";
    return c->counters > 0 ? "changed" : "same";
}

static void judge_counters(struct comparison *c, const json_t *old, const json_t *new,
                           struct accept *accept) {
    char text[text_room];
    c->counters_verdict = compare_counters(c, old, new);
    for (int i = 0; i < c->counters; i++) {
        const struct count_change *change = &c->counter[i];
        if (!compare_is_more(change))
            continue;
        snprintf(text, sizeof text, "more %s: %ld, were %ld", change->name, change->new,
                 change->old);
        compare_judge(c, accept, change->name, (double)change->old, (double)change->new,
                      text);
    }
}

/* Why instructions cannot be compared; NULL: they can, or were not asked for. */
static json_t *find_obstacle(const json_t *old, const json_t *new) {
    const json_t *a = json_object_get(old, "instructions");
    const json_t *b = json_object_get(new, "instructions");
    json_t *why = json_object_get(old, "uncounted");
    if (a == NULL || b == NULL)
        return json_incref(why != NULL ? why : json_object_get(new, "uncounted"));
    if (strcmp(results_text(a, "tool"), results_text(b, "tool")) == 0)
        return NULL;
    return json_sprintf("counted by different tools: %s, %s", results_text(a, "tool"),
                        results_text(b, "tool"));
}

static void judge_instructions(struct comparison *c, const json_t *old, const json_t *new,
                               struct accept *accept) {
    json_t *why = find_obstacle(old, new);
    json_t *a = json_object_get(json_object_get(old, "instructions"), "instructions");
    json_t *b = json_object_get(json_object_get(new, "instructions"), "instructions");
    const double was = json_number_value(a), is = json_number_value(b);
    const double change = was > 0 ? is / was - 1 : 0;
    char text[text_room];
    c->uncounted = json_string_value(why);
    json_array_append_new(c->texts, why);
    if (why != NULL || a == NULL || b == NULL)
        return;
    c->instructions_change = change;
    c->instructions = json_pack("{s:O, s:O, s:f}", "old", a, "new", b, "change", change);
    snprintf(text, sizeof text, "more instructions: %.0f, were %.0f (%+.2f %%)", is, was,
             100 * change);
    if (change > compare_instructions)
        compare_judge(c, accept, "instructions", was, is, text);
}

/* A benchmark that one side does not have. A stored measurement may be of fewer. */
static bool note_missing(struct comparison *c, const json_t *old, const json_t *new,
                         bool new_is_stored) {
    const char *bad_old = results_text(old, "failed");
    const char *bad_new = results_text(new, "failed");
    if (bad_old[0] == '\0' && bad_new[0] == '\0')
        return false;
    compare_settle(c, COMPARE_NOT_MEASURED,
                   json_sprintf("%s: %s",
                                bad_old[0] == '\0'   ? "the candidate"
                                : bad_new[0] == '\0' ? "the baseline"
                                                     : "neither runs it",
                                bad_old[0] != '\0' ? bad_old : bad_new));
    if (bad_old[0] == '\0' && !new_is_stored)
        compare_fail(c, "the candidate fails: %s", bad_new);
    return true;
}

void compare_judge_counted(struct comparison *c, struct compare_request *r,
                           json_t *counted, const struct diagnostic *why) {
    const json_t *old = json_object_get(counted, "old");
    const json_t *new = json_object_get(counted, "new");
    if (counted == NULL) {
        compare_settle(c, COMPARE_NOT_MEASURED, json_text_of(why->text));
        compare_fail(c, "it cannot be counted: %s", c->reason);
        return;
    }
    json_array_append(c->texts, counted);
    if (note_missing(c, old, new, r->new.stored != NULL))
        return;
    c->old_counters = json_object_get(old, "counters");
    judge_counters(c, c->old_counters, json_object_get(new, "counters"), &r->accept);
    judge_instructions(c, old, new, &r->accept);
}
