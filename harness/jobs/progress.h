/* Tells how far long work is: one line on a terminal, which changes; elsewhere nothing, or a line
 * every ten seconds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PROGRESS_H
#define HARNESS_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

struct progress {
    FILE *out; /* NULL: silent */
    double began, last_shown;
    double limit;    /* in seconds, after which the work ends in any case; 0: none */
    bool adds_lines; /* no terminal */
};

/* Begins now; silent unless the stream is a terminal. */
struct progress progress_start(FILE *out, bool is_terminal);

/* The same for a stream that is none: a line every ten seconds. */
struct progress progress_start_lines(FILE *out);

/* The work is at `fraction` (0 to 1); `what` is shown before the time that is left. Shown on a
 * terminal at most ten times a second. */
void progress_show(struct progress *p, double fraction, const char *what);

/* Clears the line. */
void progress_end(struct progress *p);

/* Seconds since progress_start. */
double progress_seconds(const struct progress *p);

#endif
