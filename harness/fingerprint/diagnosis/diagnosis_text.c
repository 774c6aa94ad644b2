/* The diagnosis in words: an exact name; a name with its fault; or where the first deviation
 * is and what all deviating trees share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/diagnosis/diagnosis.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/laws/fraction.h"

void diagnosis_say(struct diagnosis *x, const char *format, ...) {
    size_t length = strlen(x->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(x->text + length, sizeof x->text - length, format, arguments);
    va_end(arguments);
}

/* Of the method's own estimate: ", with -1/2 times its own estimate". */
static void say_own_estimate(struct diagnosis *x, const struct estimate_fit *f) {
    const bool turned = f->is_signed && f->factor < 0;
    const char *factor = f->factor_text + (turned ? 1 : 0);
    const bool plain = strcmp(factor, "1") == 0;
    diagnosis_say(x, ", with %s%s%sits own estimate%s",
                  f->is_signed ? "" : "the absolute value of ", plain ? "" : factor,
                  plain ? "" : " times ", turned ? ", the sign turned" : "");
}

/* ", with the estimate 4 |big - small|" where that is worth saying. */
static void say_estimate(struct diagnosis *x, const struct evidence *e) {
    const struct estimate_fit *f = &x->estimate;
    const bool plain = strcmp(f->factor_text, "1") == 0;
    if (!e->has_estimate && x->weights.estimate != NULL)
        diagnosis_say(x, ", without an estimate");
    if (!e->has_estimate || x->name.estimate_too || x->fault.found)
        return;
    if (!f->found)
        diagnosis_say(x, ", with an estimate of its own");
    else if (f->is_zero)
        diagnosis_say(x, ", with an estimate that is zero");
    else if (f->is_apart)
        diagnosis_say(
            x, ", with the estimate %s (%s) of the positions, %s (%s) of the velocities",
            f->part_text[TREE_Q], f->of, f->part_text[TREE_V], f->of);
    else if (f->x < 0)
        say_own_estimate(x, f);
    else
        diagnosis_say(x,
                      f->is_signed ? ", with the estimate %s%s(%s)"
                                   : ", with the estimate %s%s|%s|, which has no sign",
                      plain ? "" : f->factor_text, plain ? "" : " ", f->of);
    if (f->found && f->per_h != 0)
        diagnosis_say(x, f->per_h > 0 ? " times h" : " over h");
}

static void say_first_deviation(struct diagnosis *x, const struct evidence *e) {
    char measured[FRACTION_TEXT], expected[FRACTION_TEXT];
    int first = 0;
    while (first < e->forest.count - 1 && !x->fails[first])
        first++;
    char *tree = forest_text(&e->forest, first);
    bool in_result = !judge_same(&e->judge, first, evidence_result(e)[first],
                                 x->weights.result[first]);
    mpfr_srcptr m = in_result ? evidence_result(e)[first] : evidence_estimate(e)[first];
    mpfr_srcptr w = in_result ? x->weights.result[first] : x->weights.estimate[first];
    fraction_print(measured, m, e->judge.unit);
    fraction_print(expected, w, e->judge.unit);
    diagnosis_say(x, "the first deviation is %s%s = %s, not %s",
                  in_result ? "" : "the estimate's ", tree != NULL ? tree : "", measured,
                  expected);
    free(tree);
    if (x->has_feature)
        diagnosis_say(x, "; all deviating trees, and only they, are %s", x->feature);
}

/* Of chains or bushes: "v[v^5] = 1/6+1.0e-05". */
static void say_beyond(struct diagnosis *x, const struct evidence *e) {
    char measured[FRACTION_TEXT];
    const struct families *f = e->families;
    char *tree = forest_text(&f->forest, x->beyond);
    fraction_print(measured, f->weights.result[x->beyond], e->judge.unit);
    diagnosis_say(
        x,
        "This is not %s: it has the weights of all these trees, but %s = %s is another",
        x->expected->title, tree != NULL ? tree : "", measured);
    free(tree);
}

