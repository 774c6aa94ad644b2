/* Counters against the recorded ones.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/speed/measure/original_cost.h"

/* Half a unit of the last decimal recorded of a step's counters, and a hair. */
static const double half_a_decimal = 0.5e-4 * (1 + 1e-6);

/* How far counters may be off, relatively, where rounding decides: a few iterations in a
 * pass of some hundreds. */
static const double by_rounding = 0.01;

const char *original_scheme_name(enum original_scheme scheme) {
    static const char *const names[] = {[VIE_REUSE] = "vie-reuse",
                                        [VIE_FRESH] = "vie-fresh",
                                        [VIE_FULL] = "vie-full",
                                        [VIE_EXACT] = "vie-exact",
                                        [IE_REUSE] = "ie-reuse"};
    return names[scheme];
}

bool original_cost_is_sensitive(const struct original_cost *cost) {
    static const struct {
        const char *model;
        enum original_scheme scheme;
    } sensitive[] = {
        {"chain8_k1e5", IE_REUSE},    {"chain8_k1e5", VIE_EXACT},
        {"contact_stack5", IE_REUSE}, {"double_pendulum", VIE_FULL},
        {"smd_stiff", VIE_REUSE},     {"smd_stiff", VIE_FRESH},
        {"smd_stiff", VIE_FULL},      {"smd_stiff", IE_REUSE},
        {"spring_k1e6", VIE_EXACT},   {"spring_k1e6", IE_REUSE},
    };
    for (size_t i = 0; i < sizeof sensitive / sizeof *sensitive; i++)
        if (cost->scheme == sensitive[i].scheme &&
            strcmp(cost->model, sensitive[i].model) == 0)
            return true;
    return false;
}

enum original_counters original_cost_compare(const struct original_cost *cost, bool fixed,
                                             double steps, double iterations,
                                             double evaluations, double jacobians,
                                             double factorizations) {
    const double recorded[] = {cost->iterations, cost->evaluations, cost->jacobians,
                               cost->factorizations};
    const double counted[] = {iterations, evaluations, jacobians, factorizations};
    const double unit = fixed ? cost->steps : 1;
    bool is_equal = fabs(steps - cost->steps) < 0.5, is_near = is_equal;
    for (int i = 0; i < 4; i++) {
        double off = fabs(counted[i] / unit - recorded[i]);
        is_equal = is_equal && off <= half_a_decimal;
        is_near = is_near && off <= by_rounding * fmax(recorded[i], 1);
    }
    if (is_equal)
        return ORIGINAL_EQUAL;
    return is_near && original_cost_is_sensitive(cost) ? ORIGINAL_ROUNDING
                                                       : ORIGINAL_DIFFERENT;
}
