/* What the self-test has found, for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/speed/self_test/self_test.h"

static void print_injected(const struct self_injected *of, const char *what, FILE *out) {
    if (of->tried == 0)
        return;
    fprintf(out, "           %s slower: %ld of %ld found (> %.2g %%, 95 %%)", what,
            of->found, of->tried, 100 * rule_lower_bound(of->found, of->tried));
    if (of->stated > 0)
        fprintf(out, "; by the stated power %.1f", (double)of->stated / self_stated_unit);
    fputc('\n', out);
}

static void print_rates(const char *head, const struct self_record *r, FILE *out) {
    const struct self_counts all = self_record_sum(r);
    fprintf(out,
            "%-10s %ld alarms in %ld old-against-old (< %.2g %%, 95 %%), slower : faster "
            "%ld : %ld;\n           %ld first alarms not confirmed, %ld cannot tell\n",
            head, all.slower + all.faster, all.comparisons, 100 * self_counts_bound(&all),
            all.slower, all.faster, all.unconfirmed, all.cannot_tell);
    print_injected(&all.injected[SELF_ONE], "1 %", out);
    print_injected(&all.injected[SELF_FIVE], "5 %", out);
}

static void print_kernel(const struct self_counts *c, FILE *out) {
    const struct self_injected *one = &c->injected[SELF_ONE],
                               *five = &c->injected[SELF_FIVE];
    fprintf(out,
            "%5ld alarms in %5ld, %4ld cannot tell; 1 %%: %3ld of %3ld, 5 %%: "
            "%3ld of %3ld  %s\n",
            c->slower + c->faster, c->comparisons, c->cannot_tell, one->found, one->tried,
            five->found, five->tried, c->name);
}

void self_print(const struct self_test *t, FILE *out) {
    for (int i = 0; i < t->this_run.benchmarks; i++)
        print_kernel(&t->this_run.benchmark[i], out);
    print_rates("this run", &t->this_run, out);
    print_rates("all", &t->self, out);
    if (t->failures > 0)
        fprintf(out, "%ld could not be measured: %s\n", t->failures, t->failed.text);
    fprintf(out, "seed %lu\n", t->seed);
}
