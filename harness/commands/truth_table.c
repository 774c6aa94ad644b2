/* halfstep truth --catalogue: what is known of each name of the catalogue, from the files alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/commands/truth_command.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_standard.h"
#include "harness/truth/truth_store.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* Whether a record is the best truth of the model, found; *f: what it says. */
static bool is_best(struct truth_facts *f, const json_t *record, const json_t *file,
                    const char *key) {
    return truth_record_facts(f, record) && f->is_best && f->status == REF_OK &&
           truth_file_is_about(file, record, key);
}

static const char *const head_of[] = {
    [FORM_TEXT] = "",
    [FORM_MARKDOWN] = ("| model | times | grade | digits | by | seconds | certificate |\n"
                       "|---|---|---|---|---|---|---|\n"),
    [FORM_CSV] = "model,times,grade,digits,by,seconds,certificate,missing_at\n",
};
static const char *const row_of[] = {
    [FORM_TEXT] = "%-40s %2zu  %-11s %3d  %-11s %8.2g s  %s\n",
    [FORM_MARKDOWN] = "| `%s` | %zu | %s | %d | %s | %.2g | %s |\n",
    [FORM_CSV] = "%s,%zu,%s,%d,%s,%.2g,%s,\n",
};
static const char *const missing_of[] = {
    [FORM_TEXT] = "%-40s none at t = %.6g\n",
    [FORM_MARKDOWN] = "| `%s` | t = %.6g | none | | | | |\n",
    [FORM_CSV] = "%s,0,none,,,,,%.17g\n",
};

static void print_row(FILE *out, const char *name, const struct truth_facts *f,
                      enum form form) {
    fprintf(out, row_of[form], name, f->times, ref_grade_name(f->grade), f->digits,
            ref_way_name(f->way), f->seconds,
            f->is_certified                                            ? "yes"
            : f->way == REF_BY_FORMULA || f->way == REF_BY_EXPONENTIAL ? "evaluated"
                                                                       : "");
}

/* Whether a record of the model's best truth has the time. */
static bool has_time(const json_t *file, const char *key, mpfr_srcptr time) {
    size_t i, k;
    struct truth_facts facts;
    json_t *record, *one;
    char *text = exact_number_text(time);
    bool found = false;
    json_array_foreach(json_object_get(file, "truths"), i, record) {
        if (!is_best(&facts, record, file, key))
            continue;
        json_array_foreach(json_object_get(record, "times"), k, one) {
            found = found || (text != NULL && strcmp(json_string_value(one), text) == 0);
        }
    }
    free(text);
    return found;
}

/* Tells the standard times at which nothing is kept; returns how many. */
static int tell_missing(FILE *out, struct model *m, const json_t *file, const char *key,
                        enum form form) {
    struct truth_times t;
    int missing = 0;
    if (truth_times_find(&t, m, 0) == PROBLEM_OK)
        for (int group = 0; group < 2; group++)
            for (int k = 0; k < t.times[group]; k++) {
                if (has_time(file, key, t.time[group][k]))
                    continue;
                double time = mpfr_get_d(t.time[group][k], MPFR_RNDN);
                fprintf(out, missing_of[form], m->name, time);
                missing++;
            }
    truth_times_clear(&t, m);
    return missing;
}

static int tell_model(struct session *session, const struct catalogue *c,
                      const char *name, enum form form) {
    struct model *m = NULL;
    size_t i;
    struct truth_facts facts;
    json_t *record;
    if (models_read_plain(&m, c, name, &session->why) != EXIT_PASSED)
        return -1;
    char *path = truth_store_path(session->known.catalogue, name), *key = truth_key(m);
    json_t *file = path != NULL ? truth_file_read(path) : NULL;
    int missing = -1;
    if (key != NULL) {
        json_array_foreach(json_object_get(file, "truths"), i, record) {
            if (is_best(&facts, record, file, key))
                print_row(session->out, name, &facts, form);
        }
        missing = tell_missing(session->out, m, file, key, form);
    }
    json_decref(file);
    free(path);
    free(key);
    model_free(m);
    return missing;
}

enum exit_status truth_catalogue_tell(struct session *session,
                                      const struct arguments *arguments) {
    const enum form form = arguments_form(arguments);
    struct catalogue *c;
    int missing = 0;
    if (session->known.catalogue == NULL)
        return message_fail(EXIT_MACHINE, &session->why,
                            "there is no folder of the catalogue's truths");
    enum exit_status status = models_open(&c, session);
    fputs(head_of[form], session->out);
    for (int i = 0; status == EXIT_PASSED && i < c->count; i++) {
        int more = tell_model(session, c, c->entry[i].name, form);
        missing += more > 0 ? more : 0;
        if (more < 0)
            status = EXIT_MACHINE;
    }
    if (form == FORM_TEXT)
        fprintf(session->out, "standard times without a truth: %d\n", missing);
    catalogue_free(c);
    return status;
}
