/* Tables and whose they are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reports/tables.h"

static char folder[] = "/tmp/halfstep-tables-XXXXXX";

static const char *const files[] = {"spring-order.tsv",
                                    "spring-gap-q.tsv",
                                    "spring-chain-gap.tsv",
                                    "lonely.tsv",
                                    "springs-gap.tsv",
                                    "spring-order.txt",
                                    ".tsv"};
enum { FILES = sizeof files / sizeof files[0] };

static void make_folder(void) {
    char path[96];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/tables", folder);
    cr_assert_eq(mkdir(path, 0755), 0);
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/tables/%s", folder, files[i]);
        FILE *file = fopen(path, "w");
        cr_assert_not_null(file);
        fputs(i == 0 ? "# h\terror\r\n1\t2\n" : i == 1 ? "1\t2\n" : "", file);
        fclose(file);
    }
}

static void remove_folder(void) {
    char path[96];
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/tables/%s", folder, files[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/tables", folder);
    rmdir(path);
    rmdir(folder);
}

static struct report_model models[] = {{.name = "spring"}, {.name = "spring-chain"}};
static const struct results r = {.models = 2, .model = models};

Test(tables, each_belongs_to_the_longest_name, .init = make_folder,
     .fini = remove_folder) {
    struct tables t;
    cr_assert(tables_find(&t, folder, &r));
    cr_assert_eq(t.count, 5);
    cr_assert_str_eq(t.table[0].name, "lonely.tsv");
    cr_assert_eq(t.table[0].model, -1);
    cr_assert_str_eq(t.table[1].name, "spring-chain-gap.tsv");
    cr_assert_eq(t.table[1].model, 1);
    cr_assert_str_eq(t.table[2].name, "spring-gap-q.tsv");
    cr_assert_eq(t.table[2].model, 0);
    cr_assert_str_eq(t.table[3].name, "spring-order.tsv");
    cr_assert_str_eq(t.table[4].name, "springs-gap.tsv");
    cr_assert_eq(t.table[4].model, -1);
    tables_free(&t);
}

Test(tables, the_order_of_the_models_does_not_matter, .init = make_folder,
     .fini = remove_folder) {
    static struct report_model reversed[] = {{.name = "spring-chain"},
                                             {.name = "spring"}};
    static const struct results other = {.models = 2, .model = reversed};
    struct tables t;
    cr_assert(tables_find(&t, folder, &other));
    cr_assert_eq(t.table[1].model, 0);
    cr_assert_eq(t.table[3].model, 1);
    tables_free(&t);
}

Test(tables, the_first_line_names_the_columns, .init = make_folder,
     .fini = remove_folder) {
    struct tables t;
    cr_assert(tables_find(&t, folder, &r));
    cr_assert_str_eq(t.table[3].columns, "h, error");
    cr_assert_str_eq(t.table[2].columns, "");
    cr_assert_str_eq(t.table[1].columns, "");
    tables_free(&t);
}

Test(tables, the_study_stands_behind_the_name, .init = make_folder,
     .fini = remove_folder) {
    struct tables t;
    cr_assert(tables_find(&t, folder, &r));
    cr_assert(table_is_about(&t.table[3], &r, "order"));
    cr_assert_not(table_is_about(&t.table[3], &r, "gap"));
    cr_assert(table_is_about(&t.table[2], &r, "gap"));
    cr_assert(table_is_about(&t.table[1], &r, "gap"));
    cr_assert_not(table_is_about(&t.table[1], &r, "ga"));
    cr_assert_not(table_is_about(&t.table[0], &r, "order"));
    tables_free(&t);
}

Test(tables, no_folder_is_no_failure) {
    struct tables t;
    cr_assert(tables_find(&t, "/nowhere", &r));
    cr_assert_eq(t.count, 0);
    tables_free(&t);
}
