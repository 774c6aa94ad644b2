/* Lists of mutants.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/corpus/mutants/mutant.h"

static struct mutant *make_room(struct mutants *m) {
    if (m->count == m->room) {
        int room = m->room == 0 ? 256 : 2 * m->room;
        struct mutant *larger = realloc(m->mutant, (size_t)room * sizeof *larger);
        if (larger == NULL)
            return NULL;
        m->mutant = larger;
        m->room = room;
    }
    return &m->mutant[m->count];
}

/* Lines of the text do not move: what is left out leaves its ends of lines. */
static void append_line_ends(char *into, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n')
            strcat(into, "\n");
    }
}

void mutants_add(struct mutants *m, const struct source *s, const char *operation,
                 int first, int last, const char *before, const char *after) {
    struct mutant *next = make_room(m);
    size_t begin = s->token[first].begin, end = s->token[last - 1].end;
    size_t room = strlen(before) + 2 * (end - begin) + (after ? strlen(after) : 0) + 1;
    char *text = next == NULL || last <= first ? NULL : calloc(room, 1);
    if (text == NULL) {
        m->failed = m->failed || last > first;
        return;
    }
    strcat(text, before);
    if (after != NULL) {
        strncat(text, s->text + begin, end - begin);
        strcat(text, after);
    } else if (strchr(before, '\n') == NULL) {
        append_line_ends(text, s->text + begin, end - begin);
    }
    *next = (struct mutant){operation, begin, end, text, s->token[first].line};
    m->count++;
}

void mutants_find(struct mutants *m, const struct source *s) {
    *m = (struct mutants){.count = 0};
    mutants_of_operators(m, s);
    mutants_of_numbers(m, s);
    mutants_of_statements(m, s);
    mutants_of_names(m, s);
}

void mutants_free(struct mutants *m) {
    for (int i = 0; i < m->count; i++)
        free(m->mutant[i].replacement);
    free(m->mutant);
}
