/* From gnuplot's SVG to one that lives in a page: identifiers that no other figure has,
 * classes for colours, the page's font, and words for who cannot see it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SVG_H
#define REPORTS_SVG_H

#include <stdbool.h>

#include "reports/text.h"

/* What a figure is, in words. */
struct svg_words {
    const char *identifier; /* prefix of every identifier inside */
    const char *title, *description;
    int height; /* in pixels; 0: the usual one */
};

/* Finds the next document in gnuplot's output from *at on: its first byte and its length,
 * *at behind it. False: there is none. */
bool svg_next(const struct text *output, size_t *at, const char **document,
              size_t *length);

/* Appends one document of gnuplot's, rewritten, as an element to be put into a page.
 * False: it is no SVG that can be read. */
bool svg_rewrite(struct text *page, const char *document, size_t length,
                 const struct svg_words *words);

/* Appends a file of its own around such an element: the same with its colours. */
void svg_file(struct text *file, const char *element);

#endif
