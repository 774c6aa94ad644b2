/* What halfstep truth is asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/truth_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/truth/truth_standard.h"
#include "harness/truth/truth_with.h"

enum { usual_digits = 30, most_digits = 10000 };

static const double usual_time_limit = 300;

static int read_digits(int *digits, const char *text, const char *at,
                       struct diagnostic *d) {
    *digits = at != NULL ? usual_digits : 0;
    if (text == NULL)
        return 0;
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < 1 || value > most_digits)
        return message_set(d, "--digits %s: must be a number from 1 to %d", text,
                           most_digits);
    *digits = (int)value;
    return 0;
}

static int read_grade(enum ref_grade *grade, const char *text, struct diagnostic *d) {
    *grade = REF_GRADE_CONVERGED;
    for (int i = REF_GRADE_CONVERGED; i <= REF_GRADE_CLOSED_FORM && text != NULL; i++) {
        *grade = (enum ref_grade)i;
        if (strcmp(text, ref_grade_name(*grade)) == 0)
            return 0;
    }
    if (text == NULL)
        return 0;
    return message_set(d, "--grade %s: must be closed-form, certified or converged",
                       text);
}

static int read_way(struct truth_request *r, const char *text, struct diagnostic *d) {
    for (int i = 0; i < REF_WAYS && text != NULL; i++) {
        r->ways = 1u << i;
        if (strcmp(text, ref_way_name((enum ref_way)i)) == 0)
            return 0;
    }
    if (text == NULL)
        return 0;
    char ways[128] = "";
    for (int i = 0; i < REF_WAYS; i++)
        snprintf(ways + strlen(ways), sizeof ways - strlen(ways), "%s%s",
                 i == 0              ? ""
                 : i == REF_WAYS - 1 ? " or "
                                     : ", ",
                 ref_way_name((enum ref_way)i));
    return message_set(d, "--way %s: must be %s", text, ways);
}

int truth_arguments_read(struct truth_request *r, const struct arguments *arguments,
                         struct diagnostic *d) {
    r->seconds_limit = usual_time_limit;
    return read_digits(&r->digits, arguments_value(arguments, "digits"),
                       arguments_value(arguments, "at"), d) ||
           read_grade(&r->least_grade, arguments_value(arguments, "grade"), d) ||
           read_way(r, arguments_value(arguments, "way"), d) ||
           truth_with_read(&r->with, arguments_value(arguments, "with"), d) ||
           arguments_positive(&r->seconds_limit, arguments, "time-limit", d);
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

int truth_arguments_seed(unsigned long *seed, const struct arguments *arguments,
                         struct diagnostic *d) {
    const char *text = arguments_value(arguments, "seed");
    char *end;
    *seed = (unsigned long)time(NULL);
    if (text == NULL)
        return 0;
    *seed = strtoul(text, &end, 10);
    if (end == text || *end != '\0')
        return message_set(d, "--seed %s: must be a whole number", text);
    return 0;
}
