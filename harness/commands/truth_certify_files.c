/* halfstep truth --certify: certificates for the catalogue's truths that are kept without, or
 * with one that does not hold.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/commands/truth_command.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/truth_certify.h"
#include "harness/truth/truth_store.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* Of the processor, to make a certificate, and to prove one. */
static const double usual_seconds = 10;

static enum exit_status certify_file(struct session *session, struct model *m, bool anew,
                                     double seconds) {
    char *path = truth_store_path(session->known.catalogue, m->name);
    char *key = truth_key(m);
    json_t *file = path != NULL ? truth_file_read(path) : NULL, *record;
    int changed = 0, lost = 0, failed = 0;
    size_t i;
    json_array_foreach(json_object_get(file, "truths"), i, record) {
        if (!truth_file_is_about(file, record, key))
            continue;
        const enum truth_certificate_fate fate =
            truth_certify_record(record, m, anew, seconds, session->out);
        changed += fate != TRUTH_CERTIFICATE_AS_IT_WAS;
        lost += fate == TRUTH_CERTIFICATE_LOST;
    }
    if (changed > 0)
        failed = truth_file_write(path, file, &session->why);
    json_decref(file);
    free(key);
    free(path);
    if (lost > 0 && !failed)
        message_set(&session->why,
                    "%s: %d certificate%s did not hold, and no other could be made",
                    m->name, lost, lost == 1 ? "" : "s");
    return failed ? EXIT_MACHINE : lost > 0 ? EXIT_VERDICT : EXIT_PASSED;
}

static enum exit_status certify_names(struct session *session, const struct catalogue *c,
                                      const struct model_names *names, bool anew,
                                      double seconds) {
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; i < names->count && status <= EXIT_VERDICT; i++) {
        struct model *m = NULL;
        enum exit_status one = models_read_plain(&m, c, names->name[i], &session->why);
        if (one == EXIT_PASSED)
            one = certify_file(session, m, anew, seconds);
        status = one > status ? one : status;
        model_free(m);
    }
    return status;
}

enum exit_status truth_catalogue_certify(struct session *session,
                                         const struct arguments *arguments) {
    struct model_names names = {0, NULL};
    struct catalogue *c = NULL;
    if (session->known.catalogue == NULL)
        return EXIT_USAGE;
    double seconds = arguments_has(arguments, "time-limit")
                         ? arguments_number(arguments, "time-limit")
                         : usual_seconds;
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
