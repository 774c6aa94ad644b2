/* Models for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_MODELS_H
#define HARNESS_TESTS_MODELS_H

struct model; /* problems/model.h */

/* Reads a model from a text; ends the test when that fails. */
struct model *model_from(const char *text);

/* Reads a model's file with its size n, or with NULL as it is; ends the test when that fails. */
struct model *model_from_file(const char *path, const char *n);

/* A quaternion with a spinning body, N not the identity, one more state, all parts coupled,
 * explicit time: a model that no function of the catalogue was generated from. */
extern const char coupled_model[];

#endif
