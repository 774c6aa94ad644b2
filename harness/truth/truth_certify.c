/* Certificates made for truths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_certify.h"

#include "harness/base/truth_clock.h"
#include "harness/truth/record/truth_certificate.h"

enum ref_status truth_certify(struct truth_record *record, struct model *m,
                              double seconds_limit) {
    struct truth_clock clock = truth_clock_start(truth_clock_processor, seconds_limit, 0);
    const struct ref_truth_options options = {
        .constants = EVAL_EXACT_CONSTANTS, .stop = truth_clock_stop, .context = &clock};
    if (record->truth == NULL || record->truth->way != REF_BY_ENCLOSURE)
        return REF_OK;
    const struct ref_certificate_room room = truth_certificate_room(record->truth);
    struct ref_certificate *made;
    const enum ref_status status =
        ref_certificate_make(&made, m, record->truth, &room, &options);
    if (status == REF_OK) {
        ref_certificate_free(record->certificate);
        record->certificate = made;
    }
    return status;
}

const char *truth_why_no_certificate(const struct model *m) {
    return m->contacts > 0 ? "the motion meets a contact in a way of which none is made"
                           : "none was found";
}

json_t *truth_certify_encode(const struct truth_record *record,
                             const struct truth_request *r) {
    struct truth_query request = {
        .model = r->model, .times = r->times, .time = r->time, .best = true};
    request.options.digits = r->digits;
    request.options.constants = EVAL_EXACT_CONSTANTS;
    return truth_record_encode(record, &request);
}
