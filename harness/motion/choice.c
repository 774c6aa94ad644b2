/* The curves of a model's `path` statements, or a choice by what the states are:
 *
 *     positions x, y (or x[i], y[i])     the way in the plane
 *     one degree of freedom              velocity against position
 *     two states, neither q nor v        one against the other
 *     q' = v                             positions over time
 *     q' = N(q) v                        velocities over time
 *     else                               states over time, each by its own size
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/motion/choice.h"

#include <stdio.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"

/* The name of a state without its index: "x" of "x[3]"; length in *length. */
static const char *base_of(const struct model *m, int state, size_t *length) {
    *length = strcspn(m->state[state], "[");
    return m->state[state];
}

static struct choice_curve *add_curve(struct choice *c, expr x, expr y) {
    if (c->count == CHOICE_MOST_CURVES) {
        c->left_out++;
        return NULL;
    }
    struct choice_curve *curve = &c->curve[c->count++];
    *curve = (struct choice_curve){.x = x, .y = y};
    return curve;
}

static expr state_expr(struct model *m, int i) {
    return expr_variable(m->graph, 1 + i);
}

static void add_over_time(struct choice *c, struct model *m, int state, bool relative) {
    struct choice_curve *curve =
        add_curve(c, expr_variable(m->graph, 0), state_expr(m, state));
    if (curve == NULL)
        return;
    curve->is_over_time = true;
    curve->is_relative = relative;
    snprintf(curve->name, sizeof curve->name, "%s", m->state[state]);
}

static bool is_time(const struct model *m, expr e) {
    return expr_operation(m->graph, e) == EXPR_VARIABLE && expr_index(m->graph, e) == 0;
}

/* The state that an expression is; -1: it is none. */
static int state_of(const struct model *m, expr e) {
    return expr_operation(m->graph, e) == EXPR_VARIABLE ? expr_index(m->graph, e) - 1
                                                        : -1;
}

/* label := the name that all curves' x (or y) share when they are states; else "". */
static void find_label(const struct choice *c, const struct model *m, bool of_y,
                       char *label) {
    size_t length = 0;
    const char *first = NULL;
    for (int i = 0; i < c->count; i++) {
        const struct choice_curve *curve = &c->curve[i];
        size_t base_length = 0;
        int state = curve->is_over_time ? -1 : state_of(m, of_y ? curve->y : curve->x);
        if (curve->is_over_time)
            continue;
        const char *base = state < 0 ? NULL : base_of(m, state, &base_length);
        if (base == NULL || (first != NULL && (base_length != length ||
                                               strncmp(base, first, length) != 0)))
            return;
        first = base;
        length = base_length;
    }
    if (first != NULL)
        snprintf(label, CHOICE_NAME_ROOM, "%.*s", (int)length, first);
}

/* How many curves of a kind there are, and how many have the name of the first. */
static int count_kind(const struct choice *c, bool over_time, int *same,
                      const char **name) {
    int count = 0;
    *same = 0;
    *name = "";
    for (int i = 0; i < c->count; i++) {
        if (c->curve[i].is_over_time != over_time)
            continue;
        *name = count++ == 0 ? c->curve[i].name : *name;
        *same += strcmp(c->curve[i].name, *name) == 0;
    }
    return count;
}

/* Whether no curve in the plane shows a state against one of another kind (a velocity
 * against a position), or states that are neither. */
static bool is_of_places(const struct choice *c, const struct model *m) {
    for (int i = 0; i < c->count; i++) {
        int x = state_of(m, c->curve[i].x), y = state_of(m, c->curve[i].y);
        if (!c->curve[i].is_over_time && x >= 0 && y >= 0 && (x >= m->nq || y >= m->nq))
            return false;
    }
    return true;
}

