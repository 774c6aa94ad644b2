/* Reading the models of the catalogue in tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_MODELS_H
#define PROBLEMS_TESTS_MODELS_H

#include "problems/model.h"

enum { MODELS_SETTINGS = 12 };

/* "k=1e4 m=0.3": settings separated by blanks. They point into text[]. */
struct settings {
    char text[256];
    int count;
    struct setting setting[MODELS_SETTINGS];
};
void settings_split(struct settings *s, const char *text);

/* The path of a model file of the catalogue, written to path[]. */
void models_path(const char *name, char path[512]);

/* Model file `name` under settings as above; the test fails when it cannot be read. */
struct model *models_read(const char *name, const char *settings);

/* The same, by a catalogue name, which may be that of a variant. */
struct model *models_from_catalogue(const char *name);

/* A whole file, ended by '\0'; the caller frees it. */
char *models_text(const char *path);

#endif
