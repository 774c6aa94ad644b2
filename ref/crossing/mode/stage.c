/* One mode: equations, watches, programs and the enclosure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"
#include "ref/model.h"

/* The surface's watch of this value; stage->watches: there is none so far. */
static int find_watch(const struct crossing_stage *stage, expr value) {
    int i = 0;
    while (i < stage->watches &&
           (stage->watch[i].kind != CROSSING_SURFACE || stage->watch[i].value != value))
        i++;
    return i;
}

/* Watches of the surfaces that still decide something. */
static bool watch_surfaces(const struct crossing_scene *s, struct crossing_stage *stage,
                           const expr *taken) {
    graph *g = s->m->graph;
    for (int k = 0; k < s->surfaces; k++) {
        stage->watch_of[k] = -1;
        const expr decides = taken[k] != EXPR_NONE
                                 ? taken[k]
                                 : crossing_straddle_decides(stage->straddle, k);
        if (decides == EXPR_NONE || abs(stage->mode[k]) == CROSSING_STRADDLED)
            continue;
        expr value = stage->mode[k] > 0 ? decides : expr_neg(g, decides);
        const int i = find_watch(stage, value);
        stage->watch_of[k] = i;
        if (i == stage->watches)
            stage->watch[stage->watches++] =
                (struct crossing_watch){CROSSING_SURFACE, k, value, EXPR_NONE};
    }
    return !graph_failed(g);
}

/* The i-th formula of a stage: its field, its contacts' watches, what is held, forces. */
static expr *formula_of(struct crossing_stage *stage, int i) {
    if (i < stage->n)
        return &stage->field[i];
    i -= stage->n;
    if (i < stage->watches)
        return &stage->watch[i].value;
    i -= stage->watches;
    return i < stage->helds ? &stage->held[i] : &stage->force[i - stage->helds];
}

/* All formulas := on the sides of the mode. */
static bool take_sides(const struct crossing_scene *s, struct crossing_stage *stage) {
    const int count = s->n + stage->watches + stage->helds + s->rows.contact_rows;
    expr *taken = malloc(((size_t)s->surfaces + 1) * sizeof *taken);
    expr *all = malloc(((size_t)count + 1) * sizeof *all);
    const struct expr_sides sides = {s->surfaces, s->surface, stage->mode, taken};
    bool done = taken != NULL && all != NULL;
    for (int i = 0; i < count && done; i++)
        all[i] = *formula_of(stage, i);
    done = done && expr_take_sides(s->m->graph, count, all, &sides);
    for (int i = 0; i < count && done; i++)
        *formula_of(stage, i) = all[i];
    done = done && watch_surfaces(s, stage, taken);
    free(all);
    free(taken);
    return done;
}

/* Whether the motion is that of the model's own rates. */
static bool is_free(const struct crossing_scene *s, const struct crossing_stage *stage) {
    bool open = s->m->contacts == 0 || s->m->joints == 0 || s->m->reduced;
    for (int i = 0; i < s->m->contacts; i++)
        open = open && !crossing_takes_force(stage->mode[s->surfaces + 2 * i]);
    return open;
}

/* x' = 0; what is open stays so. Forces, where they are asked for: if rows of what is closed,
 * all sticking, are independent, they are unique. */
static enum ref_status write_rest(const struct crossing_scene *s,
                                  struct crossing_stage *stage) {
    stage->determined = true;
    enum ref_status status =
        s->task->beside != NULL ? crossing_reduce(s, stage) : REF_SINGULAR;
    stage->determined = stage->determined && status == REF_OK;
    stage->watches = 0;
    for (int i = 0; i < s->n; i++)
        stage->field[i] = expr_integer(s->m->graph, 0);
    return status == REF_SINGULAR ? REF_OK : status;
}

static enum ref_status write_equations(const struct crossing_scene *s,
                                       struct crossing_stage *stage) {
    enum ref_status status = REF_OK;
    for (int k = 0; k < s->rows.contact_rows; k++)
        stage->force[k] = expr_integer(s->m->graph, 0);
    stage->determined = !s->rests && s->group == NULL;
    if (s->rests) {
        status = write_rest(s, stage);
    } else if (!is_free(s, stage)) {
        status = crossing_reduce(s, stage);
    } else {
        if (model_field(s->m, stage->field) != PROBLEM_OK)
            return REF_NO_MEMORY;
        for (int i = 0; i < s->m->contacts; i++) {
            if (stage->mode[s->surfaces + 2 * i] == CROSSING_JOINED)
                continue;
            stage->watch[stage->watches++] =
                (struct crossing_watch){CROSSING_GAP, i, s->m->contact[i].gap, EXPR_NONE};
        }
    }
    crossing_hold(s, stage);
    if (status == REF_OK)
        status = crossing_straddle_init(s, stage);
    if (status == REF_OK && !take_sides(s, stage))
        status = REF_NO_MEMORY;
    return status;
}

