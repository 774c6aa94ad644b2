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

#include "harness/base/output.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

extern char **environ;

#define SOLVE "solve pendulum --method velocity-implicit-euler "
#define STEPS SOLVE "--step 0.01 --until 1 "

struct wrong {
    const char *line;
    int status;
    const char *message;
};

static const struct wrong usage[] = {
    {"", 2, "no command given"},
    {"slove pendulum", 2, "unknown command 'slove'; did you mean 'solve'?"},
    {"compare", 2, "compare needs a BASELINE"},
    {"fingerprint --order 9", 2, "--order"},
    {"statistics nothing_like_it", 2, "nothing_like_it"},
    {"timing nothing_like_it", 2, "nothing_like_it"},
    {"timing nothing_like_it --method explicit-euler", 2, "nothing_like_it"},
    {"timing pendulum pendulum", 2, "two of the models are called 'pendulum'"},
    {"timing --quick --full", 2, "--quick and --full"},
    {"timing --python x", 2, "--peers"},
    {"compare / --quick --full", 2, "--quick and --full"},
    {"compare a b", 2, "a: no build with benchmarks"},
    {"history lits", 2, "did you mean 'list'?"},
    {"list --jsn", 2, "unknown option '--jsn'; did you mean '--json'?"},
    {"engines slide_2", 2, "neither an engine nor a scene; did you mean 'slide_0'?"},
    {"engines nothing_like_it", 2, "harness/engines/README.md lists both"},
    {"engines contact-stepper bounce_0 --option solver=quick", 2,
     "--option solver: is for engines; 'halfstep solve' sets those of Halfstep's own"},
    {"show pendulum --json --csv", 2, "--json and --csv: give one of them"},
    {"list quantities --csv --markdown", 2, "--csv and --markdown: give one of them"},
    {"order pendulum --schema --csv", 2, "--csv and --schema: give one of them"},
    {"--json list", 2, "'--json' stands before any command"},
    {"truth pendulum --verify /nowhere/at_all.json", 2, "at_all.json: cannot be read"},
    {"truth pendulum --verify /", 2, "cannot be read: Is a directory"},
    {"truth --catalogue pendulum", 2, "'pendulum' does not go with truth --catalogue"},
    {"truth pendulum --verify /dev/null", 2, "cannot be read"},
    {"list quantities order", 2, "'order' does not go with list quantities"},
    {"list methods --tag stiff", 2, "--tag does not go with list methods"},
    {"list --completion fish extra", 2, "'extra' does not go with list --completion"},
    {"list --completion fish --json", 2, "--json does not go with list --completion"},
    {"engines contact-stepper bounce_0 --out /dev/null/x", 3,
     "/dev/null/x: cannot be written: Not a directory"},
    {"list --manual /dev/null/x", 3, "/dev/null/x: cannot be written: Not a directory"},
    {"list --manual /nowhere 'chain*'", 2, "does not go with list --manual"},
    {"report --single pendulum pendulum", 2,
     "'pendulum' does not go with report --single"},
    {"report --single pendulum --method bdf", 2,
     "--method does not go with report --single"},
    {"report --resume /nowhere pendulum", 2, "does not go with report --resume"},
    {"--version pendulum", 2, "'pendulum' does not go with --version"},
    {"help order gap", 2, "'gap' does not go with help"},
    {"--help pendulum", 2, "unknown command 'pendulum'"},
    {"stability --set n=3", 2, "unknown option '--set'"},
    {"show", 2, "show needs one MODEL"},
    {"show pendulim", 2, "pendulum"},
    {"solve pendulim --method velocity-implicit-euler --step 0.1 --until 1", 2,
     "pendulum"},
    {"truth nothing_like_it", 2, "nothing_like_it"},
    {"order pendulum nothing_like_it", 2, "nothing_like_it"},
    {"gap pendulum spring pendulum", 2, "two of the models are called 'pendulum'"},
    {"gap --integrator mine.so", 2, "mine.so: there is no such file"},
    {"gate nothing_like_it", 2, "nothing_like_it"},
    {"show /nowhere/at_all.model", 2, "/nowhere/at_all.model"},
    {"show /", 2, "/"},
    {"solve pendulum --step 0.1 --until 1", 2, "solve needs --method"},
    {"solve pendulum --method contact-steper --step 0.1 --until 1", 2,
     "unknown method 'contact-steper'; did you mean 'contact-stepper'?"},
    {"solve pendulum --method implicit-euller --step 0.1 --until 1", 2,
     "unknown method 'implicit-euller'; did you mean 'implicit-euler'?"},
    {"gate --method implicit", 2, "unknown method 'implicit'"},
    {SOLVE "--until 1", 2, "solve needs --step H (fixed steps) or --accuracy A"},
    {"sweep pendulum --set l=1..2:2 --method explicit-euler --step 0.1", 2,
     "sweep needs --until"},
    {SOLVE "--accuracy 0 --until 1", 2, "--accuracy is 0, but must be positive"},
    {SOLVE "--accuracy nan --until 1", 2, "is not a number"},
    {SOLVE "--accuracy 1e-3 --until -1", 2, "lies before the start"},
    {SOLVE "--accuracy 1e-3 --until 1 --option driver=single", 2, "needs --step"},
    {SOLVE "--accuracy 1e-3 --until 1 --option initial-step=0.5", 2,
     "initial-step 0.5 is longer than max-step 0.1"},
    {SOLVE "--accuracy 1e-3 --until 1 --option min-step=0.5", 2,
     "min-step 0.5 is longer than max-step 0.1"},
    {SOLVE "--until 1 --option relative=1e-3", 2, "relative and absolute go together"},
    {SOLVE "--step 0.1 --until 1 --option relative=1e-3 --option absolute=1e-3 "
           "--option mode=faithful",
     2, "no meaning with mode=faithful"},
    {SOLVE "--accuracy 1e-3 --until 1 --arithmetic mpfr:40", 2,
     "a replay needs at least 53 bits"},
    {SOLVE "--accuracy 1e-3 --until 1 --arithmetic mpfr:100 --option mode=default", 2,
     "is a replay of the original's"},
    {SOLVE "--until 1 --arithmetic mpfr:100 --option relative=1e-3 --option "
           "absolute=1e-6",
     2, "no meaning in mpfr"},
    {SOLVE "--accuracy 1e-3 --until 1 --at 2", 2, "lies after --until"},
    {STEPS "--frobnicate", 2, "unknown option '--frobnicate'"},
    {STEPS "--option colour=red", 2, "has no option 'colour'"},
    {STEPS "--option newton=sometimes", 2, "can only be reuse|fresh|full"},
    {STEPS "--option form=gaming", 2, "has no option 'form'"},
    {STEPS "--option solver=plus", 2, "has no option 'solver'"},
    {STEPS "--option weights-v=1,2", 2,
     "weights-v has 2 numbers, but 'pendulum' has 1 velocities"},
    {STEPS "--option weights-z=1", 2,
     "weights-z has 1 numbers, but 'pendulum' has 0 other states"},
    {STEPS "--option weights-v=-1", 2, "a weight is -1"},
    {STEPS "--set g", 2, "--set needs NAME=VALUE"},
    {STEPS "--set gg=1", 2, "gg"},
    {STEPS "--set g=abc", 2, "abc"},
    {STEPS "--arithmetic float", 2, "can only be double or mpfr:BITS"},
    {STEPS "--arithmetic mpfr:", 2, "BITS must be a number"},
    {STEPS "--arithmetic mpfr:1e3", 2, "BITS must be a number"},
    {STEPS "--arithmetic mpfr:99999999999999999999", 2, "BITS must be a number"},
    {STEPS "--arithmetic mpfr:100 --option newton=full", 2, "no meaning in mpfr"},
    {STEPS "--arithmetic mpfr:100 --accuracy 1e-3", 2, "no meaning in mpfr"},
    {STEPS "--accuracy 0", 2, "--accuracy is 0, but must be positive"},
    {STEPS "--accuracy -1", 2, "must be positive"},
    {STEPS "--at 0.5,0.25", 2, "must ascend"},
    {STEPS "--at -1", 2, "must ascend"},
    {STEPS "--at 2", 2, "lies after --until"},
    {STEPS "--at 0.5,,1", 2, "not a number"},
    {STEPS "--at 0.5 --option driver=single", 2, "no meaning with driver=single"},
    {STEPS "--option driver=single", 2, "longer than --step"},
    {STEPS "--option max-step=0.1 --option min-step=0.2", 2, "is longer than max-step"},
    {"truth pendulum --digits 0", 2, "--digits 0"},
    {"truth pendulum --digits many", 2, "--digits: 'many' is not a number"},
    {"truth pendulum --at 2,1", 2, "must ascend"},
    {"truth pendulum --at -1", 2, "must ascend"},
    {"gate --time-limit 0", 2, "--time-limit 0: must be positive"},
    {"gate --junit", 2, "--junit needs a value"},
    {"order --out", 2, "--out needs a value"},
    {"gate --json --canonical", 2, "--json needs a value: --json FILE"},
};

