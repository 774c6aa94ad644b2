/* Where a reader finds what results are about.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/program/gate/gate_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"
#include "harness/session/arguments.h"
#include "problems/catalogue.h"

enum exit_status gate_places_find(struct session *session,
                                  const struct arguments *arguments,
                                  const struct results *results, json_t **files,
                                  json_t **asked) {
    struct catalogue *catalogue;
    enum exit_status status = models_open(&catalogue, session);
    if (status != EXIT_PASSED)
        return status;
    *files = json_object();
    *asked = json_object();
    RESULTS_FOREACH(results, result) {
        const char *model = result->model;
        const struct catalogue_entry *entry = models_entry(catalogue, model);
        if (entry != NULL && json_object_get(*files, model) == NULL) {
            json_object_set_new(*files, model, json_text_of(entry->path));
            json_object_set_new(*asked, model, json_text_of(model));
        }
    }
    catalogue_free(catalogue);
    for (int k = 0; k < arguments_count(arguments, NULL); k++) {
        const char *name = arguments_nth(arguments, NULL, k);
        char *title = models_title(name);
        json_t *key = json_text_of(title != NULL ? title : "");
        if (strcmp(json_string_value(key), name) != 0) { /* a path */
            json_object_set_new(*files, json_string_value(key), json_text_of(name));
            json_object_set_new(*asked, json_string_value(key), json_text_of(name));
        }
        json_decref(key);
        free(title);
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
