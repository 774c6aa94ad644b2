/* What is told beside a truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/record/truth_told.h"

#include "problems/base/status.h"

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_tried, member, kind, __VA_ARGS__)
static const struct record_field tried_fields[] = {
    FIELD(way, TEXT, "that was tried"),
    FIELD(why, TEXT, "why it did not do"),
    FIELD(reached, NUMBER, "up to where it holds",
          .with = offsetof(struct truth_tried, has_reached)),
    FIELD(at, TEXT, "where it ended", .may_lack = true),
    {.key = NULL},
};
#undef FIELD
const struct record truth_tried_record = {"tried", "A way that did not do.",
                                          sizeof(struct truth_tried), tried_fields};

void truth_tries_add(struct truth_tries *all, const struct truth_tried *one) {
    (void)record_append(&truth_tried_record, &all->list, &all->count, one);
}

static bool is_in(const struct truth_tries *all, const struct truth_tried *one) {
    bool found = false;
    for (int i = 0; i < all->count; i++)
        found = found || record_equal(&truth_tried_record, &all->list[i], one);
    return found;
}

void truth_tries_join(struct truth_tries *into, const struct truth_tries *more) {
    for (int i = 0; i < more->count; i++)
        if (!is_in(into, &more->list[i]))
            truth_tries_add(into, &more->list[i]);
}

/* The list as the one member of a record, which has it read, told and cleared. */
static const struct record_field tries_fields[] = {
    RECORD_NAMED("tried", struct truth_tries, list, LIST, "ways that did not do",
                 .of = &truth_tried_record, .count = offsetof(struct truth_tries, count)),
    {.key = NULL},
};
static const struct record tries_record = {"tries", "Ways that did not do.",
                                           sizeof(struct truth_tries), tries_fields};

void truth_tries_clear(struct truth_tries *all) {
    record_clear(&tries_record, all);
}

json_t *truth_tries_tell(const struct truth_tries *all) {
    json_t *told = record_tell(&tries_record, all);
    json_t *list = json_incref(json_object_get(told, "tried"));
    json_decref(told);
    return list;
}

int truth_tries_read(struct truth_tries *all, const json_t *list) {
    struct diagnostic ignored;
    json_t *told = json_pack("{s:O}", "tried", (json_t *)list);
    const int failed = record_read(&tries_record, all, told, &ignored);
    json_decref(told);
    if (failed)
        truth_tries_clear(all);
    return failed;
}

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_opinion, member, kind, __VA_ARGS__)
#define IF_HAD .with = offsetof(struct truth_opinion, is_had)
static const struct record_field opinion_fields[] = {
    FIELD(way, TEXT, "how it was found"),
    FIELD(inside, FLAG, "whether it lies within the radius; null: there is none",
          .known = offsetof(struct truth_opinion, is_had)),
    FIELD(digits_agreeing, NUMBER, "with the truth", IF_HAD),
    FIELD(bits, WHOLE, "of its arithmetic", .not_negative = true, IF_HAD),
    FIELD(why, TEXT, "there is none", .may_lack = true),
    {.key = NULL},
};
const struct record truth_opinion_record = {"second_opinion",
                                            "Another run, of an independent program.",
                                            sizeof(struct truth_opinion), opinion_fields};

void truth_opinion_read(struct truth_opinion *o, const json_t *document) {
    struct diagnostic ignored;
    if (record_read(&truth_opinion_record, o, document, &ignored))
        record_clear(&truth_opinion_record, o);
    o->is_there = json_is_object(document);
    /* Its digits and bits, which may be missing, do not say it. */
    o->is_had = o->way != NULL && json_is_boolean(json_object_get(document, "inside"));
}
