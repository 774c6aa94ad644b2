/* The published values of the models are those of the literature, digit by digit, and no
 * more digits are called trusted than an independent computation confirms, or, for a value
 * that is itself computed, than two computations have in common. The values stand in
 * data/published.txt.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/graph/expr.h"
#include "problems/tests/models/models.h"

enum { VALUES = 2000, WORD = 64 };

/* The least that is worth a line: the beam's printed table has a value with no more. */
enum { FEWEST_DIGITS = 9 };

struct printed_value {
    char model[WORD], time[WORD], state[WORD], printed[WORD], computed[WORD];
};

static int read_values(struct printed_value *value) {
    FILE *file = fopen(TEST_DATA "/published.txt", "r");
    cr_assert_not_null(file);
    char line[256];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        struct printed_value *v = value + count;
        if (line[0] == '#')
            continue;
        cr_assert_eq(sscanf(line, "%63s %63s %63s %63s %63s", v->model, v->time, v->state,
                            v->printed, v->computed),
                     5, "%s", line);
        cr_assert_lt(++count, VALUES);
    }
    fclose(file);
    return count;
}

/* Whether a constant of the model is, rounded to 200 bits, the decimal number `text`. */
static bool equals_decimal(const struct model *m, expr e, const char *text) {
    mpfr_t a, b;
    mpfr_inits2(200, a, b, (mpfr_ptr)0);
    return expr_constant(m->graph, e, a) == PROBLEM_OK &&
           mpfr_set_str(b, text, 10, MPFR_RNDN) == 0 && mpfr_equal_p(a, b);
}

/* The name of a published value: of a component, or of a joint, whose multiplier it is. */
static const char *find_name(const struct model *m, const struct published_value *v) {
    int nx = m->nq + m->nv + m->nz;
    return v->state < nx ? m->state[v->state] : m->joint[v->state - nx].name;
}

/* The model's value that has this name, time and number. */
static const struct published_value *find_value(const struct model *m,
                                                const struct printed_value *v) {
    for (int i = 0; i < m->published; i++) {
        const struct published_value *known = m->published_value + i;
        if (strcmp(find_name(m, known), v->state) == 0 &&
            equals_decimal(m, known->time, v->time) &&
            equals_decimal(m, known->value, v->printed))
            return known;
    }
    return NULL;
}

/* The digits that value and computation share; "agrees:15.5" states them instead. */
static double find_right_digits(const struct printed_value *v) {
    static const char stated[] = "agrees:";
    if (strncmp(v->computed, stated, strlen(stated)) == 0)
        return strtod(v->computed + strlen(stated), NULL);
    mpfr_t a, b;
    mpfr_inits2(200, a, b, (mpfr_ptr)0);
    mpfr_set_str(a, v->printed, 10, MPFR_RNDN);
    mpfr_set_str(b, v->computed, 10, MPFR_RNDN);
    mpfr_reldiff(a, b, a, MPFR_RNDN);
    return -log10(fabs(mpfr_get_d(a, MPFR_RNDN)));
}

/* Whether a line of the file is "state = printed digits ...". */
static bool stands_in_text(const char *text, const struct printed_value *v) {
    for (const char *line = text; line; line = strchr(line + 1, '\n')) {
        char name[WORD], number[WORD];
        if (sscanf(line, " %63s = %63s digits", name, number) == 2 &&
            strcmp(name, v->state) == 0 && strcmp(number, v->printed) == 0)
            return true;
    }
    return false;
}

/* The number of lines about the model of the first one. */
static int count_lines(const struct printed_value *value, int count) {
    int lines = 1;
    while (lines < count && strcmp(value[lines].model, value[0].model) == 0)
        lines++;
    return lines;
}

Test(published, a_model_has_every_printed_value_at_its_time_and_no_others) {
    static struct printed_value value[VALUES];
    int count = read_values(value);
    cr_assert_gt(count, 0);
    for (int i = 0, lines; i < count; i += lines) {
        struct model *m = models_from_catalogue(value[i].model);
        lines = count_lines(value + i, count - i);
        for (int k = i; k < i + lines; k++)
            cr_expect_not_null(find_value(m, value + k), "%s %s %s", value[k].model,
                               value[k].time, value[k].state);
        cr_expect_eq(m->published, lines, "%s", value[i].model);
    }
}

Test(published, every_name_with_published_values_is_compared) {
    static struct printed_value value[VALUES];
    int count = read_values(value);
    struct catalogue *c;
    struct diagnostic d;
    cr_assert_eq(catalogue_open(&c, TEST_DATA "/../../models", &d), PROBLEM_OK, "%s",
                 d.text);
    for (int i = 0; i < c->count; i++) {
        struct model *m = models_from_catalogue(c->entry[i].name);
        bool found = m->published == 0;
        for (int k = 0; k < count && !found; k++)
            found = strcmp(value[k].model, c->entry[i].name) == 0;
        cr_expect(found, "%s", c->entry[i].name);
    }
}

Test(published, no_more_digits_are_trusted_than_another_computation_confirms) {
    static struct printed_value value[VALUES];
    int count = read_values(value);
    for (int i = 0, lines; i < count; i += lines) {
        struct model *m = models_from_catalogue(value[i].model);
        lines = count_lines(value + i, count - i);
        for (int k = i; k < i + lines; k++) {
            const struct published_value *found = find_value(m, value + k);
            double right = find_right_digits(value + k);
            cr_assert_not_null(found);
            cr_expect(found->digits >= FEWEST_DIGITS && found->digits <= right,
                      "%s %s: %d of %g", value[k].model, value[k].state, found->digits,
                      right);
        }
    }
}

Test(published, the_digits_stand_in_the_file_as_they_are_printed) {
    static struct printed_value value[VALUES];
    int count = read_values(value);
    for (int i = 0, lines; i < count; i += lines) {
        struct model *m = models_from_catalogue(value[i].model);
        char *text = models_text(m->path);
        lines = count_lines(value + i, count - i);
        for (int k = i; k < i + lines; k++)
            cr_expect(stands_in_text(text, value + k), "%s %s", value[k].model,
                      value[k].state);
    }
}
