/* What the parts of `halfstep history` share. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMMAND_HISTORY_H
#define HARNESS_COMMAND_HISTORY_H

#include "harness/session/command.h"

/* What the command line says to all parts. */
struct history_request {
    struct session *session;
    const struct arguments *arguments;
    const char *database;
    double wait; /* seconds */
    unsigned long seed;
    enum form form;
};

/* The words of the command, each with those that follow it. */
enum exit_status history_command_add(const struct history_request *w);
enum exit_status history_command_import(const struct history_request *w);
enum exit_status history_command_export(const struct history_request *w);
enum exit_status history_command_check(const struct history_request *w);
enum exit_status history_command_judge(const struct history_request *w);
enum exit_status history_command_list(const struct history_request *w);
enum exit_status history_command_show(const struct history_request *w);

/* The i-th word after the first; NULL: there is none. */
const char *history_command_word(const struct history_request *w, int i);

#endif
