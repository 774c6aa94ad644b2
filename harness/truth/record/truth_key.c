/* What a truth is a truth of, as a text: the nodes that matter, each with a number, in the order
 * in which a walk from the roots leaves them, so that other nodes in the graph do not show.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/truth/record/truth_key.h"

#include "problems/base/arena.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

enum { most_arguments = 3 };

/* Tags that decide which way is tried first (ref/truth/best.c). */
static const char *const deciding_tags[] = {"stiff", "oscillatory"};

struct walk {
    const graph *graph;
    FILE *out;
    uint64_t *shape; /* of each node (size graph_size) */
    int *number;     /* of each node in the text, from 1; 0: not yet (size graph_size) */
    int count;
    expr *stack;
    int depth, room;
};

uint64_t truth_hash(const char *text) {
    const uint64_t offset = 0xcbf29ce484222325u, prime = 0x100000001b3u;
    uint64_t hash = offset;
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++)
        hash = (hash ^ *c) * prime;
    return hash;
}

/* No node is pushed more often than it is used: more than that is a circle. */
static int push(struct walk *w, expr e) {
    if (w->depth / most_arguments > graph_size(w->graph))
        return -1;
    expr *larger = array_grow(w->stack, &w->room, w->depth + 1, sizeof *larger);
    if (larger == NULL)
        return -1;
    w->stack = larger;
    w->stack[w->depth++] = e;
    return 0;
}

/* The i-th node that e depends on: an argument, or the value of a parameter. The graph has the
 * terms of a sum and the factors of a product in either order, which changes no bit of the
 * result; here their shapes decide. */
static expr part(const struct walk *w, expr e, int i) {
    enum expr_operation operation = expr_operation(w->graph, e);
    if (operation == EXPR_PARAMETER)
        return i == 0 ? graph_parameter(w->graph, expr_index(w->graph, e)) : EXPR_NONE;
    if (i >= expr_operation_arity(operation))
        return EXPR_NONE;
    bool swapped =
        (operation == EXPR_ADD || operation == EXPR_MUL) &&
        w->shape[expr_argument(w->graph, e, 0)] > w->shape[expr_argument(w->graph, e, 1)];
    return expr_argument(w->graph, e, swapped ? 1 - i : i);
}

static uint64_t stir(uint64_t a, uint64_t b) {
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t mixed = (a ^ b) * odd;
    return (mixed ^ mixed >> 29) * odd;
}

/* A number for what a node is made of, whatever the order of terms and factors; arguments stand
 * before their users. */
static uint64_t find_shape(const struct walk *w, expr e) {
    enum expr_operation operation = expr_operation(w->graph, e);
    uint64_t shape = stir((uint64_t)operation, 1), arguments = 0;
    if (operation == EXPR_NUMBER) {
        mpq_srcptr value = expr_value(w->graph, e);
        arguments = stir(mpz_get_ui(mpq_numref(value)), mpz_get_ui(mpq_denref(value)));
        arguments += (uint64_t)(mpq_sgn(value) + 1);
    } else if (operation == EXPR_VARIABLE) {
        arguments = (uint64_t)expr_index(w->graph, e);
    } else if (operation == EXPR_PARAMETER) {
        expr value = graph_parameter(w->graph, expr_index(w->graph, e));
        arguments = value != EXPR_NONE && value < e ? w->shape[value] : 0;
    }
    bool ordered = operation != EXPR_ADD && operation != EXPR_MUL;
    for (int i = 0; i < expr_operation_arity(operation); i++) {
        uint64_t one = w->shape[expr_argument(w->graph, e, i)];
        arguments += ordered ? stir(one, (uint64_t)i + 2) : stir(one, 2);
    }
    return stir(shape, arguments);
}

