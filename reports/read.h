/* The parts of the reader of results.json.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_READ_H
#define REPORTS_READ_H

#include "reports/json.h"
#include "reports/results.h"

/* Fill *model and *result from an object; what is wrong is noted in *reader. A result's
 * model has to be among those of *r. read_model_clear frees what *model owns. */
void read_model(struct json_reader *reader, const json_t *object,
                struct report_model *model);
void read_model_clear(struct report_model *model);
void read_result(struct json_reader *reader, const json_t *object,
                 const struct results *r, struct report_result *result);

/* Results in multiple precision are those of the discrete equations, which several
 * methods may solve. Of the order study's and the gap study's those that stand again, with
 * the same points, under another method are left out, and the first of them is marked as
 * shared. */
void results_merge_twins(struct results *r);

/* The index of the first model of that name; -1: there is none. */
int results_find_model(const struct results *r, const char *name);

#endif
