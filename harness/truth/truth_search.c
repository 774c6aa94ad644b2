/* The search for a truth: what is known, else the ladder of ways under a clock, and a second
 * opinion about what has a proof.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>

#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "harness/truth/record/truth_proof.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth.h"
#include "harness/truth/truth_opinion.h"
#include "harness/truth/truth_store.h"
#include "harness/truth/truth_verify.h"
#include "problems/base/status.h"
#include "problems/model.h"
#include "ref/certificate.h"

/* In seconds that the making of a piece took; how fine the time of day is for a seed. */
static const double quick_sample = 0.01, seeds_a_second = 1000;

struct search {
    const struct truth_request *request;
    struct truth_clock clock;
    struct truth_tries *tried;
    char refusal[TRUTH_REFUSAL]; /* the last one for want of a proof */
    struct ref_end end;          /* of the enclosure; its time is NaN: not told */
};

static void show(void *context, double fraction) {
    const struct truth_request *r = ((struct search *)context)->request;
    if (r->progress != NULL)
        r->progress(r->context, fraction);
}

/* Where interruptions are held back, one that has come ends every way. */
static bool stop(void *context, enum ref_way way) {
    struct truth_clock *clock = &((struct search *)context)->clock;
    const bool interrupted = interrupt_came();
    clock->stopped = clock->stopped || interrupted;
    return interrupted || truth_clock_stops(clock, way);
}

static void note_unproved(void *context, const struct ref_unproved *unproved) {
    struct search *s = context;
    truth_proof_refusal(s->refusal, s->request->model, unproved);
}

static void note_reached(void *context, enum ref_way way, const struct ref_end *end) {
    (void)way;
    ((struct search *)context)->end = *end;
}

static void note_tried(void *context, enum ref_way way, enum ref_status status) {
    struct search *s = context;
    const char *why =
        status == REF_UNPROVED && s->refusal[0] ? s->refusal : ref_status_text(status);
    if (status == REF_NOT_APPLICABLE) {
        if (way != REF_BY_FORMULA || s->request->model->solution == NULL)
            return;
        why =
            "the model's formulas could not be shown to solve its equations up to there";
    }
    char at[TRUTH_REFUSAL] = "";
    if (way == REF_BY_ENCLOSURE && s->end.known)
        truth_proof_subject(at, s->request->model, s->end.subject, s->end.index);
    truth_tries_add(
        s->tried, &(struct truth_tried){ref_way_name(way), why,
                                        way == REF_BY_ENCLOSURE && isfinite(s->end.time),
                                        s->end.time, at});
}

/* The ways that lead to a grade at least that good. */
static unsigned ways_of_grade(enum ref_grade least) {
    unsigned formula = 1u << REF_BY_FORMULA;
    unsigned proofs = formula | 1u << REF_BY_EXPONENTIAL | 1u << REF_BY_ENCLOSURE;
    if (least == REF_GRADE_CLOSED_FORM)
        return formula;
    return least == REF_GRADE_CERTIFIED ? proofs : 0;
}

static struct truth_query request_of_request(const struct truth_request *r) {
    struct truth_query request = {.model = r->model,
                                  .times = r->times,
                                  .time = r->time,
                                  .best = true,
                                  .least_grade = r->least_grade};
    request.options.digits = r->digits;
    request.options.time_bits = r->time_bits;
    request.options.constants = EVAL_EXACT_CONSTANTS;
    request.options.max_bits = truth_query_bits(r->digits);
    return request;
}

/* A share of what the proof took is of the processor, as that was, so that other work of the
 * machine does not end it; what is left of the request's time is of its clock. */
static struct truth_opinion ask_second_opinion(const struct search *s,
                                               const struct truth_record *record) {
    const struct truth_clock *c = &s->clock;
    const double share = truth_opinion_share(record->seconds);
    const bool is_short = c->limit > 0 && truth_clock_left(c) < share;
    const struct truth_clock clock =
        is_short ? truth_clock_start(c->now, truth_clock_left(c), 0)
                 : truth_clock_start(truth_clock_processor, share, 0);
    return truth_opinion(record->truth, s->request->model, EVAL_EXACT_CONSTANTS, &clock);
}

static enum ref_status compute(struct search *s, const struct truth_query *request,
                               struct truth_record *record) {
    const struct truth_request *r = s->request;
    struct ref_truth_options options = request->options;
    unsigned good_enough = ways_of_grade(r->least_grade);
    if (r->model->joints > 0 && !r->model->reduced) {
        truth_tries_add(
            s->tried, &(struct truth_tried){
                          .way = "all",
                          .why = "the model's joints cannot be eliminated by formulas"});
        return record->status = REF_NOT_APPLICABLE;
    }
    options.ways = r->ways;
    if (good_enough != 0)
        options.ways = r->ways == 0 ? good_enough : r->ways & good_enough;
    if (r->ways != 0 && options.ways == 0)
        return record->status = REF_NOT_APPLICABLE;
    options.progress = show;
    options.stop = stop;
    options.tried = note_tried;
    options.unproved = note_unproved;
    options.reached = note_reached;
    options.context = s;
    double began = truth_clock_processor();
    s->clock =
        truth_clock_start(r->counts_processor ? truth_clock_processor : stopwatch_seconds,
                          r->seconds_limit, options.ways);
    record->status =
        ref_best_truth(&record->truth, r->model, r->times, r->time, &options);
    record->seconds = truth_clock_processor() - began;
    if (record->status == REF_OK && record->truth->grade != REF_GRADE_CONVERGED)
        record->opinion = ask_second_opinion(s, record);
    record->seconds = truth_clock_processor() - began;
    return record->status;
}

bool truth_search_known(const struct truth_request *r, struct truth_record *record) {
    const struct truth_query request = request_of_request(r);
    return r->ways == 0 && truth_store_look_up(record, r->store, &request);
}

/* What is known is not taken at its word: where that is quick, a piece of its proof, picked by the
 * time of day, is proved again. False: it does not hold, and *forged has what is told of it. */
static bool holds(const struct truth_request *r, const struct truth_record *record,
                  struct truth_tries *forged) {
    struct diagnostic text;
    if (record->truth == NULL)
        return true;
    const int pieces = record->certificate != NULL ? record->certificate->sets + 1
                                                   : record->truth->times;
    if (record->seconds / pieces > quick_sample)
        return true;
    const unsigned long seed = (unsigned long)(stopwatch_seconds() * seeds_a_second);
    if (truth_verify_sample(r->model, record, EVAL_EXACT_CONSTANTS, seed, &text) !=
        TRUTH_FALSE)
        return true;
    char told[sizeof text.text + 64];
    snprintf(told, sizeof told, "what was kept does not hold (seed %lu): %s", seed,
             text.text);
    truth_tries_add(forged, &(struct truth_tried){.way = record->from, .why = told});
    return false;
}

enum ref_status truth_search(const struct truth_request *r, struct truth_record *record) {
    const struct truth_query request = request_of_request(r);
    struct search s = {.request = r, .tried = &record->tried, .end.time = NAN};
    struct truth_tries forged = {.count = 0};
    if (truth_search_known(r, record)) {
        if (holds(r, record, &forged))
            return record->status;
        truth_record_clear(record);
    }
    *record = (struct truth_record){.from = "computed", .tried = forged};
    if (compute(&s, &request, record) == REF_OK && !s.clock.stopped && r->ways == 0 &&
        !truth_opinion_contradicts(&record->opinion) &&
        !truth_opinion_is_hasty(&record->opinion))
        truth_store_keep(r->store, &request, record);
    return record->status;
}
