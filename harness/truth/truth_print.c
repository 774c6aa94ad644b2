/* A truth for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/base/text.h"
#include "harness/truth/truth.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/document/truth_with.h"
#include "problems/model.h"

enum { indent = 4 };

/* "70", or "70 and 81" of two runs. */
static void print_runs(const char *before, const long *number, int runs,
                       const char *after, FILE *out) {
    if (number[0] == 0)
        return;
    fputs(before, out);
    for (int i = 0; i < runs; i++)
        fprintf(out, "%s%ld", i == 0 ? "" : " and ", number[i]);
    fputs(after, out);
}

/* "certified: 50 digits, radius 3e-52; enclosure, order 70, 84 steps, 0.31 s" */
static void print_sentence(void *context, FILE *out) {
    const struct truth_entry *e = context;
    fprintf(out, "%s: %.0f digits, radius %s; %s", ref_grade_name(e->grade), e->digits,
            e->radius, e->way);
    print_runs(", order ", e->cost.order, e->cost.runs, "", out);
    print_runs(", ", e->cost.steps, e->cost.runs, " steps", out);
    fprintf(out, ", %.2g s", e->cost.seconds);
    if (e->is_kept)
        fprintf(out, " (known from the %s, as told)", e->from);
}

static void print_head(struct truth_entry *e, FILE *out) {
    const int column = fprintf(out, "t = %s  ", e->t);
    char *sentence = text_printed(print_sentence, e, NULL);
    screen_print_line(sentence != NULL ? sentence : "", column, indent, out);
    free(sentence);
}

static void print_opinion(const struct truth_opinion *o, FILE *out) {
    if (!o->is_there)
        return;
    fprintf(out, "  second opinion (%s): ", o->way);
    if (!o->is_had)
        fprintf(out, "none: %s\n", o->why);
    else if (o->inside)
        fprintf(out, "inside, agrees to %.0f digits\n", o->digits_agreeing);
    else
        fputs("outside; it is no proof, and may have stepped over something narrow\n",
              out);
}

/* No digits where none is sure. */
static void print_component(const char *name, const char *value, const char *radius,
                            FILE *out) {
    if (strcmp(value, "0") == 0 && strtod(radius, NULL) > 0)
        fprintf(out, "  %-12s 0, or less than %s\n", name, radius);
    else
        fprintf(out, "  %-12s %s\n", name, value);
}

static void print_states(const struct model *m, const struct truth_entry *e, FILE *out) {
    const struct decimal *value;
    for (int i = 0; (value = state_at(&e->state, i)) != NULL; i++)
        print_component(m->state[i], value->digits, state_at(&e->radii, i)->digits, out);
}

/* Of the entry for where the certificate ends: whether it is at that time or before it. */
static void print_end(double end, const struct truth_entry *e, FILE *out) {
    if (e->certificate_ends && strtod(e->t, NULL) < end)
        fprintf(out, "  the certificate ends at t = %.17g\n", end);
    else if (e->certificate_ends)
        fputs("  the certificate ends here\n", out);
}

void truth_print(const struct model *m, const struct truth_document *d, FILE *out) {
    for (int i = 0; i < d->entries; i++) {
        struct truth_entry *e = &d->entry[i];
        print_head(e, out);
        print_end(d->certified_to, e, out);
        print_states(m, e, out);
        truth_with_print(e->with, out);
        print_opinion(&e->opinion, out);
        truth_proof_print(&e->proof, out);
    }
    for (int i = 0; i < d->lacks; i++)
        fprintf(out, "t = %s   none: %s\n", d->missing[i].t, d->missing[i].why);
    truth_published_print(&d->published, out);
    for (int i = 0; i < d->tried.count; i++) {
        const struct truth_tried *one = &d->tried.list[i];
        fprintf(out, "  %s did not succeed: %s%s%s\n", one->way, one->why,
                one->at[0] != '\0' ? ", at " : "", one->at);
    }
}
