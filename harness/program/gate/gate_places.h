/* Where a reader finds what results are about: the files of models, and how the command line
 * names them and the integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_PLACES_H
#define HARNESS_GATE_PLACES_H

#include "harness/session/models.h"

struct results; /* harness/results/result_list.h */

/* *files := the path of each model's file, *asked := how the command line names the model, by
 * the names that results have; the caller frees both. */
enum exit_status gate_places_find(struct session *session,
                                  const struct arguments *arguments,
                                  const struct results *results, json_t **files,
                                  json_t **asked);

/* "--integrator ./mine.so --option tight=yes", which the caller frees; NULL when none is
 * given. */
char *gate_places_integrator(const struct arguments *arguments);

#endif
