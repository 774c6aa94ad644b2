/* --integrator, --option and --call-limit, as a user meets them: no fault of an integrator takes
 * the program down, keeps it waiting, or leaves a process behind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/plugins.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

TestSuite(foreign, .init = plugin_mark_processes);

/* "COMMAND --integrator PATH REST", valid until the next call. */
static const char *line_of(const char *command, const char *name, const char *rest) {
    static char line[2048];
    snprintf(line, sizeof line, "%s --integrator %s %s", command, plugin_path(name),
             rest);
    return line;
}

Test(foreign, a_study_of_a_good_integrator_passes_under_its_name) {
    json_t *document =
        program_json(HALFSTEP_PROGRAM, line_of("order pendulum --json", "heun", ""), 0);
    const json_t *integrator = json_object_get(document, "integrator");
    size_t i, orders = 0;
    json_t *result;
    cr_expect_str_eq(text_in(document, "method"), "heun");
    cr_expect_str_eq(text_in(integrator, "name"), "heun");
    cr_expect_str_eq(text_in(integrator, "place"), plugin_path("heun"));
    cr_expect(json_is_true(json_object_get(integrator, "has_estimate")));
    cr_expect(json_is_false(json_object_get(integrator, "has_advance")));
    json_array_foreach(json_object_get(document, "results"), i, result) {
        cr_expect_str_eq(text_in(result, "method"), "heun");
        orders += strcmp(text_in(result, "quantity"), "order") == 0 &&
                  json_number_value(json_object_get(result, "expected")) == 2 &&
                  strcmp(text_in(result, "verdict"), "pass") == 0;
    }
    cr_expect(orders == 1, "%zu", orders);
}

/* Our own results do not say anything of an integrator from outside. */
Test(foreign, without_one_there_is_no_word_of_it) {
    json_t *document = halfstep_json(0, "order pendulum --method implicit-euler --json");
    cr_expect(json_object_get(document, "integrator") == NULL);
    cr_expect_str_eq(text_in(document, "method"), "implicit-euler");
}

Test(foreign, a_solution_is_that_of_the_same_method_of_ours) {
    static const char *const rests[] = {"--step 0.01 --until 1",
                                        "--accuracy 1e-4 --until 1"};
    for (int k = 0; k < 2; k++) {
        json_t *foreign =
            program_json(HALFSTEP_PROGRAM,
                         line_of("solve pendulum --json", "implicit-euler", rests[k]), 0);
        json_t *own = halfstep_json(0, "solve pendulum --json --method implicit-euler %s",
                                    rests[k]);
        cr_expect(
            json_equal(json_object_get(foreign, "state"), json_object_get(own, "state")));
        cr_expect(json_equal(json_object_get(foreign, "error_estimate"),
                             json_object_get(own, "error_estimate")));
        cr_expect_str_eq(text_in(foreign, "method"), "implicit-euler");
    }
}

