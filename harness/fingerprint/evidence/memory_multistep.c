/* Linear multistep methods by the courses that they make: those with a name are tried, and where
 * none fits the coefficients are found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/evidence/memory.h"
#include "harness/fingerprint/laws/fraction.h"

/* The law may hold after so many steps that only begin it; of these a fit uses none. */
enum { LATEST_BEGIN = 6, MOST_FITTED = 4 };

/* Fitted coefficients are known to this. */
static const double fitted = 1e-10;

/* So far may a coefficient be off of a method that is meant. */
static const double mistyped = 0.05;

static bool holds_on_all(const struct multistep *m, const struct course *c, int n,
                         int *tree) {
    for (int t = 0; t < c->forest.count; t++)
        if (!(memory_deviation(m, c, n, t) <= 1)) {
            *tree = t;
            return false;
        }
    return true;
}

static bool follows_grid(const struct law_row *row, int more, const struct course *c) {
    double time[MULTISTEP_MOST + 1];
    struct multistep on_grid;
    int tree;
    for (int n = COURSE_EQUAL + 1; n <= c->steps; n++) {
        if (!multistep_has_grids(row->family))
            return false;
        for (int j = 0; j <= MULTISTEP_MOST; j++)
            time[j] = (c->time[n - j] - c->time[n]) / c->size[n];
        multistep_on_grid(&on_grid, row->family, row->steps, time);
        on_grid.more = more;
        if (!holds_on_all(&on_grid, c, n, &tree))
            return false;
    }
    return true;
}

static enum memory_ratio find_ratio(const struct memory *m, const struct course *c) {
    const int changed = COURSE_EQUAL + 1;
    int tree;
    if (c->steps < changed)
        return RATIO_UNTRIED;
    if (m->row != NULL && follows_grid(m->row, m->multistep.more, c))
        return RATIO_FOLLOWED;
    if (course_is_fresh(c, changed))
        return RATIO_RESTARTS;
    return holds_on_all(&m->multistep, c, changed, &tree) ? RATIO_IGNORED : RATIO_OTHER;
}

static bool holds_in_all_steps(const struct memory *m, const struct course *c) {
    bool holds = true;
    int tree;
    for (int n = m->begun + 1; n <= COURSE_EQUAL && holds; n++)
        holds = holds_on_all(&m->multistep, c, n, &tree);
    return holds;
}

/* Coefficients that were fitted to chains, and hold for these alone, are no law. */
static bool is_of_chains_alone(const struct memory *m, const struct course *c) {
    return m->row == NULL && !m->is_wrong && !holds_in_all_steps(m, c);
}

/* It has the order of the linear method up to 2, and more is not known of it. */
static void take_one_leg(struct memory *m, const struct course *c) {
    enum { COMMON = 2 };
    static const char belongs[] = "the one-leg method that belongs to ";
    char title[sizeof m->title];
    snprintf(title, sizeof title, "%s", m->title);
    snprintf(m->title, sizeof m->title, "%s%.*s", belongs,
             (int)(sizeof title - sizeof belongs), title);
    m->is_one_leg = true;
    m->row = NULL;
    m->key[0] = '\0';
    m->order = m->order < COMMON ? m->order : COMMON;
    m->ratio = c->steps <= COURSE_EQUAL               ? RATIO_UNTRIED
               : course_is_fresh(c, COURSE_EQUAL + 1) ? RATIO_RESTARTS
                                                      : RATIO_OTHER;
}

/* Where the law of the chains does not hold for other trees. */
static void find_other_trees(struct memory *m, const struct course *c) {
    int tree = -1;
    for (int n = m->begun + 1; n <= COURSE_EQUAL; n++) {
        if (holds_on_all(&m->multistep, c, n, &tree))
            continue;
        char *name = forest_text(&c->forest, tree);
        m->is_wrong = c->forest.tree[tree].colour == TREE_V;
        m->has_other_positions = !m->is_wrong;
        snprintf(m->fault, sizeof m->fault,
                 m->is_wrong ? "step %d does not follow it in %s"
                             : "positions follow another rule, as step %d shows in %s",
                 n, name != NULL ? name : "");
        free(name);
        return;
    }
}

/* The coefficients, of x and of f. */
static void write_coefficients(char *text, size_t room, const struct multistep *m) {
    char number[FRACTION_TEXT];
    size_t used = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 1 - i; j <= m->steps && used < room; j++) {
            fraction_print_rough(number, i == 0 ? m->a[j] : m->b[j], fitted);
            used += (size_t)snprintf(text + used, room - used, "%s%s%s",
                                     j > 1 - i ? ", " : "", i == 1 && j == 0 ? "; " : "",
                                     number);
        }
}

/* What differs of one coefficient: "b_0 is 0.667, not 2/3"; how many do. Where several do, and
 * one by much, it is another method. */
static int compare_coefficients(char *text, size_t room, const struct multistep *is,
                                const struct multistep *meant) {
    char found[FRACTION_TEXT], right[FRACTION_TEXT];
    int different = 0;
    bool is_far = false;
    for (int i = 0; i < 2; i++)
        for (int j = 1 - i; j <= is->steps; j++) {
            double x = i == 0 ? is->a[j] : is->b[j],
                   y = i == 0 ? meant->a[j] : meant->b[j];
            if (fabs(x - y) <= fitted)
                continue;
            is_far |= fabs(x - y) > mistyped;
            fraction_print_rough(right, y, fitted);
            snprintf(found, sizeof found, "%.10g", x);
            if (different++ == 0)
                snprintf(text, room, "%c_%d is %s, not %s", i == 0 ? 'a' : 'b', j, found,
                         right);
        }
    return is_far && different > 1 ? 2 * MULTISTEP_MOST : different;
}

