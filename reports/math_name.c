/* Names: m1 and m_1 are m with the index 1, omega is the letter, u_x[i] has the indices x
 * and i. One letter is slanted, several are upright: that is MathML's own rule for <mi>.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_print.h"

#include <ctype.h>
#include <string.h>

struct letter {
    const char *name, *sign;
};

static const struct letter letters[] = {
    {"alpha", "\xCE\xB1"},   {"beta", "\xCE\xB2"},    {"gamma", "\xCE\xB3"},
    {"delta", "\xCE\xB4"},   {"epsilon", "\xCF\xB5"}, {"zeta", "\xCE\xB6"},
    {"eta", "\xCE\xB7"},     {"theta", "\xCE\xB8"},   {"iota", "\xCE\xB9"},
    {"kappa", "\xCE\xBA"},   {"lambda", "\xCE\xBB"},  {"mu", "\xCE\xBC"},
    {"nu", "\xCE\xBD"},      {"xi", "\xCE\xBE"},      {"pi", "\xCF\x80"},
    {"rho", "\xCF\x81"},     {"sigma", "\xCF\x83"},   {"tau", "\xCF\x84"},
    {"upsilon", "\xCF\x85"}, {"phi", "\xCF\x86"},     {"chi", "\xCF\x87"},
    {"psi", "\xCF\x88"},     {"omega", "\xCF\x89"},   {"Gamma", "\xCE\x93"},
    {"Delta", "\xCE\x94"},   {"Theta", "\xCE\x98"},   {"Lambda", "\xCE\x9B"},
    {"Xi", "\xCE\x9E"},      {"Pi", "\xCE\xA0"},      {"Sigma", "\xCE\xA3"},
    {"Phi", "\xCE\xA6"},     {"Psi", "\xCE\xA8"},     {"Omega", "\xCE\xA9"},
};

/* The sign of a Greek letter's name; NULL: it is none. */
static const char *find_letter(const char *s, size_t length) {
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (strlen(letters[i].name) == length &&
            memcmp(letters[i].name, s, length) == 0) {
            return letters[i].sign;
        }
    }
    return NULL;
}

static void print_word(struct text *page, const char *s, size_t length) {
    bool number = isdigit((unsigned char)s[0]);
    const char *letter = find_letter(s, length);
    text_add(page, number ? "<mn>" : "<mi>");
    text_escaped_bytes(page, letter ? letter : s, letter ? strlen(letter) : length);
    text_add(page, number ? "</mn>" : "</mi>");
}

/* The length of the part before the first underscore or the digits at the end. */
static size_t find_stem(const char *s, size_t length) {
    const char *underscore = memchr(s, '_', length);
    size_t stem = underscore && underscore > s ? (size_t)(underscore - s) : length;
    while (stem > 1 && isdigit((unsigned char)s[stem - 1])) {
        stem--;
    }
    return stem;
}

/* The parts after the stem, separated by commas. Returns what separates the next one. */
static const char *print_parts(struct text *page, const char *s, size_t length) {
    const char *comma = "";
    while (length > 0) {
        const char *underscore = memchr(s, '_', length);
        size_t part = underscore ? (size_t)(underscore - s) : length;
        if (part > 0) {
            text_add(page, comma);
            print_word(page, s, part);
            comma = "<mo>,</mo>";
        }
        part += underscore ? 1 : 0;
        s += part;
        length -= part;
    }
    return comma;
}

static void print_index(const struct math_printer *p, const struct math_node *node,
                        size_t stem) {
    const struct math_place small = {MATH_BINDS_SUM, true, true, true};
    text_add(p->page, "<mrow>");
    const char *comma =
        print_parts(p->page, node->at + stem, (size_t)node->length - stem);
    for (int i = node->first; i != MATH_NONE; i = p->tree->node[i].next) {
        text_add(p->page, comma);
        math_print(p, i, small);
        comma = "<mo>,</mo>";
    }
    text_add(p->page, "</mrow>");
}

bool math_is_word(const struct math_node *node) {
    size_t stem = find_stem(node->at, (size_t)node->length);
    return stem > 1 && !find_letter(node->at, stem);
}

void math_print_name(const struct math_printer *p, int index, int exponent) {
    const struct math_place small = {MATH_BINDS_SUM, true, true, true};
    const struct math_node *node = &p->tree->node[index];
    size_t stem = find_stem(node->at, (size_t)node->length);
    bool below = stem < (size_t)node->length || node->first != MATH_NONE;
    bool above = exponent != MATH_NONE;
    const char *tag = below && above ? "msubsup" : below ? "msub" : above ? "msup" : NULL;
    if (tag) {
        text_format(p->page, "<%s>", tag);
    }
    print_word(p->page, node->at, stem);
    if (below) {
        print_index(p, node, stem);
    }
    if (above) {
        text_add(p->page, "<mrow>");
        math_print(p, exponent, small);
        text_add(p->page, "</mrow>");
    }
    if (tag) {
        text_format(p->page, "</%s>", tag);
    }
}

void math_print_symbol(const struct math_printer *p, const char *symbol, int first,
                       int second) {
    text_format(p->page, "<msub><mi>%s</mi><mrow>", symbol);
    math_print(p, first, math_alone);
    if (second != MATH_NONE) {
        text_add(p->page, "<mo>,</mo>");
        math_print(p, second, math_alone);
    }
    text_add(p->page, "</mrow></msub>");
}

void math_print_function(struct text *page, const struct math_node *node) {
    static const struct letter functions[] = {
        {"asin", "arcsin"}, {"acos", "arccos"}, {"atan", "arctan"}};
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        const char *name = functions[i].name;
        if (strlen(name) == (size_t)node->length &&
            memcmp(name, node->at, strlen(name)) == 0) {
            text_format(page, "<mi>%s</mi>", functions[i].sign);
            return;
        }
    }
    text_add(page, "<mi>");
    text_escaped_bytes(page, node->at, (size_t)node->length);
    text_add(page, "</mi>");
}
