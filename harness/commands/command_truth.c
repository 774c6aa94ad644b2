/* halfstep truth: the exact solution, and how sure it is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/commands/models.h"
#include "harness/commands/number.h"
#include "harness/jobs/progress.h"
#include "harness/results/json_number.h"
#include "harness/solution/truth.h"
#include "harness/studies/vector.h"

enum { usual_digits = 30, most_digits = 10000, time_bits_beyond = 64 };

static const struct option_definition options[] = {
    {"at", OPTION_VALUE, "T1,T2,...", "the times (default: the end of the model's span)"},
    {"digits", OPTION_VALUE, "D", "decimal digits wanted (default 30)"},
    {"set", OPTION_REPEATABLE, "NAME=VALUE",
     "change a parameter, a size or an initial value of the model"},
    {"json", OPTION_FLAG, NULL, "print one JSON document"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

static int read_digits(int *digits, const char *text, struct diagnostic *d) {
    *digits = usual_digits;
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

/* Enough for the decimal digits wanted, and as many again for the error that an inexact time
 * makes when the solution changes fast. */
static mpfr_prec_t bits_of_time(int digits) {
    return 8 * (mpfr_prec_t)digits + time_bits_beyond;
}

/* The end of the span, and before it the times of published values. */
static int default_times(struct truth_request *r, mpfr_t **time, struct diagnostic *d) {
    struct model *m = r->model;
    mpfr_t *t = calloc(2, sizeof *t);
    if (t == NULL)
        return message_set(d, "out of memory");
    mpfr_init2(t[0], bits_of_time(r->digits));
    mpfr_init2(t[1], bits_of_time(r->digits));
    *time = t;
    if (expr_constant(m->graph, m->span_end, t[1]) != PROBLEM_OK)
        return message_set(d, "%s: the end of the span is not a finite number", m->name);
    r->times = 1;
    if (m->published == 0 ||
        expr_constant(m->graph, m->published_value[0].time, t[0]) != PROBLEM_OK ||
        !mpfr_less_p(t[0], t[1]))
        mpfr_swap(t[0], t[1]);
    else
        r->times = 2;
    return 0;
}

static int check_times(const struct truth_request *r, const mpfr_t *time,
                       const char *text, struct diagnostic *d) {
    mpfr_t begin;
    mpfr_init2(begin, bits_of_time(r->digits));
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
        return message_set(d,
                           "--at %s: the times must ascend from the start of the model's "
                           "span",
                           text == NULL ? "" : text);
    return 0;
}

static void show_progress(void *context, double fraction) {
    progress_show(context, fraction, "solving");
}

static enum exit_status find_and_print(struct truth_request *r, struct session *session,
                                       bool as_json) {
    struct progress progress = progress_start(session->err, session->err_is_terminal);
    json_t *document;
    r->progress = show_progress;
    r->context = &progress;
    enum ref_status status = truth_find(r, &document);
    progress_end(&progress);
    if (status != REF_OK) {
        message_set(&session->why, "%s: no truth: %s", r->model->name,
                    ref_status_text(status));
        return status == REF_NO_MEMORY ? EXIT_MACHINE : EXIT_VERDICT;
    }
    json_object_set_new(document, "model",
                        json_text(r->model->name, strlen(r->model->name)));
    if (as_json)
        json_print(document, session->out);
    else
        truth_print(r->model, document, session->out);
    json_decref(document);
    return EXIT_PASSED;
}

static enum exit_status answer(struct truth_request *r, const struct arguments *arguments,
                               struct session *session) {
    const char *at = arguments_value(arguments, "at");
    mpfr_t *time = NULL;
    enum exit_status status = EXIT_USAGE;
    int allocated = 2;
    int failed = at == NULL ? default_times(r, &time, &session->why)
                            : number_read_list(&time, &r->times, bits_of_time(r->digits),
                                               at, "--at", &session->why);
    if (at != NULL)
        allocated = r->times;
    if (!failed && check_times(r, vector_const(time), at, &session->why) == 0) {
        r->time = vector_const(time);
        status = find_and_print(r, session, arguments_value(arguments, "json") != NULL);
    }
    number_list_free(time, allocated);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct truth_request request = {0};
    struct model_settings set;
    struct catalogue *catalogue;
    if (arguments_count(arguments, NULL) != 1) {
        message_set(&session->why, "truth needs one MODEL, not %d",
                    arguments_count(arguments, NULL));
        return EXIT_USAGE;
    }
    if (read_digits(&request.digits, arguments_value(arguments, "digits"),
                    &session->why) ||
        model_settings_read(&set, arguments, session))
        return EXIT_USAGE;
    enum exit_status status = models_open(&catalogue, session);
    if (status == EXIT_PASSED)
        status = models_read(&request.model, catalogue, arguments_value(arguments, NULL),
                             &set, &session->why);
    if (status == EXIT_PASSED)
        status = answer(&request, arguments, session);
    model_free(request.model);
    catalogue_free(catalogue);
    model_settings_clear(&set);
    return status;
}

const struct command command_truth = {
    "truth",
    "MODEL [--at T1,T2,...] [--digits D] [--set NAME=VALUE]... [--json]",
    "Find the exact solution, and how sure it is",
    "Two Taylor solutions of different precision and order must agree to the digits "
    "wanted\n"
    "(grade \"converged\"). Where the model file has formulas, those are evaluated and "
    "the\n"
    "Taylor solution is compared with them (grade \"closed-form\"). Values from the\n"
    "literature are compared when their time is among the times asked for.\n",
    options,
    run,
};
