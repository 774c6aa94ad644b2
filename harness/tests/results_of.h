/* Looking things up among results in tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_RESULTS_OF_H
#define HARNESS_TESTS_RESULTS_OF_H

#include <jansson.h>

#include "harness/results/study.h"

/* A gate-sized study of our own integrator. */
struct study own_study(struct model *m);

/* Carries out a study and appends its results to an array, as they are handed on; as the
 * study. */
int study_as_json(study_function *study, const struct study *s, json_t *results,
                  struct diagnostic *d);

/* The results of a study, which the caller frees; ends the test where it cannot be carried out. */
json_t *study_results(study_function *study, const struct study *s);

/* The result about a quantity in an arithmetic; ends the test when there is none. */
json_t *find_result(const json_t *results, const char *arithmetic, const char *quantity);

/* The text or number under a key. */
const char *text_in(const json_t *object, const char *key);
double number_in(const json_t *object, const char *key);

/* Expects that a gate's document has more than `least` results, and that it is known of each
 * what is checked and what its grade means. */
void expect_explained(const json_t *document, size_t least);

/* Expects that every required result passes and that none at all fails. */
void expect_no_alarm(const json_t *results);

#endif
