/* The programs of a claim: F, J, the watches, as they are evaluated in models and in boxes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program_shared.h"
#include "ref/certificate/claim.h"

/* A program of the same functions that computes less; the first one is freed. */
static struct program *share(struct program *p) {
    struct program *shared = p != NULL ? program_shared_alloc(p) : NULL;
    program_free(p);
    return shared;
}

/* first[count], and then[others] behind them. */
static struct program *program_of(struct model *m, int count, const expr *first,
                                  int others, const expr *then) {
    expr *all = malloc(((size_t)(count + others) + 1) * sizeof *all);
    for (int i = 0; all != NULL && i < count + others; i++)
        all[i] = i < count ? first[i] : then[i - count];
    struct program *p = all != NULL ? model_program(m, count + others, all) : NULL;
    free(all);
    return p;
}

/* J's entries, and F's rates behind them: all of these have to be known in the tube. */
static struct program *jacobian_program(struct claim *c) {
    if (model_jacobian(c->m, c->n, c->mode.field, 1, c->n, &c->pattern) != PROBLEM_OK)
        return NULL;
    return program_of(c->m, c->pattern.count, c->pattern.entry, c->n, c->mode.field);
}

/* The derivatives of each watch by x. */
static struct program *slope_program(struct claim *c) {
    const size_t n = (size_t)c->n, watches = (size_t)c->mode.watches;
    expr *slope = malloc((watches * n + 1) * sizeof *slope);
    int *variable = calloc(n + 1, sizeof *variable);
    for (int j = 0; variable != NULL && j < c->n; j++)
        variable[j] = 1 + j;
    for (size_t i = 0; slope != NULL && variable != NULL && i < watches; i++)
        expr_gradient(c->m->graph, c->mode.watch[i], c->n, variable, slope + i * n);
    struct program *p = slope != NULL && variable != NULL
                            ? model_program(c->m, (int)(watches * n), slope)
                            : NULL;
    free(variable);
    free(slope);
    return p;
}

/* F, the watches, and their rates. */
static struct program *point_program(struct claim *c) {
    const int looks = claim_looks(c), n = c->n, watches = c->mode.watches;
    expr *all = malloc(((size_t)looks + 1) * sizeof *all);
    for (int i = 0; all != NULL && i < looks; i++)
        all[i] = i < n             ? c->mode.field[i]
                 : i < n + watches ? c->mode.watch[i - n]
                                   : c->mode.rate[i - n - watches];
    struct program *p = all != NULL ? model_program(c->m, looks, all) : NULL;
    free(all);
    return p;
}

bool claim_make_programs(struct claim *c) {
    const struct claim_mode *mode = &c->mode;
    c->field_program = share(model_program(c->m, c->n, mode->field));
    c->jacobian_program = share(jacobian_program(c));
    c->watch_program =
        share(program_of(c->m, mode->watches, mode->watch, mode->watches, mode->rate));
    c->point_program = point_program(c);
    c->slope_program = slope_program(c);
    return c->field_program != NULL && c->jacobian_program != NULL &&
           c->watch_program != NULL && c->point_program != NULL &&
           c->slope_program != NULL;
}