/* Numbers the curves of a kind whose name others have, too. */
static void number_names(struct choice *c, bool over_time) {
    bool is_shared[CHOICE_MOST_CURVES] = {false};
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->count; k++)
            is_shared[i] |= k != i && c->curve[k].is_over_time == over_time &&
                            strcmp(c->curve[k].name, c->curve[i].name) == 0;
    for (int i = 0, next = 0; i < c->count; i++) {
        struct choice_curve *curve = &c->curve[i];
        if (curve->is_over_time != over_time || !is_shared[i])
            continue;
        char name[CHOICE_NAME_ROOM];
        snprintf(name, sizeof name, "%d %.40s", ++next, curve->name);
        strcpy(curve->name, name);
    }
}

/* Curves that all share a name are numbered; the name is then that of the axis, or of
 * nothing. The same name stays for one curve alone in the plane, and goes to the axis over
 * time. */
static void tell_apart(struct choice *c, bool over_time) {
    int same;
    const char *first;
    char name[CHOICE_NAME_ROOM];
    int count = count_kind(c, over_time, &same, &first), number = 0;
    snprintf(name, sizeof name, "%s", first);
    if (over_time && same == count)
        snprintf(c->time_up, sizeof c->time_up, "%s", name);
    if (same != count)
        number_names(c, over_time);
    for (int i = 0; i < c->count && same == count; i++) {
        struct choice_curve *curve = &c->curve[i];
        if (curve->is_over_time != over_time)
            continue;
        if (count > 1)
            snprintf(curve->name, sizeof curve->name, "%d", ++number);
        else if (over_time)
            curve->name[0] = '\0';
    }
}

static void choose_paths(struct choice *c, struct model *m) {
    for (int i = 0; i < m->paths; i++) {
        const struct path *path = &m->drawn[i];
        struct choice_curve *curve = add_curve(c, path->x, path->y);
        if (curve == NULL)
            continue;
        curve->is_over_time = is_time(m, path->x);
        snprintf(curve->name, sizeof curve->name, "%s", path->name);
        if (path->name[0] == '\0' && curve->is_over_time && state_of(m, path->y) >= 0)
            snprintf(curve->name, sizeof curve->name, "%s",
                     m->state[state_of(m, path->y)]);
    }
}

/* The position called y (y[i]) where `state` is called x (x[i]); -1: there is none. */
static int find_partner(const struct model *m, int state) {
    if (m->state[state][0] != 'x' ||
        (m->state[state][1] != '\0' && m->state[state][1] != '['))
        return -1;
    for (int i = 0; i < m->nq; i++)
        if (m->state[i][0] == 'y' && strcmp(m->state[i] + 1, m->state[state] + 1) == 0)
            return i;
    return -1;
}

static void choose_places(struct choice *c, struct model *m) {
    for (int i = 0; i < m->nq && m->map_is_identity; i++)
        if (find_partner(m, i) >= 0)
            add_curve(c, state_expr(m, i), state_expr(m, find_partner(m, i)));
}

static void choose_by_states(struct choice *c, struct model *m) {
    bool one = m->nq == 1 && m->nv == 1, two = m->nq + m->nv == 0 && m->nz == 2;
    if (one || two) {
        add_curve(c, state_expr(m, 0), state_expr(m, 1));
        return;
    }
    int first = m->nq == 0 ? 0 : m->map_is_identity ? 0 : m->nq;
    int count = m->nq == 0 ? m->nv + m->nz : m->map_is_identity ? m->nq : m->nv;
    for (int i = first; i < first + count; i++)
        add_over_time(c, m, i, m->nq == 0 && count > 1);
}

void choice_make(struct choice *c, struct model *m) {
    *c = (struct choice){.count = 0};
    choose_paths(c, m);
    if (c->count == 0)
        choose_places(c, m);
    if (c->count == 0)
        choose_by_states(c, m);
    find_label(c, m, false, c->across);
    find_label(c, m, true, c->up);
    c->is_place = is_of_places(c, m);
    tell_apart(c, false);
    tell_apart(c, true);
}
