/* Two numbers of a Runge-Kutta table that stand in each other's places, or one that is added to
 * another: in a row of A, where one stage is taken for another, or among the weights; two stages'
 * times; or two rows, or columns, of an implicit one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/trees/composition.h"

struct search {
    struct fault *fault;
    const struct evidence *evidence;
    struct tableau tableau;
    const char *title;
};

/* Whether all parts of A are the same, and both weights. */
static bool is_uniform(const struct tableau *t) {
    bool is = tableau_is_uniform(t);
    for (int i = 0; i < t->stages; i++)
        is = is && mpq_equal(t->bq[i], t->bv[i]);
    return is;
}

/* Whether the table as it has been changed explains what was measured; then that is the fault. */
static int examine(bool *found, struct search *s, const char *id) {
    *found = false;
    int failed = fault_explains_table(found, s->evidence, &s->tableau);
    *found = *found && !failed;
    if (*found) {
        *s->fault = (struct fault){.found = true, .size = NAN};
        snprintf(s->fault->id, sizeof s->fault->id, "%s", id);
    }
    return failed;
}

static void swap_entries(struct tableau *t, int i, int j, int k) {
    for (int part = 0; part < TABLEAU_PARTS; part++)
        mpq_swap(t->a[part][i * t->stages + j], t->a[part][i * t->stages + k]);
}

static void swap_weights(struct tableau *t, int j, int k) {
    mpq_swap(t->bq[j], t->bq[k]);
    mpq_swap(t->bv[j], t->bv[k]);
}

/* Of a row of A, or (row < 0) of the weights. */
static int try_pair(struct search *s, int row, int j, int k) {
    struct tableau *t = &s->tableau;
    struct fault *fault = s->fault;
    const int place = row * t->stages;
    bool found;
    if (fault->found ||
        (row >= 0 && mpq_equal(t->a[TABLEAU_VV][place + j], t->a[TABLEAU_VV][place + k])))
        return 0;
    row < 0 ? swap_weights(t, j, k) : swap_entries(t, row, j, k);
    int failed = examine(&found, s, "coefficients-exchanged");
    row < 0 ? swap_weights(t, j, k) : swap_entries(t, row, j, k);
    if (!found)
        return failed;
    if (row < 0)
        snprintf(fault->text, sizeof fault->text, "%.160s, with b%d and b%d exchanged",
                 s->title, j + 1, k + 1);
    else
        snprintf(
            fault->text, sizeof fault->text,
            "%.160s, with the coefficients of stages %d and %d in stage %d exchanged",
            s->title, j + 1, k + 1, row + 1);
    return 0;
}

static void move_entry(mpq_t *row, int from, int to, mpq_srcptr number) {
    mpq_sub(row[from], row[from], number);
    mpq_add(row[to], row[to], number);
}

/* A stage that is taken in a row of A, or (row < 0) in the result, where another one belongs. */
static int try_stale(struct search *s, int row, int from, int to) {
    struct tableau *t = &s->tableau;
    struct fault *fault = s->fault;
    mpq_t number;
    bool found = false;
    mpq_t *line = row < 0 ? t->bv : t->a[TABLEAU_VV] + row * t->stages;
    if (fault->found || mpq_sgn(line[from]) == 0)
        return 0;
    mpq_init(number);
    mpq_set(number, line[from]);
    int failed = 0;
    for (int back = 0; back < 2; back++) {
        const int i = back ? to : from, j = back ? from : to;
        if (row < 0) {
            move_entry(t->bv, i, j, number);
            move_entry(t->bq, i, j, number);
        }
        for (int part = 0; part < TABLEAU_PARTS && row >= 0; part++)
            move_entry(t->a[part] + row * t->stages, i, j, number);
        if (!back)
            failed = examine(&found, s, "stale-stage");
    }
    mpq_clear(number);
    if (!found)
        return failed;
    char place[32] = "the result";
    if (row >= 0)
        snprintf(place, sizeof place, "stage %d", row + 1);
    snprintf(fault->text, sizeof fault->text,
             "%.160s, with stage %d taken in %s where stage %d belongs", s->title, to + 1,
             place, from + 1);
    return 0;
}

