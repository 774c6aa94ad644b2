/* The table of the quantities, and the fields of each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/quantities/quantity.h"

#include <string.h>

#define ABOVE NULL
#define QUANTITY(study, name, label, brief, group, unit, kind, sense, ...)               \
    {study,      name, label, brief, group, unit, QUANTITY_##kind, QUANTITY_##sense,     \
     __VA_ARGS__},

static const struct quantity table[] = {
#include "harness/quantities/quantities.def"
};

static const struct quantity unknown = {
    .study = "*",
    .name = "*",
    .label = "",
    .brief = "",
    .group = "Other",
    .unit = "",
    .kind = QUANTITY_NUMBER,
    .checks = "what the quantity's name says",
    .look_at = "The points behind the result.",
    .meaning = "",
};

int quantity_count(void) {
    return (int)(sizeof table / sizeof *table);
}

struct quantity quantity_at(int i) {
    struct quantity q = table[i];
    for (int k = i; q.checks == ABOVE; k--)
        q.checks = table[k - 1].checks;
    for (int k = i; q.look_at == ABOVE; k--)
        q.look_at = table[k - 1].look_at;
    return q;
}

/* Whether a name is that of the quantity, but for parts after a colon. */
static bool is_name(const char *name, const char *quantity) {
    size_t length = strlen(name);
    return strncmp(name, quantity, length) == 0 &&
           (quantity[length] == '\0' || quantity[length] == ':');
}

struct quantity quantity_of(const char *study, const char *quantity) {
    for (int i = 0; i < quantity_count(); i++)
        if ((table[i].study[0] == '*' || strcmp(table[i].study, study) == 0) &&
            is_name(table[i].name, quantity))
            return quantity_at(i);
    return unknown;
}

json_t *quantities_tell(void) {
    json_t *array = json_array();
    int failed = array == NULL;
    for (int i = 0; i < quantity_count() && !failed; i++) {
        const struct quantity q = quantity_at(i);
        failed = json_array_append_new(array, record_tell(&quantity_record, &q));
    }
    if (failed)
        json_decref(array);
    return failed ? NULL : array;
}

#define FIELD(member) .key = #member, .place = offsetof(struct quantity, member)

static const char *const kinds[] = {
    [QUANTITY_ORDER] = "order",   [QUANTITY_DIGITS] = "digits",
    [QUANTITY_BOUND] = "bound",   [QUANTITY_DEVIATION] = "deviation",
    [QUANTITY_SHARE] = "share",   [QUANTITY_RATIO] = "ratio",
    [QUANTITY_DEFECT] = "defect", [QUANTITY_CASES] = "cases",
    [QUANTITY_COUNT] = "count",   [QUANTITY_TIME] = "time",
    [QUANTITY_FACTOR] = "factor", [QUANTITY_DATA] = "data",
    [QUANTITY_NUMBER] = "number", NULL};

static const char *const senses[] = {[QUANTITY_WITHIN] = "within",
                                     [QUANTITY_AT_LEAST] = "at-least",
                                     [QUANTITY_AT_MOST] = "at-most",
                                     NULL};

static const struct record_field fields[] = {
    {FIELD(study), .meaning = "the study that measures it; *: any", .heading = "study"},
    {FIELD(name), .meaning = "its name, without parts after a colon",
     .heading = "quantity"},
    {FIELD(label), .meaning = "what it is called in a table"},
    {FIELD(brief), .meaning = "what it is called at the head of a narrow column"},
    {FIELD(group), .meaning = "the head above several columns"},
    {FIELD(unit), .meaning = "of its value; empty: none", .heading = "unit"},
    {FIELD(kind), .type = RECORD_WORD, .words = kinds,
     .meaning = "how its value is to be read", .heading = "kind"},
    {FIELD(sense), .type = RECORD_WORD, .words = senses,
     .meaning =
         "what its value is held to: the expected one +- the tolerance, at least the "
         "expected one, or at most the sum of both",
     .heading = "passes"},
    {FIELD(checks), .meaning = "what was checked, a phrase",
     .heading = "what is checked"},
    {FIELD(look_at), .meaning = "where to look for the reason of a failure",
     .heading = "where to look when it fails"},
    {FIELD(meaning), .meaning = "what the value is, in sentences"},
    {.key = NULL},
};

const struct record quantity_record = {"quantity", "What a study measures.",
                                       sizeof(struct quantity), fields};
