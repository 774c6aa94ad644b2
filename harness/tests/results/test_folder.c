/* Output folders that take their place when they are complete.
 *
 * Seen to fail: what another program holds swept; partial files left; what was replaced removed
 * though nothing has taken its place; a folder without a page in the place of one with it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/base/partial.h"
#include "harness/results/files/folder.h"
#include "harness/tests/scratch.h"
#include "problems/base/status.h"

static void put(const char *folder, const char *name, const char *text) {
    struct diagnostic d = {""};
    char *path = path_join(folder, name);
    cr_assert(output_write(path, text, strlen(text), &d) == 0, "%s", d.text);
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
    char *place = scratch_path(&s, "report");
    cr_assert(folder_begin(&f, place, &d) == 0, "%s", d.text);
    put(f.path, "results.json", "{}");
    cr_assert(access(place, F_OK) != 0);
    folder_discard(&f);
    cr_assert(access(place, F_OK) != 0);
    cr_assert(scratch_count(s.path) == 0, "the temporary folder is left behind");
}

Test(folder, it_replaces_an_older_one_of_its_kind_and_leaves_nothing_of_that) {
    struct scratch s = scratch_make();
    char *place = scratch_path(&s, "report"), *old = path_join(place, "old.txt");
    char *results = path_join(place, "results.json");
    complete_with(place, "first");
    put(place, "old.txt", "x");
    complete_with(place, "second");
    char *text = scratch_read(results);
    cr_assert_str_eq(text, "second");
    cr_assert(access(old, F_OK) != 0);
    cr_assert(scratch_count(s.path) == 1);
}

Test(folder, an_empty_folder_is_taken_and_a_slash_at_the_end_does_not_matter) {
    struct scratch s = scratch_make();
    char *place = scratch_path(&s, "report///");
    char *bare = scratch_path(&s, "report");
    cr_assert(mkdir(bare, 0777) == 0);
    complete_with(place, "x");
    cr_assert(scratch_count(bare) == 2);
}

Test(folder, other_things_in_its_place_are_refused_and_stay) {
    struct scratch s = scratch_make();
    struct folder f;
    struct diagnostic d = {""};
    put(s.path, "precious.txt", "x");
    char *file = scratch_path(&s, "precious.txt");
    cr_assert(folder_begin(&f, s.path, &d) != 0);
    cr_assert(strstr(d.text, "other things") != NULL, "%s", d.text);
    cr_assert(folder_begin(&f, file, &d) != 0);
    cr_assert(strstr(d.text, "not a folder") != NULL, "%s", d.text);
    cr_assert(scratch_count(s.path) == 1);
}

Test(folder, a_place_where_nothing_can_be_made_is_named) {
    struct folder f;
    struct diagnostic d = {""};
    cr_assert(folder_begin(&f, "/proc/none/report", &d) != 0);
    cr_assert(strstr(d.text, "/proc/none/report") != NULL, "%s", d.text);
}

/* A process of its own that begins a folder or a file for the place and is killed, or waits to
 * be. */
static pid_t begin_elsewhere(const char *place, bool is_folder) {
    int ready[2];
    char byte;
    cr_assert(pipe(ready) == 0);
    const pid_t process = fork();
    cr_assert(process >= 0);
    if (process == 0) {
        struct folder f;
        struct diagnostic d = {""};
        char name[256];
        snprintf(name, sizeof name, "%s" PARTIAL_ENDING, place);
        const int failed =
            is_folder ? folder_begin(&f, place, &d) : partial_make_file(name) < 0;
        if (write(ready[1], failed ? "n" : "y", 1) == 1)
            pause();
        _exit(1);
    }
    cr_assert(read(ready[0], &byte, 1) == 1 && byte == 'y');
    close(ready[0]);
    close(ready[1]);
    return process;
}

static void end(pid_t process) {
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}

Test(folder, what_a_killed_program_leaves_is_swept_and_what_another_holds_is_not) {
    for (int is_folder = 0; is_folder < 2; is_folder++) {
        struct scratch s = scratch_make();
        char *place = scratch_path(&s, "report");
        const pid_t killed = begin_elsewhere(place, is_folder),
                    busy = begin_elsewhere(place, is_folder);
        end(killed);
        cr_expect_eq(scratch_count(s.path), 2);
        if (is_folder)
            complete_with(place, "x");
        else
            put(s.path, "report", "x");
        cr_expect_eq(scratch_count(s.path), 2, "%d", scratch_count(s.path));
        end(busy);
        if (is_folder)
            complete_with(place, "y");
        else
            put(s.path, "report", "y");
        cr_expect_eq(scratch_count(s.path), 1, "%d", scratch_count(s.path));
    }
}

/* A program was killed between the moves: what was there is back in its place; it was killed after
 * them: it goes. */
