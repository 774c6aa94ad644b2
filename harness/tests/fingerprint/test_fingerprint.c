/* Fingerprints from end to end: integrators written by hand, with and without faults, named
 * and diagnosed through measured steps; and the shape of the document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/commands/fingerprint_command.h"
#include "harness/integrators/subject.h"
#include "harness/tests/fingerprint_of.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/faulty.h"
#include "harness/tests/fingerprint/hand_written.h"
#include "harness/fingerprint/fingerprint.h"
#include "harness/fingerprint/study_fingerprint.h"
#include "harness/results/result_list.h"
#include "harness/tests/results_of.h"
#include "problems/model.h"

static json_t *find(study_open_subject *open, void *context, const char *expected) {
    const struct fingerprint_request r = {.bench = {open, context, NULL, NULL, 0, NULL},
                                          .family = FOREST_MECHANICAL,
                                          .order = FINGERPRINT_ORDER,
                                          .expected = expected,
                                          .integrator = "mine"};
    struct diagnostic d = {""};
    json_t *found = fingerprint_found(&r, &d);
    cr_assert(found != NULL, "%s", d.text);
    return found;
}

static const struct {
    enum fault fault;
    const char *verdict, *id, *feature;
    double size; /* not a number: none */
} faults[] = {
    {NO_FAULT, "pass", NULL, NULL, NAN},
    {I1_RESTART, "fail", "second-restarts", NULL, NAN},
    {I2_LARGE_KEPT, "fail", "large-step-kept", "trees with height 2 or more", NAN},
    {I3_HALF_051, "fail", "second-half-step", NULL, 0.01},
    {I4_HALF_1E6, "fail", "second-half-step", NULL, 1e-6},
    {I5_THETA_099, "fail", "theta-halves", NULL, -0.01},
    {I6_HALF_EXPLICIT, "fail", "first-half-explicit", NULL, NAN},
    {I7_OLD_TIME, "fail", "force-time-at-start", "trees with an edge v-t", NAN},
    {I8_OLD_POSITION, "fail", "force-position-at-start", "trees with an edge v-q", NAN},
    {I11_FORCE_1E3, "fail", "force-factor", "trees with a node v", 1e-3},
    {I13_FORCE_1E12, "fail", "force-factor", "trees with a node v", 1e-12},
    {I14_HALVES_TRAPEZOID, "fail", "theta-halves", NULL, -0.5},
    {I15_OLD_VELOCITY, "fail", "map-velocity-at-start", "trees with an edge q-v", NAN},
    {E1_HALVED, "fail", "estimate-factor", NULL, 0.5},
    {E3_SIGN, "fail", "estimate-sign", NULL, -1},
    {E4_SWAPPED, "not-a-method", NULL, NULL, NAN},
    {E5_TRAPEZOID, "fail", "estimate-pair", NULL, 1},
    {E6_ZERO, "fail", "estimate-zero", NULL, 0},
    {E8_NO_VELOCITY, "fail", "estimate-part",
     "trees with the root v and height 2 or more", 0},
    {E9_OVER_H, "fail", "estimate-over-h", NULL, NAN},
    {E10_TIMES_H, "fail", "estimate-times-h", NULL, NAN},
    {E12_MIDDLE, "fail", "estimate-pair", NULL, 1},
    {E13_ABSOLUTE, "fail", "estimate-absolute", NULL, NAN},
    {N1_MAP_FROZEN, "fail", "map-position-at-start", "trees with an edge q-q", NAN},
    {N5_MEAN_VELOCITY, "fail", "map-velocity-at-middle", "trees with an edge q-v", NAN},
    {N8_MIDDLE_TIME, "fail", "force-time-at-middle", "trees with an edge v-t", NAN},
    {N9_SECOND_AT_START, "fail", "second-time-start", "trees with an edge v-t", NAN},
    {N10_SECOND_AT_END, "fail", "second-time-end", "trees with an edge v-t", NAN},
    {N12_EXTRAPOLATED, "fail", "extrapolated", NULL, NAN},
    {N14_POSITION_DOUBLED, "fail", "estimate-part", NULL, 2},
    {N20_HALF_1E12, "fail", "second-half-step", NULL, 1e-12},
    {T4_LATER, "fail", NULL, NULL, NAN},
    {N24_ROUGH_CONVERGED, "pass", NULL, NULL, NAN},
    {N25_OLD_CONVERGED, "pass", NULL, NULL, NAN},
};

