/* What the time stepper for contacts tells of itself and of its last step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/integrators/subject_contact_native.h"
#include "problems/model.h"

static const char *name_state(enum contact_state state) {
    switch (state) {
    case CONTACT_ABSENT: return "absent";
    case CONTACT_OPEN: return "open";
    case CONTACT_SLIDING: return "sliding";
    case CONTACT_STICKING: break;
    }
    return "sticking";
}

/* What impacts have brought: all of it, but for the load's. */
static json_t *describe_impact(const double *impulse, const double *load, int n) {
    json_t *impact = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(impact, json_number(impulse[i] - load[i]));
    return impact;
}

static json_t *describe_contacts(const struct subject_native *native) {
    json_t *contacts = json_object();
    const double *impulse = contact_impulses(stepper_of(native));
    const double *load = contact_load_impulses(stepper_of(native));
    for (int i = 0; i < native->model->contacts; i++) {
        const struct contact *c = &native->model->contact[i];
        const int rows = 1 + c->slides;
        json_object_set_new(contacts, c->name,
                            json_pack("{s:o, s:o, s:o, s:o, s:s}", "gap",
                                      json_number(contact_gaps(stepper_of(native))[i]),
                                      "impulse", json_numbers(impulse, rows), "impact",
                                      describe_impact(impulse, load, rows), "load",
                                      json_numbers(load, rows), "state",
                                      name_state(contact_states(stepper_of(native))[i])));
        impulse += rows;
        load += rows;
    }
    return contacts;
}

static json_t *describe_joints(const struct subject_native *native) {
    json_t *joints = json_object();
    for (int i = 0; i < native->model->joints; i++)
        json_object_set_new(joints, native->model->joint[i].name,
                            json_number(contact_joint_impulses(stepper_of(native))[i]));
    return joints;
}

static json_t *describe_crossing(const struct subject_native *native) {
    const struct contact_crossing first = contact_first_crossing(stepper_of(native));
    return first.contact < 0
               ? json_null()
               : json_pack("{s:s, s:f}", "contact",
                           native->model->contact[first.contact].name, "t", first.t);
}

void subject_contact_describe(void *self, json_t *document) {
    const struct subject_native *native = self;
    json_object_set_new(document, "contacts", describe_contacts(native));
    json_object_set_new(document, "joint_impulses", describe_joints(native));
    const struct contact_statistics *s = contact_statistics(stepper_of(native));
    const enum contact_verdict of_run = contact_run_verdict(stepper_of(native));
    const enum contact_verdict of_step = contact_last_verdict(stepper_of(native));
    const bool any = s->steps_taken > 0;
    json_object_set_new(document, "verdict",
                        any ? json_string(contact_verdict_name(of_run)) : json_null());
    json_object_set_new(document, "last_verdict",
                        any ? json_string(contact_verdict_name(of_step)) : json_null());
    json_object_set_new(document, "first_crossing", describe_crossing(native));
    json_object_set_new(document, "events", json_integer(s->impacts));
}
