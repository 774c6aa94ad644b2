/* States, and numbers by their names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"

struct state_numbers state_of(const struct model *m, const double *x,
                              const mpfr_t *exact) {
    struct state_numbers s = {.size = {m->nq, m->nv, m->nz}};
    for (int p = 0, i = 0; p < 3; i += s.size[p++]) {
        s.part[p] = decimals_of(x != NULL ? x + i : NULL,
                                exact != NULL ? exact + i : NULL, s.size[p]);
        s.size[p] = s.part[p] != NULL ? s.size[p] : 0;
    }
    return s;
}

const struct decimal *state_at(const struct state_numbers *s, int i) {
    for (int p = 0; p < 3; i -= s->size[p++])
        if (i < s->size[p])
            return &s->part[p][i];
    return NULL;
}

static const struct record_field state_fields[] = {
    STATE_PART("q", 0, "positions"),
    STATE_PART("v", 1, "velocities"),
    STATE_PART("z", 2, "other states"),
    {.key = NULL},
};
const struct record record_state = {
    "state", "Numbers in double, or decimal strings of MPFR's, by parts of the state.",
    sizeof(struct state_numbers), state_fields};

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

const struct decimal *named_find(const struct named_numbers *all, const char *name) {
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->list[i].name, name) == 0)
            return &all->list[i].number;
    return NULL;
}

double named_value(const struct named_numbers *all, const char *name) {
    const struct decimal *found = named_find(all, name);
    return found != NULL ? found->value : NAN;
}

long named_count(const struct named_numbers *all, const char *name) {
    const double value = named_value(all, name);
    return fabs(value) <= JSON_MOST_WHOLE ? (long)value : 0;
}

json_t *named_tell(const struct named_numbers *all) {
    json_t *told = json_object();
    for (int i = 0; i < all->count; i++)
        json_object_set_new(told, all->list[i].name, decimal_tell(&all->list[i].number));
    return told;
}

void named_clear(struct named_numbers *all) {
    for (int i = 0; i < all->count; i++)
        record_clear(&record_named_number, &all->list[i]);
    free(all->list);
    *all = (struct named_numbers){NULL, 0};
}