static const struct wrong steps[] = {
    {SOLVE "--step 0 --until 1", 2, "--step 0: a step must be positive"},
    {SOLVE "--step -0.5 --until 1", 2, "--step -0.5: a step must be positive"},
    {SOLVE "--step nan --until 1", 2, "--step: 'nan' is not a number"},
    {SOLVE "--step inf --until 1", 2, "--step: 'inf' is not a number"},
    {SOLVE "--step 1/0 --until 1", 2, "--step: '1/0' is not a"},
    {SOLVE "--step abc --until 1", 2, "--step: 'abc' is not a number"},
    {SOLVE "--step 1e-300 --until 1", 2, "more than 1e+12 steps"},
    {SOLVE "--step 1e295 --until 1e296 --option max-step=1", 2,
     "option 'max-step' is 1: more than 1e+12 steps"},
    {SOLVE "--step 0.1 --until nan", 2, "--until: 'nan' is not a number"},
    {SOLVE "--step 0.1 --until -1", 2, "--until -1: lies before the start"},
    {SOLVE "--step 0 --until 1 --arithmetic mpfr:100", 2, "a step must be positive"},
    {SOLVE "--step -1 --until 1 --arithmetic mpfr:100", 2, "a step must be positive"},
    {SOLVE "--step nan --until 1 --arithmetic mpfr:100", 2, "is not a number"},
    {SOLVE "--step 0.1 --until -1 --arithmetic mpfr:100", 2, "lies before the start"},
};

