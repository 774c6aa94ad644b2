/* Mutants by names: one vector or function in another's place, arguments interchanged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/mutants/mutant.h"

#include <stdlib.h>
#include <string.h>

/* Of the stages of a step, the times, the parts of a state, and opposites. */
static const struct exchange {
    const char *from, *to;
} exchanges[] = {
    {"large", "small"},
    {"small", "large"},
    {"middle", "small"},
    {"middle", "large"},
    {"x0", "large"},
    {"xn", "x"},
    {"x", "xn"},
    {"t0", "t"},
    {"half", "h"},
    {"nq", "nx"},
    {"nx", "nq"},
    {"nv", "ny"},
    {"ny", "nv"},
    {"qn", "q"},
    {"yn", "y"},
    {"guess", "xn"},
    {"fmax", "fmin"},
    {"fmin", "fmax"},
    {"larger", "smaller"},
    {"smaller", "larger"},
    {"true", "false"},
    {"false", "true"},
    {"fabs", ""},
    {"sqrt", ""},
    {"deviation", "small"},
};

static void exchange_name(struct mutants *m, const struct source *s, int i) {
    for (size_t k = 0; k < sizeof exchanges / sizeof *exchanges; k++) {
        if (source_is(s, i, exchanges[k].from))
            mutants_add(m, s, "swapped name", i, i + 1, exchanges[k].to, NULL);
    }
}

static bool ends_argument(const struct source *s, int i, int nesting) {
    return source_is(s, i, ",") && s->token[i].nesting == nesting;
}

/* f(a, b, c) becomes f(b, a, c) and f(a, c, b). */
static void exchange_arguments(struct mutants *m, const struct source *s, int i) {
    const int nesting = s->token[i].nesting + 1, end = source_closing(s, i);
    int first = i + 1, second = -1;
    for (int k = i + 1; k <= end && k < s->count; k++) {
        if (k < end && !ends_argument(s, k, nesting))
            continue;
        if (second >= 0) {
            size_t a = s->token[first].begin, a_end = s->token[second - 2].end;
            size_t b = s->token[second].begin, b_end = s->token[k - 1].end;
            char *text = calloc(b_end - a + 3, 1);
            if (text == NULL)
                return;
            strncat(text, s->text + b, b_end - b);
            strcat(text, ", ");
            strncat(text, s->text + a, a_end - a);
            mutants_add(m, s, "swapped arguments", first, k, text, NULL);
            free(text);
            first = second;
        }
        second = k + 1;
    }
}

void mutants_of_names(struct mutants *m, const struct source *s) {
    for (int i = 0; i < s->count; i++) {
        if (s->token[i].in_body && !s->token[i].in_assertion)
            exchange_name(m, s, i);
    }
    for (int i = 1; i < s->count; i++) {
        if (s->token[i].in_body && !s->token[i].in_assertion && source_is(s, i, "(") &&
            s->token[i - 1].kind == TOKEN_NAME && !source_is(s, i - 1, "for"))
            exchange_arguments(m, s, i);
    }
}
