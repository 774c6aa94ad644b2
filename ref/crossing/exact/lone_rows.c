/* Rows of contacts as matrices of rational numbers, in which equations that follow from others
 * are seen to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/expr_exact.h"
#include "problems/model.h"
#include "ref/crossing/lone.h"

/* value := of a constant expression; false: it is not known to be rational. */
static bool find_rational(const graph *g, expr e, fmpq_t value) {
    struct walk w;
    bool known =
        e != EXPR_NONE && walk_collect(&w, g, 1, &e, WALK_ENTERS_CONSTANTS) == PROBLEM_OK;
    if (!known)
        return false;
    struct exact *exact = calloc((size_t)w.count, sizeof *exact);
    known = exact != NULL;
    if (known) {
        exact_evaluate(exact, g, &w);
        const struct exact *x = &exact[walk_place(&w, e)];
        known = x->known;
        if (known)
            fmpq_set_mpq(value, x->value);
        exact_clear(exact, w.count);
    }
    free(exact);
    walk_clear(&w);
    return known;
}

/* What is a rational number for all values of what is not known is that at zero. */
static bool find_entry(const struct crossing_scene *s, const expr *known,
                       const int *variable, expr e, fmpq_t value) {
    graph *g = s->m->graph;
    const int inputs = 1 + s->n;
    int *all = malloc((size_t)inputs * sizeof *all);
    expr *zero = malloc((size_t)inputs * sizeof *zero);
    bool found = all != NULL && zero != NULL;
    for (int i = 0; i < inputs && found; i++) {
        all[i] = i;
        zero[i] = expr_integer(g, 0);
    }
    e = expr_substitute(g, e, s->n, variable, known);
    found = found && e != EXPR_NONE && !find_rational(g, e, value);
    if (found) {
        const expr constant = expr_substitute(g, e, inputs, all, zero);
        const bool same =
            constant != EXPR_NONE && crossing_is_identity(g, expr_sub(g, e, constant));
        found = same && (find_rational(g, constant, value) ||
                         (fmpq_zero(value), crossing_is_identity(g, constant)));
    } else {
        found = all != NULL && zero != NULL && e != EXPR_NONE;
    }
    free(zero);
    free(all);
    return found;
}

bool crossing_exact_rows(const struct crossing_scene *s, const expr *known, int count,
                         const int *row, fmpq_mat_t rows) {
    const struct crossing_rows *r = &s->each;
    int *variable = malloc((size_t)s->n * sizeof *variable + 1);
    bool exact = variable != NULL;
    for (int i = 0; i < s->n && exact; i++)
        variable[i] = 1 + i;
    for (int k = 0; k < fmpq_mat_nrows(rows) && exact; k++) {
        const int from = k < count ? row[k] : r->contact_rows + k - count;
        for (int j = 0; j < r->nv && exact; j++)
            exact = find_entry(s, known, variable, r->row[from * r->nv + j],
                               fmpq_mat_entry(rows, k, j));
    }
    free(variable);
    return exact;
}

/* Of [a b] in reduced form: the rows of P that have a pivot; the others are zero. */
static bool read_solution(fmpq_mat_t P, const fmpq_mat_t both, slong columns,
                          slong rank) {
    fmpq_mat_zero(P);
    for (slong k = 0, pivot = 0; k < rank; k++) {
        while (pivot < columns && fmpq_is_zero(fmpq_mat_entry(both, k, pivot)))
            pivot++;
        if (pivot == columns)
            return false;
        for (slong j = 0; j < fmpq_mat_ncols(P); j++)
            fmpq_set(fmpq_mat_entry(P, pivot, j), fmpq_mat_entry(both, k, columns + j));
    }
    return true;
}

bool crossing_exact_solve(fmpq_mat_t P, const fmpq_mat_t a, const fmpq_mat_t b) {
    const slong rows = fmpq_mat_nrows(a), columns = fmpq_mat_ncols(a);
    fmpq_mat_t both;
    fmpq_mat_init(both, rows, columns + fmpq_mat_ncols(b));
    for (slong i = 0; i < rows; i++)
        for (slong j = 0; j < fmpq_mat_ncols(both); j++)
            fmpq_set(fmpq_mat_entry(both, i, j), j < columns
                                                     ? fmpq_mat_entry(a, i, j)
                                                     : fmpq_mat_entry(b, i, j - columns));
    const slong rank = fmpq_mat_rref(both, both);
    const bool solved = read_solution(P, both, columns, rank);
    fmpq_mat_clear(both);
    return solved;
}
