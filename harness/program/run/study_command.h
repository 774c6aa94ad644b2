/* What order, gap, statistics, gate and report have in common: studies of the models that the
 * command line names, and an output folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_COMMAND_H
#define HARNESS_STUDY_COMMAND_H

#include "harness/program/run/results.h"
#include "harness/results/files/folder.h"
#include "harness/session/foreign.h"

/* The options that all of them have. */
#define STUDY_COMMAND_OPTIONS                                                            \
    {"method", OPTION_VALUE, "M", "only this method (default: all)"}, FOREIGN_OPTIONS,   \
        {"time-limit", OPTION_VALUE, "SECONDS",                                          \
         "end a study of a model that takes longer, as failed (default 300)"},           \
        {"study-memory", OPTION_VALUE, "MB",                                             \
         "end a study of a model that uses more memory, as failed (default 4096)"},      \
        {"no-cache", OPTION_FLAG, NULL,                                                  \
         "compute the truths, whatever is known of them"},                               \
        STUDY_CANONICAL_OPTION, SHARD_OPTION

/* Of commands whose documents are compared byte for byte. */
#define STUDY_CANONICAL_OPTION                                                           \
    {                                                                                    \
        "canonical", OPTION_FLAG, NULL,                                                  \
            "write seconds as 0 and leave the machine out, so that two runs can be "     \
            "compared byte for byte"                                                     \
    }

struct study_outcome {
    struct results results;
    json_t *models;   /* NULL unless asked for */
    json_t *measured; /* results of timing and comparisons as the document has them, with
                         members of their own; NULL: as they are told */
    json_t *comparison;     /* results of the built-in methods beside those of an
                                 integrator, or NULL */
    json_t *detection;      /* how well faults are found, or NULL */
    json_t *genericity;     /* a survey of the models (harness/genericity/), or NULL */
    json_t *more;           /* members that the document has besides, or NULL */
    json_t *machine;        /* of the results; NULL: this one */
    json_t *part;           /* of a shard: what is told of its work, and */
    struct shard shard;     /* which one it is; NULL and 0: it is the whole */
    json_t *not_applicable; /* models that the integrator does not take (applicable.h) */
    const char *against; /* the folder of another report, whose results the page is held
                               against; NULL: none */
    double seconds;
    json_t *fingerprint;    /* of the user's integrator; NULL: it has none */
    struct foreign foreign; /* the integrator of the user's, if one is given; *o must not
                               be moved */
};

/* Carries the studies out. The caller frees *o with study_outcome_clear in any case. */
enum exit_status study_command_find(struct study_outcome *o, struct session *session,
                                    const struct arguments *arguments, int studies,
                                    enum study_effort effort, bool describe);

/* The same by a plan instead of a choice of studies. */
enum exit_status study_command_find_by_plan(struct study_outcome *o,
                                            struct session *session,
                                            const struct arguments *arguments,
                                            const struct results_plan *plan);

/* A choice of studies in a report's effort, the models described, with what the plan adds to
 * them. */
enum exit_status study_command_find_for_report(struct study_outcome *o,
                                               struct session *session,
                                               const struct arguments *arguments,
                                               int studies,
                                               const struct results_plan *plan);

/* The same of the built-in methods, on the same models but those that are not applicable to the
 * integrator that is given. */
enum exit_status study_command_compare(struct study_outcome *o, struct session *session,
                                       const struct arguments *arguments, int studies,
                                       enum study_effort effort,
                                       const json_t *not_applicable);

void study_outcome_clear(struct study_outcome *o);

/* Leaves out what differs from run to run: the seconds and the machine. */
void study_outcome_make_canonical(struct study_outcome *o);

/* {"halfstep", "results"} and so on: the document that --json prints. */
json_t *study_outcome_document(const struct study_outcome *o, const char *command,
                               const char *method);

/* EXIT_PASSED, or EXIT_VERDICT when a result makes the whole fail. */
enum exit_status study_outcome_status(const struct study_outcome *o);

/* The same of a single study, which is asked for an answer: EXIT_VERDICT with *why, too, when all of
 * its results are undecided. A share of the work (--shard) may have none that is decided. */
enum exit_status study_outcome_answer(const struct study_outcome *o,
                                      struct diagnostic *why);

/* Makes sure that the page maker is there and begins the folder, before the work begins. */
enum exit_status report_begin(struct folder *f, const char *place,
                              struct session *session);

/* Fills the folder (results.json, tables, the page) and puts it in its place; prints where
 * the page is. EXIT_MACHINE: session->why says why; where only the page could not be made, the
 * rest is in its place. */
enum exit_status report_complete(struct folder *f, const struct study_outcome *o,
                                 const char *command, const char *method,
                                 struct session *session);

/* Makes one file, NAME.html in the current folder, of a page of the report in a place, and prints its
 * name. EXIT_USAGE: there is no such report or page; EXIT_MACHINE: session->why says why. */
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
