/* A fingerprint as text: the same for the same JSON, without times or machine, so that it can
 * be committed and compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/screen/table.h"
#include "harness/fingerprint/fingerprint.h"
#include "harness/fingerprint/fingerprint_parts.h"
#include "harness/fingerprint/laws/law.h"

/* Without --all: the trees of so many nodes, and so many of the failing ones. */
enum { small_order = 2, most_failing = 12 };

const char *fingerprint_text(const json_t *object, const char *key) {
    const char *found = json_string_value(json_object_get(object, key));
    return found != NULL ? found : "";
}

static const char *text_or_dash(const json_t *object, const char *key) {
    const char *found = json_string_value(json_object_get(object, key));
    return found != NULL ? found : "-";
}

static const char *form_of(const json_t *fingerprint) {
    const char *family = fingerprint_text(fingerprint, "family");
    if (strcmp(family, "plain") == 0)
        return "form x' = f(t,x)";
    return strcmp(family, "nystrom") == 0 ? "form q' = v, v' = f(t,q,v)"
                                          : "form q' = N(q) v, v' = f(t,q,v)";
}

/* Probe D alone is two steps: where A, B and C agree it shows memory, which a law has. */
static void print_probes(const json_t *fingerprint, FILE *out) {
    const json_t *probe, *all = json_object_get(fingerprint, "probes");
    const size_t last = json_array_size(all) - 1;
    size_t i, agree = 0, first_agree = 0;
    json_array_foreach(all, i, probe) {
        const bool agrees = json_is_true(json_object_get(probe, "agrees"));
        agree += agrees;
        first_agree += agrees && i < last;
    }
    const bool shows_memory = agree < last + 1 && first_agree == last &&
                              json_is_true(json_object_get(fingerprint, "memory"));
    const json_t *fault, *law = json_object_get(fingerprint, "law");
    fault = json_object_get(law, "fault");
    fprintf(out, "probes A B C %s\n",
            !shows_memory ? agree == last + 1 ? "D agree" : "D do not agree:"
            : json_is_object(law) && !json_is_string(fault)
                ? "agree; D, of two steps, shows memory, which this law has:"
                : "agree; D, of two steps, shows memory:");
    json_array_foreach(all, i, probe) if (!json_is_true(json_object_get(probe, "agrees")))
        fprintf(out, "  probe %s: %s\n", fingerprint_text(probe, "name"),
                fingerprint_text(probe, "why"));
}

/* What it was compared with; the trees of one named by its law are those of its first step. */
static void print_compared(const json_t *fingerprint, FILE *out) {
    const json_t *law = json_object_get(fingerprint, "law");
    const char *key = fingerprint_text(law, "key");
    const char *expected = fingerprint_text(fingerprint, "expected");
    struct law_request asked;
    if (expected[0] == '\0')
        return;
    if (!json_is_object(law) || law_request_read(&asked, expected) == 0 ||
        strcmp(fingerprint_text(law, "title"), fingerprint_text(fingerprint, "name")) !=
            0)
        fprintf(out, ", compared with %s", expected);
    else if (key[0] != '\0')
        fprintf(out, ", compared with %s, its first step with %s", key, expected);
    else
        fprintf(out, ", its first step compared with %s", expected);
}

static void print_head(const json_t *fingerprint, FILE *out) {
    const json_t *refused, *mode = json_object_get(fingerprint, "mode");
    size_t i;
    fprintf(out, "%s%s%s", fingerprint_text(fingerprint, "integrator"),
            mode != NULL ? ", mode " : "", mode != NULL ? json_string_value(mode) : "");
    print_compared(fingerprint, out);
    fprintf(out, "\n%s; %s; %d trees, order <= %d; ", form_of(fingerprint),
            fingerprint_text(fingerprint, "arithmetic"),
            (int)json_array_size(json_object_get(fingerprint, "trees")),
            (int)json_integer_value(json_object_get(fingerprint, "order")));
    print_probes(fingerprint, out);
    json_array_foreach(json_object_get(fingerprint, "families_refused"), i, refused)
        fprintf(out, "  the %s family is not applicable: %s\n",
                fingerprint_text(refused, "family"), fingerprint_text(refused, "why"));
}

