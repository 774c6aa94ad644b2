/* Settings from outside: they replace the values of parameters, sizes and components of the
 * state at the start, where those are defined.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "problems/elaboration/elaborate.h"
#include "problems/language/suggest.h"

static bool are_equal(const struct key *a, const struct key *b) {
    return a->atom == b->atom && a->indices == b->indices &&
           memcmp(a->index, b->index, sizeof a->index) == 0;
}

struct parsed_setting *elaborate_setting(struct elaboration *e, const struct key *k) {
    struct parsed_setting *found = NULL;
    for (int i = 0; i < e->settings; i++)
        if (are_equal(&e->setting[i].key, k)) {
            found = &e->setting[i];
            found->used = true;
        }
    return found;
}

expr elaborate_settable(struct elaboration *e, const struct key *k, struct term *term,
                        const char *what,
                        expr (*read)(struct elaboration *e, struct term *term,
                                     const char *what)) {
    struct parsed_setting *setting = elaborate_setting(e, k);
    if (!setting)
        return read(e, term, what);
    e->source = &setting->source;
    expr value = read(e, setting->statement->value, what);
    e->source = e->file;
    return value;
}

/* Adds a name to a list, or "..." when it gets too long. */
static void list_name(char *list, size_t size, const char *name) {
    size_t used = strlen(list);
    const char *comma = used > 0 ? ", " : "";
    const size_t reserve = sizeof ", ...";
    if (used + strlen(comma) + strlen(name) + reserve < size)
        snprintf(list + used, size - used, "%s%s", comma, name);
    else if (used < 3 || strcmp(list + used - 3, "...") != 0)
        snprintf(list + used, size - used, "%s...", comma);
}

/* What may be set, once for each family: parameters, sizes, states. */
static void list_settable(const struct elaboration *e, char *list, size_t size,
                          struct suggestion *s) {
    list[0] = '\0';
    for (int kind = SYMBOL_SIZE; kind <= SYMBOL_STATE; kind++)
        for (int i = 0; i < e->names.table.count; i++) {
            int atom = e->names.table.key[i].atom;
            if ((int)e->names.symbol[i].kind != kind || e->names.family[atom].first != i)
                continue;
            suggest_consider(s, e->atoms->text[atom]);
            list_name(list, size, e->atoms->text[atom]);
        }
}

static bool fail_unused(struct elaboration *e, struct parsed_setting *setting) {
    const char *name = e->atoms->text[setting->key.atom];
    struct suggestion s = suggest_start(name);
    char list[220];
    list_settable(e, list, sizeof list, &s);
    e->source = &setting->source;
    int offset = setting->statement->offset;
    const struct symbol *symbol = names_find(&e->names, &setting->key);
    if (!symbol && e->names.family[setting->key.atom].count > 0)
        elaborate_lookup(e, &setting->key, offset);
    else if (symbol)
        elaborate_fail(e, offset, "'%s' is not set from outside; what is: %s", name,
                       list);
    else if (s.best)
        elaborate_fail(e, offset, "unknown name '%s'; did you mean '%s'? There are: %s",
                       name, s.best, list);
    else
        elaborate_fail(e, offset, "unknown name '%s'; there are: %s", name, list);
    e->source = e->file;
    return false;
}

bool elaborate_check_settings(struct elaboration *e) {
    for (int i = 0; i < e->settings; i++)
        if (!e->setting[i].used)
            return fail_unused(e, &e->setting[i]);
    return true;
}
