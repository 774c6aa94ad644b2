/* A truth from the document that was kept of it, at the times that are wanted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_proof.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/record/truth_record_fault.h"
#include "problems/model.h"

enum {
    bits_usual = 4096, /* a precision that needs no long texts */
    bits_a_digit = 4
};

/* place[k]: where the k-th time wanted stands in the document. Whether all do. */
static bool find_places(int *place, const json_t *times, const struct truth_query *w) {
    const size_t count = json_array_size(times);
    size_t at = 0; /* they ascend: the next one is mostly the one after the last */
    for (int k = 0; k < w->times; k++, at++) {
        char *text = exact_number_text(w->time[k]);
        size_t i;
        for (i = 0; i < count && text != NULL; i++, at++) {
            const char *other = json_string_value(json_array_get(times, at % count));
            if (other != NULL && strcmp(other, text) == 0)
                break;
        }
        bool found = text != NULL && i < count;
        free(text);
        if (!found)
            return false;
        place[k] = (int)(at % count);
    }
    return true;
}

/* The bits of the longest of some numbers, and more than the usual precision. */
static long longest(const json_t *numbers) {
    size_t i, most = bits_usual;
    json_t *one;
    json_array_foreach(numbers, i, one) {
        size_t bits = bits_a_digit * json_string_length(one);
        most = bits > most ? bits : most;
    }
    return (long)most;
}

/* x[nx] := those of the array that belong to the time at a place. */
static int read_at(mpfr_t *x, int nx, const json_t *array, int place) {
    for (int i = 0; i < nx; i++) {
        size_t at = (size_t)place * (size_t)nx + (size_t)i;
        if (exact_number_read(x[i], json_string_value(json_array_get(array, at))))
            return -1;
    }
    return 0;
}

/* False: they are not two whole numbers that fit into an int. */
static bool read_pair(long pair[2], const json_t *array) {
    bool fits = true;
    for (size_t i = 0; i < 2; i++) {
        const json_t *one = json_array_get(array, i);
        const json_int_t number = json_integer_value(one);
        fits = fits && json_is_integer(one) && number >= 0 && number <= INT_MAX;
        pair[i] = fits ? (long)number : 0;
    }
    return fits;
}

static bool read_cost(struct ref_truth *truth, const struct truth_kept_solution *kept) {
    long bits[2], order[2];
    if (!read_pair(bits, kept->bits) || !read_pair(order, kept->order) ||
        !read_pair(truth->steps, kept->steps))
        return false;
    for (int i = 0; i < 2; i++) {
        truth->bits[i] = (mpfr_prec_t)bits[i];
        truth->order[i] = (int)order[i];
    }
    truth->switches = kept->switches;
    truth->attempts = (int)kept->attempts;
    truth->growth = kept->growth;
    truth->proof = truth_proof_decode(kept->proof);
    return true;
}

/* Whether a way finds truths of this grade. */
static bool is_grade_of(long grade, long way) {
    return grade == (way == REF_BY_FORMULA ? REF_GRADE_CLOSED_FORM
                     : way == REF_BY_EXPONENTIAL || way == REF_BY_ENCLOSURE
                         ? REF_GRADE_CERTIFIED
                         : REF_GRADE_CONVERGED);
}

static struct ref_truth *make_truth(const struct truth_kept_solution *kept,
                                    const struct truth_query *w, const int *place) {
    const int nx = w->model->nq + w->model->nv + w->model->nz;
    if (!is_grade_of(kept->grade, kept->way) || kept->precision < MPFR_PREC_MIN)
        return NULL;
    const long needed = longest(kept->state);
    struct ref_truth *truth = ref_truth_create(
        w->times, nx, w->time, kept->precision < needed ? kept->precision : needed);
    if (truth == NULL)
        return NULL;
    bool whole = read_cost(truth, kept);
    truth->grade = (enum ref_grade)kept->grade;
    truth->way = (enum ref_way)kept->way;
    for (int k = 0; k < w->times && whole; k++)
        whole = read_at(truth->state + k * nx, nx, kept->state, place[k]) == 0 &&
                read_at(truth->component + k * nx, nx, kept->radii, place[k]) == 0;
    if (whole && !isnan(ref_truth_measure(truth)))
        return truth;
    ref_truth_free(truth);
    return NULL;
}

/* Whether a truth that was found has what is wanted. */
static bool suffices(const struct ref_truth *truth, const struct truth_query *w) {
    for (int k = 0; k < truth->times; k++)
        if (!(truth->digits[k] >= w->options.digits))
            return false;
    return !w->best || truth->grade >= w->least_grade;
}

/* The truth at the request's times. False: there is none, and *fault says why where the record is
 * about them. */
static bool decode_success(struct truth_record *r, const char **fault,
                           const struct truth_kept *kept, const struct truth_query *w) {
    struct truth_kept_solution found = {.precision = 0};
    int *place = calloc((size_t)w->times + 1, sizeof *place);
    if (place != NULL && find_places(place, kept->times, w)) {
        if (truth_kept_solution_read(&found, kept->truth))
            r->truth = make_truth(&found, w, place);
        *fault = "its grade, its way or a number is none, or beyond all bounds";
    }
    free(place);
    if (r->truth != NULL)
        *fault = suffices(r->truth, w)
                     ? truth_record_fault(r, kept, &found, w)
                     : "it has fewer digits, or a lower grade, than asked for";
    record_clear(&truth_kept_solution_record, &found);
    return r->truth != NULL && *fault == NULL;
}

/* A failure speaks of just the times and digits that were asked for, and has no truth. */
static bool decode_failure(const char **fault, const struct truth_kept *kept,
                           const struct truth_query *w) {
    if (kept->truth != NULL) {
        *fault = "it tells a failure, and a truth beside it";
        return false;
    }
    json_t *times = exact_numbers(w->time, w->times);
    const bool same = times != NULL && json_equal(times, kept->times) &&
                      kept->digits == w->options.digits;
    json_decref(times);
    return same;
}

static bool decode(struct truth_record *r, const struct truth_kept *kept,
                   const struct truth_query *w) {
    const char *fault = NULL;
    *r = (struct truth_record){.status = (enum ref_status)kept->status,
                               .seconds = kept->seconds};
    truth_opinion_read(&r->opinion, kept->opinion);
    if (kept->tried != NULL && truth_tries_read(&r->tried, kept->tried))
        fault = json_is_array(kept->tried) ? "what is told was not tried in vain"
                                           : "what was tried is no list";
    else if (r->status == REF_OK ? decode_success(r, &fault, kept, w)
                                 : decode_failure(&fault, kept, w))
        return true;
    truth_record_clear(r);
    r->fault = fault;
    return false;
}

bool truth_record_decode(struct truth_record *r, const json_t *document,
                         const struct truth_query *w) {
    char manner[TRUTH_MANNER];
    struct truth_kept kept;
    *r = (struct truth_record){.status = REF_OK};
    if (!truth_kept_read(&kept, document))
        return false;
    truth_record_manner(manner, w);
    const bool is_record = strcmp(manner, kept.manner) == 0 && decode(r, &kept, w);
    record_clear(&truth_kept_record, &kept);
    return is_record;
}