static void swap_lines(struct tableau *t, bool rows, int j, int k) {
    const int s = t->stages;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        for (int i = 0; i < s; i++)
            mpq_swap(t->a[part][rows ? j * s + i : i * s + j],
                     t->a[part][rows ? k * s + i : i * s + k]);
}

static int try_lines(struct search *s, bool rows, int j, int k) {
    struct fault *fault = s->fault;
    bool found;
    if (fault->found)
        return 0;
    swap_lines(&s->tableau, rows, j, k);
    int failed = examine(&found, s, rows ? "rows-exchanged" : "columns-exchanged");
    swap_lines(&s->tableau, rows, j, k);
    if (!found)
        return failed;
    snprintf(fault->text, sizeof fault->text, "%.160s, with %s %d and %d of a exchanged",
             s->title, rows ? "rows" : "columns", j + 1, k + 1);
    return 0;
}

/* The times that two stages are told; where they stand is not changed. */
static int try_times(struct search *s, int j, int k) {
    struct tableau *t = &s->tableau;
    bool found;
    if (s->fault->found || mpq_equal(t->c[j], t->c[k]))
        return 0;
    mpq_swap(t->c[j], t->c[k]);
    int failed = examine(&found, s, "times-exchanged");
    mpq_swap(t->c[j], t->c[k]);
    if (found)
        snprintf(s->fault->text, sizeof s->fault->text,
                 "%.160s, with c%d and c%d exchanged", s->title, j + 1, k + 1);
    return failed;
}

static int try_all_times(struct search *s) {
    int failed = 0;
    for (int k = 1; k < s->tableau.stages; k++)
        for (int j = 0; j < k && !failed; j++)
            failed = try_times(s, j, k);
    return failed;
}

static int try_all_lines(struct search *s) {
    int failed = 0;
    for (int k = 1; k < s->tableau.stages; k++)
        for (int j = 0; j < k; j++)
            for (int rows = 0; rows < 2 && !failed; rows++)
                failed = try_lines(s, rows, j, k);
    return failed;
}

/* Whether N(q) is that of the start in all stages: the weight of q[q] is 0. Some take it so. */
static bool is_map_frozen(const struct evidence *e) {
    const int leaf = composition_lookup(&e->forest, TREE_Q, 0, 0, NULL);
    const int tree = leaf < 0 ? -1 : composition_lookup(&e->forest, TREE_Q, 0, 1, &leaf);
    return tree >= 0 && fabs(mpfr_get_d(evidence_result(e)[tree], MPFR_RNDN)) <=
                            judge_tolerance(&e->judge, tree, 0);
}

static void freeze_map(struct search *s, char title[NAME_TEXT]) {
    const size_t used = strlen(title);
    for (int k = 0; k < s->tableau.stages * s->tableau.stages; k++)
        mpq_set_ui(s->tableau.a[TABLEAU_QQ][k], 0, 1);
    snprintf(title + used, NAME_TEXT - used, ", N(q) taken at the start");
}

int fault_find_moved(struct fault *fault, const struct evidence *e,
                     const struct known_method *m, enum known_variant variant) {
    char title[NAME_TEXT];
    struct search s = {.fault = fault, .evidence = e, .title = title};
    int failed = known_build(&s.tableau, m, variant);
    name_title(title, m, variant);
    const bool is_implicit = !failed && !tableau_is_explicit(&s.tableau, TABLEAU_VV);
    const bool is_searched = !failed && is_uniform(&s.tableau);
    if (is_searched && is_map_frozen(e))
        freeze_map(&s, title);
    if (is_searched)
        for (int row = -1; row < s.tableau.stages; row++)
            for (int k = 1; k < (row < 0 || is_implicit ? s.tableau.stages : row); k++)
                for (int j = 0; j < k && !failed; j++)
                    failed = try_pair(&s, row, j, k) || try_stale(&s, row, j, k) ||
                             try_stale(&s, row, k, j);
    if (!failed && is_searched)
        failed = try_all_times(&s);
    if (!failed && is_implicit && is_searched)
        failed = try_all_lines(&s);
    tableau_free(&s.tableau);
    return failed;
}
