/* Growth with the length n of a chain: time of a step and memory of an integrator, as the power
 * of n at the long end, over the last decade that has been measured,
 *
 *     p = log(t(n) / t(n')) / log(n / n'),   n' a decade shorter than n, two lengths before it.
 *
 * That is what O(n^p) means. A straight line through all lengths is another law: a short chain
 * has costs that do not grow, and may be evaluated by compiled code where longer ones run in
 * loops of an interpreter, so that t bends, and the line's scatter tells of the bend and not of
 * what is known. Each process has a p of its own, of the two lengths in turns where it has
 * measured them so (timing_chain.h); the interval is that of the processes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/speed/timing/timing_chain.h"
#include "harness/speed/timing/timing_results.h"

/* Linear growth is expected, and something for caches that no longer hold the chain. */
static const double most_expected = 1.1;

/* A quantity that grows: of which chain and workload, and whether it is memory. */
struct growth {
    const char *chain, *quantity;
    int variant;
    bool is_memory;
    const char *how; /* for the reason */
};

static const struct growth growths[] = {
    {TIMING_CHAIN, "chain-slope", 0, false, "Jacobian by differences"},
    {TIMING_CHAIN, "chain-slope-exact", 1, false, "Jacobian exact"},
    {TIMING_CHAIN, "chain-memory", 0, true, "Jacobian by differences"},
    {TIMING_CHAIN, "chain-memory-exact", 1, true, "Jacobian exact"},
    {TIMING_LINKS, "chain-slope-joints", 0, false, "projected when it is needed"},
    {TIMING_LINKS, "chain-slope-joints-every-step", 1, false,
     "projected after every step"},
    {TIMING_SLIDERS, "contact-slope", 0, false, "at rest"},
    {TIMING_SLIDERS, "contact-memory", 0, true, "at rest"},
    {TIMING_BRICKS, "contact-slope", 0, false, "at rest"},
    {TIMING_BRICKS, "contact-memory", 0, true, "at rest"},
};

static double value_at(const struct timing_chain *c, int size, const struct growth *g) {
    const struct batch *b = &c->at[size];
    return g->is_memory ? batch_count(b, g->variant, "memory")
                        : batch_estimate(b, g->variant, batch_ns).value;
}

static struct timing_point make_point(const struct timing_chain *c, int size,
                                      int variant) {
    static const char members[] =
        "masses value low high ns_per_mass bytes bytes_per_mass ?evaluations ?iterations "
        "?jacobians ?factorizations ?allocations";
    const struct batch *b = &c->at[size];
    struct timing_point p =
        timing_point_begin(members, batch_estimate(b, variant, batch_ns));
    timing_point_count(&p, b, variant);
    p.masses = c->kind->masses[size];
    p.ns_per_mass = p.of.value / (double)p.masses;
    p.bytes = batch_count(b, variant, "memory");
    p.bytes_per_mass = p.bytes / (double)p.masses;
    return p;
}

/* The longest length that has been measured; -1: none is a decade longer than the first. */
static int find_longest(const struct timing_chain *c, const struct growth *g) {
    int last = c->sizes - 1;
    while (last >= TIMING_DECADE && !isfinite(value_at(c, last, g)))
        last--;
    return last >= TIMING_DECADE ? last : -1;
}

/* A step's time over that of the length a decade shorter: in turns, or of processes one after
 * the other. */
static double find_one(const struct timing_chain *c, int last, int variant, bool in_turns,
                       int process) {
    if (in_turns)
        return batch_ratio(&c->decade, process, variant, c->variants.count + variant);
    return batch_ns(&c->at[last], process, variant) /
           batch_ns(&c->at[last - TIMING_DECADE], process, variant);
}

/* Of the processes that have measured both lengths. */
static struct estimate find_times(const struct timing_chain *c, int last, int variant,
                                  bool in_turns) {
    double ratio[BATCH_MOST_PROCESSES];
    int count = 0;
    for (int k = 0; k < c->at[last].how.processes; k++) {
        ratio[count] = find_one(c, last, variant, in_turns, k);
        count += isfinite(ratio[count]) && ratio[count] > 0;
    }
    return estimate_ratio(count, ratio);
}

/* How many times more it is a decade on. */
static struct estimate find_ratio(const struct timing_chain *c, const struct growth *g,
                                  int last) {
    struct estimate ratio = {NAN, NAN, NAN};
    if (g->is_memory) {
        const double once = value_at(c, last, g) / value_at(c, last - TIMING_DECADE, g);
        return (struct estimate){once, once, once};
    }
    if (c->decade.name != NULL && last == c->sizes - 1)
        ratio = find_times(c, last, g->variant, true);
    return isfinite(ratio.value) ? ratio : find_times(c, last, g->variant, false);
}

static struct estimate find_power(const struct timing_chain *c, const struct growth *g) {
    const int last = find_longest(c, g);
    if (last < 0)
        return (struct estimate){NAN, NAN, NAN};
    const struct estimate ratio = find_ratio(c, g, last);
    const double decade =
        log((double)c->kind->masses[last] / c->kind->masses[last - TIMING_DECADE]);
    return (struct estimate){log(ratio.value) / decade, log(ratio.low) / decade,
                             log(ratio.high) / decade};
}

/* A method need not grow well where it is none of the chain's own: it is said, and no verdict
 * fails. */
static void append(const struct timing_chain *c, const struct growth *g,
                   struct timing_results *results) {
    struct result r = timing_result(
        c->at[0].name, c->variants.benchmark[g->variant].method, "default", g->quantity);
    struct timing_points points = {.count = 0};
    bool whole = true;
    for (int i = 0; i < c->sizes; i++) {
        whole = whole && isfinite(value_at(c, i, g));
        timing_point_add(&points, make_point(c, i, g->variant));
    }
    const struct estimate power = find_power(c, g);
    timing_take(&r, power);
    r.expected = most_expected;
    if (power.low > most_expected)
        r.verdict = c->kind->method != NULL ? VERDICT_FAIL : VERDICT_NOT_ASYMPTOTIC;
    else if (whole && power.high <= most_expected)
        r.verdict = VERDICT_PASS;
    timing_append(
        results, &r, &points,
        "the power of the number of masses with which the %s grows over the last "
        "decade of %d to %d, %s%s",
        g->is_memory ? "memory of an integrator" : "time of a step", c->kind->masses[0],
        c->kind->masses[c->sizes - 1], g->how,
        whole ? "" : "; not all lengths could be measured");
}

void timing_chain_results(const struct timing_chain *c, struct timing_results *results) {
    const size_t count = sizeof growths / sizeof *growths;
    for (size_t i = 0; i < count && c->sizes > 0 && c->kind->method != NULL; i++)
        if (strcmp(growths[i].chain, c->kind->model) == 0)
            append(c, &growths[i], results);
    for (int i = 0; i < c->variants.count && c->sizes > 0 && c->kind->method == NULL; i++)
        append(c, &(struct growth){c->kind->model, "growth", i, false, "by default"},
               results);
}
