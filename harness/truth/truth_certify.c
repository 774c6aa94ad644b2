/* Certificates made for truths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_certify.h"

#include "harness/base/truth_clock.h"
#include "harness/truth/record/truth_certificate.h"
#include "harness/truth/record/truth_record.h"

/* Seconds of the processor in which another try is made to tell why it fails. */
static const double seconds_for_why = 10;

/* *made := the certificate of an enclosure's truth, within so many seconds. */
static enum ref_status make(struct ref_certificate **made, const struct ref_truth *truth,
                            struct model *m, double seconds_limit) {
    struct truth_clock clock = truth_clock_start(truth_clock_processor, seconds_limit, 0);
    const struct ref_truth_options options = {
        .constants = EVAL_EXACT_CONSTANTS, .stop = truth_clock_stop, .context = &clock};
    const struct ref_certificate_room room = truth_certificate_room(truth);
    return ref_certificate_make(made, m, truth, &room, &options);
}

enum ref_status truth_certify(struct truth_record *record, struct model *m,
                              double seconds_limit) {
    struct ref_certificate *made;
    if (record->truth == NULL || record->truth->way != REF_BY_ENCLOSURE)
        return REF_OK;
    const enum ref_status status = make(&made, record->truth, m, seconds_limit);
    if (status == REF_OK) {
        ref_certificate_free(record->certificate);
        record->certificate = made;
    }
    return status;
}

const char *truth_why_no_certificate(const struct ref_truth *truth, struct model *m) {
    struct ref_certificate *made;
    const enum ref_status status = make(&made, truth, m, seconds_for_why);
    if (status == REF_OK)
        ref_certificate_free(made);
    return status == REF_OK ? "one can be made (truth --certify)"
                            : ref_status_text(status);
}

json_t *truth_certify_encode(const struct truth_record *record,
                             const struct truth_request *r) {
    struct truth_query request = {
        .model = r->model, .times = r->times, .time = r->time, .best = true};
    request.options.digits = r->digits;
    request.options.constants = EVAL_EXACT_CONSTANTS;
    return truth_record_encode(record, &request);
}
