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

/* The rule of error control as study `control` tells it; "": it was not looked for. */
static const char *find_controller(const struct results *results) {
    RESULTS_FOREACH(results, result) {
        if (is_of_study(result, "control") && strcmp(result->quantity, "controller") == 0)
            return result->reason;
    }
    return "";
}

static const char *find_diagnosis(const struct results *results) {
    RESULTS_FOREACH(results, result) {
        const char *diagnosis = results_text(result->fingerprint, "diagnosis");
        if (diagnosis[0] != '\0')
            return diagnosis;
    }
    return "";
}

static bool has_declared(const struct results *results) {
    RESULTS_FOREACH(results, result) {
        if (is_of_study(result, "declared"))
            return true;
    }
    return false;
}

void gate_outcome_subject(char *text, size_t size, const struct gate_outcome *o) {
    const char *diagnosis = find_diagnosis(o->results);
    const char *controller = find_controller(o->results);
    text[0] = '\0';
    if (o->integrator == NULL)
        return;
    if (diagnosis[0] != '\0')
        snprintf(text, size, "Fingerprint: %s%s", diagnosis,
                 has_declared(o->results)
                     ? ""
                     : " No method and no order is declared (--expect): another "
                       "method than the one meant may pass.");
    if (controller[0] == '\0')
        return;
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%sError control, %s.", used > 0 ? " " : "",
             controller);
}

const char *gate_outcome_acceptance(const struct result *result, bool *is_unused) {
    *is_unused = is_of_study(result, "expect");
    if (*is_unused)
        return result->reason;
    return result_is_accepted(result) ? result->accepted : NULL;
}
