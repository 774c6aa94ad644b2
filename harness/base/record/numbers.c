/* States, and numbers by their names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"

struct state state_of(const struct model *m, const double *x, const mpfr_t *exact) {
    struct state s = {.size = {m->nq, m->nv, m->nz}};
    for (int p = 0, i = 0; p < 3; i += s.size[p++]) {
        s.part[p] = decimals_of(x != NULL ? x + i : NULL,
                                exact != NULL ? exact + i : NULL, s.size[p]);
        s.size[p] = s.part[p] != NULL ? s.size[p] : 0;
    }
    return s;
}

const struct decimal *state_at(const struct state *s, int i) {
    for (int p = 0; p < 3; i -= s->size[p++])
        if (i < s->size[p])
            return &s->part[p][i];
    return NULL;
}

#define PART(name, p, meaning)                                                           \
    RECORD_NAMED(name, struct state, part[p], DECIMALS, meaning,                         \
                 .count = offsetof(struct state, size[p]))
static const struct record_field state_fields[] = {
    PART("q", 0, "positions"),
    PART("v", 1, "velocities"),
    PART("z", 2, "other states"),
    {.key = NULL},
};
const struct record record_state = {
    "state", "Numbers in double, or decimal strings of MPFR's, by parts of the state.",
    sizeof(struct state), state_fields};

static const struct record_field named_fields[] = {
    RECORD_FIELD(struct named_number, name, TEXT, "what it is called"),
    RECORD_FIELD(struct named_number, number, DECIMAL, "its value"),
    {.key = NULL},
};
const struct record record_named_number = {"named", "A number by its name.",
                                           sizeof(struct named_number), named_fields};

void named_add(struct named_numbers *all, const char *name, struct decimal number) {
    (void)record_append(&record_named_number, &all->list, &all->count,
                        &(struct named_number){name, number});
    free((char *)number.digits);
}

void named_add_count(struct named_numbers *all, const char *name, long count) {
    named_add(all, name, (struct decimal){(double)count, true, NULL});
}

void named_add_measure(struct named_numbers *all, const char *name, double measure) {
    named_add(all, name, (struct decimal){measure, false, NULL});
}

double named_value(const struct named_numbers *all, const char *name) {
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->list[i].name, name) == 0)
            return all->list[i].number.value;
    return NAN;
}

void named_clear(struct named_numbers *all) {
    for (int i = 0; i < all->count; i++)
        record_clear(&record_named_number, &all->list[i]);
    free(all->list);
    *all = (struct named_numbers){NULL, 0};
}
