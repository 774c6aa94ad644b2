/* halfstep truth --certify: certificates for the catalogue's truths that are kept without.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/vector.h"
#include "harness/commands/truth_command.h"
#include "harness/session/models.h"
#include "harness/truth/record/truth_certificate.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/truth_certify.h"
#include "harness/truth/truth_store.h"

/* Of the processor, for a record. */
static const double usual_seconds = 10;

/* Whether the record got a certificate. */
static bool certify_record(struct session *session, struct model *m, json_t *record,
                           bool anew, double seconds) {
    struct truth_query request;
    struct truth_record r;
    mpfr_t *time;
    if ((!anew && json_object_get(record, "certificate") != NULL) ||
        truth_record_query(&request, &time, m, record))
        return false;
    bool made = false;
    if (truth_record_decode(&r, record, &request)) {
        enum ref_status status = REF_NOT_APPLICABLE;
        if (r.truth != NULL && r.truth->way == REF_BY_ENCLOSURE) {
            status = truth_certify(&r, m, seconds);
            fprintf(session->out, "%s: %s\n", m->name,
                    status == REF_OK ? "certificate made" : ref_status_text(status));
        }
        json_t *certificate =
            status == REF_OK ? truth_certificate_encode(r.certificate) : NULL;
        made = certificate != NULL &&
               json_object_set_new(record, "certificate", certificate) == 0;
        truth_record_clear(&r);
    }
    vector_free(time, request.times);
    return made;
}

static enum exit_status certify_file(struct session *session, struct model *m, bool anew,
                                     double seconds) {
    char *path = truth_store_path(session->known.catalogue, m->name);
    char *key = truth_key(m);
    json_t *file = path != NULL ? truth_file_read(path) : NULL, *record;
    int made = 0, failed = 0;
    size_t i;
    json_array_foreach(json_object_get(file, "truths"), i, record) {
        if (truth_file_is_about(file, record, key))
            made += certify_record(session, m, record, anew, seconds);
    }
    if (made > 0)
        failed = truth_file_write(path, file, &session->why);
    json_decref(file);
    free(key);
    free(path);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

static enum exit_status certify_names(struct session *session, const struct catalogue *c,
                                      const struct model_names *names, bool anew,
                                      double seconds) {
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; i < names->count && status == EXIT_PASSED; i++) {
        struct model *m = NULL;
        status = models_read_plain(&m, c, names->name[i], &session->why);
        if (status == EXIT_PASSED)
            status = certify_file(session, m, anew, seconds);
        model_free(m);
    }
    return status;
}

enum exit_status truth_catalogue_certify(struct session *session,
                                         const struct arguments *arguments) {
    struct truth_request asked = {.model = NULL};
    struct model_names names = {0, NULL};
    struct catalogue *c = NULL;
    if (session->known.catalogue == NULL ||
        truth_arguments_read(&asked, arguments, &session->why))
        return EXIT_USAGE;
    double seconds =
        arguments_has(arguments, "time-limit") ? asked.seconds_limit : usual_seconds;
    enum exit_status status = models_open(&c, session);
    if (status == EXIT_PASSED && model_names_read(&names, arguments, c, true, session))
        status = EXIT_MACHINE;
    if (status == EXIT_PASSED)
        status = certify_names(session, c, &names, arguments_count(arguments, NULL) > 0,
                               seconds);
    model_names_clear(&names);
    catalogue_free(c);
    return status;
}
