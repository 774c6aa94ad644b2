/* The numbers of a figure, as tables beside it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/site.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/files.h"

/* A number where all of the word is one that JSON can say. */
static json_t *read_word(const char *word, size_t length) {
    char number[64], *end;
    if (length > 0 && length < sizeof number) {
        memcpy(number, word, length);
        number[length] = '\0';
        double value = strtod(number, &end);
        if (*end == '\0' && isfinite(value))
            return json_real(value);
    }
    json_t *text = json_stringn(word, length);
    return text != NULL ? text : json_null(); /* no UTF-8 */
}

static json_t *read_row(const char *line, size_t length) {
    json_t *row = json_array();
    for (const char *end = line + length; line <= end && length > 0;) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        const char *stop = tab != NULL ? tab : end;
        json_array_append_new(row, read_word(line, (size_t)(stop - line)));
        line = stop + 1;
    }
    return row;
}

/* The rows of a block so far, and how many empty lines came since the last of them. */
static void add_line(json_t *blocks, int *empty, const char *line, size_t length) {
    json_t *last = json_array_get(blocks, json_array_size(blocks) - 1);
    if (length == 0) {
        (*empty)++;
        return;
    }
    if (last == NULL || *empty > 1)
        json_array_append_new(blocks, last = json_array());
    else if (*empty == 1)
        json_array_append_new(last, json_array());
    json_array_append_new(last, read_row(line, length));
    *empty = 0;
}

static json_t *read_table(const char *table) {
    json_t *about = json_array(), *blocks = json_array();
    int empty = 0;
    while (*table != '\0') {
        size_t length = strcspn(table, "\n");
        if (*table == '#')
            json_array_append_new(about, json_stringn(table + (length > 1 ? 2 : 1),
                                                      length > 1 ? length - 2 : 0));
        else
            add_line(blocks, &empty, table, length);
        table += length + (table[length] == '\n');
    }
    return json_pack("{s:o, s:o}", "about", about, "blocks", blocks);
}

static bool write_file(struct site *site, const char *name, const char *ending,
                       const struct text *content) {
    struct text file = text_made("figures/%s.%s", name, ending);
    bool good = files_replace(site->folder, text_bytes(&file), content, site->why);
    text_clear(&file);
    return good;
}

bool table_write(struct site *site, const char *name, const struct text *table) {
    json_t *document = read_table(text_bytes(table));
    char *dumped = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(17));
    struct text json = {0};
    text_add(&json, dumped != NULL ? dumped : "");
    text_add(&json, "\n");
    bool good =
        write_file(site, name, "tsv", table) && write_file(site, name, "json", &json);
    text_clear(&json);
    free(dumped);
    json_decref(document);
    return good;
}