Test(fingerprint, faults_of_a_hand_written_pair_are_named) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        enum fault fault = faults[i].fault;
        json_t *f = find(faulty_open, &fault, "velocity-implicit-euler");
        const json_t *of = json_object_get(f, "fault");
        cr_expect_str_eq(text_in(f, "verdict"), faults[i].verdict, "%s",
                         fault_name(fault));
        cr_expect(json_is_null(of) == (faults[i].id == NULL), "%s", fault_name(fault));
        if (faults[i].id != NULL && json_is_object(of)) {
            cr_expect_str_eq(text_in(of, "id"), faults[i].id, "%s", fault_name(fault));
            double size = json_number_value(json_object_get(of, "size"));
            cr_expect(isnan(faults[i].size) ? json_is_null(json_object_get(of, "size"))
                                            : fabs(size - faults[i].size) <= 1e-15,
                      "%s: %g", fault_name(fault), size);
        }
        if (faults[i].feature != NULL)
            cr_expect_str_eq(text_in(f, "feature"), faults[i].feature, "%s",
                             fault_name(fault));
    }
}

Test(fingerprint, methods_written_by_hand_are_named) {
    static const struct {
        struct hand_choice choice;
        const char *method, *stability;
        int order;
    } cases[] = {
        {{HAND_MIDPOINT, HAND_SOUND}, "explicit-midpoint", "1 + z + z^2/2", 2},
        {{HAND_RUNGE_KUTTA_4, HAND_SOUND},
         "runge-kutta-4",
         "1 + z + z^2/2 + z^3/6 + z^4/24",
         4},
        {{HAND_MERSON, HAND_SOUND},
         "runge-kutta-merson",
         "1 + z + z^2/2 + z^3/6 + z^4/24 + z^5/144",
         4},
        {{HAND_GAMING, HAND_SOUND}, "semi-explicit-euler-gaming", "1 + z", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hand_choice choice = cases[i].choice;
        json_t *f = find(hand_open, &choice, NULL);
        const json_t *c = json_object_get(f, "convergence");
        cr_expect_str_eq(text_in(f, "verdict"), "pass");
        cr_expect_str_eq(text_in(f, "method"), cases[i].method);
        cr_expect_str_eq(text_in(json_object_get(f, "stability"), "text"),
                         cases[i].stability);
        cr_expect(json_integer_value(json_object_get(c, "order")) == cases[i].order);
        cr_expect(json_is_null(json_object_get(f, "iterations")));
        cr_expect(json_is_false(json_object_get(f, "memory")));
        cr_expect(json_is_true(json_object_get(f, "equivariant")));
    }
}

Test(fingerprint, faults_of_explicit_methods_are_found) {
    static const struct {
        struct hand_choice choice;
        const char *expected, *verdict, *id;
    } cases[] = {
        {{HAND_MERSON, HAND_TIME_LAGS}, "runge-kutta-merson", "fail", "nodes-unused"},
        {{HAND_MERSON, HAND_ABSOLUTE}, "runge-kutta-merson", "fail", "estimate-absolute"},
        {{HAND_RUNGE_KUTTA_4, HAND_CLIPPED}, "runge-kutta-4", "not-a-method", NULL},
        {{HAND_RUNGE_KUTTA_4, HAND_COEFFICIENT}, "runge-kutta-4", "fail", NULL},
        {{HAND_RUNGE_KUTTA_4, HAND_SHORT_ONLY}, "runge-kutta-4", "pass", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hand_choice choice = cases[i].choice;
        json_t *f = find(hand_open, &choice, cases[i].expected);
        cr_expect_str_eq(text_in(f, "verdict"), cases[i].verdict, "%zu: %s", i,
                         text_in(f, "diagnosis"));
        if (cases[i].id != NULL)
            cr_expect_str_eq(text_in(json_object_get(f, "fault"), "id"), cases[i].id);
    }
}

/* What only steps with other rates, or made once more, show. Seen to fail: they were not made; what
 * they show was not told. */
Test(fingerprint, thresholds_and_steps_that_are_not_repeated_are_told) {
    static const struct {
        enum hand_fault fault;
        const char *verdict, *said;
    } cases[] = {
        {HAND_THRESHOLD, "pass", "Where all rates are 64 times as small its weight"},
        {HAND_KEEPS, "fail", "Started anew, it does not forget"},
        {HAND_RANDOM, "not-a-method", "the same step from the same start, made twice"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hand_choice choice = {HAND_RUNGE_KUTTA_4, cases[i].fault};
        json_t *f = find(hand_open, &choice, NULL);
        cr_expect_str_eq(text_in(f, "verdict"), cases[i].verdict);
        cr_expect(strstr(text_in(f, "diagnosis"), cases[i].said) != NULL, "%s",
                  text_in(f, "diagnosis"));
    }
}

Test(fingerprint, steps_of_a_fixed_length_inside_are_told) {
    static const struct {
        enum hand_method method;
        const char *words[2];
    } cases[] = {{HAND_GAMING, {"order 1", "each takes 0.0156 s"}},
                 {HAND_MIDPOINT, {"order 2", "4 times as much"}},
                 {HAND_RUNGE_KUTTA_4, {"order 4", "16 times as much"}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hand_choice choice = {cases[i].method, HAND_STEPS_INSIDE};
        json_t *f = find(hand_open, &choice, NULL);
        cr_expect_str_eq(text_in(f, "verdict"), "not-a-method");
        for (int k = 0; k < 2; k++)
            cr_expect(strstr(text_in(f, "diagnosis"), cases[i].words[k]) != NULL, "%s",
                      text_in(f, "diagnosis"));
    }
}

/* Elapsed instead of absolute time: seen because t0 is not 0. */
Test(fingerprint, elapsed_time_is_not_taken_for_the_time) {
    struct hand_choice choice = {HAND_RUNGE_KUTTA_4, HAND_ELAPSED_TIME};
    json_t *f = find(hand_open, &choice, "runge-kutta-4");
    cr_expect_str_eq(text_in(f, "verdict"), "not-a-method");
    cr_expect(strstr(text_in(f, "diagnosis"), "time since the start of the step") != NULL,
              "%s", text_in(f, "diagnosis"));
}

Test(fingerprint, an_integrator_that_makes_no_step_is_told) {
    static const enum hand_fault hopeless[] = {HAND_NEVER, HAND_NOT_A_NUMBER,
                                               HAND_STOPS_SHORT, HAND_REFUSES};
    for (int i = 0; i < 4; i++) {
        struct hand_choice choice = {HAND_MIDPOINT, hopeless[i]};
        const struct fingerprint_request r = {
            .bench = {hand_open, &choice, NULL, NULL, 0, NULL},
            .family = FOREST_MECHANICAL,
            .order = 3,
            .integrator = "mine"};
        struct diagnostic d = {""};
        cr_expect(fingerprint_found(&r, &d) == NULL);
        cr_expect(d.text[0] != '\0');
    }
}

/* The midpoint rule that gives up where more than an accuracy is asked of it. */
struct reluctant {
    struct hand_choice hand;
    double least;
};

static int give_up(void *self, double h) {
    (void)self;
    (void)h;
    return -1;
}

static const char *say_failure(void *self) {
    (void)self;
    return "its iteration does not end";
}

static int open_reluctant(void *context, struct model *m,
                          const struct subject_options *options, struct subject *s,
                          struct diagnostic *d) {
    struct reluctant *r = context;
    int failed = hand_open(&r->hand, m, options, s, d);
    if (!failed && options->integrator.accuracy < r->least) {
        s->step = give_up;
        s->why = say_failure;
    }
    return failed;
}

/* What the study says of it; NULL: it fails. */
static json_t *study_reluctant(double least) {
    struct reluctant choice = {{HAND_MIDPOINT, HAND_SOUND}, least};
    const struct study s = {.model = catalogue_model("quadratic"),
                            .method = "mine",
                            .open_subject = open_reluctant,
                            .context = &choice,
                            .foreign = true};
    struct diagnostic d = {""};
    json_t *results = json_array();
    if (study_as_json(study_fingerprint, &s, results, &d)) {
        json_decref(results);
        results = NULL;
    }
    return results;
}

Test(fingerprint, what_gives_up_at_the_accuracy_of_rounding_alone_is_undecided) {
    json_t *results = study_reluctant(1e-8);
    cr_assert(results != NULL);
    const json_t *result = find_result(results, "double", "fingerprint");
    cr_expect_str_eq(text_in(result, "verdict"), "not-asymptotic");
    cr_expect(strstr(text_in(result, "reason"), "its iteration does not end") != NULL);
    expect_no_alarm(results);
    cr_expect(study_reluctant(1) == NULL);
}

/* Refuses systems with more than velocities and other states. */
static int open_plain_only(void *context, struct model *m,
                           const struct subject_options *options, struct subject *s,
                           struct diagnostic *d) {
    if (m->nq > 0) {
        snprintf(d->text, sizeof d->text, "positions are not for it");
        return -1;
    }
    return hand_open(context, m, options, s, d);
}

Test(fingerprint, narrower_families_follow_where_one_is_refused) {
    struct hand_choice choice = {HAND_RUNGE_KUTTA_4, HAND_SOUND};
    json_t *f = find(open_plain_only, &choice, NULL);
    const json_t *refused = json_object_get(f, "families_refused");
    cr_expect_str_eq(text_in(f, "family"), "plain");
    cr_expect_str_eq(text_in(f, "method"), "runge-kutta-4");
    cr_assert(json_array_size(refused) == 2);
    cr_expect_str_eq(text_in(json_array_get(refused, 0), "family"), "mechanical");
    cr_expect(strstr(text_in(json_array_get(refused, 0), "why"), "positions") != NULL);
    cr_expect_str_eq(text_in(json_array_get(refused, 1), "family"), "nystrom");
    cr_expect(strstr(text_in(f, "diagnosis"), "positions were refused") != NULL);
}

/* What does not apply is told in the text, and is no message of a failure. */
Test(fingerprint, a_refused_family_is_no_failure) {
    struct hand_choice choice = {HAND_RUNGE_KUTTA_4, HAND_SOUND};
    const struct fingerprint_request r = {
        .bench = {.open_subject = open_plain_only, .context = &choice},
        .family = FOREST_MECHANICAL,
        .order = 4,
        .integrator = "mine"};
    struct diagnostic d = {""};
    json_t *f = fingerprint_found(&r, &d);
    cr_assert(f != NULL);
    cr_expect_str_eq(d.text, "");
}

Test(fingerprint, the_document_has_its_shape) {
    static const char *const keys[] = {"format",      "integrator", "method",
                                       "arithmetic",  "family",     "families_refused",
                                       "order",       "verdict",    "expected",
                                       "name",        "diagnosis",  "fault",
                                       "feature",     "passing",    "failing",
                                       "convergence", "estimate",   "stability",
                                       "nodes",       "time_nodes", "iterations",
                                       "law",         "memory",     "equivariant",
                                       "probes",      "trees"};
    static const char *const tree_keys[] = {"tree",
                                            "differential",
                                            "levels",
                                            "root",
                                            "order",
                                            "children",
                                            "result",
                                            "result_value",
                                            "expected",
                                            "estimate",
                                            "estimate_expected",
                                            "exact_flow",
                                            "difference",
                                            "estimate_difference",
                                            "tolerance",
                                            "verdict"};
    enum fault fault = NO_FAULT;
    json_t *f = find(faulty_open, &fault, NULL);
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        cr_expect(json_object_get(f, keys[k]) != NULL, "%s", keys[k]);
    cr_expect(json_object_size(f) == sizeof keys / sizeof *keys);
    const json_t *trees = json_object_get(f, "trees"), *tree;
    size_t i;
    cr_expect(json_array_size(trees) == 95);
    json_array_foreach(trees, i, tree) {
        for (size_t k = 0; k < sizeof tree_keys / sizeof *tree_keys; k++)
            cr_expect(json_object_get(tree, tree_keys[k]) != NULL, "%s", tree_keys[k]);
        if (strcmp(text_in(tree, "tree"), "v[q]") == 0) {
            cr_expect_str_eq(text_in(tree, "differential"), "f_q N v");
            cr_expect_str_eq(text_in(tree, "levels"), "v0q1");
            cr_expect_str_eq(text_in(tree, "result"), "3/4");
            cr_expect_str_eq(text_in(tree, "expected"), "3/4");
            cr_expect_str_eq(text_in(tree, "estimate"), "1/4");
            cr_expect_str_eq(text_in(tree, "exact_flow"), "1/2");
            cr_expect_str_eq(text_in(tree, "children"), "[q]");
        }
    }
    const json_t *c = json_object_get(f, "convergence");
    cr_expect(number_in(c, "order") == 1 && number_in(c, "estimate_order") == 2 &&
              number_in(c, "gap_order") == 3);
    cr_expect_str_eq(text_in(json_object_get(f, "stability"), "text"),
                     "1/(1 - z + z^2/4)");
    const json_t *nodes = json_object_get(f, "nodes");
    cr_assert(json_array_size(nodes) == 2);
    cr_expect_str_eq(text_in(json_array_get(nodes, 0), "text"), "1/2@1/2");
    cr_expect_str_eq(text_in(json_array_get(nodes, 1), "text"), "1/2@1");
    cr_expect(number_in(f, "iterations") == 6);
}

static char *text_of(const json_t *fingerprint, bool all) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    fingerprint_print(fingerprint_of_json(fingerprint), all, out);
    fclose(out);
    return text;
}

Test(fingerprint, the_text_tells_slopes_from_constants) {
    enum fault fault = N1_MAP_FROZEN;
    json_t *f = find(faulty_open, &fault, "velocity-implicit-euler");
    char *text = text_of(f, false), *all = text_of(f, true);
    static const char *const parts[] = {
        "\nq[q]       N_q(N v) v               1/4     3/4       -1/4      1/4       "
        "FAIL     -0.5     -0.5\n",
        "\n64 of 95 pass, 31 fail: only trees with an edge q-q (--all for every line)\n",
        "order 1 | error, estimate, gap start at h^2, h^2, h^2\n",
        "\nv[v]       f_v f                    3/4     3/4       1/4       1/4       "
        "pass\n",
        "R(z) = 1/(1 - z + z^2/4), L-stable\n",
        "weights@nodes 1/2@1/2, 1/2@1 | of the time the same\n",
        "verdict: fail\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cr_expect(strstr(text, parts[i]) != NULL || i == 2, "%s\n%s", parts[i], text);
    int lines = 0;
    for (const char *c = all; *c != '\0'; c++)
        lines += *c == '\n';
    cr_expect(lines > 95 && lines < 120, "%d", lines);
}

/* On a screen alone: what goes to a file is the same everywhere. */
Test(fingerprint, long_lines_are_folded_on_a_screen) {
    enum { columns = 60 };
    enum fault fault = N1_MAP_FROZEN;
    const struct fingerprints list = {
        .item = fingerprint_of_json(find(faulty_open, &fault, NULL)), .count = 1};
    for (int is_screen = 0; is_screen < 2; is_screen++) {
        char *text;
        size_t length, longest = 0;
        FILE *out = open_memstream(&text, &length);
        screen_set(out, is_screen ? columns : 0);
        fingerprint_print_all(&list, false, out);
        screen_set(NULL, 0);
        fclose(out);
        for (char *line = strstr(text, "This is"); line != NULL && *line != '\0';) {
            const size_t width = strcspn(line, "\n");
            longest = width > longest ? width : longest;
            line += width + (line[width] == '\n');
        }
        cr_expect((longest <= columns) == (is_screen == 1), "%zu: %s", longest, text);
        free(text);
    }
}
