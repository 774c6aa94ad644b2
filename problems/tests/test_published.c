/* The published values of the models are those of the literature, digit by digit, and no
 * more digits are called trusted than an independent computation confirms. The values stand
 * in data/published.txt.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/tests/models.h"

enum { VALUES = 64, WORD = 64 };

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
    bool ok = expr_constant(m->graph, e, a) == PROBLEM_OK &&
              mpfr_set_str(b, text, 10, MPFR_RNDN) == 0 && mpfr_equal_p(a, b);
    mpfr_clears(a, b, (mpfr_ptr)0);
    return ok;
}

static const struct published_value *find_value(const struct model *m,
                                                const char *state) {
    for (int i = 0; i < m->published; i++)
        if (strcmp(m->state[m->published_value[i].state], state) == 0)
            return m->published_value + i;
    return NULL;
}

Test(test_published, a_model_has_every_printed_value_at_its_time_and_no_others) {
    struct printed_value value[VALUES];
    int count = read_values(value), i = 0;
    cr_assert_gt(count, 0);
    while (i < count) {
        struct model *m = models_read(value[i].model, "");
        int first = i;
        for (; i < count && strcmp(value[i].model, value[first].model) == 0; i++) {
            const struct published_value *found = find_value(m, value[i].state);
            cr_assert_not_null(found, "%s %s", m->name, value[i].state);
            cr_expect(equals_decimal(m, found->value, value[i].printed), "%s %s", m->name,
                      value[i].state);
            cr_expect(equals_decimal(m, found->time, value[i].time), "%s", m->name);
        }
        cr_expect_eq(m->published, i - first, "%s", m->name);
        model_free(m);
    }
}

Test(test_published, no_more_digits_are_trusted_than_another_computation_confirms) {
    struct printed_value value[VALUES];
    int count = read_values(value);
    for (int i = 0; i < count; i++) {
        struct model *m = models_read(value[i].model, "");
        const struct published_value *found = find_value(m, value[i].state);
        cr_assert_not_null(found);
        mpfr_t a, b;
        mpfr_inits2(200, a, b, (mpfr_ptr)0);
        mpfr_set_str(a, value[i].printed, 10, MPFR_RNDN);
        mpfr_set_str(b, value[i].computed, 10, MPFR_RNDN);
        mpfr_reldiff(a, b, a, MPFR_RNDN);
        double right = -log10(fabs(mpfr_get_d(a, MPFR_RNDN)));
        cr_expect(found->digits >= 10 && found->digits <= right, "%s %s: %d of %g",
                  m->name, value[i].state, found->digits, right);
        mpfr_clears(a, b, (mpfr_ptr)0);
        model_free(m);
    }
}

/* The number that follows "state =" in the block of published values. */
static void find_text(const char *text, const char *state, char word[WORD]) {
    const char *line = strstr(text, "\npublished ");
    cr_assert_not_null(line);
    word[0] = '\0';
    for (line = strchr(line + 1, '\n'); line && line[1] != '}';
         line = strchr(line + 1, '\n')) {
        char name[WORD], number[WORD];
        if (sscanf(line, " %63s = %63s", name, number) == 2 && strcmp(name, state) == 0)
            strcpy(word, number);
    }
}

Test(test_published, the_digits_stand_in_the_file_as_they_are_printed) {
    struct printed_value value[VALUES];
    int count = read_values(value);
    for (int i = 0; i < count; i++) {
        char path[512], word[WORD];
        models_path(value[i].model, path);
        char *text = models_text(path);
        find_text(text, value[i].state, word);
        cr_expect_str_eq(word, value[i].printed, "%s %s", value[i].model, value[i].state);
        free(text);
    }
}
