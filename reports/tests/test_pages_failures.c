/* What the program says, and leaves behind, when it cannot make a page.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reports/tests/pages.h"

/* The program fails, says so, and leaves the folder as it was. */
static void check_failure(void (*prepare)(void), int status, const char *complaint) {
    pages_write("index.html", "the old page");
    cr_assert_eq(pages_run(prepare), status);
    pages_check_complaint(complaint);
    struct text t = {0};
    pages_read(&t, pages_path("index.html"));
    cr_assert_str_eq(text_bytes(&t), "the old page");
    cr_assert_not(pages_has("index.html.new"));
    text_clear(&t);
}

Test(pages_failures, results_that_cannot_be_read_are_refused, IN_FOLDER) {
    pages_write("results.json", "{\"format\": 1,");
    check_failure(NULL, 2, "results.json:1:13:");
    pages_write("results.json", "{\"format\": 1, \"models\": 3}");
    check_failure(NULL, 2, "models: expected an array");
    unlink(pages_path("results.json"));
    check_failure(NULL, 2, "results.json");
    cr_assert_not(pages_has("figures"));
}

static void hide_gnuplot(void) {
    setenv("PATH", "", 1);
}

Test(pages_failures, without_gnuplot_there_is_a_message_and_no_page, IN_FOLDER) {
    check_failure(hide_gnuplot, 3, "gnuplot is needed for the figures and was not found");
    cr_assert_not(pages_has("figures"));
}

static void use_other_gnuplot(void) {
    setenv("PATH", pages_folder(), 1);
}

/* Puts a program in gnuplot's place that does this. */
static void replace_gnuplot(const char *action) {
    struct text script = {0};
    text_format(&script, "#!/bin/sh\n%s\n", action);
    pages_write("gnuplot", text_bytes(&script));
    cr_assert_eq(chmod(pages_path("gnuplot"), 0755), 0);
    text_clear(&script);
}

Test(pages_failures, a_gnuplot_that_fails_is_quoted, IN_FOLDER) {
    replace_gnuplot("echo 'line 7: out of ink' >&2; exit 1");
    check_failure(use_other_gnuplot, 3,
                  "gnuplot failed with status 1: line 7: out of ink");
    replace_gnuplot("kill -9 $$");
    check_failure(use_other_gnuplot, 3, "gnuplot was stopped by a signal");
    replace_gnuplot("echo '<svg></svg><svg><g></svg>'");
    check_failure(use_other_gnuplot, 3, "gnuplot drew 1 of 6 figures that can be read");
}

/* No file may become longer than this many bytes: writing fails as on a full disk. */
static void limit_files(void) {
    enum { LIMIT = 40000 }; /* shorter than the page */
    struct rlimit limit = {LIMIT, LIMIT};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Without results there are no figures: gnuplot, which has temporary files too, is not
 * run. */
Test(pages_failures, a_full_disk_leaves_the_old_page, IN_FOLDER) {
    struct text json = {0};
    text_add(&json, "{\"format\": 1, \"models\": [{\"name\": \"m\", \"text\": \"");
    for (int i = 0; i < 50000; i++) {
        text_add(&json, "x");
    }
    text_add(&json, "\"}], \"results\": []}");
    pages_write("results.json", text_bytes(&json));
    check_failure(limit_files, 2, "index.html cannot be written: File too large");
    text_clear(&json);
}

Test(pages_failures, a_figure_that_cannot_be_written_is_named, IN_FOLDER) {
    pages_write("figures", "a file where a folder should be");
    check_failure(NULL, 2, "figures/pendulum-convergence.svg cannot be written");
}

static void use_startup_file(void) {
    setenv("HOME", pages_folder(), 1);
}

Test(pages_failures, nobody_s_startup_file_is_read, IN_FOLDER) {
    pages_write(".gnuplot", "exit status 7\n");
    cr_assert_eq(pages_run(use_startup_file), 0);
}

Test(pages_failures, wrong_usage_is_explained, IN_FOLDER) {
    static char name[] = "halfstep-pages", option[] = "--fast", help[] = "--help";
    char *none[] = {name, NULL}, *two[] = {name, pages_folder(), pages_folder(), NULL};
    char *unknown[] = {name, option, NULL}, *asked[] = {name, help, NULL};
    char *const *wrong[] = {none, two, unknown};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_assert_eq(pages_spawn(PAGES_PROGRAM, wrong[i], NULL), 2);
        pages_check_complaint("usage: halfstep-pages DIR");
    }
    cr_assert_eq(pages_spawn(PAGES_PROGRAM, asked, NULL), 0);
}
