/* What an integrator is, as facts: order, estimate, stability, nodes, memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/fingerprint.h"

enum { DIGITS = 7 };

static void open_fact(struct text *out, const char *name) {
    text_format(out, "<div><dt>%s</dt><dd>", name);
}

static void close_fact(struct text *out) {
    text_add(out, "</dd></div>\n");
}

static void write_order(struct text *out, const struct fingerprint *f) {
    open_fact(out, "Order");
    decimal_number(out, f->order, 2);
    text_add(out, f->order_at_least ? " or more" : "");
    if (isfinite(f->estimate_order)) {
        text_format(out, "; error, estimate%s begin with ",
                    isfinite(f->gap_order) ? " and their gap" : "");
        text_format(out, "h<sup>%g</sup>, h<sup>%g</sup>", f->order + 1,
                    f->estimate_order);
        if (isfinite(f->gap_order)) {
            text_format(out, ", h<sup>%g</sup>", f->gap_order);
        }
    }
    close_fact(out);
}

static void write_factor(struct text *out, const struct fingerprint *f) {
    if (f->factor_text[0]) {
        page_fraction(out, f->factor_text);
    } else {
        decimal_number(out, f->factor, DIGITS);
    }
}

/* "big - small" in words. */
static void write_difference(struct text *out, const char *s) {
    static const struct {
        const char *short_words, *words;
    } table[] = {{"big - small", "one step minus two half steps"},
                 {"small - big", "two half steps minus one step"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(s, table[i].short_words) == 0) {
            s = table[i].words;
        }
    }
    text_escaped(out, s);
}

static void write_estimate(struct text *out, const struct fingerprint *f) {
    open_fact(out, "Error estimate");
    if (!f->has_estimate) {
        text_add(out, "none that was recognised");
        close_fact(out);
        return;
    }
    text_add(out, f->is_signed ? "with its sign" : "without sign: an absolute value");
    text_add(out, f->estimate_of[0] ? "; " : "");
    if (f->factor == -1) {
        text_add(out, "turned round: ");
    } else if (isfinite(f->factor) && f->factor != 1) {
        write_factor(out, f);
        text_add(out, " times ");
    }
    write_difference(out, f->estimate_of);
    close_fact(out);
}

static void write_stability(struct text *out, const struct fingerprint *f) {
    const struct fingerprint_stability *s = &f->stability;
    if (s->numerators == 0 && !s->text[0]) {
        return;
    }
    open_fact(out, "Stability");
    text_add(out, "R(z) = ");
    page_formula(out, s->text);
    text_add(out, s->l_stable   ? ", L-stable"
                  : s->a_stable ? ", A-stable"
                                : ", not A-stable");
    close_fact(out);
}

/* "1/2 at 1/2, 1/2 at 1". */
static void write_nodes(struct text *out, const char *name,
                        const struct fingerprint_node *node, int count) {
    if (count == 0) {
        return;
    }
    open_fact(out, name);
    for (int i = 0; i < count; i++) {
        const char *at = strchr(node[i].text, '@');
        text_add(out, i > 0 ? ", " : "");
        if (at) {
            text_escaped_bytes(out, node[i].text, (size_t)(at - node[i].text));
            text_add(out, " at ");
            text_escaped(out, at + 1);
            continue;
        }
        decimal_number(out, node[i].weight, DIGITS);
        text_add(out, " at ");
        decimal_number(out, node[i].node, DIGITS);
    }
    close_fact(out);
}

static bool same_nodes(const struct fingerprint *f) {
    const double tolerance = 1e-12;
    bool same = f->nodes == f->time_nodes;
    for (int i = 0; same && i < f->nodes; i++) {
        same = fabs(f->node[i].node - f->time_node[i].node) < tolerance &&
               fabs(f->node[i].weight - f->time_node[i].weight) < tolerance;
    }
    return same;
}

static void write_fact(struct text *out, const char *name, const char *value) {
    open_fact(out, name);
    text_add(out, value);
    close_fact(out);
}

void page_traits(struct text *out, const struct fingerprint *f) {
    text_add(out, "<dl class=\"facts\">\n");
    if (f->name[0]) {
        open_fact(out, "Name");
        text_escaped(out, f->name);
        close_fact(out);
    }
    if (isfinite(f->order)) {
        write_order(out, f);
    }
    write_estimate(out, f);
    write_stability(out, f);
    bool same = same_nodes(f);
    write_nodes(out, same ? "Weights at nodes, and at times" : "Weights at nodes",
                f->node, f->nodes);
    write_nodes(out, "Weights at times", f->time_node, same ? 0 : f->time_nodes);
    if (isfinite(f->iterations)) {
        open_fact(out, "Iterations");
        text_format(out, "%g or more", f->iterations);
        close_fact(out);
    }
    if (f->knows_memory) {
        write_fact(out, "Memory of earlier steps", f->memory ? "yes" : "none");
    }
    if (f->knows_equivariance) {
        write_fact(out, "In another basis",
                   f->equivariant ? "the same" : "another method");
    }
    text_add(out, "</dl>\n");
}

/* Powers raised: "1/(1 - z + z^2/4)". */
void page_formula(struct text *out, const char *s) {
    while (*s) {
        size_t length = 0;
        while (s[length] && s[length] != '^' && s[length] != '-') {
            length++;
        }
        text_escaped_bytes(out, s, length);
        s += length;
        if (*s == '-') {
            text_add(out, "\xE2\x88\x92");
            s++;
        } else if (*s == '^') {
            text_add(out, "<sup>");
            for (s++; *s >= '0' && *s <= '9'; s++) {
                text_add_bytes(out, s, 1);
            }
            text_add(out, "</sup>");
        }
    }
}
