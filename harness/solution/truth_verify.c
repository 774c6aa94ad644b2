/* A record of a truth proved again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/commands/message.h"
#include "harness/results/json_number.h"
#include "harness/solution/truth_certificate.h"
#include "harness/solution/truth_opinion.h"
#include "harness/solution/truth_verify.h"
#include "harness/studies/vector.h"

/* Digits by which another evaluation is to be sharper than what it is to lie in. */
enum { SHARPER = 5, DIFFERENCE_BITS = 64 };

struct task {
    struct model *m;
    const struct ref_truth *truth;
    struct ref_truth_options options;
    struct diagnostic *text;
};

static const char *name_of(const struct task *t, int component) {
    return component >= 0 ? t->m->state[component] : "the state";
}

/* Whether the ball (y, s) lies in the ball (x, r). */
static bool lies_in(mpfr_srcptr y, mpfr_srcptr s, mpfr_srcptr x, mpfr_srcptr r) {
    mpfr_t distance;
    mpfr_init2(distance, DIFFERENCE_BITS);
    mpfr_sub(distance, y, x, MPFR_RNDA);
    mpfr_abs(distance, distance, MPFR_RNDU);
    mpfr_add(distance, distance, s, MPFR_RNDU);
    bool inside = mpfr_lessequal_p(distance, r);
    mpfr_clear(distance);
    return inside;
}

/* Whether they have a common point. */
static bool meets(mpfr_srcptr y, mpfr_srcptr s, mpfr_srcptr x, mpfr_srcptr r) {
    mpfr_t distance, sum;
    mpfr_init2(distance, DIFFERENCE_BITS);
    mpfr_init2(sum, DIFFERENCE_BITS);
    mpfr_sub(distance, y, x, MPFR_RNDZ);
    mpfr_abs(distance, distance, MPFR_RNDZ);
    mpfr_add(sum, s, r, MPFR_RNDU);
    bool met = mpfr_lessequal_p(distance, sum);
    mpfr_clear(sum);
    mpfr_clear(distance);
    return met;
}

typedef bool relation(mpfr_srcptr y, mpfr_srcptr s, mpfr_srcptr x, mpfr_srcptr r);

