/* The comparison of published values for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/results/results_count.h"
#include "harness/truth/truth_published.h"

/* Values of one source at one time with one verdict. */
struct group {
    const json_t *least; /* the value that agrees to the fewest digits */
    double digits;       /* to which it does; infinite where no truth is known */
    int values;
    int least_trusted, most_trusted; /* digits */
};

static bool have_verdict(const json_t *value, const char *verdict) {
    return strcmp(results_text(value, "verdict"), verdict) == 0;
}

static bool are_together(const json_t *a, const json_t *b) {
    static const char *const keys[] = {"source", "t", "verdict"};
    bool same = !have_verdict(a, "contradicted");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        same = same && strcmp(results_text(a, keys[i]), results_text(b, keys[i])) == 0;
    return same;
}

static bool is_first(const json_t *published, size_t place) {
    const json_t *value = json_array_get(published, place);
    for (size_t i = 0; i < place; i++)
        if (are_together(json_array_get(published, i), value))
            return false;
    return true;
}

static void add(struct group *g, const json_t *value) {
    const json_t *agreeing = json_object_get(value, "digits_agreeing");
    double digits = json_is_number(agreeing) ? json_number_value(agreeing) : INFINITY;
    int trusted = (int)json_integer_value(json_object_get(value, "digits_trusted"));
    if (g->values == 0 || digits < g->digits) {
        g->least = value;
        g->digits = digits;
    }
    if (g->values == 0 || trusted < g->least_trusted)
        g->least_trusted = trusted;
    if (g->values == 0 || trusted > g->most_trusted)
        g->most_trusted = trusted;
    g->values++;
}

/* The value at a place, and those after it that belong to it. */
static struct group find_group(const json_t *published, size_t place) {
    struct group g = {.values = 0};
    const json_t *first = json_array_get(published, place);
    add(&g, first);
    for (size_t i = place + 1; i < json_array_size(published); i++)
        if (are_together(first, json_array_get(published, i)))
            add(&g, json_array_get(published, i));
    return g;
}

/* "confirmed, right to 13.7 digits at the least (b), 13 to 14 trusted; 3 values". */
static void print_group(const struct group *g, FILE *out) {
    fprintf(out, "  published (%s) at %s: %s", results_text(g->least, "source"),
            results_text(g->least, "t"), results_text(g->least, "verdict"));
    if (isfinite(g->digits))
        fprintf(out, ", %s to %.1f digits%s (%s)",
                have_verdict(g->least, "confirmed") ? "right" : "agrees", g->digits,
                g->values > 1 ? " at the least" : "",
                results_text(g->least, "component"));
    fprintf(out, ", %d", g->least_trusted);
    if (g->most_trusted > g->least_trusted)
        fprintf(out, " to %d", g->most_trusted);
    fputs(" trusted", out);
    if (g->values > 1)
        fprintf(out, "; %d values", g->values);
    fputc('\n', out);
}

void truth_published_print(const json_t *published, FILE *out) {
    for (size_t i = 0; i < json_array_size(published); i++)
        if (is_first(published, i)) {
            struct group g = find_group(published, i);
            print_group(&g, out);
        }
}
