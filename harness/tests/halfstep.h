/* The halfstep of the build, run by a line that is written as printf writes it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_HALFSTEP_H
#define HARNESS_TESTS_HALFSTEP_H

#include "harness/tests/program.h"

struct program_outcome halfstep_run(const char *format, ...);

/* Demands the exit status, and reads the document that is printed. */
json_t *halfstep_json(int status, const char *format, ...);

/* Expects the exit status, and a text on standard output and on standard error (NULL: any). */
void halfstep_says(int status, const char *out, const char *err, const char *format, ...);

/* Runs the halfstep of each case of data/refusals/NAME.txt, a line each: status, command line,
 * " => ", what it must say; {data}, {project} and {benchmarks} are folders. A refusal is told on
 * standard error behind the program's name, and nothing is printed. */
void halfstep_refuses(const char *name);

#endif
