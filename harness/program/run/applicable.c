/* Models, and studies, that the one integrator under test cannot take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/applicable.h"

#include <string.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"
#include "harness/plugin/halfstep_integrator.h"
#include "harness/plugin/plugin.h"

static json_t *text_of(const char *text) {
    return json_text(text, strlen(text));
}

/* Why not: "contacts", "joints", "create", and *d; NULL: it is taken. */
static const char *cause_of(const struct results_request *r, struct model *m, bool *asks,
                            struct diagnostic *d) {
    struct subject_options o = subject_default_options();
    const bool is_own = r->plugin == NULL;
    if (is_own && subject_choose(&o, r->methods[0]))
        return NULL;
    const bool contacts = is_own ? subject_takes_contacts(&o)
                                 : (r->plugin->takes & HALFSTEP_TAKES_CONTACTS) != 0;
    if (is_own
            ? subject_check_model(m, r->methods[0], subject_takes_joints(&o), contacts, d)
            : plugin_check_model(r->plugin, m, d))
        return m->contacts > 0 && !contacts ? "contacts" : "joints";
    int outcome = is_own || !*asks ? 0 : plugin_takes(r->plugin, m, d);
    *asks = *asks && outcome != PLUGIN_FAULTY;
    return outcome == PLUGIN_UNUSABLE ? "create" : NULL;
}

json_t *applicable_find(const struct results_request *r, struct model *m,
                        const char *name, bool *asks) {
    struct diagnostic why = {""};
    if (r->not_applicable == NULL || r->methods[0] == NULL || r->methods[1] != NULL)
        return NULL;
    const char *cause = cause_of(r, m, asks, &why);
    if (cause == NULL)
        return NULL;
    return json_pack("{s:o, s:o, s:s, s:o}", "model", text_of(name), "method",
                     text_of(r->methods[0]), "cause", cause, "reason", text_of(why.text));
}

int applicable_leave_out_study(const struct results_request *r, const char *study) {
    struct diagnostic why = {""};
    plugin_check_equations(r->plugin, study, &why);
    return json_array_append_new(
        r->not_applicable, json_pack("{s:s, s:o, s:s, s:o, s:i}", "model", study,
                                     "method", text_of(r->methods[0]), "cause", "scenes",
                                     "reason", text_of(why.text), "studies", 1));
}
