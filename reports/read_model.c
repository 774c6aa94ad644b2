/* One entry of "models" in results.json.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/read.h"

#include <stdlib.h>
#include <string.h>

#include "reports/motion.h"

void read_model_clear(struct report_model *model) {
    json_facts_free(model->fact, model->facts);
    json_facts_free(model->size, model->sizes);
    free(model->identifier);
    free(model->tag);
    free(model->state);
    free(model->equation);
    free(model->bits);
    free(model->steps);
    free(model->begin);
    free(model->end);
    motion_free(model->drawn);
    *model = (struct report_model){0};
}

int results_find_model(const struct results *r, const char *name) {
    for (int i = 0; i < r->models; i++) {
        if (strcmp(r->model[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The text of a new identifier, owned by the caller. */
static char *make_identifier(struct json_reader *reader, const char *name) {
    struct text t = {0};
    text_identifier(&t, name);
    if (text_failed(&t)) {
        json_complain(reader, "name", "more memory");
    }
    return t.data;
}

static void read_span(struct json_reader *reader, const json_t *object,
                      struct report_model *model) {
    const json_t *span = json_object_get(object, "span");
    if (!span || json_is_null(span)) {
        return;
    }
    if (json_array_size(span) != 2) {
        json_complain(reader, "span", "an array of two times");
        return;
    }
    model->begin = json_scalar_text(json_array_get(span, 0));
    model->end = json_scalar_text(json_array_get(span, 1));
    if (!model->begin || !model->end) {
        json_complain(reader, "span", "an array of two times");
    }
}

static void read_truth(struct json_reader *reader, const json_t *object,
                       struct report_model *model) {
    const json_t *truth = json_object_get(object, "truth");
    model->truth = json_is_object(truth) ? truth : NULL;
    model->grade = json_text(reader, truth, "grade");
    model->digits = json_number(reader, truth, "digits");
    model->bits = json_joined(reader, truth, "bits", " and ");
    model->steps = json_joined(reader, truth, "steps", " and ");
}

void read_model(struct json_reader *reader, const json_t *object,
                struct report_model *model) {
    *model = (struct report_model){
        .name = json_needed_text(reader, object, "name"),
        .title = json_text(reader, object, "title"),
        .source = json_text(reader, object, "source"),
        .why = json_text(reader, object, "why"),
        .text = json_text(reader, object, "text"),
        .nq = json_count(reader, object, "nq"),
        .nv = json_count(reader, object, "nv"),
        .nz = json_count(reader, object, "nz"),
        .kinks = json_flag(reader, object, "kinks"),
    };
    model->identifier = make_identifier(reader, model->name);
    model->tag = json_texts(reader, object, "tags", &model->tags);
    model->state = json_texts(reader, object, "states", &model->states);
    model->equation = json_texts(reader, object, "equations", &model->equations);
    model->fact = json_facts(reader, object, "parameters", &model->facts);
    model->size = json_facts(reader, object, "sizes", &model->sizes);
    read_span(reader, object, model);
    read_truth(reader, object, model);
    const json_t *motion = json_object_get(object, "motion");
    model->motion = json_is_object(motion) ? motion : NULL;
}
