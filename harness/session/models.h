/* The models that a command line names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MODELS_H
#define HARNESS_MODELS_H

#include "harness/session/session.h"

struct catalogue;       /* problems/catalogue.h */
struct catalogue_entry; /* problems/catalogue.h */

/* The command line's --set NAME=VALUE. */
struct model_settings {
    int count;
    struct setting *setting; /* (size count) */
    char *text;              /* holds the names */
};

/* Freed with model_settings_clear. Nonzero: session->why says why. */
int model_settings_read(struct model_settings *s, const struct arguments *arguments,
                        struct session *session);
void model_settings_clear(struct model_settings *s);

/* The catalogue. EXIT_MACHINE when its folder cannot be read. */
enum exit_status models_open(struct catalogue **c, struct session *session);

/* Reads one model by name or path under the settings. The name of a file, which may be any
 * bytes, is made legible. */
enum exit_status models_read(struct model **m, const struct catalogue *c,
                             const char *name, const struct model_settings *settings,
                             struct diagnostic *d);

/* The one MODEL of a command under its --set, with what it was read from. */
struct asked_model {
    struct model_settings set;
    struct catalogue *catalogue;
    struct model *model;
};

/* Reads it, by `name` where the command line has none (NULL: it has to have one). Freed with
 * asked_model_clear in any case. On failure session->why says why. */
enum exit_status asked_model_read(struct asked_model *a, const char *name,
                                  const struct arguments *arguments,
                                  struct session *session);
void asked_model_clear(struct asked_model *a);

/* A model of the catalogue as its file has it. */
enum exit_status models_read_plain(struct model **m, const struct catalogue *c,
                                   const char *name, struct diagnostic *d);

/* What a model asked for by `name` is called in results: its catalogue name, or its file's
 * name without folder and .model, legible. The caller frees it; NULL: out of memory. */
char *models_title(const char *name);

/* The catalogue's entry of that name; NULL: there is none. */
const struct catalogue_entry *models_entry(const struct catalogue *c, const char *name);

/* Whether the catalogue, if it can be read, has a model of that name. */
bool models_have(const char *name, struct session *session);

/* Whether studies of the whole catalogue include an entry: the models as their files have
 * them, but for those that are too large, and the variants called FILE_generic, whose start has
 * no accidental zeros. */
bool models_include(const struct catalogue_entry *entry);

struct model_names {
    int count;
    /* (size count) the names belong to the command line or catalogue. */
    const char **name;
};

/* The models given as positional arguments, or the whole catalogue, with all variants or those
 * alone that are studied. Freed with model_names_clear. Nonzero: out of memory. */
int model_names_read(struct model_names *n, const struct arguments *arguments,
                     const struct catalogue *c, bool with_variants,
                     struct session *session);
void model_names_clear(struct model_names *n);

/* *d := what a name is that is no model, where it is a method's or that of an integrator's file;
 * else *d stays as it is. */
void models_tell_option(const char *name, struct diagnostic *d);

/* Refuses names two of which have one title: results, tables and figures go by those. */
enum exit_status model_names_check(const struct model_names *names, struct diagnostic *d);

#endif
