/* A small check of XML: one pass with a stack of open elements.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/xml.h"

#include <ctype.h>
#include <string.h>

enum { deepest = 16 };

struct reader {
    const char *at;
    const char *open[deepest];
    size_t length[deepest];
    int depth;
};

static size_t name_length(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || strchr("-_:.", text[length]) != NULL)
        if (text[length++] == '\0')
            return length - 1;
    return length;
}

static bool read_entity(struct reader *r) {
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (int i = 0; i < 5; i++) {
        if (strncmp(r->at, entities[i], strlen(entities[i])) == 0) {
            r->at += strlen(entities[i]);
            return true;
        }
    }
    size_t digits = strncmp(r->at, "&#", 2) == 0 ? strspn(r->at + 2, "0123456789") : 0;
    if (digits == 0 || r->at[2 + digits] != ';')
        return false;
    r->at += 2 + digits + 1;
    return true;
}

/* Reads characters up to one of `end`; markup that is not an entity ends it too. */
static bool read_text(struct reader *r, const char *end) {
    while (*r->at != '\0' && strchr(end, *r->at) == NULL) {
        unsigned char c = (unsigned char)*r->at;
        if (c == '<' || (c < ' ' && c != '\n' && c != '\t'))
            return false;
        if (c != '&')
            r->at++;
        else if (!read_entity(r))
            return false;
    }
    return true;
}

static bool read_attributes(struct reader *r) {
    for (r->at += strspn(r->at, " \n"); isalpha((unsigned char)*r->at);
         r->at += strspn(r->at, " \n")) {
        r->at += name_length(r->at);
        if (r->at[0] != '=' || r->at[1] != '"')
            return false;
        r->at += 2;
        if (!read_text(r, "\"") || *r->at++ != '"')
            return false;
    }
    return true;
}

static bool read_start(struct reader *r) {
    size_t length = name_length(++r->at);
    if (length == 0 || r->depth == deepest)
        return false;
    r->open[r->depth] = r->at;
    r->length[r->depth] = length;
    r->at += length;
    if (!read_attributes(r))
        return false;
    if (*r->at == '/')
        r->at++;
    else
        r->depth++;
    return *r->at++ == '>';
}

static bool read_end(struct reader *r) {
    r->at += 2;
    size_t length = name_length(r->at);
    if (r->depth == 0 || length != r->length[r->depth - 1] ||
        strncmp(r->at, r->open[r->depth - 1], length) != 0)
        return false;
    r->depth--;
    r->at += length;
    return *r->at++ == '>';
}

bool xml_is_well_formed(const char *text) {
    static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    struct reader r = {.at = text};
    if (strncmp(text, declaration, strlen(declaration)) == 0)
        r.at += strlen(declaration);
    while (*r.at != '\0') {
        bool read = strncmp(r.at, "</", 2) == 0 ? read_end(&r)
                    : *r.at == '<'              ? read_start(&r)
                                                : read_text(&r, "<");
        if (!read)
            return false;
    }
    return r.depth == 0;
}
