/* Known methods by name, as they are, in two half steps, and these extrapolated.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/fingerprint/known/known_table.h"

static const char *const suffix[KNOWN_VARIANTS] = {
    [KNOWN_AS_IT_IS] = "",
    [KNOWN_DOUBLED] = ":doubled",
    [KNOWN_EXTRAPOLATED] = ":extrapolated",
};

const char *known_variant_suffix(enum known_variant variant) {
    return suffix[variant];
}

bool known_is_runge_kutta(const struct known_method *method) {
    return method->table->gamma == NULL;
}

bool known_has_variant(const struct known_method *method, enum known_variant variant) {
    return variant == KNOWN_AS_IT_IS || known_is_runge_kutta(method);
}

const struct known_method *known_find(const char *name, enum known_variant *variant) {
    for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
        size_t length = strlen(m->name);
        if (strncmp(name, m->name, length) != 0)
            continue;
        for (int v = 0; v < KNOWN_VARIANTS; v++)
            if (strcmp(name + length, suffix[v]) == 0 &&
                known_has_variant(m, (enum known_variant)v)) {
                *variant = (enum known_variant)v;
                return m;
            }
    }
    return NULL;
}

/* *t := its own doubling, of a method of the order. */
static int double_in_place(struct tableau *t, int order) {
    struct tableau doubled;
    int failed = tableau_doubled(&doubled, t, order);
    tableau_free(t);
    *t = doubled;
    return failed;
}

int known_build(struct tableau *t, const struct known_method *method,
                enum known_variant variant) {
    int failed = known_table_read(t, method->table);
    if (method->table->in_two_halves)
        failed = failed || double_in_place(t, method->order);
    if (variant != KNOWN_AS_IT_IS)
        failed = failed || double_in_place(t, method->order);
    if (variant == KNOWN_EXTRAPOLATED && !failed)
        tableau_extrapolate(t);
    return failed;
}
