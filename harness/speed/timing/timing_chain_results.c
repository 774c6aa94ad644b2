/* Growth with the length n of a chain: time of a step and memory of an integrator, as powers
 * of n fitted by log t = log c + p log n, with Student's interval for p.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"
#include "harness/speed/measure/estimate.h"
#include "harness/speed/timing/timing_contacts.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/studies/common/fit.h"

/* Linear growth is expected, and something for caches that no longer hold the chain. */
static const double most_expected = 1.1;

/* A quantity that grows: of which chain, what is looked at, and whose it is. */
struct growth {
    const char *chain, *quantity, *variant, *key;
    const char *method, *how; /* for the reason */
};

#define PAIR "velocity-implicit-euler"
static const struct growth growths[] = {
    {TIMING_CHAIN, "chain-slope", "forward", "ns", PAIR, "Jacobian by differences"},
    {TIMING_CHAIN, "chain-slope-exact", "exact", "ns", PAIR, "Jacobian exact"},
    {TIMING_CHAIN, "chain-memory", "forward", "bytes", PAIR, "Jacobian by differences"},
    {TIMING_CHAIN, "chain-memory-exact", "exact", "bytes", PAIR, "Jacobian exact"},
    {TIMING_LINKS, "chain-slope-joints", "lazy", "ns", TIMING_LINKS_METHOD,
     "projected when it is needed"},
    {TIMING_LINKS, "chain-slope-joints-every-step", "every-step", "ns",
     TIMING_LINKS_METHOD, "projected after every step"},
    {TIMING_SLIDERS, "contact-slope", "default", "ns", TIMING_CONTACTS_METHOD, "at rest"},
    {TIMING_SLIDERS, "contact-memory", "default", "bytes", TIMING_CONTACTS_METHOD,
     "at rest"},
    {TIMING_BRICKS, "contact-slope", "default", "ns", TIMING_CONTACTS_METHOD, "at rest"},
    {TIMING_BRICKS, "contact-memory", "default", "bytes", TIMING_CONTACTS_METHOD,
     "at rest"},
};
#undef PAIR

/* What is known of a time at one length, relatively, at best. */
static const double least_noise = 1e-3;

struct sizes {
    int sizes, processes;
    const int *masses;
    json_t *const *found;
};

static const json_t *variant_of(const struct sizes *s, int size, int process,
                                const char *name) {
    size_t i;
    json_t *variant;
    const json_t *found = s->found[size * s->processes + process];
    json_array_foreach(json_object_get(found, "variants"), i, variant) {
        const char *its = json_string_value(json_object_get(variant, "variant"));
        if (its != NULL && strcmp(its, name) == 0)
            return variant;
    }
    return NULL;
}

/* What the processes have found of one length. */
static struct estimate estimate_at(const struct sizes *s, int size, const char *variant,
                                   const char *key) {
    double *value = calloc((size_t)s->processes + 1, sizeof *value);
    struct estimate e = {NAN, NAN, NAN};
    for (int p = 0; p < s->processes && value != NULL; p++)
        value[p] = json_number_in(variant_of(s, size, p, variant), key);
    if (value != NULL)
        e = estimate_known(s->processes, 1, value);
    free(value);
    return e;
}

static void copy(json_t *point, const json_t *variant, const char *key, const char *as) {
    const json_t *steps = json_object_get(variant, "steps");
    const json_t *number = json_object_get(variant, key);
    if (json_is_number(number) && json_number_value(steps) > 0)
        json_object_set_new(
            point, as, json_number(json_number_value(number) / json_number_value(steps)));
}

static json_t *point_at(const struct sizes *s, int size, const char *variant) {
    static const char *const keys[] = {"evaluations", "iterations", "jacobians",
                                       "factorizations", "allocations"};
    struct estimate ns = estimate_at(s, size, variant, "ns");
    struct estimate bytes = estimate_at(s, size, variant, "bytes");
    json_t *point = json_pack("{s:i}", "masses", s->masses[size]);
    timing_add_estimate(point, ns);
    json_object_set_new(point, "ns_per_mass", json_number(ns.value / s->masses[size]));
    json_object_set_new(point, "bytes", json_number(bytes.value));
    json_object_set_new(point, "bytes_per_mass",
                        json_number(bytes.value / s->masses[size]));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        copy(point, variant_of(s, size, 0, variant), keys[i], keys[i]);
    return point;
}

/* Through the lengths that have been measured, the longest so many of them; false: too few.
 * fit_exponent wants the largest first. */
