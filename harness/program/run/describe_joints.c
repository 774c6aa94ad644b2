/* The joints and quaternions of a model as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/integrators/initial.h"
#include "harness/program/run/describe.h"
#include "problems/readers/eval_double.h"

const char *describe_component(const struct model *m, int i) {
    const int nx = m->nq + m->nv + m->nz;
    return i < nx ? m->state[i] : m->joint[i - nx].name;
}

/* lambda[joints] := the multipliers at the start. Nonzero: they are not known. */
static int find_multipliers(struct model *m, double *in, double *lambda) {
    struct diagnostic why = {""};
    struct eval_double *eval = NULL;
    struct program *p = m->reduced ? model_multipliers_program(m) : NULL;
    int failed = p == NULL || initial_in_double(m, in, in + 1, &why) ||
                 eval_double_alloc(&eval, m->graph, p) != PROBLEM_OK;
    if (!failed)
        eval_double_run(eval, in, lambda);
    eval_double_free(eval);
    program_free(p);
    return failed;
}

json_t *describe_joints(struct model *m) {
    json_t *joints = json_array();
    const size_t nx = (size_t)(m->nq + m->nv + m->nz), n = (size_t)m->joints;
    double *in = calloc(1 + nx + n + 1, sizeof *in);
    double *lambda = in == NULL ? NULL : in + 1 + nx;
    bool known = n > 0 && in != NULL && find_multipliers(m, in, lambda) == 0;
    for (int i = 0; i < m->joints; i++) {
        const struct joint *j = &m->joint[i];
        json_array_append_new(
            joints, json_pack("{s:s, s:b, s:b, s:o}", "name", j->name, "holonomic",
                              j->holonomic, "independent", j->independent, "multiplier",
                              known ? json_number(lambda[i]) : json_null()));
    }
    free(in);
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