#define ROD "solve rod_pendulum --until 1 "
#define MERSON ROD "--method runge-kutta-merson --accuracy 1e-3 "

static const struct wrong joints[] = {
    {ROD "--method velocity-implicit-euler --step 0.1", 2,
     "'rod_pendulum' has joints, which velocity-implicit-euler does not take; methods "
     "that do: semi-explicit-euler, semi-explicit-euler-2, explicit-euler, "
     "runge-kutta-merson, bdf, contact-stepper"},
    {ROD "--method implicit-euler --accuracy 1e-3", 2,
     "has joints, which implicit-euler"},
    {ROD "--method implicit-euler --step 0.1 --arithmetic mpfr:100", 2, "has joints"},
    {ROD "--method semi-explicit-euler --accuracy 1e-3", 2, "has no error estimate"},
    {ROD "--method semi-explicit-euler --step 0.1 --accuracy 1e-3", 2,
     "has no error estimate"},
    {ROD "--method semi-explicit-euler", 2, "solve needs --step H"},
    {ROD "--method bdf --step 0.1", 2, "chooses its steps itself"},
    {ROD "--method bdf --accuracy 1e-3 --arithmetic mpfr:100", 2, "in double only"},
    {ROD "--method runge-kutta-merson --accuracy 0", 2, "must be positive"},
    {MERSON "--option constraint-tolerance=0", 2,
     "option 'constraint-tolerance' is 0, but must be positive"},
    {MERSON "--option weights-v=1,1", 2,
     "weights-v has 2 numbers, but 'rod_pendulum' has 3 velocities"},
    {MERSON "--option weights-v=1,nan,1", 2, "'nan' is not a number"},
    {MERSON "--option joint-units=1,1", 2,
     "joint-units has 2 numbers, but 'rod_pendulum' has 1 joints"},
    {MERSON "--option units=1,1,1", 2, "need relative and absolute"},
    {ROD "--method runge-kutta-merson --option relative=1e-3 --option absolute=1e-3 "
         "--option relative-flags=yes,no",
     2, "relative-flags has 2 numbers, but 'rod_pendulum' has 3"},
    {MERSON "--option form=gaming", 2, "has no option 'form'"},
    {MERSON "--option driver=single", 2, "has no option 'driver'"},
    {MERSON "--option relative=1 --option absolute=1", 2, "either an accuracy"},
    {MERSON "--arithmetic mpfr:100 --option mode=default", 2, "is a replay"},
    {MERSON "--arithmetic mpfr:100 --option joint-units=2", 2, "no meaning in mpfr"},
    {ROD "--method explicit-euler --step 0.1 --arithmetic mpfr:100 --option norm=rms", 2,
     "no meaning in mpfr"},
    {MERSON "--set x=0.5", 2, "joint 'rod'"},
    {MERSON "--at 2", 2, "lies after --until"},
    {MERSON "--at -1", 2, "must ascend"},
};

