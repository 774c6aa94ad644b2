/* Reading data/original.json.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/records.h"
#include "fast/pair.h"

/* States are to agree to this, or to the difference between two builds of the original. */
static const double usual_tolerance = 1e-12;
/* Error control lets differences grow, and to this many times that of two builds. */
static const double controlled_tolerance = 1e-7;
/* For cases that are sensitive to rounding: as many times the difference of two builds. The
 * one pair of builds that was compared is but a sample of what rounding can do. */
static const double difference_factor = 10;
/* With a spring of 1e20 rounding decides whether a step is taken at all. */
static const char *const noise = "drake_double_mass";
static const double noise_tolerance = 1;

json_t *records_open(void) {
    json_error_t error;
    json_t *records =
        json_load_file(TEST_DATA "/original.json", JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(records, "%s, line %d", error.text, error.line);
    return records;
}

void records_close(json_t *records) {
    json_decref(records);
}

size_t records_count(const json_t *records) {
    return json_array_size(json_object_get(records, "cases"));
}

static double number(const json_t *value) {
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* The case's setting, or the default for all. */
static const json_t *setting(const json_t *records, const json_t *record,
                             const char *name) {
    const json_t *own = json_object_get(json_object_get(record, "config"), name);
    return own != NULL
               ? own
               : json_object_get(json_object_get(records, "config_defaults"), name);
}

/* The position of value in names. */
static int choose(const json_t *value, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(json_string_value(value), names[i]) == 0)
            return i;
    cr_assert(false, "unknown setting %s", json_string_value(value));
    return 0;
}

/* weights := the recorded ones; NULL if there are none. */
static const double *read_weights(const json_t *record, const char *name,
                                  double *weights) {
    const json_t *array = json_object_get(json_object_get(record, "config"), name);
    for (size_t i = 0; i < json_array_size(array); i++)
        weights[i] = number(json_array_get(array, i));
    return array != NULL ? weights : NULL;
}

static struct integrator_options read_options(struct repetition *repetition,
                                              const json_t *records) {
    static const char *const methods[] = {"vie", "ie"};
    static const char *const jacobians[] = {"forward", "central", "automatic"};
    static const char *const newtons[] = {"reuse", "noreuse", "full"};
    const json_t *record = repetition->record;
    struct integrator_options options = pair_default_options();
    options.mode = FAST_FAITHFUL;
    options.method = (enum integrator_method)choose(
        setting(records, record, "integrator"), methods, 2);
    options.fixed_step = json_is_true(setting(records, record, "fixed_step_mode"));
    options.accuracy = number(setting(records, record, "target_accuracy"));
    options.max_step = number(setting(records, record, "max_step"));
    options.min_step = number(setting(records, record, "requested_min_step"));
    options.initial_step = number(setting(records, record, "initial_step_target"));
    options.throw_on_min_step =
        json_is_true(setting(records, record, "throw_on_min_step"));
    options.jacobian =
        (enum pair_jacobian)choose(setting(records, record, "jacobian"), jacobians, 3);
    options.newton =
        (enum pair_newton)choose(setting(records, record, "newton"), newtons, 3);
    options.weights_v = read_weights(record, "qbar_weights", repetition->weights_v);
    options.weights_z = read_weights(record, "z_weights", repetition->weights_z);
    return options;
}

static const json_t *find_problem(const json_t *records, const char *name) {
    const json_t *problems = json_object_get(records, "problems");
    for (size_t i = 0; i < json_array_size(problems); i++) {
        const json_t *problem = json_array_get(problems, i);
        if (strcmp(json_string_value(json_object_get(problem, "name")), name) == 0)
            return problem;
    }
    cr_assert(false, "no problem %s", name);
    return NULL;
}

static void read_problem(struct repetition *repetition, const json_t *problem) {
    const char *name = json_string_value(json_object_get(problem, "name"));
    const json_t *parameters = json_object_get(problem, "parameters");
    const json_t *start = json_object_get(problem, "x0");
    const struct family *family = find_family(name);
    cr_assert_not_null(family, "no right-hand side for %s", name);
    for (size_t i = 0; i < json_array_size(parameters); i++)
        repetition->parameters.value[i] = number(json_array_get(parameters, i));
    for (size_t i = 0; i < json_array_size(start); i++)
        repetition->start[i] = number(json_array_get(start, i));
    repetition->nx = (int)json_array_size(start);
    repetition->inner = make_system(
        family, (int)json_integer_value(json_object_get(problem, "nq")),
        (int)json_integer_value(json_object_get(problem, "nv")),
        (int)json_integer_value(json_object_get(problem, "nz")), &repetition->parameters);
}

static int recorded_rates(void *context, double t, const double *x, double *ydot) {
    struct repetition *repetition = context;
    if (repetition->evaluations < most_evaluations) {
        double *entry = repetition->trace[repetition->evaluations];
        entry[0] = t;
        memcpy(entry + 1, x, (size_t)repetition->nx * sizeof *x);
    }
    repetition->evaluations++;
    return repetition->inner.rates(repetition->inner.context, t, x, ydot);
}

static int recorded_jacobian(void *context, double t, const double *x, double *fq,
                             double *fy) {
    struct repetition *repetition = context;
    return repetition->inner.jacobian(repetition->inner.context, t, x, fq, fy);
}

static double choose_tolerance(enum kind kind, bool is_robust, double difference,
                               const char *problem) {
    if (!is_robust && strcmp(problem, noise) == 0)
        return noise_tolerance;
    if (kind == ERROR_CONTROLLED)
        return fmax(controlled_tolerance, difference_factor * difference);
    return fmax(usual_tolerance, is_robust ? difference : difference_factor * difference);
}

const json_t *recorded(const struct repetition *repetition, const char *name) {
    return json_object_get(repetition->record, name);
}

double recorded_number(const struct repetition *repetition, const char *name) {
    return number(recorded(repetition, name));
}

static void read_case(struct repetition *repetition, const json_t *records, size_t i) {
    static const char *const kinds[] = {"single_step", "fixed_run", "error_controlled"};
    repetition->record = json_array_get(json_object_get(records, "cases"), i);
    repetition->id = json_string_value(recorded(repetition, "id"));
    repetition->kind = (enum kind)choose(recorded(repetition, "kind"), kinds, 3);
    repetition->h = recorded_number(repetition, "h");
    repetition->t_final =
        repetition->kind == FIXED_RUN
            ? repetition->h * recorded_number(repetition, "num_requested_steps")
            : recorded_number(repetition, "t_final");
    const json_t *cross_build = recorded(repetition, "cross_build");
    const char *problem = json_string_value(recorded(repetition, "problem"));
    repetition->is_robust = json_is_true(json_array_get(cross_build, 0));
    repetition->tolerance =
        choose_tolerance(repetition->kind, repetition->is_robust,
                         number(json_array_get(cross_build, 1)), problem);
    read_problem(repetition, find_problem(records, problem));
}

void repetition_open(struct repetition *repetition, const json_t *records, size_t i) {
    memset(repetition, 0, sizeof *repetition);
    read_case(repetition, records, i);
    struct integrator_system system = repetition->inner;
    struct integrator_options options = read_options(repetition, records);
    repetition->max_step = options.max_step;
    system.context = repetition;
    system.rates = recorded_rates;
    system.jacobian = recorded_jacobian;
    enum fast_status status = pair_alloc(&repetition->integrator, &system, &options);
    if (status == FAST_OK)
        status = pair_start(repetition->integrator, 0, repetition->start);
    cr_assert(status == FAST_OK, "%s: %s", repetition->id, fast_status_text(status));
}

void repetition_close(struct repetition *repetition) {
    pair_free(repetition->integrator);
}

double repetition_boundary(const struct repetition *repetition) {
    return fmin(repetition->t_final,
                pair_time(repetition->integrator) + repetition->max_step);
}

double distance_to_record(const struct repetition *repetition, const double *x,
                          const json_t *array, size_t from) {
    double size = 1, distance = 0;
    for (size_t i = 0; i < (size_t)repetition->nx; i++) {
        double original = number(json_array_get(array, from + i));
        double apart = fabs(x[i] - original);
        if (isnan(apart))
            return NAN;
        size = fmax(size, fabs(original));
        distance = fmax(distance, apart);
    }
    return distance / size;
}
