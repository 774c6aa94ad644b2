/* A recorded case of Simbody, done again and compared. There is no second build of it whose
 * differences would tell what rounding decides. In its place the case is done with starts that are
 * moved by 1e-15: states are allowed a hundred times the most that this changes in one of them,
 * and 1e-12; with contacts 1e-10, since what is to be solved after an impact may be made of
 * rounding errors, and by projected Gauss-Seidel 1e-6, the residual at which its sweeps end. A
 * counter may differ by as much as it does in one of them. One that fails allows nothing.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "harness/studies/originals/original_case.h"
#include "harness/studies/originals/original_compare.h"
#include "harness/studies/originals/simbody_case.h"
#include "harness/studies/originals/simbody_scene.h"
#include "problems/model.h"

static const double moves[] = {1e-15, -1e-15, 2e-15};
static const double of_rounding = 1e-12, of_contacts = 1e-10, of_sweeps = 1e-6,
                    many = 100;
enum { MOVES = sizeof moves / sizeof *moves };

struct repetition {
    struct original_comparison comparison;
    const struct simbody_scene *scene;
    const json_t *record, *samples;
    struct subject *subject;
    const struct model *model;
    int nx;
    double step, end, least; /* tolerance */
    double most;             /* steps */
    bool has_most;           /* of them: more are needed */
    double *start, *part;    /* [nx] of what is compared */
    size_t states;           /* the samples' and the end's, which are in a trail */
    double *trail, *moved_trail[MOVES];
    size_t reached;                             /* samples */
    struct named_numbers moved_counters[MOVES]; /* none: that run has failed */
};

static void keep(struct repetition *r, size_t place, double *trail) {
    const struct subject *s = r->subject;
    memcpy(&trail[(size_t)r->nx * place], s->state(s->self),
           (size_t)r->nx * sizeof *trail);
}

/* The states at samples of fixed steps are kept. */
static void keep_samples(struct repetition *r, double *trail) {
    const double near = 1e-9 * r->step, t = r->subject->time(r->subject->self);
    while (r->reached < json_array_size(r->samples) &&
           simbody_scene_number(json_array_get(r->samples, r->reached), "t", 0) <=
               t + near)
        keep(r, r->reached++, trail);
}

static bool advance(struct repetition *r, double *trail) {
    const struct subject *s = r->subject;
    double steps = 0;
    r->has_most = false;
    do {
        r->has_most = steps++ >= r->most;
        if (r->has_most || s->advance(s->self, r->step, r->end))
            return false;
        keep_samples(r, trail);
    } while (s->time(s->self) < r->end);
    return true;
}

/* From the start, all of whose components are moved. Whether it ended well. */
static bool run(struct repetition *r, double move, double *trail) {
    const struct subject *s = r->subject;
    double *x = trail; /* until it has begun */
    for (int i = 0; i < r->nx; i++)
        x[i] = r->start[i] + (i % 2 == 0 ? move : -move) * fmax(1, fabs(r->start[i]));
    r->reached = 0;
    const bool well = s->start(s->self, 0, x) == 0 && advance(r, trail);
    keep(r, r->states - 1, trail);
    return well;
}

/* The largest difference of two states, relative to max(1, |x|). */
static double find_apart(const double *x, const double *moved, int nx) {
    double size = 1, apart = 0;
    for (int i = 0; i < nx; i++) {
        size = fmax(size, fabs(x[i]));
        apart = fmax(apart, fabs(x[i] - moved[i]));
    }
    return apart / size;
}

static double find_tolerance(const struct repetition *r) {
    double apart = 0;
    for (int m = 0; m < MOVES; m++)
        for (size_t i = 0; i < r->states && r->moved_counters[m].count > 0; i++) {
            const size_t at = (size_t)r->nx * i;
            apart = fmax(apart, find_apart(&r->trail[at], &r->moved_trail[m][at], r->nx));
        }
    return fmax(r->least, many * apart);
}

/* How far apart the counters by that name are in the moved runs. */
static double find_counted(const struct repetition *r, const char *name, double counted) {
    double apart = 0;
    for (int m = 0; m < MOVES; m++)
        if (r->moved_counters[m].count > 0)
            apart = fmax(apart, fabs(counted - named_value(&r->moved_counters[m], name)));
    return apart;
}

static void compare_counters(const struct repetition *r) {
    const json_t *within = json_object_get(r->record, "stats"), *recorded;
    struct named_numbers found = subject_counters(r->subject);
    for (int i = 0; i < found.count; i++) {
        const char *name = found.list[i].name;
        const struct decimal *number = &found.list[i].number;
        recorded = json_object_get(within != NULL ? within : r->record, name);
        const double is = number->value,
                     was = json_is_number(recorded) ? json_number_value(recorded) : NAN,
                     apart = find_counted(r, name, is);
        const double allowed = number->is_whole ? apart : fmax(of_rounding, many * apart);
        if (recorded == NULL || json_is_array(recorded) /* a log */)
            continue;
        if (!(fabs(is - was) <= allowed))
            original_deviate(&r->comparison, name, is, recorded);
    }
    named_clear(&found);
}

