/* A solution for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solution/solve.h"

static void print_number(const json_t *number, FILE *out) {
    if (json_is_string(number))
        fprintf(out, "%s", json_string_value(number));
    else if (json_is_integer(number))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(number));
    else if (json_is_real(number))
        fprintf(out, "%.17g", json_real_value(number));
    else
        fputs("-", out);
}

static void print_state(const struct model *m, const json_t *document, FILE *out) {
    static const char *const part[] = {"q", "v", "z"};
    const json_t *state = json_object_get(document, "state");
    const json_t *estimate = json_object_get(document, "error_estimate");
    int i = 0;
    for (int p = 0; p < 3; p++) {
        size_t size = json_array_size(json_object_get(state, part[p]));
        for (size_t k = 0; k < size; k++) {
            fprintf(out, "  %-12s ", m->state[i++]);
            print_number(json_array_get(json_object_get(state, part[p]), k), out);
            if (json_is_object(estimate)) {
                fputs("   error estimate ", out);
                print_number(json_array_get(json_object_get(estimate, part[p]), k), out);
            }
            fputc('\n', out);
        }
    }
}

static void print_named(const char *title, json_t *values, FILE *out) {
    const char *name;
    json_t *value;
    if (json_object_size(values) > 0)
        fprintf(out, "%s\n", title);
    json_object_foreach(values, name, value) {
        if (json_is_null(value))
            continue;
        fprintf(out, "  %-33s ", name);
        print_number(value, out);
        fputc('\n', out);
    }
}

void solve_print(const struct model *m, const json_t *document, FILE *out) {
    json_t *sample;
    size_t i;
    json_array_foreach(json_object_get(document, "samples"), i, sample) {
        fputs("t = ", out);
        print_number(json_object_get(sample, "t"), out);
        fputc('\n', out);
        print_state(m, sample, out);
    }
    fputs("t = ", out);
    print_number(json_object_get(document, "t"), out);
    fputc('\n', out);
    print_state(m, document, out);
    print_named("multipliers", json_object_get(document, "multipliers"), out);
    if (m->joints + m->quaternions > 0)
        print_named("errors of the joints",
                    json_object_get(document, "constraint_errors"), out);
    print_named("statistics", json_object_get(document, "statistics"), out);
}
