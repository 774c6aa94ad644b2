/* Our own methods behind the interface that everybody else's come through: the library fast as
 * a plug-in. NATIVE_METHOD is one of enum integrator_method, NATIVE_NAME its name.
 *
 * Options: mode=default|faithful, jacobian=forward|central|exact, newton=reuse|fresh|full,
 * accuracy=A, max-step=H (as in fast.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fast/pair.h"
#include "harness/plugin/halfstep_integrator.h"

/* From here on the accuracy is one of iterations: of little use for error control in double. */
static const double tight_accuracy = 1e-9;

/* Larger systems are sparse, and the interface's Jacobian is not. */
enum { most_dense_states = 2000 };

struct native {
    const struct halfstep_system *system;
    struct integrator_system its; /* the same, as fast has it */
    struct integrator_options options;
    double longest;          /* of advance; a step is as long as it is told to be */
    struct pair *integrator; /* NULL before the first start */
    double *jacobian;        /* (size nx nx) */
    enum fast_status status;
};

/* That a value is not finite fast finds out itself, and then tries a shorter step. */
static int judge(int failure) {
    return failure == HALFSTEP_NOT_FINITE ? 0 : failure;
}

static int rates(void *context, double t, const double *x, double *ydot) {
    const struct halfstep_system *s = ((struct native *)context)->system;
    return judge(s->rates(s->context, t, x, ydot));
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct halfstep_system *s = ((struct native *)context)->system;
    return judge(s->map(s->context, q, v, qdot));
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct halfstep_system *s = ((struct native *)context)->system;
    return judge(s->unmap(s->context, q, qdot, v));
}

/* The rows of the rates, by columns. */
static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    const struct native *native = context;
    const struct halfstep_system *s = native->system;
    const int ny = s->nv + s->nz, nx = s->nq + ny;
    int failed = judge(s->jacobian(s->context, t, x, native->jacobian));
    for (int i = 0; i < ny && !failed; i++) {
        const double *row = native->jacobian + (s->nq + i) * nx;
        for (int j = 0; j < s->nq; j++)
            fq[j * ny + i] = row[j];
        for (int j = 0; j < ny; j++)
            fy[j * ny + i] = row[s->nq + j];
    }
    return failed;
}

static void destroy(void *self) {
    struct native *native = self;
    pair_free(native->integrator);
    free(native->jacobian);
    free(native);
}

static void *create(const struct halfstep_system *system) {
    struct native *native = calloc(1, sizeof *native);
    if (native == NULL)
        return NULL;
    native->system = system;
    native->its =
        (struct integrator_system){.nq = system->nq,
                                   .nv = system->nv,
                                   .nz = system->nz,
                                   .context = native,
                                   .rates = rates,
                                   .map = system->map_is_identity ? NULL : map,
                                   .unmap = system->map_is_identity ? NULL : unmap};
    native->options = pair_default_options();
    native->options.method = NATIVE_METHOD;
    native->longest = native->options.max_step;
    return native;
}

/* *position := that of `value` among words that end with NULL. */
static int find_word(int *position, const char *const *words, const char *value) {
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], value) != 0)
            continue;
        *position = i;
        return 0;
    }
    return -1;
}

static int read_number(double *number, const char *value) {
    char *end;
    double read = strtod(value, &end);
    if (end == value || *end != '\0' || !(read > 0))
        return -1;
    *number = read;
    return 0;
}

/* Where the equations are to be solved to rounding each iteration has a Jacobian of its own, an
 * exact one, unless the options newton and jacobian say otherwise after it. */
static int set_accuracy(struct native *native, const char *value) {
    if (read_number(&native->options.accuracy, value))
        return -1;
    const int nx = native->its.nq + native->its.nv + native->its.nz;
    if (native->options.accuracy <= tight_accuracy) {
        native->options.newton = FAST_FULL;
        native->options.jacobian =
            nx <= most_dense_states ? FAST_EXACT_JACOBIAN : FAST_FORWARD_DIFFERENCES;
    }
    return 0;
}

