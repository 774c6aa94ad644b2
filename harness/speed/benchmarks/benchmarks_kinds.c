/* The benchmarks of one method on one model: fixed steps of a power of two, a thousand or two
 * of which make the model's span, and error control over a part of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/integrators/methods/method.h"
#include "harness/integrators/subject.h"
#include "harness/methods/method_row.h"
#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/base/message.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* A step is at most the span over the first, a pass so many steps: short, so that it fits
 * between two interruptions; with contacts it has to come to an impact. */
enum { steps_in_span = 1024, steps_in_pass = 64, steps_with_contacts = 256 };

static const double accuracy = 1e-4, part_of_span = 1.0 / 16;

static const char *const kernels[] = {"rates", "jacobian", "factor", "solve"};
enum { kernel_count = sizeof kernels / sizeof *kernels };

/* What is being added to. */
struct adding {
    struct benchmarks *to;
    const struct model *model;
    const char *name, *title;
    const struct benchmarks_request *workload;
    double span;
    const struct method *method;
    const char *form, *mode; /* NULL: none */
    bool is_fixed;
    const char *kernel; /* NULL: the steps */
};

int benchmarks_span(double *span, struct model *m, struct diagnostic *d) {
    double begin, end;
    if (expr_constant_double(m->graph, m->span_begin, &begin) != PROBLEM_OK ||
        expr_constant_double(m->graph, m->span_end, &end) != PROBLEM_OK ||
        !(isfinite(end - begin) && end > begin))
        return message_set(d, "%s: its span is no length of time", m->name);
    *span = end - begin;
    return 0;
}

static json_t *make_options(const struct adding *a) {
    json_t *options = json_object();
    if (a->form != NULL)
        json_object_set_new(options, "form", json_string(a->form));
    if (a->mode != NULL)
        json_object_set_new(options, "mode", json_string(a->mode));
    return options;
}

json_t *benchmarks_set(const struct model_settings *settings) {
    json_t *set = json_object();
    for (int i = 0; settings != NULL && i < settings->count; i++)
        json_object_set_new(set, settings->setting[i].name,
                            json_string(settings->setting[i].value));
    return set;
}

static json_t *make_workload(const struct adding *a) {
    const double h = ldexp(1, (int)floor(log2(a->span / steps_in_span)));
    const int steps = a->model->contacts > 0 ? steps_with_contacts : steps_in_pass;
    json_t *workload = json_pack("{s:s, s:o, s:s, s:o}", "model", a->name, "set",
                                 benchmarks_set(a->workload->settings), "method",
                                 a->method->name, "options", make_options(a));
    if (a->is_fixed)
        json_object_set_new(workload, "step", json_real(h));
    else
        json_object_set_new(workload, "accuracy", json_real(accuracy));
    json_object_set_new(workload, "length",
                        json_real(a->is_fixed ? steps * h : part_of_span * a->span));
    if (a->kernel != NULL)
        json_object_set_new(workload, "kernel", json_string(a->kernel));
    return workload;
}

static int append(const struct adding *a, struct diagnostic *d) {
    char method[128], name[512];
    snprintf(method, sizeof method, "%s%s%s", a->method->name, a->form == NULL ? "" : ".",
             a->form == NULL ? "" : a->form);
    const struct benchmark one = {.name = name,
                                  .model = a->title,
                                  .method = method,
                                  .mode = a->mode == NULL ? "default" : a->mode,
                                  .kind = a->kernel != NULL ? a->kernel
                                          : a->is_fixed     ? "fixed"
                                                            : "controlled",
                                  .workload = make_workload(a)};
    snprintf(name, sizeof name, "%s/%s/%s/%s", one.model, one.method, one.mode, one.kind);
    const int failed = benchmarks_append(a->to, &one, d);
    json_decref(one.workload);
    return failed;
}

static bool has_option(const struct method *method, const char *name) {
    const struct integrator_option *o;
    for (int i = 0; (o = method_option(method, i)) != NULL; i++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

static int add_kernels(struct adding *a, struct diagnostic *d) {
    int failed = 0;
    for (int i = 0; i < kernel_count && !failed; i++) {
        a->kernel = kernels[i];
        failed = append(a, d);
    }
    a->kernel = NULL;
    return failed;
}

/* Backward differentiation formulas have no fixed steps; what has no accuracy has no error
 * control, nor has a stepper that is to stop at impacts. */
static int add_controls(struct adding *a, struct diagnostic *d) {
    const bool is_quick = a->workload->extent == BENCHMARKS_QUICK;
    const bool has_fixed = integrator_family(a->method->method) != INTEGRATOR_BDF;
    const bool has_control = integrator_family(a->method->method) != INTEGRATOR_CONTACT &&
                             has_option(a->method, "accuracy");
    int failed = 0;
    a->is_fixed = true;
    if (has_fixed)
        failed = append(a, d);
    if (!failed && integrator_family(a->method->method) == INTEGRATOR_PAIR &&
        a->model->joints == 0 && strcmp(a->mode, "default") == 0 &&
        strcmp(a->method->name, "velocity-implicit-euler") == 0)
        failed = add_kernels(a, d);
    a->is_fixed = false;
    if (!failed && has_control && (!is_quick || !has_fixed))
        failed = append(a, d);
    return failed;
}

/* Faithful mode's solver of contacts is dense: of n rows a step takes n^3, minutes of a few
 * thousand. */
static bool is_too_dense(const struct adding *a, const char *mode) {
    enum { most_rows = 1000 };
    return strcmp(mode, "faithful") == 0 && model_contact_rows(a->model) > most_rows;
}

static int add_modes(struct adding *a, struct diagnostic *d) {
    static const char *const modes[] = {"default", "faithful"};
    const bool is_quick = a->workload->extent == BENCHMARKS_QUICK;
    if (!has_option(a->method, "mode")) {
        a->mode = NULL;
        return add_controls(a, d);
    }
    int failed = 0;
    for (int i = 0; i < 2 && !failed; i++) {
        a->mode = modes[i];
        if (!is_too_dense(a, modes[i]) &&
            (i == 0 || !is_quick ||
             integrator_family(a->method->method) == INTEGRATOR_PAIR))
            failed = add_controls(a, d);
    }
    return failed;
}

static bool takes(const struct model *m, const struct method *method) {
    struct method_settings settings = method_default_settings(method);
    struct diagnostic ignored;
    const bool takes_contacts = subject_takes_contacts(&settings.subject);
    const bool fits =
        subject_check_model(m, method->name, subject_takes_joints(&settings.subject),
                            takes_contacts, &ignored) == 0;
    method_settings_clear(&settings);
    return fits && (m->contacts > 0) == takes_contacts;
}

int benchmarks_add(struct benchmarks *b, struct model *m, const char *name,
                   const char *title, const struct method *method,
                   const struct benchmarks_request *workload, struct diagnostic *d) {
    static const char *const forms[] = {"gaming", "position-implicit",
                                        "velocity-implicit"};
    struct adding a = {.to = b,
                       .model = m,
                       .name = name,
                       .title = title,
                       .workload = workload,
                       .method = method};
    if (!takes(m, method))
        return 0;
    if (benchmarks_span(&a.span, m, d))
        return -1;
    if (!has_option(method, "form"))
        return add_modes(&a, d);
    int failed = 0;
    /* The implicit forms have no joints. */
    for (int i = 0; i < (m->joints > 0 ? 1 : 3) && !failed; i++) {
        a.form = forms[i];
        failed = add_modes(&a, d);
    }
    return failed;
}
