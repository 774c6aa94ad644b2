/* SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/reading.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

enum { SETTINGS = 16, TEXT_SIZE = 1024, BITS = 200 };

/* Cuts "a=1|b=2" into settings that point into text[]. */
static int split(const char *settings, char text[TEXT_SIZE], struct setting *setting) {
    int count = 0;
    cr_assert(strlen(settings) < TEXT_SIZE);
    strcpy(text, settings);
    for (char *next, *begin = text; begin && *begin; begin = next) {
        next = strchr(begin, '|');
        if (next)
            *next++ = '\0';
        char *equal = strchr(begin, '=');
        cr_assert(equal != NULL && count < SETTINGS);
        *equal = '\0';
        setting[count++] = (struct setting){begin, equal + 1};
    }
    return count;
}

static enum problem_status parse(struct model **m, const char *text, const char *settings,
                                 struct diagnostic *d) {
    char cut[TEXT_SIZE];
    struct setting setting[SETTINGS];
    int count = split(settings ? settings : "", cut, setting);
    return model_parse(m, "a.model", text, strlen(text), count, setting, d);
}

struct model *reading_model(const char *text, const char *settings) {
    struct model *m;
    struct diagnostic d = {""};
    enum problem_status status = parse(&m, text, settings, &d);
    cr_assert_eq(status, PROBLEM_OK, "%s", d.text);
    return m;
}

enum problem_status reading_refusal(const char *text, const char *settings,
                                    struct diagnostic *d) {
    struct model *m;
    *d = (struct diagnostic){""};
    enum problem_status status = parse(&m, text, settings, d);
    cr_assert_neq(status, PROBLEM_OK, "accepted: %s", text);
    cr_assert_null(m);
    return status;
}

double reading_constant(const struct model *m, expr e) {
    double value;
    cr_assert_eq(expr_constant_double(m->graph, e, &value), PROBLEM_OK);
    return value;
}

double reading_value(const struct model *m, expr e, double t, const double *x) {
    int *variable, count = expr_variables(m->graph, e, &variable);
    struct program *p = program_alloc(m->graph, count, variable, 1, &e);
    struct eval_mpfr *run;
    cr_assert(count >= 0 && p != NULL);
    cr_assert_eq(eval_mpfr_alloc(&run, m->graph, p, BITS, EVAL_EXACT_CONSTANTS),
                 PROBLEM_OK);
    mpfr_t *in = malloc(((size_t)count + 1) * sizeof *in);
    for (int i = 0; i <= count; i++) {
        mpfr_init2(in[i], BITS);
        if (i < count)
            mpfr_set_d(in[i], variable[i] == 0 ? t : x[variable[i] - 1], MPFR_RNDN);
    }
    eval_mpfr_run(run, (const mpfr_t *)in, &in[count]);
    return mpfr_get_d(in[count], MPFR_RNDN);
}

int reading_state(const struct model *m, const char *name) {
    for (int i = 0; i < m->nq + m->nv + m->nz; i++)
        if (strcmp(m->state[i], name) == 0)
            return i;
    cr_assert(false, "no component is called %s", name);
    return -1;
}
