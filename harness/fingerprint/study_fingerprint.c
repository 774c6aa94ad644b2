/* The fingerprint as a study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/study_fingerprint.h"

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "harness/results/result_list.h"
#include "harness/results/study_projected.h"
#include "problems/base/status.h"

/* What the table of known methods calls what the options have chosen. */
static const char *name_expected(const struct subject_options *options) {
    const struct projected_traits *traits = projected_traits_chosen(options);
    return traits != NULL ? traits->known : subject_name(options);
}

int fingerprint_find_native(struct fingerprint *f, const struct fingerprint_native *own,
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
    const char *mode = own->bits > 0                              ? "exact"
                       : options.integrator.mode == FAST_FAITHFUL ? "faithful"
                                                                  : "default";
    if (fingerprint_find(f, &r, d))
        return -1;
    return record_set_text(&f->mode, mode);
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
        failed |= record_set_text(place, quantity);
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
    struct fingerprint exact, found;
    int failed = fingerprint_find_native(&exact, &own, d);
    if (failed)
        return failed;
    own.bits = 0;
    for (int faithful = 0; faithful <= 1 && !failed; faithful++) {
        own.mode = options.integrator.mode = faithful ? FAST_FAITHFUL : FAST_DEFAULT;
        if (!fingerprint_has_weights(method, own.mode))
            continue;
        size_t first = results->count;
        failed = fingerprint_find_native(&found, &own, d);
        if (failed)
            break;
        if (fingerprint_append(results, method, &found, &exact, false) ||
            label_results(results, first, traits))
            failed = message_set(d, "out of memory");
        record_clear(&fingerprint_record, &found);
    }
    record_clear(&fingerprint_record, &exact);
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
    struct fingerprint found;
    if (fingerprint_find(&found, &r, &ignored))
        return -1;
    const int failed = fingerprint_append_unreached(results, s->method, &found, asked,
                                                    slack_accuracy, why->text);
    record_clear(&fingerprint_record, &found);
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
    struct fingerprint found;
    if (fingerprint_find(&found, &r, d))
        return gives_up && note_unreached(s, &r, results, d) == 0 ? 0 : -1;
    int failed = fingerprint_append(results, s->method, &found, NULL, s->declared_memory);
    record_clear(&fingerprint_record, &found);
    return failed ? message_set(d, "out of memory") : 0;
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
