/* One entry of "results" in results.json.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/read.h"

#include <string.h>

static enum verdict read_verdict(struct json_reader *reader, const json_t *object) {
    const char *s = json_text(reader, object, "verdict");
    if (strcmp(s, "pass") == 0) {
        return VERDICT_PASS;
    }
    if (strcmp(s, "not-asymptotic") == 0) {
        return VERDICT_NOT_ASYMPTOTIC;
    }
    if (strcmp(s, "fail") != 0) {
        json_complain(reader, "verdict", "'pass', 'fail' or 'not-asymptotic'");
    }
    return VERDICT_FAIL;
}

/* Studies of problems of their own, which may bear the names of others. */
static bool brings_problems(const char *study) {
    return strcmp(study, "fingerprint") == 0 || strcmp(study, "originals") == 0 ||
           strcmp(study, "pinned") == 0 || strcmp(study, "declared") == 0;
}

static int read_model_index(struct json_reader *reader, const json_t *object,
                            const struct results *r) {
    const char *name = json_text(reader, object, "model");
    const char *study = json_text(reader, object, "study");
    int model = results_find_model(r, name);
    if (model < 0 && strcmp(name, "all") == 0) {
        return MODEL_NONE;
    }
    bool of_study = study[0] && strcmp(study, name) == 0; /* it could not begin */
    if (brings_problems(study) || (model < 0 && of_study)) {
        return MODEL_OTHER;
    }
    if (model < 0) {
        json_complain(reader, "model", "the name of one of the models");
    }
    return model;
}

/* What the file says in "component", or what stands behind the colon of the quantity if
 * that is a state of the model; "remainder-order:gap" is about no component. What some
 * studies call so is the name of a curve or of an invariant. */
static const char *read_component(struct json_reader *reader, const json_t *object,
                                  const struct results *r, int model) {
    const char *component = json_text(reader, object, "component");
    static const char *const without[] = {"statistics", "invariants", "long-run",
                                          "geometry",   "stability",  "drift",
                                          "budget",     "settling",   "restitution"};
    const char *study = json_text(reader, object, "study");
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        if (strcmp(study, without[i]) == 0) {
            return NULL;
        }
    }
    const char *colon = strchr(json_text(reader, object, "quantity"), ':');
    if (component[0]) {
        return component;
    }
    for (int i = 0; colon && model >= 0 && i < r->model[model].states; i++) {
        if (strcmp(colon + 1, r->model[model].state[i]) == 0) {
            return colon + 1;
        }
    }
    return NULL;
}

void read_result(struct json_reader *reader, const json_t *object,
                 const struct results *r, struct report_result *result) {
    int model = read_model_index(reader, object, r);
    *result = (struct report_result){
        .model = model,
        .about = json_text(reader, object, "model"),
        .method = json_text(reader, object, "method"),
        .arithmetic = json_text(reader, object, "arithmetic"),
        .study = json_needed_text(reader, object, "study"),
        .quantity = json_needed_text(reader, object, "quantity"),
        .grade = json_text(reader, object, "grade"),
        .accepted = json_text(reader, object, "accepted"),
        .mode = json_text(reader, object, "mode"),
        .reason = json_text(reader, object, "reason"),
        .component = read_component(reader, object, r, model),
        .value = json_number(reader, object, "value"),
        .low = json_number(reader, object, "low"),
        .high = json_number(reader, object, "high"),
        .expected = json_number(reader, object, "expected"),
        .tolerance = json_number(reader, object, "tolerance"),
        .floor = json_number(reader, object, "floor"),
        .verdict = read_verdict(reader, object),
        .required = json_flag(reader, object, "required"),
        .points = json_object_get(object, "points"),
        .fingerprint = json_object_get(object, "fingerprint"),
    };
    if (result->points && !json_is_array(result->points)) {
        json_complain(reader, "points", "an array");
    }
    if (json_is_null(result->fingerprint)) {
        result->fingerprint = NULL;
    }
    if (result->fingerprint && !json_is_object(result->fingerprint)) {
        json_complain(reader, "fingerprint", "an object");
    }
}

bool result_stops(const struct report_result *result) {
    bool bad = result->verdict == VERDICT_FAIL ||
               (result->required && result->verdict != VERDICT_PASS);
    return bad && !(result->accepted && result->accepted[0]);
}

int result_base_length(const struct report_result *result) {
    return (int)strcspn(result->quantity, ":");
}

bool result_is(const struct report_result *result, const char *base) {
    size_t length = strlen(base);
    return (size_t)result_base_length(result) == length &&
           strncmp(result->quantity, base, length) == 0;
}

const char *result_part(const struct report_result *result) {
    const char *rest = result->quantity + result_base_length(result);
    return result->component || *rest == '\0' ? "" : rest + 1;
}

bool result_is_multiple(const struct report_result *result) {
    return strncmp(result->arithmetic, "mpfr", strlen("mpfr")) == 0;
}

const char *verdict_text(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_PASS: return "pass";
    case VERDICT_NOT_ASYMPTOTIC: return "not asymptotic";
    case VERDICT_FAIL: break;
    }
    return "fail";
}
