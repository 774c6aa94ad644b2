/* Our own methods behind the interface that everybody else's come through: the library fast as
 * a plug-in. OWN_METHOD is one of enum integrator_method, OWN_NAME its name.
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

struct own {
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
    const struct halfstep_system *s = ((struct own *)context)->system;
    return judge(s->rates(s->context, t, x, ydot));
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct halfstep_system *s = ((struct own *)context)->system;
    return judge(s->map(s->context, q, v, qdot));
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct halfstep_system *s = ((struct own *)context)->system;
    return judge(s->unmap(s->context, q, qdot, v));
}

/* The rows of the rates, by columns. */
static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    const struct own *own = context;
    const struct halfstep_system *s = own->system;
    const int ny = s->nv + s->nz, nx = s->nq + ny;
    int failed = judge(s->jacobian(s->context, t, x, own->jacobian));
    for (int i = 0; i < ny && !failed; i++) {
        const double *row = own->jacobian + (s->nq + i) * nx;
        for (int j = 0; j < s->nq; j++)
            fq[j * ny + i] = row[j];
        for (int j = 0; j < ny; j++)
            fy[j * ny + i] = row[s->nq + j];
    }
    return failed;
}

static void destroy(void *self) {
    struct own *own = self;
    pair_free(own->integrator);
    free(own->jacobian);
    free(own);
}

static void *create(const struct halfstep_system *system) {
    struct own *own = calloc(1, sizeof *own);
    if (own == NULL)
        return NULL;
    own->system = system;
    own->its =
        (struct integrator_system){.nq = system->nq,
                                   .nv = system->nv,
                                   .nz = system->nz,
                                   .context = own,
                                   .rates = rates,
                                   .map = system->map_is_identity ? NULL : map,
                                   .unmap = system->map_is_identity ? NULL : unmap};
    own->options = pair_default_options();
    own->options.method = OWN_METHOD;
    own->longest = own->options.max_step;
    return own;
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
static int set_accuracy(struct own *own, const char *value) {
    if (read_number(&own->options.accuracy, value))
        return -1;
    const int nx = own->its.nq + own->its.nv + own->its.nz;
    if (own->options.accuracy <= tight_accuracy) {
        own->options.newton = FAST_FULL;
        own->options.jacobian =
            nx <= most_dense_states ? FAST_EXACT_JACOBIAN : FAST_FORWARD_DIFFERENCES;
    }
    return 0;
}

static int set_option(void *self, const char *name, const char *value) {
    static const char *const modes[] = {"default", "faithful", NULL};
    static const char *const jacobians[] = {"forward", "central", "exact", NULL};
    static const char *const newtons[] = {"reuse", "fresh", "full", NULL};
    struct own *own = self;
    int position = 0, failed = -1;
    if (strcmp(name, "accuracy") == 0)
        return set_accuracy(own, value);
    if (strcmp(name, "max-step") == 0)
        return read_number(&own->longest, value);
    if (strcmp(name, "mode") == 0) {
        failed = find_word(&position, modes, value);
        own->options.mode = position == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
    } else if (strcmp(name, "jacobian") == 0) {
        failed = find_word(&position, jacobians, value);
        own->options.jacobian = (enum pair_jacobian)position;
    } else if (strcmp(name, "newton") == 0) {
        failed = find_word(&position, newtons, value);
        own->options.newton = (enum pair_newton)position;
    }
    return failed;
}

static int allocate(struct own *own) {
    const int nx = own->its.nq + own->its.nv + own->its.nz;
    if (own->options.jacobian == FAST_EXACT_JACOBIAN) {
        own->its.jacobian = jacobian;
        own->jacobian = calloc((size_t)nx * (size_t)nx, sizeof *own->jacobian);
        own->status = FAST_NO_MEMORY;
        if (own->jacobian == NULL)
            return -1;
    }
    own->options.max_step = own->longest;
    own->status = pair_alloc(&own->integrator, &own->its, &own->options);
    return own->status != FAST_OK;
}

/* Starting gives the first step's size a value, which is to be found anew each time. */
static int start(void *self, double t, const double *x) {
    struct own *own = self;
    if (own->integrator == NULL && allocate(own))
        return -1;
    pair_set_fixed_step(own->integrator, false);
    own->status = pair_set_max_step(own->integrator, own->longest);
    if (own->status == FAST_OK)
        own->status = pair_set_initial_step(own->integrator, NAN);
    if (own->status == FAST_OK)
        own->status = pair_start(own->integrator, t, x);
    return own->status != FAST_OK;
}

static int step(void *self, double h) {
    struct own *own = self;
    pair_set_fixed_step(own->integrator, true);
    own->status = pair_step(own->integrator, h);
    return own->status != FAST_OK;
}

static int advance(void *self, double t_final) {
    struct own *own = self;
    pair_set_fixed_step(own->integrator, false);
    own->status = pair_advance(own->integrator, INFINITY, INFINITY, t_final, NULL);
    return own->status != FAST_OK;
}

static void state(void *self, double *t, double *x) {
    const struct own *own = self;
    const int nx = own->its.nq + own->its.nv + own->its.nz;
    *t = pair_time(own->integrator);
    memcpy(x, pair_state(own->integrator), (size_t)nx * sizeof *x);
}

static int estimate(void *self, double *error) {
    const struct own *own = self;
    const int nx = own->its.nq + own->its.nv + own->its.nz;
    memcpy(error, pair_error_estimate(own->integrator), (size_t)nx * sizeof *error);
    return 0;
}

static int statistic(void *self, int i, const char **name, double *value) {
    const struct own *own = self;
    const struct pair_statistics *s = pair_statistics(own->integrator);
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
    const struct own *own = self;
    return fast_status_text(own->status);
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_integrator it = {
        .interface_version = HALFSTEP_INTERFACE,
        .name = OWN_NAME,
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
