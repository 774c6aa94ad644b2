/* Figures of results: what is drawn, and that no two share an identifier.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/figures.h"

/* One method, three models; two methods with modes, statistics and timing. */
static const char small[] = TEST_DATA "/small/results.json";
static const char methods[] = TEST_DATA "/methods/results.json";

static void read_sample(struct results *r, const char *path) {
    struct text why = {0};
    cr_assert(results_read(r, path, &why), "%s", text_bytes(&why));
}

enum { MOST_IDENTIFIERS = 2000 };

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Appends copies of what stands between `before` and the next quote. */
static int collect(const char *s, const char *before, char **found, int count) {
    for (s = strstr(s, before); s; s = strstr(s, before)) {
        s += strlen(before);
        size_t length = strcspn(s, "\"");
        cr_assert_lt(count, MOST_IDENTIFIERS);
        found[count] = malloc(length + 1);
        cr_assert_not_null(found[count]);
        memcpy(found[count], s, length);
        found[count++][length] = '\0';
    }
    return count;
}

static void check_identifiers(const char *path, int expected) {
    static char *identifiers[MOST_IDENTIFIERS], *references[MOST_IDENTIFIERS];
    struct results r;
    struct figures figures;
    struct text why = {0};
    int count = 0, drawn = 0;
    read_sample(&r, path);
    cr_assert(figures_draw(&figures, &r, &why), "%s", text_bytes(&why));
    cr_assert_eq(figures.count, (r.models + 1) * FIGURE_KINDS);
    for (int i = 0; i < figures.count; i++) {
        drawn += figures.element[i].length > 0 ? 1 : 0;
        count = collect(text_bytes(&figures.element[i]), " id=\"", identifiers, count);
    }
    cr_assert_eq(drawn, expected);
    qsort(identifiers, (size_t)count, sizeof *identifiers, compare_texts);
    cr_assert_gt(count, drawn);
    for (int i = 1; i < count; i++) {
        cr_assert_str_neq(identifiers[i - 1], identifiers[i]);
    }
    for (int i = 0; i < figures.count; i++) {
        int used = collect(text_bytes(&figures.element[i]), "href=\"#", references, 0);
        for (int k = 0; k < used; k++) {
            cr_assert_not_null(bsearch(&references[k], identifiers, (size_t)count,
                                       sizeof *identifiers, compare_texts),
                               "%s", references[k]);
            free(references[k]);
        }
    }
    for (int i = 0; i < count; i++) {
        free(identifiers[i]);
    }
    figures_free(&figures);
    results_free(&r);
}

Test(figures, no_identifier_occurs_twice_and_every_reference_has_one) {
    check_identifiers(small, 6);
    check_identifiers(methods, 7);
}

static void check_colours(const char *path) {
    struct results r;
    struct figures figures;
    struct text why = {0};
    read_sample(&r, path);
    cr_assert(figures_draw(&figures, &r, &why), "%s", text_bytes(&why));
    for (int i = 0; i < figures.count; i++) {
        const char *element = text_bytes(&figures.element[i]);
        cr_assert_null(strstr(element, "rgb("));
        cr_assert_null(strstr(element, "#0101"));
        cr_assert_null(strstr(element, "font-family"));
        cr_assert_null(strstr(element, "Gnuplot"));
    }
    figures_free(&figures);
    results_free(&r);
}

Test(figures, no_colour_is_left_that_a_page_cannot_change) {
    check_colours(small);
    check_colours(methods);
}

Test(figures, the_same_results_give_the_same_bytes) {
    struct results r;
    struct figures first, second;
    struct text why = {0};
    read_sample(&r, methods);
    cr_assert(figures_draw(&first, &r, &why), "%s", text_bytes(&why));
    cr_assert(figures_draw(&second, &r, &why), "%s", text_bytes(&why));
    for (int i = 0; i < first.count; i++) {
        cr_assert_str_eq(text_bytes(&first.element[i]), text_bytes(&second.element[i]));
    }
    figures_free(&first);
    figures_free(&second);
    results_free(&r);
}

