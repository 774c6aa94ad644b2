/* A certificate made: steps that can be proved, and some of the sets between them.
 *
 * Terms are kept to 2^-goal, as the enclosure's were; where what is proved from there is not inside
 * the enclosure's balls, the goal is raised by as many bits as that lacked.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/certificate/make.h"
#include "ref/crossing/run/way.h"
#include "ref/model.h"

enum {
    TRUTH_GUARD_BITS = 24, /* of an enclosure's bits over its goal */
    SPARE_BITS = 4,        /* over those that lacked, and */
    SPARE_PART = 4,        /* a part of them: longer numbers lose a little more */
    LEAST_ORDER = 6,
    MOST_RUNS = 6,
    DEFAULT_MAX_STEPS = 1000000
};

/* Whether the time has come for the next of the sets that are kept, which divide the span. As
 * long as what the start tells exactly may be part of the proof there is none, but behind the
 * event. */
static bool is_due(const struct certificate_maker *k) {
    if (certificate_modes_know(&k->pace.modes))
        return false;
    double begin = arf_get_d(k->begin, ARF_RND_NEAR);
    double end = mpfr_get_d(k->truth->time[k->truth->times - 1], MPFR_RNDN);
    double now = arf_get_d(k->pace.time, ARF_RND_NEAR);
    return k->due < k->room.sets && now < end &&
           (now - begin) * (k->room.sets + 1) >= (end - begin) * (k->due + 1);
}

/* By how many bits the balls x are too wide for those of the truth at time `number`. */
static double find_lacking(const struct certificate_maker *k, int number) {
    double most = 0;
    mag_t size, radius;
    arf_t bound;
    mag_inits(size, radius);
    arf_init(bound);
    for (int i = 0; i < k->truth->nx; i++) {
        arf_set_mpfr(bound, k->truth->component[number * k->truth->nx + i]);
        arf_get_mag(radius, bound);
        arb_srcptr x = k->x + i;
        mag_set(size, arb_radref(x));
        if (!mag_is_special(size) && !mag_is_special(radius))
            most =
                fmax(most, mag_get_d_log2_approx(size) - mag_get_d_log2_approx(radius));
    }
    arf_clear(bound);
    mag_clears(radius, size);
    return most;
}

/* Through the event after the step, if that is before `end`. */
static enum ref_status pass(struct certificate_maker *k, const arf_t width,
                            const arf_t end) {
    arf_t behind;
    arf_init(behind);
    arf_add(behind, k->pace.time, width, ARF_PREC_EXACT, ARF_RND_NEAR);
    struct claim *next;
    enum ref_status status = arf_cmp(behind, end) < 0
                                 ? certificate_pass(&k->pace, width, &next)
                                 : REF_TOGETHER;
    if (status == REF_OK) {
        const bool told = certificate_tells_next(k);
        claim_image_take(k->pace.claim, &k->pace.set, told);
        arf_set(k->pace.time, behind);
        k->pace.claim = next;
        status = certificate_keep_set(k, width, told);
    }
    arf_clear(behind);
    return status;
}

/* One step, and the event behind it, if there is one. */
static enum ref_status advance(struct certificate_maker *k, const arf_t end) {
    arf_t width, none;
    arf_inits(width, none);
    arf_sub(width, end, k->pace.time, ARF_PREC_EXACT, ARF_RND_NEAR);
    enum ref_status status = certificate_step(&k->pace, width);
    if (status == REF_OK)
        status = certificate_watch(&k->pace, width);
    k->pace.begin = (struct claim_begin){.evaluate = false};
    if (status == REF_OK) {
        claim_image_balls(k->x, k->pace.claim, &k->pace.set);
        arf_add(k->pace.time, k->pace.time, k->pace.step, ARF_PREC_EXACT, ARF_RND_NEAR);
        status = certificate_keep_length(k);
        const bool event = !arf_is_zero(width), kept = !event && is_due(k);
        claim_image_take(k->pace.claim, &k->pace.set, kept);
        if (status == REF_OK && kept)
            status = certificate_keep_set(k, none, true);
        if (status == REF_OK && event)
            status = pass(k, width, end);
    }
    arf_clears(none, width);
    return status;
}

/* To time `number` of the truth; REF_UNABLE if its ball is too narrow. */
static enum ref_status reach(struct certificate_maker *k, int number) {
    enum ref_status status = REF_OK;
    const long max_steps =
        k->pace.options->max_steps > 0 ? k->pace.options->max_steps : DEFAULT_MAX_STEPS;
    arf_t end;
    int component;
    bool moved = false;
    arf_init(end);
    arf_set_mpfr(end, k->truth->time[number]);
    while (status == REF_OK && arf_cmp(k->pace.time, end) < 0) {
        status = k->steps < max_steps ? advance(k, end) : REF_TOO_LONG;
        moved = true;
    }
    if (status == REF_OK && moved &&
        !certificate_ball_contains(k->truth, number, k->x, &component)) {
        k->lacking = find_lacking(k, number);
        status = REF_UNABLE;
    }
    arf_clear(end);
    return status;
}

