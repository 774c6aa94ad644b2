/* Records as cells and rows of tables.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"

#include <math.h>

#include "harness/base/csv.h"
#include "harness/base/text.h"

enum { number_room = 32 };

static bool is_list(const struct record_field *f) {
    return f->type >= RECORD_ARRAY;
}

static bool is_text(const struct record_field *f) {
    return f->type == RECORD_TEXT || f->type == RECORD_WORD;
}

void record_cell(char *text, size_t size, const struct record_field *f,
                 const void *item) {
    double number = record_number(f, item);
    if (is_text(f))
        snprintf(text, size, "%s", record_text(f, item));
    else if (!isfinite(number))
        snprintf(text, size, "-");
    else
        snprintf(text, size, f->format != NULL ? f->format : "%.17g", number);
}

static bool has_next(const struct record_field *f) {
    for (f++; f->key != NULL; f++)
        if (!is_list(f))
            return true;
    return false;
}

void record_print_csv_head(const struct record *r, FILE *out) {
    for (const struct record_field *f = r->field; f->key != NULL; f++)
        if (!is_list(f))
            csv_print(f->key, has_next(f), out);
}

void record_print_csv(const struct record *r, const void *item, FILE *out) {
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        char number[number_room] = "";
        if (is_list(f))
            continue;
        if (f->type == RECORD_WHOLE)
            snprintf(number, sizeof number, "%ld", record_whole(f, item));
        else if (!is_text(f) && isfinite(record_number(f, item)))
            snprintf(number, sizeof number, "%.17g", record_number(f, item));
        csv_print(is_text(f) ? record_text(f, item) : number, has_next(f), out);
    }
}

void record_print_markdown_head(const struct record *r, FILE *out) {
    for (const struct record_field *f = r->field; f->key != NULL; f++)
        if (f->heading != NULL)
            fprintf(out, "| %s ", f->heading);
    fputs("|\n", out);
    for (const struct record_field *f = r->field; f->key != NULL; f++)
        if (f->heading != NULL)
            fputs(is_text(f) ? "|---" : "|---:", out);
    fputs("|\n", out);
}

void record_print_markdown(const struct record *r, const void *item, FILE *out) {
    for (const struct record_field *f = r->field; f->key != NULL; f++) {
        char number[number_room];
        if (f->heading == NULL)
            continue;
        fputs("| ", out);
        if (is_text(f)) {
            text_print_markdown(record_text(f, item), out);
        } else {
            record_cell(number, sizeof number, f, item);
            fputs(number, out);
        }
        fputc(' ', out);
    }
    fputs("|\n", out);
}
