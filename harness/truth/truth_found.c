/* The truths of the times that are asked of every model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_standard.h"

#include "harness/truth/document/truth_document.h"
#include "ref/vector.h"

/* The document with the group of times beyond the span joined to it, or what was published
 * there as unchecked. */
static void join_beyond(struct truth_document *document, struct truth_request *r) {
    struct truth_document more;
    const bool found = truth_find_all(r, &more) == REF_OK;
    truth_document_join(document, &more);
    truth_tries_join(&document->tried, &more.tried);
    for (int k = 0; k < r->times && !found; k++)
        document->failed |=
            truth_published_unchecked(&document->published, r->model, r->time[k]) != 0;
    truth_document_clear(&more);
}

enum ref_status truth_find_standard(const struct truth_request *r,
                                    struct truth_document *document) {
    struct truth_request one = *r;
    struct truth_times t;
    double began = truth_seconds_now(r);
    *document = (struct truth_document){.entries = 0};
    enum problem_status known = truth_times_find(&t, r->model, r->digits);
    enum ref_status status = known == PROBLEM_OK          ? REF_OK
                             : known == PROBLEM_NO_MEMORY ? REF_NO_MEMORY
                                                          : REF_BAD_ARGUMENT;
    if (status == REF_OK) {
        one.time_bits = t.bits;
        one.times = t.times[0];
        one.time = vector_const(t.time[0]);
        status = truth_find_reached(&one, document);
    }
    if (status == REF_OK && t.times[1] > 0) {
        one.times = t.times[1];
        one.time = vector_const(t.time[1]);
        one.seconds_limit = truth_limit_left(r, began);
        join_beyond(document, &one);
    }
    truth_times_clear(&t, r->model);
    return document->failed ? REF_NO_MEMORY : status;
}
