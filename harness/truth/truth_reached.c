/* Truth at as many of some times as can be had, each with the best grade.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/most.h"
#include "harness/truth/truth.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/truth_standard.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* Of the time given: for all times at once; of what is left, for each try with fewer. */
static const double share_of_all = 0.75, share_of_try = 0.5;

enum { time_digits = 17 };

static bool may_reach_less(enum ref_status status) {
    return status != REF_OK && status != REF_NO_MEMORY && status != REF_BAD_ARGUMENT &&
           status != REF_NOT_APPLICABLE;
}

/* *found := the truths at `count` of the times alone, from that of this number on, in a share of
 * what is left of the time since `began`. False: there are not all of them. */
static bool find_some(const struct truth_request *r, int from, int count, double began,
                      struct truth_document *found) {
    struct truth_request one = *r;
    one.time = r->time + from;
    one.times = count;
    one.seconds_limit = share_of_try * truth_limit_left(r, began);
    return truth_find_all(&one, found) == REF_OK;
}

/* A search for as many times as can be had: the first ones, or the last ones. */
struct some_times {
    const struct truth_request *request;
    bool are_last;
    double began;
    struct truth_document found; /* those had last */
};

static bool find_so_many(void *context, int count) {
    struct some_times *s = context;
    struct truth_document found;
    const int from = s->are_last ? s->request->times - count : 0;
    const bool succeeded = find_some(s->request, from, count, s->began, &found);
    truth_document_clear(succeeded ? &s->found : &found);
    s->found = succeeded ? found : s->found;
    return succeeded;
}

/* In the document, the truths at the first of the times, up to one at which there is none.
 * Returns how many there are. */
static int find_first_times(const struct truth_request *r,
                            struct truth_document *document) {
    struct some_times first = {r, false, truth_seconds_now(r), {.entries = 0}};
    const int reached = most_by_bisection(0, r->times, find_so_many, &first);
    truth_document_join(document, &first.found);
    truth_document_clear(&first.found);
    return reached;
}

/* *last := the truths at the last of the times, behind that at `missing` and perhaps some behind
 * it: next to nothing is left of a state before a pulse arrives, and behind it there is something.
 * The last time is tried first, alone. Returns the first of these times; r->times: none. */
static int search_last_times(const struct truth_request *r, int missing,
                             struct truth_document *last) {
    struct some_times some = {r, true, truth_seconds_now(r), {.entries = 0}};
    const int most = r->times - missing;
    const int count = most > 1 && find_so_many(&some, 1)
                          ? most_by_bisection(1, most, find_so_many, &some)
                          : 0;
    *last = some.found;
    return r->times - count;
}

/* In the document, too, those truths. */
static int find_last_times(const struct truth_request *r, int missing,
                           struct truth_document *document) {
    struct truth_document last;
    const int reached = search_last_times(r, missing, &last);
    truth_document_join(document, &last);
    truth_document_clear(&last);
    return reached;
}

static void list_missing(const struct truth_request *r, int first, int end,
                         enum ref_status status, struct truth_document *document) {
    for (int k = first; k < end; k++) {
        char *t = json_decimal_text(r->time[k], time_digits);
        const struct truth_missing one = {t, ref_status_text(status)};
        document->failed |=
            t == NULL || record_append(&truth_missing_record, &document->missing,
                                       &document->lacks, &one) != 0;
        free(t);
    }
}

/* Where the certificate ends, as far as any way has told; -inf: none. */
static double certified_up_to(const struct truth_document *document) {
    double most = -INFINITY;
    for (int i = 0; i < document->tried.count; i++)
        if (document->tried.list[i].has_reached)
            most = fmax(most, document->tried.list[i].reached);
    return most;
}

/* Whether a time asked for is at an impact, of which no side is known: those behind it may be
 * certified all the same. */
static bool is_at_impact(const struct truth_document *document) {
    bool found = false;
    for (int i = 0; i < document->tried.count; i++)
        found = found ||
                strcmp(document->tried.list[i].why, ref_status_text(REF_AT_IMPACT)) == 0;
    return found;
}

/* The last of the times, from number `first` on. */
static void certify_last(const struct truth_request *r, int first,
                         struct truth_document *document) {
    struct truth_request one = *r;
    struct truth_document last;
    one.least_grade = REF_GRADE_CERTIFIED;
    const int reached = search_last_times(&one, first, &last);
    truth_document_swap(document, reached, &last);
    truth_document_clear(&last);
}

