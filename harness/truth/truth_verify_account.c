/* What a record tells of how it was made, held against making it again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_verify_account.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_verify_again.h"

/* What a record tells of the making of its truth. Its state and radii may differ in their last
 * bits, if the program is another one; what they are worth a sharper run tells. */
static const char *const account[] = {"bits",     "order",    "steps",
                                      "switches", "attempts", "growth"};

/* The defect is told rounded up to a power of ten. */
static bool is_same_proof(const struct ref_proof *a, const struct ref_proof *b) {
    return a->made == b->made &&
           (!a->made ||
            (fabs(a->defect - b->defect) <= 1 && a->switching == b->switching &&
             a->gaps == b->gaps && a->forces == b->forces && a->parts == b->parts &&
             a->assumed == b->assumed && fabs(a->unproved - b->unproved) <= 0));
}

static struct ref_truth_options options_of(const struct truth_query *w,
                                           const struct ref_truth_options *options) {
    struct ref_truth_options all = w->options;
    if (w->best)
        all.max_bits = truth_query_bits(all.digits);
    all.stop = options->stop;
    all.context = options->context;
    return all;
}

/* The first member of the account that is another one; NULL: none. */
static const char *first_other(const json_t *told, const json_t *again) {
    for (size_t i = 0; i < sizeof account / sizeof *account; i++)
        if (!json_equal(json_object_get(told, account[i]),
                        json_object_get(again, account[i])))
            return account[i];
    return NULL;
}

int truth_account_compare(const char **other, bool *same, const struct truth_query *w,
                          const json_t *record, const struct ref_truth *told,
                          struct ref_truth *again) {
    const struct truth_record made = {.status = REF_OK, .truth = again};
    json_t *document = truth_record_encode(&made, w);
    const json_t *one = json_object_get(record, "truth"),
                 *other_one = json_object_get(document, "truth");
    *same = false;
    *other = is_same_proof(&told->proof, &again->proof) ? NULL : "proof";
    if (document == NULL)
        return -1;
    if (*other == NULL)
        *other = first_other(one, other_one);
    *same = *other == NULL && json_equal(one, other_one);
    json_decref(document);
    return 0;
}

static enum truth_verified compare(const struct truth_query *w, const json_t *record,
                                   const struct ref_truth *told, struct ref_truth *again,
                                   bool *same, struct diagnostic *text) {
    const char *other;
    if (truth_account_compare(&other, same, w, record, told, again))
        return message_fail(TRUTH_NOT_VERIFIED, text, "out of memory");
    message_set(text, "made again by %s, the way that made it: the same to the last bit",
                ref_way_name(told->way));
    if (other == NULL)
        return TRUTH_AGAIN;
    return message_fail(
        TRUTH_FALSE, text,
        "made again as it was asked for, its '%s' is another one than is told", other);
}

enum truth_verified truth_verify_account(const struct truth_query *w,
                                         const struct ref_truth *told,
                                         const json_t *record,
                                         const struct ref_truth_options *options,
                                         bool *same, struct diagnostic *text) {
    const struct ref_truth_options as_asked = options_of(w, options);
    struct ref_truth *again;
    *same = false;
    enum ref_status status =
        truth_again(&again, w, 1u << told->way, w->times, w->time, &as_asked);
    if (status != REF_OK)
        return truth_again_refuse(told->way, status, text);
    enum truth_verified found = compare(w, record, told, again, same, text);
    ref_truth_free(again);
    return found;
}

enum truth_verified truth_verify_failure(const struct truth_query *w,
                                         enum ref_status told,
                                         const struct ref_truth_options *options,
                                         struct diagnostic *text) {
    const struct ref_truth_options as_asked = options_of(w, options);
    struct ref_truth *again;
    enum ref_status status = truth_again(&again, w, 0, w->times, w->time, &as_asked);
    ref_truth_free(again);
    const bool same = status == told;
    message_set(text, "a failure is told (%s); looked for again: %s",
                ref_status_text(told), ref_status_text(status));
    if (same)
        return TRUTH_AGAIN;
    return truth_again_is_undecided(status) ? TRUTH_NOT_VERIFIED : TRUTH_FALSE;
}
