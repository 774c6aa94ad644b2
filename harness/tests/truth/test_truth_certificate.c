/* Certificates as documents. Seen to fail: what watches begin with left out where memory runs out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "harness/truth/record/truth_certificate.h"
#include "ref/certificate.h"
#include "ref/truth.h"

/* How many allocations of documents are before the one that fails. */
static int left;

static void *allocate(size_t size) {
    return left-- == 0 ? NULL : malloc(size);
}

/* One event, behind which a watch has a second derivative that is zero. */
static struct ref_certificate *make_certificate(void) {
    struct ref_certificate *c = ref_certificate_create(1, 2, 1, 64, 64);
    cr_assert(c != NULL && ref_certificate_add_modes(c, 1) &&
              ref_certificate_add_leads(c, 1));
    c->before[0] = 1;
    c->mode[0] = REF_CONTACT_SLIDING;
    c->mode[1] = REF_CONTACT_OPEN;
    c->lead[1] = 3;
    mpfr_set_ui(c->length[0], 1, MPFR_RNDN);
    mpfr_set_ui(c->length[1], 1, MPFR_RNDN);
    mpfr_set_ui_2exp(c->width[0], 1, -40, MPFR_RNDN);
    return c;
}

Test(truth_certificate, is_whole_or_none_where_memory_runs_out) {
    const int many = 1000;
    struct ref_certificate *c = make_certificate();
    json_t *whole = truth_certificate_encode(c), *made = NULL;
    cr_assert(
        json_object_get(
            json_object_get(json_array_get(json_object_get(whole, "sets"), 0), "event"),
            "leads") != NULL);
    json_set_alloc_funcs(allocate, free);
    for (int before = 0, failed = 1; failed && before < many; before++) {
        left = before;
        json_decref(made);
        made = truth_certificate_encode(c);
        failed = left < 0;
        cr_expect(failed ? made == NULL || json_equal(made, whole) : made != NULL, "%d",
                  before);
    }
    cr_expect(left >= 0);
    json_set_alloc_funcs(malloc, free);
}

/* In bytes: 4 bits are one of a centre, whose numbers and the radii have 12 more; an entry of the
 * frame takes 7. Sets take 16000 together, and those behind events ten times that. */
Test(truth_certificate, has_room_for_as_many_sets_as_a_file_is_to_hold) {
    static const struct {
        int nx, bits, sets, behind_events;
    } cases[] = {{1, 64, 8, 3404} /* 16 + 24 + 7 */,
                 {20, 1000, 1, 19} /* 20 (250 + 24) + 400 7 = 8280 */,
                 {14, 400, 5, 51} /* 14 (100 + 24) + 196 7 = 3108 */};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct ref_truth truth = {.nx = cases[i].nx, .bits = {cases[i].bits, 0}};
        const struct ref_certificate_room room = truth_certificate_room(&truth);
        cr_expect(room.sets == cases[i].sets, "%zu: %d", i, room.sets);
        cr_expect(room.events == cases[i].behind_events, "%zu: %d", i, room.events);
    }
}
