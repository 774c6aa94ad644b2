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

/* A run of more would not end while somebody waits. */
static const double most_steps = 1e7;

static bool are_numbers(const json_t *value) {
    size_t i;
    const json_t *one;
    json_array_foreach(value, i, one) {
        if (!json_is_number(one) && !json_is_null(one))
            return false;
    }
    return json_is_number(value) || json_array_size(value) > 0;
}

/* The first member of a state that is missing or does not fit; NULL: none. */
static const char *find_bad_place(const struct simbody_place *place,
                                  const json_t *state) {
    for (int i = 0; i < SIMBODY_MOST_PLACES && place[i].member != NULL; i++)
        if (!are_numbers(json_object_get(state, place[i].member)))
            return place[i].member;
    return NULL;
}

static const char *find_bad_state(const struct simbody_scene *scene,
                                  const json_t *record) {
    const json_t *samples = json_object_get(record, "samples"), *sample;
    size_t i;
    if (samples != NULL && json_array_size(samples) == 0)
        return "samples";
    json_array_foreach(samples, i, sample) {
        if (isnan(simbody_scene_number(sample, "t", 0)) ||
            find_bad_place(scene->sample, sample) != NULL)
            return "samples";
    }
    return samples != NULL || json_object_get(record, "exception") != NULL
               ? NULL
               : find_bad_place(scene->end, record);
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
    if (!(h > 0))
        return "h";
    if (!(end > 0) || (isfinite(h) && end / h > most_steps) || !isfinite(end))
        return "T, n or steps";
    return find_bad_state(scene, record);
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

static int check_part(const char *path, const char *part, const json_t *cases,
                      const struct catalogue *c, struct diagnostic *d) {
    size_t i;
    const json_t *record;
    if (json_array_size(cases) == 0)
        return message_set(d, "%s: \"%s\" is not as it should be", path, part);
    json_array_foreach(cases, i, record) {
        struct diagnostic why;
        const char *bad = find_bad_member(part, record);
        if (bad != NULL)
            return message_set(
                d, "%s: %s, case %zu: \"%s\" is missing, unknown or not as it should be",
                path, part, i + 1, bad);
        if (check_model(part, record, c, &why))
            return message_set(d, "%s: %s, case %zu: %s", path, part, i + 1, why.text);
    }
    return 0;
}

static bool is_known(const char *part) {
    for (int i = 0; simbody_parts[i] != NULL; i++)
        if (strcmp(part, simbody_parts[i]) == 0)
            return true;
    return strcmp(part, "meta") == 0;
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
