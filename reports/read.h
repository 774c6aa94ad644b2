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

/* The entries of a member that has to be an array of objects. */
size_t read_count_objects(struct json_reader *reader, const json_t *array,
                          const char *key);

/* The results of an array in a new one; their number in *count. */
struct report_result *read_results(struct json_reader *reader, const json_t *array,
                                   const char *key, const struct results *r, int *count);

/* What a report about one integrator has beside its results: who it is, results of the
 * built-in methods; and, in any report, fingerprints and the detection score. */
void read_card(struct json_reader *reader, struct results *r);
void read_card_clear(struct results *r);

/* Results in multiple precision are those of the discrete equations, which several
 * methods may solve. Of the order study's and the gap study's those that stand again,
 * with the same points, under another method are left out, and the first of them is
 * marked as shared. */
void results_merge_twins(struct results *r);

/* The index of the first model of that name; -1: there is none. */
int results_find_model(const struct results *r, const char *name);

#endif