/* A weight of order 1 that is almost 1 is a coefficient with too few digits. */
static const double few_digits = 1e-6;

/* A weight that depends on the step says nothing of what is left where it is short. */
void diagnosis_say_consistency(struct diagnosis *x, const struct evidence *e,
                               const char *subject) {
    char weight[FRACTION_TEXT];
    for (int i = 0; i < e->forest.count && e->forest.tree[i].order == 1; i++) {
        double off = fabs(mpfr_get_d(evidence_result(e)[i], MPFR_RNDN) - 1);
        if (off <= judge_tolerance(&e->judge, i, 1) || evidence_is_scattered(e, i))
            continue;
        fraction_print(weight, evidence_result(e)[i], e->judge.unit);
        const char *tree = e->forest.tree[i].colour == TREE_Q ? "q" : "v";
        if (off < few_digits)
            diagnosis_say(x,
                          " %s is consistent to few digits only: the weight of %s is %s.",
                          subject, tree, weight);
        else
            diagnosis_say(
                x,
                " %s is not consistent: the weight of %s is %s, so that at constant "
                "rates "
                "it goes %s times as far as it should.",
                subject, tree, weight, weight);
        return;
    }
}

double diagnosis_largest_difference(const struct diagnosis *x, const struct evidence *e) {
    double largest = 0;
    for (int i = 0; i < e->forest.count; i++)
        largest = fmax(largest, fabs(mpfr_get_d(evidence_result(e)[i], MPFR_RNDN) -
                                     mpfr_get_d(x->weights.result[i], MPFR_RNDN)));
    return largest;
}

/* The nearest method; `almost`: it is meant. */
static void say_nearest(struct diagnosis *x, const struct evidence *e) {
    char title[NAME_TEXT];
    name_title(title, x->expected, x->expected_variant);
    diagnosis_say(
        x,
        x->is_almost
            ? "This is almost %s, but %d of %d trees differ, by %.1e at most, so "
              "that coefficients have wrong last digits, or too few; "
            : " The nearest is %s: %d of %d trees differ, by %.1e at most; ",
        title, x->failing, e->forest.count, diagnosis_largest_difference(x, e));
    say_first_deviation(x, e);
    diagnosis_say(x, ".");
}

static void say_nothing_known(struct diagnosis *x, const struct evidence *e) {
    const bool is_exact = evidence_is_almost_exact(e);
    const double off = evidence_inexactness(e);
    if (x->is_almost) {
        say_nearest(x, e);
        return;
    }
    diagnosis_say(x, "No known method has these weights");
    if (is_exact)
        diagnosis_say(x, ", which through order %d are those of the exact solution",
                      e->forest.tree[e->forest.count - 1].order);
    if (is_exact && off > e->judge.units * e->judge.unit)
        diagnosis_say(
            x, " to %.1e only: its coefficients are rounded, or have too few digits",
            off);
    diagnosis_say(x, ".");
    if (x->is_nearest && x->failing > 0 && !is_exact)
        say_nearest(x, e);
}

static void say_unsolved(struct diagnosis *x, const struct evidence *e) {
    if (x->unsolved < 0)
        return;
    const struct families *f = e->families;
    char *tree = forest_text(&f->forest, x->unsolved);
    diagnosis_say(
        x,
        " Its equations are not solved to the end: the iterations stop too early "
        "for %s, a tree of %d nodes, and others as large.",
        tree != NULL ? tree : "", f->forest.tree[x->unsolved].order);
    free(tree);
}

/* What it misses by little; and an estimate that is not of the size of an error. */
static void say_almost(struct diagnosis *x, const struct evidence *e) {
    if (x->order_exact < x->order_almost)
        diagnosis_say(
            x,
            " It is almost of order %d: through this its weights are within %.1e of "
            "the exact solution's, but equal through order %d only. A coefficient "
            "seems to be wrong.",
            x->order_almost, x->order_off, x->order_exact);
    if (!x->estimate.found &&
        (e->estimate == EVIDENCE_TIMES_H || e->estimate == EVIDENCE_OVER_H))
        diagnosis_say(x, " Its estimate is %s h.",
                      e->estimate == EVIDENCE_TIMES_H ? "multiplied once more by"
                                                      : "divided by");
}

