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

/* "  floor   sticking, gap 0, impulse 0.00981 0 0". */
static void print_contacts(json_t *contacts, FILE *out) {
    const char *name;
    json_t *each, *part;
    size_t i;
    if (json_object_size(contacts) > 0)
        fputs("contacts, with the impulses of the last step\n", out);
    json_object_foreach(contacts, name, each) {
        const json_t *state = json_object_get(each, "state");
        fprintf(out, "  %-12s %s%sgap ", name,
                json_is_string(state) ? json_string_value(state) : "",
                json_is_string(state) ? ", " : "");
        print_number(json_object_get(each, "gap"), out);
        fputs(", impulse", out);
        json_array_foreach(json_object_get(each, "impulse"), i, part) {
            fputc(' ', out);
            print_number(part, out);
        }
        fputc('\n', out);
    }
}

/* The methods that project count unit quaternions among the constraints; the stepper with contacts
 * does not. */
static void print_errors(const struct model *m, const json_t *document, FILE *out) {
    json_t *errors = json_object_get(document, "constraint_errors");
    if (m->joints > 0)
        print_named("errors of the joints", errors, out);
    else if (m->quaternions > 0 && json_object_get(document, "contacts") == NULL)
        print_named("errors of the quaternions", errors, out);
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
    print_contacts(json_object_get(document, "contacts"), out);
    if (json_is_string(json_object_get(document, "verdict")))
        fprintf(out, "verdict of the last step: %s\n",
                json_string_value(json_object_get(document, "verdict")));
    print_named("joints' impulses in the last step",
                json_object_get(document, "joint_impulses"), out);
    print_named("multipliers", json_object_get(document, "multipliers"), out);
    print_errors(m, document, out);
    print_named("statistics", json_object_get(document, "statistics"), out);
}
