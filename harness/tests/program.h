/* The built program, run as a user runs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_PROGRAM_H
#define HARNESS_TESTS_PROGRAM_H

#include <jansson.h>

struct program_outcome {
    int status;      /* exit status; 128 + signal when it was killed */
    char *out, *err; /* what it printed */
};

/* Runs a program with arguments (ending with NULL) in the present folder. Ends the test when
 * it cannot be started. */
struct program_outcome program_run(const char *program, const char *const *arguments);

/* The same for a line of words separated by blanks. */
struct program_outcome program_run_line(const char *program, const char *line);

/* Starts the line without waiting for it, its output thrown away; returns its process. */
int program_start(const char *program, const char *line);

/* Waits for such a process and returns its exit status, as in struct program_outcome. */
int program_wait(int process);

/* Runs the line, demands the exit status, and reads the document it printed. */
json_t *program_json(const char *program, const char *line, int status);

#endif
