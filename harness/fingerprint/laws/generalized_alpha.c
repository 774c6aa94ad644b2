/* Which of the generalised-alpha methods four numbers are, and what is wrong with them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/laws/generalized_alpha.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/laws/fraction.h"

static const struct {
    const char *name, *parameter, *title, *form;
    double least, most;
} families[ALPHA_FAMILIES] = {
    [ALPHA_CHUNG] = {"generalized-alpha", "rho", "the generalised-alpha method",
                     "rho from 0 to 1, as in 'generalized-alpha rho=0.8'", 0, 1},
    [ALPHA_HHT] = {"hht", "alpha", "the method of Hilber, Hughes and Taylor",
                   "alpha from -1/3 to 0, as in 'hht alpha=-0.1'", -1.0 / 3, 0},
    [ALPHA_WBZ] = {"wbz", "rho", "the method of Wood, Bossak and Zienkiewicz",
                   "rho from 0 to 1, as in 'wbz rho=0.5'", 0, 1},
};

const char *alpha_family_name(enum alpha_family family) {
    return families[family].name;
}

const char *alpha_family_parameter(enum alpha_family family) {
    return families[family].parameter;
}

const char *alpha_family_form(enum alpha_family family) {
    return families[family].form;
}

static double best_gamma(const struct generalized_alpha *m) {
    return 0.5 - m->alpha_m + m->alpha_f;
}

static double best_beta(const struct generalized_alpha *m) {
    return 0.25 * (1 - m->alpha_m + m->alpha_f) * (1 - m->alpha_m + m->alpha_f);
}

/* Below this beta an oscillation grows where steps are long (Chung, Hulbert, J. Appl. Mech. 60
 * (1993), equation (19)). */
static double least_beta(const struct generalized_alpha *m) {
    return 0.25 + 0.5 * (m->alpha_f - m->alpha_m);
}

int alpha_method(struct generalized_alpha *m, enum alpha_family family,
                 double parameter) {
    const double x = parameter;
    *m = (struct generalized_alpha){0};
    switch (family) {
    case ALPHA_CHUNG:
        m->alpha_m = (2 * x - 1) / (x + 1);
        m->alpha_f = x / (x + 1);
        break;
    case ALPHA_HHT: m->alpha_f = -x; break;
    default: m->alpha_m = (x - 1) / (x + 1); break;
    }
    m->gamma = best_gamma(m);
    m->beta = best_beta(m);
    return x >= families[family].least && x <= families[family].most ? 0 : -1;
}

/* The parameter of a family that has these alphas; NaN: none has. */
static double find_parameter(enum alpha_family family, const struct generalized_alpha *m,
                             double tolerance) {
    struct generalized_alpha meant;
    double x = family == ALPHA_CHUNG ? m->alpha_f / (1 - m->alpha_f)
               : family == ALPHA_HHT ? -m->alpha_f
                                     : (1 + m->alpha_m) / (1 - m->alpha_m);
    x = fmin(fmax(x, families[family].least), families[family].most);
    alpha_method(&meant, family, x);
    bool fits = fabs(meant.alpha_m - m->alpha_m) <= tolerance &&
                fabs(meant.alpha_f - m->alpha_f) <= tolerance;
    return fits ? x : NAN;
}

static bool is_near(const struct generalized_alpha *a, const struct generalized_alpha *b,
                    double tolerance) {
    return fabs(a->alpha_m - b->alpha_m) <= tolerance &&
           fabs(a->alpha_f - b->alpha_f) <= tolerance &&
           fabs(a->beta - b->beta) <= tolerance && fabs(a->gamma - b->gamma) <= tolerance;
}

bool alpha_is_of(const struct generalized_alpha *m, enum alpha_family family,
                 double parameter, double tolerance) {
    struct generalized_alpha meant;
    const double x = isnan(parameter) ? find_parameter(family, m, tolerance) : parameter;
    return !isnan(x) && alpha_method(&meant, family, x) == 0 &&
           is_near(&meant, m, tolerance);
}

static bool find_family(struct alpha_finding *f, const struct generalized_alpha *m,
                        double tolerance) {
    for (int family = 0; family < ALPHA_FAMILIES; family++) {
        f->family = (enum alpha_family)family;
        f->parameter = find_parameter(f->family, m, tolerance);
        if (!isnan(f->parameter))
            return true;
    }
    return false;
}

static void write_title(struct alpha_finding *f, double tolerance) {
    char value[FRACTION_TEXT];
    fraction_print_rough(value, f->parameter, tolerance);
    snprintf(f->title, sizeof f->title, "%s with %s = %s", families[f->family].title,
             families[f->family].parameter, value);
}

static void write_other_title(struct alpha_finding *f, const struct generalized_alpha *m,
                              double tolerance) {
    char of_m[FRACTION_TEXT], of_f[FRACTION_TEXT];
    fraction_print_rough(of_m, m->alpha_m, tolerance);
    fraction_print_rough(of_f, m->alpha_f, tolerance);
    snprintf(f->title, sizeof f->title,
             "a generalised-alpha method with alpha_m = %s, alpha_f = %s", of_m, of_f);
}

static void write_fault(struct alpha_finding *f, const char *name, double is,
                        double meant, double tolerance) {
    char found[FRACTION_TEXT], right[FRACTION_TEXT];
    const size_t used = strlen(f->fault);
    if (fabs(is - meant) <= tolerance)
        return;
    fraction_print_rough(found, is, tolerance);
    fraction_print_rough(right, meant, tolerance);
    snprintf(f->fault + used, sizeof f->fault - used, "%s%s is %s, not %s",
             used > 0 ? ", " : "", name, found, right);
}

/* Another beta than the family's costs no order, and may be a choice where steps stay stable. */
static void judge_beta(struct alpha_finding *f, const struct generalized_alpha *m,
                       double meant, double tolerance) {
    char least[FRACTION_TEXT];
    write_fault(f, "beta", m->beta, meant, tolerance);
    if (m->beta >= least_beta(m) - tolerance)
        return;
    const size_t used = strlen(f->fault);
    fraction_print_rough(least, least_beta(m), tolerance);
    snprintf(f->fault + used, sizeof f->fault - used,
             ": below %s long steps are not stable", least);
    f->is_wrong = true;
}

void alpha_classify(struct alpha_finding *f, const struct generalized_alpha *m,
                    double tolerance) {
    struct generalized_alpha turned = *m, meant;
    *f = (struct alpha_finding){.order = 2};
    if (fabs(m->gamma - best_gamma(m)) > tolerance) {
        f->order = 1;
        f->is_wrong = true;
    }
    if (find_family(f, m, tolerance)) {
        alpha_method(&meant, f->family, f->parameter);
        write_title(f, tolerance);
        write_fault(f, "gamma", m->gamma, meant.gamma, tolerance);
        judge_beta(f, m, meant.beta, tolerance);
        f->is_member = f->fault[0] == '\0';
        return;
    }
    turned.alpha_m = m->alpha_f;
    turned.alpha_f = m->alpha_m;
    if (find_family(f, &turned, tolerance)) {
        write_title(f, tolerance);
        snprintf(f->fault, sizeof f->fault, "alpha_m and alpha_f are interchanged");
        f->is_wrong = true;
        return;
    }
    write_other_title(f, m, tolerance);
    write_fault(f, "gamma", m->gamma, best_gamma(m), tolerance);
}