/* Why it has no name, or why that may be another's. */
static void say_undecided(struct diagnosis *x, const struct evidence *e) {
    if (!x->is_undecided)
        return;
    if (x->expected == NULL)
        diagnosis_say(
            x,
            "Through order %d its weights are those of the exact solution, as they "
            "are for every method of this order.",
            e->forest.tree[e->forest.count - 1].order);
    if (e->families->made)
        diagnosis_say(x,
                      " So are those of larger trees, which tell methods apart: it is of "
                      "high order, or makes many steps of another method inside each, "
                      "under an error control of its own.");
    else
        diagnosis_say(
            x, " Larger trees, which tell such methods apart, could not be taken: %s.",
            e->families->why.text);
}

static void say_times(struct diagnosis *x, const struct evidence *e) {
    const bool costs_order = x->order_with_time < x->order_without_time;
    const bool differ = e->families != NULL && families_times_differ(e->families);
    const bool is_unknown = x->expected == NULL || x->is_nearest;
    if (!costs_order && !(differ && is_unknown && x->name_text[0] == '\0'))
        return;
    diagnosis_say(x, " Its stages are told other times than those they stand at");
    if (costs_order)
        diagnosis_say(
            x,
            ", so that %sit is of order %d where rates depend on the time, and of "
            "order %d where they do not",
            x->times_where, x->order_with_time, x->order_without_time);
    diagnosis_say(x, ".");
}

/* Of nodes that are meant for more, where nothing like it has been said. */
static void say_nodes(struct diagnosis *x) {
    if (x->order_of_nodes == 0 || x->order_exact < x->order_almost ||
        x->order_with_time < x->order_without_time)
        return;
    if (x->order_of_nodes == x->order_of_stages + 1)
        diagnosis_say(
            x,
            " Its nodes and weights would do for order %d; what its stages take "
            "leaves it order %d.",
            x->order_of_nodes, x->order_of_stages);
    else
        diagnosis_say(
            x,
            " Its nodes and weights are those of a formula of order %d, and what its "
            "stages take leaves it order %d: a coefficient seems to be wrong there, or "
            "stages are left before they are solved. If not, declare the order "
            "(gate --expect).",
            x->order_of_nodes, x->order_of_stages);
}

static void say_of_expected(struct diagnosis *x, const struct evidence *e) {
    char title[NAME_TEXT];
    name_title(title, x->expected, x->expected_variant);
    if (x->beyond >= 0 && !x->fault.found) {
        say_beyond(x, e);
        diagnosis_say(x, ".");
    } else if (x->failing == 0 && !x->fault.found) {
        diagnosis_say(x, "This is %s", title);
        say_estimate(x, e);
        diagnosis_say(x, ".");
    } else if (x->fault.found) {
        diagnosis_say(x, "This is %s.", x->fault.text);
        if (x->name.method != NULL && x->name.method != x->expected &&
            strcmp(x->name_text, title) != 0 && x->name.estimate_too)
            diagnosis_say(x, " It has the weights of %s.", x->name_text);
    } else if (x->name.method != NULL && x->name.estimate_too) {
        diagnosis_say(x, "This is %s, not %s.", x->name_text, title);
    } else {
        diagnosis_say(x, "This is not %s: ", title);
        say_first_deviation(x, e);
        diagnosis_say(x, ".");
    }
}

