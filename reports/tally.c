/* Counting verdicts and finding the worst.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/quantity.h"

#include <math.h>

/* How far a value is from what was expected, relative to it; infinite when unknown. */
static double find_distance(const struct report_result *result) {
    double scale = fabs(result->expected) > 0 ? fabs(result->expected) : 1;
    double distance = fabs(result->value - result->expected) / scale;
    return isnan(distance) ? INFINITY : distance;
}

bool result_is_worse(const struct report_result *a, const struct report_result *b) {
    if (result_stops(a) != result_stops(b)) {
        return result_stops(a);
    }
    if (a->verdict != b->verdict) {
        return a->verdict > b->verdict;
    }
    return a->verdict != VERDICT_PASS && find_distance(a) > find_distance(b);
}

struct tally tally_results(const struct results *r, int model,
                           const struct column *column) {
    struct tally tally = {0};
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if ((model != MODEL_ANY && result->model != model) ||
            (column && !column_has(column, result))) {
            continue;
        }
        tally.count++;
        tally.verdicts[result->verdict]++;
        tally.stopping += result_stops(result) ? 1 : 0;
        if (!tally.worst || result_is_worse(result, tally.worst)) {
            tally.worst = result;
        }
    }
    return tally;
}
