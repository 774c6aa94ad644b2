/* A method of ours as an integrator under test: what fits the model is opened by its family.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject.h"
#include "harness/integrators/opener.h"

#include "harness/base/message.h"
#include "harness/integrators/subject_options.h"
#include "harness/integrators/subject_parts.h"
#include "harness/methods/method_row.h"
#include "problems/model.h"

/* How many entries a list has to have, and what they are called. */
static int find_length(const struct model *m, enum integrator_length length,
                       const char **of) {
    switch (length) {
    case INTEGRATOR_OF_V: *of = "velocities"; return m->nv;
    case INTEGRATOR_OF_Z: *of = "other states"; return m->nz;
    case INTEGRATOR_OF_JOINTS: *of = "joints"; return m->joints;
    case INTEGRATOR_OF_Y: break;
    }
    *of = "velocities and other states";
    return m->nv + m->nz;
}

static bool is_given(const void *place, enum integrator_kind kind) {
    return kind == INTEGRATOR_FLAGS ? *(const bool *const *)place != NULL
                                    : *(const double *const *)place != NULL;
}

static int check_lists(const struct model *m, const struct subject_options *options,
                       struct diagnostic *d) {
    const char *from = (const char *)&options->integrator, *of;
    for (const struct integrator_option *o = integrator_option_table(); o->name != NULL;
         o++) {
        if (o->count == 0 || !is_given(from + o->place, o->kind))
            continue; /* no list */
        const int count = *(const int *)(const void *)(from + o->count);
        const int size = find_length(m, o->length, &of);
        if (count != size)
            return message_set(d, "%s has %d numbers, but '%s' has %d %s", o->name, count,
                               m->name, size, of);
    }
    return 0;
}

int subject_check_model(const struct model *m, const char *method, bool takes_joints,
                        bool takes_contacts, struct diagnostic *d) {
    if (m->contacts > 0 && !takes_contacts)
        return message_set(
            d, "'%s' has contacts, which %s does not take; methods that do: %s", m->name,
            method, method_row_names_taking_contacts());
    if (m->joints > 0 && !takes_joints)
        return message_set(d,
                           "'%s' has joints, which %s does not take; methods that do: %s",
                           m->name, method, method_row_names_taking_joints());
    return 0;
}

int subject_check_mode(const struct model *m, const struct subject_options *options,
                       struct diagnostic *d) {
    if (subject_family(options) == INTEGRATOR_CONTACT &&
        options->integrator.mode == FAST_FAITHFUL && m->joints > 0)
        return message_set(
            d,
            "'%s' has joints, which method 'contact-stepper' does not take "
            "with mode=faithful: the original ignores them",
            m->name);
    return 0;
}

int subject_open(struct subject *s, struct model *m,
                 const struct subject_options *options, struct diagnostic *d) {
    if (subject_check_model(m, subject_name(options), subject_takes_joints(options),
                            subject_takes_contacts(options), d) ||
        subject_check_mode(m, options, d) || check_lists(m, options, d))
        return SUBJECT_REFUSED;
    switch (subject_family(options)) {
    case INTEGRATOR_PAIR: return subject_open_pair(s, m, options, d);
    case INTEGRATOR_PROJECTED: return subject_open_projected(s, m, options, d);
    case INTEGRATOR_CONTACT: return subject_open_contact(s, m, options, d);
    case INTEGRATOR_BDF: break;
    }
    return subject_open_bdf(s, m, options, d);
}

int open_own_subject(void *context, struct model *m,
                     const struct subject_options *options, struct subject *s,
                     struct diagnostic *d) {
    (void)context;
    return subject_open(s, m, options, d);
}