static void say_what_it_is(struct diagnosis *x, const struct evidence *e) {
    if (e->cause[0] != '\0')
        diagnosis_say(x, "This has no weights of a one-step method: %s.", e->cause);
    if (e->cause[0] != '\0' && e->scatter > 0)
        diagnosis_say(x, " To that accuracy: ");
    else if (e->cause[0] != '\0')
        return;
    if (x->expected != NULL && !x->expectation_is_own) {
        say_of_expected(x, e);
    } else if (x->name_text[0] != '\0') {
        diagnosis_say(x, "This is %s", x->name_text);
        say_estimate(x, e);
        diagnosis_say(x, ".");
    } else if (!x->is_undecided) {
        say_nothing_known(x, e);
    }
    say_undecided(x, e);
}

/* By how much the weight of a tree with time leaves is off that needs a difference quotient to be
 * allowed: of a known method, or, through the order that it has, of one without a name. */
static double find_time_off(const struct diagnosis *x, const struct evidence *e,
                            bool is_known, int tree) {
    const double by = is_known ? fabs(mpfr_get_d(evidence_result(e)[tree], MPFR_RNDN) -
                                      mpfr_get_d(x->weights.result[tree], MPFR_RNDN))
                               : fabs(evidence_missing(e, e->of, tree));
    const struct judge strict = is_known ? e->judge : judge_few(&e->judge);
    const bool is_off = by > judge_tolerance(&strict, tree, 1);
    return judge_time_leaves(&e->forest, tree) > 0 && is_off ? by : 0;
}

static void say_time_off(struct diagnosis *x, const struct evidence *e) {
    const struct judge few = evidence_few(e);
    const bool is_known = x->expected != NULL && x->failing == 0;
    const int order =
        x->has_no_name ? judge_order(&few, evidence_result(e), NULL, NULL) : 0;
    double off = 0;
    if (is_known && known_is_runge_kutta(x->expected))
        return;
    for (int i = 0; i < e->forest.count; i++)
        if (is_known || e->forest.tree[i].order <= order)
            off = fmax(off, find_time_off(x, e, is_known, i));
    if (off > 0)
        diagnosis_say(
            x,
            " Where rates depend on the time, weights are off by %.0e, as with a "
            "difference quotient by time.",
            off);
}

void diagnosis_write(struct diagnosis *x, const struct evidence *e) {
    x->text[0] = '\0';
    say_what_it_is(x, e);
    if (e->cause[0] == '\0')
        say_times(x, e);
    if (e->cause[0] == '\0')
        say_almost(x, e);
    if (e->cause[0] == '\0')
        say_nodes(x);
    say_unsolved(x, e);
    if (e->cause[0] == '\0' && !e->time_scatters)
        say_time_off(x, e);
    if (e->cause[0] == '\0' && e->time_scatters)
        diagnosis_say(
            x,
            " Where rates depend on the time, weights scatter by %.0e, as with a "
            "difference quotient by time.",
            e->scatter);
    if (e->is_single)
        diagnosis_say(x, " It computes in single precision: weights are compared "
                         "within 1e-6.");
    diagnosis_say_consistency(x, e, "It");
    if (x->breaks_composition && e->cause[0] == '\0')
        diagnosis_say(x,
                      " Two steps in a row are not those of its weights, although more "
                      "steps keep nothing: %s. So it is where a choice depends on the "
                      "state, or a component is left out where all are 0.",
                      evidence_memory_why(e));
    else if (e->rounds && e->cause[0] == '\0')
        diagnosis_say(x,
                      " Two steps in a row are those of its weights to %.0e: some of its "
                      "numbers may be of single precision.",
                      e->composed_off);
    else if (evidence_remembers(e) && e->cause[0] == '\0')
        diagnosis_say(x, " It remembers earlier steps: %s.%s", evidence_memory_why(e),
                      x->expected == NULL && !e->may_remember ? DIAGNOSIS_DECLARE_MEMORY
                                                              : "");
    /* the name is of what passes; a faulty method is not called by the name of a good one */
    if (x->verdict != DIAGNOSIS_PASS && x->fault.found)
        snprintf(x->name_text, sizeof x->name_text, "%s", x->fault.text);
}
