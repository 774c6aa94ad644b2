/* What order, gap, statistics, gate and report have in common: studies of the models that the
 * command line names, and an output folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_COMMAND_H
#define HARNESS_STUDY_COMMAND_H

#include "harness/results/folder.h"
#include "harness/results/results.h"

/* The options that all of them have. */
#define STUDY_COMMAND_OPTIONS                                                            \
    {"method", OPTION_VALUE, "M", "only this method (default: all)"},                    \
        {"integrator", OPTION_UNAVAILABLE, "LIB.so", ""}, {                              \
        "time-limit", OPTION_VALUE, "SECONDS",                                           \
            "end a study of a model that takes longer, as failed (default 300)"          \
    }

struct study_outcome {
    json_t *results, *models; /* models: NULL unless asked for */
    double seconds;
};

/* Carries the studies out. The caller frees *o with study_outcome_clear in any case. */
enum exit_status study_command_find(struct study_outcome *o, struct session *session,
                                    const struct arguments *arguments, int studies,
                                    enum study_effort effort, bool describe);
void study_outcome_clear(struct study_outcome *o);

/* {"halfstep", "results"} and so on: the document that --json prints. */
json_t *study_outcome_document(const struct study_outcome *o, const char *command,
                               const char *method);

/* EXIT_PASSED, or EXIT_VERDICT when a result makes the whole fail. */
enum exit_status study_outcome_status(const struct study_outcome *o);

/* Makes sure that the page maker is there and begins the folder, before the work begins. */
enum exit_status report_begin(struct folder *f, const char *place,
                              struct session *session);

/* Fills the folder (results.json, tables, the page) and puts it in its place; prints where
 * the page is. */
enum exit_status report_complete(struct folder *f, const struct study_outcome *o,
                                 const char *command, const char *method,
                                 struct session *session);

#endif
