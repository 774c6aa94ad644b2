/* S = G M^-1 G^T = G R: S_ij = sum_k R_ki G_jk.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "problems/elaboration/joints/joints.h"
#include "problems/graph/expr.h"
#include "problems/graph/gather.h"

/* Gathers row i up to the diagonal; the terms of R begin at *place, which moves on. */
static void gather_row(const struct model *m, const struct expr_columns *columns, int i,
                       int *place, struct gather *r, long *updates) {
    const struct expr_matrix *G = &m->joint_matrix, *response = &m->joint_response;
    for (; *place < response->count && response->row[*place] == i && *updates >= 0;
         ++*place) {
        int k = response->column[*place];
        for (int c = columns->start[k]; c < columns->start[k + 1]; c++) {
            int entry = columns->entry[c], j = G->row[entry];
            if (j > i)
                break;
            --*updates;
            gather_add(r, j,
                       expr_mul(m->graph, response->entry[*place], G->entry[entry]));
        }
    }
}

static bool fill_rows(struct elaboration *e, const struct expr_columns *columns,
                      struct gather *r, struct expr_matrix *product, bool *fits) {
    const struct model *m = e->model;
    int place = 0, capacity = 0;
    long updates = JOINT_UPDATES;
    for (int i = 0; i < m->joints && updates >= 0; i++) {
        gather_row(m, columns, i, &place, r, &updates);
        if (!elaborate_spend(e, 1 + r->count, e->joint[0].offset))
            return false;
        if (!gather_append(r, product, &capacity, i))
            return elaborate_fail_memory(e);
    }
    *fits = updates >= 0;
    return true;
}

bool joint_products(struct elaboration *e, struct expr_matrix *product, bool *fits) {
    const struct model *m = e->model;
    struct expr_columns columns = {0};
    struct gather r = {0};
    *product = (struct expr_matrix){.rows = m->joints, .columns = m->joints};
    bool done = expr_columns_sort(&columns, &m->joint_matrix) &&
                gather_start(&r, m->graph, m->joints);
    done = done ? fill_rows(e, &columns, &r, product, fits) : elaborate_fail_memory(e);
    if (!done || !*fits)
        expr_matrix_clear(product);
    gather_clear(&r);
    expr_columns_clear(&columns);
    return done;
}
