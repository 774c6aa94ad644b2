/* The life of an enclosure: its parts, its start, its values, and going on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"
#include "ref/model.h"

#include <math.h>

#include "problems/model.h"

/* Shortest step: this much less than the span, in bits. A solution that is not smooth, or
 * ends, is approached by steps that are ever shorter. */
enum { LEAST_STEP_BITS = 48 };

static void make_numbers(struct enclosure *e) {
    e->center = enclosure_exact_alloc(e->n);
    e->start = room_mags(&e->room, e->n);
    e->tail = room_mags(&e->room, e->n);
    e->error = room_mags(&e->room, e->n);
    e->disturbed = room_mags(&e->room, e->n);
    e->rest = room_mags(&e->room, e->n);
    e->scratch = room_mags(&e->room, e->n);
    e->box = room_balls(&e->room, 1 + e->n);
    e->entry = room_balls(&e->room, e->system.pattern.count);
    e->value = room_balls(&e->room, e->n);
    arb_mat_init(e->map, e->n, e->n);
}

enum ref_status enclosure_init(struct enclosure *e, struct model *m, slong bits,
                               int order, enum eval_constants constants) {
    return enclosure_init_field(e, m, NULL, bits, ENCLOSURE_LOW_BITS, order, constants);
}

enum ref_status enclosure_init_field(struct enclosure *e, struct model *m,
                                     const expr *field, slong bits, slong low, int order,
                                     enum eval_constants constants) {
    *e = (struct enclosure){.n = ref_state_size(m)};
    arf_inits(e->time, e->step, e->least_step);
    mag_inits(e->length, e->driven, e->added);
    enum ref_status status =
        enclosure_system_init(&e->system, m, field, bits, low, order, constants);
    if (status != REF_OK)
        return status;
    make_numbers(e);
    enclosure_region_init(&e->region, &e->system);
    status = enclosure_polynomial_init(&e->polynomial, &e->system, constants);
    if (status == REF_OK)
        status = enclosure_comparison_init(&e->comparison, &e->system);
    if (status == REF_OK)
        status = enclosure_variation_init(&e->variation, &e->system, constants);
    if (status == REF_OK)
        status = enclosure_frame_init(&e->frame, e->n, low);
    return status;
}

void enclosure_clear(struct enclosure *e) {
    enclosure_frame_clear(&e->frame);
    enclosure_variation_clear(&e->variation);
    enclosure_comparison_clear(&e->comparison);
    enclosure_region_clear(&e->region);
    enclosure_polynomial_clear(&e->polynomial);
    if (e->center != NULL) {
        enclosure_exact_free(e->center, e->n);
        room_clear(&e->room);
        arb_mat_clear(e->map);
    }
    enclosure_system_clear(&e->system);
    arf_clears(e->time, e->step, e->least_step);
    mag_clears(e->length, e->driven, e->added);
}

/* The first weights: from J at the start, over the time in which F changes. */
static bool prepare_first_step(struct enclosure *e) {
    double largest = 1;
    arb_set_arf(e->box, e->time);
    for (int i = 0; i < e->n; i++)
        arb_set_arf(e->box + 1 + i, e->center + i);
    eval_arb_run(e->system.jacobian_box, e->box, e->entry);
    for (int k = 0; k < e->comparison.entries; k++) {
        if (!arb_is_finite(e->entry + k))
            return false;
        enclosure_comparison_slope(&e->comparison, k, e->entry + k, true);
        largest = fmax(largest, fabs(arf_get_d(e->comparison.slope + k, ARF_RND_NEAR)));
    }
    e->pace = 1 / fmin(largest, 0x1p300);
    e->boldness = 1;
    e->longest = INFINITY;
    enclosure_comparison_weigh(&e->comparison, e->pace);
    return true;
}

enum ref_status enclosure_resume(struct enclosure *e) {
    return prepare_first_step(e) ? REF_OK : REF_NOT_FINITE;
}

/* shift_i := r |F_i| in the box; whether all are finite. */
static bool find_shifts(struct enclosure *e, mag_ptr shift, const mag_t r) {
    bool finite = true;
    eval_arb_run(e->system.field_box, e->box, e->value);
    for (int i = 0; i < e->n; i++) {
        finite = finite && arb_is_finite(e->value + i);
        arb_get_mag(shift + i, e->value + i);
        mag_mul(shift + i, shift + i, r);
    }
    return finite;
}

/* The start at a time that is no binary fraction, somewhere in the ball box_0, r long: `start`
 * grows by what the state is off at any other time of the ball, as its lower end, from which the
 * solution is followed. While it is off by less than w it is off by r |F_i| at most, F's bound
 * that on w; where that is less than w in all components it cannot get farther. False: it is not,
 * or F has no bound there. */
