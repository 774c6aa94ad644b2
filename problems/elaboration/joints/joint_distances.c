/* Which joints are independent, taken in order: those whose pivot in
 * S = G M^-1 G^T = L D L^T is not zero. Row i of L solves
 *
 *     sum_{k <= j} L_jk x_k = S_ij,   L_ij = x_j/d_j,   d_i = S_ii - sum_j L_ij x_j
 *
 * over the independent j < i, in balls. d_i is the square of the distance, in the metric of
 * M^-1, of row i of G from the space of those before it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/degree_queue.h"
#include "problems/elaboration/joints/joints.h"
#include "problems/elaboration/start.h"

/* A column of L below the diagonal. */
struct column {
    int count, capacity;
    int *row;    /* increasing (size count) */
    int *number; /* places in numeric.value (size count) */
};

struct numeric {
    struct elaboration *e;
    int n;
    const struct expr_matrix *product;
    arb_ptr entry;         /* of the product (size product->count) */
    arb_ptr x, pivot;      /* by joint (size n) */
    struct column *column; /* (size n) */
    int numbers, capacity;
    arb_t *value;             /* entries of L (size numbers) */
    struct degree_queue next; /* columns of the row in hand that have an x */
    bool *independent;        /* (size n) */
    bool *waits;              /* whether a joint is there (size n) */
    int *passed;              /* columns of the row in hand that are done (size n) */
    long updates;
};

static bool start_numeric(struct numeric *s) {
    size_t size = (size_t)s->n + 1;
    s->entry = start_alloc(s->product->count);
    s->x = start_alloc(s->n);
    s->pivot = start_alloc(s->n);
    s->column = calloc(size, sizeof *s->column);
    s->waits = calloc(size, sizeof *s->waits);
    s->passed = calloc(size, sizeof *s->passed);
    return s->entry && s->x && s->pivot && s->column && s->waits && s->passed;
}

static void clear_numeric(struct numeric *s) {
    start_free(s->entry, s->product->count);
    start_free(s->x, s->n);
    start_free(s->pivot, s->n);
    for (int i = 0; i < s->n && s->column; i++) {
        free(s->column[i].row);
        free(s->column[i].number);
    }
    free(s->column);
    for (int i = 0; i < s->numbers; i++)
        arb_clear(s->value[i]);
    free(s->value);
    free(s->next.heap);
    free(s->waits);
    free(s->passed);
}

/* x_k := x_k + term, a column that has to be passed. */
static bool wait_for(struct numeric *s, int k) {
    if (s->waits[k])
        return true;
    s->waits[k] = true;
    arb_zero(s->x + k);
    return degree_queue_push(&s->next, (struct degree){0, k});
}

/* Sets x to row i of S, and the pivot to its diagonal; the entries begin at *place. */
static bool take_row(struct numeric *s, int i, int *place) {
    const struct expr_matrix *S = s->product;
    arb_zero(s->pivot + i);
    for (; *place < S->count && S->row[*place] == i; ++*place) {
        int j = S->column[*place];
        if (j == i)
            arb_set(s->pivot + i, s->entry + *place);
        else if (s->independent[j]) {
            if (!wait_for(s, j))
                return false;
            arb_set(s->x + j, s->entry + *place);
        }
    }
    return true;
}

/* Takes column j out of the x_k behind it. */
static bool subtract_column(struct numeric *s, int j) {
    const struct column *c = &s->column[j];
    for (int a = 0; a < c->count; a++) {
        s->updates--;
        if (!wait_for(s, c->row[a]))
            return false;
        arb_submul(s->x + c->row[a], s->value[c->number[a]], s->x + j, START_BITS);
    }
    return true;
}

/* Solves for row i of L; the columns that have an entry are in s->passed. */
static bool solve_row(struct numeric *s, int i, int *passed) {
    arb_t l;
    arb_init(l);
    bool done = true;
    *passed = 0;
    while (s->next.count > 0 && done) {
        int j = degree_queue_pop(&s->next).row;
        s->waits[j] = false;
        s->passed[(*passed)++] = j;
        done = subtract_column(s, j);
        arb_div(l, s->x + j, s->pivot + j, START_BITS);
        arb_submul(s->pivot + i, l, s->x + j, START_BITS);
        arb_set(s->x + j, l);
    }
    arb_clear(l);
    return done;
}

static bool keep_entry(struct numeric *s, int i, int j) {
    struct column *c = &s->column[j];
    int rows = c->capacity;
    int *row = array_grow(c->row, &rows, c->count + 1, sizeof *row);
    if (!row)
        return false;
    c->row = row;
    int *number = array_grow(c->number, &c->capacity, c->count + 1, sizeof *number);
    if (!number)
        return false;
    c->number = number;
    arb_t *value = array_grow(s->value, &s->capacity, s->numbers + 1, sizeof *value);
    if (!value)
        return false;
    s->value = value;
    arb_init(s->value[s->numbers]);
    arb_set(s->value[s->numbers], s->x + j);
    c->row[c->count] = i;
    c->number[c->count++] = s->numbers++;
    return true;
}

/* A pivot against the diagonal that it has come from; 0 where it cannot be told from 0. */
static double find_distance(arb_srcptr pivot, arb_srcptr diagonal) {
    if (!arb_is_positive(pivot))
        return 0;
    arb_t ratio;
    arb_init(ratio);
    arb_div(ratio, pivot, diagonal, START_BITS);
    double distance = arf_get_d(arb_midref(ratio), ARF_RND_NEAR);
    arb_clear(ratio);
    return distance;
}

/* Joint i, whose row begins at *place. */
static bool take_joint(struct numeric *s, int i, int *place, double nothing,
                       double *distance) {
    int passed = 0;
    arb_t diagonal;
    arb_init(diagonal);
    bool done = take_row(s, i, place);
    arb_set(diagonal, s->pivot + i);
    done = done && solve_row(s, i, &passed);
    *distance = done ? find_distance(s->pivot + i, diagonal) : 0;
    arb_clear(diagonal);
    if (nothing >= 0)
        s->independent[i] = *distance > nothing;
    for (int k = 0; k < passed && s->independent[i] && done; k++)
        done = keep_entry(s, i, s->passed[k]);
    return done;
}

static bool are_finite(arb_srcptr ball, int count) {
    for (int i = 0; i < count; i++)
        if (!arb_is_finite(ball + i))
            return false;
    return true;
}

bool joint_distances(struct elaboration *e, const struct expr_matrix *product,
                     arb_srcptr in, double nothing, bool *independent, double *distance,
                     bool *fits) {
    struct numeric s = {.e = e,
                        .n = e->model->joints,
                        .product = product,
                        .independent = independent,
                        .updates = JOINT_UPDATES};
    int place = 0;
    bool done = start_numeric(&s) || elaborate_fail_memory(e);
    done = done && start_balls_at(e, in, product->count, product->entry,
                                  e->joint[0].offset, s.entry);
    *fits = done && are_finite(s.entry, product->count);
    for (int i = 0; i < s.n && done && *fits; i++) {
        done =
            take_joint(&s, i, &place, nothing, &distance[i]) || elaborate_fail_memory(e);
        *fits = s.updates >= 0;
    }
    clear_numeric(&s);
    return done;
}
