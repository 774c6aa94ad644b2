/* The comparison of published values for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/truth/document/truth_published.h"

/* Values of one source at one time with one verdict. */
struct group {
    const struct truth_published *least; /* that agrees to the fewest digits */
    double digits; /* to which it does; infinite where no truth is known */
    int values;
    long least_trusted, most_trusted; /* digits */
};

static bool are_together(const struct truth_published *a,
                         const struct truth_published *b) {
    return a->verdict != TRUTH_CONTRADICTED && a->verdict == b->verdict &&
           strcmp(a->source, b->source) == 0 && strcmp(a->t, b->t) == 0;
}

static bool is_first(const struct truth_comparison *all, int place) {
    for (int i = 0; i < place; i++)
        if (are_together(&all->list[i], &all->list[place]))
            return false;
    return true;
}

static void add(struct group *g, const struct truth_published *value) {
    const double agreeing = value->digits_agreeing;
    const double digits = isfinite(agreeing) ? agreeing : INFINITY;
    const long trusted = value->digits_trusted;
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
static struct group find_group(const struct truth_comparison *all, int place) {
    struct group g = {.values = 0};
    add(&g, &all->list[place]);
    for (int i = place + 1; i < all->count; i++)
        if (are_together(&all->list[place], &all->list[i]))
            add(&g, &all->list[i]);
    return g;
}

/* "confirmed, right to 13.7 digits at the least (b), 13 to 14 trusted; 3 values". */
static void print_group(const struct group *g, FILE *out) {
    const struct truth_published *least = g->least;
    fprintf(out, "  published (%s) at %s: %s", least->source, least->t,
            record_text(record_field(&truth_published_record, "verdict"), least));
    if (isfinite(g->digits))
        fprintf(out, ", %s to %.1f digits%s (%s)",
                least->verdict == TRUTH_CONFIRMED ? "right" : "agrees", g->digits,
                g->values > 1 ? " at the least" : "", least->component);
    fprintf(out, ", %ld", g->least_trusted);
    if (g->most_trusted > g->least_trusted)
        fprintf(out, " to %ld", g->most_trusted);
    fputs(" trusted", out);
    if (g->values > 1)
        fprintf(out, "; %d values", g->values);
    fputc('\n', out);
}

void truth_published_print(const struct truth_comparison *all, FILE *out) {
    for (int i = 0; i < all->count; i++)
        if (is_first(all, i)) {
            struct group g = find_group(all, i);
            print_group(&g, out);
        }
}
