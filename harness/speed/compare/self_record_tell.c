/* What the record of self comparisons says.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "harness/speed/compare/self_record.h"

enum { line_room = 512 };

static const char *const names[] = {"comparisons",
                                    "slower",
                                    "faster",
                                    "cannot_tell",
                                    "unconfirmed",
                                    "one_percent_tried",
                                    "one_percent_found",
                                    "one_percent_stated",
                                    "five_percent_tried",
                                    "five_percent_found"};
enum {
    COMPARISONS,
    SLOWER,
    FASTER,
    CANNOT_TELL,
    UNCONFIRMED,
    ONE_TRIED,
    ONE_FOUND,
    ONE_STATED,
    FIVE_TRIED,
    FIVE_FOUND,
    NUMBERS
};

struct sums {
    long number[NUMBERS];
};

static void add_to(struct sums *s, const json_t *entry) {
    for (int i = 0; i < NUMBERS; i++)
        s->number[i] += (long)json_integer_value(json_object_get(entry, names[i]));
}

static json_t *tell_found(long tried, long found) {
    return json_pack("{s:I, s:I, s:f}", "tried", (json_int_t)tried, "found",
                     (json_int_t)found, "at_least", rule_lower_bound(found, tried));
}

static json_t *tell(const struct sums *s) {
    const long *n = s->number;
    const long alarms = n[SLOWER] + n[FASTER];
    json_t *told = json_object();
    for (int i = 0; i <= UNCONFIRMED; i++)
        json_object_set_new(told, names[i], json_integer(n[i]));
    json_object_set_new(told, "alarms", json_integer(alarms));
    json_object_set_new(told, "bound",
                        n[COMPARISONS] > 0 ? json_real(rule_bound(alarms, n[COMPARISONS]))
                                           : json_null());
    json_t *one = tell_found(n[ONE_TRIED], n[ONE_FOUND]);
    json_object_set_new(one, "stated",
                        json_real((double)n[ONE_STATED] / self_stated_unit));
    json_object_set_new(told, "injected",
                        json_pack("{s:o, s:o}", "one_percent", one, "five_percent",
                                  tell_found(n[FIVE_TRIED], n[FIVE_FOUND])));
    return told;
}

static struct sums sum_all(const struct self_record *r) {
    struct sums all = {{0}};
    const char *name;
    json_t *entry;
    json_object_foreach(json_object_get(r->counts, "benchmarks"), name, entry) {
        add_to(&all, entry);
    }
    return all;
}

json_t *self_record_tell(const struct self_record *r) {
    struct sums all = sum_all(r);
    json_t *told = tell(&all), *kernels = json_array();
    const char *name;
    json_t *entry;
    json_object_foreach(json_object_get(r->counts, "benchmarks"), name, entry) {
        struct sums one = {{0}};
        add_to(&one, entry);
        json_t *kernel = tell(&one);
        json_object_set_new(kernel, "name", json_string(name));
        json_array_append_new(kernels, kernel);
    }
    json_object_set_new(told, "kernels", kernels);
    return told;
}

/* What was injected and found, or "" when nothing was. */
static void add_injected(char *text, size_t room, const char *what, long tried,
                         long found) {
    size_t length = strlen(text);
    if (tried > 0)
        snprintf(text + length, room - length, "; %ld of %ld injected %s found", found,
                 tried, what);
}

/* The sum of the stated probabilities: so many were to be found, at the least. */
static void add_stated(char *text, size_t room, const long *n) {
    size_t length = strlen(text);
    if (n[ONE_STATED] > 0)
        snprintf(text + length, room - length, " (stated: %.1f)",
                 (double)n[ONE_STATED] / self_stated_unit);
}

char *self_record_line(const struct self_record *r) {
    const struct sums all = sum_all(r);
    const long *n = all.number, alarms = n[SLOWER] + n[FASTER];
    char text[line_room];
    if (n[COMPARISONS] == 0)
        snprintf(text, sizeof text,
                 "false alarms are not measured yet here: halfstep compare --self-test");
    else
        snprintf(text, sizeof text,
                 "%ld alarm%s in %ld old-against-old here (< %.2g %%, 95 %%)", alarms,
                 alarms == 1 ? "" : "s", n[COMPARISONS],
                 100 * rule_bound(alarms, n[COMPARISONS]));
    add_injected(text, sizeof text, "1 %", n[ONE_TRIED], n[ONE_FOUND]);
    add_stated(text, sizeof text, n);
    add_injected(text, sizeof text, "5 %", n[FIVE_TRIED], n[FIVE_FOUND]);
    if (alarms > 0) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "; slower : faster %ld : %ld",
                 n[SLOWER], n[FASTER]);
    }
    return strdup(text);
}
