/* The exact solution at one time, in double precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/end_truth.h"

#include "harness/base/message.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

enum { TIME_BITS = 256 }; /* the sum of two doubles of any length that is met */

int end_truth_find(double *x, const char **grade, const struct end_truth *at,
                   struct diagnostic *d) {
    struct model *m = at->model;
    double begin;
    mpfr_t time[1];
    struct truth_record record;
    if (expr_constant_double(m->graph, m->span_begin, &begin) != PROBLEM_OK)
        return message_set(d, "the model's start has no value");
    mpfr_init2(time[0], TIME_BITS);
    mpfr_set_d(time[0], begin, MPFR_RNDN);
    mpfr_add_d(time[0], time[0], at->length, MPFR_RNDN);
    const struct truth_request request = {.model = m,
                                          .times = 1,
                                          .time = (const mpfr_t *)time,
                                          .digits = at->digits,
                                          .store = at->store,
                                          .least_grade = REF_GRADE_CONVERGED,
                                          .seconds_limit = at->seconds,
                                          .counts_processor = true};
    const enum ref_status status = truth_search(&request, &record);
    for (int i = 0; status == REF_OK && i < record.truth->nx; i++)
        x[i] = mpfr_get_d(record.truth->state[i], MPFR_RNDN);
    if (status == REF_OK)
        *grade = ref_grade_name(record.truth->grade);
    truth_record_clear(&record);
    mpfr_clear(time[0]);
    return status == REF_OK ? 0 : message_set(d, "%s", ref_status_text(status));
}