Test(folder, what_was_being_replaced_returns_or_goes) {
    for (int has_come = 0; has_come < 2; has_come++) {
        struct scratch s = scratch_make();
        char *place = scratch_path(&s, "report"),
             *aside = scratch_path(&s, "report.outdated-abcdef"),
             *results = path_join(place, "results.json");
        complete_with(place, "old");
        put(place, ".lock", "");
        cr_assert(rename(place, aside) == 0);
        if (has_come)
            complete_with(place, "new");
        partial_sweep(place);
        char *text = scratch_read(results);
        cr_assert(text != NULL);
        cr_expect_str_eq(text, has_come ? "new" : "old");
        cr_expect_eq(scratch_count(s.path), 1);
        cr_expect_eq(scratch_count(place), 2);
    }
}

Test(folder, what_was_there_returns_when_nothing_can_take_its_place) {
    struct scratch s = scratch_make();
    struct folder f;
    struct diagnostic d = {""};
    char *place = scratch_path(&s, "report"), *results = path_join(place, "results.json");
    complete_with(place, "old");
    cr_assert(folder_begin(&f, place, &d) == 0, "%s", d.text);
    partial_remove(f.path);
    cr_expect(folder_make(&f, "tables", &d) != 0);
    cr_expect(strstr(d.text, "/tables: cannot be written") != NULL, "%s", d.text);
    cr_assert(folder_complete(&f, &d) != 0);
    cr_expect(strstr(d.text, "No such file or directory") != NULL, "%s", d.text);
    folder_discard(&f);
    char *text = scratch_read(results);
    cr_assert(text != NULL);
    cr_expect_str_eq(text, "old");
    cr_expect_eq(scratch_count(s.path), 1);
    cr_expect_eq(scratch_count(place), 2);
}

Test(folder, a_folder_without_a_page_goes_beside_one_with_it) {
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    char *place = scratch_path(&s, "report"), *page = path_join(place, "page.html");
    for (int k = 0; k < 2; k++) {
        struct folder f;
        complete_with(place, "whole");
        if (k == 1)
            put(place, "page.html", "x");
        cr_assert(folder_begin(&f, place, &d) == 0, "%s", d.text);
        put(f.path, "results.json", "{}");
        cr_assert(folder_step_aside(&f, "page.html", ".without-page", &d) == 0);
        cr_assert(folder_complete(&f, &d) == 0, "%s", d.text);
        cr_expect_eq(strcmp(f.place, place) == 0, k == 0, "%s", f.place);
        folder_discard(&f);
    }
    cr_expect(access(page, F_OK) == 0);
    cr_expect_eq(scratch_count(s.path), 2);
}

static bool write_file(const char *place) {
    struct diagnostic d = {""};
    return output_write(place, "text", 4, &d) == 0;
}

static bool write_folder(const char *place) {
    struct folder f;
    struct diagnostic d = {""};
    if (folder_begin(&f, place, &d) != 0)
        return false;
    put(f.path, "results.json", "{}");
    const bool good = folder_complete(&f, &d) == 0;
    folder_discard(&f);
    return good;
}

/* Programs side by side that begin and end the same file or folder all the time. Seen to fail: a
 * folder that has come or gone while another was to take its place told as a fault. */
Test(folder, programs_side_by_side_leave_each_other_alone) {
    enum { programs = 4, times = 200 };
    bool (*const writers[])(const char *) = {write_file, write_folder};
    for (int k = 0; k < 2; k++) {
        struct scratch s = scratch_make();
        char *place = scratch_path(&s, "place");
        pid_t process[programs];
        for (int i = 0; i < programs; i++) {
            process[i] = fork();
            cr_assert(process[i] >= 0);
            if (process[i] == 0) {
                int failures = 0;
                for (int j = 0; j < times; j++)
                    failures += !writers[k](place);
                _exit(failures > 0);
            }
        }
        for (int i = 0; i < programs; i++) {
            int status;
            waitpid(process[i], &status, 0);
            cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%d", k);
        }
        cr_expect_eq(scratch_count(s.path), 1, "%d", k);
    }
}

/* Where no more files can be opened, nothing is known of what is there. */
Test(folder, one_that_cannot_be_read_is_kept_and_the_reason_told) {
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    struct folder f;
    char *place = scratch_path(&s, "report");
    complete_with(place, "first");
    struct rlimit before, none;
    cr_assert(getrlimit(RLIMIT_NOFILE, &before) == 0);
    none = (struct rlimit){STDERR_FILENO + 1, before.rlim_max};
    cr_assert(setrlimit(RLIMIT_NOFILE, &none) == 0);
    const int refused = folder_begin(&f, place, &d);
    cr_assert(setrlimit(RLIMIT_NOFILE, &before) == 0);
    cr_expect(refused == OUTPUT_UNWRITABLE);
    cr_expect(strstr(d.text, "cannot be read") != NULL, "%s", d.text);
    cr_expect(strstr(d.text, "Too many open files") != NULL, "%s", d.text);
}
