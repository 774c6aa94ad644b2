/* The table of quantities, and what is made from it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/path.h"
#include "harness/quantities/quantity.h"
#include "harness/tests/schema.h"
#include "harness/tests/scratch.h"

Test(quantity, a_result_has_the_row_of_its_name_without_the_parts_behind) {
    static const struct {
        const char *study, *quantity, *name;
    } rows[] = {
        {"gap", "error-order", "error-order"},
        {"gap", "error-order:w[1]", "error-order"},
        {"order", "order:projected:v", "order:projected"},
        {"order", "order:q", "order"},
        {"fingerprint", "fingerprint:order:position-implicit", "fingerprint:order"},
        {"fingerprint", "fingerprint:position-implicit", "fingerprint"},
        {"gap", "study", "study"},
        {"gap", "error-orders", "*"},
        {"gap", "", "*"},
        {"compare", "time:solve", "*"},
        {"timing", "growth", "growth"},
        {"timing", "work-precision", "work-precision"},
        {"timing", "failure", "failure"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(quantity_of(rows[i].study, rows[i].quantity).name, rows[i].name,
                         "%s", rows[i].quantity);
}

/* A row below one of the same name, or of a name that it extends, is never found. */
Test(quantity, every_row_is_found_and_whole) {
    for (int i = 0; i < quantity_count(); i++) {
        const struct quantity q = quantity_at(i), found = quantity_of(q.study, q.name);
        cr_expect(found.label == q.label && found.checks == q.checks, "%s %s", q.study,
                  q.name);
        const char *const texts[] = {q.label, q.brief, q.group, q.checks, q.look_at};
        for (int k = 0; k < 5; k++)
            cr_expect(texts[k] != NULL && texts[k][0] != '\0', "%s %s: %d", q.study,
                      q.name, k);
        cr_expect(strchr(".?", q.look_at[strlen(q.look_at) - 1]) != NULL, "%s",
                  q.look_at);
    }
}

static char *printed(const char *form) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    quantities_print(form, out);
    fclose(out);
    return text;
}

Test(quantity, the_document_is_of_its_schema) {
    char *text = printed("json"), *schema_text = printed("schema"), why[256];
    json_t *document = json_loads(text, 0, NULL);
    json_t *schema = json_loads(schema_text, 0, NULL);
    cr_expect(schema_accepts(schema, document, why, sizeof why), "%s", why);
    cr_expect(json_array_size(json_object_get(document, "quantities")) ==
              (size_t)quantity_count());
}

/* The chapter is what halfstep list quantities --markdown prints. */
Test(quantity, the_table_in_VERDICTS_is_this_one) {
    char *path = path_join(PROJECT_FOLDER, "harness/VERDICTS.md");
    char *verdicts = scratch_read(path), *table = printed("markdown");
    cr_assert(verdicts != NULL, "%s", path);
    cr_expect(strstr(verdicts, table) != NULL,
              "print the table of %s anew: halfstep list quantities --markdown", path);
}
