/* Names: m1 and m_1 are m with the index 1, omega is the letter, u_x[i] has the indices x
 * and i. One letter is slanted, several are upright: that is MathML's own rule for <mi>.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>

#include "problems/language/atoms.h"
#include "problems/typeset/mathml.h"

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
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (strlen(letters[i].name) == length && memcmp(letters[i].name, s, length) == 0)
            return letters[i].sign;
    return NULL;
}

static void print_word(const struct mathml *m, const char *s, size_t length) {
    const char tag = isdigit((unsigned char)s[0]) ? 'n' : 'i';
    const char *letter = find_letter(s, length);
    fprintf(m->out, "<m%c>%.*s</m%c>", tag, letter ? 8 : (int)length, letter ? letter : s,
            tag);
}

/* The length of the part before the first underscore or the digits at the end. */
static size_t find_stem(const char *s) {
    const char *underscore = strchr(s, '_');
    size_t stem = underscore && underscore > s ? (size_t)(underscore - s) : strlen(s);
    while (stem > 1 && isdigit((unsigned char)s[stem - 1]))
        stem--;
    return stem;
}

/* The parts after the stem, separated by commas. Returns what separates the next one. */
static const char *print_parts(const struct mathml *m, const char *s) {
    const char *comma = "";
    while (*s != '\0') {
        const size_t part = strcspn(s, "_");
        if (part > 0) {
            fputs(comma, m->out);
            print_word(m, s, part);
            comma = "<mo>,</mo>";
        }
        s += part + (s[part] == '_');
    }
    return comma;
}

bool mathml_is_name(const struct term *term) {
    return term->kind == TERM_NAME || term->kind == TERM_TIME || term->kind == TERM_PI;
}

const char *mathml_text(const struct mathml *m, const struct term *term) {
    return term->kind == TERM_TIME ? "t"
           : term->kind == TERM_PI ? "pi"
                                   : m->atoms->text[term->name];
}

bool mathml_is_word(const char *name) {
    const size_t stem = find_stem(name);
    return stem > 1 && !find_letter(name, stem);
}

void mathml_name(const struct mathml *m, const char *name, const struct term *index,
                 const struct term *exponent) {
    const size_t stem = find_stem(name);
    const bool below = name[stem] != '\0' || index != NULL, above = exponent != NULL;
    const char *tag = below && above ? "msubsup" : below ? "msub" : above ? "msup" : NULL;
    if (tag)
        fprintf(m->out, "<%s>", tag);
    print_word(m, name, stem);
    if (below) {
        fputs("<mrow>", m->out);
        const char *comma = print_parts(m, name + stem);
        fputs(index != NULL ? comma : "", m->out);
        mathml_list(m, index, mathml_small);
        fputs("</mrow>", m->out);
    }
    if (above) {
        fputs("<mrow>", m->out);
        mathml_term(m, exponent, mathml_small);
        fputs("</mrow>", m->out);
    }
    if (tag)
        fprintf(m->out, "</%s>", tag);
}

void mathml_target(const struct mathml *m, const struct target *target) {
    mathml_name(m, m->atoms->text[target->name], target->index, NULL);
}
