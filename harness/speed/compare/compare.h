/* The comparison of two builds, or of a build with a stored measurement, over benchmarks.
 *
 * Counters gate: they do not depend on time or place. So do instructions, to 0.1 %. Time
 * advises by the rule of rule.h, or gates when that is asked for; a stored measurement has no
 * time that could be paired, so that there it only advises.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_H
#define HARNESS_COMPARE_H

#include "harness/base/record/record.h"
#include "harness/results/result_list.h"
#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/compare/accept.h"
#include "harness/speed/compare/pairs.h"
#include "harness/speed/compare/self_record.h"
#include "harness/speed/compare/side.h"
#include "harness/speed/measure/estimate.h"

/* A pass may have so many more instructions, relative; the program's start and the lengths of
 * its names move a few. */
static const double compare_instructions = 1e-3;

enum compare_time { COMPARE_TIME_ADVISE, COMPARE_TIME_GATE, COMPARE_TIME_OFF };

/* "advise", "gate", "off"; ends with NULL. */
const char *compare_time_word(int i);

struct compare_request {
    struct session *session;
    const struct measurer *measurer;
    struct side old, new;
    struct benchmarks items;
    struct rule rule;
    enum compare_time time;
    bool has_instructions; /* they are counted where that is possible */
    bool is_same;          /* the two are the same files */
    unsigned long seed;
    double seconds; /* of one process */
    struct accept accept;
    struct self_record self;
};

/* Verdicts about time go on after those of rule.h. */
enum { COMPARE_NOT_MEASURED = RULE_CANNOT_TELL + 1, COMPARE_UNSETTLED, COMPARE_VERDICTS };

/* "same", "slower", ..., "not-measured"; ends with NULL. */
extern const char *const compare_verdict_words[];

/* A counter that differs; or (is_end) the first number of the ends with other bits. */
struct count_change {
    const char *name;
    bool is_counter, is_end, has_old, has_new; /* what only one build has is not known */
    long old, new;                             /* of a counter */
    double old_end, new_end;
    long component; /* which number of the end, from 0 */
};

/* What would fail, and why it is accepted. */
struct count_accepted {
    const char *counter, *what, *reason;
};

/* What has come of a benchmark. Numbers that are not known are NAN. */
struct comparison {
    struct benchmark of;  /* borrowed */
    const char **failure; /* which make the whole fail */
    struct count_accepted *accepted;
    struct count_change *counter; /* what differs */
    int failures, acceptances, counters;
    const char *counters_verdict; /* "same", "more", "changed"; NULL: not counted */
    json_t *instructions;         /* {"old", "new", "change"}; NULL: not counted */
    double instructions_change;
    json_t *old_counters;      /* all of the baseline; NULL: not counted */
    const char *uncounted;     /* why there are no instructions; NULL: there are */
    bool is_paired, is_stored; /* measured so; else these are not known: */
    struct estimate old_cycles, new_cycles; /* of a step, as advice; of what is stored */
    bool is_timed;
    double change; /* new / old - 1; of both */
    double half, old_ns,
        new_ns; /* of a step; of what is measured in pairs, as all below */
    double detectable, power;
    long processes;
    json_t *log_ratios, *old_times, *new_times; /* {"processes", "cycles", "blocks"} */
    double placement;
    bool placement_notable;
    json_t *positions; /* NULL: not known */
    int verdict;       /* enum rule_verdict, or one of the above */
    const char *reason;
    json_t *texts; /* that it refers to */
};

/* What has come of all. */
struct compared {
    const struct compare_request *request;
    int count;
    struct comparison *comparison; /* (size count), of the request's items */
    json_t *unused;                /* texts about what was accepted in vain */
    char *self_line;               /* what is known about the rule here */
    int failing;
    struct diagnostic reason; /* the first that fails; "": all pass */
    long taken;
};

/* Compares. Not EXIT_PASSED: it could not be done, and session->why says why. The caller clears
 * in any case; the request has to last as long. */
enum exit_status compare_run(struct compared *found, struct compare_request *r);
void compare_clear(struct compared *found);

/* ---- Its parts */

/* Makes found->comparison and counts both sides' passes, in parallel. */
enum exit_status compare_counts(struct compared *found, struct compare_request *r);

/* Adds the times of each; self comparisons in between. */
enum exit_status compare_times(struct compared *found, struct compare_request *r);

/* Adds what a stored measurement and a short one of today say about the time. */
enum exit_status compare_stored_times(struct compared *found, struct compare_request *r);

/* Takes what a pair's measurement says, as of one step. */
void compare_take_pairs(struct comparison *c, const struct pairs_found *f, bool has_ring);

/* Takes what both sides have counted, {"old", "new"}, each {"counters", "instructions"} with, where
 * something is missing, "failed" or "uncounted": why. NULL: nothing, *why says why. */
void compare_judge_counted(struct comparison *c, struct compare_request *r,
                           json_t *counted, const struct diagnostic *why);

/* Appends to the comparison what differs between two objects of counters (benchmark_library.h),
 * and returns "same", "changed" (fewer of some, or one that only one build has, or other results)
 * or "more". */
const char *compare_counters(struct comparison *c, const json_t *old, const json_t *new);

extern const struct record count_change_record, count_accepted_record;

/* Whether a change is an increase. */
bool compare_is_more(const struct count_change *change);

/* Adds a failure, as printf makes it. */
void compare_fail(struct comparison *c, const char *format, ...);

/* Judges one counter that has increased: a failure with this text, unless it is accepted. */
void compare_judge(struct comparison *c, struct accept *accept, const char *counter,
                   double old, double new, const char *text);

/* The steps of a baseline's pass; 1 where it counts none. */
double compare_steps(const struct comparison *c);

/* The verdict, and why: a text that is taken over. */
void compare_settle(struct comparison *c, int verdict, json_t *reason);

/* ---- Telling */

/* The document; a new object. Its fields, to which the command adds "load" (schema). */
extern const struct record compare_record;

/* What a comparison owns: failures, what is accepted, and what differs. */
extern const struct record compare_lists_record;
json_t *compare_tell(const struct compared *found);

/* For a person; every comparison when `all`, else those with something to say. */
void compare_print(const struct compared *found, bool all, FILE *out);

/* One row for each comparison that is wanted; nothing when there is none. */
void compare_print_table(const struct compared *found,
                         bool (*is_wanted)(const struct comparison *), FILE *out);

/* A failure that is about the time begins with this, or is that it is slower. */
#define COMPARE_UNTIMED "it could not be timed: "

/* As results of studies, for JUnit and reports: one for what is counted and one for the time
 * of each. Nonzero: out of memory. */
int compare_results(struct results *results, const struct compared *found);

/* ---- The command line */

/* Reads all, opens both sides and chooses the benchmarks. The caller clears in any case. Not
 * EXIT_PASSED: session->why says why. */
enum exit_status compare_arguments_read(struct compare_request *r,
                                        const struct arguments *arguments,
                                        struct session *session);
void compare_arguments_clear(struct compare_request *r);

/* One self comparison of an item's workload: *outcome is what came of it. Nonzero: it could not
 * be measured; *d says why. `direction`: 0 slows the copy, 1 the original. */
struct copied;
int self_test_one(struct self_outcome *outcome, const struct pairs_request *like,
                  const struct side *side, const struct copied *copy, enum self_kind kind,
                  int direction, struct diagnostic *d);

#endif
