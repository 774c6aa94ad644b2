/* Accepted steps of a linear multistep method whose coefficients follow the grid, against its
 * law (harness/fingerprint/laws/multistep.h) from its own earlier states: they cannot be made
 * again by a new start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/fingerprint_record.h"
#include "harness/fingerprint/laws/law.h"
#include "harness/results/study.h"
#include "harness/studies/common/study_traits.h"
#include "harness/studies/control/study_control_watch.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

/* What is left of an equation may be this part of max(1, |x|) in rounding, and so many accuracies
 * where an iteration has solved it. */
static const double rounded = 1e-10, iterated = 20;

struct formula {
    const struct law_row *row;
    int begun;      /* the law holds from the step after this one on */
    bool is_solved; /* by an iteration */
    struct program *program;
    struct eval_double *field;
    int steps;
    double largest, t; /* residual in units of its bound, and where that is */
};

static void find_rate(const struct formula *f, double t, const double *x, double *rate) {
    eval_double_run_parts(f->field, &t, x, rate);
}

/* sum[] := sum_j a[j] x_{n-j} */
static void sum_states(const struct control_step *step, const double *a, int steps,
                       double *sum) {
    for (int k = 0; k < CONTROL_ENTRIES; k++) {
        sum[k] = 0;
        for (int j = 1; j <= steps; j++)
            sum[k] += a[j] * step[1 - j].x[k];
    }
}

/* add[] += h sum_j b[j] F(x_{n-j}) over the states before the end of step n. */
static void add_rates(const struct formula *f, const struct control_step *step,
                      const double *b, int steps, double h, double *add) {
    for (int j = 1; j <= steps; j++) {
        double rate[CONTROL_ENTRIES];
        if (b[j] == 0)
            continue;
        find_rate(f, step[1 - j].t, step[1 - j].x, rate);
        for (int k = 0; k < CONTROL_ENTRIES; k++)
            add[k] += h * b[j] * rate[k];
    }
}

/* x := what the law makes of the states before, with F(t_n, .) taken where the method takes it. */
static void apply(const struct formula *f, const struct multistep *m,
                  const struct control_step *step, double *x) {
    const double h = step->next_t - step->t;
    double place[CONTROL_ENTRIES], rate[CONTROL_ENTRIES];
    memcpy(place, step->next_x, sizeof place);
    if (m->predicts) {
        sum_states(step, m->q, m->steps, place);
        add_rates(f, step, m->p, m->steps, h, place);
    }
    find_rate(f, step->next_t, place, rate);
    sum_states(step, m->a, m->steps, x);
    for (int k = 0; k < CONTROL_ENTRIES; k++)
        x[k] += h * m->b[0] * rate[k];
    add_rates(f, step, m->b, m->steps, h, x);
}

static void compare(struct formula *f, const struct control_step *step, double accuracy) {
    double time[MULTISTEP_MOST + 2] = {0, -1}, x[CONTROL_ENTRIES];
    const double h = step->next_t - step->t;
    struct multistep m;
    for (int j = 1; j <= f->row->steps; j++)
        time[j] = (step[1 - j].t - step->next_t) / h;
    multistep_on_grid(&m, f->row->family, f->row->steps, time);
    apply(f, &m, step, x);
    f->is_solved = m.b[0] != 0 && !m.predicts;
    const double slack = f->is_solved ? iterated * accuracy : 0;
    f->steps++;
    for (int k = 0; k < CONTROL_ENTRIES; k++) {
        double size = fmax(1, fmax(fabs(step->x[k]), fabs(step->next_x[k])));
        double apart = fabs(step->next_x[k] - x[k]) / ((rounded + slack) * size);
        if (apart <= f->largest && !isnan(f->t))
            continue;
        f->largest = isnan(apart) ? INFINITY : apart;
        f->t = step->t;
    }
}

static int append(const struct study *s, struct control_watch *w,
                  const struct formula *f) {
    struct result r =
        control_at_most(s, "formula", f->steps > 0 ? f->largest : NAN, 1, f->steps > 0);
    if (f->steps == 0)
        return result_append(w->results, s, &r,
                             "no accepted step has the states before it that %s goes by",
                             f->row->title);
    char unit[64] = "rounding";
    if (f->is_solved)
        snprintf(unit, sizeof unit, "%g accuracies", iterated);
    return result_append(
        w->results, s, &r,
        "the largest difference of an accepted step from %s on the states "
        "before it, in units of %s; %d steps, at t = %.6g",
        f->row->title, unit, f->steps, f->t);
}

int control_judge_formula(const struct study *s, struct control_watch *w) {
    const struct fingerprint_law *law = study_traits(s).law;
    struct formula f = {.row = law != NULL ? law_row_find(law->key) : NULL, .t = NAN};
    if (f.row == NULL || strcmp(law->ratio, "followed") != 0)
        return 0;
    f.begun = (int)law->after;
    f.program = model_field_program(s->model);
    int failed = f.program == NULL ||
                 eval_double_alloc(&f.field, s->model->graph, f.program) != PROBLEM_OK;
    for (int i = 0; i < 2 && !failed; i++)
        for (int n = f.begun + f.row->steps - 1; n < w->run[i].steps; n++)
            compare(&f, &w->run[i].step[n], control_accuracy[i]);
    failed = failed || append(s, w, &f);
    eval_double_free(f.field);
    program_free(f.program);
    return failed;
}
