/* Whatever is wrong with the input: a clear message on standard error, the right exit status,
 * nothing on standard output, nothing left behind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

extern char **environ;

#define SOLVE "solve pendulum --method velocity-implicit-euler "
/* The cases of data/refusals: a command line, its exit status and what is said. */
Test(wrong_input, is_answered_with_its_name_and_an_exit_status) {
    halfstep_refuses("usage");
    halfstep_refuses("steps");
}

Test(wrong_input, of_fingerprints_and_gates_is_refused) {
    halfstep_refuses("fingerprint");
    halfstep_refuses("gate");
}

Test(wrong_input, of_comparisons_and_sweeps_is_refused) {
    halfstep_refuses("compare");
    halfstep_refuses("sweep");
}

Test(wrong_input, of_a_model_with_joints_is_refused) {
    halfstep_refuses("joints");
}

Test(wrong_input, output_that_cannot_be_written_is_found_before_the_work_begins) {
    halfstep_refuses("outputs");
}

Test(wrong_input, a_syntax_error_is_shown_with_file_line_column_and_a_caret) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "bad.model", "param k = 2\nposition x 1\n");
    static const char *const commands[] = {
        "show %s", "truth %s", "order %s", "gate %s",
        "solve %s --method velocity-implicit-euler --step 0.1 --until 1"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char line[256];
        snprintf(line, sizeof line, commands[i], path);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
        cr_expect(o.status == 2, "%s: %d", line, o.status);
        cr_expect(strstr(o.err, "bad.model:2:12: ") != NULL, "%s", o.err);
        cr_expect(strstr(o.err, "position x 1\n") != NULL, "%s", o.err);
        cr_expect(strchr(o.err, '^') != NULL, "%s", o.err);
        cr_expect(o.out[0] == '\0', "%s", o.out);
    }
}

/* Runs `line` with the path of a model in it, and reads what it printed. */
static json_t *solve_text(const char *text, const char *rest, int status) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "mine.model", text);
    return halfstep_json(status, "solve %s --method velocity-implicit-euler --json %s",
                         path, rest);
}

static double first_state(const json_t *document, const char *part) {
    const json_t *state = json_object_get(document, "state");
    const json_t *value = json_array_get(json_object_get(state, part), 0);
    return json_is_string(value) ? strtod(json_string_value(value), NULL)
                                 : json_number_value(value);
}

Test(wrong_input, a_state_that_becomes_infinite_ends_at_the_last_good_step) {
    static const char *const arithmetic[] = {"", "--arithmetic mpfr:100"};
    for (int i = 0; i < 2; i++) {
        char rest[128];
        snprintf(rest, sizeof rest, "--step 1/64 --until 4 %s", arithmetic[i]);
        json_t *document = solve_text("state z = 1\nz' = exp(z^2)\n", rest, 1);
        cr_expect_str_eq(text_in(document, "status"), "failed");
        cr_expect(strlen(text_in(document, "why")) > 0);
        double z = first_state(document, "z");
        cr_expect(z >= 1 && z < 100, "%g", z);
    }
}

Test(wrong_input, rates_that_are_not_finite_at_the_start_leave_the_start) {
    json_t *document =
        solve_text("state z = -1\nz' = sqrt(z)\n", "--step 0.1 --until 1", 1);
    cr_expect_str_eq(text_in(document, "status"), "failed");
    cr_expect(strstr(text_in(document, "why"), "not finite") != NULL, "%s",
              text_in(document, "why"));
    cr_expect(json_number_value(json_object_get(document, "t")) == 0);
    cr_expect(first_state(document, "z") == -1);
}

Test(wrong_input, newton_that_does_not_converge_is_told_and_leaves_the_start) {
    json_t *document = halfstep_json(
        1, SOLVE "--step 0.25 --until 0.25 --accuracy 1e-9 --option driver=single "
                 "--option mode=faithful "
                 "--json");
    cr_expect_str_eq(text_in(document, "status"), "failed");
    cr_expect(strstr(text_in(document, "why"), "did not converge") != NULL, "%s",
              text_in(document, "why"));
    cr_expect(json_number_value(json_object_get(document, "t")) == 0);
    const json_t *statistics = json_object_get(document, "statistics");
    cr_expect(json_integer_value(json_object_get(statistics, "newton_iters")) == 30);
}

Test(wrong_input, a_folder_with_other_things_is_not_replaced_by_a_report) {
    struct scratch s = scratch_make();
    scratch_write(&s, "precious", "kept");
    struct program_outcome o = halfstep_run("report --out %s", s.path);
    cr_expect(o.status == 2, "%d", o.status);
    cr_expect(strstr(o.err, "is in the way") != NULL, "%s", o.err);
    cr_expect(scratch_count(s.path) == 1);
}

static int shell(const char *format, const char *program) {
    char command[1024];
    snprintf(command, sizeof command, format, program);
    int status = system(command);
    cr_assert(WIFEXITED(status), "%s", command);
    return WEXITSTATUS(status);
}

/* The device is reached by a link, which alone would suffer if it were replaced. */
Test(wrong_input, a_full_disk_is_told) {
    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("no /dev/full here");
    struct scratch s = scratch_make();
    char *link = scratch_path(&s, "full");
    cr_assert(symlink("/dev/full", link) == 0);
    halfstep_says(3, "\nPASS: 0 of ", "No space left",
                  "gate quadratic --method explicit-euler --junit %s", link);
    struct stat about;
    cr_expect(stat(link, &about) == 0 && S_ISCHR(about.st_mode));
    cr_expect(shell("%s list >/dev/full 2>/dev/null", HALFSTEP_PROGRAM) == 3);
}

/* Starts `list` with a standard output that nobody reads; returns its exit status. */
static int list_into_closed_pipe(void) {
    char *arguments[] = {HALFSTEP_PROGRAM, "list", NULL};
    int ends[2];
    pid_t process;
    sigset_t usual;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    cr_assert(pipe(ends) == 0);
    close(ends[0]);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    cr_assert(posix_spawn(&process, HALFSTEP_PROGRAM, &actions, &attributes, arguments,
                          environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    return program_wait(process);
}

Test(wrong_input, a_reader_that_goes_away_is_no_error) {
    cr_expect(list_into_closed_pipe() == 0);
}
