/* Which interpreter is started for `python3`, where that is a script.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/plugin/interpreter.h"
#include "harness/tests/plugins.h"
#include "harness/tests/scratch.h"

static char path[4096];

/* Where the script `python3` has this last line. */
static const char *find(const char *line) {
    struct scratch folder = scratch_make();
    char text[512], folders[8192];
    snprintf(text, sizeof text, "#!/bin/sh\nPATH=\"${PATH#*:}\"\n%s\n", line);
    snprintf(folders, sizeof folders, "%s:%s", folder.path, getenv("PATH"));
    char *script = scratch_write(&folder, "python3", text);
    cr_assert(chmod(script, 0700) == 0 && setenv("PATH", folders, 1) == 0);
    interpreter_find(path, sizeof path, " python3 mine.py", 60);
    cr_assert(setenv("PATH", strchr(folders, ':') + 1, 1) == 0);
    return path;
}

Test(interpreter, what_a_script_chooses_is_found) {
    if (!plugin_can_run("python3"))
        cr_skip_test("no python3 here");
    cr_expect(find("exec python3 \"$@\"")[0] == '/');
    cr_expect(setenv("PYTHONPATH", "/of a user", 1) == 0);
    cr_expect(find("exec python3 \"$@\"")[0] == '/');
}

/* Seen to fail, each line of them: with its part of the question left out. */
Test(interpreter, a_script_that_does_more_than_to_choose_is_left_alone) {
    if (!plugin_can_run("python3"))
        cr_skip_test("no python3 here");
    cr_expect_str_eq(find("PYTHONPATH=/nothing exec python3 \"$@\""), "");
    cr_expect_str_eq(find("LD_LIBRARY_PATH=/nothing exec python3 \"$@\""), "");
    cr_expect_str_eq(find("python3 \"$@\"; exit $?"), "");
    cr_expect_str_eq(find("exec python3 -O \"$@\""), "");
    cr_expect_str_eq(find("exit 1"), "");
    cr_expect_str_eq(find("echo here it comes; exec python3 \"$@\""), "");
}

Test(interpreter, other_words_are_left_alone) {
    const char *const places[] = {
        "", " ", "/usr/bin/python3 a.py", "python3x a.py", "./python3", "sh a.sh"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        interpreter_find(path, sizeof path, places[i], 60);
        cr_expect_str_eq(path, "", "%s", places[i]);
    }
}
