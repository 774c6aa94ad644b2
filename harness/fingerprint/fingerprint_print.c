/* A fingerprint as text: without times or machine, so that it can
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

static const char *text_or_dash(const char *text) {
    return text[0] != '\0' ? text : "-";
}

static const char *form_of(const struct fingerprint *f) {
    if (strcmp(f->family, "plain") == 0)
        return "form x' = f(t,x)";
    return strcmp(f->family, "nystrom") == 0 ? "form q' = v, v' = f(t,q,v)"
                                             : "form q' = N(q) v, v' = f(t,q,v)";
}

/* Probe D alone is two steps: where A, B and C agree it shows memory, which a law has. */
static void print_probes(const struct fingerprint *f, FILE *out) {
    const int last = f->probes - 1;
    int agree = 0, first_agree = 0;
    for (int i = 0; i < f->probes; i++) {
        agree += f->probe[i].agrees;
        first_agree += f->probe[i].agrees && i < last;
    }
    const bool shows_memory = agree < f->probes && first_agree == last && f->memory;
    fprintf(out, "probes A B C %s\n",
            !shows_memory ? agree == f->probes ? "D agree" : "D do not agree:"
            : f->has_law && f->law.fault[0] == '\0'
                ? "agree; D, of two steps, shows memory, which this law has:"
                : "agree; D, of two steps, shows memory:");
    for (int i = 0; i < f->probes; i++)
        if (!f->probe[i].agrees)
            fprintf(out, "  probe %s: %s\n", f->probe[i].name, f->probe[i].why);
}

/* What it was compared with; the trees of one named by its law are those of its first step. */
static void print_compared(const struct fingerprint *f, FILE *out) {
    struct law_request asked;
    if (!fingerprint_is_compared(f))
        return;
    if (!f->has_law || law_request_read(&asked, f->expected) == 0 ||
        strcmp(f->law.title, f->name) != 0)
        fprintf(out, ", compared with %s", f->expected);
    else if (f->law.key[0] != '\0')
        fprintf(out, ", compared with %s, its first step with %s", f->law.key,
                f->expected);
    else
        fprintf(out, ", its first step compared with %s", f->expected);
}

static void print_head(const struct fingerprint *f, FILE *out) {
    fprintf(out, "%s%s%s", f->integrator, f->mode[0] != '\0' ? ", mode " : "", f->mode);
    print_compared(f, out);
    fprintf(out, "\n%s; %s; %d trees, order <= %ld; ", form_of(f), f->arithmetic,
            f->trees, f->order);
    print_probes(f, out);
    for (int i = 0; i < f->refusals; i++)
        fprintf(out, "  the %s family is not applicable: %s\n", f->refused[i].family,
                f->refused[i].why);
}

/* The difference where it is no rounding; nothing where there is none. */
static void fill_difference(char *cell, double difference, double tolerance) {
    if (fabs(difference) > tolerance)
        snprintf(cell, table_cell_room, "%+.6g", difference);
}

static bool is_compared(const struct fingerprint *f, int tree) {
    return f->trees > tree && f->tree[tree].expected[0] != '\0';
}

enum { ESTIMATE = 4, VERDICT = 6, DIFFERENCE, ESTIMATE_DIFFERENCE, COLUMNS };

/* What would stand in all columns. */
static void fill_row(char (*cell)[table_cell_room], const struct fingerprint_tree *tree) {
    const char *const texts[VERDICT] = {tree->tree,     tree->differential,
                                        tree->result,   tree->expected,
                                        tree->estimate, tree->estimate_expected};
    const bool fails = fingerprint_tree_fails(tree);
    for (int i = 0; i < VERDICT; i++)
        snprintf(cell[i], table_cell_room, "%s", text_or_dash(texts[i]));
    snprintf(cell[VERDICT], table_cell_room, "%s",
             fails                       ? "FAIL"
             : tree->expected[0] != '\0' ? "pass"
                                         : "-");
    if (fails) {
        fill_difference(cell[DIFFERENCE], tree->difference, tree->tolerance);
        fill_difference(cell[ESTIMATE_DIFFERENCE], tree->estimate_difference,
                        tree->tolerance);
    }
}

static bool has_estimate(const struct fingerprint *f) {
    bool has = false;
    for (int i = 0; i < f->trees; i++)
        has = has || f->tree[i].estimate[0] != '\0' ||
              f->tree[i].estimate_expected[0] != '\0';
    return has;
}

/* shown[] := the columns that say something; how many. */
static int choose_columns(int *shown, const struct fingerprint *f, int failing) {
    const bool has = has_estimate(f);
    int count = 0;
    for (int i = 0; i < (failing > 0 ? COLUMNS : DIFFERENCE); i++)
        if (has || i < ESTIMATE || i == VERDICT || i == DIFFERENCE)
            shown[count++] = i;
    return count;
}

static void add_tree(struct table *t, const int *shown,
                     const struct fingerprint_tree *tree) {
    char all[COLUMNS][table_cell_room] = {""};
    char(*cell)[table_cell_room] = table_add_row(t);
    fill_row(all, tree);
    for (int i = 0; i < t->columns && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s", all[shown[i]]);
}

static int count_failing(const struct fingerprint *f) {
    int failing = 0;
    for (int i = 0; i < f->trees; i++)
        failing += fingerprint_tree_fails(&f->tree[i]);
    return failing;
}

static void print_table(const struct fingerprint *f, int failing, bool all, FILE *out) {
    static const char *const heads[COLUMNS] = {"tree",     "what it is", "result",
                                               "expected", "estimate",   "expected",
                                               "verdict",  "off by",     "estimate by"};
    const char *head[COLUMNS];
    int shown[COLUMNS];
    const int count = choose_columns(shown, f, failing);
    for (int i = 0; i < count; i++)
        head[i] = heads[shown[i]];
    struct table t = table_begin(count, head);
    int told = 0;
    for (int i = 0; i < f->trees; i++) {
        const bool fails = fingerprint_tree_fails(&f->tree[i]);
        told += fails;
        if (all || (fails && told <= most_failing) || f->tree[i].order <= small_order)
            add_tree(&t, shown, &f->tree[i]);
    }
    table_print(&t, (1u << count) - 1, out);
    table_clear(&t);
}

static void print_trees(const struct fingerprint *f, bool all, FILE *out) {
    const int failing = count_failing(f);
    fputc('\n', out);
    print_table(f, failing, all, out);
    if (is_compared(f, 0))
        fprintf(out, "%d of %d pass", f->trees - failing, f->trees);
    else
        fprintf(out, "%d, with nothing to compare them with", f->trees);
    if (failing > 0)
        fprintf(out, ", %d fail", failing);
    if (failing > 0 && f->feature[0] != '\0')
        fprintf(out, ": only %s", f->feature);
    fprintf(out, "%s\n\n", all ? "" : " (--all for every line)");
}

void fingerprint_print(const struct fingerprint *f, bool all, FILE *out) {
    print_head(f, out);
    print_trees(f, all, out);
    fprintf(out, "%s\n", f->diagnosis);
    fingerprint_print_traits(f, out);
    const bool is_open = fingerprint_passes(f) && !fingerprint_is_compared(f) &&
                         !(f->has_law && f->law.key[0] != '\0');
    fprintf(out, "verdict: %s%s\n", f->verdict,
            is_open && !is_compared(f, 0) ? " (it is consistent; no more was asked)"
                                          : "");
}
