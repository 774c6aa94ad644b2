/* Results that the file has under several methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/read.h"

#include <math.h>
#include <string.h>

static bool is_of_equations(const struct report_result *result) {
    return result_is_multiple(result) &&
           (strcmp(result->study, "order") == 0 || strcmp(result->study, "gap") == 0);
}

static bool same_number(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static bool same_text(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* Whether two results differ in nothing but the method. */
static bool are_twins(const struct report_result *a, const struct report_result *b) {
    return a->model == b->model && same_text(a->quantity, b->quantity) &&
           same_text(a->study, b->study) && same_text(a->arithmetic, b->arithmetic) &&
           !same_text(a->method, b->method) && a->verdict == b->verdict &&
           a->required == b->required && same_number(a->value, b->value) &&
           same_number(a->low, b->low) && same_number(a->high, b->high) &&
           same_number(a->expected, b->expected) &&
           same_text(a->component ? a->component : "",
                     b->component ? b->component : "") &&
           same_text(a->reason, b->reason) &&
           (a->points == b->points || json_equal(a->points, b->points));
}

void results_merge_twins(struct results *r) {
    int kept = 0;
    for (int i = 0; i < r->count; i++) {
        bool again = false;
        for (int k = 0; k < kept && is_of_equations(&r->result[i]) && !again; k++) {
            again =
                is_of_equations(&r->result[k]) && are_twins(&r->result[k], &r->result[i]);
            r->result[k].shared = r->result[k].shared || again;
        }
        if (!again) {
            r->result[kept++] = r->result[i];
        }
    }
    r->count = kept;
}
