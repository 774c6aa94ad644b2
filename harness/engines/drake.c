/* Drake's MultibodyPlant (PyPI: drake): joint coordinates, contacts as a convex problem of the
 * step (SAP, Lagged, Similar), by TAMSI, or continuous. It has no coefficient of restitution, so
 * that scenes with one are refused. The world itself is drake_world.py, a process that is asked
 * line by line; it lives as long as this library, since it takes a second to start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine.h"

extern char **environ;

enum { longest_answer = 64 * 1024, longest_reason = 512 };

/* The process: what it reads and what it writes. */
static FILE *asks, *answers;
static pid_t process;
static long made, asked; /* worlds made so far; the one that is spoken of */
static char answer[longest_answer], reason[longest_reason];

static const char *version(void) {
    return DRAKE_VERSION;
}

static const struct halfstep_setting settings[] = {
    {"approximation", "lagged|similar|sap|tamsi|continuous", "lagged", "sap",
     "of contact in a discrete step; or continuous with an integrator"},
    {"contact", "point|hydroelastic", "point", "hydroelastic",
     "one point for two bodies, or a surface of pressure"},
    {"modulus", "a number > 0", "1e7", NULL, "hydroelastic, of a body: Pa"},
    {"accuracy", "a number > 0", "0.001", NULL, "of the integrator"},
    {NULL, NULL, NULL, NULL, NULL},
};

static int start_process(void) {
    int to[2], from[2];
    posix_spawn_file_actions_t files;
    char *const words[] = {DRAKE_PYTHON, DRAKE_WORLD, NULL};
    if (asks != NULL)
        return 0;
    if (pipe(to) != 0 || pipe(from) != 0)
        return -1;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, to[0], 0);
    posix_spawn_file_actions_adddup2(&files, from[1], 1);
    posix_spawn_file_actions_adddup2(&files, from[1], 2); /* why it ends is an answer */
    posix_spawn_file_actions_addclose(&files, to[1]);
    posix_spawn_file_actions_addclose(&files, from[0]);
    const int failed = posix_spawn(&process, DRAKE_PYTHON, &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    close(to[0]);
    close(from[1]);
    asks = failed ? NULL : fdopen(to[1], "w");
    answers = failed ? NULL : fdopen(from[0], "r");
    return asks == NULL || answers == NULL ? -1 : 0;
}

/* A later world has a process of its own. */
static void end_process(void) {
    fclose(asks);
    fclose(answers);
    asks = answers = NULL;
    asked = 0;
    waitpid(process, NULL, 0);
}

/* Reads the answer to what has been written; nonzero: it is "fail", or the process has ended,
 * and `reason` says why: what follows that word, or what was said last. What is said besides is
 * passed over. */
static int heard(void) {
    static const char fail[] = "fail ";
    snprintf(reason, sizeof reason, "its process has ended");
    fflush(asks);
    while (fgets(answer, sizeof answer, answers) != NULL) {
        if (strncmp(answer, "ok", 2) == 0)
            return 0;
        const bool is_answer = strncmp(answer, fail, strlen(fail)) == 0;
        answer[strcspn(answer, "\n")] = '\0';
        snprintf(reason, sizeof reason, "%.*s", longest_reason - 1,
                 answer + (is_answer ? strlen(fail) : 0));
        if (is_answer)
            return -1;
    }
    end_process();
    return -1;
}

static const char *why_failed(void *self) {
    (void)self;
    return reason;
}

static void put(const double *value, int count) {
    for (int i = 0; i < count; i++)
        fprintf(asks, " %.17g", value[i]);
}

static int put_body(const struct mechanism_body *b) {
    static const char *const shapes[] = {
        [MECHANISM_POINT] = "point", [MECHANISM_BALL] = "ball", [MECHANISM_BOX] = "box"};
    fprintf(asks, "body %s", shapes[b->shape]);
    put(b->half, 3);
    put(b->centre, 3);
    put(&b->mass, 1);
    put(b->inertia, 3);
    put(b->position, 3);
    put(b->quaternion, 4);
    put(b->velocity, 3);
    put(b->spin, 3);
    fputs("\n", asks);
    return heard();
}

