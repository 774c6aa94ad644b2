/* Filling templates: one pass over the text, which is scanned again for each element.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/template.h"

#include <string.h>

#include "reports/files.h"

enum { MOST_NESTED = 32 };

struct filler {
    struct text *out, *why;
    const char *folder;
    const json_t *context[MOST_NESTED]; /* the outermost first */
    int depth;
};

struct tag {
    char kind;        /* '#', '^', '/', '>', '!', '{' or ' ' for a value */
    const char *name; /* `length` bytes, blanks around it removed */
    size_t length;
    const char *begin; /* the text before the tag ends here */
    const char *end;   /* the text behind the tag begins here */
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* A tag alone on its line takes the line with it. */
static void take_line(struct tag *tag, const char *from, const char *to) {
    const char *before = tag->begin, *after = tag->end;
    while (before > from && is_blank(before[-1]))
        before--;
    while (after < to && is_blank(*after))
        after++;
    if ((before == from || before[-1] == '\n') && after < to && *after == '\n') {
        tag->begin = before;
        tag->end = after + 1;
    }
}

/* The first tag in [at, to); false: there is none that is closed. `from` is where the text
 * begins, so that one can see what stands before a tag. */
static bool find_tag(struct tag *tag, const char *from, const char *at, const char *to) {
    const char *open = at;
    while (open + 1 < to && !(open[0] == '{' && open[1] == '{'))
        open++;
    if (open + 2 >= to)
        return false;
    *tag = (struct tag){.kind = ' ', .begin = open, .name = open + 2};
    const char *close = strstr(tag->name, "}}");
    if (close == NULL || close >= to)
        return false;
    tag->end = close + 2;
    if (strchr("#^/>!{", *tag->name) != NULL)
        tag->kind = *tag->name++;
    if (tag->kind == '{')
        tag->end++;
    while (is_blank(*tag->name))
        tag->name++;
    while (close > tag->name && is_blank(close[-1]))
        close--;
    tag->length = (size_t)(close - tag->name);
    if (strchr("#^/>!", tag->kind) != NULL)
        take_line(tag, from, to);
    return true;
}

/* The value of a name: its first part is looked for from the inside out. */
static const json_t *find_value(const struct filler *f, const char *name, size_t length) {
    if (length == 1 && *name == '.')
        return f->context[f->depth - 1];
    const char *dot = memchr(name, '.', length);
    size_t first = dot != NULL ? (size_t)(dot - name) : length;
    const json_t *value = NULL;
    for (int i = f->depth - 1; i >= 0 && value == NULL; i--)
        value = json_object_getn(f->context[i], name, first);
    while (dot != NULL && value != NULL) {
        const char *part = dot + 1, *end = name + length;
        dot = memchr(part, '.', (size_t)(end - part));
        value = json_object_getn(value, part, (size_t)((dot != NULL ? dot : end) - part));
    }
    return value;
}

static bool is_there(const json_t *value) {
    switch (value == NULL ? JSON_NULL : json_typeof(value)) {
    case JSON_NULL:
    case JSON_FALSE: return false;
    case JSON_STRING: return json_string_length(value) > 0;
    case JSON_ARRAY: return json_array_size(value) > 0;
    case JSON_OBJECT: return json_object_size(value) > 0;
    case JSON_INTEGER: return json_integer_value(value) != 0;
    default: return true;
    }
}

static bool fail(struct filler *f, const char *what, const struct tag *tag) {
    text_add(f->why, what);
    if (tag != NULL)
        text_add_bytes(f->why, tag->name, tag->length);
    return false;
}

static bool fill(struct filler *f, const char *from, const char *to);

/* The end tag of the section that `open` begins. */
static bool find_end(struct tag *end, const struct tag *open, const char *from,
                     const char *to) {
    int nested = 1;
    for (const char *at = open->end; find_tag(end, from, at, to); at = end->end) {
        bool same = end->length == open->length &&
                    memcmp(end->name, open->name, end->length) == 0;
        if (same && (end->kind == '#' || end->kind == '^'))
            nested++;
        if (same && end->kind == '/' && --nested == 0)
            return true;
    }
    return false;
}

static bool fill_with(struct filler *f, const json_t *context, const char *from,
                      const char *to) {
    if (f->depth == MOST_NESTED)
        return fail(f, "sections are nested too deeply", NULL);
    f->context[f->depth++] = context;
    bool good = fill(f, from, to);
    f->depth--;
    return good;
}

static bool fill_section(struct filler *f, const struct tag *open, const char *to) {
    const json_t *value = find_value(f, open->name, open->length);
    if (open->kind == '^')
        return is_there(value) || fill_with(f, f->context[f->depth - 1], open->end, to);
    if (!is_there(value))
        return true;
    if (!json_is_array(value))
        return fill_with(f, value, open->end, to);
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!fill_with(f, json_array_get(value, i), open->end, to))
            return false;
    return true;
}

static bool fill_file(struct filler *f, const char *name, const json_t *context) {
    struct text content = {0};
    bool good = files_read(&content, f->folder, name, f->why) &&
                fill_with(f, context, text_bytes(&content),
                          text_bytes(&content) + content.length);
    text_clear(&content);
    return good;
}

static bool fill_partial(struct filler *f, const struct tag *tag) {
    struct text name = text_made("%.*s", (int)tag->length, tag->name);
    bool good = fill_file(f, text_bytes(&name), f->context[f->depth - 1]);
    text_clear(&name);
    return good;
}

static bool fill(struct filler *f, const char *from, const char *to) {
    const char *at = from;
    for (struct tag tag, end; find_tag(&tag, from, at, to); at = tag.end) {
        if (tag.begin > at)
            text_add_bytes(f->out, at, (size_t)(tag.begin - at));
        if (tag.kind == '>' && !fill_partial(f, &tag))
            return false;
        if (tag.kind == '{') {
            const char *raw = json_string_value(find_value(f, tag.name, tag.length));
            text_add(f->out, raw != NULL ? raw : "");
        }
        if (tag.kind == ' ')
            template_value(f->out, find_value(f, tag.name, tag.length));
        if (tag.kind == '#' || tag.kind == '^') {
            if (!find_end(&end, &tag, from, to))
                return fail(f, "a section is not closed: ", &tag);
            if (!fill_section(f, &tag, end.begin))
                return false;
            tag.end = end.end;
        }
    }
    if (to > at)
        text_add_bytes(f->out, at, (size_t)(to - at));
    return true;
}

bool template_fill(struct text *out, const char *folder, const char *name,
                   const json_t *context, struct text *why) {
    struct filler f = {.out = out, .why = why, .folder = folder};
    return fill_file(&f, name, context);
}
