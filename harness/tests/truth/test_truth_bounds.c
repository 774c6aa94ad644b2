/* Records of truths that are made to cost memory or time are refused where they are read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "harness/base/truth_clock.h"
#include "harness/tests/truth/certified.h"
#include "harness/truth/truth_verify.h"
#include "problems/base/status.h"

static const char pendulum[] = "span 0 .. 1\nposition q = 1.25\nvelocity v = 0\n"
                               "q' = v\nv' = -9.75*sin(q) - v/8\n";

enum { MANY = 100000 };

static json_t *truth_of(json_t *r) {
    return json_object_get(r, "truth");
}
static json_t *certificate_of(json_t *r) {
    return json_object_get(r, "certificate");
}

static void raise_order(json_t *r) {
    json_object_set_new(certificate_of(r), "order", json_integer(1000000));
}
static void raise_bits(json_t *r) {
    json_object_set_new(certificate_of(r), "bits", json_integer(1 << 20));
}
static void raise_precision(json_t *r) {
    json_object_set_new(truth_of(r), "precision", json_integer(1 << 24));
}
static void lower_radius(json_t *r) {
    json_t *radii = json_object_get(truth_of(r), "radii");
    json_array_set_new(radii, 0, json_string("1p-900000000"));
    json_array_set_new(radii, 1, json_string("1p-900000000"));
}
static void lower_state(json_t *r) {
    json_array_set_new(json_object_get(truth_of(r), "state"), 0,
                       json_string("1p900000000"));
}
static void lower_steps(json_t *r) {
    json_object_set_new(certificate_of(r), "steps", json_string("1p-900000000 1p0"));
}
static void lower_step(json_t *r) {
    json_object_set_new(certificate_of(r), "steps", json_string("1p-60000000 1p0"));
}
static void add_sets(json_t *r) {
    json_t *sets = json_object_get(certificate_of(r), "sets");
    for (int i = 0; i < MANY; i++)
        json_array_append_new(sets, json_object());
}
/* So many steps that do not lead to the end, with a long one among them. */
static void add_steps(json_t *r) {
    enum { LONG = 50000 };
    char *text = malloc(LONG + 32 + 6 * MANY), *at = text;
    memset(at, 'f', LONG);
    at += LONG;
    at += sprintf(at, "p-%d", 8 * LONG);
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, " 1p-50");
    json_object_set_new(certificate_of(r), "steps", json_string(text));
}
static void add_times(json_t *r) {
    json_t *times = json_object_get(r, "times");
    for (int i = 0; i < MANY; i++)
        json_array_append(times, json_array_get(times, 0));
}
static void raise_digits(json_t *r) {
    json_object_set_new(r, "digits", json_integer(2000000000));
}
/* No certificate, and more digits than there are bits for. */
static void remove_certificate(json_t *r) {
    json_object_del(r, "certificate");
    json_t *radii = json_object_get(truth_of(r), "radii");
    json_array_set_new(radii, 0, json_string("1p-60000000"));
    json_array_set_new(radii, 1, json_string("1p-60000000"));
}

static const struct {
    const char *what;
    void (*forge)(json_t *record);
    const char *told;
} cases[] = {
    {"order", raise_order, "its order does not go with its precision"},
    {"bits", raise_bits, "another precision than the truth asks for"},
    {"precision", raise_precision, "bits are not those of its numbers"},
    {"radius", lower_radius, "beyond all bounds"},
    {"state", lower_state, "beyond all bounds"},
    {"steps", lower_steps, "its steps are no list of numbers"},
    {"short step", lower_step, "too long or too short"},
    {"sets", add_sets, "its sets are not those of the model's states"},
    {"many steps", add_steps, "no step ends at the time"},
    {"times", add_times, "beyond all bounds"},
    {"digits", raise_digits, "fewer digits"},
    {"digits of a ball", remove_certificate, "q is apart from the solution"},
};

/* The text of a hundred thousand steps is read in half a second. */
Test(truth_bounds, a_forgery_costs_neither_memory_nor_time) {
#ifdef __SANITIZE_ADDRESS__
    static const double seconds = 10;
#else
    static const double seconds = 2;
#endif
    const struct truth_verify_options options = {.sample = false};
    struct model *m;
    json_t *right = certified_record(&m, pendulum);
#ifndef __SANITIZE_ADDRESS__
    static const rlim_t bytes = 1 << 30;
    const struct rlimit limit = {bytes, bytes};
    cr_assert(setrlimit(RLIMIT_AS, &limit) == 0);
#endif
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diagnostic text;
        json_t *forged = json_deep_copy(right);
        cases[i].forge(forged);
        const double began = truth_clock_processor();
        enum truth_verified found = truth_verify(m, forged, &options, &text);
        cr_expect(truth_clock_processor() - began < seconds, "%s: %g s", cases[i].what,
                  truth_clock_processor() - began);
        cr_expect(found == TRUTH_FALSE && strstr(text.text, cases[i].told) != NULL,
                  "%s: %s", cases[i].what, text.text);
    }
}
