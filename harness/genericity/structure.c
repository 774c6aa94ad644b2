/* Proofs that components of elementary differentials are identically zero.
 *
 * First derivatives: the exact Jacobian, whose zeros are those of differentiation on the
 * graph. Second derivatives: for each instruction of the field's program two sets are
 * carried along, D of the groups by which the derivative may be other than zero, and H of
 * the pairs of groups for the second derivative:
 *
 *     a + b     D = Da u Db,  H = Ha u Hb
 *     a b       D = Da u Db,  H = Ha u Hb u Da x Db
 *     a / b     D = Da u Db,  H = Ha u Hb u Da x Db u Db x Db
 *     phi(a)    D = Da,       H = Ha u Da x Da
 *     select    those of both branches; the switching function moves no value
 *
 * A pair that is not in H has a derivative which is zero by the rules of differentiation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/genericity/structure.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"

/* Sets as bits: group c, and pair (c, d) in both orders. */
struct derivatives {
    unsigned first, second;
};

struct proof {
    struct model *model;
    int nx;
    struct program *field;
    struct derivatives *slot;    /* of each slot of the program */
    struct expr_matrix jacobian; /* by x */
    int *row;                    /* entries row[i] .. row[i+1]-1 are those of row i */
};

static int pair_bit(int c, int d) {
    return c * GROUPS + d;
}

static unsigned product(unsigned a, unsigned b) {
    unsigned pairs = 0;
    for (int c = 0; c < GROUPS; c++)
        for (int d = 0; d < GROUPS; d++)
            if ((a >> c & 1u) != 0 && (b >> d & 1u) != 0)
                pairs |= 1u << pair_bit(c, d) | 1u << pair_bit(d, c);
    return pairs;
}

static struct derivatives join(struct derivatives a, struct derivatives b) {
    return (struct derivatives){a.first | b.first, a.second | b.second};
}

static struct derivatives derive(const struct proof *p, const struct instruction *i) {
    static const struct derivatives none = {0, 0};
    struct derivatives a = p->slot[i->a], b = i->b < 0 ? none : p->slot[i->b];
    struct derivatives result = join(a, b);
    switch (i->operation) {
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_NEG: return result;
    case EXPR_MUL: result.second |= product(a.first, b.first); return result;
    case EXPR_DIV: result.second |= product(a.first | b.first, b.first); return result;
    case EXPR_SELECT: return join(b, p->slot[i->c]);
    default: /* a function, or a power whose exponent is a constant */
        result.second |= product(a.first, a.first);
        return result;
    }
}

enum group structure_group(const struct model *m, int i) {
    return i < m->nq ? GROUP_Q : i < m->nq + m->nv ? GROUP_V : GROUP_Z;
}

static enum problem_status follow_program(struct proof *p) {
    p->field = model_field_program(p->model);
    if (p->field == NULL)
        return PROBLEM_NO_MEMORY;
    int results = p->field->inputs + p->field->constants;
    p->slot = calloc((size_t)program_slots(p->field) + 1, sizeof *p->slot);
    if (p->slot == NULL)
        return PROBLEM_NO_MEMORY;
    p->slot[0].first = 1u << GROUP_T;
    for (int i = 0; i < p->nx; i++)
        p->slot[1 + i].first = 1u << structure_group(p->model, i);
    for (int i = 0; i < p->field->length; i++)
        p->slot[results + i] = derive(p, &p->field->code[i]);
    return PROBLEM_OK;
}

static enum problem_status find_jacobian(struct proof *p) {
    expr *field = malloc(((size_t)p->nx + 1) * sizeof *field);
    p->row = calloc((size_t)p->nx + 2, sizeof *p->row);
    enum problem_status status = PROBLEM_NO_MEMORY;
    if (field != NULL && p->row != NULL)
        status = model_field(p->model, field);
    if (status == PROBLEM_OK)
        status = model_jacobian(p->model, p->nx, field, 1, p->nx, &p->jacobian);
    for (int k = 0; k < p->jacobian.count; k++)
        p->row[p->jacobian.row[k] + 1] = k + 1;
    for (int i = 0; i < p->nx && p->row != NULL; i++)
        p->row[i + 1] = p->row[i + 1] < p->row[i] ? p->row[i] : p->row[i + 1];
    free(field);
    return status;
}

/* Whether F_i is the number zero. */
static bool is_no_rate(const struct proof *p, int i) {
    int slot = p->field->output[i], constant = slot - p->field->inputs;
    return constant >= 0 && constant < p->field->constants &&
           expr_is_zero(p->model->graph, p->field->constant[constant]);
}

static bool has_rate(const struct proof *p, enum group group) {
    bool any = group == GROUP_T;
    for (int i = 0; i < p->nx && !any; i++)
        any = structure_group(p->model, i) == group && !is_no_rate(p, i);
    return any;
}

static const struct derivatives *of_component(const struct proof *p, int i) {
    return &p->slot[p->field->output[i]];
}

/* Whether (dF_i/dx_group) u may be other than zero, where u_j may be for which `moves`. */
static bool may_feel(const struct proof *p, int i, enum group group,
                     bool (*moves)(const struct proof *p, int j, enum group by),
                     enum group by) {
    for (int k = p->row[i]; k < p->row[i + 1]; k++) {
        int j = p->jacobian.column[k];
        if (structure_group(p->model, j) == group && moves(p, j, by))
            return true;
    }
    return false;
}

static bool moves_by_rate(const struct proof *p, int j, enum group by) {
    (void)by;
    return !is_no_rate(p, j);
}

/* Whether component i of F'_by F_by may be other than zero. */
static bool moves_by_group(const struct proof *p, int i, enum group by) {
    if (by == GROUP_T)
        return (of_component(p, i)->first >> GROUP_T & 1u) != 0;
    return may_feel(p, i, by, moves_by_rate, by);
}

static bool may_be_nonzero(const struct proof *p, const struct coloured_tree *tree,
                           int i) {
    if (structure_group(p->model, i) != tree->root)
        return false;
    if (tree->children == 0)
        return !is_no_rate(p, i);
    if (tree->grandchildren > 0)
        return may_feel(p, i, tree->child[0], moves_by_group, tree->grandchild);
    if (tree->children == 1)
        return moves_by_group(p, i, tree->child[0]);
    int pair = pair_bit((int)tree->child[0], (int)tree->child[1]);
    return (of_component(p, i)->second >> pair & 1u) != 0 &&
           has_rate(p, tree->child[0]) && has_rate(p, tree->child[1]);
}

enum problem_status structure_zeros(struct model *m,
                                    const struct coloured_tree list[COLOURED_TREES],
                                    bool *zero) {
    struct proof p = {.model = m, .nx = m->nq + m->nv + m->nz};
    enum problem_status status = follow_program(&p);
    if (status == PROBLEM_OK)
        status = find_jacobian(&p);
    for (int t = 0; t < COLOURED_TREES && status == PROBLEM_OK; t++)
        for (int i = 0; i < p.nx; i++)
            zero[t * p.nx + i] = !may_be_nonzero(&p, &list[t], i);
    expr_matrix_clear(&p.jacobian);
    program_free(p.field);
    free(p.slot);
    free(p.row);
    return status;
}
