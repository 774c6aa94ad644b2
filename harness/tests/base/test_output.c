/* Files that are there as a whole or not at all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/output.h"
#include "harness/tests/scratch.h"
#include "problems/base/status.h"

Test(output, a_file_has_what_was_written_and_nothing_else_is_left_beside_it) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "result.txt");
    struct diagnostic d = {""};
    cr_assert(output_write(path, "first\n", 6, &d) == 0, "%s", d.text);
    cr_assert(output_write(path, "second, longer\n", 15, &d) == 0, "%s", d.text);
    char *text = scratch_read(path);
    cr_assert_str_eq(text, "second, longer\n");
    cr_assert(scratch_count(s.path) == 1);
}

Test(output, a_new_file_is_as_readable_as_other_new_files) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "result.txt");
    struct diagnostic d = {""};
    umask(022);
    cr_assert(output_write(path, "x", 1, &d) == 0, "%s", d.text);
    struct stat about;
    cr_assert(stat(path, &about) == 0);
    cr_assert((about.st_mode & 0777) == 0644, "%o", (unsigned)about.st_mode);
}

Test(output, a_missing_folder_is_named_and_leaves_nothing) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "none/result.txt");
    struct diagnostic d = {""};
    cr_assert(output_write(path, "x", 1, &d) != 0);
    cr_assert(strstr(d.text, "none/result.txt") != NULL, "%s", d.text);
    cr_assert(strstr(d.text, "No such file") != NULL, "%s", d.text);
    cr_assert(output_probe(path, &d) != 0);
    cr_assert(scratch_count(s.path) == 0);
}

Test(output, a_folder_in_the_place_of_the_file_is_refused) {
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    cr_assert(output_write(s.path, "x", 1, &d) != 0);
    cr_assert(strstr(d.text, "directory") != NULL, "%s", d.text);
}

/* Files may have ten bytes, which stands for a disk that fills up. */
Test(output, a_write_that_fails_halfway_leaves_the_old_file_and_nothing_else) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "result.txt");
    struct diagnostic d = {""};
    const struct rlimit ten = {10, RLIM_INFINITY};
    cr_assert(output_write(path, "old", 3, &d) == 0, "%s", d.text);
    signal(SIGXFSZ, SIG_IGN);
    cr_assert(setrlimit(RLIMIT_FSIZE, &ten) == 0);
    int failed = output_write(path, "new, and far too long", 21, &d);
    const struct rlimit usual = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &usual);
    cr_expect(failed != 0 && strstr(d.text, "too large") != NULL, "%s", d.text);
    char *text = scratch_read(path);
    cr_expect_str_eq(text, "old");
    cr_expect(scratch_count(s.path) == 1, "something is left behind");
}

/* The device is reached by a link, which alone would suffer if it were replaced. */
Test(output, a_full_device_is_reported_and_stays_a_device) {
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    struct stat about;
    char *link = scratch_path(&s, "full");
    cr_assert(symlink("/dev/full", link) == 0);
    if (stat(link, &about) != 0)
        cr_skip_test("no /dev/full here");
    cr_expect(output_write(link, "x", 1, &d) != 0);
    cr_expect(strstr(d.text, "No space left") != NULL, "%s", d.text);
    cr_expect(stat(link, &about) == 0 && S_ISCHR(about.st_mode));
}

Test(output, a_probe_leaves_an_existing_file_as_it_is) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "result.txt");
    struct diagnostic d = {""};
    cr_assert(output_write(path, "kept", 4, &d) == 0);
    cr_assert(output_probe(path, &d) == 0, "%s", d.text);
    char *text = scratch_read(path);
    cr_assert_str_eq(text, "kept");
    cr_assert(scratch_count(s.path) == 1);
}
