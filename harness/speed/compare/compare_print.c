/* A comparison for a person: what got slower, what got faster, what else changed; then how
 * much is known about the rest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/compare/compare_table.h"
#include "harness/speed/compare/counter_changes.h"

static void print_build(const char *what, const json_t *build, FILE *out) {
    const char *commit = results_text(build, "commit");
    fprintf(out, "%-10s %s", what, results_text(build, "place"));
    if (commit[0] != '\0')
        fprintf(out, " (%.10s%s, %s %s)", commit,
                json_is_true(json_object_get(build, "changed")) ? " and changes" : "",
                results_text(build, "compiler"), results_text(build, "flags"));
    if (json_is_true(json_object_get(build, "stored")))
        fputs(", a stored measurement: counters and instructions gate, time only advises",
              out);
    fputc('\n', out);
}

static void print_head(const json_t *document, FILE *out) {
    const json_t *rule = json_object_get(document, "rule");
    const json_t *looks = json_object_get(rule, "looks");
    size_t last = json_array_size(looks);
    print_build("baseline", json_object_get(document, "baseline"), out);
    print_build("candidate", json_object_get(document, "candidate"), out);
    if (json_is_true(json_object_get(document, "same_file")))
        fputs("           the same file: what differs below is not the program\n", out);
    fprintf(
        out,
        "%-10s paired, delta %g %%, alpha %g, %d..%d processes, seed %lld; time: %s\n",
        "rule", 100 * json_number_in(rule, "delta"), json_number_in(rule, "alpha"),
        (int)json_integer_value(json_array_get(looks, 0)),
        (int)json_integer_value(json_array_get(looks, last > 0 ? last - 1 : 0)),
        (long long)json_integer_value(json_object_get(document, "seed")),
        results_text(rule, "time"));
    fprintf(out, "%-10s %s\n", "self",
            results_text(json_object_get(document, "self"), "line"));
}

static bool has_verdict(const json_t *comparison, const char *verdict) {
    return strcmp(results_text(comparison, "verdict"), verdict) == 0;
}

static bool is_counted_otherwise(const json_t *comparison) {
    const double change =
        json_number_in(json_object_get(comparison, "instructions"), "change");
    return json_array_size(json_object_get(comparison, "counters")) > 0 ||
           fabs(change) > COMPARE_INSTRUCTIONS;
}

static int count_verdict(const json_t *comparisons, const char *verdict) {
    int n = 0;
    for (size_t i = 0; i < json_array_size(comparisons); i++)
        n += has_verdict(json_array_get(comparisons, i), verdict);
    return n;
}

static void print_counts(const json_t *comparisons, FILE *out) {
    int changed = 0, failing = 0;
    for (size_t i = 0; i < json_array_size(comparisons); i++) {
        const json_t *c = json_array_get(comparisons, i);
        changed += is_counted_otherwise(c);
        failing += json_array_size(json_object_get(c, "failures")) > 0;
    }
    fprintf(out,
            "\n%d slower, %d faster, %d same, %d cannot tell, %d without a time; "
            "%d with other counts; %d fail, of %d\n\n",
            count_verdict(comparisons, "slower"), count_verdict(comparisons, "faster"),
            count_verdict(comparisons, "same"), count_verdict(comparisons, "cannot-tell"),
            count_verdict(comparisons, "not-measured"), changed, failing,
            (int)json_array_size(comparisons));
}

static void print_change(const json_t *change, FILE *out) {
    const json_t *old = json_object_get(change, "old");
    const json_t *new = json_object_get(change, "new");
    if (strcmp(results_text(change, "name"), COUNTERS_RESULTS) == 0)
        fprintf(out, "    results differ: number %lld of the end is %.17g, was %.17g\n",
                (long long)json_integer_value(json_object_get(change, "component")) + 1,
                json_number_value(new), json_number_value(old));
    else if (!json_is_integer(old) || !json_is_integer(new))
        fprintf(out, "    %s: only the %s counts them\n", results_text(change, "name"),
                json_is_integer(old) ? "baseline" : "candidate");
    else
        fprintf(out, "    %s %s: %lld, were %lld\n",
                counter_change_is_more(change) ? "more" : "fewer",
                results_text(change, "name"), (long long)json_integer_value(new),
                (long long)json_integer_value(old));
}

/* Everything that is to be said about one, under its name. */
static void print_notes(const json_t *c, bool all, FILE *out) {
    const json_t *changes = json_object_get(c, "counters");
    const json_t *failures = json_object_get(c, "failures");
    const json_t *accepted = json_object_get(c, "accepted");
    const char *reason = results_text(c, "reason");
    const bool is_notable = json_is_true(json_object_get(c, "placement_notable"));
    const bool has_reason = reason[0] != '\0' && strcmp(reason, "in two runs") != 0 &&
                            (all || !has_verdict(c, "not-measured") ||
                             results_text(c, "counters_verdict")[0] == '\0');
    if (json_array_size(changes) + json_array_size(failures) +
                json_array_size(accepted) ==
            0 &&
        !has_reason && !is_notable)
        return;
    fprintf(out, "%s\n", results_text(c, "name"));
    for (size_t i = 0; i < json_array_size(changes); i++)
        print_change(json_array_get(changes, i), out);
    if (has_reason)
        fprintf(out, "    %s\n", reason);
    if (is_notable)
        fprintf(out, "    placement: %.1f %% between positions in a cache line\n",
                100 * json_number_in(c, "placement"));
    for (size_t i = 0; i < json_array_size(failures); i++)
        fprintf(out, "    FAIL: %s\n", json_string_value(json_array_get(failures, i)));
    for (size_t i = 0; i < json_array_size(accepted); i++)
        fprintf(out, "    accepted (%s): %s\n",
                results_text(json_array_get(accepted, i), "what"),
                results_text(json_array_get(accepted, i), "reason"));
}

