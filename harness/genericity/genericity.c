/* A component is judged in this order: what its ball at the start says, at two precisions;
 * where that contains zero, whether it vanishes by structure; else what its balls at random
 * states near the start say. That a ball contains zero at 1024 bits proves nothing, and
 * errs on the side of care: such a component counts as zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/genericity/genericity.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/genericity/differentials.h"
#include "harness/genericity/structure.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/readers/eval_arb.h"

enum {
    LOW_BITS = 128,
    HIGH_BITS = 1024,
    RANDOM_BITS = 256,
    RANDOM_STATES = 8,
    MOST_TRIES = 40,          /* states where the field is not defined are drawn again */
    TRIES_AT_ONE_DISTANCE = 6 /* of which one half is farther out */
};

/* Where nothing tells how large a component is. */
static const double USUAL_SIZE = 1;

static const char *const names[] = {
    [GENERIC_NONZERO] = "nonzero",
    [GENERIC_AT_START] = "zero-at-start",
    [GENERIC_UNDECIDED] = "undecided",
    [GENERIC_VANISHES] = "vanishes",
    [GENERIC_IDENTICALLY] = "identically-zero",
};

const char *generic_name(enum generic kind) {
    return names[kind];
}

struct judging {
    struct genericity *g;
    struct model *model;
    bool *zero; /* by structure */
    uint64_t seed;
    arb_ptr start, state; /* (t | x) */
};

static enum generic *component(struct genericity *g, int tree, int i) {
    return &g->component[tree * g->nx + i];
}

static enum problem_status find_start(struct judging *j, slong bits) {
    struct model *m = j->model;
    enum problem_status status =
        eval_arb_constant(m->graph, m->span_begin, bits, EVAL_EXACT_CONSTANTS, j->start);
    for (int i = 0; i < j->g->nx && status == PROBLEM_OK; i++)
        status = eval_arb_constant(m->graph, m->initial[i], bits, EVAL_EXACT_CONSTANTS,
                                   j->start + 1 + i);
    return status;
}

/* What a ball at the start says of a component that is not known to be nonzero. */
static enum generic judge_ball(const struct judging *j, arb_srcptr ball, int place) {
    if (j->zero[place])
        return GENERIC_IDENTICALLY;
    if (!arb_is_finite(ball))
        return GENERIC_UNDECIDED;
    return arb_contains_zero(ball) ? GENERIC_VANISHES : GENERIC_NONZERO;
}

static void note_size(struct genericity *g, int tree, arb_srcptr ball) {
    double size = fabs(arf_get_d(arb_midref(ball), ARF_RND_NEAR));
    if (arb_is_finite(ball))
        g->size[tree] = fmax(g->size[tree], size);
}

static void judge_start(struct judging *j, const struct differentials *d) {
    struct genericity *g = j->g;
    for (int t = 0; t < COLOURED_TREES; t++) {
        g->size[t] = 0;
        for (int i = 0; i < g->nx; i++) {
            arb_srcptr ball = differentials_value(d, t, i);
            *component(g, t, i) = judge_ball(j, ball, t * g->nx + i);
            note_size(g, t, ball);
        }
    }
}

static bool has_any(const struct genericity *g, enum generic kind) {
    bool any = false;
    for (int k = 0; k < COLOURED_TREES * g->nx && !any; k++)
        any = g->component[k] == kind;
    return any;
}

/* At the start, with more bits where fewer leave something open. */
static enum problem_status look_at_start(struct judging *j) {
    static const slong ladder[] = {LOW_BITS, HIGH_BITS};
    enum problem_status status = PROBLEM_OK;
    bool open = true;
    for (int k = 0; k < 2 && status == PROBLEM_OK && open; k++) {
        struct differentials *d;
        status = differentials_alloc(&d, j->model, j->g->list, ladder[k]);
        if (status == PROBLEM_OK)
            status = find_start(j, ladder[k]);
        if (status == PROBLEM_OK) {
            differentials_run(d, j->start);
            judge_start(j, d);
            open = has_any(j->g, GENERIC_VANISHES) || has_any(j->g, GENERIC_UNDECIDED);
        }
        differentials_free(d);
    }
    return status;
}

/* A number between -1 and 1 (Knuth's MMIX generator). */
static double draw(struct judging *j) {
    j->seed = j->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ldexp((double)(j->seed >> 33), -30) - 1;
}

/* The size of component i, or, where that is zero, of the largest of its group. */
static double size_near(const struct judging *j, int i) {
    enum group group = structure_group(j->model, i);
    double size = 0, start = fabs(arf_get_d(arb_midref(j->start + 1 + i), ARF_RND_NEAR));
    for (int k = 0; k < j->g->nx && !(start > 0); k++)
        if (structure_group(j->model, k) == group)
            size =
                fmax(size, fabs(arf_get_d(arb_midref(j->start + 1 + k), ARF_RND_NEAR)));
    return start > 0 ? start : size > 0 ? size : USUAL_SIZE;
}

