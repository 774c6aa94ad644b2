/* See originals.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/originals.h"

#include <math.h>

#include "problems/catalogue.h"

const char *const original_counter_name[ORIGINAL_COUNTERS] = {
#define COUNTER_NAME(name) #name,
    REF_COUNTER_LIST(COUNTER_NAME)
#undef COUNTER_NAME
};

static bool read_integers(FILE *file, int count, int *value) {
    for (int i = 0; i < count; i++)
        if (fscanf(file, "%d", &value[i]) != 1)
            return false;
    return true;
}

static bool read_numbers(FILE *file, int count, double *value) {
    for (int i = 0; i < count; i++)
        if (fscanf(file, "%lf", &value[i]) != 1)
            return false;
    return true;
}

/* A number of numbers, then these. */
static bool read_list(FILE *file, int *count, double *value) {
    return read_integers(file, 1, count) && *count <= ORIGINAL_STATES &&
           read_numbers(file, *count, value);
}

static bool read_options(FILE *file, struct original *c) {
    int choice[4], throws;
    double step[4];
    if (!read_integers(file, 4, choice) || !read_numbers(file, 4, step) ||
        !read_integers(file, 1, &throws))
        return false;
    c->kind = (enum original_kind)choice[0];
    c->options = ref_replay_default_options();
    c->options.fixed_step = c->kind != ORIGINAL_CONTROLLED;
    c->options.method = (enum ref_method)choice[1];
    c->options.jacobian = (enum ref_jacobian)choice[2];
    c->options.newton = (enum ref_newton)choice[3];
    c->options.accuracy = step[0];
    c->options.max_step = step[1];
    c->options.initial_step = step[2];
    c->options.min_step = step[3];
    c->options.throw_on_min_step = throws != 0;
    return true;
}

static bool read_outcome(FILE *file, struct original *c) {
    static const enum ref_status status[] = {REF_OK, REF_NOT_CONVERGED,
                                             REF_BELOW_MIN_STEP};
    int outcome;
    if (!read_integers(file, 1, &outcome) || outcome < 0 || outcome > 2)
        return false;
    c->outcome = status[outcome];
    for (int i = 0; i < ORIGINAL_COUNTERS; i++)
        if (fscanf(file, "%ld", &c->counter[i]) != 1)
            return false;
    return read_numbers(file, ORIGINAL_MEASURES, c->measure) &&
           read_integers(file, 1, &c->robust) && read_numbers(file, 1, &c->difference) &&
           read_list(file, &c->nx, c->x) && read_list(file, &c->estimates, c->estimate) &&
           fscanf(file, " %159[^\n]", c->name) == 1;
}

int original_read(FILE *file, struct original *c) {
    *c = (struct original){0};
    while (fscanf(file, " %63s", c->problem) == 1) {
        if (c->problem[0] == '#') {
            int character;
            while ((character = fgetc(file)) != '\n' && character != EOF)
                continue;
            continue;
        }
        bool done = read_options(file, c) && read_numbers(file, 1, &c->end) &&
                    read_integers(file, 1, &c->steps) &&
                    read_list(file, &c->weights, c->weight) && read_outcome(file, c);
        return done ? 1 : -1;
    }
    return 0;
}

struct model *original_model(const struct catalogue *catalogue,
                             const struct original *c) {
    struct model *m;
    struct diagnostic d;
    if (catalogue_read(catalogue, c->problem, 0, NULL, &m, &d) != PROBLEM_OK)
        return NULL;
    return m;
}

static enum ref_status drive(const struct original *c, ref_replay *r, mpfr_prec_t bits) {
    mpfr_t end;
    mpfr_init2(end, bits);
    mpfr_set_d(end, c->end, MPFR_RNDN);
    mpfr_mul_si(end, end, c->kind == ORIGINAL_FIXED ? c->steps : 1, MPFR_RNDN);
    enum ref_status status = ref_replay_start(r, NULL, NULL);
    if (status == REF_OK)
        status = c->kind == ORIGINAL_SINGLE ? ref_replay_step_to(r, end)
                                            : ref_replay_run(r, end);
    mpfr_clear(end);
    return status;
}

enum ref_status original_replay(const struct original *c, struct model *m,
                                mpfr_prec_t bits, ref_replay **r) {
    struct ref_replay_options options = c->options;
    options.weights_v = c->weights > 0 ? c->weight : NULL;
    enum ref_status status = ref_replay_alloc(r, m, &options, bits);
    return status == REF_OK ? drive(c, *r, bits) : status;
}

void original_counters(const ref_replay *r, long *counter) {
    struct ref_statistics s = ref_replay_statistics(r);
    int i = 0;
#define COUNTER_VALUE(name) counter[i++] = s.name;
    REF_COUNTER_LIST(COUNTER_VALUE)
#undef COUNTER_VALUE
}

static void read_measures(const ref_replay *r, double *measure) {
    struct ref_statistics s = ref_replay_statistics(r);
    int i = 0;
#define MEASURE_VALUE(name) measure[i++] = s.name;
    REF_MEASURE_LIST(MEASURE_VALUE)
#undef MEASURE_VALUE
}

/* max |x - recorded| / max(1, |recorded|) */
static double find_distance(const mpfr_t *x, const double *recorded, int n) {
    double off = 0, size = 1;
    for (int i = 0; i < n; i++) {
        double d = fabs(mpfr_get_d(x[i], MPFR_RNDN) - recorded[i]);
        if (!(d <= off))
            off = isfinite(d) ? d : INFINITY;
        size = fmax(size, fabs(recorded[i]));
    }
    return off / size;
}

struct comparison original_compare(const struct original *c, const ref_replay *r,
                                   enum ref_status outcome) {
    struct comparison result = {.outcome = outcome};
    long counter[ORIGINAL_COUNTERS];
    double measure[ORIGINAL_MEASURES];
    original_counters(r, counter);
    read_measures(r, measure);
    for (int i = 0; i < ORIGINAL_COUNTERS; i++)
        result.counters_off += counter[i] != c->counter[i];
    for (int i = 0; i < ORIGINAL_MEASURES; i++) {
        if (isnan(measure[i]) && isnan(c->measure[i]))
            continue;
        double off = fabs(measure[i] - c->measure[i]) / fabs(c->measure[i]);
        if (!(off <= result.measure_off) && measure[i] != c->measure[i])
            result.measure_off = isfinite(off) ? off : INFINITY;
    }
    if (c->outcome != REF_BELOW_MIN_STEP)
        result.state_off = find_distance(ref_replay_state(r), c->x, c->nx);
    result.estimate_off =
        find_distance(ref_replay_estimate(r), c->estimate, c->estimates);
    return result;
}

double original_tolerance(const struct original *c, mpfr_prec_t bits) {
    double floor = c->kind == ORIGINAL_CONTROLLED ? 1e-7 : bits == 53 ? 1e-12 : 1e-10;
    double seen = c->kind == ORIGINAL_CONTROLLED ? 10 * c->difference : c->difference;
    return fmax(floor, seen);
}

long original_work(const struct original *c) {
    enum { EVALUATIONS = 1 }; /* its place among the counters */
    return c->counter[EVALUATIONS] * c->nx;
}
