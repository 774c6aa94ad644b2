/* A model as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DESCRIBE_H
#define HARNESS_DESCRIBE_H

#include <jansson.h>

#include "harness/base/record/record.h"
#include "harness/truth/truth_summary.h"
#include "problems/graph/node.h"
#include "problems/typeset/equations.h"

/* What a list of models tells of each. */
struct model_brief {
    const char *name, *title, *source, *why;
    char **tag;
    int tags;
    long nq, nv, nz, joints, quaternions, contacts; /* how many */
    const char *path, *variant_of, *error; /* "": it is no variant; it can be read */
    bool is_read, kinks, has_truth, studied;
    struct truth_brief truth;
};

/* Its texts are the model's; nothing about truth and the catalogue. */
struct model_brief describe_briefly(struct model *m);

/* That and states, initial, span, parameters, sizes, invariants, kinks, closed_form,
 * published, text, equations; of the joints: joint (name, holonomic, independent, and its
 * multiplier at the start), quaternion (name, positions), joint_equations, reduced; of the
 * contacts: contact (name, gap at the start, slides, restitution, frictions),
 * contact_equations. Numbers are decimal strings. NULL: out of memory. */
json_t *describe_fully(struct model *m);

/* The equations of a model file in MathML Core: motion, joints, contacts ("" where there are
 * none). */
json_t *describe_mathml(const char *text);

/* Its lines that are about something, which the caller frees; NULL: there are none. */
char *describe_equations(enum equations about, const char *file);

/* Decimals, the shortest that name the double nearest to a number; "?": it is not known. The start
 * has one for each state; the caller frees it; NULL: out of memory. */
enum { DESCRIBE_DECIMAL = 64 };
struct shortest {
    char text[DESCRIBE_DECIMAL];
};
struct shortest describe_decimal(struct model *m, expr constant);
struct shortest *describe_start(struct model *m);

/* The multipliers of the joints, and the gaps of the contacts, at the start, which the caller
 * frees; NULL: they are not known, or there are none. */
double *describe_multipliers(struct model *m);
double *describe_gaps(struct model *m);

/* A constant; not a number: it is not known. */
double describe_constant(struct model *m, expr value);

/* The joints, quaternions and contacts of a model, arrays. */
json_t *describe_joints(struct model *m);
json_t *describe_quaternions(const struct model *m);
json_t *describe_contacts(struct model *m);

/* The name of component i of (x, lambda): multipliers are called as their joints. */
const char *describe_component(const struct model *m, int i);

/* A brief of a model that is read, and as a row of the list of models; what describe_fully
 * makes, described. */
extern const struct record describe_brief_record, describe_listed_record,
    describe_document_record;

#endif
