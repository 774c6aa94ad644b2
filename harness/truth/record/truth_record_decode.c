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

enum {
    bits_most = 1 << 24, /* a precision no truth is stored with */
    bits_usual = 4096,   /* one that needs no long texts */
    bits_a_digit = 4
};

/* An integer of a document between two bounds, or one less than the lower. */
static long read_integer(const json_t *value, long low, long high) {
    json_int_t integer = json_integer_value(value);
    bool known = json_is_integer(value) && integer >= low && integer <= high;
    return known ? (long)integer : low - 1;
}

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

static void read_pair(long pair[2], const json_t *array) {
    for (size_t i = 0; i < 2; i++)
        pair[i] = read_integer(json_array_get(array, i), 0, INT_MAX);
}

static int read_cost(struct ref_truth *truth, const json_t *document) {
    long bits[2], order[2];
    read_pair(bits, json_object_get(document, "bits"));
    read_pair(order, json_object_get(document, "order"));
    read_pair(truth->steps, json_object_get(document, "steps"));
    for (int i = 0; i < 2; i++) {
        truth->bits[i] = (mpfr_prec_t)bits[i];
        truth->order[i] = (int)order[i];
    }
    truth->switches = read_integer(json_object_get(document, "switches"), 0, LONG_MAX);
    truth->attempts =
        (int)read_integer(json_object_get(document, "attempts"), 0, INT_MAX);
    truth->growth = json_number_value(json_object_get(document, "growth"));
    truth->proof = truth_proof_decode(json_object_get(document, "proof"));
    return bits[0] < 0 || bits[1] < 0 || order[0] < 0 || order[1] < 0 ||
           truth->steps[0] < 0 || truth->steps[1] < 0 || truth->switches < 0 ||
           truth->attempts < 0;
}

/* Whether a way finds truths of this grade. */
static bool is_grade_of(long grade, long way) {
    return grade == (way == REF_BY_FORMULA ? REF_GRADE_CLOSED_FORM
                     : way == REF_BY_EXPONENTIAL || way == REF_BY_ENCLOSURE
                         ? REF_GRADE_CERTIFIED
                         : REF_GRADE_CONVERGED);
}

static struct ref_truth *read_truth(const json_t *document, const struct truth_query *w,
                                    const int *place) {
    int nx = w->model->nq + w->model->nv + w->model->nz;
    long grade =
        read_integer(json_object_get(document, "grade"), 0, REF_GRADE_CLOSED_FORM);
    long way = read_integer(json_object_get(document, "way"), 0, REF_WAYS - 1);
    long bits =
        read_integer(json_object_get(document, "precision"), MPFR_PREC_MIN, bits_most);
    if (way < 0 || !is_grade_of(grade, way) || bits < MPFR_PREC_MIN)
        return NULL;
    const long needed = longest(json_object_get(document, "state"));
    struct ref_truth *truth =
        ref_truth_create(w->times, nx, w->time, bits < needed ? bits : needed);
    if (truth == NULL)
        return NULL;
    int failed = read_cost(truth, document);
    truth->grade = (enum ref_grade)grade;
    truth->way = (enum ref_way)way;
    for (int k = 0; k < w->times && !failed; k++)
        failed = read_at(truth->state + k * nx, nx, json_object_get(document, "state"),
                         place[k]) ||
                 read_at(truth->component + k * nx, nx,
                         json_object_get(document, "radii"), place[k]);
    if (!failed && !isnan(ref_truth_measure(truth)))
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

/* The truth at the request's times. False: there is none, and *fault says why where the document is
 * about them. */
static bool decode_success(struct truth_record *r, const char **fault,
                           const json_t *document, const struct truth_query *w) {
    int *place = calloc((size_t)w->times + 1, sizeof *place);
    if (place != NULL && find_places(place, json_object_get(document, "times"), w)) {
        r->truth = read_truth(json_object_get(document, "truth"), w, place);
        *fault = "its grade, its way or a number is none, or beyond all bounds";
    }
    free(place);
    if (r->truth == NULL)
        return false;
    *fault = suffices(r->truth, w)
                 ? truth_record_fault(r, document, w)
                 : "it has fewer digits, or a lower grade, than asked for";
    return *fault == NULL;
}

/* A failure speaks of just the times and digits that were asked for, and has no truth. */
static bool decode_failure(const char **fault, const json_t *document,
                           const struct truth_query *w) {
    const json_t *truth = json_object_get(document, "truth");
    if (truth != NULL && !json_is_null(truth)) {
        *fault = "it tells a failure, and a truth beside it";
        return false;
    }
    json_t *times = exact_numbers(w->time, w->times);
    bool same =
        times != NULL && json_equal(times, json_object_get(document, "times")) &&
        json_integer_value(json_object_get(document, "digits")) == w->options.digits;
    json_decref(times);
    return same;
}

bool truth_record_decode(struct truth_record *r, const json_t *document,
                         const struct truth_query *w) {
    char manner[TRUTH_MANNER];
    const char *other = json_string_value(json_object_get(document, "manner"));
    json_t *status = json_object_get(document, "status");
    truth_record_manner(manner, w);
    *r = (struct truth_record){.status = REF_OK};
    if (other == NULL || strcmp(manner, other) != 0 || !json_is_integer(status))
        return false;
    long outcome = read_integer(status, REF_OK, REF_STATUSES - 1);
    if (outcome < REF_OK)
        return false;
    r->status = (enum ref_status)outcome;
    r->seconds = json_number_value(json_object_get(document, "seconds"));
    json_t *tried = json_object_get(document, "tried");
    json_t *opinion = json_object_get(document, "opinion");
    r->tried = json_is_array(tried) ? json_incref(tried) : NULL;
    r->opinion = json_is_object(opinion) ? json_incref(opinion) : NULL;
    const char *fault = NULL;
    if (r->status == REF_OK ? decode_success(r, &fault, document, w)
                            : decode_failure(&fault, document, w))
        return true;
    truth_record_clear(r);
    r->fault = fault;
    return false;
}