/* The named method that these coefficients are nearest to, when they cost it its order. */
static void find_meant(struct memory *m, int order) {
    char text[MEMORY_TEXT];
    int least = 2 * MULTISTEP_MOST;
    for (const struct law_row *row = law_rows(); row->name != NULL; row++) {
        struct multistep meant;
        multistep_uniform(&meant, row->family, row->steps);
        if (row->steps != m->multistep.steps || meant.predicts || row->order <= order)
            continue;
        int different = compare_coefficients(text, sizeof text, &m->multistep, &meant);
        if (different >= least)
            continue;
        least = different;
        snprintf(m->title, sizeof m->title, "%s", row->title);
        snprintf(m->fault, sizeof m->fault, "%s", text);
        m->is_wrong = true;
    }
}

static void describe_fitted(struct memory *m) {
    double parasite = multistep_parasite(&m->multistep);
    int order = multistep_order(&m->multistep, fitted);
    char coefficients[MEMORY_TEXT / 2] = "";
    write_coefficients(coefficients, sizeof coefficients, &m->multistep);
    m->order = order > 0 ? order : 0;
    snprintf(
        m->title, sizeof m->title,
        "a linear multistep method of %d steps and order %d, with the coefficients %s",
        m->multistep.steps, m->order, coefficients);
    if (order < 1) {
        m->is_wrong = true;
        snprintf(m->fault, sizeof m->fault, "it is not consistent");
    } else if (parasite > 1 + fitted) {
        m->is_wrong = true;
        snprintf(m->fault, sizeof m->fault,
                 "it is not stable: errors grow %.4g times in each step", parasite);
    }
    find_meant(m, m->order);
}

static bool take_named(struct memory *m, const struct course *c) {
    for (const struct law_row *row = law_rows(); row->name != NULL; row++) {
        multistep_uniform(&m->multistep, row->family, row->steps);
        m->begun = memory_begin(&m->multistep, c, MEMORY_LATEST_NAMED);
        if (m->begun < 0)
            continue;
        m->row = row;
        m->order = row->order;
        snprintf(m->title, sizeof m->title, "%s", row->title);
        snprintf(m->key, sizeof m->key, "%s", row->name);
        return true;
    }
    return false;
}

/* One with a name that corrects more than once. */
static bool take_corrected(struct memory *m, const struct course *c) {
    static const char *const times[] = {"once", "twice", "three times", "four times"};
    enum { MOST_MORE = 3 };
    for (const struct law_row *row = law_rows(); row->name != NULL; row++)
        for (int more = 1; more <= MOST_MORE; more++) {
            multistep_uniform(&m->multistep, row->family, row->steps);
            m->multistep.more = more;
            if (!m->multistep.predicts ||
                (m->begun = memory_begin(&m->multistep, c, MEMORY_LATEST_NAMED)) < 0)
                continue;
            m->row = row;
            m->order = row->order;
            snprintf(m->title, sizeof m->title, "%s, but corrected %s", row->title,
                     times[more]);
            return true;
        }
    return false;
}

static bool take_fitted(struct memory *m, const struct course *c) {
    for (int steps = 2; steps <= MOST_FITTED; steps++) {
        if (!(memory_fit(&m->multistep, c, steps, LATEST_BEGIN + 1) <= 1))
            continue;
        m->begun = memory_begin(&m->multistep, c, LATEST_BEGIN);
        if (m->begun < 0)
            continue;
        describe_fitted(m);
        return true;
    }
    return false;
}

/* What the law found is on other trees and steps; false: it is none. */
static bool look_closer(struct memory *m, const struct course *c) {
    if (!holds_in_all_steps(m, c) && memory_is_one_leg(m, c)) {
        take_one_leg(m, c);
        return true;
    }
    if (is_of_chains_alone(m, c)) {
        m->begun = m->order = 0;
        m->title[0] = '\0';
        return false;
    }
    m->ratio = find_ratio(m, c);
    if (m->fault[0] == '\0')
        find_other_trees(m, c);
    return true;
}

int memory_find_multistep(struct memory *m, const struct course *c) {
    bool is_unevaluated = false;
    if (!take_named(m, c) && !take_corrected(m, c) && !memory_take_modified(m, c)) {
        if (memory_take_unevaluated(&is_unevaluated, m, c))
            return -1;
        if (!is_unevaluated && !take_fitted(m, c))
            return 0;
    }
    if (!is_unevaluated && !look_closer(m, c))
        return 0;
    if (is_unevaluated && m->ratio == RATIO_OTHER && course_is_fresh(c, COURSE_EQUAL + 1))
        m->ratio = RATIO_RESTARTS;
    m->kind = MEMORY_MULTISTEP;
    m->is_weakly_stable = fabs(multistep_parasite(&m->multistep) - 1) <= fitted;
    if (m->fault[0] == '\0' && m->ratio == RATIO_IGNORED) {
        m->is_wrong = true;
        snprintf(m->fault, sizeof m->fault, MEMORY_RATIO_IGNORED);
    }
    return 0;
}
