/* halfstep merge: joins what shards have written.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/commands/fingerprint_command.h"
#include "harness/commands/merge.h"
#include "harness/program/gate/gate_files.h"
#include "harness/program/run/study_document.h"
#include "harness/session/use.h"

static const struct option_definition options[] = {
    OPTION("verbose", FLAG, NULL,
           "of gate: print each verdict: what was checked, the figures", .of = "gate"),
    GATE_FILE_OPTIONS,
    OPTION_SCHEMA,
    OPTION("out", VALUE, "DIR",
           "of studies and report: also write a report's folder: page, figures, tables",
           .of = "study"),
    OPTION("all", FLAG, NULL, "of fingerprint: a line for every tree",
           .of = "fingerprint"),
    STUDY_CANONICAL_OPTION,
    OPTIONS_END,
};

/* By the command that the shards are of, which is how options call them. */
static const struct {
    struct command_use use;
    enum exit_status (*tell)(struct merge *m);
} kinds[] = {{{.name = "gate"}, merge_gate},
             {{.name = "fingerprint"}, merge_fingerprint},
             {{.name = "study"}, merge_study}};
enum { of_studies = sizeof kinds / sizeof *kinds - 1 };

static const struct record_field documents[] = {
    FIELD_KIND("gate", ONE_OF, "of the gate", .of = &gate_document_record),
    FIELD_KIND("study", ONE_OF, "of a study or the report", .of = &study_document_record),
    FIELD_KIND("fingerprint", ONE_OF, "of fingerprints",
               .of = &fingerprint_document_record),
    {.key = NULL},
};
static const struct record document = {
    "merge", "What merge --json writes: by the command that the shards are of.", 0,
    documents};

/* Options that these shards have no use for are refused: a file would be missed. */
static enum exit_status tell(struct merge *m) {
    const char *command = m->joined.command;
    char what[64];
    int kind = 0;
    while (kind < of_studies && strcmp(command, kinds[kind].use.name) != 0)
        kind++;
    snprintf(what, sizeof what, "shards of '%s'", command);
    enum exit_status status =
        use_check_options(&kinds[kind].use, what, m->arguments, &m->session->why)
            ? EXIT_USAGE
            : merge_restore(m);
    if (status == EXIT_PASSED)
        status = kinds[kind].tell(m);
    merge_restore_clear(m);
    return status;
}

static enum exit_status join_and_tell(struct session *session,
                                      const struct arguments *arguments) {
    int count = arguments_count(arguments, NULL);
    struct merge m = {.session = session, .arguments = arguments};
    const char **paths = calloc((size_t)count + 1, sizeof *paths);
    if (paths == NULL)
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    for (int i = 0; i < count; i++)
        paths[i] = arguments_nth(arguments, NULL, i);
    enum exit_status status = shard_join(&m.joined, paths, count, &session->why);
    if (status == EXIT_PASSED)
        status = tell(&m);
    shard_joined_clear(&m.joined);
    free(paths);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    if (arguments_count(arguments, NULL) == 0)
        return message_fail(EXIT_USAGE, &session->why,
                            "merge needs the files of all shards: merge FILE...");
    enum exit_status status =
        (enum exit_status)gate_files_check(arguments, &session->why);
    return status == EXIT_PASSED ? join_and_tell(session, arguments) : status;
}

const struct command command_merge = {
    "merge",
    "FILE... [--json FILE] [--junit FILE] [...] [--out DIR] [--canonical]",
    "Join what the shards of a study, of the gate or of report have written",
    "FILE is what a run with --shard I/N wrote with --json or, a folder, with --out; all "
    "N of "
    "one\n"
    "plan, in any order. Tells what a run on one machine tells, with its exit status; a "
    "shard\n"
    "that is missing, there twice, or of another plan is refused.\n",
    "merge shard-1.json shard-2.json --junit junit.xml\n",
    options,
    run,
    true,
    NULL,
    &document,
};