static int put_rest(const struct mechanism *s) {
    int failed = 0;
    for (int i = 0; i < s->joints && !failed; i++) {
        const struct mechanism_joint *j = &s->joint[i];
        fprintf(asks, "joint %s %d %d", j->kind == MECHANISM_HINGE ? "hinge" : "ball",
                j->body, j->other);
        put(j->on_body, 3);
        put(j->on_other, 3);
        fputs("\n", asks);
        failed = heard();
    }
    for (int i = 0; i < s->planes && !failed; i++) {
        fputs("plane", asks);
        put(s->plane[i].normal, 3);
        put(&s->plane[i].offset, 1);
        fputs("\n", asks);
        failed = heard();
    }
    if (s->springs == 0 || failed)
        return failed;
    fprintf(asks, "spring %.17g %.17g %.17g %d\n", s->spring.stiffness, s->spring.end,
            s->spring.speed, mechanism_spring_is_alone(s));
    return heard();
}

/* What a world needs to know of itself: the process has all that are open, by their numbers. */
struct world {
    int bodies;
    long number;
};
/* What is asked next is asked of this world. */
static int speak_of(const struct world *w) {
    if (asks == NULL)
        return -1;
    if (asked == w->number)
        return 0;
    asked = w->number;
    fprintf(asks, "of %ld\n", w->number);
    return heard();
}

static void close_world(void *self) {
    struct world *w = self;
    asked = asked == w->number ? 0 : asked;
    if (asks != NULL) {
        fprintf(asks, "close %ld\n", w->number);
        heard();
    }
    free(w);
}

static void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                        const char **why) {
    static const char *const names[] = {"approximation", "contact", "modulus",
                                        "accuracy"};
    *why = "Drake has no coefficient of restitution";
    if (s->restitution > 0)
        return NULL;
    *why = "its process does not start";
    struct world *w = calloc(1, sizeof *w);
    int failed = w == NULL || start_process();
    if (!failed) {
        *why = reason;
        asked = w->number = ++made;
        fprintf(asks, "world %ld friction %.17g static %.17g x %.17g y %.17g z %.17g",
                w->number, s->friction, s->static_friction, s->gravity[0], s->gravity[1],
                s->gravity[2]);
        for (int i = 0; i < 4; i++)
            fprintf(asks, " %s %s", names[i], engine_choice(chosen, names[i]));
        fputs("\n", asks);
        failed = heard();
    }
    for (int i = 0; i < s->bodies && !failed; i++)
        failed = put_body(&s->body[i]);
    if (failed || put_rest(s)) {
        free(w); /* the process keeps what there is of it */
        return NULL;
    }
    w->bodies = s->bodies;
    return w;
}

static int step(void *self, double h) {
    if (speak_of(self))
        return -1;
    fprintf(asks, "step %.17g\n", h);
    return heard();
}

static void read_world(void *self, struct mechanism *s) {
    const struct world *w = self;
    enum { inertia, position = 3, quaternion = 6, velocity = 10, spin = 13, all = 16 };
    const bool is_spoken_of = speak_of(w) == 0;
    if (is_spoken_of)
        fputs("read\n", asks);
    char *at = is_spoken_of && heard() == 0 ? answer + 2 : answer + strlen(answer);
    for (int i = 0; i < w->bodies; i++) {
        struct mechanism_body *b = &s->body[i];
        double value[all];
        b->mass = strtod(at, &at);
        for (int k = 0; k < all; k++) {
            char *end;
            value[k] = strtod(at, &end);
            value[k] = end == at ? NAN : value[k];
            at = end;
        }
        memcpy(b->inertia, value + inertia, sizeof b->inertia);
        memcpy(b->position, value + position, sizeof b->position);
        memcpy(b->quaternion, value + quaternion, sizeof b->quaternion);
        memcpy(b->velocity, value + velocity, sizeof b->velocity);
        memcpy(b->spin, value + spin, sizeof b->spin);
    }
}

const struct engine engine_drake = {
    .name = "Drake",
    .version = version,
    .significand_bits = 53,
    .has_static_friction = true,
    .why_no_sleeves = "Drake has no coefficient of restitution",
    .is_apart = true,
    ENGINE_PARTS,
    .why = why_failed,
};
