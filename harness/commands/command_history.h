/* What the parts of `halfstep history` share. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMMAND_HISTORY_H
#define HARNESS_COMMAND_HISTORY_H

#include "harness/session/arguments.h"
#include "harness/session/session.h"

struct record; /* harness/base/record/record.h */

/* What the command line says to all parts. */
struct history_request {
    struct session *session;
    const struct arguments *arguments;
    const char *database;
    double wait; /* seconds */
    unsigned long seed;
    enum form form;
};

struct history_request history_request(struct session *session,
                                       const struct arguments *a);

/* The words of the command, each with those that follow it. */
enum exit_status history_command_add(struct session *session, const struct arguments *a);
enum exit_status history_command_import(struct session *session,
                                        const struct arguments *a);
enum exit_status history_command_export(struct session *session,
                                        const struct arguments *a);
enum exit_status history_command_check(struct session *session,
                                       const struct arguments *a);
enum exit_status history_command_judge(struct session *session,
                                       const struct arguments *a);
enum exit_status history_command_list(struct session *session, const struct arguments *a);
enum exit_status history_command_show(struct session *session, const struct arguments *a);

/* The i-th word after the first; NULL: there is none. */
const char *history_command_word(const struct history_request *w, int i);

/* What add and import, and what check print as JSON, described. */
extern const struct record history_added_record, history_check_record;

#endif
