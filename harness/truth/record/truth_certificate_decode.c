/* Certificates read from documents, which may be anything: what is allocated is in proportion to
 * the document, and what a proof would cost to what the truth claims.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_certificate.h"
#include "ref/vector.h"

enum {
    BITS_DIGIT = 4,
    SPARE_BITS = 1024,  /* of a certificate, over twice those of its truth */
    SPARE_ORDER = 16,   /* over half of its bits: see ref/certificate/make.c */
    MOST_TIME = 1 << 20 /* a step is not below 2^-MOST_TIME, nor a last bit of it */
};

static int count_numbers(const json_t *joined) {
    const char *text = json_string_value(joined);
    int count = 0;
    while (text != NULL && *(text += strspn(text, " ")) != '\0' && count < INT_MAX) {
        text += strcspn(text, " ");
        count++;
    }
    return count;
}

/* x[n] := the numbers of a text, with as many bits as each needs. Nonzero: it has others. */
static int split(mpfr_t *x, int n, const json_t *joined) {
    const char *from = json_string_value(joined);
    char *copy = from != NULL ? strdup(from) : NULL, *rest = NULL;
    int failed = copy == NULL, i = 0;
    for (char *one = failed ? NULL : strtok_r(copy, " ", &rest); one != NULL && !failed;
         one = strtok_r(NULL, " ", &rest), i++) {
        failed = i >= n;
        if (!failed)
            mpfr_set_prec(x[i], BITS_DIGIT * (mpfr_prec_t)strlen(one) + MPFR_PREC_MIN);
        failed = failed || exact_number_read(x[i], one);
    }
    free(copy);
    return failed || i != n;
}

/* How many places a mode has; -1: it is none. */
static int count_places(const json_t *mode) {
    const size_t length = json_string_length(mode);
    return json_is_string(mode) && length < INT_MAX ? (int)length : -1;
}

/* Whether a set's event, if it has one, is a time and a mode of so many places. */
static bool has_event(const json_t *set, int places) {
    const json_t *event = json_object_get(set, "event");
    return event == NULL ||
           (places >= 0 && count_numbers(json_object_get(event, "width")) == 1 &&
            count_places(json_object_get(event, "mode")) == places);
}

/* The mode of segment k. Places that are none are refused where they are proved. */
static void read_mode(struct ref_certificate *c, int k, const json_t *mode) {
    const char *letter = json_string_value(mode);
    for (int i = 0; i < c->places; i++)
        c->mode[(size_t)k * (size_t)c->places + (size_t)i] =
            truth_certificate_place(letter[i]);
}

/* Leads of the segment behind set k; nonzero: no memory, or another number of them, or no
 * digits. */
static int read_leads(struct ref_certificate *c, int k, const json_t *leads) {
    const size_t length = json_string_length(leads);
    const char *digit = json_string_value(leads);
    if (leads == NULL)
        return 0;
    if (digit == NULL || length == 0 || length > INT_MAX / ((size_t)c->sets + 2) ||
        (c->lead == NULL && !ref_certificate_add_leads(c, (int)length)) ||
        (size_t)c->leads != length || strspn(digit, "0123456789") != length)
        return 1;
    for (size_t i = 0; i < length; i++)
        c->lead[((size_t)k + 1) * length + i] = (signed char)(digit[i] - '0');
    return 0;
}

/* Nonzero: no memory, or a width is no number. */
static int read_modes(struct ref_certificate *c, const json_t *first,
                      const json_t *sets) {
    int failed = !ref_certificate_add_modes(c, count_places(first));
    if (!failed)
        read_mode(c, 0, first);
    for (int k = 0; k < c->sets && !failed; k++) {
        const json_t *event = json_object_get(json_array_get(sets, (size_t)k), "event");
        if (event != NULL) {
            failed = split(c->width + k, 1, json_object_get(event, "width")) ||
                     mpfr_zero_p(c->width[k]) ||
                     read_leads(c, k, json_object_get(event, "leads"));
            read_mode(c, k + 1, json_object_get(event, "mode"));
        } else {
            memcpy(c->mode + (size_t)(k + 1) * (size_t)c->places,
                   c->mode + (size_t)k * (size_t)c->places, (size_t)c->places);
        }
    }
    return failed;
}

static bool has_box(const json_t *set, int n) {
    return count_numbers(json_object_get(set, "centre")) == n &&
           count_numbers(json_object_get(set, "frame")) == (long)n * n &&
           count_numbers(json_object_get(set, "radii")) == n;
}

