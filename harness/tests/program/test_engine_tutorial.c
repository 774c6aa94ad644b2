/* The tutorial's second five minutes (harness/plugin/TUTORIAL.md), word by word: an engine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/program/workbench.h"

enum { most_commands = 16, longest_command = 256 };

/* The indented lines behind a heading. */
static int read_commands(char command[most_commands][longest_command]) {
    char *text = workbench_document("harness/plugin/TUTORIAL.md");
    const char *line = strstr(text, "## Another five minutes");
    int count = 0;
    cr_assert(line != NULL);
    for (size_t length; *line != '\0'; line += length + (line[length] == '\n')) {
        length = strcspn(line, "\n");
        if (strncmp(line, "    ", 4) != 0)
            continue;
        cr_assert(count < most_commands && length < longest_command);
        memcpy(command[count], line, length);
        command[count++][length] = '\0';
    }
    return count;
}

/* The number behind a word at the beginning of a line. */
static double number_behind(const char *text, const char *word) {
    const char *at = strstr(text, word);
    cr_assert(at != NULL, "no '%s' in:\n%s", word, text);
    return strtod(at + strlen(word), NULL);
}

/* What the commands are to show, where that is known: free fall by semi-implicit Euler is
 * z = z0 - g h^2 n (n + 1)/2, and steps of 1/4096 s leave little of the first impact's error. */
static void look_at(const char *command, const char *out) {
    const double h = 0x1p-7, n = 48;
    if (strstr(command, "halfstep solve") != NULL)
        cr_expect(fabs(number_behind(out, "\n  z ") -
                       (1 - 9.81 * h * h * n * (n + 1) / 2)) < 1e-14,
                  "%s", out);
    if (strstr(command, "slip_roll") != NULL)
        cr_expect(strstr(out, "does not build 'sliding_sphere'") != NULL, "%s", out);
    if (strstr(command, "--step 0.000244140625") != NULL) {
        const char *row = strstr(out, "bounce_0.8");
        cr_assert(row != NULL, "%s", out);
        double expected, found;
        cr_assert(sscanf(row, "%*s restitution %lf %lf", &expected, &found) == 2);
        cr_expect(fabs(expected - 0.8) < 1e-15 && fabs(found - 0.8) < 0.002, "%s", row);
    }
}

Test(engine_tutorial, an_engine_does_what_the_page_says) {
    char command[most_commands][longest_command];
    const int count = read_commands(command);
    struct workbench w = workbench_make("bouncing_ball");
    cr_assert(count >= 8, "%d commands", count);
    for (int i = 0; i < count; i++) {
        const char *folder = i == 0 ? "halfstep" : "halfstep/engine";
        const int status = workbench_run(&w, folder, "", command[i]);
        cr_expect(status == 0, "%s: exit status %d\n%s", command[i], status, w.out);
        look_at(command[i], w.out);
    }
    free(workbench_read(&w, "halfstep/engine/figures/engines.csv"));
    workbench_remove(&w);
}
