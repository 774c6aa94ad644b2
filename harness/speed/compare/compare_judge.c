/* Failures of comparisons, and what is accepted of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"

enum { text_room = 512 };

void compare_fail(json_t *comparison, const char *format, ...) {
    char text[text_room];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_array_append_new(json_object_get(comparison, "failures"),
                          json_text(text, strlen(text)));
}

void compare_judge(json_t *comparison, struct accept *accept, const char *counter,
                   double old, double new, const char *text) {
    const char *reason =
        accept_reason(accept, results_text(comparison, "name"), counter, old, new);
    if (reason == NULL)
        compare_fail(comparison, "%s", text);
    else
        json_array_append_new(json_object_get(comparison, "accepted"),
                              json_pack("{s:s, s:s, s:s}", "counter", counter, "what",
                                        text, "reason", reason));
}

bool compare_passes(const json_t *document) {
    return strcmp(results_text(document, "verdict"), "pass") == 0;
}
