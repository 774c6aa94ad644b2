/* halfstep truth: the exact solution, and how sure it is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/base/record/json_csv.h"
#include "harness/commands/truth_command.h"
#include "harness/jobs/progress.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/session/use.h"
#include "harness/truth/truth.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/truth_standard.h"
#include "problems/model.h"
#include "ref/vector.h"

static const struct option_definition options[] = {
    OPTION(
        "at", VALUE, "T1,T2,...",
        "the times (default: those of published values, and the end of the model's span)",
        .of = "MODEL"),
    OPTION("digits", VALUE, "D",
           "decimal digits wanted (default: what is known, else 30)",
           .read = option_whole, .least = 1, .most = 10000, .of = "MODEL recompute"),
    OPTION("grade", VALUE, "G",
           "closed-form, certified or converged: this grade at least (default converged)",
           .read = option_word, .word = truth_arguments_grade, .of = "MODEL"),
    OPTION("way", VALUE, "W",
           "only by formula (closed-form), exponential or enclosure (certified), taylor, "
           "collocation or events (converged; events: models with contacts)",
           .read = option_word, .word = truth_arguments_way, .of = "MODEL recompute"),
    OPTION(
        "time-limit", VALUE, "SECONDS",
        "fall to a lower grade, to fewer times, or refuse, after this time by the clock "
        "on "
        "the wall (default 300); of --verify: seconds of the processor, for each record",
        .read = option_positive, .of = "MODEL recompute certify verify"),
    OPTION("with", VALUE, "WHAT,...",
           "tell accelerations, multipliers and impulses, too: any of these, or the "
           "reason why "
           "not",
           .of = "MODEL"),
    OPTION("no-cache", FLAG, NULL, "compute it, whatever is known", .of = "MODEL"),
    OPTION("set", REPEATABLE, "NAME=VALUE",
           "change a parameter, a size or an initial value of the model",
           .of = "MODEL verify"),
    OPTION("certificate", VALUE, "FILE",
           "write the truth with what proves it again, step by step, to this file",
           .of = "MODEL"),
    OPTION("verify", VALUE, "FILE",
           "prove the truths of a file again (MODEL: what they are about; default: the "
           "catalogue's model of the file's name)",
           .of = "verify"),
    OPTION("recompute", FLAG, NULL,
           "make the catalogue's truths anew (MODEL...; default: all)",
           .of = "recompute"),
    OPTION("studies", FLAG, NULL, "of --recompute: only those that studies ask for",
           .of = "recompute"),
    OPTION("catalogue", FLAG, NULL,
           "tell what is kept of each name of the catalogue, and what is missing",
           .of = "catalogue"),
    OPTION("markdown", FLAG, NULL, "of --catalogue: as a table in Markdown",
           .of = "catalogue"),
    OPTION(
        "certify", FLAG, NULL,
        "make certificates for the catalogue's truths that have none, or one that does "
        "not "
        "hold (MODEL...: anew in any case; default: all; --time-limit: for each, default "
        "10)",
        .of = "certify"),
    OPTION("check", FLAG, NULL, "compute a random part of the catalogue's truths again",
           .of = "check"),
    OPTION("seed", VALUE, "N", "which part is checked (default: by the time of day)",
           .read = option_whole, .least = 0, .most = UINT32_MAX, .of = "check"),
    OPTION("budget", VALUE, "SECONDS", "of --check: how large a part",
           .read = option_positive, .usual = "20", .of = "check"),
    OPTION("json", FLAG, NULL, "print one JSON document", .of = "MODEL"),
    OPTION(
        "csv", FLAG, NULL,
        "print a row for each time, or of --catalogue for each name, as comma-separated "
        "values",
        .of = "MODEL catalogue"),
    OPTION_SCHEMA,
    OPTIONS_END,
};

static void show_progress(void *context, double fraction) {
    progress_show(context, fraction, "solving");
}

/* Where other times have one: "pendulum: no truth from t = 7 on: (why)...". */
static void tell_where(char *text, size_t size, const struct truth_document *document) {
    const int knows = document->entries, lacks = document->lacks;
    text[0] = '\0';
    if (knows == 0 || lacks == 0)
        return;
    const double first = strtod(document->missing[0].t, NULL),
                 last = strtod(document->missing[lacks - 1].t, NULL);
    if (strtod(document->entry[knows - 1].t, NULL) < last)
        snprintf(text, size, " from t = %.6g on", first);
    else if (lacks > 1)
        snprintf(text, size, " from t = %.6g to %.6g", first, last);
    else
        snprintf(text, size, " at t = %.6g", first);
}