static bool begin_within(struct enclosure *e) {
    enum { SPARE_BITS = 4 };
    mag_ptr shift = _mag_vec_init(e->n), most = _mag_vec_init(e->n);
    mag_t r;
    mag_init(r);
    mag_mul_2exp_si(r, arb_radref(e->box), 1);
    for (int i = 0; i < e->n; i++) {
        arb_set_arf(e->box + 1 + i, e->center + i);
        arb_add_error_mag(e->box + 1 + i, e->start + i);
    }
    bool holds = find_shifts(e, most, r);
    for (int i = 0; i < e->n; i++) {
        mag_mul_2exp_si(most + i, most + i, SPARE_BITS);
        mag_add(most + i, most + i, r);
        arb_add_error_mag(e->box + 1 + i, most + i);
    }
    holds = holds && find_shifts(e, shift, r);
    for (int i = 0; i < e->n; i++) {
        holds = holds && mag_cmp(shift + i, most + i) < 0;
        mag_add(e->start + i, e->start + i, shift + i);
    }
    mag_clear(r);
    _mag_vec_clear(most, e->n);
    _mag_vec_clear(shift, e->n);
    return holds;
}

enum ref_status enclosure_begin(struct enclosure *e, const arf_t end,
                                enum eval_constants constants) {
    const struct model *m = e->system.m;
    arb_t x;
    arb_init(x);
    enum problem_status status =
        eval_arb_constant(m->graph, m->span_begin, e->system.bits, constants, x);
    const bool applies =
        status == PROBLEM_OK && arb_is_finite(x) && (arb_is_exact(x) || m->contacts == 0);
    arb_get_lbound_arf(e->time, x, 2 * e->system.bits);
    arb_set(e->box, x);
    for (int i = 0; i < e->n && status == PROBLEM_OK; i++) {
        status = eval_arb_constant(m->graph, m->initial[i], e->system.bits, constants, x);
        if (status == PROBLEM_OK && !arb_is_finite(x))
            status = PROBLEM_NOT_FINITE;
        arf_set(e->center + i, arb_midref(x));
        mag_set(e->start + i, arb_radref(x));
    }
    arb_clear(x);
    if (status != PROBLEM_OK)
        return status == PROBLEM_NOT_FINITE ? REF_NOT_FINITE
                                            : ref_from_problem_status(status);
    if (!applies || !(arb_is_exact(e->box) || begin_within(e)))
        return REF_NOT_APPLICABLE;
    for (int i = 0; i < e->n; i++)
        mag_max(e->added, e->added, e->start + i);
    arf_sub(e->least_step, end, e->time, ENCLOSURE_LOW_BITS, ARF_RND_NEAR);
    arf_mul_2exp_si(e->least_step, e->least_step, -LEAST_STEP_BITS);
    enclosure_frame_box(&e->frame, e->start);
    e->has_moved = false;
    return REF_OK;
}

enum ref_status enclosure_start(struct enclosure *e, const arf_t end,
                                enum eval_constants constants) {
    enum ref_status status = enclosure_begin(e, end, constants);
    return status == REF_OK ? enclosure_resume(e) : status;
}

void enclosure_value(arb_ptr x, struct enclosure *e, const arf_t s) {
    arb_t tau;
    arb_init(tau);
    arb_set_arf(tau, s);
    enclosure_polynomial_at(x, &e->polynomial, tau, e->system.bits);
    enclosure_variation_at(e->map, &e->variation, tau);
    arb_mat_mul(e->map, e->map, e->frame.a, e->frame.bits);
    enclosure_frame_hull(e->scratch, &e->frame, e->map);
    for (int i = 0; i < e->n; i++) {
        arb_add_error_mag(x + i, e->scratch + i);
        arb_add_error_mag(x + i, e->rest + i);
    }
    arb_clear(tau);
}

/* x(time + h) is in P(h) + V~(h) A [-r, r] + rest; P(h), a ball, is its midpoint and more
 * rest. */
void enclosure_advance(struct enclosure *e) {
    mag_t rounding;
    arb_t tau;
    mag_init(rounding);
    arb_init(tau);
    arb_set_arf(tau, e->step);
    enclosure_polynomial_at(e->value, &e->polynomial, tau, e->system.bits);
    for (int i = 0; i < e->n; i++) {
        arf_set(e->center + i, arb_midref(e->value + i));
        mag_add(e->rest + i, e->rest + i, arb_radref(e->value + i));
        mag_max(rounding, rounding, arb_radref(e->value + i));
        mag_max(rounding, rounding, e->disturbed + i);
    }
    mag_add(e->added, e->added, rounding);
    mag_add(e->added, e->added, e->driven);
    enclosure_variation_at(e->map, &e->variation, tau);
    enclosure_frame_map(&e->frame, e->map, e->rest);
    arf_add(e->time, e->time, e->step, ARF_PREC_EXACT, ARF_RND_NEAR);
    e->has_moved = true;
    arb_clear(tau);
    mag_clear(rounding);
}
