/* The engines that a league is of: where they are, what they declare, and the settings that each
 * is run with; and the methods of ours that run beside them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LEAGUE_ENGINES_H
#define HARNESS_LEAGUE_ENGINES_H

#include "harness/plugin/plugin.h"

enum { LEAGUE_MOST_ENGINES = 32, LEAGUE_MOST_OPTIONS = 16 };

/* An engine with settings: a column of the table. */
struct league_engine {
    struct plugin plugin;
    struct plugin_option option[LEAGUE_MOST_OPTIONS];
    char place[4096], title[96], options[512]; /* "ODE", "ODE best"; "solver=quick" */
    char room[128];                            /* of settings that a scene asks for */
    json_t *declared;                          /* plugin_declared's */
    /* A method of ours, which integrates the equations; NULL: an engine. */
    const char *method;
};

struct league_engines {
    int count;
    struct league_engine engine[LEAGUE_MOST_ENGINES];
    char missing[2048]; /* what was looked for in vain: names, apart by ", " */
};

/* Adds the engine of that place (a library, or a name: "ode"), with its usual settings, and once
 * more with its best ones where they differ; or with the given options alone. The limits of each
 * are those of *limits. A method of ours may be named in its place. Nonzero: *d says why it is
 * none, or that there are too many. Freed with league_engines_clear. */
int league_engines_add(struct league_engines *e, const char *place,
                       const struct plugin *limits, struct diagnostic *d);

/* Adds the methods of ours and all engines that have been built or installed; those that are
 * not, or cannot be used, with the reason, are in e->missing. */
void league_engines_add_all(struct league_engines *e, const struct plugin *limits);

/* *to := the engine, with those of "NAME=VALUE NAME=VALUE" (NULL: none) that it declares and
 * that are not set. */
void league_engine_choose(struct league_engine *to, const struct league_engine *from,
                          const char *option);

/* The scene that the engine declares for the model, of e->declared; NULL: it does not build it. */
const json_t *league_engine_scene(const struct league_engine *e, const char *model);

/* Whether the adapter of that name has been built or installed. */
bool league_is_installed(const char *name);

/* Whether a word on the command line is an engine's name or place. */
bool league_is_engine(const char *word);

/* The names of all engines that have an adapter, apart by blanks. */
const char *league_engine_names(void);

void league_engines_clear(struct league_engines *e);

#endif
