/* The catalogue's truths of one model, made from nothing: first the ways that have a proof, with
 * fewer digits when so many cannot be had in time; then the others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_make.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/most.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth.h"
#include "harness/truth/truth_certify.h"
#include "harness/truth/truth_opinion.h"
#include "harness/truth/truth_standard.h"
#include "problems/model.h"
#include "ref/vector.h"

static const unsigned proofs =
    1u << REF_BY_FORMULA | 1u << REF_BY_EXPONENTIAL | 1u << REF_BY_ENCLOSURE;
static const unsigned others =
    1u << REF_BY_TAYLOR | 1u << REF_BY_COLLOCATION | 1u << REF_BY_EVENTS;

/* What was tried before comes first. */
static void add_tried(struct truth_record *record, const struct truth_tries *before) {
    struct truth_tries all = {.count = 0};
    truth_tries_join(&all, before);
    truth_tries_join(&all, &record->tried);
    truth_tries_clear(&record->tried);
    record->tried = all;
}

/* A try with fewer digits gets less time than the first one, and so does one at a proof for a
 * stiff model, which is rarely had. */
static const double share_of_fewer = 0.5, share_of_stiff = 1.0 / 3;

/* What is asked for of each time. */
struct making {
    const int *digits; /* a list that ends with 0: as many of these as can be had */
    unsigned ways;
    double seconds_limit; /* of a try */
};

/* As many digits as can be had by some of the ways; r->digits := those that were tried last. */
static enum ref_status search(struct truth_request *r, unsigned ways,
                              const struct making *making, double seconds_limit,
                              struct truth_record *record) {
    const int *digits = making->digits;
    enum ref_status status = REF_UNABLE;
    *record = (struct truth_record){.status = REF_UNABLE};
    r->ways = ways & making->ways;
    for (int i = 0; r->ways != 0 && digits[i] != 0 && truth_needs_less(status); i++) {
        truth_record_clear(record);
        r->digits = digits[i];
        r->seconds_limit = i == 0 ? seconds_limit : share_of_fewer * seconds_limit;
        status = truth_search(r, record);
    }
    return status;
}

/* The time for the truth ended with the truth: its second opinion gets some of its own. */
static void ask_again(struct truth_record *record, struct model *m) {
    const struct truth_clock clock =
        truth_clock_start(truth_clock_processor, truth_opinion_share(record->seconds), 0);
    record_clear(&truth_opinion_record, &record->opinion);
    record->opinion = truth_opinion(record->truth, m, EVAL_EXACT_CONSTANTS, &clock);
}

static int add(json_t *file, const struct truth_request *r, struct truth_record *record,
               double seconds_limit, struct diagnostic *d) {
    struct truth_query request = {
        .model = r->model, .times = r->times, .time = r->time, .best = true};
    request.options.digits = r->digits;
    request.options.constants = EVAL_EXACT_CONSTANTS;
    if (truth_opinion_contradicts(&record->opinion))
        return message_set(d, "%s: the second opinion contradicts the %s", r->model->name,
                           ref_way_name(record->truth->way));
    if (truth_opinion_is_hasty(&record->opinion))
        ask_again(record, r->model);
    /* Without a certificate the truth is as good, and no stranger can prove it quickly. */
    (void)truth_certify(record, r->model, seconds_limit);
    char *key = truth_key(r->model);
    int failed =
        key == NULL || truth_file_add(file, key, truth_record_encode(record, &request));
    free(key);
    return failed ? message_set(d, "out of memory") : 0;
}

/* The truth at the times of a request, best with a proof; r->digits := those it has. */
static enum ref_status find(struct truth_request *r, const struct making *making,
                            struct truth_record *record) {
    const double seconds_limit = making->seconds_limit;
    double limit_of_proofs =
        (model_has_tag(r->model, "stiff") ? share_of_stiff : 1) * seconds_limit;
    struct truth_record proved;
    enum ref_status status = search(r, proofs, making, limit_of_proofs, &proved);
    if (status == REF_OK) {
        *record = proved;
        return status;
    }
    status = search(r, others, making, seconds_limit, record);
    add_tried(record, &proved.tried);
    truth_record_clear(&proved);
    return status;
}

struct first_times {
    struct truth_request *request;
    const struct making *making;
    struct truth_record *record;
};

/* The request's first times, so many: their truth, in place of what was found before. */
static bool find_some(void *context, int count) {
    const struct first_times *first = context;
    struct truth_request one = *first->request;
    struct truth_record found;
    one.times = count;
    if (find(&one, first->making, &found) != REF_OK) {
        truth_record_clear(&found);
        return false;
    }
    truth_record_clear(first->record);
    *first->record = found;
    *first->request = one;
    return true;
}

/* The truth at as many of the first times as can be had: r->times := that number. */
static void find_first_times(struct truth_request *r, const struct making *making,
                             struct truth_record *record) {
    struct first_times first = {r, making, record};
    r->times = most_by_bisection(0, r->times, find_some, &first);
}

/* Nonzero: there is nothing to add. *d: from when on there is none, and why. */
static int make_group(json_t *file, struct truth_request *r, const struct making *making,
                      struct diagnostic *d) {
    struct truth_record record;
    const int times = r->times;
    enum ref_status status = find(r, making, &record);
    if (status != REF_OK)
        find_first_times(r, making, &record);
    int failed = r->times > 0 ? add(file, r, &record, making->seconds_limit, d) : -1;
    if (status != REF_OK && r->times == 0)
        message_set(d, "%s: no truth: %s", r->model->name, ref_status_text(status));
    else if (status != REF_OK && !failed)
        message_set(d, "%s: %d of %d times, none from t = %.6g on: %s", r->model->name,
                    r->times, times, mpfr_get_d(r->time[r->times], MPFR_RNDN),
                    ref_status_text(status));
    truth_record_clear(&record);
    return failed;
}

int truth_make(json_t *file, struct model *m, int digits, unsigned ways,
               double seconds_limit, struct diagnostic *d) {
    const int those[] = {digits, 0};
    const struct making making = {digits > 0 ? those : truth_standard_digits, ways,
                                  seconds_limit};
    struct truth_request r = {.model = m, .counts_processor = true};
    struct truth_times t;
    struct diagnostic beyond = {""};
    int failed = truth_times_find(&t, m, 0) != PROBLEM_OK
                     ? message_set(d, "%s: the span is not finite", m->name)
                     : 0;
    r.time_bits = t.bits;
    for (int group = 0; group < 2 && !failed; group++) {
        r.times = t.times[group];
        r.time = vector_const(t.time[group]);
        if (r.times > 0 && make_group(file, &r, &making, group == 0 ? d : &beyond))
            failed = group == 0;
    }
    truth_times_clear(&t, m);
    return failed;
}
