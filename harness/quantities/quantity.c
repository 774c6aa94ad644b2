/* The table of the quantities.
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
    for (; q.checks == ABOVE; i--) {
        q.checks = table[i - 1].checks;
        q.look_at = table[i - 1].look_at;
    }
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
