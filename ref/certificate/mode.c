/* The equations of a mode: formulas without switching surfaces, and what has to be positive for
 * them to be the model's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/certificate.h"
#include "ref/certificate/claim.h"
#include "ref/model.h"

/* root[n + contacts] := what a mode's formulas are made of: F, then the gaps. */
static bool collect_roots(struct model *m, expr *root) {
    const int n = ref_state_size(m);
    if (model_field(m, root) != PROBLEM_OK)
        return false;
    for (int i = 0; i < m->contacts; i++)
        root[n + i] = m->contact[i].gap;
    return true;
}

int ref_certificate_places(struct model *m) {
    const int roots = ref_state_size(m) + m->contacts;
    expr *root = malloc(((size_t)roots + 1) * sizeof *root), *surface = NULL;
    int count = -1;
    if (root != NULL && collect_roots(m, root))
        count = expr_surfaces(m->graph, roots, root, &surface);
    free(surface);
    free(root);
    return count < 0 ? -1 : count + m->contacts;
}

static bool are_places(const struct claim_mode *mode, const struct model *m) {
    bool good = true;
    for (int k = 0; k < mode->surfaces && good; k++)
        good = mode->place[k] == 1 || mode->place[k] == -1;
    for (int i = 0; i < m->contacts && good; i++)
        good = mode->place[mode->surfaces + i] == REF_CONTACT_OPEN;
    return good;
}

static void add_watch(struct claim_mode *mode, expr value, int contact, int *place) {
    int i = 0;
    while (i < mode->watches && !(mode->watch[i] == value && mode->contact[i] == contact))
        i++;
    if (i == mode->watches) {
        mode->watch[i] = value;
        mode->contact[i] = contact;
        mode->watches++;
    }
    if (place != NULL)
        *place = i;
}

/* rate := d/dt of each watch where x' = F. False: no memory. */
static bool find_rates(struct claim_mode *mode, graph *g) {
    const int columns = 1 + mode->n;
    int *variable = calloc((size_t)columns, sizeof *variable);
    expr *slope = malloc((size_t)columns * sizeof *slope);
    const bool made = variable != NULL && slope != NULL;
    for (int j = 0; made && j < columns; j++)
        variable[j] = j;
    for (int i = 0; made && i < mode->watches; i++) {
        expr_gradient(g, mode->watch[i], columns, variable, slope);
        mode->rate[i] = slope[0];
        for (int j = 0; j < mode->n; j++)
            mode->rate[i] =
                expr_add(g, mode->rate[i], expr_mul(g, slope[1 + j], mode->field[j]));
    }
    free(slope);
    free(variable);
    return made && !graph_failed(g);
}

/* formula[count] on the sides of the mode; watches of the surfaces that decide them. */
static bool take_sides(struct claim_mode *mode, graph *g, int count, expr *formula,
                       const expr *surface) {
    expr *taken = malloc(((size_t)mode->surfaces + 1) * sizeof *taken);
    const struct expr_sides sides = {mode->surfaces, surface, mode->place, taken};
    const bool done = taken != NULL && expr_take_sides(g, count, formula, &sides);
    for (int k = 0; k < mode->surfaces && done; k++) {
        mode->watch_of[k] = -1;
        if (taken[k] != EXPR_NONE)
            add_watch(mode, mode->place[k] > 0 ? taken[k] : expr_neg(g, taken[k]), -1,
                      &mode->watch_of[k]);
    }
    free(taken);
    return done;
}

static enum ref_status allocate(struct claim_mode *mode, int places,
                                const signed char *place) {
    const size_t room = (size_t)places + 1;
    mode->watch = room_take(&mode->room, room, sizeof *mode->watch);
    mode->rate = room_take(&mode->room, room, sizeof *mode->rate);
    mode->contact = room_take(&mode->room, room, sizeof *mode->contact);
    mode->watch_of = room_take(&mode->room, room, sizeof *mode->watch_of);
    mode->place = room_take(&mode->room, room, 1);
    if (mode->room.is_short)
        return REF_NO_MEMORY;
    if (place != NULL)
        memcpy(mode->place, place, (size_t)places);
    return REF_OK;
}

