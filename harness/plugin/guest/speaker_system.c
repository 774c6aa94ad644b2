/* What a program may ask about the system: its functions with their sizes, how many joints and
 * contacts it has and by which laws, and where its matrices have entries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/plugin/guest/guest_system.h"
#include "harness/plugin/guest/speaker.h"

/* Entries of a pattern; of a matrix without one all of them. */
static int count(const struct halfstep_pattern *p, int rows, int columns) {
    return p != NULL ? p->start[p->columns] : rows * columns;
}

static int count_rows(const struct halfstep_system *s) {
    return s->contacts > 0 ? s->contact_pattern->columns : 0;
}

static int count_jacobian(const struct halfstep_system *s) {
    struct halfstep_pattern p;
    return s->jacobian_pattern(s->context, &p) ? 0 : p.start[p.columns];
}

/* What the functions of joints give. */
static int count_of_joints(const struct halfstep_system *s, int callback) {
    const int ny = s->nv + s->nz, n = s->joints;
    if (callback == CALLBACK_JOINT_POSITION)
        return s->holonomic + count(s->position_pattern, s->holonomic, s->nv);
    const int velocity = n + count(s->joint_pattern, n, s->nv);
    return callback == CALLBACK_JOINT_VELOCITY
               ? velocity
               : ny + velocity + count(s->response_pattern, s->nv, n);
}

static bool has(const struct halfstep_system *s, int callback) {
    switch (callback) {
    case CALLBACK_FREE_RATES: return s->free_rates != NULL;
    case CALLBACK_FORCES: return s->forces != NULL;
    case CALLBACK_MASS: return s->mass != NULL;
    case CALLBACK_JOINT_POSITION:
    case CALLBACK_JOINT_VELOCITY:
    case CALLBACK_JOINT_DYNAMICS: return s->joints > 0;
    case CALLBACK_GAPS:
    case CALLBACK_CONTACT_ROWS: return s->contacts > 0;
    default: return true;
    }
}

bool speaker_sizes(const struct halfstep_system *s, int callback, int *in, int *out) {
    const int nx = s->nq + s->nv + s->nz, ny = s->nv + s->nz;
    *in = 1 + nx;
    *out = ny;
    if (!has(s, callback))
        return false;
    switch (callback) {
    case CALLBACK_DERIVATIVE: *out = nx; break;
    case CALLBACK_MAP: *in = s->nq + s->nv, *out = s->nq; break;
    case CALLBACK_UNMAP: *in = 2 * s->nq, *out = s->nv; break;
    case CALLBACK_JACOBIAN: *out = nx <= GUEST_MOST_DENSE_STATES ? nx * nx : nx; break;
    case CALLBACK_JACOBIAN_ENTRIES: *out = count_jacobian(s); break;
    case CALLBACK_FORCES: *out = s->nv; break;
    case CALLBACK_MASS: *out = count(s->mass_pattern, s->nv, s->nv); break;
    case CALLBACK_JOINT_POSITION:
    case CALLBACK_JOINT_VELOCITY:
    case CALLBACK_JOINT_DYNAMICS: *out = count_of_joints(s, callback); break;
    case CALLBACK_GAPS: *out = s->contacts; break;
    case CALLBACK_CONTACT_ROWS:
        *out =
            s->contacts + count_rows(s) + count(s->contact_pattern, s->nv, count_rows(s));
        break;
    default: break;
    }
    return true;
}

static int evaluate_joints(const struct halfstep_system *s, int callback,
                           const double *in, double *out) {
    const int ny = s->nv + s->nz, n = s->joints;
    double *const bias = out + ny, *const entry = bias + n;
    if (callback == CALLBACK_JOINT_POSITION)
        return s->joint_position(s->context, in[0], in + 1, out, out + s->holonomic);
    if (callback == CALLBACK_JOINT_VELOCITY)
        return s->joint_velocity(s->context, in[0], in + 1, out, out + n);
    return s->joint_dynamics(s->context, in[0], in + 1, out, bias, entry,
                             entry + count(s->joint_pattern, n, s->nv));
}

