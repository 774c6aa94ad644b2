/* A comparison for a person: what got slower, what got faster, what else changed; then how
 * much is known about the rest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"

static void print_side(const char *what, const struct side *s, FILE *out) {
    const json_t *build = side_build(s);
    const char *commit = results_text(build, "commit");
    fprintf(out, "%-10s %s", what, s->place);
    if (commit[0] != '\0')
        fprintf(out, " (%.10s%s, %s %s)", commit,
                json_is_true(json_object_get(build, "changed")) ? " and changes" : "",
                results_text(build, "compiler"), results_text(build, "flags"));
    if (s->stored != NULL)
        fputs(", a stored measurement: counters and instructions gate, time only advises",
              out);
    fputc('\n', out);
}

static void print_head(const struct compared *found, FILE *out) {
    const struct compare_request *r = found->request;
    print_side("baseline", &r->old, out);
    print_side("candidate", &r->new, out);
    if (r->is_same)
        fputs("           the same file: what differs below is not the program\n", out);
    fprintf(out,
            "%-10s paired, delta %g %%, alpha %g, %d..%d processes, seed %lu; time: %s\n",
            "rule", 100 * r->rule.delta, r->rule.alpha, r->rule.look[0],
            r->rule.look[r->rule.looks - 1], r->seed, compare_time_word((int)r->time));
    fprintf(out, "%-10s %s\n", "self", found->self_line);
}

/* Whether counters, or instructions by more than compare_instructions, differ. */
static bool is_counted_otherwise(const struct comparison *c) {
    return c->counters > 0 || fabs(c->instructions_change) > compare_instructions;
}

static void print_counts(const struct compared *found, FILE *out) {
    int changed = 0, of[COMPARE_VERDICTS] = {0};
    for (int i = 0; i < found->count; i++) {
        changed += is_counted_otherwise(&found->comparison[i]);
        of[found->comparison[i].verdict]++;
    }
    fprintf(out,
            "\n%d slower, %d faster, %d same, %d cannot tell, %d without a time; "
            "%d with other counts; %d fail, of %d\n\n",
            of[RULE_SLOWER], of[RULE_FASTER], of[RULE_SAME], of[RULE_CANNOT_TELL],
            of[COMPARE_NOT_MEASURED], changed, found->failing, found->count);
}

static void print_change(const struct count_change *x, FILE *out) {
    if (x->is_end)
        fprintf(out, "    results differ: number %ld of the end is %.17g, was %.17g\n",
                x->component + 1, x->new_end, x->old_end);
    else if (!x->has_old || !x->has_new)
        fprintf(out, "    %s: only the %s counts them\n", x->name,
                x->has_old ? "baseline" : "candidate");
    else
        fprintf(out, "    %s %s: %ld, were %ld\n", compare_is_more(x) ? "more" : "fewer",
                x->name, x->new, x->old);
}

/* Everything that is to be said about one, under its name. */
static void print_notes(const struct comparison *c, bool all, FILE *out) {
    const bool has_reason =
        c->reason[0] != '\0' && strcmp(c->reason, "in two runs") != 0 &&
        (all || c->verdict != COMPARE_NOT_MEASURED || c->counters_verdict == NULL);
    if (c->counters + c->failures + c->acceptances == 0 && !has_reason &&
        !c->placement_notable)
        return;
    fprintf(out, "%s\n", c->of.name);
    for (int i = 0; i < c->counters; i++)
        print_change(&c->counter[i], out);
    if (has_reason)
        fprintf(out, "    %s\n", c->reason);
    if (c->placement_notable)
        fprintf(out, "    placement: %.1f %% between positions in a cache line\n",
                100 * c->placement);
    for (int i = 0; i < c->failures; i++)
        fprintf(out, "    FAIL: %s\n", c->failure[i]);
    for (int i = 0; i < c->acceptances; i++)
        fprintf(out, "    accepted (%s): %s\n", c->accepted[i].what,
                c->accepted[i].reason);
}

static bool is_any(const struct comparison *c) {
    (void)c;
    return true;
}

static bool is_telling(const struct comparison *c) {
    return c->verdict == RULE_SLOWER || c->verdict == RULE_FASTER ||
           c->verdict == RULE_CANNOT_TELL || is_counted_otherwise(c) || c->failures > 0;
}

/* Why instructions were not counted, once. Of times against a stored measurement the largest
 * change, as advice. */
static void print_rest(const struct compared *found, FILE *out) {
    const struct comparison *uncounted = NULL, *largest = NULL;
    int n = 0;
    for (int i = 0; i < found->count; i++) {
        const struct comparison *c = &found->comparison[i];
        if (c->uncounted != NULL && n++ == 0)
            uncounted = c;
        if (c->is_stored && fabs(c->change) > (largest ? fabs(largest->change) : 0))
            largest = c;
    }
    if (uncounted != NULL)
        fprintf(out, "instructions of %d not compared: %s\n", n, uncounted->uncounted);
    if (largest != NULL)
        fprintf(out,
                "time, as advice: the largest change in ruler cycles is %+.1f %%, %s\n",
                100 * largest->change, largest->of.name);
}

void compare_print(const struct compared *found, bool all, FILE *out) {
    size_t i;
    json_t *each;
    print_head(found, out);
    print_counts(found, out);
    compare_print_table(found, all ? is_any : is_telling, out);
    for (int k = 0; k < found->count; k++)
        print_notes(&found->comparison[k], all, out);
    print_rest(found, out);
    json_array_foreach(found->unused, i, each)
        fprintf(out, "%s\n", json_string_value(each));
    fprintf(out, "%s%s\n", found->failing == 0 ? "pass" : "FAIL: ", found->reason.text);
}
