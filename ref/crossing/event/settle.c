/* The mode in which a motion begins: the sides of the surfaces at the start, or, of those on
 * which it stands exactly, the sides to which it goes. Where the equations jump a motion might go
 * to the other side as well (x' = sign x from 0); so every other choice of these sides is to be
 * contradicted, by a watch that begins to fall.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/crossing/crossing.h"
#include "ref/truth.h"

/* Values of the watches at the start. */
static void look(struct crossing_stage *stage) {
    const struct enclosure *e = &stage->e;
    arb_set_arf(stage->point, e->time);
    for (int i = 0; i < stage->n; i++) {
        arb_set_arf(stage->point + 1 + i, e->center + i);
        arb_add_error_mag(stage->point + 1 + i, e->start + i);
    }
    eval_arb_run(stage->value, stage->point, stage->watched);
}

/* The stage of a mode, its enclosure at the start. */
static enum ref_status begin_in(struct crossing_scene *s, const arf_t end,
                                const signed char *mode, struct crossing_stage **stage) {
    enum ref_status status = crossing_stage_find(s, mode, stage);
    if (status == REF_OK)
        status = crossing_stage_enter(s, *stage);
    if (status == REF_OK)
        status = enclosure_begin(&(*stage)->e, end, s->task->options->constants);
    if (status == REF_OK && s->low > ENCLOSURE_LOW_BITS)
        arf_mul_2exp_si((*stage)->e.least_step, (*stage)->e.least_step, -s->goal / 2);
    if (status == REF_OK)
        look(*stage);
    return status;
}

/* The other side of every surface whose watch is negative; whether there is one. */
static bool turn_negative(const struct crossing_scene *s,
                          const struct crossing_stage *stage, signed char *mode) {
    bool turned = false;
    for (int i = 0; i < stage->watches; i++)
        if (stage->watch[i].kind == CROSSING_SURFACE &&
            arb_is_negative(stage->watched + i)) {
            crossing_turn(s, stage, i, mode);
            turned = true;
        }
    return turned;
}

/* The order in which a watch leaves zero, and to which side; 0: not known. */
static int find_lead(const struct crossing_stage *stage, int i, int *sign) {
    arb_srcptr c = crossing_probe_watch(stage, i);
    for (int k = 1; k <= CROSSING_PROBED_ORDER; k++) {
        *sign = arb_is_positive(c + k) ? 1 : arb_is_negative(c + k) ? -1 : 0;
        if (*sign != 0)
            return k;
        if (!arb_is_zero(c + k))
            return 0;
    }
    return 0;
}

/* For surfaces on which the motion stands: *turned where it goes to the other side. */
static enum ref_status leave(const struct crossing_scene *s, struct crossing_stage *stage,
                             signed char *mode, bool *turned) {
    *turned = false;
    crossing_probe(stage, stage->point, CROSSING_PROBED_ORDER);
    for (int i = 0; i < stage->watches; i++) {
        int sign;
        stage->lead[i] = 0;
        if (arb_is_positive(stage->watched + i) ||
            stage->watch[i].kind != CROSSING_SURFACE)
            continue;
        if (!arb_is_zero(stage->watched + i))
            return REF_NOT_SMOOTH;
        stage->lead[i] = find_lead(stage, i, &sign);
        if (stage->lead[i] == 0)
            return REF_TANGENT_KINK;
        if (sign < 0) {
            crossing_turn(s, stage, i, mode);
            *turned = true;
        }
    }
    return REF_OK;
}

static enum ref_status try_mode(struct crossing_scene *s, const arf_t end,
                                signed char *mode, struct crossing_stage **stage,
                                bool *turned) {
    enum ref_status status = begin_in(s, end, mode, stage);
    if (status != REF_OK)
        return status;
    *turned = turn_negative(s, *stage, mode);
    return *turned ? REF_OK : leave(s, *stage, mode, turned);
}

/* Contacts are taken to be open. */
static void take_any(const struct crossing_scene *s, signed char *mode) {
    for (int k = 0; k < s->places; k++)
        mode[k] = k >= s->surfaces && (k - s->surfaces) % 2 == 1 ? 0 : 1;
    for (int i = 0; i < s->m->contacts && s->group != NULL; i++)
        if (s->group[i] != i)
            mode[s->surfaces + 2 * i] = CROSSING_JOINED;
}

