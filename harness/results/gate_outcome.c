/* What a gate has come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/gate_outcome.h"

#include <string.h>

#include "harness/results/results_count.h"

bool gate_outcome_passes(const struct gate_outcome *o) {
    return o->left_out == 0 && results_count(o->results).failed == 0;
}

static bool is_of_study(const json_t *result, const char *study) {
    return strcmp(results_text(result, "study"), study) == 0;
}

void gate_outcome_subject(char *text, size_t size, const struct gate_outcome *o) {
    const char *diagnosis = "";
    bool is_declared = false;
    size_t i;
    json_t *result;
    json_array_foreach(o->results, i, result) {
        const json_t *fingerprint = json_object_get(result, "fingerprint");
        if (diagnosis[0] == '\0' && fingerprint != NULL)
            diagnosis = results_text(fingerprint, "diagnosis");
        is_declared |= is_of_study(result, "declared");
    }
    text[0] = '\0';
    if (o->integrator != NULL && diagnosis[0] != '\0')
        snprintf(text, size, "Fingerprint: %s%s", diagnosis,
                 is_declared ? ""
                             : " No method and no order is declared (--expect): another "
                               "method than the one meant may pass.");
}

const char *gate_outcome_acceptance(const json_t *result, bool *is_unused) {
    const char *accepted = results_text(result, "accepted");
    *is_unused = is_of_study(result, "expect");
    if (*is_unused)
        return results_text(result, "reason");
    return accepted[0] != '\0' ? accepted : NULL;
}
