/* Scenes in MJCF ("XML reference" of MuJoCo's manual). Joint coordinates are 0 where the scene
 * begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "mujoco_scene.h"

#include <stdio.h>
#include <stdlib.h>

/* The body from which body i hangs; -1: space, or nothing. */
static int find_parent(const struct mechanism *s, int i) {
    const struct mechanism_joint *j = mechanism_joint_of(s, i);
    return j == NULL ? -1 : j->other;
}

static void put(FILE *out, const char *name, const double *value, int count) {
    fprintf(out, " %s=\"", name);
    for (int i = 0; i < count; i++)
        fprintf(out, " %.17g", value[i]);
    fputs("\"", out);
}

/* p* q */
static void turn_back(const double *p, const double *q, double *out) {
    out[0] = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    out[1] = p[0] * q[1] - p[1] * q[0] - p[2] * q[3] + p[3] * q[2];
    out[2] = p[0] * q[2] + p[1] * q[3] - p[2] * q[0] - p[3] * q[1];
    out[3] = p[0] * q[3] - p[1] * q[2] + p[2] * q[1] - p[3] * q[0];
}

/* Where the body is, seen from the one that it hangs from. */
static void put_place(FILE *out, const struct mechanism *s, int i) {
    const struct mechanism_body *b = &s->body[i];
    const int hung = find_parent(s, i);
    double place[3], turned[4], apart[3];
    memcpy(place, b->position, sizeof place);
    memcpy(turned, b->quaternion, sizeof turned);
    if (hung >= 0) {
        const struct mechanism_body *p = &s->body[hung];
        for (int k = 0; k < 3; k++)
            apart[k] = b->position[k] - p->position[k];
        halfstep_to_body(p->quaternion, apart, place);
        turn_back(p->quaternion, b->quaternion, turned);
    }
    put(out, "pos", place, 3);
    put(out, "quat", turned, 4);
}

/* A mass on a spring slides, and the spring is its joint's. */
static void put_joint(FILE *out, const struct mechanism *s, int i) {
    const struct mechanism_joint *j = mechanism_joint_of(s, i);
    if (j != NULL) {
        fprintf(out, "<joint type=\"%s\" axis=\"0 0 1\"",
                j->kind == MECHANISM_HINGE ? "hinge" : "ball");
        put(out, "pos", j->on_body, 3);
        fputs("/>", out);
    } else if (s->springs > 0 && mechanism_spring_is_alone(s)) {
        fprintf(out,
                "<joint type=\"slide\" axis=\"1 0 0\" stiffness=\"%.17g\" "
                "springref=\"%.17g\"/>",
                s->spring.stiffness, -s->body[i].position[0]);
    } else {
        fputs("<freejoint/>", out);
    }
}

static void put_shape(FILE *out, const struct mechanism_body *b) {
    if (b->shape == MECHANISM_POINT)
        return;
    fprintf(out, "<geom type=\"%s\"", b->shape == MECHANISM_BALL ? "sphere" : "box");
    put(out, "size", b->half, 3);
    put(out, "pos", b->centre, 3);
    fputs("/>", out);
}

static void put_plane(FILE *out, const struct mechanism *s,
                      const struct mechanism_plane *p) {
    double foot[3];
    mechanism_foot(s, p, foot);
    fputs("<geom type=\"plane\" size=\"0 0 1\"", out);
    put(out, "pos", foot, 3);
    put(out, "zaxis", p->normal, 3);
    fputs("/>\n", out);
}

/* The body and what hangs from it. */
static void put_body(FILE *out, const struct mechanism *s, int i) {
    const struct mechanism_body *b = &s->body[i];
    fprintf(out, "<body name=\"%d\"", i);
    put_place(out, s, i);
    fprintf(out, "><inertial pos=\"0 0 0\" mass=\"%.17g\"", b->mass);
    put(out, "diaginertia", b->inertia, 3);
    fputs("/>", out);
    put_joint(out, s, i);
    put_shape(out, b);
    for (int k = 0; k < s->bodies; k++)
        if (find_parent(s, k) == i)
            put_body(out, s, k);
    fputs("</body>\n", out);
}

/* A state that is not finite stays as it is: it is to be seen. */
static void put_laws(FILE *out, const struct mechanism *s,
                     const struct engine_settings *chosen) {
    fprintf(out,
            "<option integrator=\"%s\" cone=\"%s\" solver=\"%s\" iterations=\"%s\" "
            "impratio=\"%s\" noslip_iterations=\"%s\"",
            engine_choice(chosen, "integrator"), engine_choice(chosen, "cone"),
            engine_choice(chosen, "solver"), engine_choice(chosen, "iterations"),
            engine_choice(chosen, "impratio"),
            engine_choice(chosen, "noslip-iterations"));
    put(out, "gravity", s->gravity, 3);
    fputs("><flag autoreset=\"disable\"/></option>\n", out);
    fprintf(out,
            "<default><geom condim=\"%d\" friction=\"%.17g 0 0\" solref=\"%s 1\"/>"
            "</default>\n",
            s->friction > 0 ? 3 : 1, s->friction, engine_choice(chosen, "time-constant"));
}

char *mujoco_scene(const struct mechanism *s, const struct engine_settings *chosen,
                   size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL)
        return NULL;
    fputs("<mujoco>\n", out);
    put_laws(out, s, chosen);
    fputs("<worldbody>\n", out);
    for (int i = 0; i < s->planes; i++)
        put_plane(out, s, &s->plane[i]);
    for (int i = 0; i < s->bodies; i++)
        if (find_parent(s, i) < 0)
            put_body(out, s, i);
    fputs("</worldbody></mujoco>\n", out);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
