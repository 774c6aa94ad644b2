/* Functions, sums over a range, and cases.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/atoms.h"
#include "problems/typeset/mathml.h"

static bool is_simple_argument(const struct term *term) {
    if (mathml_is_name(term))
        return true;
    if (!mathml_is_times(term))
        return false;
    const struct term *left = term->child, *right = left->next;
    return (left->kind == TERM_NUMBER || (mathml_is_name(left) && !left->child)) &&
           mathml_is_name(right) && right->child == NULL;
}

void mathml_arguments(const struct mathml *m, const struct term *call, bool may_be_bare) {
    const struct term *first = call->child;
    const bool bare = may_be_bare && first->next == NULL && is_simple_argument(first);
    fputs("<mo>&#x2061;</mo>", m->out);
    fputs(bare ? MATHML_THIN_SPACE : "<mrow><mo>(</mo>", m->out);
    mathml_list(m, first, mathml_alone);
    fputs(bare ? "" : "<mo>)</mo></mrow>", m->out);
}

bool mathml_is_named(const struct term *call) {
    return call->function != FUNCTION_SQRT && call->function != FUNCTION_ABS;
}

bool mathml_has_powers(const struct term *term) {
    return term->kind == TERM_CALL && term->function >= FUNCTION_SIN &&
           term->function <= FUNCTION_DN;
}

void mathml_function(const struct mathml *m, const struct term *call) {
    const char *name = call->kind == TERM_DOUBLE         ? "double"
                       : call->function == FUNCTION_ASIN ? "arcsin"
                       : call->function == FUNCTION_ACOS ? "arccos"
                       : call->function == FUNCTION_ATAN ? "arctan"
                                                         : function_text(call->function);
    fprintf(m->out, "<mi>%s</mi>", name);
}

/* Functions whose argument needs no parentheses when it is a name. */
static bool may_be_bare(const struct term *call) {
    return call->kind == TERM_CALL &&
           (call->function == FUNCTION_LOG ||
            (call->function >= FUNCTION_SIN && call->function <= FUNCTION_TANH));
}

void mathml_call(const struct mathml *m, const struct term *term,
                 struct mathml_place place) {
    if (term->kind == TERM_CALL && term->function == FUNCTION_SQRT) {
        fputs("<msqrt>", m->out);
        mathml_term(m, term->child, mathml_alone);
        fputs("</msqrt>", m->out);
    } else if (term->kind == TERM_CALL && term->function == FUNCTION_ABS) {
        mathml_enclosed(m, term->child, "|", "|");
    } else {
        mathml_function(m, term);
        mathml_arguments(m, term, place.ends_product && may_be_bare(term));
    }
}

static void print_series_sign(const struct mathml *m, enum term_kind kind,
                              const struct clause *c) {
    fprintf(m->out, "<munderover><mo>%s</mo><mrow><mi>%s</mi><mo>=</mo>",
            kind == TERM_SUM_OVER ? "\xE2\x88\x91" : "\xE2\x88\x8F",
            m->atoms->text[c->name]);
    mathml_term(m, c->low, mathml_alone);
    if (c->condition != NULL) {
        fputs("<mo>,</mo>", m->out);
        mathml_term(m, c->condition, mathml_alone);
    }
    fputs("</mrow><mrow>", m->out);
    mathml_term(m, c->high, mathml_alone);
    fputs("</mrow></munderover>", m->out);
}

/* A sign for each range, as an inner one may depend on the outer ones' indices. */
void mathml_series(const struct mathml *m, const struct term *term,
                   struct mathml_place place) {
    for (const struct clause *c = term->clauses; c != NULL; c = c->next)
        print_series_sign(m, term->kind, c);
    place.binding = BINDS_PRODUCT;
    mathml_term(m, term->child, place);
}

void mathml_cases(const struct mathml *m, const struct term *term) {
    fputs("<mrow><mo>{</mo><mtable class=\"cases\">", m->out);
    while (term->kind == TERM_CHOICE) {
        const struct term *condition = term->child, *value = condition->next;
        fputs("<mtr><mtd>", m->out);
        mathml_term(m, value, mathml_alone);
        fputs("</mtd><mtd><mtext>if&#160;</mtext>", m->out);
        mathml_term(m, condition, mathml_alone);
        fputs("</mtd></mtr>", m->out);
        term = value->next;
    }
    fputs("<mtr><mtd>", m->out);
    mathml_term(m, term, mathml_alone);
    fputs("</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>", m->out);
}
