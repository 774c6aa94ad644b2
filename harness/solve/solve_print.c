/* A solution for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/base/record/json_csv.h"
#include "harness/solve/solve.h"
#include "harness/solve/solve_steps.h"
#include "problems/model.h"

static void print_state(const struct model *m, const json_t *document, FILE *out) {
    const json_t *state = json_object_get(document, "state"), *value;
    const json_t *estimate = json_object_get(document, "error_estimate");
    for (int i = 0; (value = json_state_at(state, i)) != NULL; i++) {
        fprintf(out, "  %-12s ", m->state[i]);
        solve_print_number(value, out);
        if (json_is_object(estimate)) {
            fputs("   error estimate ", out);
            solve_print_number(json_state_at(estimate, i), out);
        }
        fputc('\n', out);
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
        solve_print_number(value, out);
        fputc('\n', out);
    }
}

/* "  floor   sticking, gap 0, impact 0 0 0, load 0.00981 0 0"; where the two are not told
 * apart their sum. */
static void print_contacts(json_t *contacts, FILE *out) {
    const char *name;
    json_t *each;
    if (json_object_size(contacts) > 0)
        fputs("contacts, with the impulses of the last step\n", out);
    json_object_foreach(contacts, name, each) {
        const json_t *state = json_object_get(each, "state");
        fprintf(out, "  %-12s %s%sgap ", name,
                json_is_string(state) ? json_string_value(state) : "",
                json_is_string(state) ? ", " : "");
        solve_print_number(json_object_get(each, "gap"), out);
        if (json_object_get(each, "load") == NULL)
            solve_print_list("impulse", json_object_get(each, "impulse"), out);
        solve_print_list("impact", json_object_get(each, "impact"), out);
        solve_print_list("load", json_object_get(each, "load"), out);
        fputc('\n', out);
    }
}

static json_int_t counter(const json_t *document, const char *name) {
    return json_integer_value(
        json_object_get(json_object_get(document, "statistics"), name));
}

static double measure(const json_t *document, const char *name) {
    return json_real_value(
        json_object_get(json_object_get(document, "statistics"), name));
}

/* ", but contacts may have been crossed unseen 1 time, first 'discs' in the step from
 * t = 0.98". */
static void print_crossings(const json_t *document, json_int_t unverified,
                            json_int_t crossings, FILE *out) {
    const json_t *first = json_object_get(document, "first_crossing");
    fprintf(out,
            "%s contacts may have been crossed unseen %" JSON_INTEGER_FORMAT
            " time%s, first '%s' in the step from t = %.9g",
            unverified > 0 ? ";" : ", but", crossings, crossings == 1 ? "" : "s",
            json_string_value(json_object_get(first, "contact")),
            json_real_value(json_object_get(first, "t")));
}

/* "verdict of the run: not verified in 1 of 100 steps, first in that from t = 0; largest residual
 * 0.25 at t = 0". */
static void print_verdict(const json_t *document, FILE *out) {
    const json_t *verdict = json_object_get(document, "verdict");
    const json_int_t unverified = counter(document, "steps_unverified");
    const json_int_t crossings = counter(document, "crossings_unexcluded");
    const json_int_t rounds = counter(document, "rounds_exhausted");
    if (!json_is_string(verdict))
        return;
    fprintf(out, "verdict of the run: %s", json_string_value(verdict));
    if (unverified > 0)
        fprintf(out,
                " in %" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT
                " steps, first in that from t = %.9g; largest residual %.3g at t = %.9g",
                unverified, counter(document, "steps_taken"),
                measure(document, "first_unverified_time"),
                measure(document, "largest_residual"),
                measure(document, "largest_residual_time"));
    if (crossings > 0)
        print_crossings(document, unverified, crossings, out);
    if (rounds > 0)
        fprintf(out, "; impacts not ended by max-induced rounds: %" JSON_INTEGER_FORMAT,
                rounds);
    fputc('\n', out);
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
    step_log_print(json_object_get(document, "steps"), out);
    json_array_foreach(json_object_get(document, "samples"), i, sample) {
        fputs("t = ", out);
        solve_print_number(json_object_get(sample, "t"), out);
        if (json_is_true(json_object_get(sample, "impact")))
            fputs("   in a step with an impact: on the line between the step's ends",
                  out);
        fputc('\n', out);
        print_state(m, sample, out);
    }
    fputs("t = ", out);
    solve_print_number(json_object_get(document, "t"), out);
    fputc('\n', out);
    print_state(m, document, out);
    print_contacts(json_object_get(document, "contacts"), out);
    print_verdict(document, out);
    print_named("joints' impulses in the last step",
                json_object_get(document, "joint_impulses"), out);
    print_named("multipliers", json_object_get(document, "multipliers"), out);
    print_errors(m, document, out);
    print_named("statistics", json_object_get(document, "statistics"), out);
}

void solve_print_csv(const struct model *m, const json_t *document, FILE *out) {
    static const char *const none[] = {NULL};
    static const char *const of_steps[] = {"h", "next", "code", NULL};
    json_t *steps = json_object_get(document, "steps"), *rows;
    if (steps != NULL) {
        json_csv_print_states(m, steps, of_steps, out);
        return;
    }
    rows = json_array();
    json_array_extend(rows, json_object_get(document, "samples"));
    json_array_append(rows, (json_t *)document);
    json_csv_print_states(m, rows, none, out);
    json_decref(rows);
}
