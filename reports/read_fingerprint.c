/* The member "fingerprint" of a result.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/fingerprint.h"

#include <string.h>

static enum fingerprint_verdict read_verdict(struct json_reader *reader,
                                             const json_t *object) {
    const char *s = json_text(reader, object, "verdict");
    if (strcmp(s, "pass") == 0) {
        return FINGERPRINT_PASS;
    }
    if (strcmp(s, "not-a-method") == 0) {
        return FINGERPRINT_NO_METHOD;
    }
    if (strcmp(s, "fail") != 0) {
        json_complain(reader, "fingerprint.verdict", "'pass', 'fail' or 'not-a-method'");
    }
    return FINGERPRINT_FAIL;
}

static void read_estimate(struct json_reader *reader, const json_t *estimate,
                          struct fingerprint *f) {
    f->has_estimate = json_is_object(estimate);
    f->is_signed = json_flag(reader, estimate, "signed");
    f->factor = json_number(reader, estimate, "factor");
    f->factor_text = json_text(reader, estimate, "factor_text");
    f->estimate_of = json_text(reader, estimate, "of");
}

static void read_words(struct json_reader *reader, const json_t *object,
                       struct fingerprint *f) {
    const json_t *fault = json_object_get(object, "fault");
    f->integrator = json_text(reader, object, "integrator");
    f->mode = json_text(reader, object, "mode");
    f->arithmetic = json_text(reader, object, "arithmetic");
    f->family = json_text(reader, object, "family");
    f->expected = json_text(reader, object, "expected");
    f->name = json_text(reader, object, "name");
    f->diagnosis = json_text(reader, object, "diagnosis");
    f->feature = json_text(reader, object, "feature");
    f->fault = json_text(reader, fault, "id");
    f->fault_size = json_number(reader, fault, "size");
}

static void read_traits(struct json_reader *reader, const json_t *object,
                        struct fingerprint *f) {
    const json_t *convergence = json_object_get(object, "convergence");
    f->verdict = read_verdict(reader, object);
    f->order = json_number(reader, convergence, "order");
    f->estimate_order = json_number(reader, convergence, "estimate_order");
    f->gap_order = json_number(reader, convergence, "gap_order");
    f->order_at_least = json_flag(reader, convergence, "at_least");
    f->iterations = json_number(reader, object, "iterations");
    f->knows_memory = json_is_boolean(json_object_get(object, "memory"));
    f->memory = json_flag(reader, object, "memory");
    f->knows_equivariance = json_is_boolean(json_object_get(object, "equivariant"));
    f->equivariant = json_flag(reader, object, "equivariant");
}

void fingerprint_read(struct json_reader *reader, const json_t *object,
                      struct fingerprint *f) {
    *f = (struct fingerprint){0};
    read_words(reader, object, f);
    read_traits(reader, object, f);
    read_estimate(reader, json_object_get(object, "estimate"), f);
    fingerprint_read_lists(reader, object, f);
}
