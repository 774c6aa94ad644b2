/* What a model says about itself, and its variants.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/elaboration/rough.h"
#include "problems/graph/expr.h"

static bool set_text(struct elaboration *e, struct statement *s, char **text, int *offset,
                     const char *keyword) {
    if (*offset >= 0)
        return elaborate_fail(e, s->offset, "'%s' already stands on line %d", keyword,
                              elaborate_line(e, *offset));
    *offset = s->offset;
    *text = arena_text(e->model->texts, s->text, strlen(s->text));
    return *text || elaborate_fail_memory(e);
}

static bool fail_repeated_tag(struct elaboration *e, const struct statement *s) {
    return elaborate_fail(e, s->offset, "the tag '%s' is there already", s->text);
}

static bool add_tag(struct elaboration *e, struct statement *s) {
    struct model *m = e->model;
    for (int i = 0; i < m->tags; i++)
        if (strcmp(m->tag[i], s->text) == 0)
            return fail_repeated_tag(e, s);
    char **grown = array_grow(m->tag, &e->tag_capacity, m->tags + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    m->tag = grown;
    m->tag[m->tags] = arena_text(m->texts, s->text, strlen(s->text));
    return m->tag[m->tags++] || elaborate_fail_memory(e);
}

static bool set_span(struct elaboration *e, struct statement *s) {
    struct model *m = e->model;
    if (e->span_offset >= 0)
        return elaborate_fail(e, s->offset, "'span' already stands on line %d",
                              elaborate_line(e, e->span_offset));
    e->span_offset = s->offset;
    m->span_begin = elaborate_constant(e, s->value, "the beginning of the span");
    if (m->span_begin == EXPR_NONE)
        return false;
    m->span_end = elaborate_constant(e, s->second_value, "the end of the span");
    if (m->span_end == EXPR_NONE)
        return false;
    struct rough length;
    expr difference = expr_sub(m->graph, m->span_end, m->span_begin);
    if (difference == EXPR_NONE)
        return elaborate_fail_memory(e);
    if (!rough_values(e, 1, &difference, 0, NULL, s->offset, &length))
        return false;
    if (length.sign <= 0)
        return elaborate_fail(e, s->offset, "the span must end after its beginning");
    return true;
}

bool elaborate_header(struct elaboration *e, struct statement *s) {
    struct model *m = e->model;
    switch (s->kind) {
    case STATEMENT_TITLE: return set_text(e, s, &m->title, &e->title_offset, "title");
    case STATEMENT_SOURCE: return set_text(e, s, &m->source, &e->source_offset, "source");
    case STATEMENT_WHY: return set_text(e, s, &m->why, &e->why_offset, "why");
    case STATEMENT_TAG: return add_tag(e, s);
    default: return set_span(e, s);
    }
}

/* A tag of a variant is one that the model has not, or is denied and one that it has; and
 * stands there once. */
static bool check_tag(struct elaboration *e, const struct statement *first,
                      const struct statement *tag) {
    bool of_model = false, repeated = false;
    for (int i = 0; i < e->model->tags; i++)
        of_model = of_model || strcmp(e->model->tag[i], tag->text) == 0;
    for (const struct statement *s = first; s != tag; s = s->next)
        repeated = repeated || strcmp(s->text, tag->text) == 0;
    if (repeated || (of_model && !tag->denied))
        return fail_repeated_tag(e, tag);
    return of_model || !tag->denied ||
           elaborate_fail(e, tag->offset, "'%s' is no tag of the model before this line",
                          tag->text);
}

/* A setting of a variant is of a known name. Its value is read when the variant is, and so
 * are its indices, which may belong to another size. */
static bool check_setting(struct elaboration *e, const struct statement *setting) {
    struct key k = {.atom = setting->target.name};
    const struct family *family = &e->names.family[k.atom];
    if (family->count == 0)
        return elaborate_lookup(e, &k, setting->offset) != NULL;
    enum symbol_kind kind = e->names.symbol[family->first].kind;
    if (kind == SYMBOL_SIZE || kind == SYMBOL_PARAMETER || kind == SYMBOL_STATE)
        return true;
    return elaborate_fail(e, setting->offset,
                          "expected the name of a parameter, a size or a component "
                          "of the state, but '%s' is none",
                          e->atoms->text[k.atom]);
}

bool elaborate_variant(struct elaboration *e, struct statement *s) {
    for (const struct statement *t = s->body; t; t = t->next)
        if (!(t->kind == STATEMENT_TAG ? check_tag(e, s->body, t) : check_setting(e, t)))
            return false;
    return true;
}
