/* The comparison of two builds, or of a build with a stored measurement, over benchmarks.
 *
 * Counters gate: they do not depend on time or place. So do instructions, to 0.1 %. Time
 * advises by the rule of rule.h, or gates when that is asked for; a stored measurement has no
 * time that could be paired, so that there it only advises.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_H
#define HARNESS_COMPARE_H

#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/compare/accept.h"
#include "harness/speed/compare/pairs.h"
#include "harness/speed/compare/self_record.h"
#include "harness/speed/compare/side.h"

/* A pass may have so many more instructions, relative; the program's start and the lengths of
 * its names move a few. */
#define COMPARE_INSTRUCTIONS 1e-3

enum compare_time { COMPARE_TIME_ADVISE, COMPARE_TIME_GATE, COMPARE_TIME_OFF };

struct compare_request {
    struct session *session;
    const struct measurer *measurer;
    struct side old, new;
    json_t *items; /* [{"name", "model", "method", "mode", "kind", "workload"}] */
    struct rule rule;
    enum compare_time time;
    bool has_instructions; /* they are counted where that is possible */
    bool is_same;          /* the two are the same files */
    unsigned long seed;
    double seconds; /* of one process */
    struct accept accept;
    struct self_record self;
};

/* The benchmarks as items, which the caller frees. NULL: out of memory. */
json_t *compare_items(const struct benchmarks *b);

/* Those of a stored measurement, which names its workloads, among `models` and of `method`
 * (NULL: all). */
json_t *compare_stored_items(const struct side *s, const struct model_names *models,
                             const char *method);

/* Compares. *document := what `--json` prints, without the machine's load; the caller frees
 * it. Not EXIT_PASSED: it could not be done, and session->why says why. */
enum exit_status compare_run(json_t **document, struct compare_request *r);

/* Whether its verdict is "pass". */
bool compare_passes(const json_t *document);

/* ---- Its parts. A comparison is the object under "comparisons" of the document. */

/* Counts both sides' passes, in parallel: *comparisons := one for each item, with "counters",
 * "counters_verdict", "instructions", and "failures" where one is against the rules. */
enum exit_status compare_counts(json_t **comparisons, struct compare_request *r);

/* Adds the times of each; self comparisons in between. */
enum exit_status compare_times(json_t *comparisons, struct compare_request *r);

/* Adds what a stored measurement and a short one of today say about the time. */
enum exit_status compare_stored_times(json_t *comparisons, struct compare_request *r);

/* The steps of a baseline's pass; 1 where it counts none. */
double compare_steps(const json_t *comparison);

/* What a pair's measurement says, added to a comparison, as of one
 * step of `steps` in a pass. */
void compare_take_pairs(json_t *comparison, const struct pairs_found *f, double steps,
                        bool has_ring);

/* Adds a text to the comparison's "failures", which make the whole fail. */
void compare_fail(json_t *comparison, const char *format, ...);

/* Judges one counter that has increased: a failure with this text, unless it is accepted;
 * then {"counter", "reason"} is added to its "accepted". */
void compare_judge(json_t *comparison, struct accept *accept, const char *counter,
                   double old, double new, const char *text);

/* ---- Telling */

/* For a person; every comparison when `all`, else those with something to say. */
void compare_print(const json_t *document, bool all, FILE *out);

/* As results of studies, for JUnit and reports: one for what is counted and one for the time
 * of each. NULL: out of memory. */
json_t *compare_results(const json_t *document);

/* ---- The self-test */

struct self_test {
    struct session *session;
    const struct measurer *measurer;
    struct side side;
    json_t *items;
    struct rule rule;
    unsigned long seed;
    double seconds;
    long comparisons; /* with its own copy; a fifth as many with each slowed copy */
    struct self_record self;
};

/* Compares a build with its copies, over the items in turns, and keeps the outcome after each.
 * *document := {"command": "compare --self-test", "self": of all that is kept, "this_run":
 * the same of this run}. */
enum exit_status self_test_run(json_t **document, struct self_test *t);

/* One self comparison of an item's workload: *outcome is what came of it. Nonzero: it could not
 * be measured; *d says why. `direction`: 0 slows the copy, 1 the original. */
struct copied;
int self_test_one(struct self_outcome *outcome, const struct pairs_request *like,
                  const struct side *side, const struct copied *copy, enum self_kind kind,
                  int direction, struct diagnostic *d);

#endif
