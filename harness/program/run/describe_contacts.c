/* The contacts of a model as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/integrators/initial.h"
#include "harness/program/run/describe.h"
#include "problems/readers/eval_double.h"

/* gap[contacts] at the start. Nonzero: they are not known. */
static int find_gaps(struct model *m, double *in, double *gap) {
    struct diagnostic why = {""};
    struct eval_double *eval = NULL;
    struct program *p = model_gaps_program(m);
    int failed = p == NULL || initial_in_double(m, in, in + 1, &why) ||
                 eval_double_alloc(&eval, m->graph, p) != PROBLEM_OK;
    if (!failed)
        eval_double_run(eval, in, gap);
    eval_double_free(eval);
    program_free(p);
    return failed;
}

static json_t *constant(struct model *m, expr value) {
    double nearest;
    return expr_constant_double(m->graph, value, &nearest) == PROBLEM_OK
               ? json_number(nearest)
               : json_null();
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
    const size_t nx = (size_t)(m->nq + m->nv + m->nz), n = (size_t)m->contacts;
    double *in = calloc(1 + nx + n + 1, sizeof *in);
    double *gap = in == NULL ? NULL : in + 1 + nx;
    bool known = n > 0 && in != NULL && find_gaps(m, in, gap) == 0;
    for (int i = 0; i < m->contacts; i++)
        json_array_append_new(
            contacts, describe_contact(m, &m->contact[i],
                                       known ? json_number(gap[i]) : json_null()));
    free(in);
    return contacts;
}
