/* Steps of Simbody's own stepper with contacts, from the start of a scene.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/scene.h"

struct scene_pass {
    struct scene scene;
    struct peer_simbody peer;
    long steps;
    int nx;
};

static int run(void *self) {
    struct scene_pass *p = self;
    struct diagnostic ignored;
    return peer_simbody_run(&p->peer, p->steps, &ignored);
}

static int count(void *self, json_t *into, struct diagnostic *d) {
    struct scene_pass *p = self;
    const int bodies = p->scene.scene.bodies;
    double *height = calloc(2 * (size_t)bodies + (size_t)p->nx, sizeof *height);
    if (height == NULL)
        return message_set(d, "out of memory");
    const int failed = peer_simbody_run(&p->peer, p->steps, d);
    if (!failed) {
        double *end = height + 2 * bodies;
        p->peer.its->read(p->peer.self, height, height + bodies);
        for (int i = 0; i < p->nx; i++)
            end[i] = NAN;
        for (int i = 0; i < bodies; i++)
            end[p->scene.height[i]] = height[i];
        json_object_set_new(into, "steps", json_integer(p->steps));
        json_object_set_new(into, "end", json_numbers(end, p->nx));
    }
    free(height);
    return failed;
}

static void close(void *self) {
    struct scene_pass *p = self;
    peer_simbody_close(&p->peer);
    scene_clear(&p->scene);
    free(p);
}

int pass_open_scene(struct pass *pass, const struct workload *workload,
                    struct diagnostic *d) {
    const struct model *m = workload->model;
    const char *name = json_string_value(json_object_get(workload->document, "model"));
    const char *solver = json_string_value(json_object_get(workload->options, "solver"));
    const bool is_pgs = solver != NULL && strcmp(solver, "pgs") == 0;
    if (isnan(workload->step))
        return message_set(d, "%s needs a step", PASS_SCENE);
    struct scene_pass *p = calloc(1, sizeof *p);
    if (p == NULL)
        return message_set(d, "out of memory");
    p->steps = lround(workload->length / workload->step);
    p->nx = m->nq + m->nv + m->nz;
    if (scene_make(&p->scene, m, name, is_pgs ? PEER_SCENE_PGS : PEER_SCENE_PLUS,
                   workload->step, d) ||
        peer_simbody_open(&p->peer, &p->scene.scene, d)) {
        close(p);
        return -1;
    }
    *pass = (struct pass){p, run, count, close};
    return 0;
}