static const struct {
    const char *command, *name, *rest;
    int status;
    const char *told;
} usages[] = {
    {"order pendulum", "heun", "--method implicit-euler", 2,
     "--integrator and --method: give one of them"},
    {"solve pendulum --step 0.1 --until 1", "heun", "--method implicit-euler", 2,
     "--integrator and --method: give one of them"},
    {"gate", "heun", "--call-limit 0", 2, "--call-limit 0: must be positive"},
    {"gate", "heun", "--call-limit soon", 2, "--call-limit"},
    {"gate", "heun", "--memory-limit -1", 2, "--memory-limit -1: must be positive"},
    {"gate", "heun", "--output-limit 0", 2, "--output-limit 0: must be positive"},
    {"gate", "misbehaving", "--option fault=hang-in-destroy --call-limit 0.5", 1,
     "destroy did not return within 0.5 s"},
    {"gap pendulum", "heun", "--option speed", 2, "--option needs NAME=VALUE"},
    {"gap pendulum", "heun", "--option speed=9", 2, "has no options"},
    {"gap pendulum", "implicit-euler", "--option mode=quick", 2, "cannot be 'quick'"},
    {"solve pendulum --accuracy 0.1 --until 1", "heun", "", 2, "no error control"},
    {"solve pendulum --step 0.1 --until 1", "heun", "--arithmetic mpfr:100", 2,
     "works in double only"},
    {"order pendulum", "no-such-library", "", 2, "there is no such file"},
    {"gate", "misbehaving_no_symbol", "", 2, "does not define the function"},
    {"gate", "misbehaving_version", "", 2, "version 77"},
    {"gate", "misbehaving_no_step", "", 2, "the member 'step' is NULL"},
    {"gate", "misbehaving_create_refuses", "", 2, "create returned NULL"},
    {"order pendulum bouncing_ball", "heun", "", 2,
     "'bouncing_ball' has contacts, which heun does not take"},
    {"gate rod_pendulum", "heun", "", 2, "'rod_pendulum' has joints, which heun"},
    {"gate quadratic", "misbehaving_create_is_particular", "", 2,
     "'quadratic': the integrator cannot be had for this system (create returned NULL"},
    {"gate", "misbehaving_when_loaded", "", 1, "crashed while it was loaded (SIGSEGV)"},
    {"statistics", "misbehaving_create_crashes", "", 1, "crashed in create (SIGSEGV)"},
    {"gap", "misbehaving_create_hangs", "--call-limit 0.5", 1,
     "create did not return within 0.5 s"},
    {"order", "misbehaving", "--option fault=crash-in-step", 1, "crashed in step"},
    {"order", "misbehaving", "--option fault=exit-in-step", 1, "exit status 3"},
    {"order", "misbehaving", "--option fault=hang-in-step --call-limit 0.5", 1,
     "step did not return within 0.5 s"},
    {"order", "misbehaving", "--option fault=nan-in-state", 1, "is not finite"},
    {"order", "misbehaving", "--option fault=estimate-too-long", 1, "past the end"},
    {"solve pendulum --step 0.1 --until 1", "misbehaving",
     "--option fault=crash-in-step --option after=4", 1, "crashed in step (SIGSEGV)"},
    {"solve pendulum --step 0.1 --until 1", "misbehaving",
     "--option fault=hang-in-step --option after=4 --call-limit 0.5", 1,
     "did not return within 0.5 s"},
};
enum { usages_count = sizeof usages / sizeof *usages };

/* An unexpected end would be 128 and more; a message begins with the program's name. */
Test(foreign, what_goes_wrong_is_an_exit_status_and_a_message, .timeout = 120) {
    for (int i = 0; i < usages_count; i++) {
        const char *line = line_of(usages[i].command, usages[i].name, usages[i].rest);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
        cr_expect(o.status == usages[i].status, "%s: exit status %d", line, o.status);
        cr_expect(strstr(o.err, usages[i].told) || strstr(o.out, usages[i].told),
                  "%s: '%s%s'", line, o.out, o.err);
        cr_expect(plugin_count_processes(line) == 0, "%s", line);
    }
}

/* It is found in the studies only, as some results that fail, the others being there. */
Test(foreign, a_crash_in_the_middle_of_a_study_is_a_failed_result) {
    json_t *document =
        program_json(HALFSTEP_PROGRAM,
                     line_of("order pendulum --json", "misbehaving",
                             "--option fault=crash-in-step --option after=100"),
                     1);
    size_t i, told = 0;
    json_t *result;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        told += strcmp(text_in(result, "quantity"), "integrator") == 0 &&
                strcmp(text_in(result, "verdict"), "fail") == 0 &&
                strstr(text_in(result, "reason"), "crashed in step (SIGSEGV); ") != NULL;
    }
    cr_expect(told > 0);
}

Test(foreign, what_it_prints_does_not_get_into_the_document) {
    json_t *document = program_json(HALFSTEP_PROGRAM,
                                    line_of("solve pendulum --json --step 0.25 --until 1",
                                            "misbehaving", "--option fault=print-much"),
                                    0);
    cr_expect_str_eq(text_in(document, "status"), "ok");
}

/* Some MB in each of four steps. */
Test(foreign, what_it_prints_has_a_limit_and_that_is_said_once) {
    struct program_outcome o = program_run_line(
        HALFSTEP_PROGRAM, line_of("solve pendulum --step 0.25 --until 1", "misbehaving",
                                  "--option fault=print-much --output-limit 0.25"));
    const char *note = strstr(o.err, "has printed more than 0.25 MB");
    cr_expect(o.status == 0, "%d", o.status);
    cr_assert(note != NULL);
    cr_expect(note - o.err >= 250000 && strlen(o.err) < 251000, "%zu", strlen(o.err));
    cr_expect(strstr(note + 1, "has printed more than") == NULL);
}

