/* The table of laws, and their names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/laws/law.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parameters are typed with some digits, and measured to almost all. */
static const double same_parameter = 1e-9;

static const struct law_row rows[] = {
    {"bdf2", "BDF2", MULTISTEP_BDF, 2, 2},
    {"adams-bashforth-2", "the Adams-Bashforth method of order 2", MULTISTEP_BASHFORTH, 2,
     2},
    {"adams-moulton-3", "the Adams-Moulton method of order 3", MULTISTEP_MOULTON, 2, 3},
    {"adams-bashforth-moulton-2",
     "the Adams-Bashforth method of order 2, corrected by the trapezoidal rule (PECE)",
     MULTISTEP_PREDICTS, 2, 2},
    {"adams-bashforth-moulton-2-3",
     "the Adams-Bashforth method of order 2, corrected by Adams-Moulton of order 3 "
     "(PECE)",
     MULTISTEP_GAINS, 2, 3},
    {"two-step-midpoint", "the two-step explicit midpoint rule (leapfrog)",
     MULTISTEP_MIDPOINT, 2, 2},
    {"bdf3", "BDF3", MULTISTEP_BDF, 3, 3},
    {"adams-bashforth-3", "the Adams-Bashforth method of order 3", MULTISTEP_BASHFORTH, 3,
     3},
    {"adams-moulton-4", "the Adams-Moulton method of order 4", MULTISTEP_MOULTON, 3, 4},
    {"adams-bashforth-moulton-3", "the Adams-Bashforth-Moulton method of order 3 (PECE)",
     MULTISTEP_PREDICTS, 3, 3},
    {"adams-bashforth-moulton-3-4",
     "the Adams-Bashforth method of order 3, corrected by Adams-Moulton of order 4 "
     "(PECE)",
     MULTISTEP_GAINS, 3, 4},
    {"bdf4", "BDF4", MULTISTEP_BDF, 4, 4},
    {"adams-bashforth-4", "the Adams-Bashforth method of order 4", MULTISTEP_BASHFORTH, 4,
     4},
    {"adams-moulton-5", "the Adams-Moulton method of order 5", MULTISTEP_MOULTON, 4, 5},
    {"adams-bashforth-moulton-4", "the Adams-Bashforth-Moulton method of order 4 (PECE)",
     MULTISTEP_PREDICTS, 4, 4},
    {"adams-bashforth-moulton-4-5",
     "the Adams-Bashforth method of order 4, corrected by Adams-Moulton of order 5 "
     "(PECE)",
     MULTISTEP_GAINS, 4, 5},
    {"milne-simpson", "Milne's method of order 4, corrected by Simpson's rule (PECE)",
     MULTISTEP_MILNE, 4, 4},
    {"hamming", "Hamming's method of order 4 (PECE)", MULTISTEP_HAMMING, 4, 4},
    {"milne-simpson-modified",
     "Milne's method, corrected by Simpson's rule and modified, of order 5 (PMECME)",
     MULTISTEP_MILNE_MODIFIED, 5, 5},
    {"hamming-modified", "Hamming's modified method of order 5 (PMECME)",
     MULTISTEP_HAMMING_MODIFIED, 5, 5},
    {"adams-bashforth-moulton-4-modified",
     "the Adams-Bashforth-Moulton method of order 4, modified, of order 5 (PMECME)",
     MULTISTEP_MOULTON_MODIFIED, 5, 5},
    {"bdf5", "BDF5", MULTISTEP_BDF, 5, 5},
    {"adams-bashforth-5", "the Adams-Bashforth method of order 5", MULTISTEP_BASHFORTH, 5,
     5},
    {"bdf6", "BDF6", MULTISTEP_BDF, 6, 6},
    {NULL, NULL, MULTISTEP_BDF, 0, 0},
};

const struct law_row *law_rows(void) {
    return rows;
}

static const char *const verlets[LAW_VERLETS][2] = {
    [VERLET_CARRIED] = {"velocity-verlet-carried",
                        "velocity Verlet, which carries the force at the velocity after "
                        "the first kick over to the next step"},
    [VERLET_CARRIED_PREDICTED] = {"velocity-verlet-carried-predicted",
                                  "velocity Verlet, which carries the force at the "
                                  "predicted velocity over to the next step"},
    [VERLET_CARRIED_OLD] =
        {"velocity-verlet-carried-old",
         "velocity Verlet, which carries the force at the old velocity "
         "over to the next step"},
    [VERLET_STOERMER] = {"stoermer-verlet",
                         "Stoermer's two-step form of Verlet's method"},
    [VERLET_LATE] = {"leapfrog-late", "leapfrog (kick, drift)"},
};

const char *law_verlet_name(enum law_verlet form) {
    return verlets[form][0];
}

const char *law_verlet_title(enum law_verlet form) {
    return verlets[form][1];
}

