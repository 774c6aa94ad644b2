/* Certificates written as documents, and how large they may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_certificate.h"
#include "ref/truth.h"
#include "ref/vector.h"

enum {
    MOST_SETS = 8,
    MOST_BYTES = 16000,        /* of all sets */
    MOST_EVENT_BYTES = 160000, /* of those behind events */
    BYTES_ENTRY = 7,           /* of a frame's entry */
    BYTES_NUMBER = 12,         /* of a radius, and of a number beyond its digits */
    BITS_DIGIT = 4
};

static double set_bytes(const struct ref_truth *truth) {
    const double n = truth->nx;
    return n * ((double)truth->bits[0] / BITS_DIGIT + 2 * BYTES_NUMBER) +
           n * n * BYTES_ENTRY;
}

struct ref_certificate_room truth_certificate_room(const struct ref_truth *truth) {
    const double bytes = set_bytes(truth), sets = MOST_BYTES / bytes;
    return (struct ref_certificate_room){sets < MOST_SETS ? (int)sets : MOST_SETS,
                                         (int)(MOST_EVENT_BYTES / bytes)};
}

static const struct {
    char letter;
    signed char place;
} letters[] = {{'+', REF_CONTACT_OPEN},    {'-', -1},
               {'_', REF_CONTACT_SLIDING}, {'>', REF_CONTACT_FORTH},
               {'<', REF_CONTACT_BACK},    {'x', REF_CONTACT_STICKING},
               {'o', REF_CONTACT_RESTING}, {'.', REF_CONTACT_JOINED}};

/* '?' of another place. */
static char letter_of(signed char place) {
    char letter = '?';
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        letter = letters[i].place == place ? letters[i].letter : letter;
    return letter;
}

signed char truth_certificate_place(char letter) {
    signed char place = 0;
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        place = letters[i].letter == letter ? letters[i].place : place;
    return place;
}

/* "13p-4 0 7p1": n numbers in one text. NULL: out of memory, or one is not finite. */
static json_t *join(const mpfr_t *x, int n) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    bool good = out != NULL;
    for (int i = 0; i < n && good; i++) {
        char *one = exact_number_text(x[i]);
        good = one != NULL && fprintf(out, "%s%s", i > 0 ? " " : "", one) > 0;
        free(one);
    }
    if (out != NULL)
        good = fclose(out) == 0 && good;
    json_t *joined = good ? json_string(text) : NULL;
    free(text);
    return joined;
}

/* "+-o": the sides of the surfaces, and the states of the contacts. NULL: out of memory. */
static json_t *encode_mode(const struct ref_certificate *c, int k) {
    char *text = malloc((size_t)c->places + 1);
    const signed char *place = c->mode + (size_t)k * (size_t)c->places;
    for (int i = 0; text != NULL && i < c->places; i++)
        text[i] = letter_of(place[i]);
    json_t *mode = text != NULL ? json_stringn(text, (size_t)c->places) : NULL;
    free(text);
    return mode;
}

static bool has_leads(const struct ref_certificate *c, int k) {
    bool any = false;
    for (int i = 0; c->lead != NULL && i < c->leads; i++)
        any = any || c->lead[(size_t)k * (size_t)c->leads + (size_t)i] != 0;
    return any;
}

/* A digit for each watch. NULL: out of memory. */
static json_t *encode_leads(const struct ref_certificate *c, int k) {
    const signed char *lead = c->lead + (size_t)k * (size_t)c->leads;
    char *text = malloc((size_t)c->leads + 1);
    for (int i = 0; text != NULL && i < c->leads; i++)
        text[i] = (char)('0' + lead[i]);
    json_t *leads = text != NULL ? json_stringn(text, (size_t)c->leads) : NULL;
    free(text);
    return leads;
}

/* What is before set k. NULL: out of memory. */
static json_t *encode_event(const struct ref_certificate *c, int k) {
    json_t *event = json_pack("{s:o, s:o}", "width", join(vector_const(c->width + k), 1),
                              "mode", encode_mode(c, k + 1));
    if (event == NULL || !has_leads(c, k + 1) ||
        json_object_set_new(event, "leads", encode_leads(c, k + 1)) == 0)
        return event;
    json_decref(event);
    return NULL;
}

/* Centre, frame and radii. Nonzero: out of memory. */
static int add_box(json_t *set, const struct ref_certificate *c, int k) {
    const int n = c->nx;
    return json_object_set_new(set, "centre", join(vector_const(c->centre + k * n), n)) ||
           json_object_set_new(set, "frame",
                               join(vector_const(c->frame + k * n * n), n * n)) ||
           json_object_set_new(set, "radii", join(vector_const(c->radius + k * n), n));
}

/* NULL: out of memory. */
static json_t *encode_set(const struct ref_certificate *c, int k) {
    const bool event = c->mode != NULL && !mpfr_zero_p(c->width[k]);
    json_t *set = json_pack("{s:i, s:o}", "before", c->before[k], "time",
                            join(vector_const(c->time + k), 1));
    if (set == NULL ||
        ((!c->told[k] || !add_box(set, c, k)) &&
         (!event || !json_object_set_new(set, "event", encode_event(c, k)))))
        return set;
    json_decref(set);
    return NULL;
}

static const char *const grouping_names[] = {[REF_CONTACTS_EACH] = NULL,
                                             [REF_CONTACTS_ON_LINES] = "lines",
                                             [REF_CONTACTS_JOINED] = "faces"};

bool truth_certificate_grouping(enum ref_contact_grouping *grouping, const char *name) {
    for (size_t i = 0; i < sizeof grouping_names / sizeof *grouping_names; i++)
        if (name == NULL
                ? grouping_names[i] == NULL
                : grouping_names[i] != NULL && strcmp(name, grouping_names[i]) == 0) {
            *grouping = (enum ref_contact_grouping)i;
            return true;
        }
    return false;
}

json_t *truth_certificate_encode(const struct ref_certificate *c) {
    json_t *sets = json_array();
    int failed = sets == NULL;
    for (int k = 0; k < c->sets && !failed; k++)
        failed = json_array_append_new(sets, encode_set(c, k));
    json_t *made = NULL;
    if (!failed)
        made = json_pack("{s:i, s:I, s:o, s:o}", "order", c->order, "bits",
                         (json_int_t)c->bits, "steps",
                         join(vector_const(c->length), c->steps), "sets", sets);
    else
        json_decref(sets);
    if (made != NULL && c->mode != NULL &&
        (json_object_set_new(made, "mode", encode_mode(c, 0)) ||
         (grouping_names[c->grouping] != NULL &&
          json_object_set_new(made, "contacts",
                              json_string(grouping_names[c->grouping]))))) {
        json_decref(made);
        made = NULL;
    }
    return made;
}