static enum ref_status write_formulas(struct claim_mode *mode, struct model *m,
                                      const signed char *place) {
    const int count = mode->n + m->contacts;
    expr *surface = NULL;
    if (place != NULL)
        mode->surfaces = expr_surfaces(m->graph, count, mode->field, &surface);
    enum ref_status status = mode->surfaces >= 0
                                 ? allocate(mode, mode->surfaces + m->contacts, place)
                                 : REF_NO_MEMORY;
    if (status == REF_OK && place != NULL)
        status = !are_places(mode, m) ? REF_BAD_ARGUMENT
                 : take_sides(mode, m->graph, count, mode->field, surface)
                     ? REF_OK
                     : REF_NO_MEMORY;
    free(surface);
    for (int i = 0; i < m->contacts && status == REF_OK; i++)
        add_watch(mode, mode->field[mode->n + i], i, NULL);
    return status;
}

/* What closed contacts tell of x: a + b x_j = 0 with constants a and b. There F_j is zero, as a
 * formula, too: each motion of F in which x_j stays what it is is one of that field. */
static enum ref_status find_pins(struct claim_mode *mode,
                                 const struct crossing_scene *s) {
    mode->pin = room_take(&mode->room, (size_t)mode->stage->helds, sizeof *mode->pin);
    mode->root = room_take(&mode->room, (size_t)mode->stage->helds, sizeof *mode->root);
    if (mode->room.is_short)
        return REF_NO_MEMORY;
    for (int k = 0; k < mode->stage->helds; k++) {
        const int j =
            crossing_find_root(s, mode->stage->held[k], &mode->root[mode->pins]);
        if (j <= 0)
            continue;
        mode->pin[mode->pins++] = j - 1;
        mode->field[j - 1] = expr_integer(s->m->graph, 0);
    }
    return REF_OK;
}

/* The equations and watches of the scene's stage for the mode. */
static enum ref_status take_stage(struct claim_mode *mode, struct crossing_scene *s,
                                  const signed char *place) {
    mode->surfaces = s->surfaces;
    signed char *of_scene = calloc((size_t)s->places + 1, 1);
    enum ref_status status = allocate(mode, s->surfaces + 2 * s->m->contacts, NULL);
    if (of_scene == NULL || status != REF_OK) {
        free(of_scene);
        return REF_NO_MEMORY;
    }
    status = claim_places_read(s, place, of_scene)
                 ? crossing_stage_find(s, of_scene, &mode->stage)
                 : REF_BAD_ARGUMENT;
    free(of_scene);
    if (status != REF_OK)
        return status == REF_SINGULAR ? REF_BAD_ARGUMENT : status;
    memcpy(mode->place, place, (size_t)(s->surfaces + s->m->contacts));
    memcpy(mode->field, mode->stage->field, (size_t)mode->n * sizeof *mode->field);
    for (int i = 0; i < mode->stage->watches; i++) {
        const struct crossing_watch *w = &mode->stage->watch[i];
        mode->watch[i] = w->value;
        mode->contact[i] = w->kind == CROSSING_GAP ? w->index : -1;
    }
    mode->watches = mode->stage->watches;
    for (int k = 0; k < s->surfaces; k++)
        mode->watch_of[k] = mode->stage->watch_of[k];
    return find_pins(mode, s);
}

enum ref_status claim_mode_init(struct claim_mode *mode, struct model *m,
                                struct crossing_scene *scene, const signed char *place) {
    const int n = ref_state_size(m);
    *mode = (struct claim_mode){.n = n};
    mode->field = room_take(&mode->room, (size_t)(n + m->contacts), sizeof *mode->field);
    if (mode->room.is_short || !collect_roots(m, mode->field))
        return REF_NO_MEMORY;
    enum ref_status status = scene != NULL && place != NULL
                                 ? take_stage(mode, scene, place)
                                 : write_formulas(mode, m, place);
    if (status == REF_OK && !find_rates(mode, m->graph))
        status = REF_NO_MEMORY;
    if (place == NULL)
        mode->place = NULL;
    return status;
}

void claim_mode_clear(struct claim_mode *mode) {
    room_clear(&mode->room);
    *mode = (struct claim_mode){0};
}