static void tell_reached(struct diagnostic *d, const struct truth_document *document) {
    size_t length = strlen(d->text);
    if (document->is_certified_to)
        snprintf(d->text + length, sizeof d->text - length, "; certified up to t = %.17g",
                 document->certified_to);
}

/* That bounces end is proved of rates without kinks only: else those, and no bounces, are why. */
static void tell_kinks(struct diagnostic *d, struct model *m, enum ref_status status) {
    const size_t length = strlen(d->text);
    if (status == REF_ACCUMULATES && model_has_kinks(m))
        snprintf(d->text + length, sizeof d->text - length,
                 "; an end of bounces is looked for only in models whose rates have no "
                 "kinks");
}

/* "pendulum: no truth: (why); enclosure: (why); taylor: (why)". */
static enum exit_status refuse(const struct truth_request *r, enum ref_status status,
                               const struct truth_document *document,
                               struct diagnostic *d) {
    size_t length;
    const char *grade =
        r->least_grade > REF_GRADE_CONVERGED ? ref_grade_name(r->least_grade) : NULL;
    char where[48];
    tell_where(where, sizeof where, document);
    message_set(d, "%s: no %s%struth%s: %s", r->model->name, grade != NULL ? grade : "",
                grade != NULL ? " " : "", where, ref_status_text(status));
    for (int i = 0; i < document->tried.count; i++) {
        const struct truth_tried *one = &document->tried.list[i];
        length = strlen(d->text);
        snprintf(d->text + length, sizeof d->text - length, "%s%s: %s%s%s",
                 i == 0 ? " (" : "; ", one->way, one->why,
                 one->at[0] != '\0' ? ", at " : "", one->at);
    }
    length = strlen(d->text);
    if (document->tried.count > 0)
        snprintf(d->text + length, sizeof d->text - length, ")");
    tell_reached(d, document);
    tell_kinks(d, r->model, status);
    return status == REF_NO_MEMORY ? EXIT_MACHINE : EXIT_VERDICT;
}

/* A certificate that is contradicted is not printed: one of the two programs is wrong. */
static enum exit_status tell(const struct truth_request *r, struct session *session,
                             struct truth_document *document,
                             const struct arguments *arguments) {
    static const char *const columns[] = {"grade", "digits", "radius", "way", NULL};
    const char *name = r->model->name;
    if (truth_is_contradicted(document))
        return message_fail(
            EXIT_VERDICT, &session->why,
            "%s: no truth: the second opinion lies outside the proved bounds; this "
            "is a fault of halfstep, or a closed form that does not solve the "
            "equations",
            name);
    if (record_set_text(&document->model, name))
        return EXIT_MACHINE;
    json_t *told = record_tell(&truth_document_record, document);
    if (arguments_has(arguments, "json"))
        json_print(told, session->out);
    else if (arguments_has(arguments, "csv"))
        json_csv_print_states(r->model, json_object_get(told, "truth"), columns,
                              session->out);
    else
        truth_print(r->model, document, session->out);
    json_decref(told);
    if (truth_is_doubted(document))
        message_set(
            &session->why,
            "%s: the second opinion lies outside of what is proved, which stands: "
            "the opinion is no proof",
            name);
    if (!truth_contradicts_published(document))
        return EXIT_PASSED;
    return message_fail(EXIT_VERDICT, &session->why,
                        "%s: a published value is contradicted", name);
}

static enum exit_status find_and_tell(struct truth_request *r, struct session *session,
                                      const struct arguments *arguments) {
    struct progress progress = session_progress(session);
    progress.limit = r->seconds_limit;
    struct truth_document document;
    r->progress = show_progress;
    r->context = &progress;
    enum ref_status status = r->times == 0 ? truth_find_standard(r, &document)
                                           : truth_find_reached(r, &document);
    progress_end(&progress);
    enum exit_status exit = EXIT_PASSED;
    if (document.entries > 0)
        exit = tell(r, session, &document, arguments);
    if (status != REF_OK)
        exit = refuse(r, status, &document, &session->why);
    truth_document_clear(&document);
    return exit;
}

/* The bits of times: as many behind the point as for short ones, so that what 1e300 is rounded
 * by is no turn of an oscillator. 0: they are not read. */
