/* The originals study: recorded runs of the original, done again in faithful mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/study_originals.h"

#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/study_methods.h"
#include "harness/studies/originals/original_file.h"
#include "harness/studies/originals/original_case.h"
#include "harness/studies/originals/simbody_case.h"
#include "harness/studies/originals/simbody_scene.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* Cases that deviate are listed up to this number. */
enum { MOST_LISTED = 20 };

struct tally {
    int cases, reproduced;
    double distance; /* the largest, in units of its tolerance */
    struct diagnostic first;
    json_t *points;
};

static bool is_about(const json_t *records, const json_t *record, const struct study *s) {
    struct original_settings settings;
    if (strcmp(original_word(record, "problem", ""), s->model->name) != 0)
        return false;
    original_read_settings(&settings, records, record);
    return strcmp(subject_method_name(settings.options.integrator.method), s->method) ==
           0;
}

static void count(void *tally, const char *id, const struct original_outcome *o) {
    struct tally *t = tally;
    t->cases++;
    t->reproduced += o->same;
    t->distance = fmax(t->distance, o->distance);
    if (o->same)
        return;
    if (t->first.text[0] == '\0')
        t->first = o->first;
    if (json_array_size(t->points) < MOST_LISTED)
        json_array_append_new(t->points,
                              json_pack("{s:s, s:o, s:o, s:b}", "case", id, "deviation",
                                        json_text_of(o->first.text), "distance",
                                        json_number(o->distance), "used", 1));
}

static int repeat_all(struct tally *t, const struct study *s, const json_t *records,
                      double share, struct diagnostic *d) {
    size_t i, about = 0;
    const json_t *record;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        struct original_outcome outcome;
        if (!is_about(records, record, s) || !original_is_in_share(about++, share))
            continue;
        if (original_repeat(&outcome, s, records, record, d))
            return -1;
        count(t, original_word(record, "id", ""), &outcome);
    }
    return 0;
}

static int append_tally(const struct tally *t, const struct study *s,
                        struct results *results) {
    struct result r = result_begin(s->model, "originals", "double", "original-cases");
    r.mode = "faithful";
    r.grade = "recorded";
    r.required = true;
    r.value = r.low = r.high = t->reproduced;
    r.expected = t->cases;
    r.tolerance = 0;
    r.points = json_incref(t->points);
    r.verdict = verdict_at_least(t->reproduced, t->cases);
    return result_append(results, s, &r,
                         "recorded runs of the original that come out with the same "
                         "counters and decisions; states are off by at most %.2g of the "
                         "tolerance%s%s",
                         t->distance,
                         t->first.text[0] ? "; the first that does not: " : "",
                         t->first.text);
}

static int study_method(const struct study *s, const json_t *records,
                        const struct originals_request *r, struct results *results,
                        struct diagnostic *d) {
    struct tally t = {.points = json_array()};
    int failed = simbody_is_file(records)
                     ? simbody_repeat_all(s, records, r, count, &t, d)
                     : repeat_all(&t, s, records, r->share, d);
    failed = failed || (t.cases > 0 && append_tally(&t, s, results));
    json_decref(t.points);
    return failed;
}

static int study_problem(const struct study *s, const json_t *records,
                         const struct originals_request *r, struct results *results,
                         struct diagnostic *d) {
    int failed = 0;
    for (int i = 0; i < study_count_methods(s) && !failed; i++) {
        struct subject_options options;
        struct study one = study_of_method(s, i, &options);
        failed = study_method(&one, records, r, results, d) &&
                 study_note_failure(results, s, &one, "originals", d);
    }
    return failed;
}

static bool is_named(const struct model_names *names, const char *problem) {
    for (int i = 0; names != NULL && i < names->count; i++)
        if (strcmp(names->name[i], problem) == 0)
            return true;
    return names == NULL;
}

static int study_model(const char *name, const struct study *s, const json_t *records,
                       const struct originals_request *r, struct results *results,
                       struct diagnostic *d) {
    struct study one = *s;
    if (!is_named(r->names, name))
        return 0;
    if (catalogue_read(r->catalogue, name, 0, NULL, &one.model, d) != PROBLEM_OK)
        return -1;
    const int failed = study_problem(&one, records, r, results, d);
    model_free(one.model);
    return failed;
}

int study_originals(const struct study *s, const struct originals_request *r,
                    struct results *results, struct diagnostic *d) {
    json_t *records;
    const json_t *problem;
    size_t i;
    int failed = 0;
    if (original_open(&records, r->path, d))
        return -1;
    json_array_foreach(json_object_get(records, "problems"), i, problem) {
        failed = failed || study_model(original_word(problem, "name", ""), s, records, r,
                                       results, d);
    }
    for (const struct simbody_scene *scene = simbody_scenes;
         scene->model != NULL && simbody_is_file(records) && !failed; scene++)
        if (simbody_is_first(scene))
            failed = study_model(scene->model, s, records, r, results, d);
    json_decref(records);
    return failed;
}
