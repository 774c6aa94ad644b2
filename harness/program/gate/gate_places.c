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

static int add(struct gate_places *all, const char *model, const char *path,
               const char *asked) {
    const struct gate_place place = {model, path, asked};
    return record_append(&gate_place_record, &all->item, &all->count, &place);
}

/* Results of a model stand together. */
static int add_known(struct gate_places *all, const struct catalogue *catalogue,
                     const struct results *results) {
    const char *last = "";
    int failed = 0;
    RESULTS_FOREACH(results, result) {
        const struct catalogue_entry *entry = models_entry(catalogue, result->model);
        if (entry != NULL && strcmp(result->model, last) != 0)
            failed |= add(all, result->model, entry->path, result->model);
        last = result->model;
    }
    return failed;
}

/* Those that are named by a path go before the catalogue's. */
static int add_named(struct gate_places *all, const struct arguments *arguments) {
    int failed = 0;
    for (int k = 0; k < arguments_count(arguments, NULL); k++) {
        const char *name = arguments_nth(arguments, NULL, k);
        char *title = models_title(name);
        failed |=
            title == NULL || (strcmp(title, name) != 0 && add(all, title, name, name));
        free(title);
    }
    return failed;
}

enum exit_status gate_places_find(struct session *session,
                                  const struct arguments *arguments,
                                  const struct results *results,
                                  struct gate_places *places) {
    struct catalogue *catalogue;
    enum exit_status status = models_open(&catalogue, session);
    if (status != EXIT_PASSED)
        return status;
    if (add_named(places, arguments) || add_known(places, catalogue, results))
        status = message_fail(EXIT_MACHINE, &session->why, "out of memory");
    catalogue_free(catalogue);
    return status;
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
