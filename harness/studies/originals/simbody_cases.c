/* The recorded cases of Simbody of one model and one method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/message.h"
#include "harness/results/study.h"
#include "harness/studies/originals/simbody_case.h"
#include "harness/studies/originals/simbody_scene.h"
#include "harness/studies/originals/study_originals.h"
#include "problems/catalogue.h"
#include "problems/model.h"

static bool is_about(const struct study *s, const char *part, const json_t *record) {
    const struct simbody_scene *scene = simbody_scene_of(part, record);
    const char *method = simbody_method(part, record);
    return scene != NULL && strcmp(scene->model, s->model->name) == 0 && method != NULL &&
           strcmp(method, s->method) == 0;
}

/* With a model of its own, which has its numbers. */
static int repeat(struct original_outcome *o, const struct study *s,
                  const struct catalogue *c, const char *part, const json_t *record,
                  const char *id, struct diagnostic *d) {
    const struct simbody_scene *scene = simbody_scene_of(part, record);
    struct simbody_settings values;
    struct setting settings[SIMBODY_MOST_PARAMETERS];
    struct study own = *s;
    if (simbody_read_settings(&values, settings, scene, record) != NULL)
        return message_set(d, "%s: it has not all numbers", id);
    if (catalogue_read(c, scene->model, values.count, settings, &own.model, d) !=
        PROBLEM_OK)
        return -1;
    const int failed = simbody_repeat(o, &own, scene, record, id, d);
    model_free(own.model);
    return failed;
}

int simbody_repeat_all(const struct study *s, const json_t *records,
                       const struct originals_request *r, original_counted *counted,
                       void *context, struct diagnostic *d) {
    size_t i, about = 0;
    for (int p = 0; simbody_parts[p] != NULL; p++) {
        const char *part = simbody_parts[p];
        const json_t *record;
        json_array_foreach(json_object_get(records, part), i, record) {
            struct original_outcome outcome;
            struct diagnostic id;
            if (json_is_null(record) || !is_about(s, part, record) ||
                !original_is_in_share(about++, r->share))
                continue;
            message_set(&id, "%s, case %zu", part, i + 1);
            if (repeat(&outcome, s, r->catalogue, part, record, id.text, d))
                return -1;
            counted(context, id.text, &outcome);
        }
    }
    return 0;
}