/* Where a later time is had without a proof only, those that the certificate reaches keep
 * theirs. */
static void certify_first(const struct truth_request *r,
                          struct truth_document *document) {
    struct truth_request one = *r;
    struct truth_document found;
    const double most = certified_up_to(document);
    if (document->entries == 0 || document->entry[0].grade != REF_GRADE_CONVERGED)
        return;
    one.times = 0;
    while (one.times < r->times && mpfr_cmp_d(r->time[one.times], most) < 0)
        one.times++;
    one.least_grade = REF_GRADE_CERTIFIED;
    if (one.times > 0) {
        truth_find_all(&one, &found);
        truth_document_swap(document, 0, &found);
        truth_document_clear(&found);
    }
    if (is_at_impact(document))
        certify_last(r, one.times, document);
}

/* The truth at one time, appended as that of the certificate's end. */
static bool append_end(const struct truth_request *r, double time,
                       struct truth_document *document) {
    struct truth_request one = *r;
    mpfr_t at;
    struct truth_document found;
    mpfr_init2(at, DBL_MANT_DIG);
    mpfr_set_d(at, time, MPFR_RNDN);
    one.times = 1;
    one.time = (const mpfr_t *)&at;
    one.least_grade = REF_GRADE_CERTIFIED;
    const bool succeeded = truth_find_all(&one, &found) == REF_OK;
    if (succeeded) {
        found.entry[0].certificate_ends = true;
        truth_document_add(document, &found.entry[0]);
    }
    truth_document_clear(&found);
    mpfr_clear(at);
    return succeeded;
}

/* The truth where the certificate ends, unless a time asked for is at or behind it. Where events
 * accumulate there is none at the very end, nor with all digits close to it: then some way
 * before. */
static void add_certified(const struct truth_request *r, int reached,
                          struct truth_document *document) {
    static const double before_end[] = {0, 0x1p-8, 0x1p-1};
    struct truth_request one = *r;
    const double began = truth_seconds_now(r);
    double last, most = certified_up_to(document);
    if (!isfinite(most) ||
        expr_constant_double(r->model->graph, r->model->span_begin, &last) !=
            PROBLEM_OK ||
        !(most > last))
        return;
    document->is_certified_to = true;
    document->certified_to = most;
    if (reached > 0)
        last = mpfr_get_d(r->time[reached - 1], MPFR_RNDU);
    bool told = !(most > last);
    for (size_t k = 0; k < sizeof before_end / sizeof *before_end && !told; k++) {
        one.seconds_limit = truth_limit_left(r, began);
        told = append_end(&one, most - (most - last) * before_end[k], document);
    }
}

/* In the document, the truths at the times before and behind those at which there are none, and
 * a list of these, for which `status` is the reason. Returns the number of the first of them, which
 * is *behind where a time at an impact kept all from being had together. */
static int find_others(const struct truth_request *r, enum ref_status status,
                       struct truth_document *document, int *behind) {
    struct truth_request rest = *r;
    const double began = truth_seconds_now(r);
    const int first = find_first_times(r, document);
    rest.seconds_limit = truth_limit_left(r, began);
    const bool at_impact = is_at_impact(document);
    *behind = truth_needs_less(status) || at_impact
                  ? find_last_times(&rest, at_impact ? first - 1 : first, document)
                  : r->times;
    if (first < *behind)
        list_missing(r, first, *behind, status, document);
    return first;
}

enum ref_status truth_find_reached(const struct truth_request *r,
                                   struct truth_document *document) {
    struct truth_request one = *r;
    const double began = truth_seconds_now(r);
    if (r->times > 1)
        one.seconds_limit = share_of_all * r->seconds_limit;
    enum ref_status status = truth_find_all(&one, document);
    const bool fails = may_reach_less(status);
    int behind = r->times;
    one.seconds_limit = truth_limit_left(r, began);
    if (fails)
        one.times = find_others(&one, status, document, &behind);
    one.seconds_limit = truth_limit_left(r, began);
    certify_first(&one, document);
    one.seconds_limit = truth_limit_left(r, began);
    const bool has_all = fails && one.times == behind;
    if (fails && !has_all)
        add_certified(&one, behind < r->times ? r->times : one.times, document);
    return document->failed ? REF_NO_MEMORY : has_all ? REF_OK : status;
}
