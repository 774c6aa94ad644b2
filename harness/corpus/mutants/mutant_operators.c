/* Mutants by operators and numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/corpus/mutants/mutant.h"

static const struct exchange {
    const char *operation, *from, *to;
} exchanges[] = {
    {"arithmetic", "+", "-"},   {"arithmetic", "-", "+"},   {"arithmetic", "*", "/"},
    {"arithmetic", "/", "*"},   {"relation", "<", "<="},    {"relation", "<=", "<"},
    {"relation", ">", ">="},    {"relation", ">=", ">"},    {"relation", "==", "!="},
    {"relation", "!=", "=="},   {"logic", "&&", "||"},      {"logic", "||", "&&"},
    {"assignment", "+=", "-="}, {"assignment", "-=", "+="}, {"assignment", "*=", "/="},
    {"assignment", "/=", "*="}, {"assignment", "+=", "="},  {"relation", "<", ">"},
    {"relation", ">", "<"},     {"relation", "<=", ">"},    {"relation", ">=", "<"},
};

static void exchange_operator(struct mutants *m, const struct source *s, int i) {
    for (size_t k = 0; k < sizeof exchanges / sizeof *exchanges; k++) {
        const struct exchange *e = &exchanges[k];
        if (source_is(s, i, e->from) && source_is_binary(s, i))
            mutants_add(m, s, e->operation, i, i + 1, e->to, NULL);
    }
}

/* "a + b" becomes "a": a term is forgotten, a time lags. */
static void drop_term(struct mutants *m, const struct source *s, int i) {
    if ((source_is(s, i, "+") || source_is(s, i, "-")) && source_is_binary(s, i))
        mutants_add(m, s, "dropped term", i, source_operand_end(s, i + 1), "", NULL);
}

void mutants_of_operators(struct mutants *m, const struct source *s) {
    for (int i = 0; i < s->count; i++) {
        if (s->token[i].in_body && !s->token[i].in_assertion)
            exchange_operator(m, s, i);
    }
    for (int i = 0; i < s->count; i++) {
        if (s->token[i].in_body && !s->token[i].in_assertion)
            drop_term(m, s, i);
    }
}

static bool is_floating(const struct source *s, int i) {
    const struct token *t = &s->token[i];
    const char *text = s->text + t->begin;
    bool hexadecimal = strncmp(text, "0x", 2) == 0;
    for (size_t k = 0; k < t->end - t->begin; k++) {
        if (text[k] == '.' || strchr(hexadecimal ? "pP" : "eE", text[k]))
            return true;
    }
    return false;
}

static void change_coefficient(struct mutants *m, const struct source *s, int i) {
    static const char *const FACTORS[] = {" * (1 + 0x1p-10))", " * (1 - 0x1p-20))",
                                          " * (1 + 0x1p-30))", " * (1 - 0x1p-40))"};
    for (size_t k = 0; k < sizeof FACTORS / sizeof *FACTORS; k++)
        mutants_add(m, s, "coefficient", i, i + 1, "(", FACTORS[k]);
}

static void change_count(struct mutants *m, const struct source *s, int i) {
    char text[32];
    long value = strtol(s->text + s->token[i].begin, NULL, 0);
    if (value == LONG_MAX)
        return;
    snprintf(text, sizeof text, "%ld", value + 1);
    mutants_add(m, s, "count", i, i + 1, text, NULL);
    snprintf(text, sizeof text, "%ld", value - 1);
    if (value > 0)
        mutants_add(m, s, "count", i, i + 1, text, NULL);
}

/* Also outside functions: constants are named there. */
void mutants_of_numbers(struct mutants *m, const struct source *s) {
    for (int i = 0; i < s->count; i++) {
        if (s->token[i].kind != TOKEN_NUMBER || s->token[i].in_assertion)
            continue;
        if (is_floating(s, i))
            change_coefficient(m, s, i);
        else if (s->token[i].in_body || source_is(s, i - 1, "="))
            change_count(m, s, i);
    }
}
