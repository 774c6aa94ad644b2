/* The table of the methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>

#include "harness/integrators/methods/method_groups.h"
#include "harness/methods/method_row.h"

const struct method_option method_limit_options[] = {
    {"step-limit", METHOD_COUNT, NULL, "0",
     "fail after so many steps between two times of --at, or on the way to --until; 0: "
     "no limit",
     METHOD_EVERYWHERE, METHOD_PLACE(step_limit)},
    {"time-limit", METHOD_POSITIVE, NULL, "none",
     "fail when so many seconds have passed; looked at between steps", METHOD_EVERYWHERE,
     METHOD_PLACE(time_limit)},
    METHOD_END,
};

static const struct method_option *const of_limits[] = {method_limit_options, NULL};
static const struct method limits = {"--integrator", "", "", SUBJECT_PAIR, of_limits};

static const struct method_option *const of_pair[] = {method_pair_options,
                                                      method_limit_options, NULL};
static const struct method_option *const of_fixed_steps[] = {
    method_form_options, method_mechanical_options, method_joint_options,
    method_limit_options, NULL};
static const struct method_option *const of_controlled_steps[] = {
    method_mechanical_options, method_control_options, method_mechanical_error_options,
    method_joint_options,      method_limit_options,   NULL};
static const struct method_option *const of_bdf[] = {
    method_control_options, method_joint_options, method_limit_options, NULL};
static const struct method_option *const of_contacts[] = {
    method_contact_options, method_contact_thresholds, method_limit_options, NULL};

#define METHOD(name, family, member, joints, contacts, controls, order, groups, title,   \
               source)                                                                   \
    {name, title, source, SUBJECT_##family, groups},

static const struct method methods[] = {
#include "harness/methods/methods.def"
    {NULL, NULL, NULL, SUBJECT_PAIR, NULL}};

const struct method *method_table(void) {
    return methods;
}

const struct method_option *method_option(const struct method *method, int i) {
    for (const struct method_option *const *group = method->groups; *group != NULL;
         group++)
        for (const struct method_option *o = *group; o->name != NULL; o++)
            if (i-- == 0)
                return o;
    return NULL;
}

const char *method_option_type(const struct method_option *option) {
    switch (option->kind) {
    case METHOD_WORD: return "one of";
    case METHOD_YES_OR_NO: return "yes or no";
    case METHOD_POSITIVE:
    case METHOD_ZERO_TOO: return "number";
    case METHOD_COUNT:
    case METHOD_FROM_ONE: return "whole number";
    case METHOD_WEIGHTS:
    case METHOD_UNITS: return "numbers";
    case METHOD_FLAGS: break;
    }
    return "yes or no, each";
}

const char *method_names(void) {
    return method_row_names();
}

const struct method *method_of_limits(void) {
    return &limits;
}

bool method_is_limit(const char *assignment) {
    const size_t length = strcspn(assignment, "=");
    for (const struct method_option *o = method_limit_options; o->name != NULL; o++)
        if (strlen(o->name) == length && strncmp(o->name, assignment, length) == 0)
            return true;
    return false;
}
