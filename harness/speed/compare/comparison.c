/* What is noted of the comparison of one benchmark.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/compare/compare.h"

#include <stdarg.h>
#include <stdio.h>

#include "problems/base/status.h"

void compare_settle(struct comparison *c, int verdict, json_t *reason) {
    c->verdict = verdict;
    c->reason = reason != NULL ? json_string_value(reason) : "out of memory";
    json_array_append_new(c->texts, reason);
}

void compare_judge(struct comparison *c, struct accept *accept, const char *counter,
                   double old, double new, const char *text) {
    const char *reason = accept_reason(accept, c->of.name, counter, old, new);
    if (reason == NULL)
        compare_fail(c, "%s", text);
    else
        record_append(&count_accepted_record, &c->accepted, &c->acceptances,
                      &(struct count_accepted){counter, text, reason});
}

void compare_fail(struct comparison *c, const char *format, ...) {
    struct diagnostic text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    record_append_text(&c->failure, &c->failures, text.text);
}

double compare_steps(const struct comparison *c) {
    double steps = json_number_value(json_object_get(c->old_counters, "steps"));
    return steps > 0 ? steps : 1;
}
