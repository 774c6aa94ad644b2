/* Lists the mutants of a source, or prints one.
 *
 *     mutate FILE            a line for each, between tabulators: number, line,
 *                            operation, what stands there, what shall stand there
 *     mutate FILE NUMBER     the source with that change
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/corpus/mutants/mutant.h"
#include "problems/base/status.h"

static const size_t most_bytes = 1 << 24;

/* A piece of text on one line: blanks and ends of lines become single blanks. */
static void print_piece(const char *text, size_t length) {
    bool blank = false;
    for (size_t i = 0; i < length; i++) {
        bool is_blank = strchr(" \n\t", text[i]) != NULL;
        if (!is_blank || !blank)
            putchar(is_blank ? ' ' : text[i]);
        blank = is_blank;
    }
}

static void print_list(const struct mutants *m, const struct source *s) {
    for (int i = 0; i < m->count; i++) {
        const struct mutant *one = &m->mutant[i];
        printf("%d\t%d\t%s\t", i, one->line, one->operation);
        print_piece(s->text + one->begin, one->end - one->begin);
        putchar('\t');
        print_piece(one->replacement, strlen(one->replacement));
        putchar('\n');
    }
}

static void print_mutant(const struct mutant *m, const struct source *s) {
    printf("%.*s%s%s", (int)m->begin, s->text, m->replacement, s->text + m->end);
}

int main(int count, char **argument) {
    struct source s = {0};
    struct mutants m = {0};
    struct diagnostic why = {"usage: mutate FILE [NUMBER]"};
    char *text = NULL;
    size_t length;
    int status = 2, number = count == 3 ? atoi(argument[2]) : 0;
    if ((count != 2 && count != 3) ||
        input_read(&text, &length, argument[1], most_bytes, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return status;
    }
    if (source_read(&s, text) == 0) {
        mutants_find(&m, &s);
        status = m.failed || number < 0 || number >= m.count ? 2 : 0;
    }
    if (status == 0 && count == 2)
        print_list(&m, &s);
    if (status == 0 && count == 3)
        print_mutant(&m.mutant[number], &s);
    mutants_free(&m);
    source_free(&s);
    return status;
}
