/* Two builds' work against each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "harness/base/message.h"
#include "harness/jobs/interrupt.h"
#include "harness/speed/compare/pairs.h"
#include "problems/base/splitmix.h"

/* Processes that may fail before the measurement does. */
enum { most_failures = 3 };

/* Seeds of a run are numbered from 0; the second run's begin anew from this one. */
enum { second_run = 1 << 20 };

/* Rounds are left out of processes that would take longer, in nanoseconds, down to so many. */
static const double longest_process = 4e8;
enum { fewest_rounds = 31 };

unsigned long pairs_seed(unsigned long seed, unsigned long i) {
    const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned long)(splitmix((uint64_t)seed + golden * (uint64_t)i) & 0x7fffffffu);
}

/* One run to a verdict: where its processes begin among those found, and how it goes on. */
struct run {
    const struct pairs_request *request;
    struct pairs_found *found;
    unsigned long seed;
    int first;    /* process of the run in found->process */
    int rounds;   /* of the next process */
    int failures; /* so far */
};

/* What the process says of the old (new) side's contestant. */
static const struct measurement *side_of(const struct measured *m,
                                         const struct pairs_process *p, bool new) {
    return measured_at(m, new != p->new_is_first ? 1 : 0);
}

static int take_contestants(struct pairs_process *p, const struct measured *m,
                            struct diagnostic *d) {
    const struct measurement *old = side_of(m, p, false), *new = side_of(m, p, true);
    const char *bad_old = old->failed, *bad_new = new->failed;
    if (bad_old[0] != '\0' || bad_new[0] != '\0')
        return message_set(d, "the %s: %s", bad_old[0] != '\0' ? "baseline" : "candidate",
                           bad_old[0] != '\0' ? bad_old : bad_new);
    p->ruler_ns = m->ruler_ns;
    p->old_ns = old->ns;
    p->new_ns = new->ns;
    p->log_ratio = p->new_is_first ? -old->log_ratio : new->log_ratio;
    if (!isfinite(p->log_ratio) || !(p->old_ns > 0) || !(p->new_ns > 0))
        return message_set(d, "a process gave no time");
    return 0;
}

/* Long passes get by with fewer rounds. */
static void choose_rounds(struct run *run, const struct pairs_process *p,
                          const struct measured *m) {
    const long passes = measured_at(m, 0)->passes;
    const double round = (p->old_ns + p->new_ns) * (passes > 0 ? (double)passes : 1);
    const double fitting = longest_process / round;
    run->rounds = fitting >= PAIRS_ROUNDS    ? PAIRS_ROUNDS
                  : fitting <= fewest_rounds ? fewest_rounds
                                             : (int)fitting;
}

/* Process i of the run; `trial` counts the processes that have been started. */
static int measure_process(struct run *run, int i, int trial, struct diagnostic *d) {
    const struct pairs_request *r = run->request;
    struct pairs_found *f = run->found;
    struct pairs_process *p = &f->process[f->processes];
    const int old = i % BENCH_RING, new = (i + i / BENCH_RING) % BENCH_RING;
    const bool new_is_first = (i + i / BENCH_RING) % 2 != 0;
    struct bench_contestant contestants[2];
    contestants[new_is_first ? 1 : 0] =
        (struct bench_contestant){r->old.library[old], r->workload, 0, r->old.slow};
    contestants[new_is_first ? 0 : 1] =
        (struct bench_contestant){r->new.library[new], r->workload, 0, r->new.slow};
    const struct bench_request request = {
        .contestants = 2,
        .contestant = contestants,
        .rounds = run->rounds,
        .warm_up = PAIRS_WARM_UP,
        .block_ns = pairs_block_ns,
        .seed = pairs_seed(run->seed, (unsigned long)trial),
        .seconds = r->seconds,
    };
    struct measured m;
    *p = (struct pairs_process){
        .old_place = old, .new_place = new, .new_is_first = new_is_first};
    int failed = r->measurer->measure(&m, &request, d) || take_contestants(p, &m, d);
    if (!failed && (block_times_add(&f->old_blocks, side_of(&m, p, false)) ||
                    block_times_add(&f->new_blocks, side_of(&m, p, true))))
        failed = message_set(d, "out of memory");
    if (!failed) {
        choose_rounds(run, p, &m);
        f->processes++;
    }
    measured_clear(&m);
    return failed;
}

