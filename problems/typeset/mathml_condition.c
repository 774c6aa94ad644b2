/* Conditions and ranges: i = 1, ..., n; i < n and not j = i.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/atoms.h"
#include "problems/typeset/mathml.h"

static const struct mathml_place part = {BINDS_RELATION, true, true, false};

static const char *sign_of(enum token_kind comparison) {
    switch (comparison) {
    case TOKEN_LESS_EQUAL: return "\xE2\x89\xA4";
    case TOKEN_GREATER_EQUAL: return "\xE2\x89\xA5";
    case TOKEN_NOT_EQUAL: return "\xE2\x89\xA0";
    case TOKEN_LESS: return "&lt;";
    case TOKEN_GREATER: return "&gt;";
    default: return "=";
    }
}

void mathml_condition(const struct mathml *m, const struct term *term) {
    if (term->kind == TERM_COMPARISON) {
        mathml_term(m, term->child, mathml_alone);
        fprintf(m->out, "<mo>%s</mo>", sign_of(term->join));
        mathml_term(m, term->child->next, mathml_alone);
        return;
    }
    if (term->kind == TERM_NOT)
        fputs("<mtext>not&#160;</mtext>", m->out);
    for (const struct term *t = term->child; t != NULL; t = t->next) {
        if (t != term->child)
            fprintf(m->out, "<mtext>&#160;%s&#160;</mtext>",
                    term->kind == TERM_AND ? "and" : "or");
        mathml_term(m, t, part);
    }
}

void mathml_range(const struct mathml *m, const struct clause *clause) {
    fprintf(m->out, "<mi>%s</mi><mo>=</mo>", m->atoms->text[clause->name]);
    mathml_term(m, clause->low, mathml_alone);
    fputs("<mo>,</mo><mi>\xE2\x80\xA6</mi><mo>,</mo>", m->out);
    mathml_term(m, clause->high, mathml_alone);
}
