/* What a report has beside models and results.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/read.h"

#include <stdlib.h>

#include "reports/fingerprint.h"

static void read_integrator(struct json_reader *reader, struct results *r) {
    const json_t *object = json_object_get(r->document, "integrator");
    struct report_integrator *about = &r->integrator;
    about->given = json_is_object(object);
    if (object && !json_is_null(object) && !about->given) {
        json_complain(reader, "integrator", "an object");
    }
    about->name = json_text(reader, object, "name");
    about->place = json_text(reader, object, "place");
    about->option = json_facts(reader, object, "options", &about->options);
    about->has_estimate = json_flag(reader, object, "has_estimate");
    about->has_advance = json_flag(reader, object, "has_advance");
    about->has_statistics = json_flag(reader, object, "has_statistics");
}

static void read_comparison(struct json_reader *reader, struct results *r) {
    const json_t *object = json_object_get(r->document, "comparison");
    const json_t *array = json_object_get(object, "results");
    if (array && !reader->failed) {
        r->comparison =
            read_results(reader, array, "comparison.results", r, &r->comparisons);
    }
}

static int count_fingerprints(const struct report_result *result, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        found += result[i].fingerprint ? 1 : 0;
    }
    return found;
}

/* Fills in the fingerprints of some results; how many there were. */
static int fill_fingerprints(struct json_reader *reader,
                             const struct report_result *result, int count,
                             struct fingerprint *fingerprint) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (result[i].fingerprint) {
            struct fingerprint *f = &fingerprint[found++];
            fingerprint_read(reader, result[i].fingerprint, f);
            f->method = result[i].method;
            f->mode = result[i].mode[0] ? result[i].mode : f->mode;
            f->arithmetic = f->arithmetic[0] ? f->arithmetic : result[i].arithmetic;
        }
    }
    return found;
}

static void read_fingerprints(struct json_reader *reader, struct results *r) {
    int own = count_fingerprints(r->result, r->count);
    int compared = count_fingerprints(r->comparison, r->comparisons);
    r->fingerprint = calloc((size_t)(own + compared) + 1, sizeof *r->fingerprint);
    if (!r->fingerprint) {
        json_complain(reader, "results", "more memory");
        return;
    }
    r->fingerprints = fill_fingerprints(reader, r->result, r->count, r->fingerprint);
    r->compared = fill_fingerprints(reader, r->comparison, r->comparisons,
                                    r->fingerprint + r->fingerprints);
}

void read_card(struct json_reader *reader, struct results *r) {
    read_integrator(reader, r);
    read_comparison(reader, r);
    read_fingerprints(reader, r);
    r->detection = json_object_get(r->document, "detection");
    if (!json_is_object(r->detection)) {
        r->detection = NULL;
    }
    r->genericity = json_object_get(r->document, "genericity");
    if (!json_is_object(r->genericity)) {
        r->genericity = NULL;
    }
}

void read_card_clear(struct results *r) {
    for (int i = 0; i < r->fingerprints + r->compared; i++) {
        fingerprint_clear(&r->fingerprint[i]);
    }
    free(r->fingerprint);
    free(r->comparison);
    json_facts_free(r->integrator.option, r->integrator.options);
}
