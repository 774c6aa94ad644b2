/* Peers side by side: other people's integrators and ours on the same problems in the same run, at
 * the same accuracy. What is compared with what is a table (peers_rows.h).
 *
 *     the same method, the same h    theirs over ours of the time of a step; both errors are shown
 *     equal error                    both run through a ladder of accuracies; theirs over ours of
 *                                    the time of a whole run, at errors that both reach
 *
 * C libraries take turns with ours within a process; Python packages run as programs of their own,
 * which are built anew and alternate with processes of ours. Nothing is judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_PEERS_H
#define HARNESS_STUDY_PEERS_H

#include <stdio.h>

#include "harness/results/result_list.h"
#include "harness/session/session.h"
#include "harness/speed/peers/peers_request.h"
#include "harness/speed/peers/peers_told.h"
#include "harness/speed/timing/timing_told.h"

/* Adds a row each to the peers that are told, and for each row appends a result `peer-ratio`. Not
 * EXIT_PASSED: session->why says why. */
enum exit_status study_peers(const struct peers_request *r, struct timing_told *told,
                             struct results *results);

/* A table for a person. */
void peers_print(const struct timing_told *told, FILE *out);

#endif
