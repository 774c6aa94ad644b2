/* Settings of an engine, as the command line gives them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_ENGINE_SETTINGS_H
#define ENGINES_ENGINE_SETTINGS_H

#include "engine.h"

enum { ENGINE_MOST_SETTINGS = 16, ENGINE_LONGEST_VALUE = 32 };

struct engine_settings {
    const struct halfstep_setting *known;
    char value[ENGINE_MOST_SETTINGS][ENGINE_LONGEST_VALUE]; /* "": the usual one */
};

/* Nonzero: there is no such setting, or it has not such a value. */
int engine_set(struct engine_settings *settings, const char *name, const char *value);

#endif
