/* The fingerprint as a study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/study_fingerprint.h"

#include "harness/commands/message.h"
#include "harness/integrators/subject.h"
#include "harness/studies/study_methods.h"

json_t *fingerprint_find_own(const struct fingerprint_own *own, struct diagnostic *d) {
    struct subject_options options =
        own->options != NULL ? *own->options : measure_options(own->method);
    if (own->options == NULL)
        options.mode = own->mode;
    const struct fingerprint_request r = {
        .bench = {own->open_subject, own->context, &options, own->method, own->bits},
        .family = own->family,
        .order = own->order,
        .expected = own->expected != NULL ? own->expected : own->method,
        .integrator = own->method,
    };
    json_t *found = fingerprint_find(&r, d);
    const char *mode = own->bits > 0                   ? "exact"
                       : options.mode == FAST_FAITHFUL ? "faithful"
                                                       : "default";
    if (found != NULL)
        json_object_set_new(found, "mode", json_string(mode));
    return found;
}

static int study_own_method(const struct study *s, const char *method, json_t *results,
                            struct diagnostic *d) {
    struct fingerprint_own own = {.open_subject = s->open_subject,
                                  .context = s->context,
                                  .method = method,
                                  .bits = FINGERPRINT_BITS,
                                  .family = FOREST_MECHANICAL,
                                  .order = FINGERPRINT_ORDER};
    json_t *exact = fingerprint_find_own(&own, d);
    int failed = exact == NULL;
    own.bits = 0;
    for (int faithful = 0; faithful <= 1 && !failed; faithful++) {
        own.mode = faithful ? FAST_FAITHFUL : FAST_DEFAULT;
        json_t *found = fingerprint_find_own(&own, d);
        failed = found == NULL;
        if (!failed && fingerprint_append(results, method, found, exact))
            failed = message_set(d, "out of memory");
        json_decref(found);
    }
    json_decref(exact);
    return failed;
}

static int study_other(const struct study *s, json_t *results, struct diagnostic *d) {
    const struct fingerprint_request r = {
        .bench = {s->open_subject, s->context, NULL, NULL, 0},
        .family = FOREST_MECHANICAL,
        .order = FINGERPRINT_ORDER,
        .integrator = s->method};
    if (s->fingerprint != NULL)
        return fingerprint_append(results, s->method, s->fingerprint, NULL);
    json_t *found = fingerprint_find(&r, d);
    int failed = found == NULL;
    if (!failed && fingerprint_append(results, s->method, found, NULL))
        failed = message_set(d, "out of memory");
    json_decref(found);
    return failed;
}

int study_fingerprint(const struct study *s, json_t *results, struct diagnostic *d) {
    enum fast_method own;
    if (s->fingerprint != NULL || subject_method_find(&own, s->method))
        return study_other(s, results, d);
    if (s->methods == NULL)
        return study_own_method(s, s->method, results, d);
    int failed = 0;
    for (int i = 0; s->methods[i] != NULL && !failed; i++)
        failed = study_own_method(s, s->methods[i], results, d);
    return failed;
}
