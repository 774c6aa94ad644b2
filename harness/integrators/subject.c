/* A method of ours as an integrator under test: what fits the model is opened by its family.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject.h"

#include "harness/base/message.h"
#include "harness/integrators/subject_parts.h"

static int check_length(const struct model *m, const char *name, const double *list,
                        int count, int size, const char *of, struct diagnostic *d) {
    if (list == NULL || count == size)
        return 0;
    return message_set(d, "%s has %d numbers, but '%s' has %d %s", name, count, m->name,
                       size, of);
}

static int check_lists(const struct model *m, const struct subject_options *o,
                       struct diagnostic *d) {
    static const char together[] = "velocities and other states";
    const struct subject_mechanical_options *its = &o->mechanical;
    return check_length(m, "weights-v", o->weights_v, o->weights_v_count, m->nv,
                        "velocities", d) ||
           check_length(m, "weights-z", o->weights_z, o->weights_z_count, m->nz,
                        "other states", d) ||
           check_length(m, "units", its->units, its->units_count, m->nv + m->nz, together,
                        d) ||
           check_length(m, "units", o->contact.units, o->contact.units_count,
                        m->nv + m->nz, together, d) ||
           check_length(m, "relative-flags", its->relative_flags,
                        its->relative_flags_count, m->nv + m->nz, together, d) ||
           check_length(m, "joint-units", o->joints.units, o->joints.units_count,
                        m->joints, "joints", d);
}

int subject_check_model(const struct model *m, const char *method, bool takes_joints,
                        bool takes_contacts, struct diagnostic *d) {
    if (m->contacts > 0 && !takes_contacts)
        return message_set(
            d, "'%s' has contacts, which %s does not take; methods that do: %s", m->name,
            method, subject_names_taking_contacts());
    if (m->joints > 0 && !takes_joints)
        return message_set(d,
                           "'%s' has joints, which %s does not take; methods that do: %s",
                           m->name, method, subject_names_taking_joints());
    return 0;
}

int subject_check_mode(const struct model *m, const struct subject_options *options,
                       struct diagnostic *d) {
    if (options->family == SUBJECT_CONTACT && options->mode == FAST_FAITHFUL &&
        m->joints > 0)
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
    switch (options->family) {
    case SUBJECT_PAIR: return subject_open_pair(s, m, options, d);
    case SUBJECT_MECHANICAL: return subject_open_mechanical(s, m, options, d);
    case SUBJECT_CONTACT: return subject_open_contact(s, m, options, d);
    case SUBJECT_BDF: break;
    }
    return subject_open_bdf(s, m, options, d);
}