/* Draws the figures of one model with one result. */
static void draw_one(const char *quantity, const char *points,
                     bool expected[FIGURE_KINDS]) {
    static char name[] = "m";
    struct report_model model = {.name = name, .identifier = name};
    json_t *array = json_loads(points, 0, NULL);
    cr_assert_not_null(array, "%s", points);
    struct report_result result = {.study = "gap",
                                   .quantity = quantity,
                                   .arithmetic = "double",
                                   .value = 1.37,
                                   .low = NAN,
                                   .high = NAN,
                                   .expected = NAN,
                                   .floor = NAN,
                                   .points = array};
    struct results r = {.models = 1, .model = &model, .count = 1, .result = &result};
    struct figures figures;
    struct text why = {0};
    cr_assert(figures_draw(&figures, &r, &why), "%s of %s: %s", quantity, points,
              text_bytes(&why));
    for (int i = 0; i < FIGURE_KINDS; i++) {
        bool drawn = figure_element(&figures, 0, (enum figure_kind)i) != NULL;
        cr_assert_eq(drawn, expected[i], "figure %d for %s of %s", i, quantity, points);
    }
    figures_free(&figures);
    json_decref(array);
}

Test(figures, few_or_strange_points_are_drawn_or_left_out) {
    static const struct {
        const char *points;
        bool drawn;
    } table[] = {
        {"[]", false},
        {"[{\"h\": 0.1, \"error\": 0}]", false},
        {"[{\"h\": 0.1, \"error\": 1e-3}]", true},
        {"[{\"h\": 0.1, \"error\": 1e-3, \"used\": true}]", true},
        {"[{\"h\": 0.1, \"error\": 1}, {\"h\": 0.1, \"error\": 2, \"used\": true}]",
         true},
        {"[{\"h\": 0.1, \"error\": 1, \"used\": true}, {\"h\": 0.2, \"error\": 1, "
         "\"used\": "
         "true}]",
         true},
        {"[{\"h\": \"1e-3000\", \"error\": \"1e-9000\", \"used\": true}, {\"h\": 1e300, "
         "\"error\": 1e300, \"used\": true}]",
         true},
        {"[{\"h\": \"1e-999999999\", \"error\": 1}, {\"h\": \"1e999999999\", \"error\": "
         "1}]",
         true},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bool drawn = table[i].drawn;
        draw_one("order", table[i].points,
                 (bool[FIGURE_KINDS]){[FIGURE_CONVERGENCE] = drawn});
        draw_one("gap-order", table[i].points,
                 (bool[FIGURE_KINDS]){[FIGURE_GAP] = drawn});
        draw_one("error-order", table[i].points,
                 (bool[FIGURE_KINDS]){[FIGURE_GAP] = drawn});
    }
}

Test(figures, each_figure_of_the_sample_is_where_it_belongs) {
    static const struct {
        int model;
        enum figure_kind kind;
        const char *word; /* that it has and no other kind */
    } table[] = {
        {1, FIGURE_WORK, ">implicit, faithful<"}, {1, FIGURE_WORK, ">gsl-rk1imp<"},
        {1, FIGURE_WORK_TIME, ">seconds<"},       {1, FIGURE_KERNELS, ">factorisation<"},
        {3, FIGURE_CHAIN, ">slope 1<"},           {MODEL_NONE, FIGURE_RATIOS, ">0.35<"},
        {MODEL_NONE, FIGURE_RATIOS, "heavy top"}, {0, FIGURE_CONVERGENCE, "double, impl"},
    };
    struct results r;
    struct figures figures;
    struct text why = {0};
    read_sample(&r, methods);
    cr_assert(figures_draw(&figures, &r, &why), "%s", text_bytes(&why));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const char *element = figure_element(&figures, table[i].model, table[i].kind);
        cr_assert_not_null(element, "%zu", i);
        cr_assert_not_null(strstr(element, table[i].word), "%s", table[i].word);
    }
    cr_assert_null(strstr(figure_element(&figures, 1, FIGURE_WORK), "cvode"));
    cr_assert_null(figure_element(&figures, 2, FIGURE_WORK));
    cr_assert_null(figure_element(&figures, 1, FIGURE_RATIOS));
    figures_free(&figures);
    results_free(&r);
}

Test(figures, no_results_need_no_gnuplot) {
    struct results r = {0};
    struct figures figures;
    struct text why = {0};
    setenv("PATH", "/nowhere", 1);
    cr_assert(figures_draw(&figures, &r, &why), "%s", text_bytes(&why));
    cr_assert_null(figure_element(&figures, MODEL_NONE, FIGURE_RATIOS));
    figures_free(&figures);
}
