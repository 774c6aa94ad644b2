/* The fingerprint of each variant: what is wrong is seen, at the tabulated tree, with the
 * tabulated weight and in as many trees as tabulated; what is right or harmless passes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/corpus/in_process.h"
#include "harness/corpus/variant.h"
#include "harness/fingerprint/fingerprint.h"
#include "harness/tests/fingerprint_of.h"
#include "harness/tests/results_of.h"
#include "problems/base/status.h"

/* Tabulated decimals have six digits at least. */
static const double digits = 1e-6;

static json_t *fingerprint_of(struct in_process with, const char *expected,
                              struct diagnostic *d) {
    gsl_set_error_handler_off();
    const struct fingerprint_request request = {
        .bench = {.open_subject = in_process_open, .context = &with},
        .family = FOREST_MECHANICAL,
        .order = FINGERPRINT_ORDER,
        .expected = expected,
        .integrator = "faulty"};
    return fingerprint_found(&request, d);
}

/* "3/4", "0.75", "1+1.0e-12". */
static double number_of(const char *text) {
    char *end;
    double value = strtod(text, &end);
    if (*end == '/')
        return value / strtod(end + 1, NULL);
    return *end == '+' || *end == '-' ? value + strtod(end, NULL) : value;
}

static bool differs(const json_t *tree, const char *key) {
    const json_t *difference = json_object_get(tree, key);
    double tolerance = json_number_value(json_object_get(tree, "tolerance"));
    return json_is_number(difference) &&
           !(fabs(json_number_value(difference)) <= tolerance);
}

struct seen {
    int results, estimates, order; /* trees that differ, the smallest one's order */
};

static struct seen count_differences(const json_t *fingerprint) {
    struct seen seen = {0, 0, 0};
    size_t i;
    json_t *tree;
    json_array_foreach(json_object_get(fingerprint, "trees"), i, tree) {
        bool result = differs(tree, "difference");
        bool estimate = differs(tree, "estimate_difference");
        seen.results += result;
        seen.estimates += estimate;
        if ((result || estimate) && seen.order == 0)
            seen.order = (int)json_integer_value(json_object_get(tree, "order"));
    }
    return seen;
}

/* The tree that the table names has the weight that the table says. */
static void check_first_tree(const struct variant *v, const json_t *fingerprint) {
    const bool is_result = v->side == VARIANT_RESULT;
    size_t i;
    json_t *tree;
    int found = 0;
    json_array_foreach(json_object_get(fingerprint, "trees"), i, tree) {
        if (strcmp(text_in(tree, "tree"), v->tree) != 0)
            continue;
        const char *measured = text_in(tree, is_result ? "result" : "estimate");
        double want = number_of(v->measured);
        found++;
        cr_expect(differs(tree, is_result ? "difference" : "estimate_difference"),
                  "%s: %s is %s", v->id, v->tree, measured);
        cr_expect(v->measured[0] == '\0' ||
                      fabs(number_of(measured) - want) <= digits * fmax(1, fabs(want)),
                  "%s: %s is %s, not %s", v->id, v->tree, measured, v->measured);
    }
    cr_expect(found == 1, "%s: no tree %s", v->id, v->tree);
}

static void check_seen(const struct variant *v, const json_t *fingerprint) {
    struct seen seen = count_differences(fingerprint);
    cr_expect(strcmp(text_in(fingerprint, "verdict"), "pass") != 0, "%s: %s is not seen",
              v->id, v->text);
    if (v->results != VARIANT_UNTOLD)
        cr_expect(seen.results == v->results, "%s: %d trees of the result differ, not %d",
                  v->id, seen.results, v->results);
    if (v->estimates != VARIANT_UNTOLD)
        cr_expect(seen.estimates == v->estimates,
                  "%s: %d trees of the estimate differ, not %d", v->id, seen.estimates,
                  v->estimates);
    if (v->order == 0)
        return;
    cr_expect(seen.order == v->order, "%s: first differs in order %d, not %d", v->id,
              seen.order, v->order);
    check_first_tree(v, fingerprint);
}

