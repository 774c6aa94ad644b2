/* The exact solution at some times, as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth.h"

#include "harness/truth/record/truth_record.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/truth_opinion.h"

enum ref_status truth_find(const struct truth_request *r,
                           struct truth_document *document) {
    struct truth_record record;
    enum ref_status status = truth_search(r, &record);
    *document = (struct truth_document){.entries = 0};
    if (status == REF_OK &&
        (truth_document_fill(document, r->model, &record, r->with) ||
         truth_published_compare(&document->published, r->model, record.truth))) {
        truth_document_clear(document);
        status = REF_NO_MEMORY;
    }
    truth_tries_join(&document->tried, &record.tried);
    truth_record_clear(&record);
    return status;
}

/* Whether an opinion lies outside of a truth of that grade. */
static bool is_outside(const struct truth_document *d, enum ref_grade grade) {
    bool outside = false;
    for (int i = 0; i < d->entries; i++)
        outside = outside || (d->entry[i].grade == grade &&
                              truth_opinion_contradicts(&d->entry[i].opinion));
    return outside;
}

bool truth_is_contradicted(const struct truth_document *d) {
    return is_outside(d, REF_GRADE_CLOSED_FORM);
}

bool truth_is_doubted(const struct truth_document *d) {
    return is_outside(d, REF_GRADE_CERTIFIED);
}

bool truth_contradicts_published(const struct truth_document *d) {
    bool any = false;
    for (int i = 0; i < d->published.count; i++)
        any = any || d->published.list[i].verdict == TRUTH_CONTRADICTED;
    return any;
}
