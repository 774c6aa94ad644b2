/* How far work is, told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/jobs/progress.h"

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
    char *text = tell(true, false);
    cr_expect_str_eq(text, "5 of 10, 50 %, about 12 s left\n");
}

/* After twelve seconds: a limit of twenty ends work that would take longer; at the end nothing
 * is estimated. */
Test(progress, no_more_time_is_left_than_the_limit_and_none_is_foreseen_at_the_end) {
    static const struct {
        double fraction, limit;
        const char *told;
    } cases[] = {{0.125, 20, "truth, 12 %, at most 8 s left\n"},
                 {0.5, 30, "truth, 50 %, about 12 s left\n"},
                 {0.9996, 20, "truth, 99 %, at most 8 s left\n"},
                 {0.9996, 0, "truth, 99 %\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        struct progress p = progress_start_lines(out);
        p.limit = cases[i].limit;
        p.began -= 12;
        p.last_shown -= 12;
        progress_show(&p, cases[i].fraction, "truth");
        fclose(out);
        cr_expect_str_eq(text, cases[i].told);
    }
}

Test(progress, a_terminal_gets_one_line_that_is_cleared) {
    char *text = tell(false, true);
    cr_expect(strstr(text, "begun, 25 %") != NULL, "%s", text);
    cr_expect(strstr(text, "\r\033[K5 of 10, 50 %, about 12 s left") != NULL, "%s", text);
    cr_expect(strchr(text, '\n') == NULL && text[strlen(text) - 1] == 'K', "%s", text);
}

Test(progress, elsewhere_it_is_silent) {
    char *text = tell(false, false);
    cr_expect_str_eq(text, "");
}
