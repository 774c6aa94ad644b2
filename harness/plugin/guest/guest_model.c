/* What a system says of the model that it is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/guest/guest_system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/path.h"
#include "harness/integrators/bind/bind_function.h"
#include "harness/integrators/bind/bind_matrix.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

enum { longest_family = 256, of_quaternion = 4 };

struct guest_model {
    char family[longest_family];
    struct halfstep_number *number;
    double *value;   /* of the parameters */
    double *initial; /* the time, then x */
    int *quaternion;
    bool has_jacobian; /* made by the first call that needs it */
    struct bind_function entries;
    struct bind_matrix pattern;
    double *entry; /* in the program's order */
};

/* The file's name, without its folder and ".model". */
static void find_family(char *family, const struct model *m) {
    snprintf(family, longest_family, "%s", path_name(m->path));
    char *dot = strrchr(family, '.');
    if (dot != NULL)
        *dot = '\0';
}

/* Constants in double; NaN for one that has no such value. */
static void round_constants(double *value, const struct model *m, const expr *constant,
                            int count) {
    if (expr_constants_double(m->graph, count, constant, value) == PROBLEM_OK)
        return;
    for (int i = 0; i < count; i++)
        if (expr_constant_double(m->graph, constant[i], &value[i]) != PROBLEM_OK)
            value[i] = NAN;
}

static int fill_numbers(struct guest_model *a, const struct model *m) {
    expr *constant = calloc((size_t)m->parameters + 1, sizeof *constant);
    a->value = calloc((size_t)m->parameters + 1, sizeof *a->value);
    a->number = calloc((size_t)(m->parameters + m->sizes) + 1, sizeof *a->number);
    int failed = constant == NULL || a->value == NULL || a->number == NULL;
    for (int i = 0; i < m->parameters && !failed; i++)
        constant[i] = graph_parameter(m->graph, i);
    if (!failed)
        round_constants(a->value, m, constant, m->parameters);
    for (int i = 0; i < m->parameters && !failed; i++)
        a->number[i] = (struct halfstep_number){m->parameter[i], a->value[i]};
    for (int i = 0; i < m->sizes && !failed; i++)
        a->number[m->parameters + i] =
            (struct halfstep_number){m->size[i], (double)m->size_value[i]};
    free(constant);
    return failed;
}

static int fill_start(struct guest_model *a, const struct model *m) {
    const int nx = m->nq + m->nv + m->nz;
    a->initial = calloc((size_t)nx + 2, sizeof *a->initial);
    a->quaternion =
        calloc(of_quaternion * (size_t)m->quaternions + 1, sizeof *a->quaternion);
    if (a->initial == NULL || a->quaternion == NULL)
        return -1;
    round_constants(a->initial, m, &m->span_begin, 1);
    round_constants(a->initial + 1, m, &m->span_end, 1);
    round_constants(a->initial + 2, m, m->initial, nx);
    for (int i = 0; i < m->quaternions; i++)
        memcpy(a->quaternion + of_quaternion * i, m->quaternion[i].position,
               sizeof m->quaternion[i].position);
    return 0;
}

static int make_jacobian(struct guest_system *s) {
    struct guest_model *a = s->about;
    struct expr_matrix known = {0};
    if (a->has_jacobian)
        return 0;
    struct program *program = model_jacobian_program(s->model, &known);
    int failed =
        bind_function_make(&a->entries, s->model->graph, program) != PROBLEM_OK ||
        bind_matrix_place(&a->pattern, &known, 0) != PROBLEM_OK;
    a->entry = calloc((size_t)known.count + 1, sizeof *a->entry);
    expr_matrix_clear(&known);
    a->has_jacobian = !failed && a->entry != NULL;
    return a->has_jacobian ? 0 : -1;
}

static int jacobian_pattern(void *context, struct halfstep_pattern *pattern) {
    struct guest_system *s = context;
    guest_system_begin(s, CALLBACK_JACOBIAN_ENTRIES);
    int failed = make_jacobian(s);
    if (!failed) {
        const struct fast_pattern *p = &s->about->pattern.pattern;
        *pattern = (struct halfstep_pattern){p->rows, p->columns, p->start, p->row};
    }
    return guest_system_end(s, failed, NULL, 0);
}

static int jacobian_entries(void *context, double t, const double *x, double *entry) {
    struct guest_system *s = context;
    struct guest_model *a = s->about;
    guest_system_begin(s, CALLBACK_JACOBIAN_ENTRIES);
    int failed = make_jacobian(s);
    if (!failed) {
        bind_function_run(&a->entries, &t, x, a->entry);
        bind_matrix_fill_entries(&a->pattern, a->entry, entry);
    }
    return guest_system_end(s, failed, entry,
                            failed ? 0 : a->pattern.start[a->pattern.pattern.columns]);
}

int guest_model_make(struct guest_system *s, struct diagnostic *d) {
    struct guest_model *a = calloc(1, sizeof *a);
    const struct model *m = s->model;
    struct halfstep_system *system = &s->system;
    s->about = a;
    if (a == NULL || fill_numbers(a, m) || fill_start(a, m))
        return message_set(d, "%s: out of memory", m->name);
    find_family(a->family, m);
    system->model = m->name;
    system->family = a->family;
    system->component = (const char *const *)m->state;
    system->numbers = m->parameters + m->sizes;
    system->number = a->number;
    system->begin = a->initial[0];
    system->end = a->initial[1];
    system->initial = a->initial + 2;
    system->quaternions = m->quaternions;
    system->quaternion = a->quaternion;
    system->jacobian_pattern = jacobian_pattern;
    system->jacobian_entries = jacobian_entries;
    return 0;
}

void guest_model_clear(struct guest_system *s) {
    struct guest_model *a = s->about;
    if (a == NULL)
        return;
    free(a->number);
    free(a->value);
    free(a->initial);
    free(a->quaternion);
    free(a->entry);
    bind_function_clear(&a->entries);
    bind_matrix_clear(&a->pattern);
    free(a);
    s->about = NULL;
}
