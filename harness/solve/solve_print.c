/* A solution for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/record/json_csv.h"
#include "harness/solve/solve.h"
#include "problems/model.h"

static void print_number(const char *before, const struct decimal *number, FILE *out) {
    fputs(before, out);
    decimal_print(number, out);
}

/* ", title 1 2 3" of numbers or doubles; nothing of an empty list. */
static void print_list(const char *title, const struct decimal *number,
                       const double *value, int n, FILE *out) {
    if (n > 0)
        fprintf(out, ", %s", title);
    for (int i = 0; i < n; i++)
        print_number(
            " ", number != NULL ? &number[i] : &(struct decimal){.value = value[i]}, out);
}

static void print_measure(const char *title, double number, FILE *out) {
    if (isfinite(number))
        fprintf(out, ", %s %.17g", title, number);
}

/* "    load, impulse 0.0098 0 0: tight". */
static void print_step(const struct solution_step *step, FILE *out) {
    fprintf(out, "step to t = %.17g", step->t);
    print_measure("h", step->h, out);
    print_measure("next", step->next, out);
    fprintf(out, ": %s\n", step->code);
    for (int i = 0; i < step->solves; i++) {
        const struct solution_solve *solve = &step->solve[i];
        fprintf(out, "    %s", solution_phases[solve->phase]);
        if (solve->round > 0)
            fprintf(out, " %ld", solve->round);
        print_list("impulse", NULL, solve->impulse, solve->rows, out);
        print_list("imposed", NULL, solve->expansion, solve->imposed, out);
        fprintf(out, ": %s\n", solve->verdict);
    }
}

static void print_state(const struct model *m, const struct state_numbers *state,
                        const struct state_numbers *estimate, FILE *out) {
    const struct decimal *value;
    for (int i = 0; (value = state_at(state, i)) != NULL; i++) {
        fprintf(out, "  %-12s ", m->state[i]);
        decimal_print(value, out);
        if (estimate != NULL)
            print_number("   error estimate ", state_at(estimate, i), out);
        fputc('\n', out);
    }
}

static void print_named(const char *title, const struct named_numbers *all, FILE *out) {
    if (all->count > 0)
        fprintf(out, "%s\n", title);
    for (int i = 0; i < all->count; i++) {
        const struct named_number *one = &all->list[i];
        if (one->number.digits == NULL && !isfinite(one->number.value))
            continue;
        fprintf(out, "  %-33s ", one->name);
        decimal_print(&one->number, out);
        fputc('\n', out);
    }
}

/* "  floor   sticking, gap 0, impact 0 0 0, load 0.00981 0 0"; where the two are not told
 * apart their sum. */
static void print_contacts(const struct contacts_told *told, FILE *out) {
    if (told->contacts > 0)
        fputs("contacts, with the impulses of the last step\n", out);
    for (int i = 0; i < told->contacts; i++) {
        const struct contact_told *c = &told->contact[i];
        fprintf(out, "  %-12s %s%sgap ", c->name, c->state,
                c->state[0] != '\0' ? ", " : "");
        decimal_print(&c->gap, out);
        if (c->parts == 0)
            print_list("impulse", c->impulse, NULL, c->rows, out);
        print_list("impact", c->impact, NULL, c->parts, out);
        print_list("load", c->load, NULL, c->parts, out);
        fputc('\n', out);
    }
}

/* ", but contacts may have been crossed unseen 1 time, first 'discs' in the step from
 * t = 0.98". */
static void print_crossings(const struct crossing_told *first, double unverified,
                            double crossings, FILE *out) {
    fprintf(out,
            "%s contacts may have been crossed unseen %.0f time%s, first '%s' in the "
            "step from t = %.9g",
            unverified > 0 ? ";" : ", but", crossings, crossings == 1 ? "" : "s",
            first->contact, first->t);
}

/* "verdict of the run: not verified in 1 of 100 steps, first in that from t = 0; largest residual
 * 0.25 at t = 0". */
static void print_verdict(const struct solution *s, FILE *out) {
    const struct named_numbers *counters = &s->statistics;
    const double unverified = named_value(counters, "steps_unverified");
    const double crossings = named_value(counters, "crossings_unexcluded");
    const double rounds = named_value(counters, "rounds_exhausted");
    fprintf(out, "verdict of the run: %s", s->contacts.verdict);
    if (unverified > 0)
        fprintf(out,
                " in %.0f of %.0f steps, first in that from t = %.9g; largest residual "
                "%.3g at t = %.9g",
                unverified, named_value(counters, "steps_taken"),
                named_value(counters, "first_unverified_time"),
                named_value(counters, "largest_residual"),
                named_value(counters, "largest_residual_time"));
    if (crossings > 0)
        print_crossings(&s->contacts.first_crossing, unverified, crossings, out);
    if (rounds > 0)
        fprintf(out, "; impacts not ended by max-induced rounds: %.0f", rounds);
    fputc('\n', out);
}

/* The methods that project count unit quaternions among the constraints; the stepper with contacts
 * does not. */
static void print_errors(const struct model *m, const struct solution *s, FILE *out) {
    struct named_number both[] = {{"position", s->error.position},
                                  {"velocity", s->error.velocity}};
    const struct named_numbers errors = {both, 2};
    if (!s->has_errors || !s->are_errors_known)
        return;
    if (m->joints > 0)
        print_named("errors of the joints", &errors, out);
    else if (m->quaternions > 0 && !s->has_contacts)
        print_named("errors of the quaternions", &errors, out);
}

void solve_print(const struct model *m, const struct solution *s, FILE *out) {
    for (int i = 0; i < s->steps; i++)
        print_step(&s->step[i], out);
    for (int i = 0; i < s->samples; i++) {
        const struct solution_sample *sample = &s->sample[i];
        print_number("t = ", &sample->t, out);
        fprintf(out, "%s\n",
                sample->impact
                    ? "   in a step with an impact: on the line between the step's ends"
                    : "");
        print_state(m, &sample->state, NULL, out);
    }
    print_number("t = ", &s->t, out);
    fputc('\n', out);
    print_state(m, &s->state, s->has_estimate ? &s->estimate : NULL, out);
    print_contacts(&s->contacts, out);
    if (s->contacts.verdict != NULL)
        print_verdict(s, out);
    print_named("joints' impulses in the last step", &s->contacts.joint_impulses, out);
    print_named("multipliers", &s->multipliers, out);
    print_errors(m, s, out);
    print_named("statistics", &s->statistics, out);
}

void solve_print_csv(const struct model *m, const struct solution *s, FILE *out) {
    static const char *const none[] = {NULL};
    static const char *const of_steps[] = {"h", "next", "code", NULL};
    json_t *told = record_tell(&solution_record, s);
    json_t *rows = json_object_get(told, s->logs_steps ? "steps" : "samples");
    if (!s->logs_steps)
        json_array_append(rows, told);
    json_csv_print_states(m, rows, s->logs_steps ? of_steps : none, out);
    json_array_clear(rows); /* the document is in its own list */
    json_decref(told);
}
