/* The steps of a track: Taylor steps within a budget; those of backward differentiation
 * formulas (GSL's), orders 1 to 5; those of our own integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "problems/base/arena.h"
#include "harness/integrators/peers/peer.h"
#include "harness/motion/track_parts.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "ref/ref.h"
#include "ref/vector.h"

enum {
    BITS = 64,
    ORDER = 14, /* of the series: errors of 1e-10, far below a line's width */
    /* A Taylor step takes some 8 microseconds for each instruction of x'. */
    INSTRUCTION_STEPS = 150000,
    MOST_SERIES_STEPS = 4000,
    FEWEST_SERIES_STEPS = 100,
    /* A budget of which this part is spent without as much progress is not spent. */
    FIRST_LOOK = 4,
    MOST_INTEGRATOR_STEPS = 100000,
    MOST_EVALUATIONS = 300000,
    LONGEST_STEPS = 300 /* so many in a span: a picture's corners */
};

static const double ACCURACY = 1e-6;

/* Of a step of the formulas, relative to each component; absolute, to the largest. */
static const double TOLERANCE = 1e-10;

/* How many Taylor steps a model may take. */
static long series_budget(struct model *m) {
    struct program *field = model_field_program(m);
    long length = field == NULL ? INSTRUCTION_STEPS : field->length + 1;
    program_free(field);
    long steps = INSTRUCTION_STEPS / length;
    return steps > MOST_SERIES_STEPS     ? MOST_SERIES_STEPS
           : steps < FEWEST_SERIES_STEPS ? FEWEST_SERIES_STEPS
                                         : steps;
}

/* Keeps the flow's state. Nonzero: out of memory. */
static int keep(struct track_nodes *nodes, const ref_flow *flow, double *x) {
    vector_get_doubles(x, ref_flow_state(flow), nodes->nx);
    return track_add_node(nodes, mpfr_get_d(ref_flow_time(flow), MPFR_RNDN), x);
}

static bool is_hopeless(const struct track_nodes *nodes, long budget) {
    double progress =
        (nodes->time[nodes->count - 1] - nodes->begin) / (nodes->end - nodes->begin);
    return nodes->count == budget / FIRST_LOOK && progress * 2 * FIRST_LOOK < 1;
}

/* Steps until the end, or until that is out of reach. */
static enum ref_status follow(struct track_nodes *nodes, ref_flow *flow, double *x) {
    long budget = series_budget(nodes->model);
    mpfr_t end;
    mpfr_init2(end, BITS);
    mpfr_set_d(end, nodes->end, MPFR_RNDN);
    enum ref_status status = REF_TOO_LONG;
    while (status == REF_TOO_LONG && nodes->count < budget &&
           !is_hopeless(nodes, budget)) {
        status = ref_flow_to(flow, end, 1);
        if ((status == REF_OK || status == REF_TOO_LONG) && keep(nodes, flow, x))
            status = REF_NO_MEMORY;
    }
    mpfr_clear(end);
    return status;
}

int track_by_series(struct track_nodes *nodes, struct diagnostic *d) {
    ref_flow *flow = NULL;
    mpfr_t *start = vector_alloc(nodes->nx, BITS);
    double *x = calloc((size_t)nodes->nx + 1, sizeof *x);
    enum ref_status status = REF_NO_MEMORY;
    if (start != NULL && x != NULL)
        status = ref_flow_alloc(&flow, nodes->model, BITS, ORDER, EVAL_DOUBLE_CONSTANTS);
    if (status == REF_OK) {
        mpfr_t begin;
        mpfr_init2(begin, BITS);
        mpfr_set_d(begin, nodes->begin, MPFR_RNDN);
        vector_set_doubles(start, nodes->state, nodes->nx);
        status = ref_flow_start(flow, begin, vector_const(start));
        mpfr_clear(begin);
    }
    if (status == REF_OK)
        status = follow(nodes, flow, x);
    ref_flow_free(flow);
    vector_free(start, nodes->nx);
    free(x);
    return status == REF_NO_MEMORY
               ? message_set(d, "%s: out of memory", nodes->model->name)
               : 0;
}

/* Goes as far as the integrator does, and frees it. */
static int run(struct track_nodes *nodes, struct subject s, struct diagnostic *d) {
    double longest = (nodes->end - nodes->begin) / LONGEST_STEPS;
    int failed = 0;
    bool goes_on = s.start(s.self, nodes->begin, nodes->state) == 0;
    for (long k = 0;
         k < MOST_INTEGRATOR_STEPS && goes_on && !failed && s.time(s.self) < nodes->end;
         k++) {
        goes_on = s.advance(s.self, longest, nodes->end) == 0;
        if (goes_on)
            failed = track_add_node(nodes, s.time(s.self), s.state(s.self));
    }
    s.free(s.self);
    return failed ? message_set(d, "%s: out of memory", nodes->model->name) : 0;
}

int track_by_formulas(struct track_nodes *nodes, struct diagnostic *d) {
    struct subject s;
    double size = 0, span = nodes->end - nodes->begin;
    for (int i = 0; i < nodes->nx; i++)
        size = fmax(size, fabs(nodes->state[i]));
    const struct peer_options options = {.relative = TOLERANCE,
                                         .absolute = TOLERANCE * (size > 0 ? size : 1),
                                         .initial_step = span * TOLERANCE,
                                         .most_evaluations = MOST_EVALUATIONS};
    if (peer_open(&s, PEER_GSL_MSBDF, nodes->model, &options, d))
        return 0; /* it is done without */
    return run(nodes, s, d);
}

int track_by_integrator(struct track_nodes *nodes, study_open_subject *open,
                        void *context, struct diagnostic *d) {
    struct subject s;
    struct subject_options options = subject_default_options();
    options.integrator.accuracy = ACCURACY;
    options.integrator.max_step = (nodes->end - nodes->begin) / LONGEST_STEPS;
    if (open(context, nodes->model, &options, &s, d))
        return -1;
    return run(nodes, s, d);
}

int track_add_node(struct track_nodes *nodes, double time, const double *x) {
    size_t nx = (size_t)nodes->nx;
    int room = nodes->room;
    double *times = array_grow(nodes->time, &room, nodes->count + 1, sizeof *times);
    if (times == NULL)
        return -1;
    nodes->time = times;
    double *states =
        array_grow(nodes->state, &nodes->room, nodes->count + 1, nx * sizeof *states);
    if (states == NULL)
        return -1;
    nodes->state = states;
    nodes->time[nodes->count] = time;
    memcpy(nodes->state + (size_t)nodes->count * nx, x, nx * sizeof *x);
    nodes->count++;
    return 0;
}
