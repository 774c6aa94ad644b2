/* Rewriting gnuplot's SVG, tag by tag.
 *
 * What gnuplot says about itself (title, description, filters) goes, groups without
 * content go, identifiers get a prefix, fonts are left to the page, and colours of the
 * form rgb(1,1,N) become the classes sN (stroke), fN (fill) and kN (current colour).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/svg.h"

#include <string.h>

#include "reports/plot.h"
#include "reports/svg_tag.h"

enum { DEEPEST = 64 }; /* gnuplot nests a handful of elements */

struct rewriter {
    struct text *page;
    const char *prefix;
    struct svg_tag waiting[DEEPEST]; /* groups opened and not yet written */
    int waits;
    int skipped; /* depth inside an element that is left out */
    int in_text; /* spaces count there */
};

static void write_waiting(struct rewriter *w) {
    for (int i = 0; i < w->waits; i++) {
        svg_tag_write(w->page, &w->waiting[i], w->prefix);
    }
    w->waits = 0;
}

static bool is_left_out(const struct svg_tag *tag) {
    static const char *const names[] = {"title", "desc", "filter", "svg", "rect"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool background =
            strcmp(names[i], "rect") != 0 || svg_tag_has(tag, "fill", "none");
        if (svg_tag_is(tag, names[i]) && background) {
            return true;
        }
    }
    return false;
}

/* Whether the tag belongs to something left out. The root is left out without its
 * content. */
static bool skip_tag(struct rewriter *w, const struct svg_tag *tag) {
    if (w->skipped > 0) {
        w->skipped += tag->closing ? -1 : tag->empty ? 0 : 1;
        return true;
    }
    if (!is_left_out(tag)) {
        return false;
    }
    bool root = svg_tag_is(tag, "svg");
    w->skipped = root || tag->empty || tag->closing ? 0 : 1;
    return true;
}

static bool rewrite_tag(struct rewriter *w, const struct svg_tag *tag) {
    if (skip_tag(w, tag)) {
        return true;
    }
    if (svg_tag_is(tag, "g") && tag->closing && w->waits > 0) {
        w->waits--;
        return true;
    }
    if (svg_tag_is(tag, "g") && !tag->closing && !tag->empty) {
        w->waiting[w->waits++] = *tag;
        return w->waits < DEEPEST;
    }
    write_waiting(w);
    svg_tag_write(w->page, tag, w->prefix);
    if (svg_tag_is(tag, "text") && !tag->empty) {
        w->in_text += tag->closing ? -1 : 1;
    }
    return true;
}

bool svg_next(const struct text *output, size_t *at, const char **document,
              size_t *length) {
    static const char first[] = "<svg", last[] = "</svg>";
    const char *begin = strstr(text_bytes(output) + *at, first);
    const char *end = begin ? strstr(begin, last) : NULL;
    if (!end) {
        return false;
    }
    end += strlen(last);
    *document = begin;
    *length = (size_t)(end - begin);
    *at = (size_t)(end - text_bytes(output));
    return true;
}

static void open_root(struct text *page, const struct svg_words *words) {
    text_format(
        page,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" "
        "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title %s-desc\">\n",
        FIGURE_WIDTH, words->height > 0 ? words->height : FIGURE_HEIGHT,
        words->identifier, words->identifier);
    text_format(page, "<title id=\"%s-title\">", words->identifier);
    text_escaped(page, words->title);
    text_format(page, "</title>\n<desc id=\"%s-desc\">", words->identifier);
    text_escaped(page, words->description);
    text_add(page, "</desc>\n");
}

bool svg_rewrite(struct text *page, const char *document, size_t length,
                 const struct svg_words *words) {
    struct rewriter w = {.page = page, .prefix = words->identifier};
    const char *s = document, *end = document + length;
    open_root(page, words);
    while (s < end) {
        struct svg_tag tag;
        if (*s == '<') {
            s = svg_tag_read(&tag, s, end);
            if (!s || !rewrite_tag(&w, &tag)) {
                return false;
            }
        } else {
            const char *next = memchr(s, '<', (size_t)(end - s));
            next = next ? next : end;
            if (w.skipped == 0 && w.in_text > 0) {
                text_add_bytes(page, s, (size_t)(next - s));
            }
            s = next;
        }
    }
    text_add(page, "</svg>\n");
    return w.skipped == 0 && w.waits == 0 && !text_failed(page);
}
