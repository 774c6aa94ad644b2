/* The fingerprint as a study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/study_fingerprint.h"

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/results/result_list.h"
#include "harness/results/study_projected.h"

/* What the table of known methods calls what the options have chosen. */
static const char *name_expected(const struct subject_options *options) {
    const struct projected_traits *traits = projected_traits_chosen(options);
    return traits != NULL ? traits->known : subject_name(options);
}

json_t *fingerprint_find_native(const struct fingerprint_native *own,
                                struct diagnostic *d) {
    struct subject_options options =
        own->options != NULL ? *own->options : measure_options(own->method);
    if (own->options == NULL)
        options.integrator.mode = own->mode;
    const struct fingerprint_request r = {
        .bench = {own->open_subject, own->context, &options, own->method, own->bits,
                  NULL},
        .family = own->family,
        .order = own->order,
        .expected = own->expected != NULL ? own->expected : name_expected(&options),
        .integrator = own->method,
    };
    json_t *found = fingerprint_find(&r, d);
    const char *mode = own->bits > 0                              ? "exact"
                       : options.integrator.mode == FAST_FAITHFUL ? "faithful"
                                                                  : "default";
    if (found != NULL)
        json_object_set_new(found, "mode", json_string(mode));
    return found;
}

bool fingerprint_has_weights(const char *method, enum fast_mode mode) {
    const struct projected_traits *traits = projected_traits_of(method, 0);
    return mode == FAST_DEFAULT || traits == NULL ||
           traits->reference != REF_RUNGE_KUTTA_MERSON;
}

/* Adds the form to the quantities of the results from `first` on. Nonzero: out of memory. */
static int label_results(struct results *results, size_t first,
                         const struct projected_traits *traits) {
    int failed = 0;
    for (size_t i = first; i < results->count; i++) {
        const char **place = &results->item[i].quantity;
        char quantity[128];
        projected_quantity(quantity, sizeof quantity, *place, traits);
        failed |= results_set_text(place, quantity);
    }
    return failed;
}

/* One form of a method that has forms; traits NULL: another one. */
static int study_own_form(const struct study *s, const char *method,
                          const struct projected_traits *traits, struct results *results,
                          struct diagnostic *d) {
    struct subject_options options = measure_options(method);
    struct fingerprint_native own = {.open_subject = s->open_subject,
                                     .context = s->context,
                                     .method = method,
                                     .bits = FINGERPRINT_BITS,
                                     .family = FOREST_MECHANICAL,
                                     .order = FINGERPRINT_ORDER};
    if (traits != NULL) {
        options.integrator.form = traits->form;
        own.options = &options;
    }
    json_t *exact = fingerprint_find_native(&own, d);
    int failed = exact == NULL;
    own.bits = 0;
    for (int faithful = 0; faithful <= 1 && !failed; faithful++) {
        own.mode = options.integrator.mode = faithful ? FAST_FAITHFUL : FAST_DEFAULT;
        if (!fingerprint_has_weights(method, own.mode))
            continue;
        size_t first = results->count;
        json_t *found = fingerprint_find_native(&own, d);
        failed = found == NULL;
        if (!failed && (fingerprint_append(results, method, found, exact, false) ||
                        label_results(results, first, traits)))
            failed = message_set(d, "out of memory");
        json_decref(found);
    }
    json_decref(exact);
    return failed;
}

static int study_own_method(const struct study *s, const char *method,
                            struct results *results, struct diagnostic *d) {
    const struct projected_traits *traits = projected_traits_of(method, 0);
    int failed = study_own_form(s, method, traits, results, d);
    for (int i = 1; traits != NULL && !failed; i++) {
        traits = projected_traits_of(method, i);
        failed = traits != NULL && study_own_form(s, method, traits, results, d);
    }
    return failed;
}

/* The accuracy at which one that gives up at that of rounding has to make steps. */
static const double slack_accuracy = 1e-4;

/* One whose iteration does not reach the accuracy of rounding, but makes steps at less, has no
 * weights that are known: told, undecided. Nonzero: it makes none there either. */
static int note_unreached(const struct study *s, const struct fingerprint_request *tight,
                          struct results *results, const struct diagnostic *why) {
    struct diagnostic ignored = {""};
    struct subject_options options = measure_options(NULL);
    struct fingerprint_request r = *tight;
    const double asked = options.integrator.accuracy;
    options.integrator.accuracy = slack_accuracy;
    r.bench.options = &options;
    json_t *found = fingerprint_find(&r, &ignored);
    if (found == NULL)
        return -1;
    const int failed = fingerprint_append_unreached(results, s->method, found, asked,
                                                    slack_accuracy, why->text);
    json_decref(found);
    return failed;
}

static int study_other(const struct study *s, struct results *results,
                       struct diagnostic *d) {
    bool gives_up = false;
    const struct fingerprint_request r = {
        .bench = {s->open_subject, s->context, NULL, NULL, 0, &gives_up},
        .family = FOREST_MECHANICAL,
        .order = FINGERPRINT_ORDER,
        .integrator = s->method};
    if (s->fingerprint != NULL)
        return fingerprint_append(results, s->method, s->fingerprint, NULL,
                                  s->declared_memory);
    json_t *found = fingerprint_find(&r, d);
    int failed = found == NULL;
    if (failed && gives_up && note_unreached(s, &r, results, d) == 0)
        return 0;
    if (!failed &&
        fingerprint_append(results, s->method, found, NULL, s->declared_memory))
        failed = message_set(d, "out of memory");
    json_decref(found);
    return failed;
}

int study_fingerprint(const struct study *s, struct results *results,
                      struct diagnostic *d) {
    struct subject_options own = subject_default_options();
    if (s->foreign || s->fingerprint != NULL || subject_choose(&own, s->method))
        return study_other(s, results, d);
    if (s->methods == NULL)
        return study_own_method(s, s->method, results, d);
    int failed = 0;
    for (int i = 0; s->methods[i] != NULL && !failed; i++)
        failed = study_own_method(s, s->methods[i], results, d);
    return failed;
}
