/* Names that stay are in a hash table, those of loops on a stack.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/names.h"

#include <stdio.h>
#include <stdlib.h>

enum { NOT_SCOPED = -1 };

bool names_start(struct names *n, int atoms) {
    *n = (struct names){.atoms = atoms};
    n->family = calloc((size_t)atoms + 1, sizeof *n->family);
    n->inner = malloc(((size_t)atoms + 1) * sizeof *n->inner);
    if (!n->family || !n->inner)
        return false;
    for (int i = 0; i < atoms; i++)
        n->inner[i] = NOT_SCOPED;
    return true;
}

void names_clear(struct names *n) {
    keys_clear(&n->table);
    free(n->symbol);
    free(n->family);
    free(n->scoped);
    free(n->inner);
    *n = (struct names){0};
}

const struct symbol *names_find(const struct names *n, const struct key *k) {
    if (k->indices == 0 && n->inner[k->atom] != NOT_SCOPED)
        return &n->scoped[n->inner[k->atom]].symbol;
    const int *place = keys_find(&n->table, k);
    return place ? &n->symbol[*place] : NULL;
}

bool names_fit(const struct names *n, const struct key *k) {
    const struct family *family = &n->family[k->atom];
    return n->inner[k->atom] == NOT_SCOPED &&
           (family->count == 0 || family->indices == k->indices);
}

static void extend_family(struct family *family, const struct key *k, int place) {
    if (family->count == 0)
        family->first = place;
    for (int i = 0; i < k->indices; i++) {
        if (family->count == 0 || k->index[i] < family->least[i])
            family->least[i] = k->index[i];
        if (family->count == 0 || k->index[i] > family->most[i])
            family->most[i] = k->index[i];
    }
    family->indices = k->indices;
    family->count++;
}

bool names_define(struct names *n, const struct key *k, struct symbol symbol) {
    int place = n->table.count;
    struct symbol *grown =
        array_grow(n->symbol, &n->capacity, place + 1, sizeof *n->symbol);
    if (!grown)
        return false;
    n->symbol = grown;
    if (!keys_add(&n->table, k, place))
        return false;
    n->symbol[place] = symbol;
    extend_family(&n->family[k->atom], k, place);
    return true;
}

bool names_push(struct names *n, int atom, struct symbol symbol) {
    struct scoped *grown =
        array_grow(n->scoped, &n->scope_capacity, n->scope + 1, sizeof *n->scoped);
    if (!grown)
        return false;
    n->scoped = grown;
    n->scoped[n->scope] = (struct scoped){atom, symbol};
    n->inner[atom] = n->scope++;
    return true;
}

void names_pop(struct names *n, int scope) {
    while (n->scope > scope)
        n->inner[n->scoped[--n->scope].atom] = NOT_SCOPED;
}

void key_text(char *text, const struct atoms *atoms, const struct key *k) {
    size_t used = (size_t)snprintf(text, KEY_TEXT_SIZE, "%s", atoms->text[k->atom]);
    for (int i = 0; i < k->indices; i++)
        used += (size_t)snprintf(text + used, KEY_TEXT_SIZE - used, "%s%d",
                                 i == 0 ? "[" : ",", k->index[i]);
    if (k->indices > 0)
        snprintf(text + used, KEY_TEXT_SIZE - used, "]");
}
