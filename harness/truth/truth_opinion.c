/* A second opinion about a truth with a proof.
 *
 * Component i of the run, y, lies inside when |y_i - c_i| <= r_i + s. The slack s is what the
 * run itself may err by: the radius 2^-SPARE_BITS, since the run has many more bits than
 * the radius and the growth of errors need, and what is left of its own precision after a
 * loss of SPARE_BITS where a radius is zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/truth/record/agreement.h"
#include "harness/truth/truth_opinion.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/vector.h"

enum {
    SPARE_BITS = 16,
    BITS_BEYOND =
        40, /* of the radius and the growth that is known of: SPARE_BITS, and 24 */
    EVENT_BITS = 96,   /* the same for a run from event to event */
    SPARE_DIGITS = 10, /* of a run with a proof, which has guard bits of its own */
    MOST_RUNS = 3,     /* each in half as many bits again, */
    MOST_RAISE = 3,    /* so that none has this times those of the first */
    MOST_STEPS = 40000
};

static const double bits_per_digit = 3.3219280948873626; /* log2(10) */

struct second {
    const struct ref_truth *truth;
    struct model *model;
    enum eval_constants constants;
    const struct truth_clock *clock;
    mpfr_prec_t least_bits, bits; /* of the first run and of the last one */
    mpfr_t *state;                /* of the last run, as in a truth */
};

static enum ref_status follow(struct second *s, ref_flow *f) {
    long steps = 0;
    for (int k = 0; k < s->truth->times; k++) {
        enum ref_status status = REF_TOO_LONG;
        for (; status == REF_TOO_LONG && steps < MOST_STEPS; steps++) {
            if (truth_clock_is_over(s->clock))
                return REF_OUT_OF_TIME;
            status = ref_flow_to(f, s->truth->time[k], 1);
        }
        if (status != REF_OK)
            return status;
        vector_set(s->state + k * s->truth->nx, ref_flow_state(f), s->truth->nx);
    }
    return REF_OK;
}

/* With a proof that no step has left anything out; contacts: from event to event. */
static enum ref_status run_proved(struct second *s) {
    struct ref_truth *other = NULL;
    ref_truth_function *solve =
        s->model->contacts > 0 ? ref_event_truth : ref_truth_alloc;
    struct truth_clock clock = *s->clock;
    const struct ref_truth_options options = {
        .digits = (int)((double)s->bits / bits_per_digit) - SPARE_DIGITS,
        .constants = s->constants,
        .max_steps = MOST_STEPS,
        .stop = truth_clock_stop,
        .context = &clock};
    enum ref_status status =
        solve(&other, s->model, s->truth->times, vector_const(s->truth->time), &options);
    if (status == REF_OK)
        vector_set(s->state, vector_const(other->state), s->truth->times * s->truth->nx);
    ref_truth_free(other);
    return status;
}

static enum ref_status run_once(struct second *s) {
    if (s->model->contacts > 0)
        return run_proved(s);
    int nx = s->truth->nx;
    ref_flow *f = NULL;
    mpfr_t *x = vector_alloc(nx + 1, s->bits + SPARE_BITS);
    enum ref_status status =
        x == NULL ? REF_NO_MEMORY : ref_initial(s->model, s->constants, x[nx], x);
    if (status == REF_OK)
        status = ref_flow_alloc(&f, s->model, s->bits, 0, s->constants);
    if (status == REF_OK)
        status = ref_flow_start(f, x[nx], vector_const(x));
    if (status == REF_OK)
        status = follow(s, f);
    ref_flow_free(f);
    vector_free(x, nx + 1);
    return status;
}

/* slack of time k: see above. */
static void find_slack(mpfr_ptr slack, const struct second *s, int k) {
    mpfr_t norm;
    mpfr_init2(norm, mpfr_get_prec(slack));
    vector_norm(norm, vector_const(s->truth->state + k * s->truth->nx), s->truth->nx);
    mpfr_div_2si(norm, norm, s->least_bits - SPARE_BITS, MPFR_RNDU);
    mpfr_div_2ui(slack, s->truth->radius[k], SPARE_BITS, MPFR_RNDU);
    mpfr_max(slack, slack, norm, MPFR_RNDU);
    mpfr_clear(norm);
}

/* Whether x and y of time k differ by less than the radii (NULL: none) and the slack. */
static bool lies_within(const struct second *s, int k, const mpfr_t *x, const mpfr_t *y,
                        const mpfr_t *radii) {
    mpfr_t slack, difference;
    bool within = true;
    mpfr_init2(slack, SPARE_BITS);
    mpfr_init2(difference, s->bits);
    find_slack(slack, s, k);
    for (int i = k * s->truth->nx; i < (k + 1) * s->truth->nx; i++) {
        mpfr_sub(difference, x[i], y[i], MPFR_RNDZ);
        mpfr_abs(difference, difference, MPFR_RNDZ);
        if (radii != NULL)
            mpfr_sub(difference, difference, radii[i], MPFR_RNDD);
        within = within && mpfr_lessequal_p(difference, slack);
    }
    mpfr_clear(slack);
    mpfr_clear(difference);
    return within;
}

static bool agrees(const struct second *s, const mpfr_t *other, const mpfr_t *radii) {
    bool within = true;
    for (int k = 0; k < s->truth->times; k++)
        within = within && lies_within(s, k, vector_const(s->state), other, radii);
    return within;
}

