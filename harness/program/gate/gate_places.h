/* Where a reader finds what results are about: the files of models, and how the command line
 * names them and the integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_PLACES_H
#define HARNESS_GATE_PLACES_H

#include "harness/session/models.h"

struct results;     /* harness/results/result_list.h */
struct gate_places; /* harness/results/gate_outcome.h */
struct catalogue;   /* problems/catalogue.h */

/* *places := the models of the results; their texts are those of the results, of the arguments and
 * of the catalogue, which is opened. The caller frees places->item and the catalogue in any case.
 * EXIT_MACHINE: session->why says why. */
enum exit_status gate_places_find(struct session *session,
                                  const struct arguments *arguments,
                                  const struct results *results,
                                  struct gate_places *places,
                                  struct catalogue **catalogue);

/* "--integrator ./mine.so --option tight=yes", which the caller frees; NULL when none is
 * given. */
char *gate_places_integrator(const struct arguments *arguments);

#endif
