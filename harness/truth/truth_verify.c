/* A record of a truth proved again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/vector.h"
#include "harness/truth/truth_opinion.h"
#include "harness/truth/truth_verify.h"
#include "harness/truth/truth_verify_again.h"

/* A second opinion that was not had is asked for once more, for so many seconds. */
static const double seconds_of_opinion = 5;

struct task {
    struct model *m;
    const struct ref_truth *truth;
    struct ref_truth_options options;
    struct truth_clock clock;
    unsigned long seed;
    struct diagnostic *text;
};

static bool stop(void *context, enum ref_way way) {
    (void)way;
    return truth_clock_is_over(context);
}

static const char *name_of(const struct task *t, int component) {
    return component >= 0 ? t->m->state[component] : "the state";
}

static enum truth_verified prove_certificate(const struct task *t,
                                             const struct ref_certificate *c, int only) {
    struct ref_finding f;
    enum ref_status status =
        ref_certificate_verify(c, t->m, t->truth, only, &t->options, &f);
    if (status != REF_OK) {
        message_set(t->text, "%s", ref_status_text(status));
        return TRUTH_NOT_VERIFIED;
    }
    if (f.fault != REF_FAULT_NONE) {
        message_set(t->text, "segment %d, step %d, from t = %.17g, %s: %s", f.segment + 1,
                    f.step + 1, f.time, name_of(t, f.component), ref_fault_text(f.fault));
        return TRUTH_FALSE;
    }
    message_set(t->text, "%d of %d steps proved", f.proved, c->steps);
    return TRUTH_PROVED;
}

static enum truth_verified evaluate(const struct task *t, int first, int count) {
    return truth_verify_again(t->m, t->truth, first, count, &t->options, t->text);
}

/* One of a record's times, which the seed picks. */
static int pick(const struct task *t) {
    return (int)(t->seed % (unsigned long)t->truth->times);
}

static enum truth_verified verify_sample(const struct task *t,
                                         const struct ref_certificate *c) {
    switch (t->truth->way) {
    case REF_BY_FORMULA:
    case REF_BY_EXPONENTIAL: return evaluate(t, pick(t), 1);
    case REF_BY_ENCLOSURE:
        if (c != NULL)
            return prove_certificate(t, c, (int)(t->seed % ((unsigned long)c->sets + 1)));
        break;
    default: break;
    }
    return TRUTH_NOTHING;
}

enum truth_verified truth_verify_sample(struct model *m, const struct truth_record *r,
                                        enum eval_constants constants, unsigned long seed,
                                        struct diagnostic *text) {
    const struct task t = {.m = m,
                           .truth = r->truth,
                           .options = {.constants = constants},
                           .seed = seed,
                           .text = text};
    return r->truth != NULL ? verify_sample(&t, r->certificate) : TRUTH_NOTHING;
}

/* The balls of an enclosure that has no certificate lie around those of a sharper one. */
static enum truth_verified enclose(const struct task *t) {
    enum truth_verified found = evaluate(t, 0, t->truth->times);
    const bool events = t->truth->switches > 0 || t->m->contacts > 0;
    message_set(t->text, "no certificate%s; %s",
                events ? " (of a motion through events none is made)" : "",
                t->text->text);
    return found;
}

/* The whole of it, or another run at one time of what has no proof. */
static enum truth_verified verify_all(const struct task *t,
                                      const struct ref_certificate *c) {
    if (t->truth->way == REF_BY_ENCLOSURE)
        return c != NULL ? prove_certificate(t, c, -1) : enclose(t);
    if (t->truth->grade != REF_GRADE_CONVERGED)
        return evaluate(t, 0, t->truth->times);
    enum truth_verified found = evaluate(t, pick(t), 1);
    if (found != TRUTH_PROVED)
        return found;
    message_set(t->text, "nothing to prove; found again at t = %.17g",
                mpfr_get_d(t->truth->time[pick(t)], MPFR_RNDN));
    return TRUTH_AGAIN;
}

/* The digits that an opinion's bits hold beyond those that agree: what its way has lost. */
static double digits_lost(const json_t *opinion) {
    return json_number_value(json_object_get(opinion, "bits")) * log10(2) -
           json_number_value(json_object_get(opinion, "digits_agreeing"));
}

/* Whether an opinion is what the truth's second opinion comes to, if in other bits: it has not lost
 * fewer digits. One that could not be had is not to be outside. */
static bool verify_opinion(const struct task *t, const json_t *told) {
    const json_t *inside = json_object_get(told, "inside");
    const bool had = json_is_boolean(inside);
    const struct truth_clock clock =
        truth_clock_start(truth_clock_processor, had ? 0 : seconds_of_opinion, 0);
    json_t *again = truth_opinion(t->truth, t->m, t->options.constants, &clock);
    bool same = had ? json_equal(inside, json_object_get(again, "inside")) &&
                          digits_lost(told) >= digits_lost(again) - 1
                    : !truth_opinion_contradicts(again);
    json_decref(again);
    if (!same)
        message_set(t->text, "the second opinion is another one than is told");
    return same;
}

static enum truth_verified verify(struct task *t, const struct truth_record *r,
                                  bool sample) {
    t->options.stop = stop;
    t->options.context = &t->clock;
    if (sample)
        return verify_sample(t, r->certificate);
    enum truth_verified found = verify_all(t, r->certificate);
    return found == TRUTH_PROVED && !verify_opinion(t, r->opinion) ? TRUTH_FALSE : found;
}

enum truth_verified truth_verify(struct model *m, const json_t *record,
                                 const struct truth_verify_options *options,
                                 struct diagnostic *text) {
    struct truth_wish wish;
    struct truth_record r;
    mpfr_t *time;
    enum truth_verified found = TRUTH_NOT_VERIFIED;
    message_set(text, "no record of a truth of the model");
    if (truth_record_wish(&wish, &time, m, record))
        return found;
    if (truth_record_decode(&r, record, &wish)) {
        struct task t = {
            m,
            r.truth,
            {.constants = wish.options.constants},
            truth_clock_start(truth_clock_processor, options->seconds_limit, 0),
            options->seed,
            text};
        message_set(text, "a failure, which has no proof");
        found = r.truth != NULL ? verify(&t, &r, options->sample) : TRUTH_NOTHING;
    } else if (r.fault != NULL) {
        message_set(text, "not what a truth of its grade is: %s", r.fault);
        found = TRUTH_FALSE;
    }
    truth_record_clear(&r);
    vector_free(time, wish.times);
    return found;
}
