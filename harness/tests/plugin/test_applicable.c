/* What an integrator cannot take is told, and is no failure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/program/run/results_check.h"
#include "harness/results/results_print.h"
#include "harness/tests/models.h"
#include "harness/tests/plugins.h"

static const char smooth[] = "position q = 0.3\nvelocity v = -0.7\nq' = v\nv' = -2*q\n";
static const char other[] = "state z = 0.3\nz' = -2*z\n";
static const char joined[] =
    "position x = 0.6, y = -0.8\nvelocity u = 0, w = 0\nx' = u\ny' = w\n"
    "u' = 0\nw' = -9\njoint rod = sqrt(x^2 + y^2) - 1\n";
static const char touching[] = "position x = 0.6\nvelocity u = 0\nx' = u\nu' = -9\n"
                               "contact floor { gap = x; restitution = 0.5 }\n";

static struct not_applicable wanted;

/* What is told of a model to someone with one method, or with a plug-in (NULL: none). */
static struct not_taken told_of(const char *text, const char *method, const char *plugin,
                                bool *asks) {
    const char *const methods[] = {method, NULL};
    struct plugin_case c;
    struct not_taken told;
    struct results_request r = {.methods = methods, .not_applicable = &wanted};
    if (plugin != NULL) {
        plugin_case_make(&c, plugin_path(plugin), NULL, NULL, NULL, NULL);
        c.plugin.name = method;
        r.plugin = &c.plugin;
    }
    struct model *m = model_from(text);
    cr_assert(applicable_find(&told, &r, m, "the model", asks) == 0);
    return told;
}

static const struct {
    const char *text, *method, *plugin, *cause, *reason;
} cases[] = {
    {smooth, "implicit-euler", NULL, NULL, NULL},
    {joined, "implicit-euler", NULL, "joints", "has joints, which implicit-euler does"},
    {joined, "explicit-euler", NULL, NULL, NULL},
    {touching, "explicit-euler", NULL, "contacts", "has contacts, which explicit-euler"},
    {touching, "contact-stepper", NULL, NULL, NULL},
    {smooth, "heun", "heun", NULL, NULL},
    {joined, "heun", "heun", "joints", "has joints, which heun does not take"},
    {touching, "heun", "heun", "contacts", "has contacts, which heun does not take"},
    {smooth, "picky", "misbehaving_create_is_particular", NULL, NULL},
    {other, "picky", "misbehaving_create_is_particular", "create",
     "create returned NULL"},
};

Test(applicable, a_model_that_is_not_taken_is_told_with_the_cause) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool asks = true;
        const struct not_taken told =
            told_of(cases[i].text, cases[i].method, cases[i].plugin, &asks);
        cr_expect(asks);
        cr_expect((told.cause == NULL) == (cases[i].cause == NULL), "case %zu", i);
        if (told.cause != NULL && cases[i].cause != NULL) {
            cr_expect_str_eq(told.model, "the model");
            cr_expect_str_eq(told.method, cases[i].method);
            cr_expect_str_eq(told.cause, cases[i].cause);
            cr_expect(strstr(told.reason, cases[i].reason) != NULL, "%s", told.reason);
        }
    }
}

/* A crash is a fault, whatever the model; it is not asked again. */
Test(applicable, one_that_crashes_is_not_excused) {
    bool asks = true;
    static const char plugin[] = "misbehaving_create_crashes";
    cr_expect(told_of(smooth, "faulty", plugin, &asks).cause == NULL);
    cr_expect(!asks);
    cr_expect_str_eq(told_of(joined, "faulty", plugin, &asks).cause, "joints");
}

Test(applicable, of_several_methods_and_where_nobody_asks_nothing_is_told) {
    static const char *const methods[] = {"implicit-euler", "explicit-euler", NULL};
    const struct results_request several = {.methods = methods,
                                            .not_applicable = &wanted};
    const struct results_request unasked = {
        .methods = (const char *const[]){"implicit-euler", NULL}};
    struct model *m = model_from(joined);
    struct not_taken told;
    bool asks = true;
    cr_expect(applicable_find(&told, &several, m, "joined", &asks) == 0);
    cr_expect(told.cause == NULL);
    cr_expect(applicable_find(&told, &unasked, m, "joined", &asks) == 0);
    cr_expect(told.cause == NULL);
}

static void add(struct not_applicable *all, const char *cause, int studies) {
    const struct not_taken one = {.method = "heun", .cause = cause, .studies = studies};
    cr_assert(not_applicable_add(all, &one) == 0);
}

Test(applicable, one_line_counts_models_studies_and_causes) {
    char text[256], cut[24];
    struct not_applicable all = {.count = 0}, *entries = &all;
    applicable_sentence(text, sizeof text, entries);
    cr_expect_str_eq(text, "");
    add(entries, "contacts", 7);
    applicable_sentence(text, sizeof text, entries);
    cr_expect_str_eq(text, "Not applicable: 1 model (7 studies) that heun does not take: "
                           "1 with contacts");
    add(entries, "create", 2);
    add(entries, "joints", 3);
    add(entries, "joints", 4);
    applicable_sentence(text, sizeof text, entries);
    cr_expect_str_eq(text, "Not applicable: 4 models (16 studies) that heun does not "
                           "take: 2 with joints, 1 with contacts, 1 that its create "
                           "refuses");
    add(entries, "scenes", 1);
    add(entries, "scenes", 1);
    applicable_sentence(text, sizeof text, entries);
    cr_expect(strstr(text, "4 models (18 studies)") != NULL, "%s", text);
    cr_expect(strstr(text, ", 2 studies of equations, which it is not given") != NULL,
              "%s", text);
    applicable_sentence(cut, sizeof cut, entries);
    cr_expect_str_eq(cut, "Not applicable: 4 model");
}
