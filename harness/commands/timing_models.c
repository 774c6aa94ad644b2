/* The models of a timing study, for its page.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/timing_models.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "harness/program/run/results.h"
#include "harness/results/result.h"
#include "harness/results/result_list.h"
#include "problems/catalogue.h"

static bool is_named(const struct model_names *names, const char *model) {
    bool found = false;
    for (int i = 0; i < names->count && !found; i++) {
        char *title = models_title(names->name[i]);
        found = title != NULL && strcmp(title, model) == 0;
        free(title);
    }
    return found;
}

/* Adds to names, which have room for the catalogue. */
static void add_models_of(const struct results *results, const struct catalogue *c,
                          struct model_names *names) {
    for (int i = 0; i < c->count; i++) {
        bool is_measured = false;
        RESULTS_FOREACH(results, r) {
            is_measured |= strcmp(r->model, c->entry[i].name) == 0;
        }
        if (is_measured && !is_named(names, c->entry[i].name))
            names->name[names->count++] = c->entry[i].name;
    }
}

static enum exit_status describe(const struct timing_request *r,
                                 const struct model_names *names, json_t **models) {
    const char *const methods[] = {method_table()->name, NULL};
    const struct results_request request = {.session = r->session,
                                            .catalogue = r->catalogue,
                                            .models = names,
                                            .settings = r->settings,
                                            .methods = methods,
                                            .truths = &r->session->known,
                                            .seconds_limit = r->seconds_limit,
                                            .describe = true};
    struct results none;
    enum exit_status status = results_find(&request, &none, models);
    results_clear(&none);
    return status;
}

enum exit_status timing_models_describe(const struct timing_request *r,
                                        const struct results *results, json_t **models) {
    struct model_names names = {0, NULL};
    const size_t room = (size_t)(r->models->count + r->catalogue->count) + 1;
    names.name = calloc(room, sizeof *names.name);
    if (names.name == NULL)
        return message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    for (int i = 0; i < r->models->count; i++)
        names.name[names.count++] = r->models->name[i];
    add_models_of(results, r->catalogue, &names);
    enum exit_status status = describe(r, &names, models);
    model_names_clear(&names);
    return status;
}
