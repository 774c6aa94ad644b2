/* A file of recorded runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ORIGINAL_FILE_H
#define HARNESS_ORIGINAL_FILE_H

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

/* The file: {cases, problems, stats_fields, config_defaults} of Drake, or the parts of Simbody's
 * (simbody_case.h), also as the recording program names them. The caller frees *records by
 * json_decref. Nonzero: *d says why. */
int original_open(json_t **records, const char *path, struct diagnostic *d);

#endif
