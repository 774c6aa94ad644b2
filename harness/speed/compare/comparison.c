/* What is noted of the comparison of one benchmark.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/compare/compare.h"

void compare_settle(struct comparison *c, int verdict, json_t *reason) {
    c->verdict = verdict;
    c->reason = reason != NULL ? json_string_value(reason) : "out of memory";
    json_array_append_new(c->texts, reason);
}

void compare_judge(struct comparison *c, struct accept *accept, const char *counter,
                   double old, double new, const char *text) {
    const char *reason = accept_reason(accept, c->of.name, counter, old, new);
    if (reason == NULL)
        json_array_append_new(c->failures, json_string(text));
    else
        json_array_append_new(c->accepted,
                              json_pack("{s:s, s:s, s:s}", "counter", counter, "what",
                                        text, "reason", reason));
}

double compare_steps(const struct comparison *c) {
    double steps = json_number_value(json_object_get(c->old_counters, "steps"));
    return steps > 0 ? steps : 1;
}
