/* Scenes by the names of their models, and what they have in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "mechanism_parts.h"

static int find(const struct mechanism *s, const char *name, int i) {
    char text[64];
    if (i == 0)
        return halfstep_place_of(s->system, name);
    snprintf(text, sizeof text, "%s[%d]", name, i);
    return halfstep_place_of(s->system, text);
}

double mechanism_component(const struct mechanism *s, const double *x, const char *name,
                           int i) {
    const int place = find(s, name, i);
    return place < 0 ? NAN : x[place];
}

void mechanism_set(const struct mechanism *s, double *x, const char *name, int i,
                   double value) {
    const int place = find(s, name, i);
    if (place >= 0)
        x[place] = value;
}

double mechanism_number(const struct mechanism *s, const char *name) {
    return halfstep_number_of(s->system, name);
}

struct mechanism_body *mechanism_add(struct mechanism *s, enum mechanism_shape shape,
                                     double mass) {
    struct mechanism_body *b = &s->body[s->bodies++];
    *b =
        (struct mechanism_body){.shape = shape, .mass = mass, .quaternion = {1, 0, 0, 0}};
    return b;
}

void mechanism_set_inertia(struct mechanism_body *b, double inertia) {
    for (int i = 0; i < 3; i++)
        b->inertia[i] = inertia;
}

void mechanism_turn(struct mechanism_body *b, double angle, double spin) {
    b->quaternion[0] = cos(angle / 2);
    b->quaternion[3] = sin(angle / 2);
    b->spin[2] = spin;
    b->angle = angle;
}

const struct mechanism_joint *mechanism_joint_of(const struct mechanism *s, int body) {
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].body == body)
            return &s->joint[k];
    return NULL;
}

double mechanism_angle_of(const struct mechanism_body *b) {
    return 2 * atan2(b->quaternion[3], b->quaternion[0]);
}

double mechanism_hinge_angle(const struct mechanism *s, const struct mechanism_joint *j) {
    return mechanism_angle_of(&s->body[j->body]) -
           (j->other < 0 ? 0 : mechanism_angle_of(&s->body[j->other]));
}

double mechanism_hinge_rate(const struct mechanism *s, const struct mechanism_joint *j) {
    return s->body[j->body].spin[2] - (j->other < 0 ? 0 : s->body[j->other].spin[2]);
}

int mechanism_boxes(const struct mechanism *s) {
    int boxes = 0;
    for (int i = 0; i < s->bodies; i++)
        boxes += s->body[i].shape == MECHANISM_BOX;
    return boxes;
}

void mechanism_corner(const struct mechanism_body *b, int corner, double *on_body) {
    for (int k = 0; k < 3; k++)
        on_body[k] = corner >> k & 1 ? b->half[k] : -b->half[k];
}

void mechanism_point(const struct mechanism_body *b, const double *on_body,
                     double *point) {
    double arm[3];
    halfstep_to_space(b->quaternion, on_body, arm);
    for (int i = 0; i < 3; i++)
        point[i] = b->position[i] + arm[i];
}

void mechanism_foot(const struct mechanism *s, const struct mechanism_plane *p,
                    double *foot) {
    double height = -p->offset;
    for (int k = 0; k < 3; k++)
        height += p->normal[k] * s->body[0].position[k];
    for (int k = 0; k < 3; k++)
        foot[k] = s->body[0].position[k] - height * p->normal[k];
}

bool mechanism_has_two_frictions(const struct mechanism *s) {
    return s->static_friction < s->friction || s->static_friction > s->friction;
}

bool mechanism_spring_is_alone(const struct mechanism *s) {
    return s->planes == 0 && !(s->spring.speed > 0 || s->spring.speed < 0);
}

double mechanism_pull(struct mechanism_spring *spring, double x, double h) {
    const double force = -spring->stiffness * (x - spring->end);
    spring->end += spring->speed * h;
    return force;
}

double mechanism_energy(const struct mechanism *s) {
    double energy = 0, spin[3];
    for (int i = 0; i < s->bodies; i++) {
        const struct mechanism_body *b = &s->body[i];
        halfstep_to_body(b->quaternion, b->spin, spin);
        for (int k = 0; k < 3; k++)
            energy += b->mass * b->velocity[k] * b->velocity[k] / 2 +
                      b->inertia[k] * spin[k] * spin[k] / 2 -
                      b->mass * s->gravity[k] * b->position[k];
    }
    if (s->springs > 0) {
        const double stretch = s->body[s->spring.body].position[0] - s->spring.end;
        energy += s->spring.stiffness * stretch * stretch / 2;
    }
    if (s->twists > 0) {
        const double twist = mechanism_angle_of(&s->body[s->twist.body]) -
                             mechanism_angle_of(&s->body[s->twist.other]);
        energy += s->twist.stiffness * twist * twist / 2;
    }
    return energy;
}