static bool is_near_zero(const struct certificate_pace *k) {
    bool near = true;
    for (int i = 0; i < ref_state_size(k->m); i++)
        near = near && arf_cmpabs_2exp_si(k->set.centre + i, -k->goal) < 0;
    return near;
}

/* The steps and sets with one goal. */
static enum ref_status run(struct certificate_maker *k, slong goal) {
    const int order = (int)ceil((double)goal * log(2) / 2) + LEAST_ORDER;
    const slong bits = goal + CLAIM_GUARD_BITS;
    k->pace.goal = goal;
    k->lacking = NAN;
    enum ref_status status = certificate_modes_init(&k->pace.modes, k->pace.m, bits,
                                                    order, k->grouping, k->pace.options);
    claim_set_init(&k->pace.set, ref_state_size(k->pace.m));
    if (status == REF_OK)
        status = claim_set_start(&k->pace.set, k->pace.time, k->pace.m, bits,
                                 k->pace.options->constants);
    k->pace.begins_near_zero = status == REF_OK && is_near_zero(&k->pace);
    if (status == REF_OK)
        status = certificate_settle(&k->pace);
    if (status == REF_OK && (k->begun = certificate_copy_mode(k)) == NULL)
        status = REF_NO_MEMORY;
    arf_set(k->begin, k->pace.time);
    k->pace.length = 0x1p-10;
    for (int i = 0; i < k->truth->times && status == REF_OK; i++)
        status = reach(k, i);
    return status;
}

long ref_certificate_least_bits(long bits) {
    return bits - TRUTH_GUARD_BITS + CLAIM_GUARD_BITS;
}

/* With as many bits as the truth's balls ask for. */
static enum ref_status make_grouped(struct ref_certificate **c,
                                    struct certificate_maker *k) {
    enum ref_status status = REF_UNABLE;
    slong goal = ref_certificate_least_bits(k->truth->bits[0]) - CLAIM_GUARD_BITS;
    for (int i = 0; i < MOST_RUNS && status == REF_UNABLE; i++) {
        status = run(k, goal);
        if (status == REF_OK)
            *c = certificate_assemble(k);
        if (status == REF_OK && *c == NULL)
            status = REF_NO_MEMORY;
        goal += isnan(k->lacking)
                    ? goal / 4
                    : (slong)ceil(k->lacking * (1 + 1.0 / SPARE_PART)) + SPARE_BITS;
        certificate_forget_steps(k);
        claim_set_clear(&k->pace.set);
        certificate_modes_clear(&k->pace.modes);
        free(k->pace.place);
        free(k->pace.lead);
        k->pace.place = k->pace.lead = NULL;
    }
    return status;
}

/* Whether contacts may be grouped otherwise where the first one fails. */
static bool may_go_on(const struct model *m, enum ref_status status) {
    return m->contacts > 0 && status != REF_OK && status != REF_NO_MEMORY &&
           status != REF_OUT_OF_TIME;
}

enum ref_status ref_certificate_make(struct ref_certificate **c, struct model *m,
                                     const struct ref_truth *truth,
                                     const struct ref_certificate_room *room,
                                     const struct ref_truth_options *options) {
    static const enum ref_contact_grouping groupings[] = {REF_CONTACTS_JOINED,
                                                          REF_CONTACTS_ON_LINES};
    *c = NULL;
    if (truth->way != REF_BY_ENCLOSURE)
        return REF_NOT_APPLICABLE;
    struct certificate_maker k = {
        .truth = truth, .pace = {.m = m, .options = options}, .room = *room};
    k.x = _arb_vec_init(truth->nx);
    arf_inits(k.pace.time, k.begin, k.pace.step);
    enum ref_status status = make_grouped(c, &k), other = status;
    for (size_t i = 0; i < sizeof groupings / sizeof *groupings && may_go_on(m, other);
         i++) {
        k.grouping = groupings[i];
        other = make_grouped(c, &k);
        status = may_go_on(m, other) ? status : other;
    }
    arf_clears(k.begin, k.pace.step, k.pace.time);
    _arb_vec_clear(k.x, truth->nx);
    return model_has_kinks(m) && crossing_may_straddle(m, status) ? REF_TANGENT_KINK
                                                                  : status;
}
