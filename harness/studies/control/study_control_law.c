/* The rule of error control: told, and held to what is declared of it.
 *
 *     "control": {"order": 5, "safety": 0.9, "growth": 5, "shrinkage": 0.2, "before": 0.08,
 *                 "ratio": 0.25, "norm": "max", "of": "err/(1 + |x|)", "over": "q and v"}
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/results/study.h"
#include "harness/studies/control/study_control_watch.h"

/* Identified numbers are those declared to this part of them; powers that are 0, to as much. */
static const double same = 1e-3;

/* Growth by more is no limit. */
static const double unlimited = 1000;

struct remarks {
    char text[512];
    int count;
};

static void add_remark(struct remarks *r, const char *remark) {
    size_t used = strlen(r->text);
    snprintf(r->text + used, sizeof r->text - used, "%s%s", used > 0 ? "; " : "", remark);
    r->count++;
}

static void compare_number(struct remarks *r, const json_t *declared, const char *key,
                           double found) {
    const json_t *number = json_object_get(declared, key);
    char text[128];
    if (number == NULL)
        return;
    double expected = json_number_value(number);
    snprintf(text, sizeof text, "%s is %.6g, declared %.6g", key, found, expected);
    if (!(fabs(found - expected) <= same * (expected != 0 ? fabs(expected) : 1)))
        add_remark(r, text);
}

/* Where a rule is declared by its order, a power that is not declared is 0. */
static void compare_power(struct remarks *r, const json_t *declared, const char *key,
                          double found) {
    char text[128];
    if (json_object_get(declared, key) != NULL) {
        compare_number(r, declared, key, found);
        return;
    }
    snprintf(text, sizeof text, "%s is %.6g, declared none", key, found);
    if (json_object_get(declared, "order") != NULL && !(fabs(found) <= same))
        add_remark(r, text);
}

static void compare_text(struct remarks *r, const json_t *declared, const char *key,
                         const char *found) {
    const char *expected = json_string_value(json_object_get(declared, key));
    char text[256];
    if (expected == NULL || strcmp(expected, found) == 0)
        return;
    snprintf(text, sizeof text, "%s is '%s', declared '%s'", key, found, expected);
    add_remark(r, text);
}

/* Where what is declared is not what was found. */
static void compare(struct remarks *r, const json_t *declared,
                    const struct control_law *law) {
    double growth = law->growth > unlimited ? INFINITY : law->growth;
    if (law->terms == 0)
        add_remark(r, "no such law is followed");
    if (law->never_grows)
        add_remark(r, "steps never grow");
    if (law->terms == 0)
        return;
    compare_number(r, declared, "order", 1 / law->exponent);
    compare_number(r, declared, "safety", law->safety);
    compare_power(r, declared, "before", law->before);
    compare_power(r, declared, "ratio", law->ratio);
    if (!law->never_grows)
        compare_number(r, declared, "growth", growth);
    if (isfinite(law->shrinkage) && law->shrinkage < 1)
        compare_number(r, declared, "shrinkage", law->shrinkage);
    compare_text(r, declared, "norm", control_kind_name(law->norm.kind));
    compare_text(r, declared, "of", control_scale_name(law->norm.scale));
    compare_text(r, declared, "over", control_over_name(law->norm.over));
}

/* What few authors want, and a slip makes. */
static void note_unusual(struct remarks *r, const struct control_law *law,
                         double estimate_order) {
    if (law->never_grows)
        add_remark(r,
                   "no step is longer than the one before it, however small the error");
    if (!law->is_sure)
        return;
    if (law->growth > unlimited)
        add_remark(r, "growth has no limit");
    if (law->safety >= 1)
        add_remark(r, "there is no safety factor");
    if (law->norm.over != CONTROL_ALL)
        add_remark(r, "not all components are controlled");
    if (law->norm.scale >= CONTROL_RELATIVE_BEFORE)
        add_remark(r,
                   "the error is relative only: where a component is zero, steps are of "
                   "no use");
    const enum control_order order = control_order_of(1 / law->exponent, estimate_order);
    if (law->terms == 1 &&
        (order == CONTROL_ORDER_CAREFUL || order == CONTROL_ORDER_WRONG))
        add_remark(r, "the exponent is not one over the order of the estimate");
}

/* Our pair's, which is Drake's (fast/pair/theory.md). */
static json_t *declare_own(void) {
    return json_pack("{s:i, s:f, s:s, s:s, s:s}", "order", 2, "safety", 0.9, "norm",
                     "max", "of", "err", "over", "q and v");
}

int control_judge_law(const struct study *s, struct control_watch *w) {
    struct result r = control_result(s, "controller");
    struct remarks unusual = {"", 0}, wrong = {"", 0};
    char text[512] =
        "not identified: the sizes of steps follow no single power of a norm of "
        "the estimate, nor of two estimates, nor of these and the ratio of steps";
    char share[48] = "";
    if (w->law.terms > 0) {
        control_law_tell(&w->law, text, sizeof text);
        snprintf(share, sizeof share, " (%d of %d sizes)", w->law.on_law, w->law.points);
    }
    note_unusual(&unusual, &w->law, control_estimate_order(s, w));
    json_t *declared =
        s->foreign ? json_incref((json_t *)s->declared_control) : declare_own();
    r.required = declared != NULL;
    if (r.required)
        compare(&wrong, declared, &w->law);
    json_decref(declared);
    r.value = r.low = r.high = w->law.terms > 0 ? 1 / w->law.exponent : NAN;
    r.verdict = wrong.count > 0                        ? VERDICT_FAIL
                : r.required                           ? VERDICT_PASS
                : w->law.is_sure && unusual.count == 0 ? VERDICT_PASS
                                                       : VERDICT_NOT_ASYMPTOTIC;
    return result_append(w->results, s, &r, "controller: %s%s%s%s%s%s", text, share,
                         wrong.count > 0 ? "; " : "", wrong.text,
                         unusual.count > 0 ? "; remarkable: " : "", unusual.text);
}
