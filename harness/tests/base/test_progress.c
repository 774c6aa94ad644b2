/* How far work is, told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/jobs/progress.h"
#include "problems/tests/kept.h"

/* What is written when half of the work is done twelve seconds after the beginning, and at once
 * again. */
static char *tell(bool has_lines, bool is_terminal) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct progress p =
        has_lines ? progress_start_lines(out) : progress_start(out, is_terminal);
    progress_show(&p, 0.25, "begun");
    p.began -= 12;
    p.last_shown -= 12;
    for (int i = 0; i < 2; i++)
        progress_show(&p, 0.5, "5 of 10");
    progress_end(&p);
    fclose(out);
    return text;
}

Test(progress, a_pipe_gets_lines_ten_seconds_apart) {
    char *text = kept(tell(true, false));
    cr_expect_str_eq(text, "5 of 10, 50 %, about 12 s left\n");
}

Test(progress, a_terminal_gets_one_line_that_is_cleared) {
    char *text = kept(tell(false, true));
    cr_expect(strstr(text, "begun, 25 %") != NULL, "%s", text);
    cr_expect(strstr(text, "\r\033[K5 of 10, 50 %, about 12 s left") != NULL, "%s", text);
    cr_expect(strchr(text, '\n') == NULL && text[strlen(text) - 1] == 'K', "%s", text);
}

Test(progress, elsewhere_it_is_silent) {
    char *text = kept(tell(false, false));
    cr_expect_str_eq(text, "");
}
