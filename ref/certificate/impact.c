/* An impact of one contact without friction, all others open: v+ = v + M^-1 J^T r with J v+ + b
 * = -e (J v + b),
 *
 *     v+ = v - (1 + e) u/(J M^-1 J^T) M^-1 J^T,     u = J v + b the gap's rate
 *
 * (Newton's law, which is Poisson's where nothing else acts: B. Brogliato, Nonsmooth Mechanics
 * (2016), 4.3). As a formula, whose derivatives by t and x the image of a set needs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/readers/eval_arb.h"
#include "ref/certificate/claim.h"
#include "ref/crossing/crossing.h"

bool claim_impact_applies(const struct model *m, int contact) {
    const struct contact *c = &m->contact[contact];
    const graph *g = m->graph;
    return m->joints == 0 && (c->slides == 0 || (expr_is_zero(g, c->static_friction) &&
                                                 expr_is_zero(g, c->dynamic_friction) &&
                                                 expr_is_zero(g, c->viscous_friction)));
}

/* row[nv] := J of a contact's gap. */
static void find_row(const struct model *m, int contact, expr *row) {
    int number = 0;
    for (int i = 0; i < contact; i++)
        number += 1 + m->contact[i].slides;
    for (int j = 0; j < m->nv; j++)
        row[j] = expr_integer(m->graph, 0);
    for (int e = 0; e < m->contact_matrix.count; e++)
        if (m->contact_matrix.row[e] == number)
            row[m->contact_matrix.column[e]] = m->contact_matrix.entry[e];
}

/* response[nv] := M^-1 row. */
static bool respond(struct model *m, const expr *row, expr *response) {
    const int nv = m->nv;
    expr *mass = malloc(((size_t)nv * (size_t)nv + 1) * sizeof *mass);
    for (int j = 0; j < nv; j++)
        response[j] = row[j];
    for (int i = 0; i < nv * nv && mass != NULL; i++)
        mass[i] = expr_integer(m->graph, m->masses == 0 && i % (nv + 1) == 0);
    for (int e = 0; e < m->mass.count && mass != NULL && m->masses > 0; e++)
        mass[m->mass.row[e] * nv + m->mass.column[e]] = m->mass.entry[e];
    const bool solved =
        mass != NULL && crossing_solve(m->graph, nv, mass, 1, response,
                                       graph_size(m->graph) + CROSSING_MOST_NODES);
    free(mass);
    return solved;
}

/* image[n] := x behind the impact, u being the gap's rate before it. */
static bool write_image(struct model *m, int contact, expr u, expr *image) {
    graph *g = m->graph;
    const int n = m->nq + m->nv + m->nz;
    expr *row = malloc(((size_t)m->nv + 1) * sizeof *row);
    expr *response = malloc(((size_t)m->nv + 1) * sizeof *response);
    bool made = row != NULL && response != NULL;
    for (int i = 0; i < n && made; i++)
        image[i] = expr_variable(g, 1 + i);
    if (made) {
        find_row(m, contact, row);
        made = respond(m, row, response);
    }
    if (made) {
        expr gain = expr_add(g, expr_integer(g, 1), m->contact[contact].restitution);
        expr impulse =
            expr_div(g, expr_mul(g, gain, u), crossing_dot(g, m->nv, row, response));
        for (int j = 0; j < m->nv; j++)
            image[m->nq + j] =
                expr_sub(g, image[m->nq + j], expr_mul(g, impulse, response[j]));
    }
    free(response);
    free(row);
    return made && !graph_failed(g);
}

/* out[n (1 + n)] := the derivatives of image[n] by t and x. */
static bool derive(graph *g, int n, const expr *image, expr *out) {
    int *variable = calloc((size_t)n + 1, sizeof *variable);
    for (int j = 0; j <= n && variable != NULL; j++)
        variable[j] = j;
    for (int i = 0; i < n && variable != NULL; i++)
        expr_gradient(g, image[i], 1 + n, variable, out + i * (1 + n));
    const bool made = variable != NULL && !graph_failed(g);
    free(variable);
    return made;
}

/* out[outputs] := formulas in a box. */
static bool evaluate(struct claim *c, int outputs, const expr *formula, arb_srcptr box,
                     slong bits, arb_ptr out) {
    struct eval_arb *reader = NULL;
    struct program *p = model_program(c->m, outputs, formula);
    const bool made = p != NULL && eval_arb_alloc(&reader, c->m->graph, p, bits,
                                                  c->constants) == PROBLEM_OK;
    if (made) {
        eval_arb_refuse_jumps(reader);
        eval_arb_run(reader, box, out);
    }
    eval_arb_free(reader);
    program_free(p);
    return made;
}

bool claim_impact(struct claim *c, int watch, arb_srcptr centre, arb_srcptr box,
                  arb_ptr image, arb_ptr everywhere, arb_ptr slope) {
    const int n = c->n, contact = c->mode.contact[watch];
    const size_t size = (size_t)n * (size_t)(1 + n);
    expr *formula = malloc((size_t)n * sizeof *formula);
    expr *derivative = malloc(size * sizeof *derivative);
    const bool found = formula != NULL && derivative != NULL &&
                       claim_impact_applies(c->m, contact) &&
                       write_image(c->m, contact, c->mode.rate[watch], formula) &&
                       derive(c->m->graph, n, formula, derivative) &&
                       evaluate(c, n, formula, centre, c->bits, image) &&
                       evaluate(c, n, formula, box, c->bits, everywhere) &&
                       evaluate(c, (int)size, derivative, box, 2 * CLAIM_LOW_BITS, slope);
    free(derivative);
    free(formula);
    return found && _arb_vec_is_finite(slope, (slong)size);
}
