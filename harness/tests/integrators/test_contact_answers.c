/* The time stepper for contacts on the catalogue's models whose motion is known from formulas:
 * problems/tests/data/contact_answers.txt says at what time and how close. Where it is of order
 * 1 the error falls with the step besides.
 *
 * Seen to fail: without friction in rotating_ball (e in the place of mu); with one sign of a slide
 * of sliding_block; with the static in the place of the dynamic coefficient of the belt.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/catalogue.h"
#include "harness/tests/program.h"
#include "problems/model.h"

enum { WORD = 64, ANSWERS = 400, TOGETHER = 16 };

struct answer {
    char model[WORD], settings[WORD], time[WORD], component[WORD];
    double value, within;
};

static int read_answers(struct answer *answer) {
    FILE *file = fopen(CONTACT_ANSWERS, "r");
    cr_assert_not_null(file);
    char line[256];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        struct answer *a = answer + count;
        if (line[0] == '#')
            continue;
        cr_assert_lt(count++, ANSWERS);
        cr_assert_eq(sscanf(line, "%63s %63s %63s %63s %lf %lf", a->model, a->settings,
                            a->time, a->component, &a->value, &a->within),
                     6, "%s", line);
    }
    fclose(file);
    return count;
}

/* How many answers from the first on are of the same run. */
static int count_together(const struct answer *a, int count) {
    int together = 1;
    while (together < count && together < TOGETHER &&
           strcmp(a[together].model, a->model) == 0 &&
           strcmp(a[together].settings, a->settings) == 0 &&
           strcmp(a[together].time, a->time) == 0)
        together++;
    return together;
}

/* The program's answer with steps of 1/steps. */
static json_t *run(const struct answer *a, int steps) {
    char line[512], settings[WORD];
    int length =
        snprintf(line, sizeof line,
                 "solve %s --method contact-stepper --json --until %s --step 1/%d",
                 a->model, a->time, steps);
    memcpy(settings, a->settings, sizeof settings);
    if (strcmp(settings, "-") != 0)
        for (char *s = strtok(settings, "|"); s; s = strtok(NULL, "|"))
            length +=
                snprintf(line + length, sizeof line - (size_t)length, " --set %s", s);
    return program_json(HALFSTEP_PROGRAM, line, 0);
}

/* A component of the state by its name. */
static double find_component(const json_t *document, const struct model *m,
                             const char *name) {
    const json_t *state = json_object_get(document, "state");
    for (int i = 0; i < m->nq + m->nv; i++) {
        const char *part = i < m->nq ? "q" : "v";
        if (strcmp(m->state[i], name) != 0)
            continue;
        const json_t *value = json_array_get(json_object_get(state, part),
                                             (size_t)(i < m->nq ? i : i - m->nq));
        return json_is_number(value) ? json_number_value(value) : NAN;
    }
    return NAN;
}

static const double rounding = 1e-11; /* what the file asks where nothing else errs */

static void compare(const struct answer *a, double coarse, double fine) {
    double before = fabs(coarse - a->value), error = fabs(fine - a->value);
    cr_expect(isfinite(error) && error <= a->within, "%s %s: %s(%s) is %.17g, not %.17g",
              a->model, a->settings, a->component, a->time, fine, a->value);
    cr_expect(isfinite(before) && (a->within <= 1e-5 || error <= before / 2 + rounding),
              "%s %s: %s(%s): error %g, with the larger step %g", a->model, a->settings,
              a->component, a->time, error, before);
}

static void check_together(const struct answer *a, int together) {
    enum { COARSE = 512, FINE = 2048 };
    struct model *m = catalogue_model(a->model);
    json_t *coarse = run(a, COARSE), *fine = run(a, FINE);
    for (int i = 0; i < together; i++)
        compare(a + i, find_component(coarse, m, a[i].component),
                find_component(fine, m, a[i].component));
    json_t *statistics = json_object_get(fine, "statistics");
    cr_expect(json_integer_value(json_object_get(statistics, "steps_unverified")) == 0 &&
                  json_integer_value(json_object_get(statistics, "energy_rises")) == 0,
              "%s %s", a->model, a->settings);
}

Test(contact_answers, the_motions_that_are_known_are_reached, .timeout = 300) {
    static struct answer answer[ANSWERS];
    int count = read_answers(answer);
    cr_assert_geq(count, 100);
    for (int i = 0, together; i < count; i += together) {
        together = count_together(answer + i, count - i);
        check_together(answer + i, together);
    }
}
