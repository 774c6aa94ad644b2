/* One statement as rows of a table. A for or if around it is written behind it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "problems/typeset/row.h"

#include "problems/typeset/written.h"

enum { LONGEST = 8192 }; /* letters of an equation; more is no longer read by people */

static const char for_word[] = "<mtext>for&#160;</mtext>";
static const char if_word[] = "<mtext>&#160;if&#160;</mtext>";
static const char otherwise_word[] = "<mtext>&#160;</mtext><mtext>otherwise</mtext>";

/* "for i = 1, .., n", ", j = 1, .., i", " if i < j"; returns what stands before the next. */
static const char *print_clauses(const struct mathml *m, const struct clause *clauses,
                                 const char *before) {
    for (const struct clause *c = clauses; c != NULL; c = c->next) {
        fputs(before, m->out);
        mathml_range(m, c);
        before = "<mo>,</mo>";
        if (c->condition != NULL) {
            fputs(if_word, m->out);
            mathml_term(m, c->condition, mathml_alone);
        }
    }
    return before;
}

static const char *print_blocks(const struct mathml *m, const struct block *block) {
    if (block == NULL)
        return for_word;
    const char *before = print_blocks(m, block->outer);
    if (block->otherwise) {
        fputs(otherwise_word, m->out);
    } else if (block->statement->kind == STATEMENT_IF) {
        fputs(if_word, m->out);
        mathml_term(m, block->statement->condition, mathml_alone);
    } else {
        before = print_clauses(m, block->statement->clauses, before);
    }
    return before;
}

/* f_u of a force, M_{u,w} of a mass, friction_{floor} of a contact. */
static void print_symbol(const struct mathml *m, const char *symbol,
                         const struct target *first, const struct target *second) {
    fputs("<msub><mi>", m->out);
    for (const char *c = symbol; *c != '\0'; c++)
        putc(*c == '_' ? ' ' : *c, m->out);
    fputs("</mi><mrow>", m->out);
    mathml_target(m, first);
    if (second != NULL) {
        fputs("<mo>,</mo>", m->out);
        mathml_target(m, second);
    }
    fputs("</mrow></msub>", m->out);
}

static void print_left(const struct mathml *m, const struct statement *s,
                       const struct target *contact) {
    switch (s->kind) {
    case STATEMENT_MASS: print_symbol(m, "M", &s->target, &s->second); break;
    case STATEMENT_FORCE: print_symbol(m, "f", &s->target, NULL); break;
    case STATEMENT_FIELD:
        print_symbol(m, contact_field_text(s->field), contact, NULL);
        break;
    case STATEMENT_GRAVITY: fputs("<mi>gravity</mi>", m->out); break;
    default: mathml_target(m, &s->target); break;
    }
    if (s->kind == STATEMENT_RATE)
        fputs("<mo lspace=\"0\" rspace=\"0\">\xE2\x80\xB2</mo>", m->out);
    if (s->kind == STATEMENT_JOINT)
        fputs("<mo>:</mo><mn>0</mn>", m->out);
}

static void print_right(const struct mathml *m, const struct statement *s) {
    if (s->kind != STATEMENT_GRAVITY && s->kind != STATEMENT_QUATERNION) {
        mathml_lines(m, s->value,
                     "</mtd></mtr>\n<mtr><mtd></mtd><mtd><mspace width=\"2em\"/>");
        return;
    }
    fputs("<mrow><mo>(</mo>", m->out);
    mathml_list(m, s->value, mathml_alone);
    for (const struct statement *member = s->body; member; member = member->next) {
        fputs(member == s->body ? "" : "<mo>,</mo>", m->out);
        mathml_target(m, &member->target);
    }
    fputs("<mo>)</mo></mrow>", m->out);
}

static bool pair_target(struct arena *arena, struct target *target) {
    for (struct term *index = target->index; index != NULL; index = index->next)
        if (!mathml_pair(arena, index))
            return false;
    return true;
}

