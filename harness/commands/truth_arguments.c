/* What halfstep truth is asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/truth_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/session/arguments.h"
#include "harness/truth/truth_standard.h"
#include "harness/truth/document/truth_with.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

enum { usual_digits = 30 };

static const double usual_time_limit = 300;

const char *truth_arguments_grade(int i) {
    return i <= REF_GRADE_CLOSED_FORM ? ref_grade_name((enum ref_grade)i) : NULL;
}

const char *truth_arguments_way(int i) {
    return i < REF_WAYS ? ref_way_name((enum ref_way)i) : NULL;
}

int truth_arguments_read(struct truth_request *r, const struct arguments *a,
                         struct diagnostic *d) {
    r->seconds_limit = arguments_has(a, "time-limit") ? arguments_number(a, "time-limit")
                                                      : usual_time_limit;
    r->digits = arguments_has(a, "digits") ? (int)arguments_whole(a, "digits")
                : arguments_has(a, "at")   ? usual_digits
                                           : 0;
    r->least_grade = REF_GRADE_CONVERGED;
    if (arguments_has(a, "grade"))
        r->least_grade = (enum ref_grade)arguments_whole(a, "grade");
    if (arguments_has(a, "way"))
        r->ways = 1u << arguments_whole(a, "way");
    return truth_with_read(&r->with, arguments_value(a, "with"), d);
}

int truth_arguments_check_times(const struct truth_request *r, const mpfr_t *time,
                                const char *text, struct diagnostic *d) {
    mpfr_t begin;
    mpfr_init2(begin, truth_time_bits(r->digits));
    bool is_known =
        expr_constant(r->model->graph, r->model->span_begin, begin) == PROBLEM_OK;
    bool ascend = is_known;
    for (int i = 0; i < r->times && is_known; i++)
        ascend = ascend && mpfr_greaterequal_p(time[i], i == 0 ? begin : time[i - 1]);
    mpfr_clear(begin);
    if (!is_known)
        return message_set(d, "%s: the beginning of the span is not a finite number",
                           r->model->name);
    if (!ascend)
        return message_set(
            d, "--at %s: the times must ascend from the start of the model's span", text);
    return 0;
}
