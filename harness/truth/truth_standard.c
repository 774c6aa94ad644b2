/* Truth at a model's standard times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/stopwatch.h"
#include "harness/base/truth_clock.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/truth_standard.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/vector.h"

const int truth_standard_digits[] = {50, 30, 20, 0};

/* Where nothing is known, the first of the standard digits that is tried. */
enum { usual = 1 };

mpfr_prec_t truth_time_bits(int digits) {
    mpfr_prec_t bits = TRUTH_BITS_A_DIGIT * (mpfr_prec_t)digits;
    return bits > TRUTH_TIME_BITS ? bits : TRUTH_TIME_BITS;
}

mpfr_rnd_t truth_time_rounding(const struct model *m) {
    return m->contacts > 0 ? MPFR_RNDU : MPFR_RNDN;
}

static int compare_times(const void *a, const void *b) {
    return mpfr_cmp(*(const mpfr_t *)a, *(const mpfr_t *)b);
}

/* Adds a time to its group, unless it is there. */
static void add_time(struct truth_times *t, int group, mpfr_srcptr time, mpfr_rnd_t way) {
    mpfr_ptr own = t->time[group][t->times[group]];
    mpfr_set(own, time, way);
    for (int i = 0; i < t->times[group]; i++)
        if (mpfr_equal_p(t->time[group][i], own))
            return;
    t->times[group]++;
}

static enum problem_status fill(struct truth_times *t, struct model *m, mpfr_ptr begin,
                                mpfr_ptr end, mpfr_ptr time) {
    const mpfr_rnd_t way = truth_time_rounding(m);
    if (expr_constant(m->graph, m->span_begin, begin) != PROBLEM_OK ||
        expr_constant(m->graph, m->span_end, end) != PROBLEM_OK)
        return PROBLEM_NOT_FINITE;
    for (int i = 0; i < m->published; i++)
        if (expr_constant(m->graph, m->published_value[i].time, time) == PROBLEM_OK &&
            mpfr_greaterequal_p(time, begin))
            add_time(t, mpfr_greater_p(time, end), time, way);
    add_time(t, 0, end, way);
    for (int group = 0; group < 2; group++)
        qsort(t->time[group], (size_t)t->times[group], sizeof(mpfr_t), compare_times);
    return PROBLEM_OK;
}

enum problem_status truth_times_find(struct truth_times *t, struct model *m, int digits) {
    mpfr_prec_t bits = truth_time_bits(digits);
    *t = (struct truth_times){.times = {0, 0}, .bits = bits};
    t->time[0] = vector_alloc(m->published + 1, bits);
    t->time[1] = vector_alloc(m->published + 1, bits);
    mpfr_t *scratch = vector_alloc(3, bits + TRUTH_READING_BITS);
    enum problem_status status =
        t->time[0] == NULL || t->time[1] == NULL || scratch == NULL
            ? PROBLEM_NO_MEMORY
            : fill(t, m, scratch[0], scratch[1], scratch[2]);
    vector_free(scratch, 3);
    return status;
}

/* All that vector_alloc made was initialised, used or not. */
void truth_times_clear(struct truth_times *t, const struct model *m) {
    vector_free(t->time[0], m->published + 1);
    vector_free(t->time[1], m->published + 1);
}

int truth_record_known(const struct truth_request *r, struct truth_record *record) {
    struct truth_request any = *r;
    any.digits = 1;
    if (!truth_search_known(&any, record))
        return 0;
    double fewest = INFINITY;
    for (int k = 0; k < record->truth->times; k++)
        fewest = fmin(fewest, record->truth->digits[k]);
    for (int i = 0; truth_standard_digits[i] != 0; i++)
        if (truth_standard_digits[i] <= fewest)
            return truth_standard_digits[i];
    return (int)fewest;
}

int truth_digits_known(const struct truth_request *r) {
    struct truth_record record;
    const int digits = truth_record_known(r, &record);
    if (digits > 0)
        truth_record_clear(&record);
    return digits;
}

bool truth_needs_less(enum ref_status status) {
    return status == REF_UNABLE || status == REF_TOO_LONG || status == REF_OUT_OF_TIME;
}

double truth_seconds_now(const struct truth_request *r) {
    return r->counts_processor ? truth_clock_processor() : stopwatch_seconds();
}

double truth_limit_left(const struct truth_request *r, double began) {
    const double least = 1e-3, limit = r->seconds_limit;
    return limit > 0 ? fmax(limit - (truth_seconds_now(r) - began), least) : 0;
}

enum ref_status truth_find_all(const struct truth_request *r,
                               struct truth_document *document) {
    struct truth_request one = *r;
    double began = truth_seconds_now(r);
    if (r->digits > 0)
        return truth_find(r, document);
    one.digits = truth_digits_known(r);
    if (one.digits > 0)
        return truth_find(&one, document);
    enum ref_status status = REF_UNABLE;
    *document = (struct truth_document){.entries = 0};
    for (int i = usual; truth_standard_digits[i] != 0 && truth_needs_less(status); i++) {
        if (i > usual && r->seconds_limit > 0 &&
            truth_seconds_now(r) - began >= r->seconds_limit)
            break;
        truth_document_clear(document);
        one.digits = truth_standard_digits[i];
        one.seconds_limit = truth_limit_left(r, began);
        status = truth_find(&one, document);
    }
    return status;
}