static mpfr_prec_t find_time_bits(struct truth_request *r, const char *at,
                                  struct diagnostic *d) {
    const mpfr_prec_t bits = truth_time_bits(r->digits);
    mpfr_t *time = NULL;
    mpfr_exp_t most = 0;
    if (number_read_list(&time, &r->times, bits, at, "--at", d))
        return 0;
    for (int k = 0; k < r->times; k++)
        if (mpfr_regular_p(time[k]) && mpfr_get_exp(time[k]) > most)
            most = mpfr_get_exp(time[k]);
    number_list_free(time, r->times);
    return most > TRUTH_TIME_BITS / 2 ? bits + most : bits;
}

static int read_times(struct truth_request *r, mpfr_t **time, const char *at,
                      struct diagnostic *d) {
    const mpfr_prec_t bits = find_time_bits(r, at, d);
    if (bits == 0 ||
        number_read_list(time, &r->times, bits + TRUTH_READING_BITS, at, "--at", d))
        return -1;
    r->time_bits = bits;
    for (int k = 0; k < r->times; k++)
        mpfr_prec_round((*time)[k], bits, truth_time_rounding(r->model));
    return truth_arguments_check_times(r, vector_const(*time), at, d);
}

static enum exit_status answer(struct truth_request *r, const struct arguments *arguments,
                               struct session *session) {
    const char *at = arguments_value(arguments, "at");
    mpfr_t *time = NULL;
    r->store = !arguments_has(arguments, "no-cache") ? &session->known : NULL;
    const char *path = arguments_value(arguments, "certificate");
    if (at == NULL)
        return path != NULL ? truth_file_certify(session, r, path)
                            : find_and_tell(r, session, arguments);
    enum exit_status status = EXIT_USAGE;
    if (read_times(r, &time, at, &session->why) == 0) {
        number_list_merge(time, &r->times);
        r->time = vector_const(time);
        status = path != NULL ? truth_file_certify(session, r, path)
                              : find_and_tell(r, session, arguments);
    }
    number_list_free(time, r->times);
    return status;
}

static enum exit_status find_one(struct session *session,
                                 const struct arguments *arguments) {
    struct truth_request request = {.model = NULL};
    struct asked_model asked;
    if (arguments_count(arguments, NULL) == 1 &&
        truth_arguments_read(&request, arguments, &session->why))
        return EXIT_USAGE;
    enum exit_status status = asked_model_read(&asked, NULL, arguments, session);
    request.model = asked.model;
    if (status == EXIT_PASSED)
        status = answer(&request, arguments, session);
    asked_model_clear(&asked);
    return status;
}

static const struct command_use uses[] = {
    {"recompute", USE_BY_OPTION, 0, INT_MAX, "", truth_catalogue_recompute, NULL, NULL},
    {"check", USE_BY_OPTION, 0, 0, "", truth_catalogue_check, NULL, NULL},
    {"certify", USE_BY_OPTION, 0, INT_MAX, "", truth_catalogue_certify, NULL, NULL},
    {"catalogue", USE_BY_OPTION, 0, 0, "", truth_catalogue_tell, NULL, NULL},
    {"verify", USE_BY_OPTION, 0, 1, "", truth_file_verify, NULL, NULL},
    {"MODEL", USE_ELSE, 0, INT_MAX, "", find_one, NULL, &truth_document_record},
    {.name = NULL},
};

const struct command command_truth = {
    "truth",
    "MODEL [--at T1,T2,...] [--digits D] [--grade G] [--time-limit SECONDS] "
    "[--set NAME=VALUE]... [--json | --csv] [--certificate FILE], or [MODEL] --verify "
    "FILE, or "
    "--recompute [MODEL...], or --check, or --catalogue [--markdown | --csv]",
    "Find the exact solution, and how sure it is",
    "The best grade that can be had: \"closed-form\" (the model file's formulas) and\n"
    "\"certified\" (an enclosure) have a proof of the radius; \"converged\" is what two "
    "runs of\n"
    "different precision and order agree on. What has a proof is held against a second\n"
    "opinion, which tells whether it agrees and does not overrule what is certified.\n"
    "Values from the literature are compared. What took long is remembered. When a time\n"
    "cannot be reached, those before it are given, and where the certificate ends, with "
    "the\n"
    "state there; the exit status is 1.\n",
    "truth double_pendulum --at 1,2 --digits 50\n",
    options,
    NULL,
    false,
    uses,
    NULL,
};
