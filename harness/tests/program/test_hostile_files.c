/* Files with strange names, files that are none, and files that cannot grow.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/base/input.h"
#include "harness/base/path.h"
#include "harness/tests/scratch.h"
#include "problems/base/status.h"

#define MODEL "position q = 0.37\nvelocity v = -0.83\nq' = v\nv' = -1.37*q - 0.29*v\n"

struct place {
    struct scratch scratch;
    char *said; /* on standard output and standard error */
    int status;
};

static struct place make_place(void) {
    struct place p = {.scratch = scratch_make()};
    scratch_write(&p.scratch, "spring.model", MODEL);
    return p;
}

/* Runs a line of the shell there, in which $H is the program; half a minute is for ever. */
static void run(struct place *p, const char *line) {
    char command[1024];
    snprintf(command, sizeof command,
             "cd %s && H='timeout 100 %s' && { %s; } >said.txt 2>&1", p->scratch.path,
             HALFSTEP_PROGRAM, line);
    p->status = WEXITSTATUS(system(command));
    char *path = path_join(p->scratch.path, "said.txt");
    free(p->said);
    p->said = scratch_read(path);
    cr_assert(p->said != NULL);
}

static const char *const commands[] = {
    "show %s",
    "truth %s --at 1",
    "genericity %s",
    "solve %s --method implicit-euler --step 0.1 --until 0.2",
    "order %s --method implicit-euler",
    "gate %s --method explicit-euler --profile quick",
    "report %s --method bdf --out report"};
enum { commands_count = sizeof commands / sizeof *commands, quick_commands = 5 };

static void run_command(struct place *p, int i, const char *before, const char *name) {
    char rest[256], line[512];
    snprintf(rest, sizeof rest, commands[i], name);
    snprintf(line, sizeof line, "%s $H %s", before, rest);
    run(p, line);
}

/* A model is read by each process that studies it. */
Test(hostile_files, a_model_from_a_pipe_is_refused_by_every_command) {
    struct place p = make_place();
    run(&p, "mkfifo fifo.model");
    for (int i = 0; i < commands_count; i++) {
        run_command(&p, i, "cat spring.model |", "/dev/stdin");
        cr_expect(p.status == 2 && strstr(p.said, "is a pipe or a device") != NULL,
                  "%s: %d: %s", commands[i], p.status, p.said);
        run_command(&p, i, "", "./fifo.model"); /* nobody writes to it */
        cr_expect(p.status == 2 && strstr(p.said, "is a pipe or a device") != NULL,
                  "%s: %d: %s", commands[i], p.status, p.said);
    }
    run(&p, "$H show /dev/stdin <spring.model");
    cr_expect(p.status == 0, "a file is one by whatever name: %s", p.said);
}

Test(hostile_files, a_name_of_any_bytes_is_studied_and_shown_legibly) {
    static const char *const names[] = {"bad\xff\xfe", "esc\033[31m\007",
                                        "c1\302\23331m"};
    struct place p = make_place();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (int i = 0; i < (k == 0 ? commands_count : quick_commands); i++) {
            char before[128], name[64];
            snprintf(name, sizeof name, "'./%s.model'", names[k]);
            snprintf(before, sizeof before, "cp spring.model %s;", name);
            run_command(&p, i, before, name);
            cr_expect(p.status == 0, "%s %s: %s", commands[i], name, p.said);
            cr_expect(strpbrk(p.said, "\033\007\xff") == NULL &&
                          strstr(p.said, "\xc2\x9b") == NULL,
                      "%s: %s", commands[i], p.said);
        }
    run(&p, "$H show '\033[31mnone'");
    cr_expect(p.status == 2 && strstr(p.said, "?[31mnone") != NULL, "%s", p.said);
}

Test(hostile_files, a_file_that_may_not_grow_is_status_3_and_leaves_nothing) {
    struct place p = make_place();
    run(&p, "ulimit -f 8; $H gate ./spring.model --method explicit-euler --profile quick "
            "--junit junit.xml");
    cr_expect(p.status == 3 && strstr(p.said, "cannot be written: File too large"),
              "%d: %s", p.status, p.said);
    run(&p, "ls junit.xml*");
    cr_expect(p.status != 0, "%s", p.said);
}