/* A set that is not told: it is behind an event, and nothing of it stands here. */
static bool has_no_box(const json_t *set) {
    return json_object_get(set, "event") != NULL &&
           json_object_get(set, "centre") == NULL &&
           json_object_get(set, "frame") == NULL && json_object_get(set, "radii") == NULL;
}

static bool has_sizes(const json_t *sets, int n, int places) {
    bool good = true;
    for (size_t k = 0; k < json_array_size(sets) && good; k++) {
        const json_t *set = json_array_get(sets, k);
        const json_int_t before = json_integer_value(json_object_get(set, "before"));
        good = before > 0 && before < INT_MAX &&
               count_numbers(json_object_get(set, "time")) == 1 &&
               (has_box(set, n) || has_no_box(set)) && has_event(set, places);
    }
    return good;
}

static int read_set(struct ref_certificate *c, int k, const json_t *set) {
    const int n = c->nx;
    c->before[k] = (int)json_integer_value(json_object_get(set, "before"));
    c->told[k] = !has_no_box(set);
    return split(c->time + k, 1, json_object_get(set, "time")) ||
           (c->told[k] &&
            (split(c->centre + k * n, n, json_object_get(set, "centre")) ||
             split(c->frame + k * n * n, n * n, json_object_get(set, "frame")) ||
             split(c->radius + k * n, n, json_object_get(set, "radii"))));
}

/* Whether sums of the numbers take little memory. */
static bool are_times(const mpfr_t *x, int n) {
    bool good = true;
    for (int i = 0; i < n && good; i++)
        good = mpfr_zero_p(x[i]) ||
               (mpfr_get_exp(x[i]) < MOST_TIME && mpfr_get_exp(x[i]) > -MOST_TIME &&
                mpfr_get_prec(x[i]) < MOST_TIME);
    return good;
}

static const char *read_numbers(struct ref_certificate *c, const json_t *steps,
                                const json_t *sets) {
    if (c->steps > 0 && split(c->length, c->steps, steps))
        return "its steps are no list of numbers";
    for (int k = 0; k < c->sets; k++)
        if (read_set(c, k, json_array_get(sets, (size_t)k)))
            return "its sets are no lists of numbers";
    if (!are_times(vector_const(c->length), c->steps) ||
        !are_times(vector_const(c->time), c->sets))
        return "its steps are too long or too short to be any";
    return NULL;
}

const char *truth_certificate_decode(struct ref_certificate **c, const json_t *document,
                                     int nx, mpfr_prec_t bits_of_truth) {
    const json_t *steps = json_object_get(document, "steps");
    const json_t *sets = json_object_get(document, "sets");
    const json_t *mode = json_object_get(document, "mode");
    const json_int_t bits = json_integer_value(json_object_get(document, "bits"));
    const json_int_t order = json_integer_value(json_object_get(document, "order"));
    *c = NULL;
    if (bits < MPFR_PREC_MIN || bits > 2 * bits_of_truth + SPARE_BITS)
        return "it has another precision than the truth asks for";
    if (order < 1 || order > bits / 2 + SPARE_ORDER)
        return "its order does not go with its precision";
    if (json_array_size(sets) > INT_MAX / ((size_t)nx * (size_t)nx + 1) ||
        !has_sizes(sets, nx, count_places(mode)))
        return "its sets are not those of the model's states";
    *c = ref_certificate_create(nx, count_numbers(steps), (int)json_array_size(sets),
                                MPFR_PREC_MIN, MPFR_PREC_MIN);
    if (*c == NULL)
        return "out of memory";
    (*c)->order = (int)order;
    (*c)->bits = (mpfr_prec_t)bits;
    const char *fault = read_numbers(*c, steps, sets);
    if (fault == NULL && count_places(mode) >= 0 && read_modes(*c, mode, sets))
        fault = "its events are no modes and times";
    const json_t *contacts = json_object_get(document, "contacts");
    if (fault == NULL &&
        ((contacts != NULL && !json_is_string(contacts)) ||
         !truth_certificate_grouping(&(*c)->grouping, json_string_value(contacts))))
        fault = "it is not told what is made of contacts";
    if (fault == NULL && !are_times(vector_const((*c)->width), (*c)->sets))
        fault = "its events are too long or too short to be any";
    if (fault == NULL)
        return NULL;
    ref_certificate_free(*c);
    *c = NULL;
    return fault;
}
