/* What a gate has come to, told: on the terminal, as an exit status, and in the files --junit,
 * --json, --tap, --sarif, --markdown FILE, each any number of times; FILE '-' is standard
 * output, which only one of them can have.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_FILES_H
#define HARNESS_GATE_FILES_H

#include <stdbool.h>

#include "harness/program/gate/gate_run.h"

/* The options, for a command's table. */
#define GATE_FILE_OPTIONS                                                                \
    GATE_FILE("junit", "also write the results as JUnit XML; FILE - is standard "        \
                       "output, here and below"),                                        \
        OPTION("json", REPEATABLE, "FILE",                                               \
               "as JSON ('halfstep gate --schema' documents it)", .is_apart = true),     \
        GATE_FILE("csv", "as comma-separated values"),                                   \
        GATE_FILE("tap", "as TAP, version 13"),                                          \
        GATE_FILE("sarif", "as SARIF 2.1.0, for code scanning"),                         \
        GATE_FILE("markdown",                                                            \
                  "as a page for a CI job: --markdown \"$GITHUB_STEP_SUMMARY\""),        \
        OPTION("ctest", FLAG, NULL, "also print measurements that CTest takes down",     \
               .of = "gate", .is_apart = true)

#define GATE_FILE(name, about)                                                           \
    OPTION(name, REPEATABLE, "FILE", about, .of = "gate", .is_apart = true)

/* Whether one of the files is standard output. */
bool gate_files_use_standard_output(const struct arguments *arguments);

/* Whether the files can be written, before the work begins: 0, or an enum exit_status and *d
 * says why not. */
int gate_files_check(const struct arguments *arguments, struct diagnostic *d);

/* Prints the verdict and writes the files that the arguments name; where one of
 * them is standard output, the verdict goes to standard error. EXIT_PASSED or EXIT_VERDICT;
 * EXIT_MACHINE when a file could not be written, and session->why says which. */
enum exit_status gate_tell(struct session *session, const struct arguments *arguments,
                           const struct gate_run *run);

#endif
