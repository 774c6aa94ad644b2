/* The restitution study: the laws of impact side by side, at the first impact of a model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/study_restitution.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "problems/model.h"

enum { LAWS = 3, WAYS = 3 };
static const char *const law_name[LAWS] = {"Poisson", "Newton", "NoRestitution"};
static const char *const induced_name[WAYS] = {"Simultaneous", "Sequential", "Mixed"};

/* Rounds: sequences are to end by themselves. */
enum { MOST_ROUNDS = 1000 };

/* Velocities below twice the constraint tolerance, 1e-9, are no approach (fast/contact.h), and a
 * sequence of rounds may leave as much at each contact; over the largest speed before. */
static const double velocity_bound = 1e-8;
/* Of the original's solver, whose own tolerance is 1e-10; and of energies, where cap and
 * result are rounded. */
static const double faithful_bound = 1e-8, energy_rounding = 1e-12;

/* What is gathered over all laws and ways. */
struct gathered {
    json_t *points;
    double largest; /* of ratio_of, default mode */
    bool has_any;
};

static struct subject_options choose(const struct study *s, int law, int induced,
                                     bool faithful) {
    struct subject_options options = study_fixed_options(s);
    options.integrator.mode = faithful ? FAST_FAITHFUL : FAST_DEFAULT;
    options.integrator.restitution = (enum contact_restitution)law;
    options.integrator.induced = (enum contact_induced)induced;
    if (!faithful)
        options.integrator.max_induced = MOST_ROUNDS;
    return options;
}

/* T before, or more where an obstacle brings more. */
static double size_of(const struct restitution_seen *seen) {
    return fmax(seen->energy_before, fabs(seen->imposed));
}

/* T after, less what obstacles that move by themselves have put into it, over T before. */
static double ratio_of(const struct restitution_seen *seen) {
    const double size = size_of(seen);
    return (seen->energy_after - seen->imposed + (size - seen->energy_before)) / size;
}

/* The same of the answer: what its impulses do as the obstacles see it, over T before. */
static double predict(const struct restitution_seen *seen,
                      const struct impact_answer *answer) {
    return 1 + answer->energy / size_of(seen);
}

static void gather(struct gathered *g, int law, int induced, bool faithful,
                   const struct restitution_seen *seen, double expected) {
    json_array_append_new(g->points,
                          json_pack("{s:s, s:s, s:s, s:o, s:o}", "law", law_name[law],
                                    "way", induced_name[induced], "mode",
                                    faithful ? "faithful" : "default", "ratio",
                                    json_number(ratio_of(seen)), "expected",
                                    json_number(expected)));
    if (!faithful && !isnan(g->largest) && !(ratio_of(seen) <= g->largest))
        g->largest = ratio_of(seen);
    g->has_any = true;
}

static json_t *list_velocities(const struct restitution_seen *seen,
                               const struct impact_answer *answer) {
    json_t *list = json_array();
    for (int i = 0; i < seen->laws.rows; i++)
        json_array_append_new(list,
                              json_pack("{s:i, s:o, s:o, s:o}", "row", seen->row[i],
                                        "before", json_number(seen->laws.u[i]), "after",
                                        json_number(seen->after[seen->row[i]]),
                                        "expected", json_number(answer->u[i])));
    return list;
}

/* The largest difference of a velocity over the largest speed before. */
static double find_difference(const struct restitution_seen *seen,
                              const struct impact_answer *answer) {
    double largest = 0, size = 0;
    for (int i = 0; i < seen->laws.rows; i++) {
        double off = fabs(seen->after[seen->row[i]] - answer->u[i]);
        largest = isnan(largest) || off <= largest ? largest : off;
        size = fmax(size, fabs(seen->laws.u[i]));
    }
    return largest / size;
}

static int append_impact(const struct study *s, int law, int induced,
                         const struct restitution_seen *seen,
                         const struct impact_answer *answer, struct results *results) {
    char name[64];
    snprintf(name, sizeof name, "impact:%s-%s", law_name[law], induced_name[induced]);
    struct result r = result_begin(s->model, "restitution", "double", name);
    r.mode = "default";
    r.grade = "closed-form";
    result_hold(&r, find_difference(seen, answer), velocity_bound);
    r.required = answer->is_unique;
    r.points = list_velocities(seen, answer);
    if (!answer->is_unique)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &r,
                         "velocities after the impact at t = %.6g against the law's by "
                         "enumeration of the contacts' states, over the largest before; "
                         "energy %.6g of before, expected %.6g%s",
                         seen->t, ratio_of(seen), predict(seen, answer),
                         answer->is_unique ? "" : "; several answers solve the law");
}

/* `first`: of the simultaneous impact, in whose problem all that touches takes part. */
static void use_laws_of(struct restitution_seen *seen,
                        const struct restitution_seen *first) {
    seen->has_laws = first->has_laws;
    seen->laws = first->laws;
    memcpy(seen->row, first->row, sizeof seen->row);
}

static int study_default(const struct study *s, int law, int induced,
                         const struct restitution_seen *seen, struct gathered *g,
                         struct results *results) {
    struct impact_answer answer;
    bool known = seen->has_laws && impact_find(&seen->laws, (enum contact_restitution)law,
                                               induced != CONTACT_SIMULTANEOUS, &answer);
    gather(g, law, induced, false, seen, known ? predict(seen, &answer) : NAN);
    return known ? append_impact(s, law, induced, seen, &answer, results) : 0;
}

