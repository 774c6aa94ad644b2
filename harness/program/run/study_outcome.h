/* What commands of studies find, and the document that they write of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_OUTCOME_H
#define HARNESS_STUDY_OUTCOME_H

#include <jansson.h>

#include "harness/fingerprint/fingerprint_record.h"
#include "harness/program/run/shard.h"
#include "harness/results/job_account.h"
#include "harness/results/result_list.h"
#include "harness/session/session.h"
#include "harness/session/foreign.h"

struct study_outcome {
    struct results results;
    json_t *models; /* NULL unless asked for */
    bool
        is_compared; /* results of the built-in methods are beside those of an integrator: */
    struct results comparison;
    json_t *detection;  /* how well faults are found, or NULL */
    json_t *genericity; /* a survey of the models (harness/genericity/), or NULL */
    json_t *more;       /* members that the document has besides, or NULL; "results" among
                           them are told in the place of those above */
    json_t *machine;    /* of the results; NULL: this one */
    json_t *part;       /* of a shard: what is told of its work, and */
    struct shard shard; /* which one it is; NULL and 0: it is the whole */
    /* Models that the integrator does not take (results_check.h). */
    struct not_applicable not_applicable;
    const char *against; /* the folder of another report, whose results the page is held
                               against; NULL: none */
    double seconds;
    struct fingerprint fingerprint; /* of the user's integrator, if it has one */
    struct foreign foreign; /* the integrator of the user's, if one is given; *o must not
                               be moved */
};

void study_outcome_clear(struct study_outcome *o);

/* Leaves out what differs from run to run: the seconds and the machine. */
void study_outcome_make_canonical(struct study_outcome *o);

/* {"halfstep", "results"} and so on: the document that --json prints. */
json_t *study_outcome_document(const struct study_outcome *o, const char *command,
                               const char *method);

/* Prints it. */
void study_outcome_print(const struct study_outcome *o, const char *command,
                         const char *method, FILE *out);

/* EXIT_PASSED, or EXIT_VERDICT when a result makes the whole fail. */
enum exit_status study_outcome_status(const struct study_outcome *o);

/* The same of a single study, which is asked for an answer: EXIT_VERDICT with *why, too, when
 * all of its results are undecided; EXIT_USAGE when there is none. A share of the work (--shard)
 * may have none, or none that is decided. `command`: its name. */
enum exit_status study_outcome_answer(const struct study_outcome *o, const char *command,
                                      struct diagnostic *why);

/* What results call the method: the integrator's name, or what was asked for. */
const char *study_outcome_method(const struct study_outcome *o, const char *method);

/* The method asked for, or (NULL) all: methods[most_methods + 1], ended by NULL. */
const char *const *study_method_names(const char **methods, const char *method);

#endif