/* The programs of the watches, of their derivatives, and of the motion with them. */
static bool make_programs(const struct crossing_scene *s, struct crossing_stage *stage) {
    const int n = s->n, watches = stage->watches, columns = 1 + n;
    expr *out = malloc(((size_t)watches * (size_t)columns + (size_t)n + 1) * sizeof *out);
    int *variable = calloc((size_t)columns, sizeof *variable);
    bool made = out != NULL && variable != NULL;
    for (int j = 0; j < columns && made; j++)
        variable[j] = j;
    for (int i = 0; i < watches && made; i++)
        out[i] = stage->watch[i].value;
    if (made)
        stage->values = model_program(s->m, watches, out);
    for (int i = 0; i < watches && made; i++) {
        expr_gradient(s->m->graph, stage->watch[i].value, columns, variable,
                      out + i * columns);
        made = crossing_may_go_on(s) == REF_OK;
    }
    if (made && !graph_failed(s->m->graph))
        stage->slopes = model_program(s->m, watches * columns, out);
    for (int i = 0; i < n + watches && made; i++)
        out[i] = i < n ? stage->field[i] : stage->watch[i - n].value;
    if (made)
        stage->motion = model_program(s->m, n + watches, out);
    free(variable);
    free(out);
    return stage->values != NULL && stage->slopes != NULL && stage->motion != NULL;
}

static enum ref_status make_readers(const struct crossing_scene *s,
                                    struct crossing_stage *stage) {
    const graph *g = s->m->graph;
    const enum eval_constants constants = s->task->options->constants;
    enum problem_status status =
        eval_arb_alloc(&stage->value, g, stage->values, s->bits, constants);
    if (status == PROBLEM_OK)
        status = eval_arb_alloc(&stage->slope, g, stage->slopes, s->low, constants);
    if (status == PROBLEM_OK)
        status = eval_arb_jet_alloc(&stage->probe, g, stage->motion, s->low,
                                    CROSSING_PROBED_ORDER, constants);
    return ref_from_problem_status(status);
}

enum ref_status crossing_stage_enter(const struct crossing_scene *s,
                                     struct crossing_stage *stage) {
    const enum eval_constants constants = s->task->options->constants;
    struct expr_matrix jacobian;
    if (stage->entered)
        return REF_OK;
    if (model_jacobian(s->m, s->n, stage->field, 1, s->n, &jacobian) != PROBLEM_OK)
        return REF_NO_MEMORY;
    expr_matrix_clear(&jacobian);
    enum ref_status status = crossing_may_go_on(s);
    if (status != REF_OK)
        return status;
    stage->entered = true;
    status = enclosure_tail_init(&stage->tail, s->m->graph, stage->values, s->low,
                                 s->order, constants);
    if (status == REF_OK)
        status = enclosure_init_field(&stage->e, s->m, stage->field, s->bits, s->low,
                                      s->order, constants);
    stage->e.goal = s->goal;
    stage->e.from_one = s->task->counting == ENCLOSURE_FROM_ONE;
    stage->e.options = stage->e.variation.options = s->task->options;
    return status == REF_OK && s->straddles ? crossing_straddle_enter(s, stage) : status;
}

static enum ref_status fill(const struct crossing_scene *s, struct crossing_stage *stage,
                            const signed char *mode) {
    stage->n = s->n;
    stage->places = s->places;
    stage->low = s->low;
    stage->mode = room_take(&stage->room, (size_t)s->places, 1);
    stage->field = room_take(&stage->room, (size_t)s->n, sizeof *stage->field);
    stage->watch = room_take(&stage->room, (size_t)s->places, sizeof *stage->watch);
    stage->lead = room_take(&stage->room, (size_t)s->places, sizeof *stage->lead);
    stage->held = room_take(&stage->room, (size_t)s->places + (size_t)s->rows.count,
                            sizeof *stage->held);
    stage->force =
        room_take(&stage->room, (size_t)s->rows.contact_rows, sizeof *stage->force);
    stage->watch_of =
        room_take(&stage->room, (size_t)s->surfaces, sizeof *stage->watch_of);
    stage->box = room_balls(&stage->room, 1 + s->n);
    stage->point = room_balls(&stage->room, 1 + s->n);
    stage->watched = room_balls(&stage->room, s->places + 1);
    if (stage->room.is_short)
        return REF_NO_MEMORY;
    memcpy(stage->mode, mode, (size_t)s->places);
    enum ref_status status = write_equations(s, stage);
    if (status == REF_OK)
        status = crossing_may_go_on(s);
    if (status == REF_OK && !make_programs(s, stage)) {
        status = crossing_may_go_on(s);
        status = status == REF_OK ? REF_NO_MEMORY : status;
    }
    return status == REF_OK ? make_readers(s, stage) : status;
}

enum ref_status crossing_stage_find(struct crossing_scene *s, const signed char *mode,
                                    struct crossing_stage **stage) {
    for (*stage = s->first; *stage != NULL; *stage = (*stage)->next)
        if (memcmp((*stage)->mode, mode, (size_t)s->places) == 0)
            return REF_OK;
    *stage = calloc(1, sizeof **stage);
    if (*stage == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = fill(s, *stage, mode);
    if (status == REF_OK) {
        (*stage)->next = s->first;
        s->first = *stage;
        return REF_OK;
    }
    crossing_stage_free(*stage);
    *stage = NULL;
    return status;
}

void crossing_stage_free(struct crossing_stage *stage) {
    if (stage == NULL)
        return;
    if (stage->entered) {
        enclosure_tail_clear(&stage->tail);
        enclosure_clear(&stage->e);
    }
    crossing_straddle_free(stage->straddle);
    eval_arb_free(stage->value);
    eval_arb_free(stage->slope);
    eval_arb_jet_free(stage->probe);
    program_free(stage->values);
    program_free(stage->slopes);
    program_free(stage->motion);
    room_clear(&stage->room);
    free(stage->alike);
    free(stage);
}