/* Whether an impact begins with the velocities that the laws are about: the original strikes at
 * the start of a step, wherever that is. */
static bool begins_alike(const struct restitution_seen *seen) {
    double off = 0, size = 0;
    for (int i = 0; i < seen->laws.rows; i++) {
        off = fmax(off, fabs(seen->before[seen->row[i]] - seen->laws.u[i]));
        size = fmax(size, fabs(seen->laws.u[i]));
    }
    return off <= faithful_bound * size;
}

/* The original's Newton makes energy: as much as the law without a cap. With friction its solver
 * may stick outside the cone, which is told and not judged. */
static int append_rise(const struct study *s, const struct restitution_seen *seen,
                       const struct impact_answer *answer, struct results *results) {
    struct result r = result_begin(s->model, "restitution", "double", "newton-rise");
    const double expected = predict(seen, answer);
    const bool rubs = seen->laws.rows > seen->laws.contacts;
    r.mode = "faithful";
    r.grade = "closed-form";
    r.value = ratio_of(seen);
    r.low = r.high = r.value;
    r.expected = expected;
    r.tolerance = faithful_bound;
    r.required = answer->is_unique && !rubs;
    r.verdict = verdict_two_sided(true, r.low, r.high, expected, r.tolerance);
    if (r.verdict == VERDICT_FAIL && rubs)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(
        results, s, &r,
        "kinetic energy after over before by Newton's law as the original "
        "has it, against sum r (u0 + u1) / 2 of the law%s",
        rubs && r.verdict != VERDICT_PASS
            ? "; its solver leaves the cone of friction here"
            : "");
}

static int study_faithful(const struct study *s, int law, int induced,
                          const struct restitution_seen *seen, struct gathered *g,
                          struct results *results) {
    struct impact_answer answer;
    struct impact laws = seen->laws;
    laws.is_capped = false;
    bool known = seen->has_laws && law == CONTACT_NEWTON &&
                 induced == CONTACT_SIMULTANEOUS && begins_alike(seen) &&
                 impact_find(&laws, CONTACT_NEWTON, false, &answer);
    gather(g, law, induced, true, seen, known ? predict(seen, &answer) : NAN);
    return known ? append_rise(s, seen, &answer, results) : 0;
}

static int study_one(const struct study *s, int law, int induced, bool faithful,
                     struct restitution_seen *first, struct gathered *g,
                     struct results *results, struct diagnostic *d) {
    struct subject_options options = choose(s, law, induced, faithful);
    struct restitution_seen seen;
    int failed = restitution_run(s, &options, &seen, d);
    first->is_calm |= !faithful && seen.is_calm;
    if (!failed && seen.why.text[0] == '\0') {
        const bool is_first = !first->is_seen;
        if (!is_first)
            use_laws_of(&seen, first);
        failed = faithful ? study_faithful(s, law, induced, &seen, g, results)
                          : study_default(s, law, induced, &seen, g, results);
        if (is_first) {
            *first = seen;
            return failed || restitution_routh(s, first, results);
        }
    }
    restitution_clear(&seen);
    return failed;
}

static int append_energy(const struct study *s, const struct gathered *g,
                         struct results *results) {
    struct result r = result_begin(s->model, "restitution", "double", "impact-energy");
    r.mode = "default";
    r.grade = "none";
    r.value = g->largest;
    r.high = r.value;
    r.tolerance = 1 + energy_rounding;
    r.required = true;
    r.points = json_incref(g->points);
    r.verdict = verdict_at_most(r.value, r.tolerance);
    return result_append(
        results, s, &r,
        "kinetic energy after the first impact, less the work of obstacles that "
        "move by themselves, over before, the largest of all laws and ways in "
        "default mode: none makes energy");
}

/* Default mode first, simultaneously: that names the contacts that touch. Laws and ways differ from
 * the first strike on: where nothing strikes, all runs of default mode are that run, and without
 * their impact the original's have nothing to be judged by. */
static int study_all(const struct study *s, struct restitution_seen *first,
                     struct gathered *g, struct results *results, struct diagnostic *d) {
    int failed = 0;
    for (int induced = 0; induced < WAYS && !failed; induced++)
        for (int law = 0; law < LAWS && !failed && !first->is_calm; law++)
            failed = study_one(s, law, induced, false, first, g, results, d);
    const bool is_original = s->model->joints == 0 && !first->is_calm;
    for (int induced = 0; induced < WAYS && !failed && is_original; induced++)
        for (int law = 0; law < LAWS && !failed; law++)
            failed = study_one(s, law, induced, true, first, g, results, d);
    return failed;
}

int study_restitution(const struct study *s, struct results *results,
                      struct diagnostic *d) {
    if (s->foreign)
        return restitution_of_states(s, results, d);
    if (s->model->contacts == 0)
        return 0;
    struct restitution_seen first = {.is_seen = false};
    struct gathered g = {.points = json_array()};
    int failed = study_all(s, &first, &g, results, d);
    failed = failed || (g.has_any && append_energy(s, &g, results));
    json_decref(g.points);
    restitution_clear(&first);
    return failed;
}
