/* The catalogue: the model files in one folder. A name is that of a file without .model, or
 * of a variant which a file declares: the same model under other settings, and perhaps with
 * other tags.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_CATALOGUE_H
#define PROBLEMS_CATALOGUE_H

#include <stdbool.h>

#include "problems/base/status.h"

struct model;   /* problems/model.h */
struct setting; /* problems/model.h */

struct catalogue_entry {
    char *name;
    char *path;   /* the model file */
    bool variant; /* declared by that file under another name */
    int settings; /* the variant's settings, applied before the caller's */
    char **setting_name, **setting_value;
    int tags; /* the variant's own, after the model's; "-a": without the model's tag a */
    char **tag;
};

struct catalogue {
    int count;
    struct catalogue_entry *entry; /* sorted by name */
};

/* Lists a folder. The caller frees *c with catalogue_free; on failure it is NULL. */
enum problem_status catalogue_open(struct catalogue **c, const char *folder,
                                   struct diagnostic *d);
void catalogue_free(struct catalogue *c);

/* Reads a model by its catalogue name, or, when `name` contains a '/' or ends in .model,
 * from that path. An unknown name is answered with the nearest known ones. */
enum problem_status catalogue_read(const struct catalogue *c, const char *name,
                                   int settings, const struct setting *setting,
                                   struct model **m, struct diagnostic *d);

#endif
