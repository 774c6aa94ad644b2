/* The table of the stepper with contacts in one process: its modes and Simbody in the same rounds,
 * so that their ratio is that of one machine in one state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind_contacts.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/speed/timing/timing_contacts.h"

static const double block_ns = 30e3, longest_block_ns = 300e3;
enum {
    fewest_rounds = 12,
    warm_up = 2,
    passes_to_settle = 2,
    PARTS = TIMING_CONTACT_PARTS
};

/* What takes part: a stepper, or Simbody. */
struct part {
    contact_stepper *stepper;
    struct peer_simbody *peer;
    double begin, off;
    const double *start;
    long steps;
    double allocations;
    struct contact_statistics counts; /* of one pass */
    struct diagnostic why;            /* "": it takes part */
    bool is_asked;
    const struct contestant *its; /* NULL: it takes no part */
};

struct row {
    struct model *model;
    struct bind_contacts *binding;
    double *start, begin;
    struct timing_scene scene;
    struct peer_simbody peer;
    struct part part[PARTS];
};

static enum fast_status run_stepper(const struct part *p, long steps) {
    enum fast_status status = contact_start(p->stepper, p->begin, p->start);
    for (long i = 0; i < steps && status == FAST_OK; i++)
        status = contact_step(p->stepper, timing_contact_step);
    return status;
}

/* The work of a stopwatch. */
static int run(void *self, long times) {
    struct part *p = self;
    int failed = 0;
    for (long i = 0; i < times && !failed; i++)
        failed = p->peer != NULL ? peer_simbody_run(p->peer, p->steps, &p->why)
                                 : run_stepper(p, p->steps) != FAST_OK;
    return failed;
}

/* Counts a pass that comes after others. */
static void count_pass(struct part *p) {
    enum fast_status status = FAST_OK;
    for (int i = 0; i < passes_to_settle && status == FAST_OK; i++)
        status = run_stepper(p, p->steps);
    const struct allocations before = allocations_so_far();
    if (status == FAST_OK)
        status = run_stepper(p, p->steps);
    p->allocations = (double)(allocations_so_far().calls - before.calls);
    p->counts = *contact_statistics(p->stepper);
    if (status != FAST_OK)
        message_set(&p->why, "%s", fast_status_text(status));
}

static void open_stepper(struct row *r, const struct timing_contact_row *row, int mode) {
    struct part *p = &r->part[mode];
    struct integrator_options o = mode == FAST_FAITHFUL
                                      ? contact_faithful_options(timing_contact_step)
                                      : contact_default_options();
    *p = (struct part){.begin = r->begin,
                       .off = NAN,
                       .start = r->start,
                       .steps = mode == FAST_FAITHFUL ? row->original_steps : row->steps,
                       .is_asked = true};
    o.fixed_step = true, o.step = timing_contact_step;
    if (mode == FAST_FAITHFUL) {
        o.solver = row->solver == PEER_SCENE_PGS ? CONTACT_PGS : CONTACT_PLUS;
        o.constraint_tolerance = r->scene.scene.tolerance;
    }
    const enum fast_status status =
        contact_alloc(&p->stepper, bind_contacts_system(r->binding), &o);
    if (status != FAST_OK)
        message_set(&p->why, "%s", fast_status_text(status));
    else
        count_pass(p);
}

/* How far Simbody's heights are from those of the faithful mode after its pass. */
static void compare(struct row *r) {
    struct part *ours = &r->part[TIMING_CONTACT_FAITHFUL];
    struct part *its = &r->part[TIMING_CONTACT_SIMBODY];
    const int bodies = r->scene.scene.bodies;
    double *height = calloc(2 * (size_t)bodies, sizeof *height);
    if (height != NULL && ours->stepper != NULL &&
        run_stepper(ours, its->steps) == FAST_OK &&
        peer_simbody_run(&r->peer, its->steps, &its->why) == 0) {
        const double *x = contact_state(ours->stepper);
        its->off = 0;
        r->peer.its->read(r->peer.self, height, height + bodies);
        for (int i = 0; i < bodies; i++)
            its->off = fmax(its->off, fabs(height[i] - x[r->scene.height[i]]));
    }
    free(height);
}

