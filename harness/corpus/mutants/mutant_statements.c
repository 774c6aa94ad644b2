/* Mutants by statements: one is left out, a condition is turned round or decided, an
 * assigned number gets another sign or is a little larger.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/mutants/mutant.h"

static const char *const no_statements[] = {
    "if",      "else",   "for",   "while",  "do",       "switch", "case",
    "default", "return", "const", "static", "struct",   "enum",   "union",
    "double",  "int",    "long",  "bool",   "size_t",   "char",   "void",
    "fast",    "{",      "}",     ";",      "unsigned", NULL};

static bool is_within(const struct source *s, int i) {
    return s->token[i].in_body && !s->token[i].in_assertion;
}

/* Whether a statement may begin at i: after ; or { or }, or after the condition of an
 * if. */
static bool begins_statement(const struct source *s, int i) {
    static const char *const BEFORE[] = {";", "{", "}", "else", NULL};
    if (source_is_one_of(s, i - 1, BEFORE))
        return true;
    if (!source_is(s, i - 1, ")"))
        return false;
    int k = i - 2;
    while (k > 0 && s->token[k].nesting > s->token[i - 1].nesting)
        k--;
    static const char *const HEADS[] = {"if", "for", "while", NULL};
    return source_is_one_of(s, k - 1, HEADS);
}

static void leave_out(struct mutants *m, const struct source *s, int i) {
    if (!begins_statement(s, i) || source_is_one_of(s, i, no_statements))
        return;
    int end = i;
    while (end < s->count &&
           !(source_is(s, end, ";") && s->token[end].nesting == s->token[i].nesting))
        end++;
    if (s->token[i].kind == TOKEN_NAME && s->token[i + 1].kind == TOKEN_NAME)
        return; /* a declaration */
    mutants_add(m, s, "deleted", i, end, "", NULL);
}

static void decide(struct mutants *m, const struct source *s, int i) {
    if (!source_is(s, i, "if") || !source_is(s, i + 1, "("))
        return;
    int end = source_closing(s, i + 1);
    mutants_add(m, s, "condition", i + 2, end, "!(", ")");
    mutants_add(m, s, "condition", i + 2, end, "0", NULL);
    mutants_add(m, s, "condition", i + 2, end, "1", NULL);
}

/* The name that the = at i assigns to. */
static int assigned(const struct source *s, int i) {
    int k = i - 1;
    if (!source_is(s, k, "]"))
        return k;
    while (k > 0 && !(source_is(s, k, "[") && s->token[k].nesting == s->token[i].nesting))
        k--;
    return k - 1;
}

static void change_value(struct mutants *m, const struct source *s, int i) {
    int name = assigned(s, i), end = i + 1;
    if (name < 0 || !source_is_double(s, name) || source_is(s, i + 1, "{"))
        return;
    while (end < s->count && s->token[end].nesting >= s->token[i].nesting &&
           !((source_is(s, end, ";") || source_is(s, end, ",")) &&
             s->token[end].nesting == s->token[i].nesting))
        end++;
    mutants_add(m, s, "sign", i + 1, end, "-(", ")");
    mutants_add(m, s, "coefficient", i + 1, end, "(1 + 0x1p-24) * (", ")");
    mutants_add(m, s, "coefficient", i + 1, end, "(1 - 0x1p-40) * (", ")");
}

void mutants_of_statements(struct mutants *m, const struct source *s) {
    for (int i = 0; i < s->count; i++) {
        if (is_within(s, i))
            leave_out(m, s, i);
    }
    for (int i = 0; i < s->count; i++) {
        if (is_within(s, i))
            decide(m, s, i);
    }
    for (int i = 1; i < s->count; i++) {
        if (is_within(s, i) && (source_is(s, i, "=") || source_is(s, i, "+=")))
            change_value(m, s, i);
    }
}
