/* The program with a method and a quantity more in its tables: everything that lists them tells
 * them, though nothing else was changed.
 *
 * Seen to fail: with the last row left out of what is printed, of either table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/path.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

static const struct {
    const char *line, *says;
    int status;
} lines[] = {
    {"list", "new-one", 0},
    {"list --json", "\"name\": \"new-one\"", 0},
    {"list methods", "new-one: Method that is new", 0},
    {"list methods --json", "\"name\": \"new-one\"", 0},
    {"list methods --csv", "\nnew-one,accuracy,number", 0},
    {"list methods --markdown",
     "\n| `new-one` | Method that is new | Copy | fixed or error control | yes | no |\n",
     0},
    {"list --completion sh", "contact-stepper new-one", 0},
    {"list --completion sh", "\n    new-one) echo 'accuracy", 0},
    {"list --completion fish", "contact-stepper new-one", 0},
    {"order pendulum --method new-on", "did you mean 'new-one'?", 2},
    {"order bouncing_ball --method implicit-euler", "contact-stepper", 2},
    {"order circle_pendulum --method implicit-euler", "contact-stepper, new-one", 2},
    {"list quantities", "that it is new", 0},
    {"list quantities --csv", "\ngap,new-two,A new one,new,Gap,m,number,at-most,", 0},
    {"list quantities --json", "\"name\": \"new-two\"", 0},
    {"list quantities --markdown",
     "\n| gap | new-two | m | number | at-most | that it is new | In the copy. |\n", 0},
};

Test(one_more, what_is_added_to_a_table_is_told_everywhere) {
    struct program_outcome o = {.out = NULL};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (i == 0 || strcmp(lines[i].line, lines[i - 1].line) != 0)
            o = program_run_line(HALFSTEP_ONE_MORE, lines[i].line);
        cr_expect(o.status == lines[i].status, "%s: %d", lines[i].line, o.status);
        cr_expect(strstr(lines[i].status == 0 ? o.out : o.err, lines[i].says) != NULL,
                  "%s does not say %s", lines[i].line, lines[i].says);
    }
}

Test(one_more, the_manual_has_it) {
    struct scratch s = scratch_make();
    char line[512];
    snprintf(line, sizeof line, "list --manual %s", s.path);
    cr_assert(program_run_line(HALFSTEP_ONE_MORE, line).status == 0);
    char *page = scratch_read(path_join(s.path, "halfstep.1"));
    cr_assert(page != NULL);
    cr_expect(strstr(page, "Method that is new") != NULL);
}

/* The chapter is what halfstep list methods --markdown prints. */
Test(one_more, the_table_in_COMMANDS_is_the_programs) {
    char *path = path_join(PROJECT_FOLDER, "harness/COMMANDS.md");
    char *chapter = scratch_read(path);
    const struct program_outcome o =
        program_run_line(HALFSTEP_PROGRAM, "list methods --markdown");
    cr_assert(chapter != NULL && o.status == 0 && strlen(o.out) > 0);
    cr_expect(strstr(chapter, o.out) != NULL,
              "print the table of %s anew: halfstep list methods --markdown", path);
}
