/* A replay's life: made and freed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <limits.h>
#include <stdlib.h>

#include "problems/model.h"
#include "ref/linear.h"

/* Every number of *r that stands alone. */
#define REPLAY_NUMBERS(r)                                                                \
    (r)->product, (r)->own.product, (r)->multiplier, (r)->end, (r)->size,                \
        (r)->last_size, (r)->theta, (r)->eta, (r)->tolerance, (r)->ratio, (r)->new_time, \
        (r)->half_step, (r)->middle, (r)->error, (r)->attempted, (r)->asked,             \
        (r)->adjusted, (r)->bound, (r)->minimum, (r)->target, (r)->step, (r)->limit,     \
        (r)->last, (r)->next, (r)->infinity, (r)->time, (r)->initial_step,               \
        (r)->largest_step, (r)->smallest_step, (r)->previous_step, (r)->ideal_step

/* Those in the precision of differences. */
#define REPLAY_ROUGH_NUMBERS(r)                                                          \
    (r)->rough.product, (r)->rounded.t, (r)->rounded.h, (r)->rounded.shift,              \
        (r)->rounded.divisor

static enum ref_status allocate_matrices(ref_replay *r) {
    int n = r->n;
    r->slope = room_numbers(&r->room, n * n, r->bits);
    r->derivative = room_numbers(&r->room, r->pattern.count, r->bits);
    r->element = room_numbers(&r->room, n * n, r->bits);
    r->residual = room_numbers(&r->room, n, r->bits);
    r->squares = room_numbers(&r->room, 4, r->bits);
    r->velocity = room_numbers(&r->room, r->nv, r->bits);
    r->position = room_numbers(&r->room, r->nq, r->bits);
    r->row = room_take(&r->room, (size_t)n, sizeof *r->row);
    r->exchange = room_take(&r->room, (size_t)n, sizeof *r->exchange);
    if (r->room.is_short)
        return REF_NO_MEMORY;
    if (r->nq == 0 || r->model->map_is_identity)
        return REF_OK;
    return ref_linear_alloc(&r->normal, r->nv, r->bits);
}

static enum ref_status allocate_states(ref_replay *r) {
    mpfr_t **const state[] = {&r->state,  &r->estimate,  &r->iterate, &r->previous,
                              &r->update, &r->large,     &r->half,    &r->small,
                              &r->guess,  &r->difference};
    for (size_t i = 0; i < sizeof state / sizeof *state; i++)
        *state[i] = room_numbers(&r->room, r->nx, r->bits);
    return r->room.is_short ? REF_NO_MEMORY : REF_OK;
}

static enum ref_status init_replay(ref_replay *r, struct model *m,
                                   const struct ref_replay_options *options) {
    r->model = m;
    r->nq = m->nq;
    r->nv = m->nv;
    r->nz = m->nz;
    r->nx = ref_state_size(m);
    r->first = options->method == REF_VELOCITY_IMPLICIT_EULER ? r->nq : 0;
    r->n = r->nx - r->first;
    mpfr_inits2(r->bits, REPLAY_NUMBERS(r), (mpfr_ptr)NULL);
    mpfr_inits2(r->difference_bits, REPLAY_ROUGH_NUMBERS(r), (mpfr_ptr)NULL);
    mpfr_set_inf(r->infinity, 1);
    enum ref_status status = ref_replay_take_options(r, options);
    if (status == REF_OK)
        status = ref_replay_init_system(r);
    if (status == REF_OK)
        status = ref_replay_init_differences(r);
    if (status == REF_OK)
        status = allocate_matrices(r);
    return status == REF_OK ? allocate_states(r) : status;
}

static bool precision_is_usable(mpfr_prec_t bits) {
    return bits >= REPLAY_MIN_BITS && ref_precision_is_usable(bits);
}

/* Whether the entries of an nx x nx matrix can be counted. */
static bool matrices_fit(int nx) {
    return nx <= INT_MAX / nx;
}

enum ref_status ref_replay_alloc(ref_replay **r, struct model *m,
                                 const struct ref_replay_options *options,
                                 mpfr_prec_t bits) {
    *r = NULL;
    mpfr_prec_t difference_bits =
        options->difference_bits == 0 ? bits : options->difference_bits;
    if (!precision_is_usable(bits) || !precision_is_usable(difference_bits) ||
        m->nv + m->nz < 1)
        return REF_BAD_ARGUMENT;
    ref_replay *replay =
        matrices_fit(ref_state_size(m)) ? calloc(1, sizeof *replay) : NULL;
    if (replay == NULL)
        return REF_NO_MEMORY;
    replay->bits = bits;
    replay->difference_bits = difference_bits;
    enum ref_status status = init_replay(replay, m, options);
    if (status == REF_OK)
        *r = replay;
    else
        ref_replay_free(replay);
    return status;
}

void ref_replay_free(ref_replay *r) {
    if (r == NULL)
        return;
    ref_linear_free(r->normal);
    room_clear(&r->rounded.room);
    ref_replay_clear_system(r);
    mpfr_clears(REPLAY_NUMBERS(r), (mpfr_ptr)NULL);
    mpfr_clears(REPLAY_ROUGH_NUMBERS(r), (mpfr_ptr)NULL);
    room_clear(&r->room);
    free(r->weights);
    free(r);
}
