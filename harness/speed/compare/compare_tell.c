/* Comparisons as records, and what is known besides.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/base/json_number.h"
#include "harness/base/version.h"
#include "harness/results/machine.h"
#include "harness/speed/compare/compare.h"

#define FIELD(member, ...) RECORD_FIELD(struct comparison, member, __VA_ARGS__)

/* Fields that are there only where the time was measured in pairs, or against a stored one. */
#define PAIRED .with = offsetof(struct comparison, is_paired)
#define STORED .with = offsetof(struct comparison, is_stored)

const char *compare_time_word(int i) {
    static const char *const words[] = {"advise", "gate", "off", NULL};
    return words[i];
}

const char *const compare_verdict_words[] = {
    "same", "slower", "faster", "cannot-tell", "not-measured", "unsettled", NULL};

#define ACCEPTED(member, meaning)                                                        \
    RECORD_FIELD(struct count_accepted, member, TEXT, meaning)
static const struct record_field accepted_fields[] = {
    ACCEPTED(counter, "that has increased"),
    ACCEPTED(what, "would fail"),
    ACCEPTED(reason, "why it does not"),
    {.key = NULL},
};
const struct record count_accepted_record = {
    "accepted", "What is accepted.", sizeof(struct count_accepted), accepted_fields};

#define CHANGE(name, member, kind, ...)                                                  \
    RECORD_NAMED(name, struct count_change, member, kind, __VA_ARGS__)
#define KNOWN(flag)                                                                      \
    .known = offsetof(struct count_change, flag),                                        \
    .with = offsetof(struct count_change, is_counter)
#define OF_END .with = offsetof(struct count_change, is_end)
static const struct record_field change_fields[] = {
    CHANGE("name", name, TEXT, "of the counter; results: of the numbers of the end"),
    CHANGE("old", old, WHOLE, "of the baseline", KNOWN(has_old)),
    CHANGE("old", old_end, NUMBER, "of the baseline", OF_END),
    CHANGE("new", new, WHOLE, "of the candidate", KNOWN(has_new)),
    CHANGE("new", new_end, NUMBER, "of the candidate", OF_END),
    CHANGE("component", component, WHOLE, "of the end, from 0", OF_END),
    {.key = NULL},
};
const struct record count_change_record = {"change", "What differs.",
                                           sizeof(struct count_change), change_fields};

#define LIST(name, member, kind, meaning, size, ...)                                     \
    RECORD_NAMED(name, struct comparison, member, kind, meaning,                         \
                 .count = offsetof(struct comparison, size), __VA_ARGS__)
#define LISTS                                                                            \
    LIST("failures", failure, TEXTS, "why it fails", failures, .of = NULL),              \
        LIST("accepted", accepted, LIST, "what would fail, and why it is accepted",      \
             acceptances, .of = &count_accepted_record),                                 \
        LIST("counters", counter, LIST, "what differs", counters,                        \
             .of = &count_change_record)
static const struct record_field lists[] = {LISTS, {.key = NULL}};
const struct record compare_lists_record = {"lists", "Of a comparison.",
                                            sizeof(struct comparison), lists};

