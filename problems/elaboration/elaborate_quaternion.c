/* Quaternions: four positions, of length 1 at the start, whose length the map keeps,
 *
 *     sum_i q_i q_i' = 0   for all q and v
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/elaboration/start.h"
#include "problems/graph/expr.h"
#include "problems/readers/vanishing.h"

/* As that of joints: starts have few digits. The work of a test at random points counts as so
 * many terms. */
static const double LENGTH_LIMIT = 1e-6;
enum { TEST_WORK = 20000 };

static bool take_positions(struct elaboration *e) {
    size_t positions = (size_t)e->model->nq + 1;
    if (!e->of_quaternion)
        e->of_quaternion = calloc(positions, sizeof *e->of_quaternion);
    return e->of_quaternion || elaborate_fail_memory(e);
}

/* The position that a member names, which belongs to no quaternion yet. */
static int find_position(struct elaboration *e, const struct target *target) {
    const struct declared_state *state = elaborate_state(e, target, "position");
    if (!state)
        return -1;
    if (state->kind != STATE_POSITION) {
        elaborate_fail(e, target->offset,
                       "expected the name of a position, but '%s' is a %s", state->name,
                       state->kind == STATE_VELOCITY ? "velocity" : "state");
        return -1;
    }
    if (e->of_quaternion[state->component]) {
        elaborate_fail(e, target->offset, "'%s' belongs to a quaternion already",
                       state->name);
        return -1;
    }
    e->of_quaternion[state->component] = true;
    return state->component;
}

static bool keep_quaternion(struct elaboration *e, const struct quaternion *q) {
    struct model *m = e->model;
    struct quaternion *grown = array_grow(m->quaternion, &e->quaternion_capacity,
                                          m->quaternions + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    m->quaternion = grown;
    m->quaternion[m->quaternions++] = *q;
    return e->status == PROBLEM_OK;
}

static bool add_quaternion(struct elaboration *e, void *context) {
    struct statement *s = context;
    struct quaternion q = {0};
    struct key k;
    if (!elaborate_key(e, &k, &s->target) ||
        !elaborate_take_name(e, &e->quaternion_names, &k, s->target.offset))
        return false;
    const struct statement *member = s->body;
    for (int i = 0; i < QUATERNION_SIZE; i++, member = member->next) {
        q.position[i] = find_position(e, &member->target);
        if (q.position[i] < 0)
            return false;
    }
    q.name = elaborate_name(e, &k);
    return keep_quaternion(e, &q);
}

bool elaborate_quaternion(struct elaboration *e, struct statement *s) {
    return take_positions(e) && elaborate_loops(e, s->clauses, add_quaternion, s);
}

/* The name is one that keys_add gives no other: bodies have names of their own. */
bool elaborate_add_quaternion(struct elaboration *e, const char *name,
                              const int position[QUATERNION_SIZE], int offset) {
    struct quaternion q = {.name = arena_text(e->model->texts, name, strlen(name))};
    struct key k = {.atom = -1 - e->model->quaternions};
    if (!q.name || !take_positions(e) || !keys_add(&e->quaternion_names, &k, offset))
        return elaborate_fail_memory(e);
    for (int i = 0; i < QUATERNION_SIZE; i++) {
        q.position[i] = position[i];
        e->of_quaternion[position[i]] = true;
    }
    return keep_quaternion(e, &q);
}

/* Sum of the products of the members with others, or of their squares. */
static expr scalar_product(const struct model *m, const struct quaternion *q,
                           const expr *other) {
    graph *g = m->graph;
    expr sum = expr_integer(g, 0);
    for (int i = 0; i < QUATERNION_SIZE; i++) {
        expr member = expr_variable(g, 1 + q->position[i]);
        expr factor = other ? other[q->position[i]] : member;
        sum = expr_add(g, sum, expr_mul(g, member, factor));
    }
    return sum;
}

static bool check_map(struct elaboration *e, const struct quaternion *q, int offset) {
    const struct model *m = e->model;
    expr growth = scalar_product(m, q, m->position_rates);
    bool zero = false;
    if (!elaborate_spend(e, TEST_WORK, offset))
        return false;
    enum problem_status status = expr_vanish(m->graph, 1, &growth, &zero);
    if (status == PROBLEM_NO_MEMORY)
        return elaborate_fail_memory(e);
    return zero || elaborate_fail(e, offset,
                                  "the rates of quaternion '%s' do not keep its length: "
                                  "w*w' + x*x' + y*y' + z*z' is not zero",
                                  q->name);
}

static bool check_length(struct elaboration *e, const struct quaternion *q, int offset,
                         arb_srcptr square) {
    double length = sqrt(arf_get_d(arb_midref(square), ARF_RND_NEAR));
    bool is_unit = arb_is_finite(square) && fabs(length - 1) <= LENGTH_LIMIT;
    return is_unit || elaborate_fail(e, offset,
                                     "quaternion '%s' has the length %.6g at the start "
                                     "rather than 1",
                                     q->name, length);
}

bool elaborate_quaternions(struct elaboration *e) {
    const struct model *m = e->model;
    const int count = m->quaternions, *offset = e->quaternion_names.value;
    if (count == 0)
        return true;
    expr *square = malloc((size_t)count * sizeof *square);
    arb_ptr ball = start_alloc(count);
    bool fine = square && ball;
    for (int i = 0; i < count && fine; i++)
        square[i] = scalar_product(m, &m->quaternion[i], NULL);
    fine =
        fine ? start_balls(e, count, square, offset[0], ball) : elaborate_fail_memory(e);
    for (int i = 0; i < count && fine; i++)
        fine = check_length(e, &m->quaternion[i], offset[i], ball + i) &&
               check_map(e, &m->quaternion[i], offset[i]);
    free(square);
    start_free(ball, count);
    return fine;
}