/* The difference where it is no rounding; nothing where there is none. */
static void fill_difference(char *cell, const json_t *tree, const char *key) {
    const double difference = json_number_value(json_object_get(tree, key));
    const double tolerance = json_number_value(json_object_get(tree, "tolerance"));
    if (fabs(difference) > tolerance)
        snprintf(cell, table_cell_room, "%+.6g", difference);
}

static bool is_compared(const json_t *tree) {
    return json_is_string(json_object_get(tree, "expected"));
}

static bool fails(const json_t *tree) {
    return strcmp(fingerprint_text(tree, "verdict"), "fail") == 0;
}

enum { VERDICT = 6, DIFFERENCE, ESTIMATE_DIFFERENCE, COLUMNS };

static void add_tree(struct table *t, const json_t *tree) {
    static const char *const keys[VERDICT] = {
        "tree", "differential", "result", "expected", "estimate", "estimate_expected"};
    char(*cell)[table_cell_room] = table_add_row(t);
    if (cell == NULL)
        return;
    for (int i = 0; i < VERDICT; i++)
        snprintf(cell[i], table_cell_room, "%s", text_or_dash(tree, keys[i]));
    snprintf(cell[VERDICT], table_cell_room, "%s",
             fails(tree)         ? "FAIL"
             : is_compared(tree) ? "pass"
                                 : "-");
    if (fails(tree)) {
        fill_difference(cell[DIFFERENCE], tree, "difference");
        fill_difference(cell[ESTIMATE_DIFFERENCE], tree, "estimate_difference");
    }
}

static int count_failing(const json_t *trees) {
    const json_t *tree;
    size_t i;
    int failing = 0;
    json_array_foreach(trees, i, tree) {
        failing += fails(tree);
    }
    return failing;
}

static void print_table(const json_t *trees, int failing, bool all, FILE *out) {
    static const char *const heads[COLUMNS] = {"tree",     "what it is", "result",
                                               "expected", "estimate",   "expected",
                                               "verdict",  "off by",     "estimate by"};
    const unsigned left = (1u << COLUMNS) - 1;
    struct table t = table_begin(failing > 0 ? COLUMNS : DIFFERENCE, heads);
    const json_t *tree;
    size_t i;
    int told = 0;
    json_array_foreach(trees, i, tree) {
        told += fails(tree);
        if (all || (fails(tree) && told <= most_failing) ||
            json_integer_value(json_object_get(tree, "order")) <= small_order)
            add_tree(&t, tree);
    }
    table_print(&t, left, out);
    table_clear(&t);
}

static void print_trees(const json_t *fingerprint, bool all, FILE *out) {
    const json_t *trees = json_object_get(fingerprint, "trees");
    const int count = (int)json_array_size(trees), failing = count_failing(trees);
    fputc('\n', out);
    print_table(trees, failing, all, out);
    if (is_compared(json_array_get(trees, 0)))
        fprintf(out, "%d of %d pass", count - failing, count);
    else
        fprintf(out, "%d, with nothing to compare them with", count);
    if (failing > 0)
        fprintf(out, ", %d fail", failing);
    if (failing > 0 && json_is_string(json_object_get(fingerprint, "feature")))
        fprintf(out, ": only %s", fingerprint_text(fingerprint, "feature"));
    fprintf(out, "%s\n\n", all ? "" : " (--all for every line)");
}

void fingerprint_print(const json_t *fingerprint, bool all, FILE *out) {
    print_head(fingerprint, out);
    print_trees(fingerprint, all, out);
    fprintf(out, "%s\n", fingerprint_text(fingerprint, "diagnosis"));
    fingerprint_print_traits(fingerprint, out);
    const json_t *first = json_array_get(json_object_get(fingerprint, "trees"), 0);
    bool is_asked = json_is_string(json_object_get(fingerprint, "expected"));
    bool passes = strcmp(fingerprint_text(fingerprint, "verdict"), "pass") == 0;
    fprintf(out, "verdict: %s%s\n", fingerprint_text(fingerprint, "verdict"),
            passes && !is_asked && !is_compared(first)
                ? " (it is consistent; no more was asked)"
                : "");
}