/* With texts of its own. */
static struct truth_opinion opinion_of(const struct second *s, struct truth_opinion o) {
    struct truth_opinion own;
    o.way = ref_way_name(s->model->contacts > 0 ? REF_BY_EVENTS : REF_BY_TAYLOR);
    o.is_there = true;
    if (record_copy(&truth_opinion_record, &own, &o))
        record_clear(&truth_opinion_record, &own);
    return own;
}

static struct truth_opinion describe(const struct second *s, bool inside) {
    double digits = INFINITY;
    for (int k = 0; k < s->truth->times; k++) {
        int at = k * s->truth->nx;
        digits =
            fmin(digits, agreement_least(vector_const(s->state + at),
                                         vector_const(s->truth->state + at), s->truth->nx,
                                         (double)s->bits / bits_per_digit));
    }
    return opinion_of(s, (struct truth_opinion){.is_had = true,
                                                .inside = inside,
                                                .digits_agreeing = floor(digits),
                                                .bits = (long)s->bits});
}

static struct truth_opinion describe_none(const struct second *s, const char *why) {
    return opinion_of(s, (struct truth_opinion){.digits_agreeing = NAN, .why = why});
}

static struct truth_opinion describe_failure(const struct second *s,
                                             enum ref_status status) {
    char text[TRUTH_OPINION_REASON];
    if (status != REF_OUT_OF_TIME)
        return describe_none(s, ref_status_text(status));
    truth_opinion_write_limit(text, s->clock->limit);
    return describe_none(s, text);
}

static bool lands_inside(const struct second *s) {
    return agrees(s, vector_const(s->truth->state), vector_const(s->truth->component));
}

/* Without contacts a run has looked at its steps' places only: where it landed outside, or
 * failed, it may have stepped over something narrow. What it says then tells nothing unless it
 * is proved. */
static struct truth_opinion describe_proved_run(struct second *s) {
    const enum ref_status status = run_proved(s);
    return status == REF_OK ? describe(s, lands_inside(s)) : describe_failure(s, status);
}

static struct truth_opinion describe_outside(struct second *s) {
    return s->model->contacts > 0 ? describe(s, false) : describe_proved_run(s);
}

/* One that is too long is as long with a proof. */
static struct truth_opinion describe_failed_run(struct second *s,
                                                enum ref_status status) {
    const bool is_final = s->model->contacts > 0 || status == REF_OUT_OF_TIME ||
                          status == REF_NO_MEMORY || status == REF_TOO_LONG;
    return is_final ? describe_failure(s, status) : describe_proved_run(s);
}

/* Runs until one lands inside, or two agree that it is not there, and a third that has looked
 * everywhere. */
static struct truth_opinion ask(struct second *s) {
    int n = s->truth->times * s->truth->nx;
    mpfr_t *before = NULL;
    struct truth_opinion opinion = {.is_there = false};
    for (int i = 0; i < MOST_RUNS && !opinion.is_there; i++, s->bits += s->bits / 2) {
        vector_free(before, n);
        before = s->state;
        s->state = vector_alloc(n, s->bits);
        enum ref_status status = s->state == NULL ? REF_NO_MEMORY : run_once(s);
        if (status != REF_OK)
            opinion = describe_failed_run(s, status);
        else if (lands_inside(s))
            opinion = describe(s, true);
        else if (before != NULL && agrees(s, vector_const(before), NULL))
            opinion = describe_outside(s);
    }
    vector_free(before, n);
    vector_free(s->state, n);
    return opinion.is_there
               ? opinion
               : describe_none(s, "its own precision does not suffice to tell");
}

static struct second second_of(const struct ref_truth *truth, struct model *m,
                               enum eval_constants constants,
                               const struct truth_clock *clock) {
    double digits = 0;
    for (int k = 0; k < truth->times; k++)
        digits = fmax(digits, truth->digits[k]);
    const double needed = digits * bits_per_digit + fmax(0, truth->growth);
    const mpfr_prec_t bits =
        (mpfr_prec_t)ceil(needed) + (m->contacts > 0 ? EVENT_BITS : BITS_BEYOND);
    return (struct second){.truth = truth,
                           .model = m,
                           .constants = constants,
                           .clock = clock,
                           .least_bits = bits,
                           .bits = bits};
}

struct truth_opinion truth_opinion(const struct ref_truth *truth, struct model *m,
                                   enum eval_constants constants,
                                   const struct truth_clock *clock) {
    struct second s = second_of(truth, m, constants, clock);
    return ask(&s);
}

struct truth_opinion truth_opinion_in_bits(const struct ref_truth *truth, struct model *m,
                                           enum eval_constants constants,
                                           const struct truth_clock *clock, long bits) {
    struct second s = second_of(truth, m, constants, clock);
    if (bits < s.least_bits || bits > MOST_RAISE * s.least_bits)
        return describe_none(&s, "it is not asked for in so many bits");
    s.bits = bits;
    s.state = vector_alloc(truth->times * truth->nx, s.bits);
    enum ref_status status = s.state == NULL ? REF_NO_MEMORY : run_once(&s);
    struct truth_opinion opinion = status != REF_OK   ? describe_failed_run(&s, status)
                                   : lands_inside(&s) ? describe(&s, true)
                                                      : describe_outside(&s);
    vector_free(s.state, truth->times * truth->nx);
    return opinion;
}
