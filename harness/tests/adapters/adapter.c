/* Weights of other people's integrators, for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/adapters/adapter.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plugin/plugin.h"

enum { most_options = 4 };

/* Cuts "name=value name=value" into pairs, which point into the text. */
static int cut_options(struct plugin_option *option, char *text) {
    int count = 0;
    for (char *word = text; *word != '\0' && count < most_options; count++) {
        char *value = strchr(word, '=');
        cr_assert(value != NULL, "%s", word);
        *value++ = '\0';
        char *next = value + strcspn(value, " ");
        if (*next != '\0')
            *next++ = '\0';
        option[count] = (struct plugin_option){word, value};
        word = next;
    }
    return count;
}

struct measured measured_of(const char *place, const char *options,
                            enum forest_family family, char probe, int order) {
    const double plenty = 30; /* seconds */
    struct plugin_option option[most_options];
    char text[256];
    cr_assert(strlen(options) < sizeof text);
    strcpy(text, options);
    struct plugin plugin = {.place = place,
                            .name = place,
                            .options = option,
                            .options_count = cut_options(option, text),
                            .seconds_limit = plenty};
    struct bench bench = {.open_subject = plugin_open, .context = &plugin};
    struct probe p = probe_standard(probe, 0);
    struct measured m;
    struct diagnostic d = {.text = ""};
    cr_assert(forest_all(&m.forest, family, order) == 0);
    cr_assert(measure_weights(&m.weights, &bench, &m.forest, family, &p, &d) == 0,
              "%s %s: %s", place, options, d.text);
    return m;
}

/* The largest |measured - factor expected|. */
static double deviation(mpfr_t *measured, mpq_t *expected, int count, double factor) {
    double largest = 0;
    cr_assert(measured != NULL && expected != NULL);
    for (int i = 0; i < count; i++) {
        double here =
            fabs(mpfr_get_d(measured[i], MPFR_RNDN) - factor * mpq_get_d(expected[i]));
        if (!(here <= largest))
            largest = here;
        if (isnan(here))
            break;
    }
    return largest;
}

double measured_from_result(const struct measured *m, const struct tableau *t) {
    struct weights_q expected;
    cr_assert(tableau_weights(&expected, t, &m->forest) == 0);
    return deviation(m->weights.result, expected.result, expected.count, 1);
}

double measured_from_estimate(const struct measured *m, const struct tableau *t,
                              double factor) {
    struct weights_q expected;
    cr_assert(tableau_weights(&expected, t, &m->forest) == 0);
    return deviation(m->weights.estimate, expected.estimate, expected.count, factor);
}

struct tableau measured_known(const char *name) {
    enum known_variant variant;
    struct tableau t;
    const struct known_method *method = known_find(name, &variant);
    cr_assert(method != NULL, "no method is known as %s", name);
    cr_assert(known_build(&t, method, variant) == 0);
    return t;
}

static int find_tree(const struct forest *f, const char *tree) {
    for (int i = 0; i < f->count; i++) {
        char *text = forest_text(f, i);
        int equal = text != NULL && strcmp(text, tree) == 0;
        if (equal)
            return i;
    }
    cr_assert_fail("there is no tree %s", tree);
    return -1;
}

double measured_result(const struct measured *m, const char *tree) {
    return mpfr_get_d(m->weights.result[find_tree(&m->forest, tree)], MPFR_RNDN);
}
