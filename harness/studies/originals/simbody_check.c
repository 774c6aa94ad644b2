/* A file of recorded runs of Simbody: its parts, and which case is not as it should be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/studies/originals/simbody_case.h"
#include "harness/studies/originals/simbody_scene.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* By so much may the sum of the steps miss the time of a sample. */
static const double rounded = 1e-9;

static bool are_numbers(const json_t *value) {
    size_t i;
    const json_t *one;
    json_array_foreach(value, i, one) {
        if (!json_is_number(one) && !json_is_null(one))
            return false;
    }
    return json_is_number(value) || json_array_size(value) > 0;
}

/* The first member of a state that does not fit, or is missing and needed; NULL: none. */
static const char *find_bad_place(const struct simbody_place *place, const json_t *state,
                                  bool is_needed) {
    for (int i = 0; i < SIMBODY_MOST_PLACES && place[i].member != NULL; i++) {
        const json_t *value = json_object_get(state, place[i].member);
        if (value != NULL ? !are_numbers(value) : is_needed && !place[i].is_optional)
            return place[i].member;
    }
    return NULL;
}

/* States on the way, one after the other: one that is beyond the end would be compared with
 * nothing. */
static bool are_samples(const json_t *samples, const struct simbody_scene *scene,
                        double end) {
    double last = 0;
    size_t i;
    const json_t *sample;
    json_array_foreach(samples, i, sample) {
        const double t = simbody_scene_number(sample, "t", 0);
        if (!(t > last && t <= end * (1 + rounded)) ||
            find_bad_place(scene->sample, sample, true) != NULL)
            return false;
        last = t;
    }
    return last > 0;
}

/* The end is needed where there are no samples that are compared. */
static const char *find_bad_state(const struct simbody_scene *scene, const json_t *record,
                                  double h, double end) {
    const json_t *samples = json_object_get(record, "samples");
    const bool has_states = samples != NULL && isfinite(h);
    if (samples != NULL && !are_samples(samples, scene, end))
        return "samples";
    return find_bad_place(scene->end, record,
                          !has_states && json_object_get(record, "exception") == NULL);
}

/* A length of a run that is no number; NULL: none. */
static const char *find_bad_length(const json_t *record) {
    static const char *const members[] = {"T", "n", "steps", "steps_done"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const json_t *value = json_object_get(record, members[i]);
        if (value != NULL && !json_is_number(value))
            return members[i];
    }
    return NULL;
}

/* The first member of a case that is missing or does not fit; NULL: none. */
static const char *find_bad_member(const char *part, const json_t *record) {
    const struct simbody_scene *scene = simbody_scene_of(part, record);
    const double h = simbody_step(record), end = simbody_end(part, record);
    struct simbody_settings values;
    struct setting settings[SIMBODY_MOST_PARAMETERS];
    struct subject_options options;
    if (scene == NULL)
        return "case";
    const char *bad = simbody_read_settings(&values, settings, scene, record);
    if (bad != NULL)
        return bad;
    bad = simbody_read_options(&options, part, record);
    if (bad != NULL)
        return bad;
    if (!(h > 0) || (isinf(h) && json_object_get(record, "accuracy") == NULL))
        return "h";
    if ((bad = find_bad_length(record)) != NULL)
        return bad;
    if (!(end > 0) || (isfinite(h) && end / h > SIMBODY_MOST_STEPS) || !isfinite(end))
        return "T, n or steps";
    const json_t *counters = json_object_get(record, "stats");
    if (counters != NULL && !json_is_object(counters))
        return "stats";
    return find_bad_state(scene, record, h, end);
}

/* Whether the model takes the record's numbers. */
static int check_model(const char *part, const json_t *record, const struct catalogue *c,
                       struct diagnostic *d) {
    const struct simbody_scene *scene = simbody_scene_of(part, record);
    struct simbody_settings values;
    struct setting settings[SIMBODY_MOST_PARAMETERS];
    struct model *m;
    simbody_read_settings(&values, settings, scene, record);
    if (catalogue_read(c, scene->model, values.count, settings, &m, d) != PROBLEM_OK)
        return -1;
    model_free(m);
    return 0;
}

/* null stands for what was left out (simbody_recorder.h). */
static int check_part(const char *path, const char *part, const json_t *cases,
                      const struct catalogue *c, struct diagnostic *d) {
    size_t i;
    const json_t *record;
    if (json_array_size(cases) == 0)
        return message_set(d, "%s: \"%s\" is not as it should be", path, part);
    json_array_foreach(cases, i, record) {
        struct diagnostic why;
        const char *bad = json_is_null(record) ? NULL : find_bad_member(part, record);
        if (bad != NULL)
            return message_set(
                d, "%s: %s, case %zu: \"%s\" is missing, unknown or not as it should be",
                path, part, i + 1, bad);
        if (!json_is_null(record) && check_model(part, record, c, &why))
            return message_set(d, "%s: %s, case %zu: %s", path, part, i + 1, why.text);
    }
    return 0;
}

static bool is_known(const char *part) {
    return simbody_is_part(part) || strcmp(part, "meta") == 0 ||
           strcmp(part, "left_out") == 0;
}

int simbody_check(const char *path, json_t *records, const struct catalogue *c,
                  struct diagnostic *d) {
    const char *part;
    json_t *value;
    int failed = 0;
    json_object_foreach(records, part, value) {
        if (!is_known(part))
            return message_set(d, "%s: \"%s\" is none of the parts that are known", path,
                               part);
    }
    for (int i = 0; simbody_parts[i] != NULL && !failed; i++) {
        const json_t *cases = json_object_get(records, simbody_parts[i]);
        if (cases != NULL)
            failed = check_part(path, simbody_parts[i], cases, c, d);
    }
    return failed;
}
