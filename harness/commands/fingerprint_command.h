/* What `halfstep fingerprint` is asked for, and the comparison with a file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FINGERPRINT_COMMAND_H
#define HARNESS_FINGERPRINT_COMMAND_H

#include "harness/base/record/record.h"
#include "harness/fingerprint/study_fingerprint.h"
#include "harness/integrators/methods/method.h"
#include "harness/program/run/shard.h"
#include "harness/session/foreign.h"

/* "fingerprints" of a document. */
struct fingerprints {
    struct fingerprint *item;
    int count;
};
extern const struct record fingerprints_record;

/* What the command line asks for. The caller sets session and arguments. */
struct fingerprint_command {
    struct session *session;
    const struct arguments *arguments;
    struct foreign foreign;
    const struct method *method; /* NULL: all */
    struct method_settings settings;
    bool in_double, raised;
    mpfr_prec_t bits;
    int order;
    enum forest_family family;
    const char *expected;
    char *against; /* the file's text */
    struct fingerprints found;
    struct shard shard;
    json_t *part; /* of a shard: what is told of its work; NULL: all is wanted */
};

/* Reads the command line. Freed with fingerprint_command_clear in any case. On failure
 * session->why says why. */
enum exit_status fingerprint_command_read(struct fingerprint_command *w);
void fingerprint_command_clear(struct fingerprint_command *w);

/* All of a list as texts, one after the other. */
void fingerprint_print_all(const struct fingerprints *list, bool all, FILE *out);

/* The names of methods that --expected knows. */
void fingerprint_print_names(FILE *out);

/* Whether none of them fails. */
bool fingerprint_all_pass(const struct fingerprints *list);

/* Compares what was found with the file: prints the lines that differ. EXIT_VERDICT when some
 * do. */
enum exit_status fingerprint_compare(struct fingerprint_command *w);

enum fingerprint_variant {
    FINGERPRINT_DEFAULT, /* in double */
    FINGERPRINT_FAITHFUL,
    FINGERPRINT_RAISED, /* in multiple precision */
    FINGERPRINT_VARIANTS
};

/* One fingerprint of a method of ours; or (method NULL) that of another's integrator. */
struct fingerprint_unit {
    const struct method *method;
    enum fingerprint_variant variant;
};
enum { FINGERPRINT_MOST_UNITS = 64 };

/* Lists them in the order of the document; their number. */
int fingerprint_units_list(struct fingerprint_unit unit[FINGERPRINT_MOST_UNITS],
                           const struct fingerprint_command *w);

/* Leaves those of w->shard, whose number is returned, and notes them and the whole plan in
 * w->part (program/run/shard_part.h). -1: out of memory. */
int fingerprint_units_take(struct fingerprint_unit unit[FINGERPRINT_MOST_UNITS],
                           int count, const struct fingerprint_command *w);

/* What fingerprint --json prints, described. */
extern const struct record fingerprint_document_record;

#endif