/* By the trial before, or by the solution itself. */
Test(foreign, a_change_of_modes_is_told_with_the_solution) {
    static const char *const rests[] = {
        "--option fault=change-rounding",
        "--option fault=change-rounding --option after=3"};
    for (int k = 0; k < 2; k++) {
        struct program_outcome o = program_run_line(
            HALFSTEP_PROGRAM,
            line_of("solve pendulum --step 0.25 --until 1", "misbehaving", rests[k]));
        const char *told = strstr(o.err, "changed the direction of rounding");
        cr_expect(o.status == 0 && told != NULL, "%s", o.err);
        cr_expect(told == NULL || strstr(told + 1, "changed") == NULL, "%s", o.err);
    }
}

/* A copy of the library, so that its processes are known by its place. */
static void copy_library(char *path, size_t size, const struct scratch *folder) {
    char line[2048];
    snprintf(path, size, "%s/mine.so", folder->path);
    snprintf(line, sizeof line, "cp %s %s", plugin_path("misbehaving"), path);
    cr_assert(system(line) == 0);
}

static void wait_a_little(void) {
    const struct timespec pause = {0, 500000000};
    nanosleep(&pause, NULL);
}

/* The integrator's, its keeper's and the bench's while it hangs, none after the host was killed. */
Test(foreign, an_integrator_that_hangs_ends_with_its_host) {
    struct scratch folder = scratch_make();
    char path[128], line[1024];
    copy_library(path, sizeof path, &folder);
    snprintf(line, sizeof line,
             "solve pendulum --step 0.1 --until 1 --call-limit 1000 --integrator %s "
             "--option fault=hang-in-step --option after=3",
             path);
    int process = program_start(HALFSTEP_PROGRAM, line), count = 0;
    for (int waits = 0; waits < 60 && count != 3; waits++) {
        wait_a_little();
        count = plugin_count_processes(path);
    }
    cr_expect(count == 3, "%d", count);
    kill(process, SIGKILL);
    cr_expect(program_wait(process) == 128 + SIGKILL);
    cr_expect(plugin_count_processes(path) == 0);
}

Test(foreign, help_names_the_options) {
    static const char *const commands[] = {"order", "gap",    "statistics", "gate",
                                           "solve", "report", "fingerprint"};
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        struct program_outcome o = halfstep_run("%s --help", commands[k]);
        cr_expect(o.status == 0);
        cr_expect(strstr(o.out, "--integrator PLACE") != NULL, "%s", o.out);
        cr_expect(strstr(o.out, "--option NAME=VALUE") != NULL, "%s", o.out);
        cr_expect(strstr(o.out, "--call-limit SECONDS") != NULL, "%s", o.out);
        cr_expect(strstr(o.out, "--memory-limit MB") != NULL, "%s", o.out);
        cr_expect(strstr(o.out, "--output-limit MB") != NULL, "%s", o.out);
    }
}

/* pyenv's python3 is a script that takes ten times as long to start as Python. */
Test(foreign, a_script_that_chooses_the_interpreter_is_asked_once) {
    if (!plugin_can_run("python3"))
        cr_skip_test("no python3 here");
    struct scratch folder = scratch_make();
    char text[512], path[8192];
    snprintf(text, sizeof text,
             "#!/bin/sh\nPATH=\"${PATH#*:}\"\necho >>%s/starts\nexec python3 \"$@\"\n",
             folder.path);
    snprintf(path, sizeof path, "%s:%s", folder.path, getenv("PATH"));
    char *shim = scratch_write(&folder, "python3", text);
    cr_assert(chmod(shim, 0700) == 0 && setenv("PATH", path, 1) == 0);
    const char *const words[] = {"solve",
                                 "spring",
                                 "--step",
                                 "0.5",
                                 "--until",
                                 "1",
                                 "--integrator",
                                 "python3 " PROJECT_FOLDER
                                 "/harness/plugin/examples/midpoint.py",
                                 NULL};
    struct program_outcome o = program_run(HALFSTEP_PROGRAM, words);
    char *starts = scratch_read(scratch_path(&folder, "starts"));
    cr_expect(o.status == 0, "%s%s", o.out, o.err);
    cr_expect_str_eq(starts, "\n");
}