static bool is_any(const json_t *c) {
    (void)c;
    return true;
}

static bool is_telling(const json_t *c) {
    return has_verdict(c, "slower") || has_verdict(c, "faster") ||
           has_verdict(c, "cannot-tell") || is_counted_otherwise(c) ||
           json_array_size(json_object_get(c, "failures")) > 0;
}

/* Why instructions were not counted, once. */
static void print_uncounted(const json_t *comparisons, FILE *out) {
    const char *why = "";
    int n = 0;
    for (size_t i = 0; i < json_array_size(comparisons); i++) {
        const json_t *c = json_array_get(comparisons, i);
        if (results_text(c, "uncounted")[0] != '\0' && n++ == 0)
            why = results_text(c, "uncounted");
    }
    if (n > 0)
        fprintf(out, "instructions of %d not compared: %s\n", n, why);
}

/* Times against a stored measurement: the largest change, as advice. */
static void print_advice(const json_t *comparisons, FILE *out) {
    const json_t *largest = NULL;
    double most = 0;
    for (size_t i = 0; i < json_array_size(comparisons); i++) {
        const json_t *c = json_array_get(comparisons, i);
        const double change = json_number_in(c, "change");
        if (json_is_object(json_object_get(c, "old_cycles")) &&
            fabs(change) > fabs(most)) {
            largest = c;
            most = change;
        }
    }
    if (largest != NULL)
        fprintf(out,
                "time, as advice: the largest change in ruler cycles is %+.1f %%, %s\n",
                100 * most, results_text(largest, "name"));
}

void compare_print(const json_t *document, bool all, FILE *out) {
    const json_t *comparisons = json_object_get(document, "comparisons");
    const json_t *unused = json_object_get(document, "unused");
    const bool passes = compare_passes(document);
    print_head(document, out);
    print_counts(comparisons, out);
    compare_print_table(comparisons, all ? is_any : is_telling, out);
    for (size_t i = 0; i < json_array_size(comparisons); i++)
        print_notes(json_array_get(comparisons, i), all, out);
    print_uncounted(comparisons, out);
    print_advice(comparisons, out);
    for (size_t i = 0; i < json_array_size(unused); i++)
        fprintf(out, "%s\n", json_string_value(json_array_get(unused, i)));
    fprintf(out, "%s%s%s\n", passes ? "pass" : "FAIL", passes ? "" : ": ",
            results_text(document, "reason"));
}
