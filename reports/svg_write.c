/* Writing one tag of a figure for a page.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/svg_tag.h"

#include <string.h>

#include "reports/plot.h"

/* The number N of a colour written rgb(1,1,N), with any spaces; 0 for other colours. */
static int find_colour(const struct svg_slice *value) {
    static const char pattern[] = "rgb(1,1,";
    size_t matched = 0;
    int number = 0;
    for (size_t i = 0; i < value->length; i++) {
        char c = value->at[i];
        if (c == ' ') {
            continue;
        }
        if (matched < strlen(pattern)) {
            if (c != pattern[matched++]) {
                return 0;
            }
        } else if (c >= '0' && c <= '9' && number < COLOUR_LAST) {
            number = 10 * number + (c - '0');
        } else {
            return c == ')' && number < COLOUR_LAST ? number : 0;
        }
    }
    return 0;
}

static bool is_key(const struct svg_slice *key, const char *name) {
    return key->length == strlen(name) && memcmp(key->at, name, key->length) == 0;
}

/* The letter of the class that stands for a colour in this attribute; 0: no colour. */
static char find_class(const struct svg_slice *key) {
    return is_key(key, "stroke")  ? 's'
           : is_key(key, "fill")  ? 'f'
           : is_key(key, "color") ? 'k'
                                  : '\0';
}

static bool is_dropped(const struct svg_slice *key, const struct svg_slice *value) {
    bool default_colour = is_key(key, "color") && find_colour(value) == 0;
    return default_colour || is_key(key, "font-family") || is_key(key, "class") ||
           is_key(key, "stroke-linecap") || is_key(key, "stroke-linejoin") ||
           is_key(key, "shape-rendering");
}

static void write_plain(struct text *page, const struct svg_slice *key,
                        const struct svg_slice *value, const char *prefix) {
    static const char reference[] = "url(#";
    size_t length = strlen(reference);
    bool link = is_key(key, "xlink:href") && value->length > 1 && value->at[0] == '#';
    text_add(page, " ");
    if (link) {
        text_format(page, "href=\"#%s-", prefix);
        text_add_bytes(page, value->at + 1, value->length - 1);
    } else {
        text_add_bytes(page, key->at, key->length);
        text_add(page, "=\"");
        bool name = is_key(key, "id");
        bool points = value->length > length && memcmp(value->at, reference, length) == 0;
        size_t kept = points ? length : 0;
        text_add_bytes(page, value->at, kept);
        text_format(page, "%s%s", name || points ? prefix : "",
                    name || points ? "-" : "");
        text_add_bytes(page, value->at + kept, value->length - kept);
    }
    text_add(page, "\"");
}

static void write_classes(struct text *page, const struct svg_tag *tag) {
    const char *before = " class=\"", *after = "";
    for (int i = 0; i < tag->attributes; i++) {
        char letter = find_class(&tag->key[i]);
        int colour = letter ? find_colour(&tag->value[i]) : 0;
        if (colour) {
            text_format(page, "%s%c%d", before, letter, colour);
            before = " ";
            after = "\"";
        }
    }
    text_add(page, after);
}

void svg_tag_write(struct text *page, const struct svg_tag *tag, const char *prefix) {
    text_add(page, tag->closing ? "</" : "<");
    text_add_bytes(page, tag->name.at, tag->name.length);
    for (int i = 0; i < tag->attributes; i++) {
        bool coloured = find_class(&tag->key[i]) && find_colour(&tag->value[i]);
        if (!coloured && !is_dropped(&tag->key[i], &tag->value[i])) {
            write_plain(page, &tag->key[i], &tag->value[i], prefix);
        }
    }
    write_classes(page, tag);
    text_add(page, tag->empty ? "/>" : ">");
    if (tag->closing || tag->empty) {
        bool inline_part = tag->name.length == strlen("tspan") &&
                           memcmp(tag->name.at, "tspan", tag->name.length) == 0;
        text_add(page, inline_part ? "" : "\n");
    }
}
