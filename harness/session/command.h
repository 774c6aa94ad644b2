/* A run of the program: what a command gets, and what it answers.
 *
 * A command writes to session->out, which reaches standard output when the command has ended
 * (a document is there as a whole or not at all); it says what went wrong in session->why.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMMAND_H
#define HARNESS_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/base/version.h"
#include "harness/results/study.h"
#include "harness/jobs/progress.h"
#include "harness/session/arguments.h"
#include "harness/truth/truth_store.h"
#include "problems/catalogue.h"

enum exit_status {
    EXIT_PASSED = 0,
    EXIT_VERDICT = 1, /* a verdict failed, or the numerics did */
    EXIT_USAGE = 2,   /* wrong usage or a bad model file */
    EXIT_MACHINE = 3  /* the machine lacks something: memory, a program, room to write */
};

struct command_use;
struct record;

struct session {
    FILE *out;
    FILE *err; /* progress goes there, when it is a terminal */
    bool err_is_terminal;
    bool is_quiet;            /* --quiet: nothing is printed but what went wrong */
    int columns;              /* asked for, or the terminal's; 0: neither */
    const char *models;       /* the catalogue's folder */
    const char *originals;    /* the file of recorded runs; NULL: none */
    const char *pinned;       /* the file of pinned runs; NULL: none */
    const char *detection;    /* the file of the detection score, which may be
                                         missing; NULL: none */
    struct truth_store known; /* the folders of truths found before; NULLs: none */
    const char *pages;        /* the program that makes the page of a report */
    const char *build;        /* what the program was made from, as JSON
                                         (speed/benchmarks/benchmark_library.h); NULL: not known */
    study_open_subject *open_subject; /* makes the integrators under test */
    void *context;
    const struct command *const *commands; /* in the order of help; ends with NULL */
    const struct command *command;         /* that is run */
    struct diagnostic why;                 /* "" when there is nothing to say */
};

struct command {
    const char *name;
    const char *usage;    /* what follows the name */
    const char *summary;  /* one line */
    const char *details;  /* for its own help; lines end in '\n' */
    const char *examples; /* without the program's name; lines end in '\n' */
    const struct option_definition *options;
    enum exit_status (*run)(struct session *session, const struct arguments *arguments);
    bool holds_interrupts; /* while it runs (jobs/interrupt.h) */
    const struct command_use
        *uses; /* in place of run (session/use.h); NULL: it has one use */
    const struct record
        *document; /* what --json prints, for --schema; NULL: uses say it, or none */
};

/* Of work that takes minutes: in a pipe a line every ten seconds, unless it is to be quiet. */
struct progress session_progress(const struct session *session);

/* Runs what argv[1..argc-1] says, by one of session->commands. */
enum exit_status command_run(struct session *session, int argc, char **argv);

/* What help says: of all commands, which end with NULL, or of one. */
void command_print_overview(const struct command *const *commands, int columns,
                            FILE *out);
/* Lines have at most so many columns, if that is 40 at least and below the usual width. */
void command_print_help(const struct command *command, int columns, FILE *out);

/* How much of an example has room on a line: all, or what stands before an option, so that a
 * backslash has room behind it, too; what follows begins with a blank. */
size_t command_example_part(const char *example, size_t length, size_t room);
/* What every command has besides its own options. */
extern const struct option_definition command_options_of_all[];

/* Lines of it: what words stand for, and what exit statuses mean. */
extern const char command_about_models[], command_exit_statuses[];

#endif