/* The sides of the surfaces. */
static enum ref_status find_sides(struct crossing_scene *s, const arf_t end,
                                  signed char *mode, struct crossing_stage **stage) {
    take_any(s, mode);
    bool turned = true;
    enum ref_status status = REF_OK;
    for (int trial = 0; trial < 2 * s->surfaces + 2 && turned && status == REF_OK;
         trial++)
        status = try_mode(s, end, mode, stage, &turned);
    return status == REF_OK && turned ? REF_TANGENT_KINK : status; /* to and fro */
}

enum ref_status crossing_begin_anywhere(struct crossing_scene *s, const arf_t end,
                                        signed char *mode,
                                        struct crossing_stage **stage) {
    take_any(s, mode);
    enum ref_status status;
    int trial = 0;
    do
        status = begin_in(s, end, mode, stage);
    while (status == REF_OK && turn_negative(s, *stage, mode) && trial++ <= s->surfaces);
    return status;
}

/* Surfaces on which a motion may begin, for all choices of their sides are looked at. */
enum { MOST_STANDING = 6 };

/* REF_OK: no motion goes on in the stage, a watch is zero and its first coefficient that is not
 * is negative. REF_EITHER_SIDE: one does, each of these is positive. All watches that are zero
 * have to be so in `begun`, too. */
static enum ref_status contradict(const struct crossing_stage *begun,
                                  struct crossing_stage *stage) {
    enum ref_status status = REF_EITHER_SIDE;
    crossing_probe(stage, stage->point, CROSSING_PROBED_ORDER);
    for (int i = 0; i < stage->watches && status != REF_OK; i++) {
        int sign = 0;
        const struct crossing_watch *w = &stage->watch[i];
        if (w->kind != CROSSING_SURFACE || arb_is_positive(stage->watched + i))
            continue;
        const int same = begun->watch_of[w->index];
        if (same < 0 || begun->lead[same] == 0 || find_lead(stage, i, &sign) == 0)
            status = REF_TANGENT_KINK;
        else if (sign < 0)
            status = REF_OK;
    }
    return status;
}

/* The same for the other sides of those watches of `begun` that are in the set. */
static enum ref_status try_others(struct crossing_scene *s, const arf_t end,
                                  const struct crossing_stage *begun, const int *standing,
                                  unsigned set, signed char *mode) {
    struct crossing_stage *stage;
    memcpy(mode, begun->mode, (size_t)s->places);
    for (int k = 0; set >> k != 0; k++)
        if (set >> k & 1)
            crossing_turn(s, begun, standing[k], mode);
    for (int trial = 0; trial <= s->surfaces; trial++) {
        enum ref_status status = begin_in(s, end, mode, &stage);
        if (status != REF_OK)
            return status;
        if (!turn_negative(s, stage, mode))
            return contradict(begun, stage);
    }
    return REF_TANGENT_KINK;
}

/* Whether the stage's sides are the only ones in which a motion goes on. */
static enum ref_status is_only(struct crossing_scene *s, const arf_t end,
                               const struct crossing_stage *stage, signed char *mode) {
    int standing[MOST_STANDING], count = 0;
    enum ref_status status = REF_OK;
    for (int i = 0; i < stage->watches; i++) {
        if (stage->lead[i] == 0)
            continue;
        if (count == MOST_STANDING)
            return REF_TOGETHER;
        standing[count++] = i;
    }
    for (unsigned set = 1; set < 1u << count && status == REF_OK; set++)
        status = try_others(s, end, stage, standing, set, mode);
    return status;
}

enum ref_status crossing_settle(struct crossing_scene *s, const arf_t end,
                                struct crossing_stage **stage) {
    signed char *mode = malloc((size_t)s->places + 1);
    if (mode == NULL)
        return REF_NO_MEMORY;
    s->rests = s->m->contacts > 0 && s->group == NULL && crossing_rests(s, mode);
    enum ref_status status =
        s->rests ? begin_in(s, end, mode, stage) : find_sides(s, end, mode, stage);
    if (status == REF_OK && !s->rests)
        status = is_only(s, end, *stage, mode);
    if (status == REF_OK && s->m->contacts > 0 && !s->rests)
        status = crossing_touch_down(s, stage);
    free(mode);
    return status;
}