int speaker_evaluate(const struct halfstep_system *s, int callback, const double *in,
                     double *out) {
    const double t = in[0], *const x = in + 1;
    switch (callback) {
    case CALLBACK_DERIVATIVE: return s->derivative(s->context, t, x, out);
    case CALLBACK_RATES: return s->rates(s->context, t, x, out);
    case CALLBACK_MAP: return s->map(s->context, in, in + s->nq, out);
    case CALLBACK_UNMAP: return s->unmap(s->context, in, in + s->nq, out);
    case CALLBACK_JACOBIAN: return s->jacobian(s->context, t, x, out);
    case CALLBACK_JACOBIAN_ENTRIES: return s->jacobian_entries(s->context, t, x, out);
    case CALLBACK_FREE_RATES: return s->free_rates(s->context, t, x, out);
    case CALLBACK_FORCES: return s->forces(s->context, t, x, out);
    case CALLBACK_MASS: return s->mass(s->context, t, x, out);
    case CALLBACK_GAPS: return s->gaps(s->context, t, x, out);
    case CALLBACK_CONTACT_ROWS:
        return s->contact_rows(s->context, t, x, out, out + s->contacts,
                               out + s->contacts + count_rows(s));
    default: return evaluate_joints(s, callback, in, out);
    }
}

static void say_whole(struct speaker *p, int value) {
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    speaker_say(p, text);
}

/* Rows, columns, start[columns + 1], row[...]; fail: there is none. */
static int say_pattern(struct speaker *p, const char *name) {
    const struct halfstep_system *s = p->system;
    struct halfstep_pattern jacobian;
    const struct {
        const char *name;
        const struct halfstep_pattern *pattern;
    } known[] = {{"mass", s->mass_pattern},         {"joint", s->joint_pattern},
                 {"position", s->position_pattern}, {"response", s->response_pattern},
                 {"contact", s->contact_pattern},   {"jacobian", &jacobian}};
    const struct halfstep_pattern *found = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            found = known[i].pattern;
    if (found == &jacobian && s->jacobian_pattern(s->context, &jacobian))
        found = NULL;
    if (found == NULL) {
        speaker_say(p, "fail there is no such pattern");
        return speaker_send(p);
    }
    speaker_say(p, "ok");
    say_whole(p, found->rows);
    say_whole(p, found->columns);
    for (int j = 0; j <= found->columns; j++)
        say_whole(p, found->start[j]);
    for (int k = 0; k < found->start[found->columns]; k++)
        say_whole(p, found->row[k]);
    return speaker_send(p);
}

/* Of each contact: its sliding directions, restitution, and coefficients of friction. */
static int say_laws(struct speaker *p) {
    const struct halfstep_system *s = p->system;
    speaker_say(p, "ok");
    for (int i = 0; i < s->contacts; i++) {
        say_whole(p, s->slides[i]);
        speaker_say_numbers(p, &s->restitution[i], 1);
        speaker_say_numbers(p, &s->static_friction[i], 1);
        speaker_say_numbers(p, &s->dynamic_friction[i], 1);
        speaker_say_numbers(p, &s->viscous_friction[i], 1);
    }
    return speaker_send(p);
}

int speaker_answer_about(struct speaker *p, const char *line) {
    static const char pattern[] = "pattern ";
    const struct halfstep_system *s = p->system;
    if (strncmp(line, pattern, strlen(pattern)) == 0)
        return say_pattern(p, line + strlen(pattern));
    if (strcmp(line, "laws") == 0)
        return say_laws(p);
    if (strcmp(line, "sizes") != 0)
        return 1;
    speaker_say(p, "ok");
    say_whole(p, s->joints);
    say_whole(p, s->holonomic);
    say_whole(p, s->contacts);
    say_whole(p, count_rows(s));
    return speaker_send(p);
}
