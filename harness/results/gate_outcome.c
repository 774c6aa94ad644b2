/* What a gate has come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/gate_outcome.h"

#include <string.h>

#include "harness/results/results_count.h"

bool gate_outcome_passes(const struct gate_outcome *o) {
    return o->left_out == 0 && results_count(o->results).failed == 0;
}

static bool is_of_study(const struct result *result, const char *study) {
    return strcmp(result->study, study) == 0;
}

void gate_outcome_subject(char *text, size_t size, const struct gate_outcome *o) {
    const char *diagnosis = "";
    bool is_declared = false;
    RESULTS_FOREACH(o->results, result) {
        if (diagnosis[0] == '\0')
            diagnosis = results_text(result->fingerprint, "diagnosis");
        is_declared |= is_of_study(result, "declared");
    }
    text[0] = '\0';
    if (o->integrator != NULL && diagnosis[0] != '\0')
        snprintf(text, size, "Fingerprint: %s%s", diagnosis,
                 is_declared ? ""
                             : " No method and no order is declared (--expect): another "
                               "method than the one meant may pass.");
}

const char *gate_outcome_acceptance(const struct result *result, bool *is_unused) {
    *is_unused = is_of_study(result, "expect");
    if (*is_unused)
        return result->reason;
    return result_is_accepted(result) ? result->accepted : NULL;
}
