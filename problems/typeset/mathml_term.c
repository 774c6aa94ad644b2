/* Terms in MathML. Parentheses come from what binds tighter than what, not from those in the
 * source: a fraction and a root need none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/typeset/mathml.h"

const struct mathml_place mathml_alone = {BINDS_LOGIC, true, true, false};
const struct mathml_place mathml_small = {BINDS_SUM, true, true, true};

/* The leftmost factor of a product. */
static const struct term *find_first_factor(const struct term *term) {
    while (mathml_is_times(term))
        term = term->child;
    return term;
}

static int find_binding(const struct mathml *m, const struct term *term) {
    switch (term->kind) {
    case TERM_SUM:
    case TERM_MINUS: return BINDS_SUM;
    case TERM_PRODUCT:
        return mathml_is_quotient(term)                      ? BINDS_POWER
               : find_first_factor(term)->kind == TERM_MINUS ? BINDS_SUM
                                                             : BINDS_PRODUCT;
    case TERM_SUM_OVER:
    case TERM_PRODUCT_OVER: return BINDS_PRODUCT;
    case TERM_POWER: return BINDS_POWER;
    case TERM_NUMBER: return mathml_number_is_plain(m, term) ? BINDS_ATOM : BINDS_PRODUCT;
    case TERM_COMPARISON: return BINDS_RELATION;
    case TERM_AND:
    case TERM_OR:
    case TERM_NOT: return BINDS_LOGIC;
    default: return BINDS_ATOM;
    }
}

/* Whether something of the kind reaches as far right as it can. */
static bool is_open_ended(enum term_kind kind) {
    return kind == TERM_SUM_OVER || kind == TERM_PRODUCT_OVER || kind == TERM_CHOICE;
}

void mathml_enclosed(const struct mathml *m, const struct term *term, const char *open,
                     const char *close) {
    fprintf(m->out, "<mrow><mo>%s</mo>", open);
    mathml_term(m, term, mathml_alone);
    fprintf(m->out, "<mo>%s</mo></mrow>", close);
}

static void print_sum(const struct mathml *m, const struct term *sum,
                      struct mathml_place place) {
    for (const struct term *term = sum->child; term != NULL; term = term->next) {
        if (term != sum->child)
            fputs(term->join == TOKEN_PLUS ? "<mo>+</mo>" : MATHML_MINUS, m->out);
        mathml_term(m, term,
                    (struct mathml_place){term == sum->child ? BINDS_SUM : BINDS_PRODUCT,
                                          term->next == NULL && place.ends_sum, true,
                                          place.small});
    }
}

static void print_quotient(const struct mathml *m, const struct term *term,
                           struct mathml_place place) {
    const struct mathml_place part = {BINDS_POWER, false, false, true};
    fputs(place.small ? "" : "<mfrac><mrow>", m->out);
    mathml_term(m, term->child, place.small ? part : mathml_alone);
    fputs(place.small ? "<mo>/</mo>" : "</mrow><mrow>", m->out);
    mathml_term(m, term->child->next, place.small ? part : mathml_alone);
    fputs(place.small ? "" : "</mrow></mfrac>", m->out);
}

/* The exponent of a sine stands at its name, but for a negative one: sin^-1 is the arcsine. */
static void print_power(const struct mathml *m, const struct term *term) {
    const struct term *base = term->child, *exponent = base->next;
    const bool at_name = mathml_has_powers(base) && exponent->kind != TERM_MINUS;
    if (mathml_is_name(base)) {
        mathml_name(m, mathml_text(m, base), base->child, exponent);
        return;
    }
    fputs(at_name ? "<msup>" : "<msup><mrow>", m->out);
    if (at_name)
        mathml_function(m, base);
    else
        mathml_term(m, base, (struct mathml_place){BINDS_ATOM, false, false, false});
    fputs(at_name ? "<mrow>" : "</mrow><mrow>", m->out);
    mathml_term(m, exponent, mathml_small);
    fputs("</mrow></msup>", m->out);
    if (at_name)
        mathml_arguments(m, base, false);
}

static void print_minus(const struct mathml *m, const struct term *term,
                        struct mathml_place place) {
    place.binding = BINDS_PRODUCT;
    fputs(MATHML_SIGN, m->out);
    mathml_term(m, term->child, place);
}

void mathml_list(const struct mathml *m, const struct term *first,
                 struct mathml_place place) {
    for (const struct term *term = first; term != NULL; term = term->next) {
        fputs(term == first ? "" : "<mo>,</mo>", m->out);
        mathml_term(m, term, place);
    }
}

void mathml_term(const struct mathml *m, const struct term *term,
                 struct mathml_place place) {
    const bool open =
        is_open_ended(term->kind) && !(place.ends_sum && place.ends_product);
    if (open || find_binding(m, term) < place.binding) {
        mathml_enclosed(m, term, "(", ")");
        return;
    }
    switch (term->kind) {
    case TERM_NUMBER: mathml_number(m, term); break;
    case TERM_TIME:
    case TERM_PI:
    case TERM_NAME: mathml_name(m, mathml_text(m, term), term->child, NULL); break;
    case TERM_DOUBLE:
    case TERM_CALL: mathml_call(m, term, place); break;
    case TERM_SUM: print_sum(m, term, place); break;
    case TERM_PRODUCT:
        if (mathml_is_quotient(term))
            print_quotient(m, term, place);
        else
            mathml_times(m, term, place);
        break;
    case TERM_MINUS: print_minus(m, term, place); break;
    case TERM_POWER: print_power(m, term); break;
    case TERM_SUM_OVER:
    case TERM_PRODUCT_OVER: mathml_series(m, term, place); break;
    case TERM_CHOICE: mathml_cases(m, term); break;
    case TERM_COMPARISON:
    case TERM_AND:
    case TERM_OR:
    case TERM_NOT: mathml_condition(m, term); break;
    }
}
