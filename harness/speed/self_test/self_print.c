/* What the self-test's document says, for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/results/results_count.h"
#include "harness/speed/self_test/self_test.h"

static long number(const json_t *object, const char *key) {
    return (long)json_integer_value(json_object_get(object, key));
}

static void print_injected(const json_t *self, const char *key, const char *what,
                           FILE *out) {
    const json_t *of = json_object_get(json_object_get(self, "injected"), key);
    const json_t *stated = json_object_get(of, "stated");
    if (number(of, "tried") > 0)
        fprintf(out, "           %s slower: %ld of %ld found (> %.2g %%, 95 %%)", what,
                number(of, "found"), number(of, "tried"),
                100 * json_real_value(json_object_get(of, "at_least")));
    if (number(of, "tried") > 0 && json_real_value(stated) > 0)
        fprintf(out, "; by the stated power %.1f", json_real_value(stated));
    if (number(of, "tried") > 0)
        fputc('\n', out);
}

static void print_rates(const char *head, const json_t *self, FILE *out) {
    fprintf(out,
            "%-10s %ld alarms in %ld old-against-old (< %.2g %%, 95 %%), slower : faster "
            "%ld : %ld;\n           %ld first alarms not confirmed, %ld cannot tell\n",
            head, number(self, "alarms"), number(self, "comparisons"),
            100 * json_real_value(json_object_get(self, "bound")), number(self, "slower"),
            number(self, "faster"), number(self, "unconfirmed"),
            number(self, "cannot_tell"));
    print_injected(self, "one_percent", "1 %", out);
    print_injected(self, "five_percent", "5 %", out);
}

static void print_kernels(const json_t *kernels, FILE *out) {
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        const json_t *k = json_array_get(kernels, i);
        const json_t *injected = json_object_get(k, "injected");
        const json_t *one = json_object_get(injected, "one_percent");
        const json_t *five = json_object_get(injected, "five_percent");
        fprintf(out,
                "%5ld alarms in %5ld, %4ld cannot tell; 1 %%: %3ld of %3ld, 5 %%: "
                "%3ld of %3ld  %s\n",
                number(k, "alarms"), number(k, "comparisons"), number(k, "cannot_tell"),
                number(one, "found"), number(one, "tried"), number(five, "found"),
                number(five, "tried"), results_text(k, "name"));
    }
}

void self_print(const json_t *document, FILE *out) {
    print_kernels(json_object_get(json_object_get(document, "this_run"), "kernels"), out);
    print_rates("this run", json_object_get(document, "this_run"), out);
    print_rates("all", json_object_get(document, "self"), out);
    if (number(document, "failures") > 0)
        fprintf(out, "%ld could not be measured: %s\n", number(document, "failures"),
                results_text(document, "failed"));
    fprintf(out, "seed %ld\n", number(document, "seed"));
}
