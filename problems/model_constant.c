/* Which constant of a model has no value in double: the smallest expression in the first of its
 * rates, or in another expression, that has none, with names and with numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/graph/graph.h"
#include "problems/graph/walk.h"
#include "problems/model.h"

enum { operand_room = 64, constant_room = 3 * operand_room };

static bool has_no_value(const graph *g, expr e) {
    double value;
    return e != EXPR_NONE && expr_constant_double(g, e, &value) == PROBLEM_NOT_FINITE;
}

/* The first constant of a row that has no value; EXPR_NONE: all have one. */
static expr find_constant(const graph *g, expr row) {
    struct walk w;
    expr found = EXPR_NONE;
    if (row == EXPR_NONE)
        return EXPR_NONE;
    if (walk_collect(&w, g, 1, &row, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK)
        for (int i = 0; i < w.count && found == EXPR_NONE; i++)
            if (expr_is_constant(g, w.node[i]) && has_no_value(g, w.node[i]))
                found = w.node[i];
    walk_clear(&w);
    return found;
}

/* What is inside of e and has no value either, down to an operation on what has one, or to a
 * parameter that is a number. */
static expr find_innermost(const graph *g, expr e) {
    for (int i = 0; i < EXPR_ARGUMENTS;) {
        const expr inner = walk_next(g, e, i, WALK_ENTERS_CONSTANTS);
        const bool descends =
            has_no_value(g, inner) && expr_operation(g, inner) != EXPR_NUMBER;
        i = descends ? 0 : i + 1;
        e = descends ? inner : e;
    }
    return e;
}

static void print_operand(const struct model *m, expr e, bool by_name, char *text) {
    if (by_name && expr_operation(m->graph, e) == EXPR_PARAMETER) {
        snprintf(text, operand_room, "%s", m->parameter[expr_index(m->graph, e)]);
        return;
    }
    mpfr_t value;
    mpfr_init2(value, 53);
    if (expr_constant(m->graph, e, value) != PROBLEM_OK)
        mpfr_set_nan(value);
    mpfr_snprintf(text, operand_room, "%.6Rg", value);
    mpfr_clear(value);
}

static void print_operation(const struct model *m, expr e, bool by_name, char *text,
                            size_t size) {
    const enum expr_operation operation = expr_operation(m->graph, e);
    const char *name = expr_operation_name(operation);
    const int arity = expr_operation_arity(operation);
    char a[operand_room] = "", b[operand_room] = "";
    print_operand(m, arity > 0 ? expr_argument(m->graph, e, 0) : e, by_name, a);
    if (arity > 1)
        print_operand(m, expr_argument(m->graph, e, 1), by_name, b);
    const bool is_written_between =
        operation == EXPR_POW || (operation >= EXPR_ADD && operation <= EXPR_DIV);
    if (arity == 0)
        snprintf(text, size, "%s", a);
    else if (is_written_between)
        snprintf(text, size, "%s%s%s", a, name, b);
    else
        snprintf(text, size, "%s(%s%s%s)", name, a, arity > 1 ? ", " : "", b);
}

/* The constant as "g/l" and as " (9.81/0)", or "" where that is the same; false: there is none. */
static bool tell(const struct model *m, expr row, char named[constant_room],
                 char value[constant_room]) {
    char numbers[constant_room - 4];
    expr e = find_constant(m->graph, row);
    if (e == EXPR_NONE)
        return false;
    e = find_innermost(m->graph, e);
    print_operation(m, e, true, named, constant_room);
    print_operation(m, e, false, numbers, sizeof numbers);
    value[0] = '\0';
    if (strcmp(named, numbers) != 0)
        snprintf(value, constant_room, " (%s)", numbers);
    return true;
}

void model_tell_constant(const struct model *m, char *text, size_t size) {
    char named[constant_room], value[constant_room];
    text[0] = '\0';
    for (int row = 0; row < m->nq + m->nv + m->nz && text[0] == '\0'; row++)
        if (tell(m, row < m->nq ? m->position_rates[row] : m->free_rates[row - m->nq],
                 named, value))
            snprintf(text, size, "%s in %s'%s", named, m->state[row], value);
}

void model_tell_constant_in(const struct model *m, expr e, char *text, size_t size) {
    char named[constant_room], value[constant_room];
    text[0] = '\0';
    if (tell(m, e, named, value))
        snprintf(text, size, ": %s%s", named, value);
}