static const struct record_field fields[] = {
    BENCHMARK_FIELDS(struct comparison, of.),
    LISTS,
    FIELD(counters_verdict, TEXT, "same, more, changed; null: not counted",
          .or_null = true),
    FIELD(instructions, OBJECT, "old, new, change; null: not counted", .or_null = true),
    FIELD(old_counters, OBJECT, "all of the baseline", .may_lack = true),
    FIELD(uncounted, TEXT, "why there are no instructions", .may_lack = true),
    FIELD(old_cycles, PART, "of a step, of the ruler", .of = &estimate_record, STORED),
    FIELD(new_cycles, PART, "of a step, of the ruler", .of = &estimate_record, STORED),
    FIELD(old_ns, NUMBER, "of a step", PAIRED, .unit = "ns"),
    FIELD(new_ns, NUMBER, "of a step", PAIRED, .unit = "ns"),
    FIELD(change, NUMBER, "new / old - 1", .with = offsetof(struct comparison, is_timed)),
    FIELD(half, NUMBER, "half its interval, of ln(new / old)", PAIRED),
    FIELD(detectable, NUMBER, "a change that is found in 95 of 100", PAIRED),
    FIELD(power, NUMBER, "with which a slow-down by delta is found", PAIRED),
    FIELD(processes, WHOLE, "measured", PAIRED),
    FIELD(log_ratios, ARRAY, "ln(new / old) of each", PAIRED),
    FIELD_OBJECT("old", "of a step: processes, cycles, quantiles of all blocks",
                 .place = offsetof(struct comparison, old_times), PAIRED),
    FIELD_OBJECT("new", "the same", .place = offsetof(struct comparison, new_times),
                 PAIRED),
    FIELD(placement, NUMBER, "spread between positions in a cache line", PAIRED),
    FIELD(placement_notable, FLAG, "and whether it is worth a word", PAIRED),
    FIELD(positions, ARRAY, "median log ratios by position; null: not known", PAIRED,
          .or_null = true),
    FIELD(verdict, WORD, "about the time", .words = compare_verdict_words),
    FIELD(reason, TEXT, "for it"),
    {.key = NULL}};

static const struct record comparison = {"comparison", "A benchmark of two builds.",
                                         sizeof(struct comparison), fields};

static const struct record_field document_fields[] = {
    FIELD_TEXT("halfstep", "the program's version"),
    FIELD_WHOLE("format", "of this document"),
    FIELD_TEXT("command", "compare"),
    FIELD_WHOLE("seed", "of the random orders"),
    FIELD_WHOLE("taken", "when, since 1970", .unit = "s"),
    FIELD_FLAG("same_file", "both are one build"),
    FIELD_OBJECT("machine", "on which it was measured"),
    FIELD_OBJECT("baseline", "place, commit, compiler"),
    FIELD_OBJECT("candidate", "the same"),
    FIELD_OBJECT("rule", "by which times are judged"),
    FIELD_OBJECT("self", "what it is worth here"),
    FIELD_ARRAY("unused", "accepted in vain"),
    FIELD_ARRAY("comparisons", "of each benchmark", .of = &comparison),
    FIELD_TEXT("verdict", "pass or fail"),
    FIELD_TEXT("reason", "the first that fails"),
    FIELD_OBJECT("load", "of the machine", .may_lack = true),
    {.key = NULL}};

const struct record compare_record = {"compare", "Two builds, compared.", 0,
                                      document_fields};

static json_t *tell_rule(const struct compare_request *r) {
    json_t *looks = json_array();
    for (int i = 0; i < r->rule.looks; i++)
        json_array_append_new(looks, json_integer(r->rule.look[i]));
    return json_pack("{s:f, s:f, s:o, s:i, s:i, s:f, s:b, s:f, s:s}", "delta",
                     r->rule.delta, "alpha", r->rule.alpha, "looks", looks, "pairs",
                     PAIRS_ROUNDS, "warm_up", PAIRS_WARM_UP, "block_ns", pairs_block_ns,
                     "confirmed", 1, "instructions", compare_instructions, "time",
                     compare_time_word((int)r->time));
}

json_t *compare_tell(const struct compared *found) {
    const struct compare_request *r = found->request;
    json_t *comparisons = json_array(), *self = self_record_tell(&r->self);
    for (int i = 0; i < found->count; i++)
        record_add(comparisons, &comparison, &found->comparison[i]);
    json_object_set_new(self, "line", json_string(found->self_line));
    return json_pack("{s:s, s:i, s:s, s:I, s:I, s:b, s:o, s:o, s:o, s:o, s:o, s:O, s:o, "
                     "s:s, s:o}",
                     "halfstep", HALFSTEP_VERSION, "format", 1, "command", "compare",
                     "seed", (json_int_t)r->seed, "taken", (json_int_t)found->taken,
                     "same_file", (int)r->is_same, "machine", machine_describe(),
                     "baseline", side_describe(&r->old), "candidate",
                     side_describe(&r->new), "rule", tell_rule(r), "self", self, "unused",
                     found->unused, "comparisons", comparisons, "verdict",
                     found->failing == 0 ? "pass" : "fail", "reason",
                     json_text_of(found->reason.text));
}
