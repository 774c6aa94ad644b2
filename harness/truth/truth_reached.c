/* Truth at as many of some times as can be had, each with the best grade.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/most.h"
#include "harness/truth/truth.h"
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
                      json_t **found) {
    struct truth_request one = *r;
    *found = NULL;
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
    json_t *found; /* those had last; NULL: none */
};

static bool find_so_many(void *context, int count) {
    struct some_times *s = context;
    json_t *found;
    const int from = s->are_last ? s->request->times - count : 0;
    const bool succeeded = find_some(s->request, from, count, s->began, &found);
    json_decref(succeeded ? s->found : found);
    s->found = succeeded ? found : s->found;
    return succeeded;
}

/* In the document, the truths at the first of the times, up to one at which there is none.
 * Returns how many there are. */
static int find_first_times(const struct truth_request *r, json_t *document) {
    struct some_times first = {r, false, truth_seconds_now(r), NULL};
    const int reached = most_by_bisection(0, r->times, find_so_many, &first);
    for (size_t i = 0; i < TRUTH_LISTS && first.found != NULL; i++)
        json_object_set(document, truth_lists[i],
                        json_object_get(first.found, truth_lists[i]));
    json_decref(first.found);
    return reached;
}

/* A failure leaves no lists. */
static void append_all(json_t *document, const json_t *more, const char *list) {
    if (json_object_get(document, list) == NULL)
        json_object_set_new(document, list, json_array());
    json_array_extend(json_object_get(document, list), json_object_get(more, list));
}

/* *last := the truths at the last of the times, behind that at `missing` and perhaps some behind
 * it: next to nothing is left of a state before a pulse arrives, and behind it there is something.
 * The last time is tried first, alone. Returns the first of these times; r->times: there is none,
 * and *last is NULL. */
static int search_last_times(const struct truth_request *r, int missing, json_t **last) {
    struct some_times some = {r, true, truth_seconds_now(r), NULL};
    const int most = r->times - missing;
    const int count = most > 1 && find_so_many(&some, 1)
                          ? most_by_bisection(1, most, find_so_many, &some)
                          : 0;
    *last = some.found;
    return r->times - count;
}

/* In the document, too, those truths. */
static int find_last_times(const struct truth_request *r, int missing, json_t *document) {
    json_t *last;
    const int reached = search_last_times(r, missing, &last);
    for (size_t i = 0; i < TRUTH_LISTS && last != NULL; i++)
        append_all(document, last, truth_lists[i]);
    json_decref(last);
    return reached;
}

static void list_missing(const struct truth_request *r, int first, int end,
                         enum ref_status status, json_t *document) {
    json_t *missing = json_array();
    for (int k = first; k < end; k++)
        json_array_append_new(missing, json_pack("{s:o, s:s}", "t",
                                                 json_decimal(r->time[k], time_digits),
                                                 "why", ref_status_text(status)));
    json_object_set_new(document, "missing", missing);
}

/* Where the certificate ends, as far as any way has told; -inf: none. */
static double certified_up_to(const json_t *document) {
    size_t i;
    json_t *one;
    double most = -INFINITY;
    json_array_foreach(json_object_get(document, "tried"), i, one) {
        most = fmax(most, json_number_in(one, "reached"));
    }
    return most;
}

/* Whether a time asked for is at an impact, of which no side is known: those behind it may be
 * certified all the same. */
static bool is_at_impact(const json_t *document) {
    size_t i;
    json_t *one;
    bool found = false;
    json_array_foreach(json_object_get(document, "tried"), i, one) {
        const char *why = json_string_value(json_object_get(one, "why"));
        found =
            found || (why != NULL && strcmp(why, ref_status_text(REF_AT_IMPACT)) == 0);
    }
    return found;
}

/* The last of the times, from number `first` on. */
static void certify_last(const struct truth_request *r, int first, json_t *document) {
    struct truth_request one = *r;
    json_t *last, *entries = json_object_get(document, "truth"), *entry;
    size_t k;
    one.least_grade = REF_GRADE_CERTIFIED;
    const int reached = search_last_times(&one, first, &last);
    json_array_foreach(json_object_get(last, "truth"), k, entry) {
        json_array_set(entries, (size_t)reached + k, entry);
    }
    json_decref(last);
}

/* Where a later time is had without a proof only, those that the certificate reaches keep
 * theirs. */
static void certify_first(const struct truth_request *r, json_t *document) {
    struct truth_request one = *r;
    json_t *found = NULL, *entries = json_object_get(document, "truth"), *entry;
    const char *grade =
        json_string_value(json_object_get(json_array_get(entries, 0), "grade"));
    const double most = certified_up_to(document);
    if (grade == NULL || strcmp(grade, ref_grade_name(REF_GRADE_CONVERGED)) != 0)
        return;
    one.times = 0;
    while (one.times < r->times && mpfr_cmp_d(r->time[one.times], most) < 0)
        one.times++;
    one.least_grade = REF_GRADE_CERTIFIED;
    size_t k;
    if (one.times > 0 && truth_find_all(&one, &found) == REF_OK)
        json_array_foreach(json_object_get(found, "truth"), k, entry) {
            json_array_set(entries, k, entry);
        }
    json_decref(found);
    if (is_at_impact(document))
        certify_last(r, one.times, document);
}

/* The truth at one time, appended as that of the certificate's end. */
static bool append_end(const struct truth_request *r, double time, json_t *document) {
    struct truth_request one = *r;
    mpfr_t at;
    json_t *found = NULL, *entry;
    mpfr_init2(at, DBL_MANT_DIG);
    mpfr_set_d(at, time, MPFR_RNDN);
    one.times = 1;
    one.time = (const mpfr_t *)&at;
    one.least_grade = REF_GRADE_CERTIFIED;
    const bool succeeded = truth_find_all(&one, &found) == REF_OK;
    if (succeeded) {
        entry = json_array_get(json_object_get(found, "truth"), 0);
        json_object_set_new(entry, "certificate_ends", json_true());
        json_array_append(json_object_get(document, "truth"), entry);
    }
    json_decref(found);
    mpfr_clear(at);
    return succeeded;
}

/* The truth where the certificate ends, unless a time asked for is at or behind it. Where events
 * accumulate there is none at the very end, nor with all digits close to it: then some way
 * before. */
static void add_certified(const struct truth_request *r, int reached, json_t *document) {
    static const double before_end[] = {0, 0x1p-8, 0x1p-1};
    struct truth_request one = *r;
    const double began = truth_seconds_now(r);
    double last, most = certified_up_to(document);
    if (!isfinite(most) ||
        expr_constant_double(r->model->graph, r->model->span_begin, &last) !=
            PROBLEM_OK ||
        !(most > last))
        return;
    json_object_set_new(document, "certified_to", json_number(most));
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
                       json_t *document, int *behind) {
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

enum ref_status truth_find_reached(const struct truth_request *r, json_t **document) {
    struct truth_request one = *r;
    const double began = truth_seconds_now(r);
    if (r->times > 1)
        one.seconds_limit = share_of_all * r->seconds_limit;
    enum ref_status status = truth_find_all(&one, document);
    const bool fails = may_reach_less(status);
    int behind = r->times;
    one.seconds_limit = truth_limit_left(r, began);
    if (fails)
        one.times = find_others(&one, status, *document, &behind);
    one.seconds_limit = truth_limit_left(r, began);
    certify_first(&one, *document);
    one.seconds_limit = truth_limit_left(r, began);
    if (fails && one.times == behind)
        return REF_OK;
    if (fails)
        add_certified(&one, behind < r->times ? r->times : one.times, *document);
    return status;
}
