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
    struct diagnostic why; /* the last run has failed */
};

static int run(void *self) {
    struct scene_pass *p = self;
    return peer_simbody_run(&p->peer, p->steps, &p->why);
}

static void why(void *self, struct diagnostic *d) {
    *d = ((struct scene_pass *)self)->why;
}

static int tell(void *self, json_t *into) {
    const struct scene_pass *p = self;
    const int bodies = p->scene.scene.bodies;
    double *height = calloc(2 * (size_t)bodies + (size_t)p->nx, sizeof *height);
    if (height == NULL)
        return -1;
    double *end = height + 2 * bodies;
    p->peer.its->read(p->peer.self, height, height + bodies);
    for (int i = 0; i < p->nx; i++)
        end[i] = NAN;
    for (int i = 0; i < bodies; i++)
        end[p->scene.height[i]] = height[i];
    json_object_set_new(into, "steps", json_integer(p->steps));
    json_object_set_new(into, "end", json_numbers(end, p->nx));
    free(height);
    return 0;
}

static void close(void *self) {
    struct scene_pass *p = self;
    peer_simbody_close(&p->peer);
    scene_clear(&p->scene);
}

static int open(void *self, const struct workload *workload, struct diagnostic *d) {
    struct scene_pass *p = self;
    const struct model *m = workload->model;
    const char *name = json_string_value(json_object_get(workload->document, "model"));
    const char *solver = json_string_value(json_object_get(workload->options, "solver"));
    const bool is_pgs = solver != NULL && strcmp(solver, "pgs") == 0;
    if (isnan(workload->step))
        return message_set(d, "%s needs a step", PASS_SCENE);
    p->steps = lround(workload->length / workload->step);
    p->nx = m->nq + m->nv + m->nz;
    return scene_make(&p->scene, m, name, is_pgs ? PEER_SCENE_PGS : PEER_SCENE_PLUS,
                      workload->step, d) ||
           peer_simbody_open(&p->peer, &p->scene.scene, d);
}

const struct pass_kind pass_of_scene = {
    sizeof(struct scene_pass), open, close, run, why, tell, NULL};
