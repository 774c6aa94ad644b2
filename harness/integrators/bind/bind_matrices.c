/* df/dq and df/dy are the left and the right part of df/dx. An entry belongs to the pattern
 * when the rate uses the component of x at all; where the exact derivative is zero all the
 * same, the entry is zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/integrators/bind/bind_matrices.h"
#include "problems/model.h"

/* source[k] := which entry of `known` entry k of `used` is, -1: none. Both are sorted by
 * rows, and `used` has all that `known` has. */
static void find_sources(const struct expr_matrix *used, const struct expr_matrix *known,
                         int *source) {
    for (int k = 0, next = 0; k < used->count; k++) {
        bool is_known = next < known->count && known->row[next] == used->row[k] &&
                        known->column[next] == used->column[k];
        source[k] = is_known ? next++ : -1;
    }
}

static enum problem_status split(struct bind_matrices *a, const struct model *m,
                                 const struct expr_matrix *used,
                                 const struct expr_matrix *known) {
    int *source = calloc((size_t)used->count + 1, sizeof *source);
    if (source == NULL)
        return PROBLEM_NO_MEMORY;
    find_sources(used, known, source);
    enum problem_status status = bind_matrix_make(&a->fq, used, source, 0, m->nq);
    if (status == PROBLEM_OK)
        status = bind_matrix_make(&a->fy, used, source, m->nq, m->nv + m->nz);
    free(source);
    return status;
}

enum problem_status bind_matrices_make(struct bind_matrices *a, struct model *m,
                                       const expr *rates,
                                       const struct expr_matrix *known) {
    struct expr_matrix used;
    const int ny = m->nv + m->nz;
    *a = (struct bind_matrices){0};
    enum problem_status status = model_dependence(m, ny, rates, 1, m->nq + ny, &used);
    if (status != PROBLEM_OK)
        return status;
    status = split(a, m, &used, known);
    if (status == PROBLEM_OK)
        status = bind_matrix_make(&a->N, &m->map, NULL, 0, m->nv);
    expr_matrix_clear(&used);
    return status;
}

void bind_matrices_clear(struct bind_matrices *a) {
    bind_matrix_clear(&a->fq);
    bind_matrix_clear(&a->fy);
    bind_matrix_clear(&a->N);
}

/* The least order of df/dy from which patterns pay: fast takes smaller matrices as full ones
 * whatever it is told. From there on it drops the pattern itself where full is faster. */
enum { LEAST_ORDER = 9 };

bool bind_matrices_pay(const struct bind_matrices *a) {
    return a->fy.pattern.columns >= LEAST_ORDER;
}
