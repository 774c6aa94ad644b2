/* A survey of what a command line names, and a short form of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/record/record.h"
#include "harness/genericity/genericity.h"
#include "harness/genericity/survey.h"
#include "harness/genericity/survey_parts.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "problems/catalogue.h"

/* Fixed, so that a model is always judged alike. */
enum { USUAL_SEED = 20060102 };

enum exit_status survey_of_arguments(struct session *session,
                                     const struct arguments *arguments,
                                     struct survey_told *told) {
    struct model_settings settings = {0, NULL, NULL};
    struct model_names names = {0, NULL};
    struct catalogue *catalogue = NULL;
    enum exit_status status = EXIT_USAGE;
    *told = (struct survey_told){.models = 0};
    if (model_settings_read(&settings, arguments, session) == 0)
        status = models_open(&catalogue, session);
    if (status == EXIT_PASSED &&
        model_names_read(&names, arguments, catalogue, false, session))
        status = EXIT_MACHINE;
    const struct survey_request request = {
        .session = session,
        .catalogue = catalogue,
        .models = &names,
        .settings = &settings,
        .seed = USUAL_SEED,
        .is_whole = arguments_count(arguments, NULL) == 0 && settings.count == 0};
    if (status == EXIT_PASSED)
        status = survey_find(&request, told);
    model_names_clear(&names);
    catalogue_free(catalogue);
    model_settings_clear(&settings);
    return status;
}

void survey_shorten(struct survey_told *told) {
    for (struct survey_model *m = told->model; m < told->model + told->models; m++) {
        const int all = m->trees;
        m->trees = 0;
        for (int t = 0; t < all; t++)
            if (survey_tree_is(&m->tree[t], GENERIC_NONZERO) ||
                survey_tree_is(&m->tree[t], GENERIC_IDENTICALLY))
                record_clear(&survey_tree_record, &m->tree[t]);
            else
                m->tree[m->trees++] = m->tree[t];
    }
}
