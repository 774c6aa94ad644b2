/* SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/message_table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 8192, HEADING_AT = 4 };

static char *append(char *text, const char *line) {
    size_t before = text ? strlen(text) : 0;
    char *grown = realloc(text, before + strlen(line) + 1);
    cr_assert(grown != NULL);
    strcpy(grown + before, line);
    return grown;
}

static struct message_row *add_row(struct message_table *t, int line) {
    t->row = realloc(t->row, (size_t)(t->rows + 1) * sizeof *t->row);
    cr_assert(t->row != NULL);
    t->row[t->rows] =
        (struct message_row){line, append(NULL, ""), append(NULL, ""), append(NULL, "")};
    return &t->row[t->rows++];
}

struct message_table message_table_read(const char *name) {
    char path[1024], line[LINE_SIZE];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL, "cannot open %s", path);
    struct message_table t = {0};
    struct message_row *row = NULL;
    bool in_message = false;
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        if (strncmp(line, "##", 2) == 0)
            continue;
        if (strncmp(line, "===", 3) == 0) {
            row = add_row(&t, number);
            line[strcspn(line, "\n")] = '\0';
            if (strlen(line) > HEADING_AT)
                row->heading = append(row->heading, line + HEADING_AT);
            in_message = false;
        } else if (strcmp(line, "---\n") == 0) {
            in_message = true;
        } else if (row && in_message) {
            row->message = append(row->message, line);
        } else if (row) {
            row->text = append(row->text, line);
        }
    }
    fclose(file);
    return t;
}