/* A state within `distance` of the start, in units of the sizes of its components, at a time
 * as near to the beginning in units of the span. */
static void draw_state(struct judging *j, double distance) {
    double begin, end, span = USUAL_SIZE;
    if (expr_constant_double(j->model->graph, j->model->span_begin, &begin) ==
            PROBLEM_OK &&
        expr_constant_double(j->model->graph, j->model->span_end, &end) == PROBLEM_OK)
        span = end - begin;
    arb_set_d(j->state, distance * span * fabs(draw(j)));
    for (int i = 0; i < j->g->nx; i++)
        arb_set_d(j->state + 1 + i, distance * size_near(j, i) * draw(j));
    _arb_vec_add(j->state, j->state, j->start, 1 + j->g->nx, RANDOM_BITS);
    for (int i = 0; i <= j->g->nx; i++)
        mag_zero(arb_radref(j->state + i)); /* any state will do, but one */
}

/* Whether the differentials are defined there, kinks included. */
static bool is_defined(const struct judging *j, const struct differentials *d) {
    bool defined = true;
    for (int t = 0; t < COLOURED_TREES && defined; t++)
        for (int i = 0; i < j->g->nx && defined; i++)
            defined = arb_is_finite(differentials_value(d, t, i)) != 0;
    return defined;
}

static void judge_random(struct judging *j, const struct differentials *d) {
    struct genericity *g = j->g;
    for (int t = 0; t < COLOURED_TREES; t++)
        for (int i = 0; i < g->nx; i++)
            if (*component(g, t, i) == GENERIC_VANISHES &&
                !arb_contains_zero(differentials_value(d, t, i)))
                *component(g, t, i) = GENERIC_AT_START;
}

static enum problem_status look_at_random(struct judging *j) {
    struct differentials *d;
    enum problem_status status =
        differentials_alloc(&d, j->model, j->g->list, RANDOM_BITS);
    if (status != PROBLEM_OK)
        return status;
    double distance = 0.5, farther = 16; /* so that other sides of kinks are seen */
    for (int k = 1; k <= MOST_TRIES && j->g->states < RANDOM_STATES &&
                    has_any(j->g, GENERIC_VANISHES);
         k++) {
        draw_state(j, k % 2 == 0 ? farther * distance : distance);
        differentials_run(d, j->state);
        if (is_defined(j, d)) {
            judge_random(j, d);
            j->g->states++;
        } else if (k % TRIES_AT_ONE_DISTANCE == 0) {
            distance /= 4;
        }
    }
    differentials_free(d);
    return status;
}

/* The best that is known of any component of the root's group. */
static void sum_up(struct genericity *g, const struct model *m) {
    for (int t = 0; t < COLOURED_TREES; t++) {
        g->verdict[t] = GENERIC_IDENTICALLY;
        for (int i = 0; i < g->nx; i++)
            if (structure_group(m, i) == g->list[t].root &&
                *component(g, t, i) < g->verdict[t])
                g->verdict[t] = *component(g, t, i);
    }
}

static enum problem_status judge(struct judging *j) {
    enum problem_status status = structure_zeros(j->model, j->g->list, j->zero);
    if (status == PROBLEM_OK)
        status = look_at_start(j);
    if (status == PROBLEM_OK)
        status = look_at_random(j);
    if (status == PROBLEM_OK)
        sum_up(j->g, j->model);
    return status;
}

int genericity_find(struct genericity *g, struct model *m, unsigned long seed,
                    struct diagnostic *d) {
    *g = (struct genericity){.nx = m->nq + m->nv + m->nz};
    size_t places = (size_t)COLOURED_TREES * (size_t)g->nx + 1;
    struct judging j = {.g = g, .model = m, .seed = seed};
    enum problem_status status = PROBLEM_NO_MEMORY;
    coloured_list(g->list);
    g->component = calloc(places, sizeof *g->component);
    j.zero = calloc(places, sizeof *j.zero);
    j.start = _arb_vec_init(1 + g->nx);
    j.state = _arb_vec_init(1 + g->nx);
    if (g->component != NULL && j.zero != NULL)
        status = judge(&j);
    _arb_vec_clear(j.start, 1 + g->nx);
    _arb_vec_clear(j.state, 1 + g->nx);
    free(j.zero);
    return status == PROBLEM_OK
               ? 0
               : message_set(d, "%s: %s", m->name, problem_status_text(status));
}

void genericity_clear(struct genericity *g) {
    free(g->component);
    *g = (struct genericity){.nx = 0};
}
