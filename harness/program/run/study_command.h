/* What order, gap, statistics, gate and report have in common: studies of the models that the
 * command line names, and an output folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_COMMAND_H
#define HARNESS_STUDY_COMMAND_H

#include "harness/program/run/results.h"
#include "harness/program/run/study_outcome.h"
#include "harness/results/files/folder.h"
#include "harness/session/foreign.h"
#include "harness/session/option_method.h"

/* The options that all of them have. */
#define STUDY_COMMAND_OPTIONS                                                            \
    OPTION_METHOD("only this method (default: all)"), FOREIGN_OPTIONS,                   \
        OPTION("time-limit", VALUE, "SECONDS",                                           \
               "end a study of a model that takes longer, as failed",                    \
               .read = option_positive, .usual = "300"),                                 \
        OPTION("study-memory", VALUE, "MB",                                              \
               "end a study of a model that uses more memory, as failed",                \
               .read = option_positive, .usual = "4096"),                                \
        OPTION("no-cache", FLAG, NULL, "compute the truths, whatever is known of them",  \
               .is_apart = true),                                                        \
        STUDY_CANONICAL_OPTION, SHARD_OPTION

/* Of commands whose documents are compared byte for byte. */
#define STUDY_CANONICAL_OPTION                                                           \
    OPTION("canonical", FLAG, NULL,                                                      \
           "write seconds as 0 and leave the machine out, so that two runs can be "      \
           "compared byte for byte",                                                     \
           .is_apart = true)

/* Carries out what is asked for: *asked has the studies, their effort, whether models are
 * described, and the plan; the arguments say the rest. The caller frees *o with
 * study_outcome_clear in any case. */
enum exit_status study_command_find(struct study_outcome *o, struct session *session,
                                    const struct arguments *arguments,
                                    const struct results_request *asked);

/* The same of the built-in methods, in a report's effort, on the same models but those that are
 * not applicable to the integrator that is given. */
enum exit_status study_command_compare(struct study_outcome *o, struct session *session,
                                       const struct arguments *arguments, int studies,
                                       const struct not_applicable *not_applicable);

/* Makes sure that the page maker is there and begins the folder, before the work begins. */
enum exit_status report_begin(struct folder *f, const char *place,
                              struct session *session);

/* Fills the folder (results.json, tables, the page) and puts it in its place; prints where
 * the page is. EXIT_MACHINE: session->why says why; where only the page could not be made, the
 * rest is in its place. */
enum exit_status report_complete(struct folder *f, const struct study_outcome *o,
                                 const char *command, const char *method,
                                 struct session *session);

/* The same, where there is a folder, after what the command has printed: what it says goes to
 * standard error if that was a document (is_document), which stays alone. */
enum exit_status report_complete_beside(struct folder *f, const struct study_outcome *o,
                                        const char *command, const char *method,
                                        bool is_document, struct session *session);

/* Does work that fills the folder of --out, which is begun before it; NULL: none is wanted. */
enum exit_status report_around(enum exit_status (*work)(void *context, struct folder *f,
                                                        struct session *session),
                               void *context, const struct arguments *arguments,
                               struct session *session);

/* Makes one file, NAME.html in the current folder, of a page of the report in a place, and
 * prints its name. EXIT_USAGE: there is no such report or page; EXIT_MACHINE: session->why says
 * why. */
enum exit_status report_single(const char *place, const char *name,
                               struct session *session);

/* Puts a report of what is done so far in the place, with the outcome's more.running ("done", "of",
 * "ended") as the file REPORT_RUNNING; with figures where the work has ended. EXIT_MACHINE: the
 * place is as it was. */
#define REPORT_RUNNING "running.json"
enum exit_status report_so_far(const char *place, const struct study_outcome *o,
                               const char *command, const char *method,
                               struct session *session);

#endif
