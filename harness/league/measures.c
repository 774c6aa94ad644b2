/* What is measured of a run in the league.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/measures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"

/* A component of a state, or a parameter of the model, by its name; NaN: there is none. */
static double league_component(const struct league_view *view, const double *x,
                               const char *name) {
    const int i = model_find_state(view->model, name);
    return i >= 0 ? x[i] : NAN;
}

static double league_parameter(const struct model *m, const char *name) {
    const int i = model_find_parameter(m, name);
    double value;
    return i >= 0 && expr_constant_double(m->graph, graph_parameter(m->graph, i),
                                          &value) == PROBLEM_OK
               ? value
               : NAN;
}

static double at_start(const struct league_view *view, const char *name) {
    return league_component(view, view->begin, name);
}

static double at_end(const struct league_view *view, const char *name) {
    return league_component(view, view->end, name);
}

static double moved(const struct league_view *view, const char *name) {
    return at_end(view, name) - at_start(view, name);
}

/* Not a number if one of them is none. */
static double larger(double a, double b) {
    return isnan(a) || a > b ? a : b;
}

double league_error(const struct league_view *view) {
    const struct model *m = view->model;
    double error = 0, size = 0;
    for (int i = 0; i < m->nq + m->nv + m->nz; i++) {
        const double off = fabs(view->end[i] - view->truth[i]);
        error = larger(error, off);
        size = fmax(size, fabs(view->truth[i]));
    }
    return error / size;
}

double league_step_time(const struct league_view *view) {
    return view->step_time;
}

double league_later_time(const struct league_view *view) {
    return view->later_time;
}

double league_iterations(const struct league_view *view) {
    return view->iterations;
}

double league_made(const struct league_view *view) {
    return league_model_energy(view->model, view->end) -
           league_model_energy(view->model, view->begin);
}

static double at_end_of(const struct league_view *view, const char *name, int i) {
    char text[32];
    snprintf(text, sizeof text, "%s[%d]", name, i);
    return i == 0 ? 0 : at_end(view, text);
}

double league_joint_drift(const struct league_view *view) {
    const double l = league_parameter(view->model, "l");
    double drift = 0;
    for (int i = 1; 2 * i <= view->model->nq; i++) {
        const double x = at_end_of(view, "x", i) - at_end_of(view, "x", i - 1);
        const double y = at_end_of(view, "y", i) - at_end_of(view, "y", i - 1);
        drift = larger(drift, fabs(hypot(x, y) / l - 1));
    }
    return drift;
}

double league_last_speed(const struct league_view *view) {
    return at_end_of(view, "v", view->model->nv) / at_start(view, "v[1]");
}

double league_momentum(const struct league_view *view) {
    const double growth = league_parameter(view->model, "growth");
    double begin = 0, end = 0, m = 1;
    for (int i = 0; i < view->model->nv; i++, m *= growth) {
        begin += m * view->begin[view->model->nq + i];
        end += m * view->end[view->model->nq + i];
    }
    return end / begin;
}

double league_kept(const struct league_view *view) {
    const double m = league_parameter(view->model, "m");
    const double k = league_parameter(view->model, "k");
    const double *const x[] = {view->begin, view->end};
    double energy[2];
    for (int i = 0; i < 2; i++) {
        const double at = league_component(view, x[i], "x");
        const double speed = league_component(view, x[i], "v");
        energy[i] = m * speed * speed + k * at * at;
    }
    return energy[1] / energy[0];
}

double league_restitution(const struct league_view *view) {
    const double g = league_parameter(view->model, "g"), v = at_end(view, "v");
    const double left = (v * v / 2 + g * at_end(view, "z")) / (g * at_start(view, "z"));
    return left < 0 ? 0 : sqrt(left);
}

double league_sunk(const struct league_view *view) {
    return larger(0, -at_end(view, "z"));
}

double league_rocked(const struct league_view *view) {
    const double weight =
        league_parameter(view->model, "m") * league_parameter(view->model, "g");
    const double stands = weight * league_parameter(view->model, "b");
    const double left = (league_model_energy(view->model, view->end) - stands) /
                        (league_model_energy(view->model, view->begin) - stands);
    return left < 0 ? 0 : sqrt(left);
}

double league_x(const struct league_view *view) {
    return at_end(view, "x");
}

double league_place(const struct league_view *view) {
    return at_end(view, "x") / league_component(view, view->truth, "x");
}

double league_descent(const struct league_view *view) {
    return moved(view, "y") /
           (league_component(view, view->truth, "y") - at_start(view, "y"));
}

double league_late(const struct league_view *view) {
    return (league_component(view, view->truth, "s") - at_end(view, "s")) /
           league_component(view, view->truth, "ws");
}

double league_unseated(const struct league_view *view) {
    return hypot(moved(view, "x"), moved(view, "y"));
}

double league_direction(const struct league_view *view) {
    const double degree = acos(0) / 90;
    const double push = atan2(at_start(view, "vz"), at_start(view, "vx"));
    return (atan2(moved(view, "z"), moved(view, "x")) - push) / degree;
}

static double distance(const struct league_view *view) {
    return hypot(moved(view, "x"), moved(view, "z"));
}

double league_distance(const struct league_view *view) {
    const double u = hypot(at_start(view, "vx"), at_start(view, "vz"));
    return distance(view) / (u * u /
                             (2 * league_parameter(view->model, "mu_d") *
                              league_parameter(view->model, "g")));
}

double league_creep(const struct league_view *view) {
    return distance(view);
}

double league_slope(const struct league_view *view) {
    const double slope = league_parameter(view->model, "slope"), t = view->until;
    const double mu = league_parameter(view->model, "mu_d");
    const double g = league_parameter(view->model, "g");
    return distance(view) / (g * (sin(slope) - mu * cos(slope)) * t * t / 2);
}

/* Of the i-th brick, whose index is that of its quaternion: "[3]", "[2,1]". */
static double moved_of(const struct league_view *view, char axis, int i) {
    const struct model *m = view->model;
    const char *index = strchr(m->state[m->quaternion[i].position[0]], '[');
    char name[64];
    snprintf(name, sizeof name, "%c%s", axis, index == NULL ? "" : index);
    return moved(view, name);
}

double league_stack_creep(const struct league_view *view) {
    double creep = 0;
    for (int i = 0; i < view->model->quaternions; i++) {
        const double off = hypot(moved_of(view, 'x', i), moved_of(view, 'z', i));
        creep = larger(creep, off);
    }
    return creep;
}

double league_stack_sinking(const struct league_view *view) {
    return -moved_of(view, 'y', view->model->quaternions - 1);
}

/* A quaternion's scalar part is the cosine of half the angle from where it was at 1, 0, 0, 0. */
double league_turned(const struct league_view *view) {
    const double degree = acos(0) / 90;
    double turned = 0;
    for (int i = 0; i < view->model->quaternions; i++) {
        const int *e = view->model->quaternion[i].position;
        const double *x = view->end;
        const double part = hypot(hypot(x[e[1]], x[e[2]]), x[e[3]]);
        turned = larger(turned, 2 * atan2(part, fabs(x[e[0]])) / degree);
    }
    return turned;
}

double league_tipped(const struct league_view *view) {
    struct league_view truth = *view;
    truth.end = view->truth;
    return league_turned(view) / league_turned(&truth);
}

double league_rolling(const struct league_view *view) {
    const double R = league_parameter(view->model, "R");
    return at_end(view, "u") /
           ((5 * at_start(view, "u") - 2 * R * at_start(view, "w")) / 7);
}
