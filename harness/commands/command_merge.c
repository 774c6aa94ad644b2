/* halfstep merge: joins what shards have written.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/commands/merge.h"
#include "harness/program/gate/gate_files.h"

static const struct option_definition options[] = {
    {"verbose", OPTION_FLAG, NULL,
     "of gate: print each verdict: what was checked, the figures"},
    GATE_FILE_OPTIONS,
    {"out", OPTION_VALUE, "DIR",
     "of studies and report: also write a report's folder: page, figures, tables"},
    {"all", OPTION_FLAG, NULL, "of fingerprint: a line for every tree"},
    STUDY_CANONICAL_OPTION,
    {NULL, OPTION_FLAG, NULL, NULL},
};

enum kind { OF_GATE = 1, OF_STUDY = 2, OF_FINGERPRINT = 4 };

static enum kind kind_of(const char *command) {
    return strcmp(command, "gate") == 0          ? OF_GATE
           : strcmp(command, "fingerprint") == 0 ? OF_FINGERPRINT
                                                 : OF_STUDY;
}

static const struct {
    const char *option;
    int kinds;
} uses[] = {
    {"verbose", OF_GATE},  {"junit", OF_GATE}, {"tap", OF_GATE},  {"sarif", OF_GATE},
    {"markdown", OF_GATE}, {"ctest", OF_GATE}, {"out", OF_STUDY}, {"all", OF_FINGERPRINT},
};

/* Options that these shards have no use for are refused: a file would be missed. */
static int refuse_useless(const struct merge *m) {
    const char *command = m->joined.command;
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (arguments_has(m->arguments, uses[i].option) &&
            (uses[i].kinds & (int)kind_of(command)) == 0)
            return message_set(&m->session->why, "--%s is of no use with shards of '%s'",
                               uses[i].option, command);
    return 0;
}

static enum exit_status tell(struct merge *m) {
    enum exit_status status = refuse_useless(m) ? EXIT_USAGE : merge_restore(m);
    if (status == EXIT_PASSED)
        switch (kind_of(m->joined.command)) {
        case OF_GATE: status = merge_gate(m); break;
        case OF_STUDY: status = merge_study(m); break;
        case OF_FINGERPRINT: status = merge_fingerprint(m); break;
        }
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
};