static int set_option(void *self, const char *name, const char *value) {
    static const char *const modes[] = {"default", "faithful", NULL};
    static const char *const jacobians[] = {"forward", "central", "exact", NULL};
    static const char *const newtons[] = {"reuse", "fresh", "full", NULL};
    struct native *native = self;
    int position = 0, failed = -1;
    if (strcmp(name, "accuracy") == 0)
        return set_accuracy(native, value);
    if (strcmp(name, "max-step") == 0)
        return read_number(&native->longest, value);
    if (strcmp(name, "mode") == 0) {
        failed = find_word(&position, modes, value);
        native->options.mode = position == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
    } else if (strcmp(name, "jacobian") == 0) {
        failed = find_word(&position, jacobians, value);
        native->options.jacobian = (enum pair_jacobian)position;
    } else if (strcmp(name, "newton") == 0) {
        failed = find_word(&position, newtons, value);
        native->options.newton = (enum pair_newton)position;
    }
    return failed;
}

static int allocate(struct native *native) {
    const int nx = native->its.nq + native->its.nv + native->its.nz;
    if (native->options.jacobian == FAST_EXACT_JACOBIAN) {
        native->its.jacobian = jacobian;
        native->jacobian = calloc((size_t)nx * (size_t)nx, sizeof *native->jacobian);
        native->status = FAST_NO_MEMORY;
        if (native->jacobian == NULL)
            return -1;
    }
    native->options.max_step = native->longest;
    native->status = pair_alloc(&native->integrator, &native->its, &native->options);
    return native->status != FAST_OK;
}

/* Starting gives the first step's size a value, which is to be found anew each time. */
static int start(void *self, double t, const double *x) {
    struct native *native = self;
    if (native->integrator == NULL && allocate(native))
        return -1;
    pair_set_fixed_step(native->integrator, false);
    native->status = pair_set_max_step(native->integrator, native->longest);
    if (native->status == FAST_OK)
        native->status = pair_set_initial_step(native->integrator, NAN);
    if (native->status == FAST_OK)
        native->status = pair_start(native->integrator, t, x);
    return native->status != FAST_OK;
}

static int step(void *self, double h) {
    struct native *native = self;
    pair_set_fixed_step(native->integrator, true);
    native->status = pair_step(native->integrator, h);
    return native->status != FAST_OK;
}

static int advance(void *self, double t_final) {
    struct native *native = self;
    pair_set_fixed_step(native->integrator, false);
    native->status = pair_advance(native->integrator, INFINITY, INFINITY, t_final, NULL);
    return native->status != FAST_OK;
}

static void state(void *self, double *t, double *x) {
    const struct native *native = self;
    const int nx = native->its.nq + native->its.nv + native->its.nz;
    *t = pair_time(native->integrator);
    memcpy(x, pair_state(native->integrator), (size_t)nx * sizeof *x);
}

static int estimate(void *self, double *error) {
    const struct native *native = self;
    const int nx = native->its.nq + native->its.nv + native->its.nz;
    memcpy(error, pair_error_estimate(native->integrator), (size_t)nx * sizeof *error);
    return 0;
}

static int statistic(void *self, int i, const char **name, double *value) {
    const struct native *native = self;
    const struct pair_statistics *s = pair_statistics(native->integrator);
    const struct {
        const char *name;
        double value;
    } all[] = {
#define OWN_ENTRY(name) {#name, (double)s->name},
        PAIR_COUNTER_LIST(OWN_ENTRY) PAIR_MEASURE_LIST(OWN_ENTRY)
#undef OWN_ENTRY
    };
    if (i >= (int)(sizeof all / sizeof *all))
        return -1;
    *name = all[i].name;
    *value = all[i].value;
    return 0;
}

static const char *why(void *self) {
    const struct native *native = self;
    return fast_status_text(native->status);
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_integrator it = {
        .interface_version = HALFSTEP_INTERFACE,
        .name = NATIVE_NAME,
        .create = create,
        .destroy = destroy,
        .start = start,
        .step = step,
        .state = state,
        .estimate = estimate,
        .advance = advance,
        .set_option = set_option,
        .statistic = statistic,
        .why = why,
    };
    return &it;
}
