/* Flattening expressions into a program. The order of the instructions is that of a
 * depth-first walk from the outputs, so that values are used soon after they are made.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/program.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/graph.h"
#include "problems/graph/walk.h"

/* A variable and the input slot that holds it. */
struct input {
    int variable, slot;
};

static int compare_inputs(const void *a, const void *b) {
    int x = ((const struct input *)a)->variable, y = ((const struct input *)b)->variable;
    return (x > y) - (x < y);
}

static struct input *sort_inputs(int inputs, const int *variable) {
    struct input *sorted = malloc((size_t)(inputs + 1) * sizeof *sorted);
    if (!sorted)
        return NULL;
    for (int i = 0; i < inputs; i++)
        sorted[i] = (struct input){variable[i], i};
    qsort(sorted, (size_t)inputs, sizeof *sorted, compare_inputs);
    return sorted;
}

static int find_input(int inputs, const struct input *sorted, int variable) {
    struct input wanted = {variable, -1};
    const struct input *found = inputs == 0 ? NULL
                                            : bsearch(&wanted, sorted, (size_t)inputs,
                                                      sizeof *sorted, compare_inputs);
    return found ? found->slot : -1;
}

static void count_nodes(struct program *p, const graph *g, const struct walk *w) {
    for (int i = 0; i < w->count; i++) {
        if (expr_is_constant(g, w->node[i]))
            p->constants++;
        else if (expr_operation(g, w->node[i]) != EXPR_VARIABLE)
            p->length++;
        p->switches += !expr_is_constant(g, w->node[i]) &&
                       expr_operation(g, w->node[i]) == EXPR_SELECT;
    }
}

/* An array of count elements, at least one, so that NULL always means failure. */
static void *allocate(int count, size_t element) {
    return calloc((size_t)count + 1, element);
}

static bool allocate_arrays(struct program *p) {
    p->constant = allocate(p->constants, sizeof *p->constant);
    p->code = allocate(p->length, sizeof *p->code);
    p->output = allocate(p->outputs, sizeof *p->output);
    p->switching = allocate(p->switches, sizeof *p->switching);
    return p->constant && p->code && p->output && p->switching;
}

static int argument_slot(const graph *g, const struct walk *w, const int *slot, expr e,
                         int i) {
    expr a = expr_argument(g, e, i);
    return a == EXPR_NONE ? -1 : slot[walk_place(w, a)];
}

/* Fills code, constants and switches, and slot[i] of each node of the walk. */
static bool fill_code(struct program *p, const graph *g, const struct walk *w,
                      const struct input *sorted, int *slot) {
    int constants = 0, length = 0, switches = 0;
    for (int i = 0; i < w->count; i++) {
        expr e = w->node[i];
        enum expr_operation operation = expr_operation(g, e);
        if (expr_is_constant(g, e)) {
            slot[i] = p->inputs + constants;
            p->constant[constants++] = e;
        } else if (operation == EXPR_VARIABLE) {
            slot[i] = find_input(p->inputs, sorted, expr_index(g, e));
            if (slot[i] < 0)
                return false;
        } else {
            if (operation == EXPR_SELECT)
                p->switching[switches++] = length;
            slot[i] = p->inputs + p->constants + length;
            p->code[length++] = (struct instruction){
                operation, argument_slot(g, w, slot, e, 0),
                argument_slot(g, w, slot, e, 1), argument_slot(g, w, slot, e, 2)};
        }
    }
    return true;
}

static bool flatten(struct program *p, const graph *g, const struct walk *w,
                    const int *variable, const expr *output) {
    count_nodes(p, g, w);
    struct input *sorted = sort_inputs(p->inputs, variable);
    int *slot = malloc((size_t)(w->count + 1) * sizeof *slot);
    bool done = sorted && slot && allocate_arrays(p) && fill_code(p, g, w, sorted, slot);
    for (int i = 0; i < p->outputs && done; i++)
        p->output[i] = slot[walk_place(w, output[i])];
    free(sorted);
    free(slot);
    return done;
}

struct program *program_alloc(const graph *g, int inputs, const int *variable,
                              int outputs, const expr *output) {
    for (int i = 0; i < outputs; i++)
        if (output[i] == EXPR_NONE)
            return NULL;
    struct program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->inputs = inputs;
    p->outputs = outputs;
    struct walk w = {0};
    if (walk_collect(&w, g, outputs, output, WALK_CONSTANTS_ARE_LEAVES) != PROBLEM_OK ||
        !flatten(p, g, &w, variable, output)) {
        program_free(p);
        p = NULL;
    }
    walk_clear(&w);
    return p;
}

void program_free(struct program *p) {
    if (!p)
        return;
    free(p->constant);
    free(p->code);
    free(p->output);
    free(p->switching);
    free(p);
}

int program_slots(const struct program *p) {
    return p->inputs + p->constants + p->length;
}
