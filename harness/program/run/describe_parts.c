/* The joints, quaternions and contacts of a model as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/integrators/initial.h"
#include "harness/program/run/describe.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

const char *describe_component(const struct model *m, int i) {
    const int nx = m->nq + m->nv + m->nz;
    return i < nx ? m->state[i] : m->joint[i - nx].name;
}

/* value[..] := what the program, which it takes over, gives at the start; in[1 + nx]. Nonzero:
 * it is not known. */
static int evaluate(struct model *m, struct program *p, double *in, double *value) {
    struct diagnostic why = {""};
    struct eval_double *eval = NULL;
    int failed = p == NULL || initial_in_double(m, in, in + 1, &why) ||
                 eval_double_alloc(&eval, m->graph, p) != PROBLEM_OK;
    if (!failed)
        eval_double_run(eval, in, value);
    eval_double_free(eval);
    program_free(p);
    return failed;
}

/* The n numbers that a program gives at the start, which the caller frees; NULL: there are none, or
 * they are not known. */
static double *find_at_start(struct model *m, int n,
                             struct program *(*make_program)(struct model *m)) {
    const size_t nx = (size_t)(m->nq + m->nv + m->nz);
    double *in = n > 0 ? calloc(1 + nx, sizeof *in) : NULL;
    double *value = n > 0 ? calloc((size_t)n, sizeof *value) : NULL;
    if (in == NULL || value == NULL || evaluate(m, make_program(m), in, value)) {
        free(value);
        value = NULL;
    }
    free(in);
    return value;
}

static struct program *multipliers_of_reduced(struct model *m) {
    return m->reduced ? model_multipliers_program(m) : NULL;
}

double *describe_multipliers(struct model *m) {
    return find_at_start(m, m->joints, multipliers_of_reduced);
}

double *describe_gaps(struct model *m) {
    return find_at_start(m, m->contacts, model_gaps_program);
}

static json_t *number_or_null(const double *value, int i) {
    return value != NULL ? json_number(value[i]) : json_null();
}

json_t *describe_joints(struct model *m) {
    json_t *joints = json_array();
    double *lambda = describe_multipliers(m);
    for (int i = 0; i < m->joints; i++) {
        const struct joint *j = &m->joint[i];
        json_array_append_new(joints, json_pack("{s:s, s:b, s:b, s:o}", "name", j->name,
                                                "holonomic", j->holonomic, "independent",
                                                j->independent, "multiplier",
                                                number_or_null(lambda, i)));
    }
    free(lambda);
    return joints;
}

json_t *describe_quaternions(const struct model *m) {
    json_t *quaternions = json_array();
    enum { of_each = 4 };
    for (int i = 0; i < m->quaternions; i++) {
        json_t *positions = json_array();
        for (int k = 0; k < of_each; k++)
            json_array_append_new(positions,
                                  json_string(m->state[m->quaternion[i].position[k]]));
        json_array_append_new(quaternions,
                              json_pack("{s:s, s:o}", "name", m->quaternion[i].name,
                                        "positions", positions));
    }
    return quaternions;
}

double describe_constant(struct model *m, expr value) {
    double nearest;
    return expr_constant_double(m->graph, value, &nearest) == PROBLEM_OK ? nearest : NAN;
}

static json_t *constant(struct model *m, expr value) {
    return json_number(describe_constant(m, value));
}

static json_t *describe_contact(struct model *m, const struct contact *c, json_t *gap) {
    return json_pack("{s:s, s:o, s:i, s:o, s:o, s:o, s:o}", "name", c->name, "gap", gap,
                     "slides", c->slides, "restitution", constant(m, c->restitution),
                     "static_friction", constant(m, c->static_friction),
                     "dynamic_friction", constant(m, c->dynamic_friction),
                     "viscous_friction", constant(m, c->viscous_friction));
}

json_t *describe_contacts(struct model *m) {
    json_t *contacts = json_array();
    double *gap = describe_gaps(m);
    for (int i = 0; i < m->contacts; i++)
        json_array_append_new(
            contacts, describe_contact(m, &m->contact[i], number_or_null(gap, i)));
    free(gap);
    return contacts;
}