/* The terms of a statement, of what is in its braces and of the blocks around it. */
static bool pair_statement(struct arena *arena, struct statement *s) {
    for (struct term *term = s->value; term != NULL; term = term->next)
        if (!mathml_pair(arena, term))
            return false;
    for (struct statement *member = s->body; member != NULL; member = member->next)
        if (!pair_statement(arena, member))
            return false;
    return pair_target(arena, &s->target) && pair_target(arena, &s->second) &&
           mathml_pair_clauses(arena, s->clauses);
}

static bool pair_blocks(struct arena *arena, const struct block *block) {
    for (; block != NULL; block = block->outer) {
        const struct statement *s = block->statement;
        if ((s->condition != NULL && !mathml_pair(arena, s->condition)) ||
            !mathml_pair_clauses(arena, s->clauses))
            return false;
    }
    return true;
}

void row_close(struct rows *rows) {
    if (rows->open)
        fputs("</mtable></math>\n", rows->mathml.out);
    rows->open = false;
}

static void begin_row(struct rows *rows) {
    if (!rows->open)
        fputs("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"
              "<mtable displaystyle=\"true\" class=\"system\">\n",
              rows->mathml.out);
    rows->open = true;
    fputs("<mtr><mtd>", rows->mathml.out);
}

/* A definition, or a field of a contact, with the clauses of what it belongs to. */
static void print_row(struct rows *rows, const struct statement *s,
                      const struct statement *whole, const struct block *outer) {
    const struct mathml *m = &rows->mathml;
    begin_row(rows);
    print_left(m, s, &whole->target);
    fputs("</mtd><mtd><mo>=</mo>", m->out);
    print_right(m, s);
    fputs("</mtd><mtd>", m->out);
    print_clauses(m, whole->clauses, print_blocks(m, outer));
    fputs("</mtd></mtr>\n", m->out);
}

/* A body with its braces and clauses; the blocks around it follow in a row of their own. */
static void print_as_written(struct rows *rows, const struct statement *s,
                             const struct block *outer) {
    FILE *out = rows->mathml.out;
    if (rows->written == s->end)
        return;
    rows->written = s->end;
    row_close(rows);
    fputs("<pre class=\"written\">", out);
    written_text(out, rows->mathml.source, s->begin, s->end, true);
    fputs("</pre>\n", out);
    if (outer == NULL)
        return;
    begin_row(rows);
    fputs("</mtd><mtd></mtd><mtd>", out);
    print_blocks(&rows->mathml, outer);
    fputs("</mtd></mtr>\n", out);
}

/* "let u[1] = u1": both sides are set as u with an index 1. */
static bool says_nothing(const struct mathml *m, const struct statement *s) {
    char *side[2] = {NULL, NULL};
    bool same = s->kind == STATEMENT_LET;
    for (int i = 0; i < 2 && same; i++) {
        size_t length;
        struct mathml aside = *m;
        aside.out = open_memstream(&side[i], &length);
        same = aside.out != NULL;
        if (same && i == 0)
            mathml_target(&aside, &s->target);
        else if (same)
            mathml_term(&aside, s->value, mathml_alone);
        if (same)
            fclose(aside.out);
    }
    same = same && strcmp(side[0], side[1]) == 0;
    free(side[0]);
    free(side[1]);
    return same;
}

bool row_print(struct rows *rows, struct statement *s, const struct block *outer) {
    if (!pair_blocks(rows->arena, outer))
        return false;
    if (s->kind == STATEMENT_BODY || s->end - s->begin > LONGEST) {
        print_as_written(rows, s, outer);
        return true;
    }
    if (!pair_statement(rows->arena, s))
        return false;
    if (s->kind != STATEMENT_CONTACT && !says_nothing(&rows->mathml, s))
        print_row(rows, s, s, outer);
    for (struct statement *field = s->body; s->kind == STATEMENT_CONTACT && field != NULL;
         field = field->next)
        print_row(rows, field, s, outer);
    return true;
}
