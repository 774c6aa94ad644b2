/* The uses of a command that has several: `history add`, `truth --check`. Which options a use has
 * stands with the options (option_definition.of).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_USE_H
#define HARNESS_USE_H

#include "harness/session/session.h"

enum command_choice {
    USE_BY_OPTION, /* the option of its name is given */
    USE_BY_WORD,   /* its name is the first word */
    USE_ELSE       /* none of those: the last of the table */
};

struct command_use {
    const char *name; /* as `of` calls it; NULL ends a table */
    enum command_choice choice;
    int least, most;   /* words, beside the first that chooses it */
    const char *words; /* how messages call them */
    enum exit_status (*run)(struct session *session, const struct arguments *arguments);
    const char *options;           /* no others; NULL: those whose `of` has the name */
    const struct record *document; /* what --json prints, for --schema; NULL: nothing */
};

/* The use that the arguments choose, with options and words that it has; of a table without an else
 * the first that a word chooses, where there is none. NULL: session->why says why. */
const struct command_use *use_find(struct session *session, const struct command *command,
                                   const struct arguments *a);

/* Nonzero: an option is given that the use has not: *d says so, `what` being how it calls the
 * use. */
int use_check_options(const struct command_use *u, const char *what,
                      const struct arguments *a, struct diagnostic *d);

#endif
