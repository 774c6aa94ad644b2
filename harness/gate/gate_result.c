/* Results that the gate itself finds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/gate/gate_result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"

enum { reason_room = 1024 };

static json_t *number(const struct gate_finding *f, double value) {
    return json_number(f->has_numbers ? value : (double)NAN);
}

json_t *gate_result(const struct gate_finding *f, const char *reason, ...) {
    char sentence[reason_room];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(sentence, sizeof sentence, reason, arguments);
    va_end(arguments);
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:s, s:b, s:o, s:[]}",
        "model", f->model != NULL ? f->model : f->study, "method",
        f->method != NULL ? f->method : "", "arithmetic", "double", "study", f->study,
        "quantity", f->quantity, "value", number(f, f->value), "low", number(f, f->value),
        "high", number(f, f->value), "expected", number(f, f->expected), "tolerance",
        number(f, 0), "verdict", verdict_text(f->verdict), "grade", "none", "required",
        (int)f->required, "reason", json_text(sentence, strlen(sentence)), "points");
}
