/* The tutorial of harness/plugin/TUTORIAL.md, word by word: its commands are run as they stand, for
 * a good integrator and for one that forgets the time of its second stage, for a library and
 * for a program.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/plugins.h"
#include "harness/tests/program/workbench.h"
#include "problems/tests/nightly.h"

#define AS_LIBRARY "./mine.so"
#define AS_PROGRAM "\"python3 mine.py\""

enum { most_commands = 32, longest_command = 512 };

struct tutorial {
    int count;
    char command[most_commands][longest_command]; /* in the order of the text */
    char *expect;                                 /* the file that it shows */
};

static void take(struct tutorial *t, const char *text, size_t length) {
    cr_assert(t->count < most_commands && length < longest_command);
    memcpy(t->command[t->count], text, length);
    t->command[t->count++][length] = '\0';
}

/* Commands between backticks in the running text. */
static void take_spans(struct tutorial *t, const char *line, size_t length) {
    static const char *const programs[] = {"`halfstep gate", "`halfstep solve", "`cp "};
    for (size_t i = 0; i < length; i++)
        for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
            if (strncmp(line + i, programs[k], strlen(programs[k])) == 0)
                take(t, line + i + 1, strcspn(line + i + 1, "`"));
}

static bool continues(const char *line) {
    return strncmp(line, "     ", 5) == 0;
}

/* An indented line is a command, or begins the file. */
static const char *take_line(struct tutorial *t, const char *line) {
    size_t length = strcspn(line, "\n");
    if (strncmp(line, "    ", 4) != 0) {
        take_spans(t, line, length);
    } else if (line[4] == '{') {
        while (continues(line + length + 1))
            length += 1 + strcspn(line + length + 1, "\n");
        t->expect = calloc(length + 1, 1);
        memcpy(t->expect, line, length);
    } else {
        take(t, line + 4, length - 4);
    }
    return line + length + (line[length] == '\n');
}

static struct tutorial read_tutorial(void) {
    struct tutorial t = {.count = 0};
    char *text = workbench_document("harness/plugin/TUTORIAL.md");
    const char *line = strstr(text, "## Five minutes\n"),
               *end = strstr(text, "## Another five minutes");
    cr_assert(line != NULL && end != NULL);
    while (line < end)
        line = take_line(&t, line);
    cr_assert(t.count >= 12 && t.expect != NULL, "%d commands", t.count);
    return t;
}

static bool has(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

/* Into another folder there is one way only. */
static const char *folder_of(const char *command) {
    return has(command, "mkdir mine") ? "halfstep" : "halfstep/mine";
}

/* "t + h" is forgotten. */
static void break_it(struct workbench *w) {
    int status = workbench_run(w, "halfstep/mine", "",
                               "sed -i 's/s->t + h, euler/s->t, euler/' mine.c\n"
                               "[ ! -e mine.py ] || sed -i 's/derivative(t + h \\/ 2, "
                               "/derivative(t, /' mine.py\n");
    cr_assert(status == 0, "%s", w->out);
}

/* Whether a command judges the integrator: a faulty one makes it end with 1. */
static bool judges(const char *command) {
    return has(command, "halfstep fingerprint") || has(command, "halfstep gate") ||
           has(command, "halfstep report");
}

static void expect_outcome(const struct workbench *w, const char *command, int status,
                           bool is_good) {
    const bool fails = !is_good && judges(command);
    const char *named = "with all stages taken at the time of the start";
    cr_expect(status == fails, "%s: exit status %d\n%s", command, status, w->out);
    if (fails && !has(command, "report"))
        cr_expect(has(w->out, named), "%s:\n%s", command, w->out);
}

/* Reports (test_command_report makes one by day), and gates that are not of the quick profile. */
static bool takes_long(const char *command) {
    return has(command, "halfstep report") ||
           (has(command, "halfstep gate") && !has(command, "--profile quick"));
}

/* What is left to the night: for a good library a gate is a quick one by day (workbench.c). */
static bool is_for_the_night(const char *command, bool is_good) {
    return !is_nightly() && takes_long(command) &&
           !(is_good && has(command, "halfstep gate"));
}

static void run_as_library(bool is_good) {
    struct tutorial t = read_tutorial();
    struct workbench w = workbench_make("quadratic");
    for (int i = 0; i < t.count; i++) {
        const char *command = t.command[i];
        if (i > 0 && has(t.command[i - 1], "mkdir"))
            scratch_write(&w.scratch, "halfstep/mine/mine.expect.json", t.expect);
        if (!is_good && has(command, "cc "))
            break_it(&w);
        if (is_for_the_night(command, is_good))
            continue;
        expect_outcome(&w, command, workbench_run(&w, folder_of(command), "", command),
                       is_good);
    }
    workbench_remove(&w);
}

Test(tutorial, a_good_library_passes_all_that_it_says, .timeout = 36000) {
    run_as_library(true);
}

Test(tutorial, a_faulty_library_is_named_by_all_that_judges, .timeout = 36000) {
    run_as_library(false);
}

/* Whether it is not about a program, or not tried here: a quick gate takes a program in an
 * interpreter half a minute, a whole one or a report hours. Of a faulty one the command that
 * takes the least time is enough. */
static bool is_left_out(const char *command, bool is_good) {
    return has(command, "cc ") || has(command, "--expect") || takes_long(command) ||
           (!is_nightly() && has(command, "halfstep gate")) ||
           (!is_good && has(command, AS_LIBRARY) && !has(command, "fingerprint"));
}

/* What is written of ./mine.so holds for "python3 mine.py"; the last step is about a library. */
static void run_as_program(bool is_good) {
    struct tutorial t = read_tutorial();
    struct workbench w = workbench_make("quadratic");
    for (int i = 0; i < t.count; i++) {
        const char *command = t.command[i];
        if (is_left_out(command, is_good))
            continue;
        char *own = has(command, AS_LIBRARY)
                        ? workbench_replace(command, AS_LIBRARY, AS_PROGRAM)
                        : strdup(command);
        expect_outcome(&w, own, workbench_run(&w, folder_of(own), "", own), is_good);
        if (!is_good && has(command, "mine.py"))
            break_it(&w);
    }
    workbench_remove(&w);
}

Test(tutorial, a_good_program_passes_all_that_it_says, .timeout = 36000) {
    if (!plugin_can_run("python3"))
        cr_skip_test("no python3 here");
    run_as_program(true);
}

Test(tutorial, a_faulty_program_is_named, .timeout = 36000) {
    if (!plugin_can_run("python3"))
        cr_skip_test("no python3 here");
    run_as_program(false);
}
