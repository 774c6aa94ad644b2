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

#include "harness/corpus/mutants/mutant.h"

/* The whole file; NULL: it cannot be had. */
static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    long size = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size >= 0 && (text = calloc((size_t)size + 1, 1)) != NULL) {
        rewind(file);
        if (fread(text, 1, (size_t)size, file) != (size_t)size)
            text[0] = '\0';
    }
    if (file != NULL)
        fclose(file);
    return text;
}

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
    char *text = count == 2 || count == 3 ? read_text(argument[1]) : NULL;
    int status = 2, number = count == 3 ? atoi(argument[2]) : 0;
    if (text == NULL) {
        fprintf(stderr, "usage: mutate FILE [NUMBER]\n");
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
