/* An integrator beside that of the guest, and its course.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/guest/runner.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"

static size_t count_records(const struct runner *r) {
    return (size_t)r->steps * (2 + 2 * (size_t)r->guest.nx);
}

int runner_make(struct runner *r, struct guest *g, struct model *m, double t,
                const double *x, int steps) {
    const int count = m->nq + m->nv + m->nz;
    const size_t nx = (size_t)count;
    *r = (struct runner){.guest = *g, .steps = steps, .t = t};
    r->guest.model = m;
    r->guest.nx = count;
    r->guest.self = NULL; /* nor is anything else of g's its own */
    r->guest.system = (struct guest_system){.model = m};
    r->guest.state = r->guest.estimate = (struct guarded){.count = 0};
    r->guest.x = calloc(nx + 1, sizeof(double));
    r->guest.error = calloc(nx + 1, sizeof(double));
    r->begin = calloc(nx + 1, sizeof(double));
    r->record = calloc(count_records(r) + 1, sizeof(double));
    if (r->guest.x == NULL || r->guest.error == NULL || r->begin == NULL ||
        r->record == NULL || guarded_alloc(&r->guest.state, count) ||
        guarded_alloc(&r->guest.estimate, count) ||
        guest_system_init(&r->guest.system, m, g->activity, &g->why))
        return message_set(&g->why, "out of memory");
    memcpy(r->begin, x, nx * sizeof *x);
    if (guest_prepare(&r->guest) == 0 &&
        guest_create(&r->guest, r->guest.options->integrator.max_step) == OUTCOME_DONE)
        return 0;
    g->why = r->guest.why;
    return -1;
}

void runner_clear(struct runner *r) {
    guest_destroy(&r->guest);
    guest_system_clear(&r->guest.system);
    guarded_free(&r->guest.state);
    guarded_free(&r->guest.estimate);
    free(r->guest.x);
    free(r->guest.error);
    free(r->begin);
    free(r->record);
}

void runner_run(struct runner *r, double h) {
    struct guest *g = &r->guest;
    double *record = r->record;
    enum packet_outcome outcome = guest_start(g, r->t, r->begin);
    for (int i = 0; i < r->steps; i++) {
        if (outcome == OUTCOME_DONE)
            outcome = guest_step(g, h, 1);
        *record++ = outcome;
        *record++ = g->t;
        memcpy(record, g->x, (size_t)g->nx * sizeof *record);
        record += g->nx;
        memcpy(record, g->error, (size_t)g->nx * sizeof *record);
        record += g->nx;
        if (r->between != NULL)
            r->between(r->other);
    }
}

long runner_differences(const struct runner *one, const struct runner *other) {
    const size_t count = count_records(one);
    long differing = 0;
    for (size_t i = 0; i < count; i++)
        differing += memcmp(&one->record[i], &other->record[i], sizeof(double)) != 0;
    return differing;
}
