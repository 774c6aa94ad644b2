/* What is kept of a truth, as a document, and back. Every number is kept exactly.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/json_number.h"
#include "harness/solution/exact_number.h"
#include "harness/solution/truth_record.h"
#include "harness/studies/vector.h"

/* Raised when a way to a truth gives another answer than before. */
enum { methods_version = 1 };

enum { bits_most = 1 << 24 }; /* a precision no truth is stored with */

void truth_record_clear(struct truth_record *r) {
    ref_truth_free(r->truth);
    json_decref(r->tried);
    json_decref(r->opinion);
    *r = (struct truth_record){.status = REF_UNABLE};
}

static bool is_in(const json_t *list, const json_t *value) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_equal(json_array_get(list, i), value))
            return true;
    return false;
}

void truth_record_join_tried(json_t *into, const json_t *tried) {
    for (size_t i = 0; i < json_array_size(tried); i++)
        if (!is_in(into, json_array_get(tried, i)))
            json_array_append(into, json_array_get(tried, i));
}

void truth_record_manner(char text[TRUTH_MANNER], const struct truth_wish *w) {
    snprintf(text, TRUTH_MANNER, "%s, %s constants, steps %ld, bits %ld, version %d",
             w->best ? "best" : "taylor",
             w->options.constants == EVAL_EXACT_CONSTANTS ? "exact" : "double",
             w->options.max_steps, w->best ? 0 : (long)w->options.max_bits,
             methods_version);
}

static long largest_precision(const mpfr_t *x, int n) {
    long most = MPFR_PREC_MIN;
    for (int i = 0; i < n; i++)
        most = mpfr_get_prec(x[i]) > most ? (long)mpfr_get_prec(x[i]) : most;
    return most;
}

static json_t *encode_truth(const struct ref_truth *truth) {
    int n = truth->times * truth->nx;
    const mpfr_t *x = vector_const(truth->state);
    json_t *state = exact_numbers(x, n);
    json_t *component = exact_numbers(vector_const(truth->component), n);
    if (state == NULL || component == NULL) {
        json_decref(state);
        json_decref(component);
        return NULL;
    }
    return json_pack(
        "{s:i, s:i, s:i, s:o, s:o, s:[I, I], s:[i, i], s:[I, I], s:I, s:i, s:o}", "grade",
        (int)truth->grade, "way", (int)truth->way, "precision",
        (int)largest_precision(x, n), "state", state, "radii", component, "bits",
        (json_int_t)truth->bits[0], (json_int_t)truth->bits[1], "order", truth->order[0],
        truth->order[1], "steps", (json_int_t)truth->steps[0],
        (json_int_t)truth->steps[1], "switches", (json_int_t)truth->switches, "attempts",
        truth->attempts, "growth", json_number(truth->growth));
}

json_t *truth_record_encode(const struct truth_record *r, const struct truth_wish *w) {
    json_t *truth = r->status == REF_OK ? encode_truth(r->truth) : json_null();
    json_t *time = exact_numbers(w->time, w->times);
    if (truth == NULL || time == NULL) {
        json_decref(truth);
        json_decref(time);
        return NULL;
    }
    char manner[TRUTH_MANNER];
    truth_record_manner(manner, w);
    return json_pack("{s:s, s:i, s:o, s:i, s:o, s:O?, s:O?, s:o}", "manner", manner,
                     "digits", w->options.digits, "times", time, "status", (int)r->status,
                     "seconds", json_number(r->seconds), "tried", r->tried, "opinion",
                     r->opinion, "truth", truth);
}

/* An integer of a document between two bounds, or one less than the lower. */
static long read_integer(const json_t *value, long low, long high) {
    json_int_t integer = json_integer_value(value);
    bool known = json_is_integer(value) && integer >= low && integer <= high;
    return known ? (long)integer : low - 1;
}

/* place[k]: where the k-th time wanted stands in the document. Whether all do. */
static bool find_places(int *place, const json_t *times, const struct truth_wish *w) {
    for (int k = 0; k < w->times; k++) {
        char *text = exact_number_text(w->time[k]);
        size_t i, count = json_array_size(times);
        for (i = 0; i < count && text != NULL; i++) {
            const char *other = json_string_value(json_array_get(times, i));
            if (other != NULL && strcmp(other, text) == 0)
                break;
        }
        bool found = text != NULL && i < count;
        free(text);
        if (!found)
            return false;
        place[k] = (int)i;
    }
    return true;
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
    return bits[0] < 0 || bits[1] < 0 || order[0] < 0 || order[1] < 0 ||
           truth->steps[0] < 0 || truth->steps[1] < 0 || truth->switches < 0 ||
           truth->attempts < 0;
}

