/* A model as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DESCRIBE_H
#define HARNESS_DESCRIBE_H

#include <jansson.h>

#include "harness/base/record/record.h"
#include "problems/model.h"

/* name, title, source, why, tags, nq, nv, nz, joints, quaternions, contacts (how many), path. */
json_t *describe_briefly(const struct model *m);

/* The same and states, initial, span, parameters, sizes, invariants, kinks, closed_form,
 * published, text, equations; of the joints: joint (name, holonomic, independent, and its
 * multiplier at the start), quaternion (name, positions), joint_equations, reduced; of the
 * contacts: contact (name, gap at the start, slides, restitution, frictions),
 * contact_equations. Numbers are decimal strings. NULL: out of memory. */
json_t *describe_fully(struct model *m);

/* The equations of a model file in MathML Core: motion, joints, contacts ("" where there are
 * none). */
json_t *describe_mathml(const char *text);

/* The joints of a model, an array, with their multipliers at the start (null where they are not
 * known); its quaternions, by the names of their positions. */
json_t *describe_joints(struct model *m);
json_t *describe_quaternions(const struct model *m);

/* The contacts of a model, an array; a gap at the start that is not known is null. */
json_t *describe_contacts(struct model *m);

/* The name of component i of (x, lambda): multipliers are called as their joints. */
const char *describe_component(const struct model *m, int i);

/* What describe_fully makes, and a row of the list of models, described. */
extern const struct record describe_document_record, describe_listed_record;

#endif
