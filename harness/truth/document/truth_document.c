/* The document of a truth, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/document/truth_document.h"

const char *const truth_grades[] = {"converged", "certified", "closed-form", NULL};

static const struct record_field state_fields[] = {
    STATE_PART("q", 0, "positions", .items = "string"),
    STATE_PART("v", 1, "velocities", .items = "string"),
    STATE_PART("z", 2, "other states", .items = "string"),
    {.key = NULL},
};
static const struct record state = {"state", "Decimal strings, by parts of the state.",
                                    sizeof(struct state_numbers), state_fields};

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_cost, member, kind, __VA_ARGS__)
#define OF_RUNS .count = offsetof(struct truth_cost, runs)
static const struct record_field cost_fields[] = {
    FIELD(bits, WHOLES, "of each run", OF_RUNS),
    FIELD(order, WHOLES, "of each run", OF_RUNS),
    FIELD(steps, WHOLES, "of each run", OF_RUNS),
    FIELD(switches, WHOLE, "kinks and events that were located", .not_negative = true),
    FIELD(attempts, WHOLE, "runs that were made", .not_negative = true),
    FIELD(growth, NUMBER, "of errors along the motion, as a power of ten"),
    FIELD(seconds, NUMBER, "that it took", .unit = "s", .not_negative = true),
    {.key = NULL},
};
#undef FIELD
static const struct record cost = {"cost", "What it took.", sizeof(struct truth_cost),
                                   cost_fields};

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_entry, member, kind, __VA_ARGS__)
static const struct record_field entry_fields[] = {
    FIELD(t, TEXT, "the time"),
    FIELD(state, PART, "there", .of = &state),
    FIELD(grade, WORD, "how sure it is", .words = truth_grades),
    FIELD(digits, NUMBER, "that the radius leaves"),
    FIELD(way, TEXT, "how it was found"),
    FIELD(cost, PART, "what it took", .of = &cost),
    RECORD_NAMED("second_opinion", struct truth_entry, opinion, PART,
                 "of another program", .of = &truth_opinion_record,
                 .known = offsetof(struct truth_entry, opinion.is_there)),
    FIELD(proof, PART, "what was shown", .of = &truth_shown_record,
          .known = offsetof(struct truth_entry, proof.is_there)),
    FIELD(from, TEXT, "catalogue, cache or computed"),
    FIELD(radius, TEXT, "of the whole state"),
    FIELD(radii, PART, "of each component", .of = &state),
    FIELD(with, OBJECT, "accelerations, multipliers, impulses, or why not",
          .may_lack = true),
    FIELD(certificate_ends, FLAG, "whether the certificate ends here", .may_lack = true),
    {.key = NULL},
};
#undef FIELD
const struct record truth_entry_record = {"time", "The solution at a time.",
                                          sizeof(struct truth_entry), entry_fields};

static const struct record_field missing_fields[] = {
    RECORD_FIELD(struct truth_missing, t, TEXT, "the time"),
    RECORD_FIELD(struct truth_missing, why, TEXT, "there is no truth"),
    {.key = NULL},
};
const struct record truth_missing_record = {"missing", "A time without a truth.",
                                            sizeof(struct truth_missing), missing_fields};

#define LIST(name, member, size, ...)                                                    \
    RECORD_NAMED(name, struct truth_document, member, LIST, __VA_ARGS__,                 \
                 .count = offsetof(struct truth_document, size))
static const struct record_field fields[] = {
    LIST("truth", entry, entries, "time by time", .of = &truth_entry_record),
    LIST("published", published.list, published.count, "values that are compared",
         .of = &truth_published_record),
    LIST("tried", tried.list, tried.count, "ways that did not do",
         .of = &truth_tried_record),
    LIST("missing", missing, lacks, "times without a truth", .may_lack = true,
         .of = &truth_missing_record),
    RECORD_FIELD(struct truth_document, certified_to, NUMBER,
                 "where the certificate ends",
                 .with = offsetof(struct truth_document, is_certified_to)),
    RECORD_FIELD(struct truth_document, model, TEXT, "its name"),
    {.key = NULL},
};
const struct record truth_document_record = {
    "truth", "What truth MODEL --json prints; numbers of MPFR are decimal strings.",
    sizeof(struct truth_document), fields};

void truth_document_clear(struct truth_document *d) {
    record_clear(&truth_document_record, d);
}

void truth_document_add(struct truth_document *d, const struct truth_entry *one) {
    d->failed |= record_append(&truth_entry_record, &d->entry, &d->entries, one) != 0;
}

void truth_document_join(struct truth_document *d, const struct truth_document *more) {
    struct truth_comparison *published = &d->published;
    for (int i = 0; i < more->entries; i++)
        truth_document_add(d, &more->entry[i]);
    for (int i = 0; i < more->published.count; i++)
        d->failed |= record_append(&truth_published_record, &published->list,
                                   &published->count, &more->published.list[i]) != 0;
}

void truth_document_swap(struct truth_document *d, int from, struct truth_document *by) {
    for (int k = 0; k < by->entries && from + k < d->entries; k++) {
        const struct truth_entry before = d->entry[from + k];
        d->entry[from + k] = by->entry[k];
        by->entry[k] = before;
    }
}