/* What composition, another basis or the failure of the step shows is no wrong tree. */
static void check_variant(const struct variant *v) {
    struct diagnostic d = {""};
    struct in_process with = in_process_with("fault", v->id);
    if (v->seen == SEEN_BY_SIZE) {
        with.option[1][0] = "size";
        with.option[1][1] = "1e-6";
    }
    json_t *fingerprint = fingerprint_of(with, v->method, &d);
    if (v->seen == SEEN_BY_FAILURE && fingerprint == NULL)
        return;
    cr_assert(fingerprint != NULL, "%s: %s", v->id, d.text);
    const bool passes = strcmp(text_in(fingerprint, "verdict"), "pass") == 0;
    if (v->seen == SEEN_BY_FINGERPRINT || v->seen == SEEN_BY_SIZE)
        check_seen(v, fingerprint);
    else if (v->seen == SEEN_BY_COMPOSITION || v->seen == SEEN_BY_EQUIVARIANCE)
        cr_expect(!passes, "%s: %s is not seen", v->id, v->text);
    else
        cr_expect(passes, "%s: %s: %s", v->id, v->text,
                  text_in(fingerprint, "diagnosis"));
}

/* The variants whose identity begins with a letter, and how many there are. */
static int check_family(char letter) {
    int count, checked = 0;
    const struct variant *v = variants(&count);
    for (int i = 0; i < count; i++) {
        if (v[i].id[0] != letter || strlen(v[i].id) > 3)
            continue;
        check_variant(&v[i]);
        checked++;
    }
    return checked;
}

Test(variant, every_method_without_fault_passes_under_its_name, .timeout = 120) {
    for (int i = 0; i < METHODS; i++) {
        const char *name = scheme_name(i);
        struct diagnostic d = {""};
        struct in_process with = in_process_with("method", name);
        json_t *fingerprint = fingerprint_of(with, NULL, &d);
        cr_assert(fingerprint != NULL, "%s: %s", name, d.text);
        cr_expect(strcmp(text_in(fingerprint, "verdict"), "pass") == 0, "%s: %s", name,
                  text_in(fingerprint, "diagnosis"));
        bool is_alone =
            strcmp(name, "dormand-prince") != 0; /* of order 5, like Fehlberg's */
        cr_expect(!is_alone || strcmp(text_in(fingerprint, "method"), name) == 0,
                  "%s is taken for %s", name, text_in(fingerprint, "method"));
    }
}

Test(variant, the_28_published_faults_are_seen_where_tabulated, .timeout = 120) {
    cr_expect(check_family('I') == 15);
    cr_expect(check_family('E') == 13);
}

Test(variant, further_faults_of_the_pair_are_seen_where_tabulated, .timeout = 120) {
    cr_expect(check_family('N') == 25);
}

Test(variant, faults_of_semi_explicit_forms_are_seen_where_tabulated, .timeout = 120) {
    cr_expect(check_family('S') == 11);
}

Test(variant, faults_of_tables_are_seen_where_tabulated, .timeout = 120) {
    cr_expect(check_family('M') == 10);
}

Test(variant, faults_of_later_steps_bases_and_times_are_seen, .timeout = 120) {
    cr_expect(check_family('T') == 7);
}

Test(variant, faults_of_other_programs_and_of_any_size_are_seen, .timeout = 120) {
    int count, checked = 0;
    const struct variant *v = variants(&count);
    for (int i = 0; i < count; i++) {
        if (strlen(v[i].id) <= 3)
            continue;
        check_variant(&v[i]);
        checked++;
    }
    cr_expect(checked == 16, "%d", checked);
}

Test(variant, of_the_74_tabulated_only_three_pass_in_double) {
    static const char FAMILIES[] = "IENSM";
    int count, tabulated = 0, seen = 0;
    const struct variant *v = variants(&count);
    for (int i = 0; i < count; i++) {
        bool is_one = strlen(v[i].id) <= 3 && strchr(FAMILIES, v[i].id[0]) != NULL;
        tabulated += is_one;
        seen += is_one && v[i].seen == SEEN_BY_FINGERPRINT;
    }
    cr_expect(tabulated == 74, "%d", tabulated);
    cr_expect(seen == 71, "%d", seen);
}