static void expect_refusal(const struct wrong *w) {
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, w->line);
    cr_expect(o.status == w->status, "'%s': exit status %d: %s", w->line, o.status,
              o.err);
    cr_expect(strncmp(o.err, "halfstep: ", 10) == 0, "'%s' said '%s'", w->line, o.err);
    cr_expect(strstr(o.err, w->message) != NULL, "'%s' said '%s'", w->line, o.err);
    cr_expect(o.out[0] == '\0', "'%s' printed '%s'", w->line, o.out);
    program_clear(&o);
}

Test(wrong_input, wrong_usage_is_answered_with_its_name_and_exit_status_2) {
    for (size_t i = 0; i < sizeof usage / sizeof *usage; i++)
        expect_refusal(&usage[i]);
}

Test(wrong_input, a_step_that_is_none_is_refused) {
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        expect_refusal(&steps[i]);
}

Test(wrong_input, what_a_model_with_joints_cannot_have_is_refused) {
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        expect_refusal(&joints[i]);
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
        program_clear(&o);
    }
    free(path);
    scratch_remove(&s);
}

/* Runs `line` with the path of a model in it, and reads what it printed. */
static json_t *solve_text(const char *text, const char *rest, int status) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "mine.model", text), line[256];
    snprintf(line, sizeof line, "solve %s --method velocity-implicit-euler --json %s",
             path, rest);
    json_t *document = program_json(HALFSTEP_PROGRAM, line, status);
    free(path);
    scratch_remove(&s);
    return document;
}

static const char *text_in(const json_t *document, const char *key) {
    const char *text = json_string_value(json_object_get(document, key));
    return text == NULL ? "" : text;
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
        json_decref(document);
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
    json_decref(document);
}

Test(wrong_input, newton_that_does_not_converge_is_told_and_leaves_the_start) {
    json_t *document = program_json(
        HALFSTEP_PROGRAM,
        SOLVE "--step 0.25 --until 0.25 --accuracy 1e-9 --option driver=single "
              "--option mode=faithful "
              "--json",
        1);
    cr_expect_str_eq(text_in(document, "status"), "failed");
    cr_expect(strstr(text_in(document, "why"), "did not converge") != NULL, "%s",
              text_in(document, "why"));
    cr_expect(json_number_value(json_object_get(document, "t")) == 0);
    const json_t *statistics = json_object_get(document, "statistics");
    cr_expect(json_integer_value(json_object_get(statistics, "newton_iters")) == 30);
    json_decref(document);
}

static const struct wrong outputs[] = {
    {"gate pendulum --junit /nowhere/junit.xml", 3,
     "/nowhere/junit.xml: cannot be written"},
    {"gate pendulum --json /nowhere/results.json", 3, "/nowhere/results.json: cannot be"},
    {"gate pendulum --json /proc", 3, "/proc: cannot be written"},
    {"order pendulum --out /nowhere/report", 3, "/nowhere/report: cannot be written"},
    {"gap pendulum --out /proc/report", 3, "/proc/report: cannot be written"},
    {"report --out /proc/report", 3, "/proc/report: cannot be written"},
    {"order pendulum --out=", 3, ": cannot be written"},
};

Test(wrong_input, output_that_cannot_be_written_is_found_before_the_work_begins) {
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        expect_refusal(&outputs[i]);
}

Test(wrong_input, a_folder_with_other_things_is_not_replaced_by_a_report) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "precious", "kept"), line[256];
    snprintf(line, sizeof line, "report --out %s", s.path);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 3, "%d", o.status);
    cr_expect(strstr(o.err, "is in the way") != NULL, "%s", o.err);
    cr_expect(scratch_count(s.path) == 1);
    program_clear(&o);
    free(path);
    scratch_remove(&s);
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
    char *link = output_join(s.path, "full"), line[256];
    cr_assert(symlink("/dev/full", link) == 0);
    snprintf(line, sizeof line, "gate quadratic --method explicit-euler --junit %s",
             link);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 3, "%d", o.status);
    cr_expect(strstr(o.err, "No space left") != NULL, "%s", o.err);
    cr_expect(strstr(o.out, "\nPASS: 0 of ") != NULL, "the table is there nevertheless");
    struct stat about;
    cr_expect(stat(link, &about) == 0 && S_ISCHR(about.st_mode));
    program_clear(&o);
    cr_expect(shell("%s list >/dev/full 2>/dev/null", HALFSTEP_PROGRAM) == 3);
    free(link);
    scratch_remove(&s);
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
