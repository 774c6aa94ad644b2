/* What halfstep list tells of models and methods, printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LIST_CATALOGUE_H
#define HARNESS_LIST_CATALOGUE_H

#include <stdio.h>

#include <jansson.h>

#include "harness/program/run/describe.h"
#include "harness/session/session.h"

struct catalogue; /* problems/catalogue.h */
struct arguments; /* harness/session/arguments.h */

/* Models, which a listing owns; and those of one that another owns. */
struct listing {
    struct model_brief *item;
    int count;
};

/* The models that have a name of the patterns, where there are any, and arguments; one whose file
 * cannot be read with what is wrong with it. Cleared in any case; nonzero: out of memory. */
int list_named(struct listing *named, const struct catalogue *c,
               const struct truth_store *known, const struct arguments *arguments);
void listing_clear(struct listing *named);

/* Those of them that bear all tags of --tag; the caller frees the items alone. NULL items: out of
 * memory. */
struct listing list_tagged(const struct listing *named,
                           const struct arguments *arguments);

/* Whether a model bears a tag. */
bool list_bears(const struct model_brief *model, const char *tag);

/* Nonzero: a name that is no pattern is none of the catalogue, and why says so. */
int list_check_names(const struct catalogue *c, const struct arguments *arguments,
                     struct diagnostic *why);

/* Why there are none. EXIT_USAGE: no model of the catalogue has one of the tags. EXIT_VERDICT: no
 * name is like the patterns, or none of that name has the tags. */
enum exit_status list_explain_nothing(const struct catalogue *c,
                                      const struct listing *named,
                                      const struct truth_store *known,
                                      const struct arguments *arguments,
                                      struct diagnostic *why);

/* Models, and the methods with their options, as new arrays. */
json_t *list_models_tell(const struct listing *models);
json_t *list_methods_tell(void);

/* Prints models, and methods with their options, for a person; as comma-separated values. */
void list_print_models(const struct listing *models, FILE *out);
void list_print_methods(FILE *out);
void list_print_models_csv(const struct listing *models, FILE *out);
void list_print_methods_csv(FILE *out);

/* What list and list methods print as JSON, described. */
extern const struct record list_document_record, list_methods_record;

/* The methods as the table of COMMANDS.md, which is this one. */
void list_print_methods_markdown(FILE *out);

#endif
