/* A survey of a catalogue made for the test: planted accidents are found, and made good by
 * other names of the same file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/record/record.h"
#include "harness/genericity/survey.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

enum { SEED = 4711 };

static const char swing[] = "param k = 1.37\nposition q = 0\nvelocity v = -0.25\n"
                            "q' = v\nv' = -k*sin(q) - 0.1*v*v\n";

/* The survey of a folder with one model file; what it came to in *status. */
static json_t *survey_of(const char *name, const char *text, enum exit_status *status) {
    struct scratch folder = scratch_make();
    char file[80];
    snprintf(file, sizeof file, "%s.model", name);
    scratch_write(&folder, file, text);
    struct session session = {.err = stderr, .models = folder.path};
    struct model_settings settings = {0, NULL, NULL};
    struct model_names names = {1, calloc(1, sizeof *names.name)};
    struct catalogue *catalogue;
    cr_assert(models_open(&catalogue, &session) == EXIT_PASSED);
    names.name[0] = name;
    struct survey_request request = {.session = &session,
                                     .catalogue = catalogue,
                                     .models = &names,
                                     .settings = &settings,
                                     .seed = SEED};
    struct survey_told told;
    *status = survey_find(&request, &told);
    cr_assert(*status == EXIT_PASSED, "%s", session.why.text);
    *status = survey_status(&told);
    return record_tell(&survey_document_record, &told);
}

static const json_t *tree_of(const json_t *document, const char *text) {
    const json_t *model = json_array_get(json_object_get(document, "models"), 0);
    size_t i;
    json_t *tree;
    json_array_foreach(json_object_get(model, "trees"), i, tree) {
        if (strcmp(text_in(tree, "tree"), text) == 0)
            return tree;
    }
    cr_assert_fail("%s", text);
    return NULL;
}

static const char *reason_of(const json_t *document) {
    return text_in(json_array_get(json_object_get(document, "models"), 0), "reason");
}

/* q = 0 at the start: v'_qq(q', q') = k sin(q) v^2 is zero there and nowhere near. */
Test(survey, a_planted_zero_fails_with_what_to_do) {
    enum exit_status status;
    json_t *document = survey_of("swing", swing, &status);
    cr_expect(status == EXIT_VERDICT);
    cr_expect(strstr(reason_of(document), "v[q^2] vanishes") != NULL, "%s",
              reason_of(document));
    cr_expect(strstr(reason_of(document), "variant swing_generic : ") != NULL);
    cr_expect(json_is_null(json_object_get(tree_of(document, "v[q^2]"), "elsewhere")));
    cr_expect_str_eq(text_in(tree_of(document, "v[q]"), "verdict"), "nonzero");
}

Test(survey, a_generic_variant_makes_it_good) {
    char text[512];
    enum exit_status status;
    snprintf(text, sizeof text, "%svariant other : q = 0.3\n%s", swing,
             "variant swing_generic : q = 0.7\n");
    json_t *document = survey_of("swing", text, &status);
    cr_expect(status == EXIT_PASSED);
    cr_expect_str_eq(text_in(tree_of(document, "v[q^2]"), "elsewhere"), "swing_generic",
                     "the one that is studied comes first");
    cr_expect(strstr(reason_of(document), "swing_generic") != NULL);
}

Test(survey, a_variant_with_the_same_zero_does_not) {
    char text[512];
    enum exit_status status;
    snprintf(text, sizeof text, "%svariant swing_generic : v = 0.7\n", swing);
    survey_of("swing", text, &status);
    cr_expect(status == EXIT_VERDICT);
}

Test(survey, another_variant_does_where_no_generic_one_is) {
    char text[512];
    enum exit_status status;
    snprintf(text, sizeof text, "%svariant tilted : q = 0.7\n", swing);
    json_t *document = survey_of("swing", text, &status);
    cr_expect(status == EXIT_PASSED);
    cr_expect_str_eq(text_in(tree_of(document, "v[q^2]"), "elsewhere"), "tilted");
}

/* With I1 = I2 no fault is hidden, and the report says with which parameters there is more. */
Test(survey, what_vanishes_by_parameters_is_no_failure) {
    static const char text[] = "param a = 1, b = 1\nstate x = 0.7, y = -0.3\n"
                               "x' = (a - b)*x*y\ny' = 0.1\n";
    enum exit_status status;
    json_t *document = survey_of("same", text, &status);
    cr_expect(status == EXIT_PASSED);
    cr_expect_str_eq(text_in(tree_of(document, "z[z]"), "verdict"), "vanishes");
}
