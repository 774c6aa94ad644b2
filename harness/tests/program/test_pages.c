/* Pages to learn from: each command that they show is run in their order, in a folder that has
 * Halfstep beside it, and prints what stands below it.
 *
 * A block "```console" has commands, after "$ ", and below each what it prints; "..." stands for
 * anything. A block "```text FILE" is written to this file. Blocks "```console nightly" are left
 * out by day.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/program/workbench.h"
#include "problems/tests/nightly.h"

static const char anything[] = "...";

/* In place: without blanks at the ends of lines, and line ends at the end. */
static char *trim(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '\n')
            while (to > text && to[-1] == ' ')
                to--;
        *to++ = *from;
    }
    while (to > text && (to[-1] == '\n' || to[-1] == ' '))
        to--;
    *to = '\0';
    return text;
}

/* Whether a text is what is expected, in which "..." stands for anything. */
static bool is_as(const char *expected, const char *text) {
    bool is_anchored = true; /* the next piece has to be where the text is */
    for (;;) {
        const char *end = strstr(expected, anything);
        const size_t length = end != NULL ? (size_t)(end - expected) : strlen(expected);
        if (end == NULL && !is_anchored) { /* the last piece is at the end */
            const size_t left = strlen(text);
            return left >= length && strcmp(text + left - length, expected) == 0;
        }
        while (strncmp(text, expected, length) != 0)
            if (is_anchored || *text++ == '\0')
                return false;
        text += length;
        if (end == NULL)
            return *text == '\0';
        expected = end + strlen(anything);
        is_anchored = false;
    }
}

/* Cuts *text, which is writable, at the next command or the end; what stands before that. */
static char *cut_before_command(char **text) {
    char *before = *text, *at = before;
    while (*at != '\0' && strncmp(at, "$ ", 2) != 0) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    *text = at;
    if (at > before)
        at[-1] = '\0';
    return at > before ? before : "";
}

/* The commands of a block, whose text is writable; how many there are. */
static int run_block(struct workbench *w, const char *page, char *text) {
    int count = 0;
    for (; *text != '\0'; count++) {
        char *command = text + strlen("$ ");
        cr_assert(strncmp(text, "$ ", 2) == 0, "%s: no command: %s", page, text);
        text += strcspn(text, "\n");
        if (*text == '\n')
            *text++ = '\0';
        char *expected = trim(strdup(cut_before_command(&text)));
        workbench_run(w, ".", "", command);
        cr_expect(is_as(expected, trim(w->out)), "%s: %s\nprints\n%s\nand not\n%s", page,
                  command, w->out, expected);
    }
    return count;
}

/* What is in the block that begins at a fence; *end is behind it. */
static char *copy_block(const char *fence, const char **end) {
    const char *begin = strchr(fence, '\n') + 1, *last = strstr(begin, "```");
    cr_assert(last != NULL);
    *end = last + strlen("```");
    return strndup(begin, (size_t)(last - begin));
}

static void run_page(const char *page, int least) {
    struct workbench w = workbench_make("quadratic");
    char *text = workbench_document(page), name[128];
    int count = 0;
    for (const char *at = strstr(text, "\n```"); at != NULL; at = strstr(at, "\n```")) {
        const char *fence = at + 1;
        char *block = copy_block(fence, &at);
        const bool by_night = strncmp(fence, "```console nightly\n", 19) == 0;
        if (sscanf(fence, "```text %127[^\n]", name) == 1)
            scratch_write(&w.scratch, name, block);
        else if (strncmp(fence, "```console\n", 11) == 0 || (by_night && is_nightly()))
            count += run_block(&w, page, block);
    }
    cr_expect(count >= least, "%s has %d commands", page, count);
    workbench_remove(&w);
}

Test(pages, what_is_expected_is_told_from_what_is_not) {
    cr_expect(is_as("", "") && is_as("...", "") && is_as("...", "a\nb") &&
              is_as("a", "a"));
    cr_expect(is_as("a...c", "abc") && is_as("a...c...", "a b c d") &&
              is_as("...c", "cc"));
    cr_expect(!is_as("a", "ab") && !is_as("a", "") && !is_as("a...c", "abcd"));
    cr_expect(!is_as("b...", "ab") && !is_as("a...x...b", "a b") && !is_as("...aa", "a"));
}

Test(pages, the_answers_of_the_cookbook) {
    run_page("harness/COOKBOOK.md", 20);
}

Test(pages, my_integrator_in_continuous_integration) {
    run_page("harness/ci/TUTORIAL.md", 9);
}

Test(pages, from_a_model_to_a_figure) {
    run_page("problems/TUTORIAL.md", 7);
}

Test(pages, a_regression_found) {
    run_page("harness/speed/TUTORIAL.md", 5);
}

Test(pages, the_theory_on_four_pages) {
    run_page("harness/theory/estimate.md", 1);
    run_page("harness/theory/weights.md", 1);
    run_page("harness/theory/truth.md", 1);
    run_page("harness/theory/verdicts.md", 1);
}
