/* The settings of a solution, as its document tells them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/solve/solve.h"

static void set_word(json_t *into, const char *name, const char *word) {
    json_object_set_new(into, name, json_string(word));
}

static const char *name_control(const struct subject_options *o) {
    return o->integrator.fixed_step ? "fixed-step" : "error";
}

/* The rest is the integrator's own affair. */
static void add_foreign(const struct subject_options *o, json_t *into) {
    set_word(into, "control", name_control(o));
    json_object_set_new(into, "accuracy", json_number(o->integrator.accuracy));
    json_object_set_new(into, "max-step", json_number(o->integrator.max_step));
}

/* Without what has no meaning where the discrete equations are solved to the last bit. */
static void add_own(const struct solve_request *r, json_t *into) {
    const struct subject_options *o = &r->settings.subject;
    bool replayed = r->bits != 0 && solve_wants_replay(r);
    bool exact = r->bits != 0 && !replayed;
    method_tell_settings(r->method, &r->settings,
                         exact ? METHOD_EVERYWHERE : METHOD_IN_DOUBLE, into);
    set_word(into, "control", name_control(o));
    if (exact && subject_family(o) == INTEGRATOR_CONTACT)
        set_word(into, "solver", "exact");
    else if (exact)
        set_word(into, "mode", "exact");
    else if (replayed)
        set_word(into, "mode", "faithful");
}

void solve_add_settings(const struct solve_request *r, json_t *into) {
    if (r->plugin != NULL)
        add_foreign(&r->settings.subject, into);
    else
        add_own(r, into);
    bool is_linear =
        r->plugin == NULL && subject_family(&r->settings.subject) == INTEGRATOR_CONTACT;
    bool is_cubic = r->plugin != NULL ||
                    subject_family(&r->settings.subject) == INTEGRATOR_PAIR ||
                    (r->bits != 0 && !solve_wants_replay(r));
    if (r->at != NULL && is_linear)
        set_word(into, "at",
                 r->settings.subject.integrator.fixed_step ? "linear" : "method");
    else if (r->at != NULL)
        set_word(into, "at", is_cubic ? "cubic" : "method");
}
