/* A run of the program: what a command gets, and what it answers.
 *
 * A command writes to session->out, which reaches standard output when the command has ended
 * (a document is there as a whole or not at all); it says what went wrong in session->why.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SESSION_H
#define HARNESS_SESSION_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/results/study_open.h"
#include "harness/truth/truth_store.h"
#include "problems/base/status.h"

struct arguments;         /* harness/session/arguments.h */
struct command_use;       /* harness/session/use.h */
struct option_definition; /* harness/session/option.h */
struct progress;          /* harness/jobs/progress.h */
struct record;            /* harness/base/record/record.h */

enum exit_status {
    EXIT_PASSED = 0,
    EXIT_VERDICT = 1, /* a verdict failed, or the numerics did */
    EXIT_USAGE = 2,   /* wrong usage or a bad model file */
    EXIT_MACHINE = 3  /* the machine lacks something: memory, a program, room to write */
};

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

/* What a place that cannot be written to ends a command with: of output_probe and its like. */
enum exit_status session_status_of(int refusal);

/* Of work that takes minutes: in a pipe a line every ten seconds, unless it is to be quiet. */
struct progress session_progress(const struct session *session);

#endif