/* Forces are impulses, which are as good as velocities, over h. */
static void compare_places(const struct repetition *r, const char *what,
                           const struct simbody_place *place, const json_t *recorded,
                           const double *x) {
    for (int i = 0; i < SIMBODY_MOST_PLACES && place[i].member != NULL; i++) {
        const json_t *part = json_object_get(recorded, place[i].member);
        const int n = json_is_array(part) ? (int)json_array_size(part) : 1;
        struct original_comparison c = r->comparison;
        if (place[i].whole == OF_LOAD)
            c.tolerance /= r->step;
        if (part == NULL) /* the end is the last sample, too */
            continue;
        if (n > r->nx ||
            !simbody_find_part(r->part, n, &place[i], r->subject, r->model, r->step, x))
            original_deviate(&r->comparison, "a state of another size", 0, NULL);
        else
            original_compare_vector(&c, what, r->part, (size_t)n, part);
    }
}

/* The original went on with what is not finite, or threw. */
static bool ended_well(const struct repetition *r) {
    const json_t *last = json_array_get(r->samples, json_array_size(r->samples) - 1);
    return json_object_get(r->record, "exception") == NULL &&
           !json_is_null(json_array_get(json_object_get(last, "q"), 0));
}

static void compare(struct repetition *r) {
    const struct subject *s = r->subject;
    for (int m = 0; m < MOVES; m++)
        if (run(r, moves[m], r->moved_trail[m]))
            r->moved_counters[m] = subject_counters(s);
    const bool well = run(r, 0, r->trail), expected = ended_well(r);
    r->comparison.tolerance = find_tolerance(r);
    if (well != expected || r->has_most)
        original_deviate(&r->comparison,
                         well          ? "it did not fail"
                         : r->has_most ? "it is not at the end after ten times the steps "
                                         "recorded, or a million"
                                       : s->why(s->self),
                         0, NULL);
    if (!well || !expected)
        return;
    compare_counters(r);
    for (size_t i = 0; i < r->reached; i++)
        compare_places(r, "a state on the way", r->scene->sample,
                       json_array_get(r->samples, i), &r->trail[(size_t)r->nx * i]);
    compare_places(r, "the state", r->scene->end, r->record, s->state(s->self));
}

static double find_most(const json_t *record) {
    const json_t *within = json_object_get(record, "stats");
    return original_most(
        simbody_scene_number(within != NULL ? within : record, "steps_taken", 0));
}

static int prepare(struct repetition *r, struct model *m, const char *part,
                   struct diagnostic *d) {
    const struct subject *s = r->subject;
    double t;
    r->nx = s->nq + s->nv + s->nz;
    r->step = simbody_step(r->record);
    r->end = simbody_end(part, r->record);
    r->samples = isinf(r->step) ? NULL : json_object_get(r->record, "samples");
    r->states = json_array_size(r->samples) + 1;
    r->model = m;
    r->most = isinf(r->step) ? find_most(r->record) : INFINITY;
    const size_t nx = (size_t)r->nx, of_trail = r->states * nx;
    r->start = calloc(2 * nx + (MOVES + 1) * of_trail, sizeof *r->start);
    if (r->start == NULL)
        return message_set(d, "no memory");
    r->part = r->start + nx;
    r->trail = r->part + nx;
    for (int i = 0; i < MOVES; i++)
        r->moved_trail[i] = r->trail + (size_t)(i + 1) * of_trail;
    return initial_in_double(m, &t, r->start, d);
}

int simbody_repeat(struct original_outcome *o, const struct study *s,
                   const struct simbody_scene *scene, const json_t *record,
                   const char *id, struct diagnostic *d) {
    struct subject_options options;
    struct subject subject;
    *o = (struct original_outcome){.same = true};
    if (simbody_read_options(&options, scene->part, record) != NULL)
        return message_set(d, "%s: it has other settings than we have", id);
    if (s->open_subject(s->context, s->model, &options, &subject, d))
        return -1;
    const bool sweeps = options.integrator.solver == CONTACT_PGS;
    struct repetition r = {.comparison = {o, id, of_rounding},
                           .least = subject.contacts == 0 ? of_rounding
                                    : sweeps              ? of_sweeps
                                                          : of_contacts,
                           .scene = scene,
                           .record = record,
                           .subject = &subject};
    const int failed = prepare(&r, s->model, scene->part, d);
    if (!failed)
        compare(&r);
    for (int i = 0; i < MOVES; i++)
        named_clear(&r.moved_counters[i]);
    free(r.start);
    subject.free(subject.self);
    return failed;
}
