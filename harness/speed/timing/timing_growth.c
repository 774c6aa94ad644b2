/* Growth with the length n of a chain: time of a step and memory of an integrator, as powers
 * of n fitted by log t = log c + p log n, with Student's interval for p.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "harness/base/json_number.h"
#include "harness/base/numbers/fit.h"
#include "harness/speed/timing/timing_chain.h"
#include "harness/speed/timing/timing_results.h"

/* Linear growth is expected, and something for caches that no longer hold the chain. */
static const double most_expected = 1.1;

/* What is known of a time at one length, relatively, at best. */
static const double least_noise = 1e-3;

/* Of every method in its own steps: what a step costs besides grows with nothing, and hides the
 * growth of short chains: its longest lengths alone are fitted. */
enum { LENGTHS_OF_GROWTH = 4 };

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

static json_t *make_point(const struct timing_chain *c, int size, int variant) {
    static const char *const keys[] = {"evaluations", "iterations", "jacobians",
                                       "factorizations", "allocations"};
    const struct batch *b = &c->at[size];
    const struct estimate ns = batch_estimate(b, variant, batch_ns);
    const double masses = c->kind->masses[size];
    const double bytes = batch_count(b, variant, "memory");
    json_t *point = json_pack("{s:i}", "masses", c->kind->masses[size]);
    timing_add_estimate(point, ns);
    json_object_set_new(point, "ns_per_mass", json_number(ns.value / masses));
    json_object_set_new(point, "bytes", json_number(bytes));
    json_object_set_new(point, "bytes_per_mass", json_number(bytes / masses));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (isfinite(batch_each(b, variant, keys[i])))
            json_object_set_new(point, keys[i],
                                json_number(batch_each(b, variant, keys[i])));
    return point;
}

/* Through the longest `most` of the lengths that have been measured; false: too few. fit_exponent
 * wants the largest first. */
static bool fit_growth(const struct timing_chain *c, const struct growth *g, int most,
                       struct fit *fit) {
    double n[TIMING_LENGTHS], value[TIMING_LENGTHS], noise[TIMING_LENGTHS];
    int count = 0;
    for (int i = c->sizes - 1; i >= 0 && count < most; i--) {
        value[count] = value_at(c, i, g);
        n[count] = c->kind->masses[i];
        noise[count] = least_noise;
        count += isfinite(value[count]) && value[count] > 0;
    }
    return count > 0 && fit_exponent(fit, count, n, value, 0, noise) == 0;
}

/* Half the width of the interval: the fit's, from its confidence to that of all timings. */
static double half_width(const struct fit *fit) {
    const double freedom = fit->points - 2;
    return (fit->high - fit->low) / 2 *
           gsl_cdf_tdist_Pinv(0.5 + ESTIMATE_CONFIDENCE / 2, freedom) /
           gsl_cdf_tdist_Pinv(0.5 + FIT_CONFIDENCE / 2, freedom);
}

/* By the longest `lengths` of the chain. A method need not grow well where it is none of the
 * chain's own: it is said, and no verdict fails. */
static void append(const struct timing_chain *c, const struct growth *g, int lengths,
                   json_t *results) {
    struct result r = timing_result(
        c->at[0].name, c->variants.benchmark[g->variant].method, "default", g->quantity);
    struct fit fit;
    bool whole = true;
    for (int i = 0; i < c->sizes; i++) {
        whole = whole && isfinite(value_at(c, i, g));
        json_array_append_new(r.points, make_point(c, i, g->variant));
    }
    r.expected = most_expected;
    if (fit_growth(c, g, lengths, &fit)) {
        r.value = fit.exponent;
        r.low = fit.exponent - half_width(&fit);
        r.high = fit.exponent + half_width(&fit);
        if (r.low > most_expected)
            r.verdict = c->kind->method != NULL ? VERDICT_FAIL : VERDICT_NOT_ASYMPTOTIC;
        else if (whole && r.high <= most_expected)
            r.verdict = VERDICT_PASS;
    }
    timing_append(results, &r,
                  "the power of the number of masses with which the %s grows, from %d to "
                  "%d, %s%s",
                  g->is_memory ? "memory of an integrator" : "time of a step",
                  c->kind->masses[0], c->kind->masses[c->sizes - 1], g->how,
                  whole ? "" : "; not all lengths could be measured");
}

void timing_chain_results(const struct timing_chain *c, json_t *results) {
    const size_t count = sizeof growths / sizeof *growths;
    for (size_t i = 0; i < count && c->sizes > 0 && c->kind->method != NULL; i++)
        if (strcmp(growths[i].chain, c->kind->model) == 0)
            append(c, &growths[i], c->sizes, results);
    for (int i = 0; i < c->variants.count && c->sizes > 0 && c->kind->method == NULL; i++)
        append(c, &(struct growth){c->kind->model, "growth", i, false, "by default"},
               LENGTHS_OF_GROWTH, results);
}
