/* What halfstep list tells of models and methods, as JSON and printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LIST_CATALOGUE_H
#define HARNESS_LIST_CATALOGUE_H

#include <stdio.h>

#include <jansson.h>

#include "harness/base/record/record.h"
#include "harness/session/arguments.h"
#include "harness/truth/truth_store.h"
#include "problems/catalogue.h"

/* The models that have a name of the patterns, where there are any; one whose file cannot be read
 * with what is wrong with it. A new array. */
json_t *list_named(const struct catalogue *c, const struct truth_store *known,
                   const struct arguments *arguments);

/* Those of them that bear all tags of --tag; a new array. */
json_t *list_tagged(const json_t *named, const struct arguments *arguments);

/* Why there are none: no such name, or which tags the models of that name have. */
void list_explain_nothing(const struct catalogue *c, const json_t *named,
                          const struct arguments *arguments, struct diagnostic *why);

/* The methods with their options; a new array. */
json_t *list_methods(void);

/* Prints {"models": [...], "methods": [...]}, or one of them; as comma-separated values the
 * models, or where there are none the options of the methods. */
void list_print(const json_t *document, FILE *out);
void list_print_csv(const json_t *document, FILE *out);

/* What list and list methods print as JSON, described. */
extern const struct record list_document_record, list_methods_record;

/* The methods as the table of COMMANDS.md, which is this one. */
void list_print_methods_markdown(FILE *out);

#endif
