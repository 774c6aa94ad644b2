/* The options of methods in groups, each for a family or for what families share. Shared by
 * the sources of the table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_METHOD_GROUPS_H
#define HARNESS_METHOD_GROUPS_H

#include "harness/integrators/methods/method.h"

/* Where an option is stored. */
#define METHOD_PLACE(member) offsetof(struct method_settings, member), 0
#define METHOD_LIST(member, size)                                                        \
    offsetof(struct method_settings, member), offsetof(struct method_settings, size)

/* The end of a group. */
#define METHOD_END                                                                       \
    { NULL, METHOD_WORD, NULL, NULL, NULL, METHOD_IN_DOUBLE, 0, 0 }

extern const struct method_option
    method_limit_options[],            /* of all: of a run without end */
    method_pair_options[],             /* of implicit Euler's pair */
    method_form_options[],             /* of semi-explicit Euler */
    method_mechanical_options[],       /* of semi-explicit Euler and its relatives */
    method_control_options[],          /* of error control but for the pair's */
    method_mechanical_error_options[], /* how those of fast/projected.h measure errors */
    method_joint_options[],            /* of methods that project onto joints */
    method_contact_options[],          /* of the stepper for contacts: its laws */
    method_contact_thresholds[];       /* and its tolerances and sizes of steps */

#endif
