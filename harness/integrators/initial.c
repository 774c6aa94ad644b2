/* A model's start in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/initial.h"

#include <stdlib.h>

#include "harness/base/message.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

static int round_constant(double *value, struct model *m, expr constant, const char *name,
                          struct diagnostic *d) {
    enum problem_status status = expr_constant_double(m->graph, constant, value);
    if (status == PROBLEM_OK)
        return 0;
    if (status == PROBLEM_NOT_FINITE)
        return message_set(d, "%s: the initial value of %s is not a finite double",
                           m->name, name);
    return message_set(d, "%s: the initial value of %s: %s", m->name, name,
                       problem_status_text(status));
}

int initial_in_double(struct model *m, double *t, double *x, struct diagnostic *d) {
    const int nx = m->nq + m->nv + m->nz;
    if (round_constant(t, m, m->span_begin, "the time", d))
        return -1;
    if (expr_constants_double(m->graph, nx, m->initial, x) == PROBLEM_OK)
        return 0;
    int failed = 0; /* one by one, to find which */
    for (int i = 0; i < nx && !failed; i++)
        failed = round_constant(&x[i], m, m->initial[i], m->state[i], d);
    return failed;
}

int initial_and_end(struct model *m, double *t, double *x, double *end,
                    struct diagnostic *d) {
    if (initial_in_double(m, t, x, d))
        return -1;
    if (expr_constant_double(m->graph, m->span_end, end) != PROBLEM_OK)
        return message_set(d, "%s: the span is not finite", m->name);
    return 0;
}

double *initial_alloc(struct model *m, int more, double *begin, double *end,
                      struct diagnostic *d) {
    const size_t n = (size_t)(m->nq + m->nv + m->nz + more) + 1;
    double *x = calloc(n, sizeof *x);
    if (x == NULL)
        message_set(d, "%s: out of memory", m->name);
    else if (initial_and_end(m, begin, x, end, d) == 0)
        return x;
    free(x);
    return NULL;
}
