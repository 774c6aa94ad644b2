/* A program that answers lines of JSON by lines of JSON.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONVERSATION_H
#define HARNESS_CONVERSATION_H

#include <stddef.h>
#include <sys/types.h>

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

struct conversation {
    pid_t process; /* 0: there is none */
    int stream;    /* its standard input and output */
    char *text;    /* what has come (size room, length of it so far) */
    size_t room, length;
};

/* Starts `program script`. Nonzero: *d says why not, and there is nothing to end. */
int conversation_start(struct conversation *c, const char *program, const char *script,
                       struct diagnostic *d);

/* Says a document (NULL: nothing), and waits for a line: *answer, which the caller frees. Nonzero:
 * the program has ended, says no whole line for so many seconds, or no JSON; *d says which, and the
 * conversation is to be ended. */
int conversation_ask(struct conversation *c, const json_t *question, json_t **answer,
                     double seconds, struct diagnostic *d);

/* Ends the program, which is killed if it does not end by itself. Takes what never began. */
void conversation_end(struct conversation *c);

#endif