static bool fit_growth(const struct sizes *s, const char *variant, const char *key,
                       int most, struct fit *fit) {
    double *n = calloc((size_t)s->sizes + 1, sizeof *n);
    double *t = calloc((size_t)s->sizes + 1, sizeof *t);
    double *noise = calloc((size_t)s->sizes + 1, sizeof *noise);
    int count = 0;
    for (int i = s->sizes - 1;
         i >= 0 && count < most && n != NULL && t != NULL && noise != NULL; i--) {
        double value = estimate_at(s, i, variant, key).value;
        if (!(isfinite(value) && value > 0))
            continue;
        n[count] = s->masses[i];
        noise[count] = least_noise;
        t[count++] = value;
    }
    int failed = count == 0 || fit_exponent(fit, count, n, t, 0, noise);
    free(n);
    free(noise);
    free(t);
    return !failed;
}

/* Half the width of the interval: the fit's, from its confidence to that of all timings. */
static double half_width(const struct fit *fit) {
    const double freedom = fit->points - 2;
    return (fit->high - fit->low) / 2 *
           gsl_cdf_tdist_Pinv(0.5 + ESTIMATE_CONFIDENCE / 2, freedom) /
           gsl_cdf_tdist_Pinv(0.5 + FIT_CONFIDENCE / 2, freedom);
}

/* `whole`: all lengths have been measured. */
static enum verdict judge(double low, double high, bool whole) {
    if (low > most_expected)
        return VERDICT_FAIL;
    return whole && high <= most_expected ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
}

/* Of every method in its own steps: what a step costs besides grows with nothing, and hides the
 * growth of short chains. */
enum { LENGTHS_OF_GROWTH = 4 };

/* By the longest `lengths` of the chain. */
static void append(const struct timing_found *f, const struct sizes *s, struct growth g,
                   int lengths, json_t *results) {
    struct result r = timing_result(f, g.quantity);
    struct fit fit;
    char reason[256];
    bool whole = true;
    for (int i = 0; i < s->sizes; i++) {
        whole = whole && isfinite(estimate_at(s, i, g.variant, g.key).value);
        json_array_append_new(r.points, point_at(s, i, g.variant));
    }
    r.expected = most_expected;
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    if (fit_growth(s, g.variant, g.key, lengths, &fit)) {
        r.value = fit.exponent;
        r.low = fit.exponent - half_width(&fit);
        r.high = fit.exponent + half_width(&fit);
        r.verdict = judge(r.low, r.high, whole);
    }
    const int last = s->sizes - 1;
    snprintf(reason, sizeof reason,
             "the power of the number of masses with which the %s grows, from %d to %d, "
             "%s%s",
             strcmp(g.key, "ns") == 0 ? "time of a step" : "memory of an integrator",
             s->masses[0], s->masses[last], g.how,
             whole ? "" : "; not all lengths could be measured");
    timing_append(results, f, g.method, FAST_DEFAULT, &r, reason);
}

void timing_results_of_chain(struct model *m, const char *name, int sizes,
                             const int *masses, int processes, json_t *const *found,
                             json_t *results) {
    const struct sizes s = {sizes, processes, masses, found};
    char *title = models_title(name);
    const struct timing_found f = {.model = m, .name = title};
    for (size_t i = 0; i < sizeof growths / sizeof *growths && title != NULL; i++)
        if (strcmp(growths[i].chain, name) == 0)
            append(&f, &s, growths[i], sizes, results);
    free(title);
}

/* The part of "METHOD/MODE/KIND" before the first slash; text[0..room). */
static void cut_method(char *text, size_t room, const char *variant) {
    snprintf(text, room, "%.*s", (int)strcspn(variant, "/"), variant);
}

/* A method need not grow well: it is said, and no verdict fails. */
static void soften_last(json_t *results) {
    json_t *last = json_array_get(results, json_array_size(results) - 1);
    const char *verdict = json_string_value(json_object_get(last, "verdict"));
    if (verdict != NULL && strcmp(verdict, "fail") == 0)
        json_object_set_new(last, "verdict", json_string("not-asymptotic"));
}

void timing_results_of_growth(struct model *m, const char *name, int sizes,
                              const int *masses, int processes, json_t *const *found,
                              json_t *results) {
    const struct sizes s = {sizes, processes, masses, found};
    char *title = models_title(name), method[128];
    const struct timing_found f = {.model = m, .name = title};
    size_t i;
    json_t *variant, *first = NULL;
    for (int p = 0; p < processes && first == NULL; p++)
        first = json_object_get(found[p], "variants");
    json_array_foreach(first, i, variant) {
        const char *its = json_string_value(json_object_get(variant, "variant"));
        if (its == NULL || title == NULL)
            continue;
        cut_method(method, sizeof method, its);
        const struct growth growth = {name, "growth", its, "ns", method, "by default"};
        append(&f, &s, growth, LENGTHS_OF_GROWTH, results);
        soften_last(results);
    }
    free(title);
}
