/* The command line with what a file of --expect adds to it: what the command line says goes
 * before what the file says.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/gate/gate_arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/gate/profile.h"

static const char option_name[] = "option";

/* Whether the command line sets the option. */
static bool is_set(const struct arguments *given, const char *name) {
    size_t length = strlen(name);
    for (int i = 0; i < arguments_count(given, option_name); i++) {
        const char *assignment = arguments_nth(given, option_name, i);
        if (strncmp(assignment, name, length) == 0 && assignment[length] == '=')
            return true;
    }
    return false;
}

static size_t room_for(const struct expect_option *option) {
    return strlen(option->name) + strlen(option->value) + sizeof "=";
}

static void add_options(struct gate_arguments *g, const struct arguments *given,
                        const struct expect *e) {
    const struct option_definition *definition = option_find(given->option, option_name);
    char *text = g->text;
    for (int i = 0; i < e->options && definition != NULL; i++) {
        const struct expect_option *option = &e->option[i];
        if (is_set(given, option->name))
            continue;
        snprintf(text, room_for(option), "%s=%s", option->name, option->value);
        g->all.given[g->all.count++] = (struct argument){definition, text, 0};
        text += room_for(option);
    }
}

int gate_arguments_make(struct gate_arguments *g, const struct arguments *given,
                        const struct expect *e) {
    size_t room = 1, most = (size_t)(given->count + e->models + e->options) + 1;
    for (int i = 0; i < e->options; i++)
        room += room_for(&e->option[i]);
    g->all = (struct arguments){0, calloc(most, sizeof *g->all.given), given->option};
    g->text = malloc(room);
    if (g->all.given == NULL || g->text == NULL) {
        gate_arguments_clear(g);
        return -1;
    }
    for (int i = 0; i < given->count; i++)
        g->all.given[g->all.count++] = given->given[i];
    for (int i = 0; i < e->models && arguments_count(given, NULL) == 0; i++)
        g->all.given[g->all.count++] = (struct argument){NULL, e->model[i], 0};
    add_options(g, given, e);
    return 0;
}

void gate_arguments_clear(struct gate_arguments *g) {
    arguments_clear(&g->all);
    free(g->text);
    g->text = NULL;
}

const struct profile *gate_arguments_profile(const struct arguments *a) {
    return arguments_has(a, "profile") ? &profile_table()[arguments_whole(a, "profile")]
                                       : profile_usual();
}
