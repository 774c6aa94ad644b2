/* What a gate has come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/gate_outcome.h"

#include <string.h>

#include "harness/results/result.h"
#include "harness/results/results_count.h"

const struct gate_place *gate_place_of(const struct gate_outcome *o, const char *model) {
    for (int i = 0; i < o->places.count; i++)
        if (strcmp(o->places.item[i].model, model) == 0)
            return &o->places.item[i];
    return NULL;
}

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

/* The fingerprint with a diagnosis; NULL: there is none. */
static const json_t *find_fingerprint(const struct results *results) {
    RESULTS_FOREACH(results, result) {
        if (results_text(result->fingerprint, "diagnosis")[0] != '\0')
            return result->fingerprint;
    }
    return NULL;
}

/* " Order found: 2." of what nobody has declared, or nothing. */
static void tell_order(char *text, size_t size, const json_t *fingerprint) {
    const json_t *c = json_object_get(fingerprint, "convergence");
    const json_t *order = json_object_get(c, "order");
    const bool at_least = json_is_true(json_object_get(c, "at_least"));
    const bool of_first = json_is_integer(json_object_get(c, "first_order"));
    text[0] = '\0';
    if (json_is_integer(order))
        snprintf(text, size, " Order found: %d%s.", (int)json_integer_value(order),
                 !at_least  ? ""
                 : of_first ? " in the first step, then unknown"
                            : " at least");
}

static bool has_declared(const struct results *results) {
    RESULTS_FOREACH(results, result) {
        if (is_of_study(result, "declared"))
            return true;
    }
    return false;
}

void gate_outcome_subject(char *text, size_t size, const struct gate_outcome *o) {
    const json_t *fingerprint = find_fingerprint(o->results);
    const char *controller = find_controller(o->results);
    char order[64];
    text[0] = '\0';
    if (o->integrator == NULL)
        return;
    if (fingerprint != NULL && has_declared(o->results)) {
        snprintf(text, size, "Fingerprint: %s", results_text(fingerprint, "diagnosis"));
    } else if (fingerprint != NULL) {
        tell_order(order, sizeof order, fingerprint);
        snprintf(text, size,
                 "Fingerprint: %s%s No method and no order is declared (--expect): "
                 "another method than the one meant may pass.",
                 results_text(fingerprint, "diagnosis"), order);
    }
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
