/* Output folders that take their place when they are complete.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/results/folder.h"
#include "harness/results/output.h"
#include "harness/tests/scratch.h"

static void put(const char *folder, const char *name, const char *text) {
    struct diagnostic d = {""};
    char *path = output_join(folder, name);
    cr_assert(output_write(path, text, strlen(text), &d) == 0, "%s", d.text);
    free(path);
}

static void complete_with(const char *place, const char *text) {
    struct folder f;
    struct diagnostic d = {""};
    cr_assert(folder_begin(&f, place, &d) == 0, "%s", d.text);
    put(f.path, "results.json", text);
    cr_assert(folder_make(&f, "tables", &d) == 0, "%s", d.text);
    cr_assert(folder_complete(&f, &d) == 0, "%s", d.text);
    folder_discard(&f);
}

Test(folder, it_is_not_in_its_place_before_it_is_complete) {
    struct scratch s = scratch_make();
    struct folder f;
    struct diagnostic d = {""};
    char *place = output_join(s.path, "report");
    cr_assert(folder_begin(&f, place, &d) == 0, "%s", d.text);
    put(f.path, "results.json", "{}");
    cr_assert(access(place, F_OK) != 0);
    folder_discard(&f);
    cr_assert(access(place, F_OK) != 0);
    cr_assert(scratch_count(s.path) == 0, "the temporary folder is left behind");
    free(place);
    scratch_remove(&s);
}

Test(folder, it_replaces_an_older_one_of_its_kind_and_leaves_nothing_of_that) {
    struct scratch s = scratch_make();
    char *place = output_join(s.path, "report"), *old = output_join(place, "old.txt");
    char *results = output_join(place, "results.json");
    complete_with(place, "first");
    put(place, "old.txt", "x");
    complete_with(place, "second");
    char *text = scratch_read(results);
    cr_assert_str_eq(text, "second");
    cr_assert(access(old, F_OK) != 0);
    cr_assert(scratch_count(s.path) == 1);
    free(text);
    free(old);
    free(results);
    free(place);
    scratch_remove(&s);
}

Test(folder, an_empty_folder_is_taken_and_a_slash_at_the_end_does_not_matter) {
    struct scratch s = scratch_make();
    char *place = output_join(s.path, "report///");
    char *bare = output_join(s.path, "report");
    cr_assert(mkdir(bare, 0777) == 0);
    complete_with(place, "x");
    cr_assert(scratch_count(bare) == 2);
    free(place);
    free(bare);
    scratch_remove(&s);
}

Test(folder, other_things_in_its_place_are_refused_and_stay) {
    struct scratch s = scratch_make();
    struct folder f;
    struct diagnostic d = {""};
    put(s.path, "precious.txt", "x");
    char *file = output_join(s.path, "precious.txt");
    cr_assert(folder_begin(&f, s.path, &d) != 0);
    cr_assert(strstr(d.text, "other things") != NULL, "%s", d.text);
    cr_assert(folder_begin(&f, file, &d) != 0);
    cr_assert(strstr(d.text, "not a folder") != NULL, "%s", d.text);
    cr_assert(scratch_count(s.path) == 1);
    free(file);
    scratch_remove(&s);
}

Test(folder, a_place_where_nothing_can_be_made_is_named) {
    struct folder f;
    struct diagnostic d = {""};
    cr_assert(folder_begin(&f, "/proc/none/report", &d) != 0);
    cr_assert(strstr(d.text, "/proc/none/report") != NULL, "%s", d.text);
}
