/* Files that are complete or absent.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reports/output.h"

static char folder[] = "/tmp/halfstep-output-XXXXXX";

static void make_folder(void) {
    cr_assert_not_null(mkdtemp(folder));
}

static void remove_folder(void) {
    static const char *const names[] = {"/page", "/page.new", "/sub"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s%s", folder, names[i]);
        remove(path);
    }
    rmdir(folder);
}

/* The file's content; "" when it is absent. */
static const char *read_file(const char *name) {
    static char content[64];
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(content, 1, sizeof content - 1, file) : 0;
    content[size] = '\0';
    if (file) {
        fclose(file);
    }
    return content;
}

Test(output, a_file_is_replaced, .init = make_folder, .fini = remove_folder) {
    struct text first = {0}, second = {0}, why = {0};
    text_add(&first, "first, and longer");
    text_add(&second, "second");
    cr_assert(output_replace(folder, "page", &first, &why), "%s", text_bytes(&why));
    cr_assert(output_replace(folder, "page", &second, &why), "%s", text_bytes(&why));
    cr_assert_str_eq(read_file("page"), "second");
    cr_assert_str_eq(read_file("page.new"), "");
    text_clear(&first);
    text_clear(&second);
}

Test(output, a_link_in_the_way_is_not_followed, .init = make_folder,
     .fini = remove_folder) {
    char link[64];
    struct text content = {0}, why = {0};
    snprintf(link, sizeof link, "%s/page.new", folder);
    cr_assert_eq(symlink("/dev/full", link), 0);
    text_add(&content, "whole");
    cr_assert(output_replace(folder, "page", &content, &why), "%s", text_bytes(&why));
    cr_assert_str_eq(read_file("page"), "whole");
    text_clear(&content);
}

Test(output, a_full_disk_is_noticed_at_any_size) {
    static const size_t sizes[] = {1, 100, 5000, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct text content = {0};
        while (content.length < sizes[i]) {
            text_add(&content, "x");
        }
        FILE *full = fopen("/dev/full", "w");
        cr_assert_not_null(full);
        cr_assert_not(output_fill(full, &content), "%zu bytes", sizes[i]);
        cr_assert_eq(errno, ENOSPC);
        text_clear(&content);
    }
}

Test(output, a_folder_that_is_absent_is_named) {
    struct text content = {0}, why = {0};
    text_add(&content, "whole");
    cr_assert_not(output_replace("/nowhere/at/all", "page", &content, &why));
    cr_assert_str_eq(text_bytes(&why),
                     "/nowhere/at/all/page cannot be written: No such file or directory");
    text_clear(&content);
    text_clear(&why);
}

Test(output, a_failed_text_is_not_written, .init = make_folder, .fini = remove_folder) {
    struct text content = {.failed = true}, why = {0};
    cr_assert_not(output_replace(folder, "page", &content, &why));
    cr_assert_str_eq(read_file("page"), "");
    text_clear(&why);
}

Test(output, a_folder_is_made_once, .init = make_folder, .fini = remove_folder) {
    struct text why = {0};
    cr_assert(output_folder(folder, "sub", &why));
    cr_assert(output_folder(folder, "sub", &why));
    cr_assert_not(output_folder("/nowhere", "sub", &why));
    cr_assert_str_eq(text_bytes(&why),
                     "/nowhere/sub cannot be made: No such file or directory");
    text_clear(&why);
}
