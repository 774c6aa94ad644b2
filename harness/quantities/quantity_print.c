/* The table of quantities, printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/quantities/quantity.h"

#include <string.h>

#include "harness/base/json_number.h"

/* {"quantities": [...]}. */
static const struct record_field fields[] = {
    {.key = "quantities",
     .type = RECORD_ARRAY,
     .meaning = "in the order of presentation",
     .of = &quantity_record},
    {.key = NULL},
};
const struct record quantities_document_record = {"quantities",
                                                  "What the studies measure.", 0, fields};

static void print_rows(void (*print_head)(const struct record *r, FILE *out),
                       void (*print)(const struct record *r, const void *item, FILE *out),
                       FILE *out) {
    print_head(&quantity_record, out);
    for (int i = 0; i < quantity_count(); i++) {
        const struct quantity q = quantity_at(i);
        print(&quantity_record, &q, out);
    }
}

static void print_for_a_person(FILE *out) {
    const char *study = "";
    for (int i = 0; i < quantity_count(); i++) {
        const struct quantity q = quantity_at(i);
        if (strcmp(q.study, study) != 0)
            fprintf(out, "%s%s\n", i > 0 ? "\n" : "",
                    q.study[0] == '*' ? "any study" : q.study);
        study = q.study;
        fprintf(out, "  %-24s %s\n", q.name, q.checks);
    }
}

static void print_document(json_t *value, FILE *out) {
    json_print(value, out);
    json_decref(value);
}

static bool is_form(const char *form, const char *name) {
    return form != NULL && strcmp(form, name) == 0;
}

void quantities_print(const char *form, FILE *out) {
    if (is_form(form, "json"))
        print_document(json_pack("{s:o}", "quantities", quantities_tell()), out);
    else if (is_form(form, "csv"))
        print_rows(record_print_csv_head, record_print_csv, out);
    else if (is_form(form, "markdown"))
        print_rows(record_print_markdown_head, record_print_markdown, out);
    else
        print_for_a_person(out);
}
