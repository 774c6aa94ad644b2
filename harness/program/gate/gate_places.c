/* Where a reader finds what results are about.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/program/gate/gate_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/results/gate_outcome.h"
#include "harness/results/result.h"
#include "harness/session/arguments.h"
#include "problems/catalogue.h"

/* The path by which the command line names a model; NULL: by none. */
static const char *find_path(const struct arguments *arguments, const char *model) {
    const char *path = NULL;
    for (int k = 0; k < arguments_count(arguments, NULL); k++) {
        const char *name = arguments_nth(arguments, NULL, k);
        char *title = models_title(name);
        if (title != NULL && strcmp(title, name) != 0 && strcmp(title, model) == 0)
            path = name;
        free(title);
    }
    return path;
}

enum exit_status gate_places_find(struct session *session,
                                  const struct arguments *arguments,
                                  const struct results *results,
                                  struct gate_places *places,
                                  struct catalogue **catalogue) {
    enum exit_status status = models_open(catalogue, session);
    if (status != EXIT_PASSED)
        return status;
    places->item = calloc(results->count + 1, sizeof *places->item);
    if (places->item == NULL)
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    const char *last = "";
    RESULTS_FOREACH(results, result) { /* those of a model stand together */
        const char *model = result->model, *path = find_path(arguments, model);
        const struct catalogue_entry *entry = models_entry(*catalogue, model);
        if (strcmp(model, last) != 0 && (path != NULL || entry != NULL))
            places->item[places->count++] = (struct gate_place){
                model, path != NULL ? path : entry->path, path != NULL ? path : model};
        last = model;
    }
    return EXIT_PASSED;
}

char *gate_places_integrator(const struct arguments *arguments) {
    const char *place = arguments_value(arguments, "integrator");
    char *command = NULL;
    size_t length;
    FILE *out = place != NULL ? open_memstream(&command, &length) : NULL;
    if (out == NULL)
        return NULL;
    fputs("--integrator ", out);
    text_print_word(place, out);
    for (int i = 0; i < arguments_count(arguments, "option"); i++) {
        fputs(" --option ", out);
        text_print_word(arguments_nth(arguments, "option", i), out);
    }
    if (fclose(out) == 0)
        return command;
    free(command);
    return NULL;
}
