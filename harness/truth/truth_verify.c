/* A record of a truth proved again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/base/truth_clock.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_certify.h"
#include "harness/truth/truth_verify.h"
#include "harness/truth/truth_verify_account.h"
#include "harness/truth/truth_verify_again.h"
#include "harness/truth/truth_verify_opinion.h"
#include "problems/base/status.h"
#include "problems/model.h"
#include "ref/certificate.h"
#include "ref/vector.h"

struct task {
    const struct truth_query *request;
    const struct ref_truth *truth;
    struct ref_truth_options options;
    struct truth_clock clock;
    unsigned long seed;
    struct diagnostic *text;
};

/* Of an enclosure's account: what neither a certificate nor a sharper run counts. */
static const char unproved_fields[] =
    "told, not proved: steps, attempts, growth, seconds";

static const char *name_of(const struct task *t, int component) {
    return component >= 0 ? t->request->model->state[component] : "the state";
}

static enum truth_verified prove_certificate(const struct task *t,
                                             const struct ref_certificate *c, int only) {
    struct ref_finding f;
    enum ref_status status =
        ref_certificate_verify(c, t->request->model, t->truth, only, &t->options, &f);
    if (status != REF_OK)
        return message_fail(TRUTH_NOT_VERIFIED, t->text, "%s", ref_status_text(status));
    if (f.fault != REF_FAULT_NONE)
        return message_fail(TRUTH_FALSE, t->text,
                            "segment %d, step %d, from t = %.17g, %s: %s", f.segment + 1,
                            f.step + 1, f.time, name_of(t, f.component),
                            ref_fault_text(f.fault));
    return message_fail(TRUTH_PROVED, t->text, "%d of %d steps, from the certificate; %s",
                        f.proved, c->steps, unproved_fields);
}

static enum truth_verified evaluate(const struct task *t, int first, int count) {
    return truth_verify_sharper(t->request, t->truth, first, count, &t->options, t->text);
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
    const struct truth_query request = {
        .model = m, .best = true, .options = {.constants = constants}};
    const struct task t = {.request = &request,
                           .truth = r->truth,
                           .options = request.options,
                           .seed = seed,
                           .text = text};
    return r->truth != NULL ? verify_sample(&t, r->certificate) : TRUTH_NOTHING;
}

enum truth_verified truth_verify_certificate(const struct truth_query *request,
                                             const struct truth_record *r,
                                             double seconds_limit,
                                             struct diagnostic *text) {
    struct task t = {
        .request = request,
        .truth = r->truth,
        .options = {.constants = request->options.constants, .stop = truth_clock_stop},
        .clock = truth_clock_start(truth_clock_processor, seconds_limit, 0),
        .text = text};
    t.options.context = &t.clock;
    return r->certificate != NULL ? prove_certificate(&t, r->certificate, -1)
                                  : TRUTH_NOTHING;
}

/* What came out the same is the work of the same way, which may be wrong about its own radius: one
 * of its times, which the seed picks, is made sharper. Enclosures prove theirs. */
static enum truth_verified hold(const struct task *t) {
    const struct diagnostic same = *t->text;
    const enum truth_verified found = evaluate(t, pick(t), 1);
    if (found == TRUTH_FALSE)
        return found;
    return message_fail(TRUTH_AGAIN, t->text, "%s%s", same.text,
                        found == TRUTH_AGAIN ? ", and around a sharper one at one time"
                                             : "");
}

/* Before what was found, why there is no certificate; behind it, what else there is to say. */
static void say_why(const struct task *t, const char *more) {
    const struct diagnostic by = *t->text;
    message_set(t->text, "no certificate: %s; %s%s%s",
                truth_why_no_certificate(t->truth, t->request->model), by.text,
                *more != '\0' ? "; " : "", more);
}

/* What has no certificate is made again as it was asked for, by the way that is told, which proves
 * nothing to who doubts that way. Where the last bits are others, as from another program, it is
 * made sharper; then enclosures, whose steps may change with the program, do not answer for their
 * cost. */
static enum truth_verified make_again(const struct task *t, const json_t *record) {
    const bool is_enclosure = t->truth->way == REF_BY_ENCLOSURE;
    bool same;
    enum truth_verified found =
        truth_verify_account(t->request, t->truth, record, &t->options, &same, t->text);
    if (same && is_enclosure && found == TRUTH_AGAIN)
        say_why(t, "");
    if (same)
        return is_enclosure ? found : hold(t);
    if (!is_enclosure && found != TRUTH_AGAIN)
        return found;
    found = evaluate(t, 0, t->truth->times);
    if (found == TRUTH_AGAIN && is_enclosure)
        say_why(t, unproved_fields);
    return found;
}

static enum truth_verified verify_opinion(struct task *t,
                                          const struct truth_opinion *told,
                                          enum truth_verified found) {
    struct diagnostic why = {""};
    enum truth_verified opinion = truth_verify_opinion(t->request, t->truth, told,
                                                       truth_clock_left(&t->clock), &why);
    if (opinion != TRUTH_AGAIN) {
        *t->text = why;
        return opinion;
    }
    return found;
}

static enum truth_verified verify(struct task *t, const struct truth_record *r,
                                  const json_t *record, bool sample) {
    t->options.stop = truth_clock_stop;
    t->options.context = &t->clock;
    if (r->truth == NULL)
        return sample ? TRUTH_NOTHING
                      : truth_verify_failure(t->request, r->status, &t->options, t->text);
    if (sample)
        return verify_sample(t, r->certificate);
    enum truth_verified found = r->certificate != NULL
                                    ? prove_certificate(t, r->certificate, -1)
                                    : make_again(t, record);
    const bool has_opinion = t->request->best && r->truth->grade != REF_GRADE_CONVERGED;
    return found < TRUTH_FALSE && has_opinion ? verify_opinion(t, &r->opinion, found)
                                              : found;
}

enum truth_verified truth_verify(struct model *m, const json_t *record,
                                 const struct truth_verify_options *options,
                                 struct diagnostic *text) {
    struct truth_query request;
    struct truth_record r;
    mpfr_t *time;
    enum truth_verified found = TRUTH_NOT_VERIFIED;
    message_set(text, "no record of a truth of the model");
    if (truth_record_query(&request, &time, m, record))
        return found;
    if (truth_record_decode(&r, record, &request)) {
        struct task t = {
            &request,
            r.truth,
            {.constants = request.options.constants},
            truth_clock_start(truth_clock_processor, options->seconds_limit, 0),
            options->seed,
            text};
        found = verify(&t, &r, record, options->sample);
    } else if (r.fault != NULL) {
        message_set(text, "not what a truth of its grade is: %s", r.fault);
        found = TRUTH_FALSE;
    }
    truth_record_clear(&r);
    vector_free(time, request.times);
    return found;
}
