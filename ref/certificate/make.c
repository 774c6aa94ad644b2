/* A certificate made: steps that can be proved, and some of the sets between them.
 *
 * Terms are kept to 2^-goal, as the enclosure's were; where what is proved from there is not inside
 * the enclosure's balls, the goal is raised by as many bits as that lacked.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "ref/certificate/certificate.h"
#include "ref/vector.h"
#include "ref/model.h"

enum {
    TRUTH_GUARD_BITS = 24, /* of an enclosure's bits over its goal */
    SPARE_BITS = 4,        /* over those that lacked, and */
    SPARE_PART = 4,        /* a part of them: longer numbers lose a little more */
    LEAST_ORDER = 6,
    MOST_RUNS = 6,
    DEFAULT_MAX_STEPS = 1000000
};

struct kept_set {
    int before; /* steps before it */
    arf_t time;
    struct claim_set set;
};

struct maker {
    const struct ref_truth *truth;
    struct certificate_pace pace;
    arf_t begin;
    arb_ptr x;
    int steps, sets, most_sets;
    mpfr_t *length; /* of each step */
    struct kept_set *kept;
    double lacking; /* bits, after a run whose balls were too wide; else NAN */
};

/* Room for one more of so many numbers of a size. NULL: no memory, and *array is as before. */
static bool make_room(void **array, int count, size_t size) {
    if ((count & (count - 1)) != 0 || (count > 0 && count < 2))
        return true;
    void *larger = realloc(*array, (count > 0 ? 2 * (size_t)count : 2) * size);
    *array = larger != NULL ? larger : *array;
    return larger != NULL;
}

static enum ref_status keep_length(struct maker *k) {
    void *array = k->length;
    if (!make_room(&array, k->steps, sizeof *k->length))
        return REF_NO_MEMORY;
    k->length = array;
    mpfr_init2(k->length[k->steps], (mpfr_prec_t)arf_bits(k->pace.step) + 2);
    arf_get_mpfr(k->length[k->steps++], k->pace.step, MPFR_RNDN);
    return REF_OK;
}

/* Keeps the set after the last step. */
static enum ref_status keep_set(struct maker *k) {
    void *array = k->kept;
    if (!make_room(&array, k->sets, sizeof *k->kept))
        return REF_NO_MEMORY;
    k->kept = array;
    struct kept_set *kept = &k->kept[k->sets++];
    kept->before = k->steps;
    arf_init(kept->time);
    arf_set(kept->time, k->pace.time);
    claim_set_init(&kept->set, k->pace.claim.n);
    for (int i = 0; i < k->pace.claim.n; i++) {
        arf_set(kept->set.centre + i, k->pace.set.centre + i);
        mag_set(kept->set.radius + i, k->pace.set.radius + i);
    }
    arb_mat_set(kept->set.frame, k->pace.set.frame);
    return REF_OK;
}

static void forget_steps(struct maker *k) {
    for (int i = 0; i < k->steps; i++)
        mpfr_clear(k->length[i]);
    for (int i = 0; i < k->sets; i++) {
        arf_clear(k->kept[i].time);
        claim_set_clear(&k->kept[i].set);
    }
    free(k->length);
    free(k->kept);
    k->length = NULL;
    k->kept = NULL;
    k->steps = k->sets = 0;
}

/* Whether the time has come for the next of the sets that are kept, which divide the span. */
static bool is_due(const struct maker *k) {
    double begin = arf_get_d(k->begin, ARF_RND_NEAR);
    double end = mpfr_get_d(k->truth->time[k->truth->times - 1], MPFR_RNDN);
    double now = arf_get_d(k->pace.time, ARF_RND_NEAR);
    return k->sets < k->most_sets && now < end &&
           (now - begin) * (k->most_sets + 1) >= (end - begin) * (k->sets + 1);
}

/* By how many bits the balls x are too wide for those of the truth at time `number`. */
static double find_lacking(const struct maker *k, int number) {
    double most = 0;
    mag_t size, radius;
    arf_t bound;
    mag_init(size);
    mag_init(radius);
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
    mag_clear(radius);
    mag_clear(size);
    return most;
}

