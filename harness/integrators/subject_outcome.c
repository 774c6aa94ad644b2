/* How an integrator under test tells of a failure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_parts.h"
#include "problems/model.h"

int subject_refuse_problem(const struct model *m, enum problem_status status,
                           struct diagnostic *d) {
    bind_refuse(m, status, d);
    return status == PROBLEM_NO_MEMORY ? SUBJECT_NO_MEMORY : SUBJECT_REFUSED;
}

int subject_refuse_status(const struct model *m, enum fast_status status,
                          struct diagnostic *d) {
    message_set(d, "%s: %s", m->name, fast_status_text(status));
    return status == FAST_NO_MEMORY ? SUBJECT_NO_MEMORY : SUBJECT_REFUSED;
}

int subject_name_failure(struct diagnostic *why, const struct model *m,
                         enum fast_status status, int row, double t) {
    const char *text = fast_status_text(status);
    bool of_joints = status == FAST_PROJECTION || status == FAST_CONTRADICTORY ||
                     status == FAST_INCONSISTENT ||
                     (status == FAST_BELOW_MIN_STEP && row >= 0);
    if (!of_joints)
        return message_set(why, "%s", text);
    if (row >= 0 && row < m->joints)
        return message_set(why, "joint '%s': %s at t = %.17g", m->joint[row].name, text,
                           t);
    return message_set(why, "%s at t = %.17g", text, t);
}

int subject_name_contact_failure(struct diagnostic *why, const struct model *m,
                                 enum fast_status status, int failed, double t) {
    enum { first_joint = -2 };
    const char *text = fast_status_text(status);
    if (failed >= 0 && failed < m->contacts)
        return message_set(why, "contact '%s': %s at t = %.17g", m->contact[failed].name,
                           text, t);
    if (failed <= first_joint && first_joint - failed < m->joints)
        return message_set(why, "joint '%s': %s at t = %.17g",
                           m->joint[first_joint - failed].name, text, t);
    return message_set(why, "%s at t = %.17g", text, t);
}
