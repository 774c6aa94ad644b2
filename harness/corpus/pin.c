/* Prints the file of pinned runs (harness/studies/originals/pinned_run.h) of models of the
 * catalogue.
 *
 *     pin FOLDER MODEL... >harness/studies/originals/pinned.json
 *
 * To be made anew when the integrators are meant to cost or to decide something else;
 * what has changed is then to be read in the difference.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include <gsl/gsl_errno.h>
#include <mpfr.h>

#include "harness/integrators/opener.h"
#include "harness/results/study.h"
#include "harness/studies/originals/study_pinned.h"
#include "problems/catalogue.h"
#include "problems/model.h"

static int record_model(json_t *runs, struct catalogue *c, const char *name,
                        struct diagnostic *d) {
    struct model *m;
    if (study_pinned_model(&m, c, name, d))
        return -1;
    const struct study s = {.model = m, .open_subject = open_own_subject};
    json_t *record = study_pinned_record(&s, d);
    int failed = record == NULL || json_object_set_new(runs, name, record);
    model_free(m);
    return failed;
}

static int record_all(const char *folder, int count, char **model, struct diagnostic *d) {
    struct catalogue *c;
    json_t *runs = json_object();
    int failed = catalogue_open(&c, folder, d) != PROBLEM_OK;
    for (int i = 0; i < count && !failed; i++)
        failed = record_model(runs, c, model[i], d);
    if (!failed) {
        json_t *document = json_pack("{s:i, s:o, s:o}", "format", 1, "calls",
                                     study_pinned_record_calls(), "runs", runs);
        failed = json_dumpf(document, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12));
        json_decref(document);
    }
    catalogue_free(c);
    return failed;
}

int main(int count, char **argument) {
    struct diagnostic d = {""};
    gsl_set_error_handler_off();
    if (count < 3 || record_all(argument[1], count - 2, argument + 2, &d)) {
        fprintf(stderr, "pin: %s\n", count < 3 ? "usage: pin FOLDER MODEL..." : d.text);
        return 2;
    }
    mpfr_free_cache();
    return 0;
}
