/* Genericity over a catalogue: every differential that vanishes at one model's start has to
 * be other than zero under another name of the same file, and every coloured tree on some
 * models of those that are studied.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SURVEY_H
#define HARNESS_SURVEY_H

#include "harness/session/models.h"

struct record; /* harness/base/record/record.h */

/* So many of the studied names (models_include) have to have a tree other than zero. */
enum { SURVEY_LEAST_NAMES = 3 };

struct survey_request {
    struct session *session;
    const struct catalogue *catalogue;
    const struct model_names *models;
    const struct model_settings *settings;
    unsigned long seed; /* of random states */
    bool is_whole;      /* the models are the whole catalogue: trees are judged, too */
};

/* *document := {"whole", "models": [...], "trees": [...], "verdict"}, which the caller frees.
 * A model is what genericity_describe says, and "name", "file", "studied", "verdict" (pass or
 * fail), "reason", and in each tree that vanishes and not identically, "elsewhere": the name
 * under which it does not vanish, or null. A tree of the catalogue has "tree",
 * "differential", "order", "names" (their number), "on" (some of them) and "verdict". On
 * failure *document is NULL, and session->why says why. */
enum exit_status survey_find(const struct survey_request *r, json_t **document);

/* The same for the models and settings that a command line names. */
enum exit_status survey_of_arguments(struct session *session,
                                     const struct arguments *arguments,
                                     json_t **document);

/* Leaves of each model's trees only those that vanish, and not identically. */
void survey_shorten(json_t *document);

/* Prints such a document: a line for each model, or all trees where there is one model. */
void survey_print(const json_t *document, FILE *out);

/* EXIT_PASSED or EXIT_VERDICT. */
enum exit_status survey_status(const json_t *document);

/* The document, described. */
extern const struct record survey_document_record;

#endif
