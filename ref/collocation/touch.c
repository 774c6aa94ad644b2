/* Storage for the ways through contacts (touch_cross.c): one model and one method for
 * each select that needs it, made when it does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/collocation/touch.h"
#include "ref/model.h"

#include <stdlib.h>

#include "problems/program/program.h"

enum ref_status ref_touch_alloc(struct ref_touch **touch, struct model *m,
                                const struct program *field, mpfr_prec_t bits,
                                enum eval_constants constants) {
    *touch = NULL;
    struct ref_touch *t = calloc(1, sizeof *t);
    if (t == NULL)
        return REF_NO_MEMORY;
    *t = (struct ref_touch){
        .m = m, .bits = bits, .constants = constants, .switches = field->switches};
    size_t count = (size_t)t->switches + 1;
    t->rough = room_take(&t->room, count, sizeof *t->rough);
    t->model = room_take(&t->room, count, sizeof *t->model);
    t->march = room_take(&t->room, count, sizeof *t->march);
    t->side = room_take(&t->room, count, sizeof *t->side);
    t->wait = room_take(&t->room, count, sizeof *t->wait);
    t->until = room_numbers(&t->room, t->switches, ref_stages_bits(bits));
    t->saved = room_numbers(&t->room, ref_state_size(m) + 1, ref_stages_bits(bits));
    if (t->room.is_short || ref_touch_find_rough(m->graph, field, t->rough) != REF_OK) {
        ref_touch_free(t);
        return REF_NO_MEMORY;
    }
    *touch = t;
    return REF_OK;
}

static void free_one(struct ref_touch *t, int i) {
    if (t->march[i] != NULL)
        ref_march_clear(t->march[i]);
    free(t->march[i]);
    ref_touch_model_clear(&t->model[i]);
    t->march[i] = NULL;
    t->model[i] = (struct ref_touch_model){.rate = NULL};
    t->side[i] = 0;
}

void ref_touch_free(struct ref_touch *t) {
    if (t == NULL)
        return;
    if (t->model != NULL && t->march != NULL && t->side != NULL)
        for (int i = 0; i < t->switches; i++)
            free_one(t, i);
    room_clear(&t->room);
    free(t);
}

enum ref_status ref_touch_prepare(struct ref_touch *t, int i, int side) {
    if (t->side[i] == side)
        return REF_OK;
    free_one(t, i);
    enum ref_status status = ref_touch_model_init(&t->model[i], t->m, i, side);
    if (status == REF_OK)
        t->march[i] = calloc(1, sizeof *t->march[i]);
    if (status == REF_OK && t->march[i] == NULL)
        status = REF_NO_MEMORY;
    if (status == REF_OK)
        status = ref_march_alloc(t->march[i], &t->model[i].model, t->bits, t->constants);
    if (status == REF_OK)
        t->side[i] = (signed char)side;
    return status;
}

bool ref_touch_marched(const struct ref_touch *t, double *since) {
    *since = t->since;
    return t->marched;
}
