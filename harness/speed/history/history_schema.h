/* The schema of a history, version by version. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_HISTORY_SCHEMA_H
#define HARNESS_HISTORY_SCHEMA_H

#include "harness/speed/history/history_sql.h"

/* Brings the file from its version to HISTORY_VERSION, step by step, in the present
 * transaction. */
enum exit_status history_migrate(struct history *h, struct diagnostic *d);

/* *documents := what a file of version 1 holds, as documents; freed by the caller. */
enum exit_status history_documents_1(struct history *h, json_t **documents,
                                     struct diagnostic *d);

#endif
