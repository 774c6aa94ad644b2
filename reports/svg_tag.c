/* Reading one tag.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/svg_tag.h"

#include <string.h>

static const char *skip_spaces(const char *s, const char *end) {
    while (s < end && strchr(" \t\r\n", *s) && *s) {
        s++;
    }
    return s;
}

static const char *skip_name(const char *s, const char *end) {
    while (s < end && *s && !strchr(" \t\r\n=/>'\"<", *s)) {
        s++;
    }
    return s;
}

/* key = 'value' or "value"; NULL when it is something else. */
static const char *read_attribute(struct svg_tag *tag, const char *s, const char *end) {
    const char *name_end = skip_name(s, end);
    const char *equals = skip_spaces(name_end, end);
    if (name_end == s || equals == end || *equals != '=' ||
        tag->attributes == SVG_ATTRIBUTES) {
        return NULL;
    }
    const char *quote = skip_spaces(equals + 1, end);
    if (quote == end || (*quote != '"' && *quote != '\'')) {
        return NULL;
    }
    const char *close = memchr(quote + 1, *quote, (size_t)(end - quote - 1));
    if (!close || memchr(quote + 1, '"', (size_t)(close - quote - 1))) {
        return NULL; /* a value is written again between double quotes */
    }
    tag->key[tag->attributes] = (struct svg_slice){s, (size_t)(name_end - s)};
    tag->value[tag->attributes] =
        (struct svg_slice){quote + 1, (size_t)(close - quote - 1)};
    tag->attributes++;
    return close + 1;
}

const char *svg_tag_read(struct svg_tag *tag, const char *s, const char *end) {
    *tag = (struct svg_tag){.closing = s + 1 < end && s[1] == '/'};
    s += tag->closing ? 2 : 1;
    const char *name_end = skip_name(s, end);
    tag->name = (struct svg_slice){s, (size_t)(name_end - s)};
    if (tag->name.length == 0) {
        return NULL;
    }
    for (s = skip_spaces(name_end, end); s < end && *s != '>';) {
        if (*s == '/') {
            tag->empty = true;
            s++;
        } else if (!(s = read_attribute(tag, s, end))) {
            return NULL;
        }
        s = skip_spaces(s, end);
    }
    return s < end ? s + 1 : NULL;
}

static bool equals(const struct svg_slice *slice, const char *s) {
    return slice->length == strlen(s) && memcmp(slice->at, s, slice->length) == 0;
}

bool svg_tag_is(const struct svg_tag *tag, const char *name) {
    return equals(&tag->name, name);
}

bool svg_tag_has(const struct svg_tag *tag, const char *key, const char *value) {
    for (int i = 0; i < tag->attributes; i++) {
        if (equals(&tag->key[i], key) && equals(&tag->value[i], value)) {
            return true;
        }
    }
    return false;
}