const struct law_row *law_row_find(const char *name) {
    for (const struct law_row *row = rows; row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static const char newmark_name[] = "newmark";

const char *law_name(int i) {
    const int named = (int)(sizeof rows / sizeof *rows) - 1;
    if (i < named)
        return rows[i].name;
    i -= named;
    if (i < LAW_VERLETS)
        return law_verlet_name((enum law_verlet)i);
    i -= LAW_VERLETS;
    if (i < ALPHA_FAMILIES)
        return alpha_family_name((enum alpha_family)i);
    return i == ALPHA_FAMILIES ? newmark_name : NULL;
}

/* Takes " name=number" off the text, where it begins so. Nonzero: what follows is no number. */
static int take_number(const char **text, const char *name, double *number) {
    const size_t length = strlen(name);
    const char *begin = *text + 1 + length + 1;
    char *end = NULL;
    if (**text != ' ' || strncmp(*text + 1, name, length) != 0 || begin[-1] != '=')
        return 0;
    *number = strtod(begin, &end);
    if (end == begin || !isfinite(*number))
        return -1;
    *text = end;
    return 0;
}

/* What follows the name, or NULL where the text does not begin with it. */
static const char *after_name(const char *text, const char *name) {
    const size_t length = strlen(name);
    return strncmp(text, name, length) == 0 &&
                   (text[length] == '\0' || text[length] == ' ')
               ? text + length
               : NULL;
}

/* Within what Newmark's methods are used with: up to those of the most damping, gamma = 3/2 and
 * beta = (gamma + 1/2)^2/4 = 1 (T. J. R. Hughes, The Finite Element Method (1987), 9.1). */
static bool is_in_use(double parameter, double most) {
    return isnan(parameter) || (parameter >= 0 && parameter <= most);
}

/* In either order, each at most once. */
static int read_newmark(struct law_request *w, const char *rest) {
    const char *before = NULL;
    w->is_newmark = true;
    while (rest != before) {
        before = rest;
        if ((isnan(w->beta) && take_number(&rest, "beta", &w->beta)) ||
            (isnan(w->gamma) && take_number(&rest, "gamma", &w->gamma)))
            return -1;
    }
    return *rest == '\0' && is_in_use(w->beta, 1) && is_in_use(w->gamma, 1.5) ? 0 : -1;
}

static int read_alpha(struct law_request *w, const char *rest) {
    struct generalized_alpha ignored;
    if (take_number(&rest, alpha_family_parameter(w->family), &w->parameter) ||
        *rest != '\0')
        return -1;
    return isnan(w->parameter) ? 0 : alpha_method(&ignored, w->family, w->parameter);
}

int law_request_read(struct law_request *w, const char *text) {
    const char *rest;
    *w = (struct law_request){.row = law_row_find(text),
                              .verlet = LAW_VERLETS,
                              .parameter = NAN,
                              .beta = NAN,
                              .gamma = NAN};
    for (int i = 0; i < LAW_VERLETS; i++)
        if (strcmp(text, law_verlet_name((enum law_verlet)i)) == 0)
            w->verlet = (enum law_verlet)i;
    if (w->row != NULL || w->verlet != LAW_VERLETS)
        return 0;
    if ((rest = after_name(text, newmark_name)) != NULL)
        return read_newmark(w, rest);
    for (int i = 0; i < ALPHA_FAMILIES; i++) {
        w->family = (enum alpha_family)i;
        if ((rest = after_name(text, alpha_family_name(w->family))) != NULL)
            return read_alpha(w, rest);
    }
    return -1;
}

const char *law_request_form(const char *text) {
    if (after_name(text, newmark_name) != NULL)
        return "beta from 0 to 1 and gamma from 0 to 1.5, each once or left out, as in "
               "'newmark beta=0.25 gamma=0.5'";
    for (int i = 0; i < ALPHA_FAMILIES; i++)
        if (after_name(text, alpha_family_name((enum alpha_family)i)) != NULL)
            return alpha_family_form((enum alpha_family)i);
    return NULL;
}

void law_alpha_key(char key[LAW_KEY], const struct alpha_finding *f) {
    snprintf(key, LAW_KEY, "%s %s=%.10g", alpha_family_name(f->family),
             alpha_family_parameter(f->family), f->parameter);
}

void law_newmark_key(char key[LAW_KEY], double beta, double gamma) {
    snprintf(key, LAW_KEY, "%s beta=%.10g gamma=%.10g", newmark_name, beta, gamma);
}

static bool same_number(double declared, double found) {
    return isnan(declared) || fabs(declared - found) <= same_parameter;
}

bool law_same(const char *declared, const char *found) {
    struct law_request a, b;
    if (law_request_read(&a, declared) || law_request_read(&b, found))
        return false;
    if (a.row != NULL || b.row != NULL)
        return a.row == b.row;
    if (a.verlet != LAW_VERLETS || b.verlet != LAW_VERLETS)
        return a.verlet == b.verlet;
    if (a.is_newmark || b.is_newmark)
        return a.is_newmark == b.is_newmark && same_number(a.beta, b.beta) &&
               same_number(a.gamma, b.gamma);
    struct generalized_alpha is;
    return !isnan(b.parameter) && alpha_method(&is, b.family, b.parameter) == 0 &&
           alpha_is_of(&is, a.family, a.parameter, same_parameter);
}

/* Where alpha_m is alpha_f and gamma is 1/2 the carried acceleration falls out of the step: of a
 * = f at its two ends, or of f in its middle, there is the mean. */
bool law_is_without_memory(const char *declared, const char *method) {
    static const struct {
        enum alpha_family family;
        double parameter;
        const char *method;
    } members[] = {{ALPHA_CHUNG, 1, "implicit-midpoint"},
                   {ALPHA_CHUNG, 1, "trapezoid"},
                   {ALPHA_HHT, 0, "trapezoid"},
                   {ALPHA_WBZ, 1, "trapezoid"}};
    struct law_request w;
    if (law_request_read(&w, declared) || w.row != NULL || w.verlet != LAW_VERLETS ||
        w.is_newmark)
        return false;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (w.family == members[i].family && strcmp(method, members[i].method) == 0 &&
            same_number(w.parameter, members[i].parameter))
            return true;
    return false;
}
