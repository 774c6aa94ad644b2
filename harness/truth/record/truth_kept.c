/* The members of a record of a truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/record/truth_kept.h"

#include <limits.h>
#include <math.h>

#include "problems/base/status.h"
#include "ref/truth.h"

enum { bits_most = 1 << 24 /* a precision no truth is stored with */ };

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_kept_solution, member, kind, __VA_ARGS__)
static const struct record_field solution_fields[] = {
    FIELD(grade, WHOLE, "how sure it is", .most = REF_GRADE_CLOSED_FORM),
    FIELD(way, WHOLE, "how it was found", .most = REF_WAYS - 1),
    FIELD(precision, WHOLE, "in bits, of its numbers", .most = bits_most),
    FIELD(state, ARRAY, "at all times"),
    FIELD(radii, ARRAY, "of the components"),
    FIELD(bits, ARRAY, "of both runs"),
    FIELD(order, ARRAY, "of both runs"),
    FIELD(steps, ARRAY, "of both runs"),
    FIELD(switches, WHOLE, "kinks and events that were located", .most = LONG_MAX),
    FIELD(attempts, WHOLE, "runs that were made", .most = INT_MAX),
    FIELD(growth, NUMBER, "of errors, as a power of two"),
    FIELD(proof, OBJECT, "what was shown along the motion", .or_null = true),
    {.key = NULL},
};
#undef FIELD
const struct record truth_kept_solution_record = {"truth", "A truth that was found.",
                                                  sizeof(struct truth_kept_solution),
                                                  solution_fields};

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_kept, member, kind, __VA_ARGS__)
static const struct record_field fields[] = {
    FIELD(manner, TEXT, "how it was asked for"),
    FIELD(digits, WHOLE, "that were asked for"),
    FIELD(times, ARRAY, "exact numbers"),
    FIELD(status, WHOLE, "how the search ended", .most = REF_STATUSES - 1),
    FIELD(seconds, NUMBER, "of the processor"),
    FIELD(tried, VALUE, "ways that did not do"),
    FIELD(opinion, VALUE, "of another run"),
    FIELD(truth, VALUE, "what was found"),
    FIELD(certificate, VALUE, "that proves it", .may_lack = true),
    {.key = NULL},
};
#undef FIELD
const struct record truth_kept_record = {"record", "What is kept of a truth.",
                                         sizeof(struct truth_kept), fields};

static bool is_read(const struct record *r, void *item, const json_t *document) {
    struct diagnostic ignored;
    if (record_read(r, item, document, &ignored) == 0)
        return true;
    record_clear(r, item);
    return false;
}

/* Of what is no number nothing is known. */
static double number_of(double x) {
    return isfinite(x) ? x : 0;
}

bool truth_kept_read(struct truth_kept *item, const json_t *document) {
    const bool read = is_read(&truth_kept_record, item, document);
    if (read)
        item->seconds = number_of(item->seconds);
    return read;
}

bool truth_kept_solution_read(struct truth_kept_solution *item, const json_t *document) {
    const bool read = is_read(&truth_kept_solution_record, item, document);
    if (read)
        item->growth = number_of(item->growth);
    return read;
}
