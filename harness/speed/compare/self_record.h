/* What is known about the rule on this machine: comparisons of a build with its own copy, in
 * which every alarm is a false one, and with copies slowed on purpose, in which every alarm is
 * right.
 *
 * They are counted, benchmark by benchmark, in a file of the user's cache, under the machine
 * and the rule; several programs may add to it at once. Without a cache they are counted for
 * the present run alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_SELF_RECORD_H
#define HARNESS_COMPARE_SELF_RECORD_H

#include <jansson.h>

#include "harness/speed/compare/pairs.h"

enum self_kind {
    SELF_EQUAL, /* against its own copy */
    SELF_ONE,   /* against a copy slowed by 1 % */
    SELF_FIVE,  /* by 5 % */
    SELF_KINDS
};

/* Stated probabilities of finding 1 % are summed in such parts. */
static const double self_stated_unit = 1000.0;

/* How much slower a kind's copy is, relative. */
double self_kind_fraction(enum self_kind kind);

/* What came of a benchmark, or of all. */
struct self_counts {
    const char *name;                 /* of the benchmark */
    long comparisons, slower, faster; /* with its own copy: all, and alarms */
    long cannot_tell, unconfirmed;    /* of these; unconfirmed: first alarms */
    struct self_injected {
        long tried, found;
        long
            stated; /* the sum of the probabilities of finding it, times self_stated_unit */
    } injected[SELF_KINDS];
};

struct self_record {
    char *path; /* of the file; NULL: kept nowhere */
    char *key;  /* the machine and the rule */
    long compared;
    int benchmarks;
    struct self_counts *benchmark;
};

/* Looks the machine's record up. `cache`: the folder, or NULL; `machine`: a text that says
 * which machine it is. Freed with self_record_close. Nonzero: out of memory. A file that
 * cannot be read, or is of another version, is as if there were none. */
int self_record_open(struct self_record *r, const char *cache, const char *machine,
                     const struct rule *rule);
void self_record_close(struct self_record *r);

/* What came of comparing a build with itself. `expected`: the verdict that is right. */
struct self_outcome {
    enum self_kind kind;
    enum rule_verdict expected, verdict;
    bool is_unconfirmed;  /* a first alarm that the second run did not repeat */
    double power, change; /* the stated probability of finding delta; ln(new / old) */
    int processes;
};

/* Counts one more, of the benchmark `name`; NULL: a comparison was made. Does without the file
 * where it cannot be written, and leaves one alone that a later version has written. */
void self_record_add(struct self_record *r, const char *name,
                     const struct self_outcome *outcome);

/* What the next comparison is followed by: a self comparison after every tenth, of those one
 * in five with a slowed copy. SELF_KINDS: by none. */
enum self_kind self_record_turn(const struct self_record *r);

/* The machine's text for the key: processor, cores and system. The caller frees it; NULL: out
 * of memory. */
char *self_machine(void);

/* The member "self" of a comparison's document: {"comparisons", "alarms", "slower", "faster",
 * "cannot_tell", "unconfirmed", "bound": false alarms in a comparison, 95 %, null where there
 * was none, "injected": {"one_percent": {"tried", "found", "at_least", "stated":
 * the sum of what was stated}, "five_percent": ...},
 * "kernels": [the same for each benchmark, with "name"]}. */
json_t *self_record_tell(const struct self_record *r);

/* The sum over the benchmarks; and at most so many false alarms in a comparison, 95 %, 0 where
 * there was none. */
struct self_counts self_record_sum(const struct self_record *r);
double self_counts_bound(const struct self_counts *c);

/* One line of it, for a person; the caller frees it. NULL: out of memory. */
char *self_record_line(const struct self_record *r);

#endif
