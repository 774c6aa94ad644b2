/* The verdict on a method with memory, in words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"

static const char *tell_ratio(enum memory_ratio ratio) {
    static const char *const texts[] = {
        [RATIO_FOLLOWED] = "When the step changes its coefficients follow.",
        [RATIO_RESTARTS] = "When the step changes it starts anew.",
        [RATIO_IGNORED] = "",
        [RATIO_OTHER] = "When the step changes it has a rule of its own.",
        [RATIO_UNTRIED] = "Steps of changing size were not made.",
    };
    return texts[ratio];
}

/* Whether the law found is the one that is expected, or none is. */
static bool is_as_expected(const struct memory *m, const char *expected) {
    return expected == NULL || (m->key[0] != '\0' && law_same(expected, m->key));
}

/* ", begun with backward Euler" */
static void say_start(struct diagnosis *x, const struct memory *m) {
    char title[NAME_TEXT];
    if (m->kind == MEMORY_MULTISTEP && x->name.method != NULL) {
        name_title(title, x->name.method, x->name.variant);
        diagnosis_say(x, ", begun with %s", title);
    }
}

static void say_law(struct diagnosis *x, const struct evidence *e, const char *expected) {
    const struct memory *m = e->course;
    const bool is_right = is_as_expected(m, expected);
    diagnosis_say(x, "This is %s", m->title);
    if (m->fault[0] != '\0')
        diagnosis_say(x, ", but %s", m->fault);
    say_start(x, m);
    diagnosis_say(x, is_right ? "." : ", not %s.", expected);
    if (m->kind == MEMORY_MULTISTEP && m->order == m->start_order + 1 && m->row != NULL &&
        m->order < m->row->order)
        diagnosis_say(x, " Its start costs it order: %d instead of %d.", m->order,
                      m->row->order);
    diagnosis_say_consistency(x, e, "Its first step");
    if (m->kind == MEMORY_MULTISTEP && m->is_weakly_stable)
        diagnosis_say(x,
                      " It is weakly stable: a parasitic solution of it does not decay, "
                      "and may grow where the true one does.");
    if (m->kind == MEMORY_MULTISTEP && m->ratio != RATIO_IGNORED)
        diagnosis_say(x, " %s", tell_ratio(m->ratio));
}

/* Whether steps after the first one are those of new starts, too, and equal steps show that others
 * are not: what is kept of a step by mistake shows in the next one, or when the step changes. */
static bool begins_late(const struct memory *m) {
    return m != NULL && m->has_memory && m->first > 2 && m->first <= COURSE_EQUAL;
}

/* What rounding and iterations leave is less, and a coefficient that is wrong more. */
static const double same_pace = 1e-6;
static bool is_inconsistent(const struct memory *m) {
    return m != NULL && m->has_memory && !(fabs(m->pace - 1) <= same_pace);
}

/* Whether later steps, of no known law, are of order 1 where the first one is of more: nobody
 * begins such a method so well. */
static bool falls_off(const struct diagnosis *x, const struct memory *m) {
    return m != NULL && m->has_memory && m->order == 1 && x->name.method != NULL &&
           x->name.method->order > 1;
}

/* Whether steps in a row are of higher order than the first one, which nothing that is kept by
 * mistake makes them. */
static bool improves(const struct diagnosis *x, const struct memory *m) {
    return m != NULL && m->has_memory && x->name.method != NULL &&
           m->run_order > x->name.method->order + (x->name.variant == KNOWN_EXTRAPOLATED);
}

/* Whether what is kept costs no order and goes when the size of the steps changes, as of a method
 * of several equal steps that begins with one of its own order. What is kept by mistake, such as
 * an old rate or Jacobian, costs order, or is there all the same. */
static bool begins_anew(const struct diagnosis *x, const struct memory *m) {
    if (m == NULL || !m->has_memory || !m->begins_anew || x->name.method == NULL)
        return false;
    const int order = x->name.method->order + (x->name.variant == KNOWN_EXTRAPOLATED);
    return m->run_order >= 2 &&
           m->run_order >= (order < COURSE_ORDER ? order : COURSE_ORDER);
}

static bool ignores_ratio(const struct memory *m) {
    return m != NULL && m->ratio == RATIO_IGNORED;
}

