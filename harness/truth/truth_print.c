/* A truth for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/screen/screen.h"
#include "harness/base/text.h"
#include "harness/results/results_count.h"
#include "harness/truth/record/truth_proof.h"
#include "harness/truth/truth.h"
#include "harness/truth/truth_published.h"
#include "harness/truth/truth_with.h"
#include "problems/model.h"

enum { indent = 4 };

/* "70", or "70 and 81" of two runs. */
static void print_runs(const char *before, const json_t *numbers, const char *after,
                       FILE *out) {
    size_t n = json_array_size(numbers);
    if (n == 0 || json_integer_value(json_array_get(numbers, 0)) == 0)
        return;
    fputs(before, out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%" JSON_INTEGER_FORMAT, i == 0 ? "" : " and ",
                json_integer_value(json_array_get(numbers, i)));
    fputs(after, out);
}

/* "certified: 50 digits, radius 3e-52; enclosure, order 70, 84 steps, 0.31 s" */
static void print_sentence(void *context, FILE *out) {
    const json_t *entry = context;
    const json_t *cost = json_object_get(entry, "cost");
    const char *from = results_text(entry, "from");
    fprintf(out, "%s: %.0f digits, radius %s; %s", results_text(entry, "grade"),
            json_number_value(json_object_get(entry, "digits")),
            results_text(entry, "radius"), results_text(entry, "way"));
    print_runs(", order ", json_object_get(cost, "order"), "", out);
    print_runs(", ", json_object_get(cost, "steps"), " steps", out);
    fprintf(out, ", %.2g s", json_number_value(json_object_get(cost, "seconds")));
    if (strcmp(from, "computed") != 0)
        fprintf(out, " (known from the %s, as told)", from);
}

static void print_head(json_t *entry, FILE *out) {
    const int column = fprintf(out, "t = %s  ", results_text(entry, "t"));
    char *sentence = text_printed(print_sentence, entry, NULL);
    screen_print_line(sentence != NULL ? sentence : "", column, indent, out);
    free(sentence);
}

static void print_opinion(const json_t *opinion, FILE *out) {
    const json_t *inside = json_object_get(opinion, "inside");
    if (json_is_true(inside))
        fprintf(out, "  second opinion (%s): inside, agrees to %.0f digits\n",
                results_text(opinion, "way"),
                json_number_value(json_object_get(opinion, "digits_agreeing")));
    else if (json_is_false(inside))
        fprintf(
            out,
            "  second opinion (%s): outside; it is no proof, and may have stepped over "
            "something narrow\n",
            results_text(opinion, "way"));
    else if (json_is_null(inside))
        fprintf(out, "  second opinion (%s): none: %s\n", results_text(opinion, "way"),
                results_text(opinion, "why"));
}

/* No digits where none is sure. */
static void print_component(const char *name, const json_t *value, const json_t *radius,
                            FILE *out) {
    const char *text = json_string_value(value), *bound = json_string_value(radius);
    if (strcmp(text, "0") == 0 && bound != NULL && strtod(bound, NULL) > 0)
        fprintf(out, "  %-12s 0, or less than %s\n", name, bound);
    else
        fprintf(out, "  %-12s %s\n", name, text);
}

static void print_states(const struct model *m, const json_t *entry, FILE *out) {
    const json_t *state = json_object_get(entry, "state"), *value;
    const json_t *radii = json_object_get(entry, "radii");
    for (int i = 0; (value = json_state_at(state, i)) != NULL; i++)
        print_component(m->state[i], value, json_state_at(radii, i), out);
}

/* Of the entry for where the certificate ends: whether it is at that time or before it. */
static void print_end(const json_t *document, const json_t *entry, FILE *out) {
    const double end = json_number_value(json_object_get(document, "certified_to"));
    if (!json_is_true(json_object_get(entry, "certificate_ends")))
        return;
    if (strtod(results_text(entry, "t"), NULL) < end)
        fprintf(out, "  the certificate ends at t = %.17g\n", end);
    else
        fputs("  the certificate ends here\n", out);
}

void truth_print(const struct model *m, const json_t *document, FILE *out) {
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(document, "truth"), i, one) {
        print_head(one, out);
        print_end(document, one, out);
        print_states(m, one, out);
        truth_with_print(json_object_get(one, "with"), out);
        print_opinion(json_object_get(one, "second_opinion"), out);
        truth_proof_print(json_object_get(one, "proof"), out);
    }
    json_array_foreach(json_object_get(document, "missing"), i, one) {
        fprintf(out, "t = %s   none: %s\n", results_text(one, "t"),
                results_text(one, "why"));
    }
    truth_published_print(json_object_get(document, "published"), out);
    json_array_foreach(json_object_get(document, "tried"), i, one) {
        const char *at = json_string_value(json_object_get(one, "at"));
        fprintf(out, "  %s did not succeed: %s%s%s\n", results_text(one, "way"),
                results_text(one, "why"), at != NULL ? ", at " : "",
                at != NULL ? at : "");
    }
}