/* To time `number` of the truth; REF_UNABLE if its ball is too narrow. */
static enum ref_status reach(struct maker *k, int number) {
    enum ref_status status = REF_OK;
    const long max_steps =
        k->pace.options->max_steps > 0 ? k->pace.options->max_steps : DEFAULT_MAX_STEPS;
    arf_t end, limit;
    int component;
    bool moved = false;
    arf_init(end);
    arf_init(limit);
    arf_set_mpfr(end, k->truth->time[number]);
    while (status == REF_OK && arf_cmp(k->pace.time, end) < 0) {
        arf_sub(limit, end, k->pace.time, ARF_PREC_EXACT, ARF_RND_NEAR);
        status = k->steps < max_steps ? certificate_step(&k->pace, limit) : REF_TOO_LONG;
        if (status != REF_OK)
            break;
        claim_image_balls(k->x, &k->pace.claim, &k->pace.set);
        arf_add(k->pace.time, k->pace.time, k->pace.step, ARF_PREC_EXACT, ARF_RND_NEAR);
        status = keep_length(k);
        bool kept = is_due(k);
        claim_image_take(&k->pace.claim, &k->pace.set, kept);
        if (kept && status == REF_OK)
            status = keep_set(k);
        moved = true;
    }
    if (status == REF_OK && moved &&
        !certificate_ball_contains(k->truth, number, k->x, &component)) {
        k->lacking = find_lacking(k, number);
        status = REF_UNABLE;
    }
    arf_clear(limit);
    arf_clear(end);
    return status;
}

/* The steps and sets with one goal. */
static enum ref_status run(struct maker *k, slong goal) {
    const int order = (int)ceil((double)goal * log(2) / 2) + LEAST_ORDER;
    const slong bits = goal + CLAIM_GUARD_BITS;
    k->pace.goal = goal;
    k->lacking = NAN;
    enum ref_status status =
        claim_init(&k->pace.claim, k->pace.m, bits, order, k->pace.options->constants);
    claim_set_init(&k->pace.set, ref_state_size(k->pace.m));
    if (status == REF_OK)
        status = claim_set_start(&k->pace.set, k->pace.time, k->pace.m, bits,
                                 k->pace.options->constants);
    arf_set(k->begin, k->pace.time);
    k->pace.length = 0x1p-10;
    for (int i = 0; i < k->truth->times && status == REF_OK; i++)
        status = reach(k, i);
    return status;
}

long ref_certificate_least_bits(long bits) {
    return bits - TRUTH_GUARD_BITS + CLAIM_GUARD_BITS;
}

static struct ref_certificate *assemble(const struct maker *k) {
    mpfr_prec_t time_bits = MPFR_PREC_MIN;
    for (int i = 0; i < k->steps; i++)
        time_bits = mpfr_get_prec(k->length[i]) > time_bits ? mpfr_get_prec(k->length[i])
                                                            : time_bits;
    struct ref_certificate *c = ref_certificate_create(k->pace.claim.n, k->steps, k->sets,
                                                       k->pace.claim.bits, time_bits);
    if (c == NULL)
        return NULL;
    c->order = k->pace.claim.order;
    ref_vector_set(c->length, ref_vector_const(k->length), k->steps);
    for (int i = 0; i < k->sets; i++) {
        const struct kept_set *kept = &k->kept[i];
        c->before[i] = kept->before;
        mpfr_set_prec(c->time[i], (mpfr_prec_t)arf_bits(kept->time) + 2);
        arf_get_mpfr(c->time[i], kept->time, MPFR_RNDN);
        certificate_put(c, i, &kept->set);
    }
    return c;
}

enum ref_status ref_certificate_make(struct ref_certificate **c, struct model *m,
                                     const struct ref_truth *truth, int most_sets,
                                     const struct ref_truth_options *options) {
    *c = NULL;
    if (truth->way != REF_BY_ENCLOSURE)
        return REF_NOT_APPLICABLE;
    struct maker k = {
        .truth = truth, .pace = {.m = m, .options = options}, .most_sets = most_sets};
    enum ref_status status = REF_UNABLE;
    slong goal = ref_certificate_least_bits(truth->bits[0]) - CLAIM_GUARD_BITS;
    k.x = _arb_vec_init(truth->nx);
    arf_init(k.pace.time);
    arf_init(k.begin);
    arf_init(k.pace.step);
    for (int i = 0; i < MOST_RUNS && status == REF_UNABLE; i++) {
        status = run(&k, goal);
        if (status == REF_OK)
            *c = assemble(&k);
        if (status == REF_OK && *c == NULL)
            status = REF_NO_MEMORY;
        goal += isnan(k.lacking)
                    ? goal / 4
                    : (slong)ceil(k.lacking * (1 + 1.0 / SPARE_PART)) + SPARE_BITS;
        forget_steps(&k);
        claim_set_clear(&k.pace.set);
        claim_clear(&k.pace.claim);
    }
    arf_clear(k.begin);
    arf_clear(k.pace.step);
    arf_clear(k.pace.time);
    _arb_vec_clear(k.x, truth->nx);
    return status;
}