static void estimate(struct pairs_found *f, const struct rule *rule, int first) {
    double x[RULE_ROOM];
    for (int i = first; i < f->processes; i++)
        x[i - first] = f->process[i].log_ratio;
    f->estimate = rule_estimate(rule, f->processes - first, x);
}

/* Looks until there is an answer, or a failure in f->failed. */
static int run_to_verdict(struct run *run, struct diagnostic *d) {
    struct pairs_found *f = run->found;
    const struct rule *rule = run->request->rule;
    int trial = 0;
    f->verdict = RULE_CANNOT_TELL;
    run->first = f->processes;
    for (int look = rule_next(rule, 0); look != 0; look = rule_next(rule, look)) {
        while (f->processes - run->first < look) {
            struct diagnostic why = {""};
            if (interrupt_came())
                return message_set(d, "interrupted");
            if (measure_process(run, f->processes - run->first, trial++, &why) &&
                ++run->failures >= most_failures) {
                f->failed = why;
                return 0;
            }
        }
        estimate(f, rule, run->first);
        f->verdict = rule_look(rule, &f->estimate);
        if (f->verdict != RULE_CANNOT_TELL)
            return 0;
    }
    return 0;
}

static bool is_alarm(enum rule_verdict verdict) {
    return verdict == RULE_SLOWER || verdict == RULE_FASTER;
}

/* A second run with other seeds decides about an alarm. */
static int confirm(struct run *run, struct diagnostic *d) {
    struct pairs_found *f = run->found;
    const enum rule_verdict first = f->verdict;
    f->alarmed = true;
    run->seed = pairs_seed(run->seed, second_run);
    if (run_to_verdict(run, d))
        return -1;
    f->confirmed = f->verdict == first && f->failed.text[0] == '\0';
    if (!f->confirmed)
        f->verdict = RULE_CANNOT_TELL;
    return 0;
}

int pairs_measure(struct pairs_found *f, const struct pairs_request *r,
                  struct diagnostic *d) {
    struct run run = {.request = r, .found = f, .seed = r->seed, .rounds = PAIRS_ROUNDS};
    memset(f, 0, sizeof *f);
    f->verdict = RULE_CANNOT_TELL;
    f->power = NAN;
    f->estimate = rule_estimate(r->rule, 0, NULL);
    if (run_to_verdict(&run, d))
        return -1;
    if (is_alarm(f->verdict) && confirm(&run, d))
        return -1;
    if (f->failed.text[0] != '\0')
        f->verdict = RULE_CANNOT_TELL;
    estimate(f, r->rule, 0);
    f->power = rule_power(r->rule, f->estimate.scale, f->processes);
    return 0;
}

void pairs_clear(struct pairs_found *f) {
    free(f->old_blocks.ns);
    free(f->new_blocks.ns);
    f->old_blocks = f->new_blocks = (struct block_times){0, NULL};
}

static double median_of(const struct pairs_found *f, bool new) {
    double ns[RULE_ROOM];
    for (int i = 0; i < f->processes; i++)
        ns[i] = new ? f->process[i].new_ns : f->process[i].old_ns;
    return f->processes > 0 ? gsl_stats_median(ns, 1, (size_t)f->processes) : NAN;
}

double pairs_old_ns(const struct pairs_found *f) {
    return median_of(f, false);
}

double pairs_new_ns(const struct pairs_found *f) {
    return median_of(f, true);
}
