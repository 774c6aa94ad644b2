/* Finding tables, and reading no more of them than the names of their columns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/tables.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_HEADER = 512 };

static const char extension[] = ".tsv";

static bool ends_in(const char *s, const char *end) {
    size_t length = strlen(s), tail = strlen(end);
    return length > tail && strcmp(s + length - tail, end) == 0;
}

/* Whether NAME-... starts with this model's name. */
static bool belongs_to(const char *table, const struct report_model *model) {
    size_t length = strlen(model->name);
    return strncmp(table, model->name, length) == 0 && table[length] == '-';
}

static int find_owner(const char *name, const struct results *r) {
    int owner = -1;
    for (int i = 0; i < r->models; i++) {
        bool longer =
            owner < 0 || strlen(r->model[i].name) > strlen(r->model[owner].name);
        owner = longer && belongs_to(name, &r->model[i]) ? i : owner;
    }
    return owner;
}

/* "# h<tab>error" becomes "h, error". */
static void read_columns(const char *path, struct text *columns) {
    char line[LONGEST_HEADER];
    FILE *file = fopen(path, "r");
    if (!file) {
        return;
    }
    if (fgets(line, sizeof line, file) && line[0] == '#') {
        static const char blanks[] = " \t\r\n";
        const char *before = "", *word = line + 1 + strspn(line + 1, blanks);
        while (*word != '\0') {
            size_t length = strcspn(word, blanks);
            text_format(columns, "%s%.*s", before, (int)length, word);
            before = ", ";
            word += length;
            word += strspn(word, blanks);
        }
    }
    fclose(file);
}

static int compare_tables(const void *a, const void *b) {
    const struct table *p = a, *q = b;
    return strcmp(p->name, q->name);
}

static bool add_table(struct tables *tables, const char *folder, const char *name,
                      const struct results *r) {
    struct text path = {0}, copy = {0}, columns = {0};
    size_t size = ((size_t)tables->count + 1) * sizeof *tables->table;
    struct table *grown = realloc(tables->table, size);
    tables->table = grown ? grown : tables->table;
    text_add(&copy, name);
    text_format(&path, "%s/%s", folder, name);
    read_columns(text_bytes(&path), &columns);
    text_add(&columns, "");
    bool good =
        grown && !text_failed(&copy) && !text_failed(&path) && !text_failed(&columns);
    text_clear(&path);
    if (!good) {
        text_clear(&copy);
        text_clear(&columns);
        return false;
    }
    grown[tables->count++] = (struct table){copy.data, columns.data, find_owner(name, r)};
    return true;
}

bool tables_find(struct tables *tables, const char *folder, const struct results *r) {
    struct text path = {0};
    text_format(&path, "%s/tables", folder);
    DIR *directory = opendir(text_bytes(&path));
    bool good = !text_failed(&path);
    *tables = (struct tables){0};
    for (struct dirent *entry; good && directory && (entry = readdir(directory));) {
        if (ends_in(entry->d_name, extension)) {
            good = add_table(tables, text_bytes(&path), entry->d_name, r);
        }
    }
    if (directory) {
        closedir(directory);
    }
    if (tables->count > 0) {
        qsort(tables->table, (size_t)tables->count, sizeof *tables->table,
              compare_tables);
    }
    if (!good) {
        tables_free(tables);
    }
    text_clear(&path);
    return good;
}

void tables_free(struct tables *tables) {
    for (int i = 0; i < tables->count; i++) {
        free(tables->table[i].name);
        free(tables->table[i].columns);
    }
    free(tables->table);
    *tables = (struct tables){0};
}

bool table_is_about(const struct table *table, const struct results *r,
                    const char *study) {
    if (table->model < 0) {
        return false;
    }
    const char *rest = table->name + strlen(r->model[table->model].name) + 1;
    size_t length = strlen(study);
    return strncmp(rest, study, length) == 0 &&
           (rest[length] == '-' || strcmp(rest + length, extension) == 0);
}