static int open_row(struct row *r, const struct catalogue *catalogue,
                    const struct timing_contact_row *row, struct diagnostic *d) {
    struct setting size = {"n", row->size};
    const struct model_settings settings = {row->size != NULL, &size, NULL};
    if (models_read(&r->model, catalogue, row->model, &settings, d) != EXIT_PASSED)
        return -1;
    const struct model *m = r->model;
    r->start = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *r->start);
    if (r->start == NULL || bind_contacts_alloc(&r->binding, r->model) != PROBLEM_OK)
        return message_set(d, "out of memory");
    if (initial_in_double(r->model, &r->begin, r->start, d) ||
        timing_scene_make(&r->scene, m, row, d))
        return -1;
    open_stepper(r, row, FAST_DEFAULT);
    if (row->original_steps == 0)
        return 0;
    open_stepper(r, row, FAST_FAITHFUL);
    struct part *its = &r->part[TIMING_CONTACT_SIMBODY];
    *its = (struct part){
        .peer = &r->peer, .steps = row->original_steps, .off = NAN, .is_asked = true};
    if (peer_simbody_open(&r->peer, &r->scene.scene, &its->why) == 0)
        compare(r);
    return 0;
}

static void close_row(struct row *r) {
    peer_simbody_close(&r->peer);
    for (int k = 0; k < PARTS; k++)
        contact_free(r->part[k].stepper);
    timing_scene_clear(&r->scene);
    bind_contacts_free(r->binding);
    free(r->start);
    model_free(r->model);
}

/* The median over the rounds in which both took part of the peer's time over ours. */
static double ratio_of(const struct contestant *peer, const struct contestant *ours,
                       int rounds) {
    double *ratio = peer == NULL ? NULL : calloc((size_t)rounds + 1, sizeof *ratio);
    for (int i = 0; i < rounds && ratio != NULL; i++)
        ratio[i] = peer->ns[i] / ours->ns[i];
    const double median = ratio == NULL ? NAN : rounds_median(ratio, rounds);
    free(ratio);
    return median;
}

static json_t *describe(const struct part *p, const struct part *peer, int rounds) {
    const double steps = (double)p->steps;
    if (!p->is_asked)
        return json_null();
    if (p->why.text[0] != '\0')
        return json_pack("{s:s}", "why", p->why.text);
    json_t *found = json_pack(
        "{s:o, s:o, s:o, s:o}", "ns", json_number(rounds_median(p->its->ns, rounds)),
        "least", json_number(rounds_least(p->its->ns, rounds)), "ratio",
        json_number(ratio_of(peer->its, p->its, rounds)), "off", json_number(p->off));
    if (p->peer != NULL)
        return found;
    json_object_set_new(found, "allocations", json_number(p->allocations));
#define ADD(name)                                                                        \
    json_object_set_new(found, #name, json_number((double)p->counts.name / steps));
    CONTACT_COUNTER_LIST(ADD)
#undef ADD
    return found;
}

static json_t *measure(struct row *rows, struct contest *contest) {
    const struct rounds how = {stopwatch_of_machine(), contest->rounds, warm_up, block_ns,
                               longest_block_ns,       fewest_rounds};
    const int count = PARTS * timing_contact_rows_count;
    json_t *cases = json_array();
    for (int i = 0; i < count; i++) {
        struct part *p = &rows[i / PARTS].part[i % PARTS];
        if (p->is_asked && p->why.text[0] == '\0')
            p->its = contest_add(contest, run, p, (double)p->steps);
    }
    contest_run(contest, &how);
    for (int i = 0; i < count; i++) {
        const struct part *part = rows[i / PARTS].part;
        json_array_append_new(
            cases,
            describe(&part[i % PARTS], &part[TIMING_CONTACT_SIMBODY], contest->rounds));
    }
    return json_pack("{s:o}", "cases", cases);
}

json_t *timing_contacts_measure(const struct catalogue *catalogue,
                                const struct timing_effort *effort, unsigned long seed,
                                struct diagnostic *d) {
    const int count = timing_contact_rows_count;
    struct row *rows = calloc((size_t)count, sizeof *rows);
    struct contest contest;
    json_t *found = NULL;
    int failed =
        contest_open(&contest, PARTS * count, effort->rounds, seed) || rows == NULL
            ? message_set(d, "out of memory")
            : 0;
    for (int i = 0; i < count && !failed; i++)
        failed = open_row(&rows[i], catalogue, &timing_contact_rows[i], d);
    if (!failed)
        found = measure(rows, &contest);
    for (int i = 0; i < count && rows != NULL; i++)
        close_row(&rows[i]);
    contest_close(&contest);
    free(rows);
    return found;
}
