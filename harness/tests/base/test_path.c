/* Parts of paths, and two paths of one file.
 *
 * Seen to fail: files by one name in any folders of a disk that are taken for one; folders that are
 * compared by their names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "harness/base/path.h"
#include "harness/tests/scratch.h"

Test(path, a_path_is_a_folder_and_a_name) {
    cr_expect_str_eq(path_name("a/b/c.xml"), "c.xml");
    cr_expect_str_eq(path_name("c.xml"), "c.xml");
    cr_expect_str_eq(path_name("a/"), "");
    cr_expect_str_eq(path_folder("a/b/c.xml"), "a/b/");
    cr_expect_str_eq(path_folder("/c.xml"), "/");
    cr_expect_str_eq(path_folder("c.xml"), ".");
}

Test(path, paths_of_one_file_lead_to_one_folder) {
    struct scratch s = scratch_make();
    const char *a = scratch_path(&s, "one"), *b = scratch_path(&s, "two");
    cr_assert(mkdir(a, S_IRWXU) == 0 && mkdir(b, S_IRWXU) == 0);
    const char *file = path_join(a, "x.xml");
    cr_expect(path_is_same(file, scratch_path(&s, "two/../one/x.xml")));
    cr_expect(path_is_same(file, scratch_path(&s, "one//x.xml")));
    cr_expect(!path_is_same(file, path_join(b, "x.xml")));
    cr_expect(!path_is_same(file, path_join(a, "y.xml")));
    cr_expect(!path_is_same(file, scratch_path(&s, "three/x.xml")));
}
