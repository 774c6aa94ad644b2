/* The certificate of a record that is kept: proved again, made, made anew, or taken away.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/record/truth_certificate.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_certify.h"
#include "harness/truth/truth_verify.h"
#include "problems/base/status.h"
#include "problems/model.h"
#include "ref/vector.h"

struct keeper {
    struct model *m;
    json_t *record;
    const struct truth_query *request;
    double seconds_limit;
    FILE *out;
};

static bool has_certificate(const json_t *record) {
    const json_t *certificate = json_object_get(record, "certificate");
    return certificate != NULL && !json_is_null(certificate);
}

/* Proves the record by the certificate that stands in it; where it does not, says why. */
static enum truth_verified verify(const struct keeper *k, const struct truth_record *r) {
    struct diagnostic text = {""};
    const enum truth_verified found =
        truth_verify_certificate(k->request, r, k->seconds_limit, &text);
    if (found == TRUTH_FALSE)
        fprintf(k->out, "%s: its certificate does not hold: %s\n", k->m->name, text.text);
    else if (found != TRUTH_PROVED)
        fprintf(k->out, "%s: its certificate is not verified: %s\n", k->m->name,
                text.text);
    return found;
}

/* A certificate made, and written into the record. */
static bool make(const struct keeper *k, struct truth_record *r) {
    const enum ref_status status = truth_certify(r, k->m, k->seconds_limit);
    json_t *made = status == REF_OK ? truth_certificate_encode(r->certificate) : NULL;
    const bool done =
        made != NULL && json_object_set_new(k->record, "certificate", made) == 0;
    fprintf(k->out, "%s: %s\n", k->m->name,
            done               ? "certificate made"
            : status == REF_OK ? "out of memory"
                               : ref_status_text(status));
    return done;
}

static enum truth_certificate_fate see_to(const struct keeper *k, struct truth_record *r,
                                          bool anew) {
    const bool stood = r->certificate != NULL;
    bool holds = stood && !anew && verify(k, r) != TRUTH_FALSE;
    if (holds)
        return TRUTH_CERTIFICATE_AS_IT_WAS;
    if (make(k, r))
        return TRUTH_CERTIFICATE_MADE;
    if (!stood)
        return TRUTH_CERTIFICATE_AS_IT_WAS;
    holds = anew && verify(k, r) != TRUTH_FALSE;
    fprintf(k->out, "%s: the old certificate is %s\n", k->m->name,
            holds ? "kept" : "taken away");
    if (!holds)
        json_object_del(k->record, "certificate");
    return holds ? TRUTH_CERTIFICATE_AS_IT_WAS : TRUTH_CERTIFICATE_LOST;
}

/* Decodes the record. Where it is refused with its certificate and not without, the certificate
 * is taken away: *damaged. A record that is refused without it, too, stays as it is. */
static bool read(const struct keeper *k, struct truth_record *r, bool *damaged) {
    *damaged = false;
    if (truth_record_decode(r, k->record, k->request))
        return true;
    if (r->fault == NULL)
        return false;
    fprintf(k->out, "%s: not what a truth of its grade is: %s\n", k->m->name, r->fault);
    if (!has_certificate(k->record))
        return false;
    json_t *certificate = json_incref(json_object_get(k->record, "certificate"));
    json_object_del(k->record, "certificate");
    *damaged = truth_record_decode(r, k->record, k->request);
    if (!*damaged)
        json_object_set(k->record, "certificate", certificate);
    json_decref(certificate);
    return *damaged;
}

enum truth_certificate_fate truth_certify_record(json_t *record, struct model *m,
                                                 bool anew, double seconds_limit,
                                                 FILE *out) {
    struct truth_query request;
    struct truth_record r;
    mpfr_t *time;
    bool damaged;
    if (truth_record_query(&request, &time, m, record))
        return TRUTH_CERTIFICATE_AS_IT_WAS;
    const struct keeper k = {m, record, &request, seconds_limit, out};
    enum truth_certificate_fate fate = TRUTH_CERTIFICATE_AS_IT_WAS;
    if (read(&k, &r, &damaged) && r.truth != NULL && r.truth->way == REF_BY_ENCLOSURE)
        fate = see_to(&k, &r, anew);
    if (damaged && fate == TRUTH_CERTIFICATE_AS_IT_WAS)
        fate = TRUTH_CERTIFICATE_LOST;
    truth_record_clear(&r);
    vector_free(time, request.times);
    return fate;
}
