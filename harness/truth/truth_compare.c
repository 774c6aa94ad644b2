/* A record of a truth held against a new search.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_compare.h"

#include "harness/base/message.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth.h"
#include "harness/truth/truth_opinion.h"
#include "harness/truth/truth_verify_account.h"
#include "problems/model.h"
#include "ref/vector.h"

enum { difference_bits = 64 };

/* Several times what is kept with the catalogue takes on a slow machine. */
static const double seconds_limit = 600;

static bool overlap(const struct ref_truth *a, const struct ref_truth *b) {
    bool all = true;
    mpfr_t distance, radii;
    mpfr_init2(distance, difference_bits);
    mpfr_init2(radii, difference_bits);
    for (int i = 0; i < a->times * a->nx; i++) {
        mpfr_sub(distance, a->state[i], b->state[i], MPFR_RNDZ);
        mpfr_abs(distance, distance, MPFR_RNDZ);
        mpfr_add(radii, a->component[i], b->component[i], MPFR_RNDU);
        all = all && mpfr_lessequal_p(distance, radii);
    }
    mpfr_clear(distance);
    mpfr_clear(radii);
    return all;
}

/* The truth again, in the way of the record. */
static void find_again(struct truth_record *again, const struct truth_query *w,
                       const struct truth_record *record) {
    *again = (struct truth_record){.status = REF_UNABLE};
    if (!w->best) {
        again->status =
            ref_truth_alloc(&again->truth, w->model, w->times, w->time, &w->options);
        return;
    }
    const struct truth_request r = {.model = w->model,
                                    .times = w->times,
                                    .time = w->time,
                                    .digits = w->options.digits,
                                    .ways = 1u << record->truth->way,
                                    .seconds_limit = seconds_limit};
    truth_search(&r, again);
}

/* What is told of the making of a truth without proof. */
static int compare_accounts(const struct truth_record *again,
                            const struct truth_record *record, const json_t *document,
                            const struct truth_query *w, struct diagnostic *d) {
    const char *other;
    bool same;
    if (truth_account_compare(&other, &same, w, document, record->truth, again->truth))
        return message_set(d, "out of memory");
    if (other == NULL)
        return 0;
    return message_set(
        d, "%s: the '%s' of the truth found again is another one than is told",
        w->model->name, other);
}

static int compare(const struct truth_record *again, const struct truth_record *record,
                   const json_t *document, const struct truth_query *w,
                   struct diagnostic *d) {
    const char *name = w->model->name;
    if (again->status != record->status)
        return message_set(d, "%s: '%s' was kept, and now it is '%s'", name,
                           ref_status_text(record->status),
                           ref_status_text(again->status));
    if (truth_opinion_contradicts(&again->opinion))
        return message_set(d, "%s: the second opinion contradicts the truth", name);
    if (record->truth == NULL)
        return 0;
    if (!overlap(again->truth, record->truth))
        return message_set(d,
                           "%s: the truth that is kept and the one found again lie "
                           "apart",
                           name);
    return record->truth->grade > REF_GRADE_CONVERGED
               ? 0
               : compare_accounts(again, record, document, w, d);
}

int truth_compare(struct model *m, const json_t *document, struct diagnostic *d) {
    struct truth_query request;
    struct truth_record record, again;
    mpfr_t *time;
    if (truth_record_query(&request, &time, m, document))
        return message_set(d, "%s: no record of a truth", m->name);
    int failed = 0;
    if (truth_record_decode(&record, document, &request)) {
        find_again(&again, &request, &record);
        failed = compare(&again, &record, document, &request, d);
        truth_record_clear(&again);
        truth_record_clear(&record);
    } else {
        failed =
            message_set(d, "%s: the record does not fulfil its own request", m->name);
    }
    vector_free(time, request.times);
    return failed;
}