static void say_begun(struct diagnosis *x, const struct memory *m) {
    char title[NAME_TEXT];
    name_title(title, x->name.method, x->name.variant);
    diagnosis_say(
        x,
        improves(x, m)      ? " Its first step is that of %s, and steps in a row are of "
                              "higher order, as of a method of several steps that begins so."
        : begins_anew(x, m) ? " Its first step is that of %s. Steps in a row keep that "
                              "order, and when the step changes it starts anew, as a "
                              "method of several steps does."
        : begins_late(m)    ? " Its first steps are those of %s, with which a method of "
                              "several steps may begin."
                            : " Its first step is that of %s. Something is kept that is "
                              "not of the state.",
        title);
}

static void say_unknown(struct diagnosis *x, const struct evidence *e,
                        const char *expected) {
    if (expected != NULL)
        diagnosis_say(x, "This is not %s. ", expected);
    diagnosis_say(x, "This remembers earlier steps, by no law that is known here: %s.",
                  evidence_memory_why(e));
    if (ignores_ratio(e->course))
        diagnosis_say(x,
                      " It loses order when the step changes: " MEMORY_RATIO_IGNORED ".");
    else if (x->name.method != NULL)
        say_begun(x, e->course);
    if (is_inconsistent(e->course))
        diagnosis_say(x,
                      " It is not consistent: at a constant rate its later steps lead "
                      "%.7g times as far as they should.",
                      e->course->pace);
    else if (falls_off(x, e->course))
        diagnosis_say(x, " Its later steps are of order 1 only.");
    else if (e->course != NULL && e->course->has_memory && e->course->order == 1)
        diagnosis_say(x, " Its steps in a row are of order 1.");
    if (expected == NULL && !e->may_remember && !is_inconsistent(e->course) &&
        !ignores_ratio(e->course))
        diagnosis_say(x, DIAGNOSIS_DECLARE_MEMORY);
}

/* Of one that is expected to have a law, and has no memory. */
static void judge_without_memory(struct diagnosis *x, const char *expected) {
    char key[NAME_TEXT] = "";
    if (x->name.method != NULL)
        name_key(key, x->name.method, x->name.variant);
    const bool is_one = x->verdict == DIAGNOSIS_PASS && !x->fault.found &&
                        law_is_without_memory(expected, key);
    const size_t length = strlen(x->text);
    snprintf(x->text + length, sizeof x->text - length,
             is_one ? " So is %s, where that remembers nothing."
                    : " It has no memory, as %s would.",
             expected);
    x->is_law = !is_one;
    x->verdict = is_one ? DIAGNOSIS_PASS : DIAGNOSIS_FAIL;
}

/* Whether the law asks for more order than the start leaves it. */
static bool loses_order(const struct memory *m) {
    return m->row != NULL && m->order < m->row->order;
}

void diagnosis_judge_memory(struct diagnosis *x, const struct evidence *e,
                            const char *expected) {
    const struct memory *m = e->course;
    const bool remembers = evidence_result_remembers(e);
    const bool has_law = m != NULL && m->kind != MEMORY_UNKNOWN;
    if (x->verdict == DIAGNOSIS_NOT_A_METHOD)
        return;
    x->is_law = true;
    if (!remembers) {
        judge_without_memory(x, expected);
        return;
    }
    x->text[0] = '\0';
    x->fault.found = false;
    if (has_law)
        say_law(x, e, expected);
    else
        say_unknown(x, e, expected);
    if (!has_law) {
        if (expected != NULL || is_inconsistent(m) || ignores_ratio(m) ||
            (x->name.method != NULL && !e->may_remember && !improves(x, m) &&
             !begins_anew(x, m) && (!begins_late(m) || falls_off(x, m))))
            x->verdict = DIAGNOSIS_FAIL;
        x->name_text[0] = '\0';
        return;
    }
    bool passes = !m->is_wrong && is_as_expected(m, expected) &&
                  diagnosis_is_consistent(e) && (expected == NULL || !loses_order(m));
    x->verdict = passes ? DIAGNOSIS_PASS : DIAGNOSIS_FAIL;
    snprintf(x->name_text, sizeof x->name_text, "%.*s", (int)sizeof x->name_text - 1,
             m->title);
    snprintf(x->law_key, sizeof x->law_key, "%s", m->key);
}

void diagnosis_judge_start(struct diagnosis *x, const struct evidence *e) {
    if (e->course == NULL || !e->course->survives_start)
        return;
    diagnosis_say(x,
                  " Started anew, it does not forget the steps before: its first step "
                  "leads to %s when others were made.",
                  e->course->repeated);
    if (x->verdict == DIAGNOSIS_PASS)
        x->verdict = DIAGNOSIS_FAIL;
}
