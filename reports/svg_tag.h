/* One tag of an SVG document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SVG_TAG_H
#define REPORTS_SVG_TAG_H

#include <stdbool.h>
#include <stddef.h>

#include "reports/text.h"

enum { SVG_ATTRIBUTES = 24 }; /* gnuplot writes fewer than half as many */

/* A part of the document: pointer and length. */
struct svg_slice {
    const char *at;
    size_t length;
};

struct svg_tag {
    struct svg_slice name;
    bool closing, empty; /* </name>, <name/> */
    int attributes;
    struct svg_slice key[SVG_ATTRIBUTES], value[SVG_ATTRIBUTES];
};

/* Reads the tag at s, which is a '<'. Returns what follows it; NULL: no tag. */
const char *svg_tag_read(struct svg_tag *tag, const char *s, const char *end);

bool svg_tag_is(const struct svg_tag *tag, const char *name);
bool svg_tag_has(const struct svg_tag *tag, const char *key, const char *value);

/* Writes the tag with the prefix in all its identifiers and references, with classes for
 * colours, without fonts. */
void svg_tag_write(struct text *page, const struct svg_tag *tag, const char *prefix);

#endif
