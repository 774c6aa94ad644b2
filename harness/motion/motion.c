/* The curves of a model's motion along its track. Numbers are kept to ten digits: a line
 * in a picture has no more.
 *
 * A logarithmic time is for what happens at once and then slowly: one curve over time makes
 * half of its way (its total variation) in a hundredth of the span.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/motion/motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/motion/choice.h"
#include "harness/motion/track.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

enum { DIGITS = 10 };

/* Half of the way before this part of the span. */
static const double EARLY = 0.01;

struct drawing {
    struct model *model;
    struct choice choice;
    struct track track;
    struct program *program;
    struct eval_double *run;
    double *in, *point; /* (sizes 1 + nx, track.count*2*choice.count) */
};

static double *point_at(const struct drawing *g, int k, int curve) {
    return g->point + 2 * ((size_t)k * (size_t)g->choice.count + (size_t)curve);
}

static int open_program(struct drawing *g) {
    int nx = g->track.nx, outputs = 2 * g->choice.count;
    expr *output = calloc((size_t)outputs + 1, sizeof *output);
    for (int i = 0; i < g->choice.count && output != NULL; i++) {
        output[2 * i] = g->choice.curve[i].x;
        output[2 * i + 1] = g->choice.curve[i].y;
    }
    if (output != NULL)
        g->program = model_program(g->model, outputs, output);
    free(output);
    g->in = calloc((size_t)nx + 1, sizeof *g->in);
    g->point = calloc((size_t)g->track.count * (size_t)outputs + 1, sizeof *g->point);
    if (g->program == NULL || g->in == NULL || g->point == NULL)
        return -1;
    return eval_double_alloc(&g->run, g->model->graph, g->program) != PROBLEM_OK;
}

/* Divides a curve's y by its largest magnitude, which goes into its name. */
static void make_relative(struct drawing *g, int curve) {
    struct choice_curve *of = &g->choice.curve[curve];
    double largest = 0;
    for (int k = 0; k < g->track.count; k++)
        largest = fmax(largest, fabs(point_at(g, k, curve)[1]));
    if (!of->is_relative || !(largest > 0) || !isfinite(largest))
        return;
    for (int k = 0; k < g->track.count; k++)
        point_at(g, k, curve)[1] /= largest;
    size_t length = strlen(of->name);
    snprintf(of->name + length, sizeof of->name - length, " (at most %.2g)", largest);
}

static void find_points(struct drawing *g) {
    size_t nx = (size_t)g->track.nx;
    for (int k = 0; k < g->track.count; k++) {
        g->in[0] = g->track.time[k];
        memcpy(g->in + 1, g->track.state + (size_t)k * nx, nx * sizeof *g->in);
        eval_double_run(g->run, g->in, point_at(g, k, 0));
    }
    for (int i = 0; i < g->choice.count; i++)
        make_relative(g, i);
}

/* Whether a curve makes half of its way early. */
static bool is_early(const struct drawing *g, int curve) {
    double all = 0, before = 0;
    double early = g->track.begin + EARLY * (g->track.end - g->track.begin);
    for (int k = 1; k < g->track.count; k++) {
        double change = fabs(point_at(g, k, curve)[1] - point_at(g, k - 1, curve)[1]);
        all += change;
        before += g->track.time[k] <= early ? change : 0;
    }
    return before > all / 2;
}

static bool has_log_time(const struct drawing *g) {
    bool early = false;
    for (int i = 0; i < g->choice.count; i++)
        early |= g->choice.curve[i].is_over_time && is_early(g, i);
    return early;
}

static bool has_kind(const struct drawing *g, bool over_time) {
    bool any = false;
    for (int i = 0; i < g->choice.count; i++)
        any |= g->choice.curve[i].is_over_time == over_time;
    return any;
}

/* A number of few digits; null when it is not finite. */
static json_t *short_number(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.*g", DIGITS, value);
    return json_number(isfinite(value) ? strtod(text, NULL) : value);
}

static json_t *describe_curve(const struct drawing *g, int i) {
    const struct choice_curve *curve = &g->choice.curve[i];
    json_t *points = json_array();
    for (int k = 0; k < g->track.count; k++) {
        const double *p = point_at(g, k, i);
        json_array_append_new(points,
                              json_pack("[o, o, o]", json_number(g->track.time[k]),
                                        short_number(p[0]), short_number(p[1])));
    }
    return json_pack("{s:o, s:s, s:o}", "name", json_text_of(curve->name), "kind",
                     curve->is_over_time ? "time" : "plane", "points", points);
}

static json_t *describe(const struct drawing *g) {
    const struct choice *c = &g->choice;
    json_t *curves = json_array();
    for (int i = 0; i < c->count; i++)
        json_array_append_new(curves, describe_curve(g, i));
    json_t *plane = !has_kind(g, false)
                        ? json_null()
                        : json_pack("{s:s, s:s, s:b}", "across", c->across, "up", c->up,
                                    "equal", (int)c->is_place);
    json_t *time = !has_kind(g, true)
                       ? json_null()
                       : json_pack("{s:o}", "up", json_text_of(c->time_up));
    return json_pack("{s:s, s:o, s:o, s:b, s:b, s:o, s:o, s:o, s:i}", "way", g->track.way,
                     "begin", json_number(g->track.begin), "end",
                     json_number(g->track.time[g->track.count - 1]), "complete",
                     (int)g->track.is_complete, "log_time", (int)has_log_time(g), "plane",
                     plane, "time", time, "curves", curves, "left_out", c->left_out);
}

json_t *motion_describe(struct model *m, study_open_subject *open, void *context) {
    struct drawing g = {.model = m};
    struct diagnostic d = {""};
    json_t *about = NULL;
    choice_make(&g.choice, m);
    int failed = track_find(&g.track, m, open, context, &d);
    if (!failed && open_program(&g) == 0) {
        find_points(&g);
        about = describe(&g);
        json_t *frames = frames_describe(m, &g.track);
        if (frames != NULL)
            json_object_set_new(about, "frames", frames);
    } else if (failed) {
        about = json_pack("{s:o}", "why", json_text_of(d.text));
    }
    eval_double_free(g.run);
    program_free(g.program);
    free(g.in);
    free(g.point);
    track_clear(&g.track);
    return about;
}
