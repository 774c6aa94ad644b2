/* Files that are complete or absent.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>

#include "reports/files.h"
#include "reports/tests/pages/folder.h"

TestSuite(files, .init = make_folder, .fini = remove_folder);

static void expect_file(const char *name, const char *content) {
    struct text file = read_page(name);
    cr_expect_str_eq(text_bytes(&file), content);
}

Test(files, a_file_is_replaced) {
    write_file("page", "first, and longer");
    write_file("page", "second");
    expect_file("page", "second");
    cr_expect(size_of("page.new") < 0);
}

Test(files, a_link_in_the_way_is_not_followed) {
    cr_assert(shell("ln -s /dev/full page.new") == 0);
    write_file("page", "whole");
    expect_file("page", "whole");
}

Test(files, a_full_disk_is_noticed_at_any_size) {
    static const size_t sizes[] = {1, 100, 5000, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct text content = {0};
        while (content.length < sizes[i])
            text_add(&content, "x");
        FILE *full = fopen("/dev/full", "w");
        cr_assert_not_null(full);
        cr_assert_not(files_fill(full, &content), "%zu bytes", sizes[i]);
        cr_assert_eq(errno, ENOSPC);
    }
}

Test(files, a_folder_that_is_absent_is_named) {
    struct text content = {0}, why = {0};
    text_add(&content, "whole");
    cr_assert_not(files_replace("/nowhere/at/all", "page", &content, &why));
    cr_assert_str_eq(text_bytes(&why),
                     "/nowhere/at/all/page cannot be written: No such file or directory");
}

Test(files, a_failed_text_is_not_written) {
    struct text content = {.failed = true}, why = {0};
    cr_assert_not(files_replace(folder, "page", &content, &why));
    cr_expect(size_of("page") < 0);
}

Test(files, the_folder_of_a_file_is_made) {
    write_file("sub/page", "first");
    write_file("sub/page", "second");
    expect_file("sub/page", "second");
}