/* The truth again at the times first .. last, by its own way, with more digits. */
static enum truth_verified evaluate_again(const struct task *t, ref_truth_function *solve,
                                          int first, int count, int more,
                                          relation *holds) {
    const struct ref_truth *told = t->truth;
    struct ref_truth_options options = t->options;
    struct ref_truth *again;
    options.digits = more;
    for (int k = first; k < first + count; k++)
        options.digits = (int)fmax(options.digits, floor(told->digits[k]) + more);
    enum ref_status status =
        solve(&again, t->m, count, vector_const(told->time + first), &options);
    if (status != REF_OK) {
        message_set(t->text, "by %s there is none: %s", ref_way_name(told->way),
                    ref_status_text(status));
        return TRUTH_FALSE;
    }
    enum truth_verified found = TRUTH_PROVED;
    message_set(t->text, "evaluated again, to %d digits", options.digits);
    for (int i = 0; i < count * told->nx && found == TRUTH_PROVED; i++) {
        const int at = first * told->nx + i;
        if (holds(again->state[i], again->component[i], told->state[at],
                  told->component[at]))
            continue;
        message_set(t->text, "at t = %.17g the ball of %s is not around the solution",
                    mpfr_get_d(told->time[first + i / told->nx], MPFR_RNDN),
                    t->m->state[i % told->nx]);
        found = TRUTH_FALSE;
    }
    ref_truth_free(again);
    return found;
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

enum truth_verified truth_verify_sample(struct model *m, const struct truth_record *r,
                                        enum eval_constants constants, unsigned long seed,
                                        struct diagnostic *text) {
    struct task t = {m, r->truth, {.constants = constants}, text};
    if (r->truth == NULL)
        return TRUTH_NOTHING;
    const int k = (int)(seed % (unsigned long)r->truth->times);
    switch (r->truth->way) {
    case REF_BY_FORMULA:
        return evaluate_again(&t, ref_formula_truth, k, 1, SHARPER, lies_in);
    case REF_BY_EXPONENTIAL:
        return evaluate_again(&t, ref_exponential_truth, k, 1, SHARPER, lies_in);
    case REF_BY_ENCLOSURE:
        if (r->certificate != NULL)
            return prove_certificate(
                &t, r->certificate,
                (int)(seed % (unsigned long)(r->certificate->sets + 1)));
        break;
    default: break;
    }
    return TRUTH_NOTHING;
}

/* The whole of it, or another run at one time of what has no proof. */
static enum truth_verified verify_all(const struct task *t, const struct truth_record *r,
                                      unsigned long seed) {
    const int times = t->truth->times, k = (int)(seed % (unsigned long)times);
    enum truth_verified found = TRUTH_NOTHING;
    switch (t->truth->way) {
    case REF_BY_FORMULA:
        return evaluate_again(t, ref_formula_truth, 0, times, SHARPER, lies_in);
    case REF_BY_EXPONENTIAL:
        return evaluate_again(t, ref_exponential_truth, 0, times, SHARPER, lies_in);
    case REF_BY_ENCLOSURE:
        if (r->certificate != NULL)
            return prove_certificate(t, r->certificate, -1);
        found = evaluate_again(t, ref_enclosure_truth, 0, times, 0, meets);
        message_set(t->text,
                    found == TRUTH_PROVED
                        ? "no certificate; made again, and the balls meet"
                        : "no certificate; made again: %s",
                    t->text->text);
        return found;
    case REF_BY_TAYLOR: found = evaluate_again(t, ref_truth_alloc, k, 1, 0, meets); break;
    case REF_BY_COLLOCATION:
        found = evaluate_again(t, ref_collocation_truth, k, 1, 0, meets);
        break;
    default: found = evaluate_again(t, ref_event_truth, k, 1, 0, meets); break;
    }
    if (found == TRUTH_FALSE)
        return found;
    message_set(t->text, "nothing to prove; found again at t = %.17g",
                mpfr_get_d(t->truth->time[k], MPFR_RNDN));
    return TRUTH_AGAIN;
}

/* Whether an opinion is what the truth's second opinion comes to. One that there is not says
 * nothing. */
static bool verify_opinion(const struct task *t, const json_t *told) {
    const struct truth_clock clock = truth_clock_start(truth_clock_now, 0, 0);
    const json_t *inside = json_object_get(told, "inside");
    if (!json_is_boolean(inside))
        return true;
    json_t *again = truth_opinion(t->truth, t->m, t->options.constants, &clock);
    bool same = json_equal(inside, json_object_get(again, "inside")) &&
                fabs(json_number_value(json_object_get(told, "digits_agreeing")) -
                     json_number_value(json_object_get(again, "digits_agreeing"))) <= 1;
    json_decref(again);
    if (!same)
        message_set(t->text, "the second opinion is another one than is told");
    return same;
}

enum truth_verified truth_verify(struct model *m, const json_t *record, bool sample,
                                 unsigned long seed, struct diagnostic *text) {
    struct truth_wish wish;
    struct truth_record r;
    mpfr_t *time;
    enum truth_verified found = TRUTH_NOT_VERIFIED;
    message_set(text, "no record of a truth of the model");
    if (truth_record_wish(&wish, &time, m, record))
        return found;
    if (truth_record_decode(&r, record, &wish)) {
        const struct task t = {m, r.truth, {.constants = wish.options.constants}, text};
        message_set(text, "a failure, which has no proof");
        found = TRUTH_NOTHING;
        if (r.truth != NULL && sample)
            found = truth_verify_sample(m, &r, wish.options.constants, seed, text);
        else if (r.truth != NULL)
            found = verify_all(&t, &r, seed);
        if (!sample && found == TRUTH_PROVED && !verify_opinion(&t, r.opinion))
            found = TRUTH_FALSE;
        truth_record_clear(&r);
    }
    vector_free(time, wish.times);
    return found;
}
