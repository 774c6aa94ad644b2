/* Values from the literature. They belong to the model as it is written, or to a variant of
 * it, and are left out when the settings from outside are others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/elaboration/elaborate.h"
#include "problems/language/suggest.h"

/* More significant digits than this no table has. */
enum { DIGITS_LIMIT = 10000 };

/* The sources of several tables are joined by "; ". */
static bool add_source(struct elaboration *e, const char *text) {
    struct model *m = e->model;
    size_t before = strlen(m->published_source), length = strlen(text);
    if (strstr(m->published_source, text))
        return true;
    char *joined = arena_take(m->texts, before + 2 + length + 1);
    if (!joined)
        return elaborate_fail_memory(e);
    memcpy(joined, m->published_source, before);
    if (before > 0) {
        memcpy(joined + before, "; ", 2);
        before += 2;
    }
    memcpy(joined + before, text, length);
    m->published_source = joined;
    return true;
}

/* The first statement that defines joints of a name, among s and what is inside. */
static const struct statement *find_joint(const struct statement *s, int atom) {
    for (; s; s = s->next) {
        const struct statement *inner = find_joint(s->body, atom);
        if (!inner)
            inner = find_joint(s->otherwise, atom);
        if (inner || (s->kind == STATEMENT_JOINT && s->target.name == atom))
            return inner ? inner : s;
    }
    return NULL;
}

/* A name that is none of a joint, nor of a state component, if a joint is meant. */
static bool fail_joint(struct elaboration *e, const struct key *k, int offset) {
    const struct statement *joint = find_joint(e->first, k->atom);
    char text[KEY_TEXT_SIZE];
    key_text(text, e->atoms, k);
    if (!joint || e->names.family[k->atom].count > 0)
        return true;
    if (joint->offset > offset)
        return elaborate_fail(e, offset, "joint '%s' is used before line %d", text,
                              elaborate_line(e, joint->offset));
    return elaborate_fail(e, offset, "there is no joint %s", text);
}

/* The place of a state component; nx + i for joint i of the file, that is its multiplier; -1:
 * neither. */
static int find_component(struct elaboration *e, const struct target *target) {
    const struct model *m = e->model;
    const struct declared_state *state = NULL;
    struct key k;
    if (!elaborate_key(e, &k, target))
        return -1;
    const int *joint = keys_find(&e->joint_names, &k);
    const struct symbol *symbol = names_find(&e->names, &k);
    if (!joint && fail_joint(e, &k, target->offset))
        state = elaborate_state(e, target, "position, velocity, state or joint");
    else if (joint && symbol && symbol->kind == SYMBOL_STATE)
        elaborate_fail(e, target->offset,
                       "'%s' is the name of a joint and of a component of the state",
                       e->atoms->text[k.atom]);
    else if (joint)
        return m->nq + m->nv + m->nz + (int)(joint - e->joint_names.value);
    return state ? state->component : -1;
}

static bool add_value(struct elaboration *e, struct statement *s, expr time,
                      const char *source) {
    struct model *m = e->model;
    int digits = 0;
    int component = find_component(e, &s->target);
    if (component < 0)
        return false;
    expr value = elaborate_constant(e, s->value, "a published value");
    if (value == EXPR_NONE)
        return false;
    if (s->second_value) {
        if (!elaborate_integer(e, s->second_value, &digits))
            return false;
        if (digits < 1 || digits > DIGITS_LIMIT)
            return elaborate_fail(e, term_begin(s->second_value),
                                  "a number of digits lies between 1 and %d",
                                  DIGITS_LIMIT);
    }
    struct published_value *grown = array_grow(m->published_value, &e->published_capacity,
                                               m->published + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    m->published_value = grown;
    m->published_value[m->published++] =
        (struct published_value){component, time, value, digits, source};
    return true;
}

/* The variant that a target names; fails when there is none. */
static const struct statement *find_variant(struct elaboration *e,
                                            const struct target *target) {
    const char *name = e->atoms->text[target->name];
    struct suggestion near = suggest_start(name);
    for (const struct statement *s = e->first; s; s = s->next) {
        if (s->kind != STATEMENT_VARIANT)
            continue;
        if (s->target.name == target->name)
            return s;
        suggest_consider(&near, e->atoms->text[s->target.name]);
    }
    if (near.best)
        elaborate_fail(e, target->offset, "no variant is called '%s'; did you mean '%s'?",
                       name, near.best);
    else
        elaborate_fail(e, target->offset, "no variant is called '%s'", name);
    return NULL;
}

/* Whether two settings, in the texts in which they stand, have the same words. */
static bool is_same_setting(const struct source *source, const struct statement *s,
                            const struct source *other, const struct statement *t) {
    return s->target.length == t->target.length &&
           memcmp(source->text + s->target.offset, other->text + t->target.offset,
                  (size_t)s->target.length) == 0 &&
           strcmp(s->text, t->text) == 0;
}

/* Whether the settings from outside are those of a variant; NULL: none. */
static bool has_settings_of(const struct elaboration *e,
                            const struct statement *variant) {
    int i = 0;
    for (const struct statement *s = variant ? variant->body : NULL; s; s = s->next) {
        if (s->kind != STATEMENT_SETTING)
            continue;
        if (i >= e->settings ||
            !is_same_setting(e->file, s, &e->setting[i].source, e->setting[i].statement))
            return false;
        i++;
    }
    return i == e->settings;
}

bool elaborate_published(struct elaboration *e, struct statement *s) {
    struct model *m = e->model;
    const bool is_owned = s->target.length > 0;
    const struct statement *variant = is_owned ? find_variant(e, &s->target) : NULL;
    if (is_owned && !variant)
        return false;
    if (!has_settings_of(e, variant))
        return true;
    expr time = elaborate_constant(e, s->value, "the time of published values");
    if (time == EXPR_NONE || !add_source(e, s->text))
        return false;
    const char *source = arena_text(m->texts, s->text, strlen(s->text));
    if (!source)
        return elaborate_fail_memory(e);
    for (struct statement *t = s->body; t; t = t->next)
        if (!add_value(e, t, time, source))
            return false;
    return true;
}
