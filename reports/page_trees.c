/* The trees of a fingerprint, each drawn, with its elementary differential and its
 * weights: those that fail first, then those that pass, by order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/fingerprint.h"
#include "reports/tree.h"

enum {
    HIGHEST_ORDER = 6,
    SHOWN_AT_ONCE = 25,    /* trees through order 3, or of those that fail */
    SHOWN_AMONG_OTHERS = 7 /* trees through order 2 */
};

/* "f_qt N' v" with its index lowered and its strokes as primes. */
static void write_differential(struct text *out, const char *s) {
    while (*s) {
        if (*s == '_') {
            size_t length = strspn(++s, "qvztx");
            text_add(out, "<sub>");
            text_add_bytes(out, s, length);
            text_add(out, "</sub>");
            s += length;
        } else if (*s == '\'') {
            text_add(out, "\xE2\x80\xB2");
            s++;
        } else {
            size_t length = strcspn(s, "_'");
            text_escaped_bytes(out, s, length);
            s += length;
        }
    }
}

void page_fraction(struct text *out, const char *s) {
    bool negative = s[0] == '-' && (isdigit((unsigned char)s[1]) || s[1] == '.');
    text_add(out, negative ? "\xE2\x88\x92" : "");
    text_escaped(out, s + (negative ? 1 : 0));
}

/* "1/4, not 3/4"; the difference where it is not to be seen from the two. */
static void write_weight(struct text *out, const char *name, const char *measured,
                         const char *expected, double difference) {
    const double small = 1e-3;
    if (!measured[0]) {
        return;
    }
    bool differs = expected[0] && strcmp(measured, expected) != 0;
    text_format(out, "<dt>%s</dt><dd%s>", name, differs ? " class=\"wrong\"" : "");
    page_fraction(out, measured);
    if (differs) {
        text_add(out, " <small>not ");
        page_fraction(out, expected);
        if (fabs(difference) < small) {
            text_add(out, " (");
            text_add(out, difference > 0 ? "+" : "");
            decimal_number(out, difference, 2);
            text_add(out, ")");
        }
        text_add(out, "</small>");
    }
    text_add(out, "</dd>");
}

static void draw_tree(struct text *out, const struct fingerprint_tree *tree) {
    struct tree drawing;
    struct text title = {0};
    text_format(&title, "Tree %s, %s", tree->tree, tree->fails ? "fails" : "passes");
    if (tree_read(&drawing, tree->tree)) {
        int order = tree->order > 0 && tree->order <= HIGHEST_ORDER &&
                            drawing.count <= tree->order
                        ? tree->order
                        : drawing.count;
        tree_draw(out, &drawing, order, text_bytes(&title));
    }
    text_clear(&title);
}

static void write_card(struct text *out, const struct fingerprint_tree *tree) {
    text_format(out, "<li class=\"%s\">", tree->fails ? "fails" : "passes");
    draw_tree(out, tree);
    text_add(out, "<div><b>");
    write_differential(out, tree->differential);
    text_add(out, "</b> <code>");
    text_escaped(out, tree->tree);
    text_add(out, "</code><dl>");
    write_weight(out, "result", tree->result, tree->expected, tree->difference);
    write_weight(out, "estimate", tree->estimate, tree->estimate_expected,
                 tree->estimate_difference);
    text_add(out, "</dl></div></li>\n");
}

/* Appends the trees of an order from number `from` to before number `to`; how many there
 * are in all. */
static int write_cards(struct text *out, const struct fingerprint *f, int order,
                       bool fails, int from, int to) {
    int count = 0;
    for (int i = 0; i < f->trees; i++) {
        if (f->tree[i].order == order && f->tree[i].fails == fails) {
            if (count >= from && count < to) {
                write_card(out, &f->tree[i]);
            }
            count++;
        }
    }
    return count;
}

static void write_order(struct text *out, const struct fingerprint *f, int order,
                        bool fails, int *room) {
    struct text cards = {0}, rest = {0}, summary = {0};
    int count = write_cards(&cards, f, order, fails, 0, *room);
    if (count > 0 && *room > 0) {
        text_format(out, "<h4>Order %d</h4>\n<ul class=\"trees\">\n%s</ul>\n", order,
                    text_bytes(&cards));
    }
    if (count > *room) {
        text_add(&rest, "<ul class=\"trees\">\n");
        write_cards(&rest, f, order, fails, *room, count);
        text_add(&rest, "</ul>\n");
        text_format(&summary, "%s%d of order %d that %s", *room > 0 ? "and " : "",
                    count - *room, order, fails ? "fail" : "pass");
        page_fold(out, text_bytes(&summary), &rest);
    }
    *room -= count < *room ? count : *room;
    out->failed = out->failed || text_failed(&cards) || text_failed(&summary);
    text_clear(&cards);
    text_clear(&summary);
}

static void write_trees(struct text *out, const struct fingerprint *f, bool fails,
                        int room) {
    for (int order = 1; order <= HIGHEST_ORDER; order++) {
        write_order(out, f, order, fails, &room);
    }
}

void page_trees(struct text *out, const struct fingerprint *f, bool open) {
    int failures = fingerprint_failures(f);
    struct text passing = {0}, summary = {0};
    if (failures > 0) {
        text_format(out, "<h3>%d of %d trees fail</h3>\n", failures, f->trees);
        write_trees(out, f, true, SHOWN_AT_ONCE);
    }
    if (failures < f->trees) {
        int room = failures > 0 ? f->trees : open ? SHOWN_AT_ONCE : SHOWN_AMONG_OTHERS;
        write_trees(&passing, f, false, room);
        if (f->expected[0]) {
            text_format(&summary, "%d of %d trees pass", f->trees - failures, f->trees);
        } else {
            text_format(&summary, "%d trees, with nothing to compare them with",
                        f->trees);
        }
        if (failures == 0) {
            text_format(out, "<h3>%s</h3>\n%s", text_bytes(&summary),
                        text_bytes(&passing));
            out->failed = out->failed || text_failed(&passing);
            text_clear(&passing);
        } else {
            page_fold(out, text_bytes(&summary), &passing);
        }
    }
    text_clear(&summary);
}