/* As any other file that is none: 1 is for what is read and false. */
Test(hostile_files, a_damaged_file_of_truths_is_wrong_usage) {
    static const char *const texts[] = {"{\"halfstep-truth\": 1",
                                        "{\"halfstep-truth\": 1, \"truths\": []}", "[]"};
    struct place p = make_place();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char line[256];
        snprintf(line, sizeof line, "echo '%s' > cut.json; $H truth --verify cut.json",
                 texts[i]);
        run(&p, line);
        cr_expect(p.status == 2 && strstr(p.said, "cut.json: this is no file") != NULL,
                  "%s: %d %s", texts[i], p.status, p.said);
    }
}

/* What a command reads once comes from a pipe, too; one that nobody writes to is not waited for. */
Test(hostile_files, pipes_are_read_or_refused_at_once) {
    static const char *const lines[] = {
        "gate spring --method implicit-euler --profile quick --expect fifo",
        "compare fifo.json fifo.json",
        "fingerprint --method implicit-euler --against fifo",
        "merge fifo fifo --out joined",
        "history add fifo --database h.sqlite",
        "history list --database fifo",
        "truth --verify fifo",
        "show fifo"};
    struct place p = make_place();
    run(&p, "mkfifo fifo fifo.json");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[256];
        snprintf(line, sizeof line, "timeout 10 $H %s", lines[i]);
        run(&p, line);
        cr_expect(p.status == 2 && strstr(p.said, "fifo") != NULL, "%s: %d %s", lines[i],
                  p.status, p.said);
    }
    run(&p, "(sleep 0.3; echo '{\"halfstep-expect\": 1, \"order\": 77}') > fifo & "
            "$H gate spring.model --method implicit-euler --expect fifo");
    cr_expect(p.status == 2 && strstr(p.said, "fifo:1: \"order\"") != NULL, "%s", p.said);
    run(&p,
        "(sleep 0.3; exec 3> fifo; echo '{\"halfstep-expect\": 1, \"order\": 77}' >&3) & "
        "$H gate spring.model --method implicit-euler --expect fifo");
    cr_expect(p.status == 2 && strstr(p.said, "fifo:1: \"order\"") != NULL, "%s", p.said);
}

Test(hostile_files, a_limit_of_length_is_told_as_it_is) {
    struct scratch scratch = scratch_make();
    char *path = scratch_write(&scratch, "spring.model", MODEL), *text;
    struct diagnostic d = {""};
    size_t length;
    cr_expect(input_read(&text, &length, path, 16, &d) != 0);
    cr_expect(strstr(d.text, "expected less than 16 bytes") != NULL, "%s", d.text);
}

/* A page that cannot be written takes those before it along, but nothing that was there. */
Test(hostile_files, a_manual_that_has_no_room_leaves_nothing) {
    struct place p = make_place();
    run(&p, "trap '' XFSZ; ulimit -f 8; $H list --manual man");
    cr_expect(p.status == 3 && strstr(p.said, "File too large") != NULL, "%d: %s",
              p.status, p.said);
    run(&p, "test ! -e man && mkdir man && touch man/halfstep-list.1 && trap '' XFSZ && "
            "ulimit -f 8; $H list --manual man");
    cr_expect(p.status == 3, "%d: %s", p.status, p.said);
    run(&p, "test -e man/halfstep-list.1");
    cr_expect(p.status == 0, "what was there is gone");
}

/* Seen to fail: a pipe to a program had the number 0, and was closed when that began. */
Test(hostile_files, standard_files_may_be_closed) {
    struct place p = make_place();
    run(&p,
        "$H solve ./spring.model --step 1/8 --until 1/4 --integrator 'sh " PROJECT_FOLDER
        "/harness/tests/plugins/conversation.sh' <&-");
    cr_expect(strstr(p.said, "t = 0.125\n") != NULL, "%s", p.said);
    run(&p, "$H list methods >&-");
    cr_expect(p.status == 3 && strstr(p.said, "standard output: ") != NULL, "%s", p.said);
}
