/* Names: looking them up, and saying what is near when there is no such one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/elaboration/elaborate.h"
#include "problems/language/suggest.h"

bool elaborate_indices(struct elaboration *e, struct key *k, int name, int indices,
                       const struct term *index) {
    *k = (struct key){.atom = name, .indices = indices};
    for (int i = 0; i < indices; i++, index = index->next)
        if (!elaborate_integer(e, index, &k->index[i]))
            return false;
    return true;
}

bool elaborate_key(struct elaboration *e, struct key *k, const struct target *target) {
    return elaborate_indices(e, k, target->name, target->indices, target->index);
}

char *elaborate_name(struct elaboration *e, const struct key *k) {
    char text[KEY_TEXT_SIZE];
    key_text(text, e->atoms, k);
    char *name = arena_text(e->model->texts, text, strlen(text));
    if (!name)
        elaborate_fail_memory(e);
    return name;
}

/* The first statement that defines a name by let or param, among s and what is inside. */
static const struct statement *find_definition(const struct statement *s, int atom) {
    for (; s; s = s->next) {
        bool defines = s->kind == STATEMENT_LET || s->kind == STATEMENT_PARAMETER ||
                       s->kind == STATEMENT_SIZE;
        if (defines && s->target.name == atom)
            return s;
        const struct statement *inner = find_definition(s->body, atom);
        if (!inner)
            inner = find_definition(s->otherwise, atom);
        if (inner)
            return inner;
    }
    return NULL;
}

static bool fail_unknown(struct elaboration *e, int atom, int offset) {
    const char *wrong = e->atoms->text[atom];
    const struct statement *later = find_definition(e->first, atom);
    if (later && e->source == e->file && later->offset > offset)
        return elaborate_fail(e, offset, "'%s' is used before line %d, which defines it",
                              wrong, elaborate_line(e, later->offset));
    struct suggestion s = suggest_start(wrong);
    for (int i = 0; i < e->names.atoms; i++)
        if (e->names.family[i].count > 0 || e->names.inner[i] >= 0)
            suggest_consider(&s, e->atoms->text[i]);
    if (s.best)
        return elaborate_fail(e, offset, "unknown name '%s'; did you mean '%s'?", wrong,
                              s.best);
    return elaborate_fail(e, offset, "unknown name '%s'", wrong);
}

/* A name that is known, but not with these indices. */
static bool fail_indices(struct elaboration *e, const struct key *k, int offset) {
    const struct family *family = &e->names.family[k->atom];
    const char *name = e->atoms->text[k->atom];
    char text[KEY_TEXT_SIZE];
    key_text(text, e->atoms, k);
    if (family->count == 0 || family->indices == 0)
        return elaborate_fail(e, offset, "'%s' has no indices", name);
    if (k->indices == 0)
        return elaborate_fail(e, offset, "'%s' needs %d %s", name, family->indices,
                              family->indices == 1 ? "index" : "indices");
    if (family->indices != k->indices)
        return elaborate_fail(e, offset, "'%s' has %d %s, not %d", name, family->indices,
                              family->indices == 1 ? "index" : "indices", k->indices);
    if (family->indices > 1)
        return elaborate_fail(e, offset,
                              "there is no %s: the indices of '%s' begin at [%d,%d] and "
                              "end at [%d,%d]",
                              text, name, family->least[0], family->least[1],
                              family->most[0], family->most[1]);
    return elaborate_fail(
        e, offset, "there is no %s: '%s' has the indices %d to %d%s", text, name,
        family->least[0], family->most[0],
        family->count <= family->most[0] - family->least[0] ? ", with gaps" : "");
}

const struct symbol *elaborate_lookup(struct elaboration *e, const struct key *k,
                                      int offset) {
    const struct symbol *symbol = names_find(&e->names, k);
    if (symbol)
        return symbol;
    if (e->names.family[k->atom].count > 0 || e->names.inner[k->atom] >= 0)
        fail_indices(e, k, offset);
    else
        fail_unknown(e, k->atom, offset);
    return NULL;
}

struct declared_state *elaborate_state(struct elaboration *e, const struct target *target,
                                       const char *what) {
    struct key k;
    if (!elaborate_key(e, &k, target))
        return NULL;
    const struct symbol *symbol = elaborate_lookup(e, &k, target->offset);
    if (symbol && symbol->kind == SYMBOL_STATE)
        return &e->state[symbol->value];
    if (symbol)
        elaborate_fail(e, target->offset, "expected the name of a %s, but '%s' is none",
                       what, e->atoms->text[k.atom]);
    return NULL;
}

const char *elaborate_variable_name(const struct elaboration *e, int variable) {
    return variable == 0 ? "t" : e->model->state[variable - 1];
}
