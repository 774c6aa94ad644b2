/* What the record of self comparisons says.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "harness/speed/compare/self_record.h"

enum { line_room = 512 };

struct self_counts self_record_sum(const struct self_record *r) {
    struct self_counts all = {.name = NULL};
    for (int i = 0; i < r->benchmarks; i++) {
        const struct self_counts *one = &r->benchmark[i];
        all.comparisons += one->comparisons;
        all.slower += one->slower;
        all.faster += one->faster;
        all.cannot_tell += one->cannot_tell;
        all.unconfirmed += one->unconfirmed;
        for (int k = 0; k < SELF_KINDS; k++) {
            all.injected[k].tried += one->injected[k].tried;
            all.injected[k].found += one->injected[k].found;
            all.injected[k].stated += one->injected[k].stated;
        }
    }
    return all;
}

double self_counts_bound(const struct self_counts *c) {
    return c->comparisons > 0 ? rule_bound(c->slower + c->faster, c->comparisons) : 0;
}

static json_t *tell_found(const struct self_injected *of) {
    return json_pack("{s:I, s:I, s:f}", "tried", (json_int_t)of->tried, "found",
                     (json_int_t)of->found, "at_least",
                     rule_lower_bound(of->found, of->tried));
}

static json_t *tell(const struct self_counts *c) {
    json_t *one = tell_found(&c->injected[SELF_ONE]);
    json_object_set_new(
        one, "stated",
        json_real((double)c->injected[SELF_ONE].stated / self_stated_unit));
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:{s:o, s:o}}", "comparisons",
        (json_int_t)c->comparisons, "slower", (json_int_t)c->slower, "faster",
        (json_int_t)c->faster, "cannot_tell", (json_int_t)c->cannot_tell, "unconfirmed",
        (json_int_t)c->unconfirmed, "alarms", (json_int_t)(c->slower + c->faster),
        "bound", c->comparisons > 0 ? json_real(self_counts_bound(c)) : json_null(),
        "injected", "one_percent", one, "five_percent",
        tell_found(&c->injected[SELF_FIVE]));
}

json_t *self_record_tell(const struct self_record *r) {
    const struct self_counts all = self_record_sum(r);
    json_t *told = tell(&all), *kernels = json_array();
    for (int i = 0; i < r->benchmarks; i++) {
        json_t *kernel = tell(&r->benchmark[i]);
        json_object_set_new(kernel, "name", json_string(r->benchmark[i].name));
        json_array_append_new(kernels, kernel);
    }
    json_object_set_new(told, "kernels", kernels);
    return told;
}

/* What was injected and found, or "" when nothing was; and the sum of the stated probabilities:
 * so many were to be found, at the least. */
static void add_injected(char *text, size_t room, const char *what,
                         const struct self_injected *of) {
    size_t length = strlen(text);
    if (of->tried > 0)
        length += (size_t)snprintf(text + length, room - length,
                                   "; %ld of %ld injected %s found", of->found, of->tried,
                                   what);
    if (of->stated > 0)
        snprintf(text + length, room - length, " (stated: %.1f)",
                 (double)of->stated / self_stated_unit);
}

char *self_record_line(const struct self_record *r) {
    const struct self_counts all = self_record_sum(r);
    const long alarms = all.slower + all.faster;
    char text[line_room];
    if (all.comparisons == 0)
        snprintf(text, sizeof text,
                 "false alarms are not measured yet here: halfstep compare --self-test");
    else
        snprintf(text, sizeof text,
                 "%ld alarm%s in %ld old-against-old here (< %.2g %%, 95 %%)", alarms,
                 alarms == 1 ? "" : "s", all.comparisons, 100 * self_counts_bound(&all));
    add_injected(text, sizeof text, "1 %", &all.injected[SELF_ONE]);
    add_injected(text, sizeof text, "5 %", &all.injected[SELF_FIVE]);
    if (alarms > 0) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "; slower : faster %ld : %ld",
                 all.slower, all.faster);
    }
    return strdup(text);
}