static void write_node(struct walk *w, expr e) {
    enum expr_operation operation = expr_operation(w->graph, e);
    w->number[e] = ++w->count;
    if (operation == EXPR_NUMBER) {
        gmp_fprintf(w->out, "%Qx", expr_value(w->graph, e));
    } else if (operation == EXPR_VARIABLE) {
        fprintf(w->out, "x%d", expr_index(w->graph, e));
    } else {
        fputs(operation == EXPR_PARAMETER ? "=" : expr_operation_name(operation), w->out);
    }
    for (int i = 0; i < most_arguments; i++)
        if (part(w, e, i) != EXPR_NONE)
            fprintf(w->out, " %d", w->number[part(w, e, i)]);
    fputc('\n', w->out);
}

/* Writes a root and all that it depends on, arguments before their users. */
static int write_root(struct walk *w, expr root) {
    int failed = root == EXPR_NONE || push(w, root);
    while (w->depth > 0 && !failed) {
        expr e = w->stack[w->depth - 1];
        int before = w->depth;
        for (int i = most_arguments - 1; i >= 0 && w->number[e] == 0; i--)
            if (part(w, e, i) != EXPR_NONE && w->number[part(w, e, i)] == 0)
                failed |= push(w, part(w, e, i));
        if (w->depth > before)
            continue;
        if (w->number[e] == 0)
            write_node(w, e);
        w->depth--;
    }
    return failed;
}

static int write_roots(struct walk *w, const char *what, int count, const expr *root) {
    int failed = 0;
    for (int i = 0; i < count && !failed; i++)
        failed = write_root(w, root[i]);
    fprintf(w->out, "%s", what);
    for (int i = 0; i < count && !failed; i++)
        fprintf(w->out, " %d", w->number[root[i]]);
    fputc('\n', w->out);
    return failed;
}

static int write_contact(struct walk *w, const struct contact *c) {
    const expr laws[] = {c->restitution, c->static_friction, c->dynamic_friction,
                         c->viscous_friction};
    return write_roots(w, "contact", 1, &c->gap) ||
           write_roots(w, "slides", c->slides, c->slide) ||
           write_roots(w, "laws", sizeof laws / sizeof *laws, laws);
}

static int write_model(struct walk *w, const struct model *m, const expr *field) {
    int nx = m->nq + m->nv + m->nz;
    int failed = write_roots(w, "rates", nx, field) ||
                 write_roots(w, "start", nx, m->initial) ||
                 write_roots(w, "begin", 1, &m->span_begin);
    for (int i = 0; i < m->joints && !failed; i++)
        failed = write_roots(w, "joint", 1, &m->joint[i].residual);
    for (int i = 0; i < m->contacts && !failed; i++)
        failed = write_contact(w, &m->contact[i]);
    for (int i = 0; i < m->invariants && !failed; i++)
        failed = write_roots(w, "invariant", 1, &m->invariant[i].value);
    if (m->solution != NULL && !failed)
        failed = write_roots(w, "solution", nx, m->solution);
    for (int i = 0; i < m->tags; i++)
        for (size_t k = 0; k < sizeof deciding_tags / sizeof *deciding_tags; k++)
            if (strcmp(m->tag[i], deciding_tags[k]) == 0)
                fprintf(w->out, "%s\n", m->tag[i]);
    return failed;
}

/* Writes to a stream in memory. */
static int write_text(struct model *m, expr *field, FILE *out) {
    if (field == NULL || model_field(m, field) != PROBLEM_OK)
        return -1;
    struct walk w = {.graph = m->graph, .out = out};
    int size = graph_size(m->graph);
    w.number = calloc((size_t)size + 1, sizeof *w.number);
    w.shape = calloc((size_t)size + 1, sizeof *w.shape);
    int failed = w.number == NULL || w.shape == NULL;
    for (expr e = 0; e < size && !failed; e++)
        w.shape[e] = find_shape(&w, e);
    failed = failed || write_model(&w, m, field);
    free(w.shape);
    free(w.number);
    free(w.stack);
    return failed;
}

char *truth_key(struct model *m) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    expr *field = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *field);
    int failed = write_text(m, field, out) || ferror(out);
    free(field);
    if (fclose(out) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}
