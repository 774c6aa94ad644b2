/* Shards of fingerprints as one document, or their texts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/fingerprint_command.h"
#include "harness/commands/merge.h"
#include "harness/program/gate/gate_files.h"

/* The first shard's document with the fingerprints of all. */
static json_t *make_document(const struct merge *m) {
    json_t *document = json_copy((json_t *)m->joined.first);
    json_object_set(document, "fingerprints", m->joined.items);
    json_object_del(document, "shard");
    return document;
}

enum exit_status merge_fingerprint(struct merge *m) {
    if (!gate_files_use_standard_output(m->arguments))
        fingerprint_print_all(m->joined.items,
                              arguments_value(m->arguments, "all") != NULL,
                              m->session->out);
    json_t *document = make_document(m);
    enum exit_status status = merge_write_json(m, document);
    json_decref(document);
    if (status != EXIT_PASSED)
        return status;
    return fingerprint_all_pass(m->joined.items) ? EXIT_PASSED : EXIT_VERDICT;
}