static struct ref_truth *read_truth(const json_t *document, const struct truth_wish *w,
                                    const int *place) {
    int nx = w->model->nq + w->model->nv + w->model->nz;
    long grade =
        read_integer(json_object_get(document, "grade"), 0, REF_GRADE_CLOSED_FORM);
    long way = read_integer(json_object_get(document, "way"), 0, REF_WAYS - 1);
    long bits =
        read_integer(json_object_get(document, "precision"), MPFR_PREC_MIN, bits_most);
    if (grade < 0 || way < 0 || bits < MPFR_PREC_MIN)
        return NULL;
    struct ref_truth *truth = ref_truth_create(w->times, nx, w->time, bits);
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
static bool suffices(const struct ref_truth *truth, const struct truth_wish *w) {
    for (int k = 0; k < truth->times; k++)
        if (!(truth->digits[k] >= w->options.digits))
            return false;
    return !w->best || truth->grade >= w->least_grade;
}

static bool decode_success(struct truth_record *r, const json_t *document,
                           const struct truth_wish *w) {
    int *place = calloc((size_t)w->times + 1, sizeof *place);
    if (place != NULL && find_places(place, json_object_get(document, "times"), w))
        r->truth = read_truth(json_object_get(document, "truth"), w, place);
    free(place);
    return r->truth != NULL && suffices(r->truth, w);
}

/* A failure speaks of just the times and digits that were asked for. */
static bool decode_failure(const json_t *document, const struct truth_wish *w) {
    json_t *times = exact_numbers(w->time, w->times);
    bool same =
        times != NULL && json_equal(times, json_object_get(document, "times")) &&
        json_integer_value(json_object_get(document, "digits")) == w->options.digits;
    json_decref(times);
    return same;
}

bool truth_record_decode(struct truth_record *r, const json_t *document,
                         const struct truth_wish *w) {
    char manner[TRUTH_MANNER];
    const char *other = json_string_value(json_object_get(document, "manner"));
    json_t *status = json_object_get(document, "status");
    truth_record_manner(manner, w);
    *r = (struct truth_record){.status = REF_OK};
    if (other == NULL || strcmp(manner, other) != 0 || !json_is_integer(status))
        return false;
    long outcome = read_integer(status, REF_OK, REF_NOT_FIXED);
    if (outcome < REF_OK)
        return false;
    r->status = (enum ref_status)outcome;
    r->seconds = json_number_value(json_object_get(document, "seconds"));
    bool found = r->status == REF_OK ? decode_success(r, document, w)
                                     : decode_failure(document, w);
    json_t *tried = json_object_get(document, "tried");
    json_t *opinion = json_object_get(document, "opinion");
    r->tried = json_is_array(tried) ? json_incref(tried) : NULL;
    r->opinion = json_is_object(opinion) ? json_incref(opinion) : NULL;
    if (!found)
        truth_record_clear(r);
    return found;
}

/* Bits that hold a number with this text. */
static mpfr_prec_t bits_of_text(const char *text) {
    return text == NULL ? MPFR_PREC_MIN : 4 * (mpfr_prec_t)strlen(text) + MPFR_PREC_MIN;
}

static mpfr_t *read_times(const json_t *times) {
    size_t n = json_array_size(times), i;
    mpfr_prec_t bits = MPFR_PREC_MIN;
    json_t *text;
    json_array_foreach(times, i, text) {
        mpfr_prec_t needed = bits_of_text(json_string_value(text));
        bits = needed > bits ? needed : bits;
    }
    mpfr_t *time = n > 0 ? vector_alloc((int)n, bits) : NULL;
    if (time == NULL || exact_numbers_read(time, (int)n, times) == 0)
        return time;
    vector_free(time, (int)n);
    return NULL;
}

int truth_record_wish(struct truth_wish *w, mpfr_t **time, struct model *m,
                      const json_t *document) {
    const char *manner = json_string_value(json_object_get(document, "manner"));
    const json_t *times = json_object_get(document, "times");
    char search[8], constants[8];
    long steps, bits,
        digits = read_integer(json_object_get(document, "digits"), 1, INT_MAX);
    if (manner == NULL || digits < 1 ||
        sscanf(manner, "%7[a-z], %7[a-z] constants, steps %ld, bits %ld", search,
               constants, &steps, &bits) != 4)
        return -1;
    *time = read_times(times);
    *w = (struct truth_wish){.model = m,
                             .times = (int)json_array_size(times),
                             .time = vector_const(*time),
                             .best = strcmp(search, "best") == 0};
    w->options.digits = (int)digits;
    w->options.constants =
        strcmp(constants, "exact") == 0 ? EVAL_EXACT_CONSTANTS : EVAL_DOUBLE_CONSTANTS;
    w->options.max_steps = steps;
    w->options.max_bits = bits; /* of the best one: the default */
    return *time == NULL ? -1 : 0;
}
