/* What the time stepper for contacts tells of itself and of its last step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/contacts_told.h"
#include "harness/integrators/subject_contact_native.h"
#include "problems/model.h"

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct contact_told, member, kind, __VA_ARGS__)
#define PARTS .may_lack = true, .count = offsetof(struct contact_told, parts)
static const struct record_field contact_fields[] = {
    FIELD(name, TEXT, "its name"),
    FIELD(gap, DECIMAL, "at the end of the step"),
    FIELD(impulse, DECIMALS, "in the step", .count = offsetof(struct contact_told, rows)),
    FIELD(impact, DECIMALS, "of it what impacts have brought", PARTS),
    FIELD(load, DECIMALS, "the rest", PARTS),
    FIELD(state, TEXT, "whether it sticks", .may_lack = true),
    {.key = NULL},
};
#undef FIELD
const struct record contact_told_record = {"contact", "A contact by its name.",
                                           sizeof(struct contact_told), contact_fields};

static const struct record_field crossing_fields[] = {
    RECORD_FIELD(struct crossing_told, contact, TEXT, "its name"),
    RECORD_FIELD(struct crossing_told, t, NUMBER, "where the step begins"),
    {.key = NULL},
};
const struct record crossing_told_record = {"first_crossing", "A contact crossed unseen.",
                                            sizeof(struct crossing_told),
                                            crossing_fields};

static const char *const states[] = {[CONTACT_ABSENT] = "absent",
                                     [CONTACT_OPEN] = "open",
                                     [CONTACT_SLIDING] = "sliding",
                                     [CONTACT_STICKING] = "sticking"};

static void tell_contacts(const struct subject_native *native,
                          struct contacts_told *told) {
    const double *impulse = contact_impulses(stepper_of(native));
    const double *load = contact_load_impulses(stepper_of(native));
    told->contact =
        record_make(&contact_told_record, native->model->contacts, &told->contacts);
    for (int i = 0; i < told->contacts; i++) {
        const struct contact *c = &native->model->contact[i];
        struct contact_told *to = &told->contact[i];
        const int rows = 1 + c->slides;
        (void)record_set_text(&to->name, c->name);
        (void)record_set_text(&to->state, states[contact_states(stepper_of(native))[i]]);
        to->gap.value = contact_gaps(stepper_of(native))[i];
        to->impulse = decimals_of(impulse, NULL, rows);
        to->impact = decimals_of(impulse, NULL, rows);
        to->load = decimals_of(load, NULL, rows);
        to->rows = to->impulse != NULL ? rows : 0;
        to->parts = to->impact != NULL && to->load != NULL ? rows : 0;
        for (int k = 0; k < to->parts; k++)
            to->impact[k].value -= load[k];
        impulse += rows;
        load += rows;
    }
}

void subject_contact_describe(void *self, struct contacts_told *told) {
    const struct subject_native *native = self;
    const struct contact_statistics *s = contact_statistics(stepper_of(native));
    const struct contact_crossing first = contact_first_crossing(stepper_of(native));
    const double *joint = contact_joint_impulses(stepper_of(native));
    tell_contacts(native, told);
    for (int i = 0; i < native->model->joints; i++)
        named_add_measure(&told->joint_impulses, native->model->joint[i].name, joint[i]);
    told->events = s->impacts;
    told->has_crossing = first.contact >= 0;
    told->first_crossing.t = first.t;
    if (told->has_crossing)
        (void)record_set_text(&told->first_crossing.contact,
                              native->model->contact[first.contact].name);
    if (s->steps_taken == 0)
        return;
    (void)record_set_text(&told->verdict,
                          contact_verdict_name(contact_run_verdict(stepper_of(native))));
    (void)record_set_text(&told->last_verdict,
                          contact_verdict_name(contact_last_verdict(stepper_of(native))));
}
