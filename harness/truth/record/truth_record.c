/* What is kept of a truth, as a document. Every number is kept exactly.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/record/truth_record.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/vector.h"
#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_certificate.h"
#include "harness/truth/record/truth_proof.h"

/* Raised when a way to a truth changes so that what was kept is not as good as it is told to be
 * (harness/tests/truth/test_truth_methods.c notices a change). */
enum { methods_version = 1 };

void truth_record_clear(struct truth_record *r) {
    ref_truth_free(r->truth);
    ref_certificate_free(r->certificate);
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

void truth_record_manner(char text[TRUTH_MANNER], const struct truth_query *w) {
    snprintf(text, TRUTH_MANNER, "%s, %s constants, steps %ld, bits %ld, version %d",
             w->best ? "best" : "taylor",
             w->options.constants == EVAL_EXACT_CONSTANTS ? "exact" : "double",
             w->options.max_steps, w->best ? 0 : (long)w->options.max_bits,
             methods_version);
}

bool truth_record_is_best(const json_t *document) {
    const char *manner = json_string_value(json_object_get(document, "manner"));
    return manner != NULL && strncmp(manner, "best", strlen("best")) == 0;
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
        "{s:i, s:i, s:i, s:o, s:o, s:[I, I], s:[i, i], s:[I, I], s:I, s:i, s:o, s:o}",
        "grade", (int)truth->grade, "way", (int)truth->way, "precision",
        (int)largest_precision(x, n), "state", state, "radii", component, "bits",
        (json_int_t)truth->bits[0], (json_int_t)truth->bits[1], "order", truth->order[0],
        truth->order[1], "steps", (json_int_t)truth->steps[0],
        (json_int_t)truth->steps[1], "switches", (json_int_t)truth->switches, "attempts",
        truth->attempts, "growth", json_number(truth->growth), "proof",
        truth_proof_encode(&truth->proof));
}

json_t *truth_record_encode(const struct truth_record *r, const struct truth_query *w) {
    json_t *truth = r->status == REF_OK ? encode_truth(r->truth) : json_null();
    json_t *time = exact_numbers(w->time, w->times);
    if (truth == NULL || time == NULL) {
        json_decref(truth);
        json_decref(time);
        return NULL;
    }
    char manner[TRUTH_MANNER];
    truth_record_manner(manner, w);
    json_t *certificate =
        r->certificate != NULL ? truth_certificate_encode(r->certificate) : NULL;
    return json_pack("{s:s, s:i, s:o, s:i, s:o, s:O?, s:O?, s:o, s:o*}", "manner", manner,
                     "digits", w->options.digits, "times", time, "status", (int)r->status,
                     "seconds", json_number(r->seconds), "tried", r->tried, "opinion",
                     r->opinion, "truth", truth, "certificate", certificate);
}

/* More digits than this need more bits than the ways allow themselves: those of the digits, and
 * three times as many for the growth of errors. */
enum { DIGITS_WITHIN_REACH = 300, BITS_A_DIGIT = 14 };

mpfr_prec_t truth_query_bits(int digits) {
    return digits > DIGITS_WITHIN_REACH ? BITS_A_DIGIT * (mpfr_prec_t)digits : 0;
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

int truth_record_query(struct truth_query *w, mpfr_t **time, struct model *m,
                       const json_t *document) {
    const char *manner = json_string_value(json_object_get(document, "manner"));
    const json_t *times = json_object_get(document, "times");
    char search[8], constants[8];
    long steps, bits;
    const json_int_t digits = json_integer_value(json_object_get(document, "digits"));
    if (manner == NULL || digits < 1 || digits > INT_MAX ||
        sscanf(manner, "%7[a-z], %7[a-z] constants, steps %ld, bits %ld", search,
               constants, &steps, &bits) != 4)
        return -1;
    *time = read_times(times);
    *w = (struct truth_query){.model = m,
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
