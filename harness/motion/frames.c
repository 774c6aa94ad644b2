/* Bodies at some instants of a track.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/motion/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/motion/track.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

/* Instants; a picture with more bodies shows nothing; digits of a place in it. */
enum { INSTANTS = 9, MOST_BODIES = 24, DIGITS = 7 };

static const struct {
    const char *name;
    int points; /* of one body */
} kinds[] = {{"corner", 4}, {"end", 2}, {"rim", 2}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

struct strobe {
    struct model *model;
    struct program *program;
    struct eval_double *run;
    double *in, *point; /* [1 + nx], [2 paths] */
};

static int kind_of(const struct model *m, int path) {
    for (int k = 0; k < KINDS; k++)
        if (strcmp(m->drawn[path].name, kinds[k].name) == 0)
            return k;
    return -1;
}

static int count_bodies(const struct model *m) {
    int count = 0;
    for (int i = 0; i < m->paths; i++)
        count += kind_of(m, i) >= 0;
    return count;
}

static json_t *short_number(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.*g", DIGITS, value);
    return json_number(strtod(text, NULL));
}

static json_t *describe_body(const struct strobe *s, int path, int kind) {
    json_t *points = json_array();
    for (int i = path; i < path + kinds[kind].points; i++) {
        json_array_append_new(points, short_number(s->point[2 * i]));
        json_array_append_new(points, short_number(s->point[2 * i + 1]));
    }
    return json_pack("{s:s, s:o}", "kind", kinds[kind].name, "points", points);
}

/* The paths of one body stand together. */
static json_t *describe_bodies(const struct strobe *s) {
    const struct model *m = s->model;
    json_t *bodies = json_array();
    for (int i = 0; i < m->paths && json_array_size(bodies) < MOST_BODIES;) {
        int kind = kind_of(m, i);
        bool whole = kind >= 0 && i + kinds[kind].points <= m->paths;
        for (int k = 0; whole && k < kinds[kind].points; k++)
            whole = kind_of(m, i + k) == kind;
        if (whole)
            json_array_append_new(bodies, describe_body(s, i, kind));
        i += whole ? kinds[kind].points : 1;
    }
    return bodies;
}

static bool open_strobe(struct strobe *s, int nx) {
    s->program = model_paths_program(s->model);
    s->in = calloc((size_t)nx + 2 * (size_t)s->model->paths + 2, sizeof *s->in);
    if (s->program == NULL || s->in == NULL)
        return false;
    s->point = s->in + 1 + nx;
    return eval_double_alloc(&s->run, s->model->graph, s->program) == PROBLEM_OK;
}

static json_t *describe_frame(const struct strobe *s, const struct track *track, int k) {
    s->in[0] = track->time[k];
    memcpy(s->in + 1, track->state + (size_t)k * (size_t)track->nx,
           (size_t)track->nx * sizeof *s->in);
    eval_double_run(s->run, s->in, s->point);
    return json_pack("{s:o, s:o}", "t", json_number(track->time[k]), "bodies",
                     describe_bodies(s));
}

json_t *frames_describe(struct model *m, const struct track *track) {
    struct strobe s = {.model = m};
    json_t *frames = NULL;
    if (count_bodies(m) == 0 || track->count < INSTANTS)
        return NULL;
    if (open_strobe(&s, track->nx)) {
        const double begin = track->time[0], end = track->time[track->count - 1];
        frames = json_array();
        for (int i = 0, k = 0; i < INSTANTS; i++) {
            double t = begin + (end - begin) * i / (INSTANTS - 1);
            while (k < track->count - 1 && track->time[k] < t)
                k++;
            json_array_append_new(frames, describe_frame(&s, track, k));
        }
    }
    eval_double_free(s.run);
    program_free(s.program);
    free(s.in);
    return frames;
}
