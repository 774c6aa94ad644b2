/* Genericity over a catalogue: every differential that vanishes at one model's start has to
 * be other than zero under another name of the same file, and every coloured tree on some
 * models of those that are studied.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SURVEY_H
#define HARNESS_SURVEY_H

#include "harness/genericity/genericity.h"
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

struct survey_names {
    int count;
    const char **name; /* [count] */
};

/* A differential of a model. */
struct survey_tree {
    const char *tree, *differential;
    long order;
    const char *verdict; /* generic_name */
    double size;         /* of its largest component at the start; 0: unknown */
    /* Components that are zero where others are not. */
    struct survey_names identically, vanishing, at_start, undecided;
    bool looks_elsewhere;  /* it vanishes, and not identically: */
    const char *elsewhere; /* the name under which it does not; "": none */
};

/* A model's start: what genericity_describe says of it, and what follows. */
struct survey_model {
    long states, joints, random_states;
    struct survey_counts {
        long of[GENERIC_IDENTICALLY + 1]; /* trees by their verdict */
    } counts;
    int trees;
    struct survey_tree *tree; /* [trees] */
    const char *name, *file;
    bool is_studied;
    const char *verdict, *reason; /* "pass" or "fail" */
};

/* A differential on all models. */
struct survey_differential {
    const char *tree, *differential;
    long order, names;      /* on which it is other than zero, */
    struct survey_names on; /* and some of them */
    const char *verdict;
};

struct survey_told {
    bool is_whole; /* the whole catalogue */
    int models, trees;
    struct survey_model *model;       /* [models] */
    struct survey_differential *tree; /* [trees] */
    const char *verdict;
};

/* Describe, read and clear them; the latter is the document. */
extern const struct record survey_tree_record, survey_model_record,
    survey_differential_record, survey_document_record;

/* *told is cleared by its record in any case. Not EXIT_PASSED: session->why says why. */
enum exit_status survey_find(const struct survey_request *r, struct survey_told *told);

/* The same for the models and settings that a command line names. */
enum exit_status survey_of_arguments(struct session *session,
                                     const struct arguments *arguments,
                                     struct survey_told *told);

/* Leaves of each model's trees only those that vanish, and not identically. */
void survey_shorten(struct survey_told *told);

/* A line for each model, or all trees where there is one model. */
void survey_print(const struct survey_told *told, FILE *out);

/* EXIT_PASSED or EXIT_VERDICT. */
enum exit_status survey_status(const struct survey_told *told);

#endif
