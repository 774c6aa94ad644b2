/* SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/fingerprint_of.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "problems/base/status.h"

json_t *fingerprint_found(const struct fingerprint_request *r, struct diagnostic *d) {
    struct fingerprint f;
    return fingerprint_find(&f, r, d) == 0 ? record_tell(&fingerprint_record, &f) : NULL;
}

struct fingerprint *fingerprint_of_json(const json_t *object) {
    struct fingerprint *f = calloc(1, sizeof *f);
    struct diagnostic d;
    cr_assert(f != NULL);
    if (object == NULL)
        return NULL;
    cr_assert(record_read(&fingerprint_record, f, object, &d) == 0, "%s", d.text);
    return f;
}

struct fingerprint *fingerprint_of_text(const char *text) {
    return fingerprint_of_json(json_loads(text, 0, NULL));
}
