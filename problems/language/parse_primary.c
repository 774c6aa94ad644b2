/* The terms that operators join: numbers, names, functions, sums over indices, choices, and
 * terms in parentheses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"
#include "problems/language/source.h"
#include "problems/language/suggest.h"

#define FUNCTION_NAME(function, name, least, most) {name, least, most},
static const struct {
    const char *name;
    int least, most;
} FUNCTION[] = {FUNCTION_LIST(FUNCTION_NAME)};
#undef FUNCTION_NAME
enum { FUNCTIONS = sizeof FUNCTION / sizeof FUNCTION[0] };

const char *function_text(enum function function) {
    return FUNCTION[function].name;
}

int parser_find_function(const struct parser *p) {
    for (int i = 0; i < FUNCTIONS; i++)
        if (parser_sees(p, FUNCTION[i].name))
            return i;
    return NO_FUNCTION;
}

static struct term *parse_number(struct parser *p) {
    struct term *term = parser_new_term(p, TERM_NUMBER, p->token.offset);
    if (!term)
        return NULL;
    const char *text = p->source->text + p->token.offset;
    term->length = p->token.length;
    enum { FEW_DIGITS = 9 }; /* so that every such number is an int */
    term->is_integer = term->length <= FEW_DIGITS;
    for (int i = 0; i < term->length && term->is_integer; i++) {
        term->is_integer = text[i] >= '0' && text[i] <= '9';
        term->integer = 10 * term->integer + (text[i] - '0');
    }
    return parser_advance(p) ? term : NULL;
}

/* double(CONSTANT). */
static struct term *parse_double(struct parser *p) {
    struct term *term = parser_new_term(p, TERM_DOUBLE, p->token.offset);
    if (!term || !parser_advance(p) || !parser_expect(p, TOKEN_OPEN, "after 'double'"))
        return NULL;
    term->child = parse_number_term(p);
    return term->child && parser_expect(p, TOKEN_CLOSE, "after the number of double( )")
               ? term
               : NULL;
}

static struct term *parse_call(struct parser *p, int function) {
    struct term *term = parser_new_term(p, TERM_CALL, p->token.offset);
    int count, offset = p->token.offset;
    if (!term || !parser_advance(p) ||
        !parser_expect(p, TOKEN_OPEN, "after the name of a function"))
        return NULL;
    term->function = (enum function)function;
    if (!parse_term_list(p, &term->child, &count, ARGUMENTS_LIMIT, TOKEN_CLOSE,
                         "arguments of a function"))
        return NULL;
    if (count < FUNCTION[function].least || count > FUNCTION[function].most) {
        int takes = FUNCTION[function].least;
        parser_fail(p, offset, "'%s' takes %d argument%s, not %d",
                    FUNCTION[function].name, takes, takes == 1 ? "" : "s", count);
        return NULL;
    }
    return term;
}

/* sum(term for i in 1..n if i != 3). */
static struct term *parse_series(struct parser *p, enum term_kind kind) {
    struct term *term = parser_new_term(p, kind, p->token.offset);
    if (!term || !parser_advance(p) ||
        !parser_expect(p, TOKEN_OPEN, "after 'sum' or 'product'"))
        return NULL;
    term->child = parse_number_term(p);
    if (!term->child || !parse_clauses(p, &term->clauses))
        return NULL;
    if (!term->clauses) {
        parser_fail_expected(p, "'for' after what is summed or multiplied");
        return NULL;
    }
    return parser_expect(p, TOKEN_CLOSE, "after 'for' and its range") ? term : NULL;
}

/* if condition then term else term. */
static struct term *parse_choice(struct parser *p) {
    struct term *term = parser_new_term(p, TERM_CHOICE, p->token.offset);
    if (!term || !parser_advance(p))
        return NULL;
    struct term *condition = term->child = parse_condition_term(p);
    if (!condition || !parser_expect(p, TOKEN_THEN, "after the condition"))
        return NULL;
    struct term *yes = condition->next = parse_number_term(p);
    if (!yes || !parser_expect(p, TOKEN_ELSE, "after what 'then' gives"))
        return NULL;
    yes->next = parse_number_term(p);
    return yes->next ? term : NULL;
}

/* A name before '(' that is no function. */
static void fail_function(struct parser *p, const struct target *target) {
    const char *wrong = p->atoms->text[target->name];
    struct suggestion s = suggest_start(wrong);
    for (int i = 0; i < FUNCTIONS; i++)
        suggest_consider(&s, FUNCTION[i].name);
    if (s.best)
        parser_fail(p, target->offset, "unknown function '%s'; did you mean '%s'?", wrong,
                    s.best);
    else
        parser_fail(p, target->offset, "'%s' is no function; write '*' for a product",
                    wrong);
}

static struct term *parse_name(struct parser *p) {
    struct target target;
    struct term *term = parser_new_term(p, TERM_NAME, p->token.offset);
    if (!term || !parse_target(p, &target, "a name"))
        return NULL;
    if (p->token.kind == TOKEN_OPEN) {
        fail_function(p, &target);
        return NULL;
    }
    term->name = target.name;
    term->child = target.index;
    term->length = target.indices;
    return term;
}

static struct term *parse_parentheses(struct parser *p) {
    int offset = p->token.offset;
    if (!parser_advance(p))
        return NULL;
    struct term *term = parse_any_term(p);
    if (!term || parser_accept(p, TOKEN_CLOSE))
        return term;
    int line = source_place(p->source, offset).line;
    if (p->status == PROBLEM_OK && p->source->kind == SOURCE_FILE) {
        int here = source_place(p->source, p->token.offset).line;
        if (line != here)
            parser_fail(p, p->token.offset, "expected ')' for the '(' of line %d", line);
    }
    parser_fail_expected(p, "an operator or ')'");
    return NULL;
}

static struct term *parse_constant(struct parser *p, enum term_kind kind) {
    struct term *term = parser_new_term(p, kind, p->token.offset);
    return term && parser_advance(p) ? term : NULL;
}

struct term *parse_primary_term(struct parser *p) {
    int function;
    switch (p->token.kind) {
    case TOKEN_NUMBER: return parse_number(p);
    case TOKEN_DOUBLE: return parse_double(p);
    case TOKEN_TIME: return parse_constant(p, TERM_TIME);
    case TOKEN_PI: return parse_constant(p, TERM_PI);
    case TOKEN_SUM: return parse_series(p, TERM_SUM_OVER);
    case TOKEN_PRODUCT: return parse_series(p, TERM_PRODUCT_OVER);
    case TOKEN_IF: return parse_choice(p);
    case TOKEN_OPEN: return parse_parentheses(p);
    case TOKEN_NAME:
        function = parser_find_function(p);
        return function == NO_FUNCTION ? parse_name(p) : parse_call(p, function);
    default: parser_fail_expected(p, "an expression"); return NULL;
    }
}
