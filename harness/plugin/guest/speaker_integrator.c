/* A program as what a library is: each function of the interface is a question to it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plugin/guest/guest_system.h"
#include "harness/plugin/guest/speaker.h"

static int ask(struct speaker *p, const char *question) {
    char *rest;
    return speaker_ask(p, question, &rest);
}

static void *create(const struct halfstep_system *system) {
    struct guest_system *s = system->context;
    struct speaker *p = s->speaker;
    char text[80];
    p->system = system;
    p->nx = system->nq + system->nv + system->nz;
    p->told = 0;
    free(p->motion);
    p->motion = calloc(2 * (size_t)p->nx + 1, sizeof *p->motion);
    if (p->motion == NULL)
        return speaker_lose(p, "out of memory"), NULL;
    snprintf(text, sizeof text, "%d %d %d %d", system->nq, system->nv, system->nz,
             system->map_is_identity);
    if (p->it.interface_version > 1 && speaker_describe(p, system))
        return NULL;
    speaker_say(p, "create");
    speaker_say(p, text);
    return ask(p, "create") == 0 ? p : NULL;
}

/* The next create is the end of what there is. */
static void destroy(void *self) {
    (void)self;
}

static int start(void *self, double t, const double *x) {
    struct speaker *p = self;
    p->told = 0;
    speaker_say(p, "start");
    speaker_say_numbers(p, &t, 1);
    speaker_say_numbers(p, x, p->nx);
    return ask(p, "start");
}

/* A motion's answer may tell time and state where it leads, and then the error estimate: those
 * are not asked for. */
static int move(struct speaker *p, const char *question, double to) {
    char *rest;
    p->told = 0;
    speaker_say(p, question);
    speaker_say_numbers(p, &to, 1);
    const int failed = speaker_ask(p, question, &rest);
    if (failed || *rest == '\0')
        return failed;
    const int numbers = speaker_count_words(rest) > p->nx + 1 ? 2 * p->nx + 1 : p->nx + 1;
    if (speaker_read_numbers(p, question, rest, p->motion, numbers))
        return -1;
    p->told = numbers;
    return 0;
}

static int step(void *self, double h) {
    return move(self, "step", h);
}

static int advance(void *self, double t_final) {
    return move(self, "advance", t_final);
}

static void state(void *self, double *t, double *x) {
    struct speaker *p = self;
    char *rest;
    if (p->told == 0) {
        speaker_say(p, "state");
        int failed = speaker_ask(p, "state", &rest);
        if (failed > 0)
            speaker_lose(p, "the integrator answered 'state' by fail");
        if (failed || speaker_read_numbers(p, "state", rest, p->motion, p->nx + 1))
            return;
    }
    *t = p->motion[0];
    memcpy(x, p->motion + 1, (size_t)p->nx * sizeof *x);
}

static int estimate(void *self, double *error) {
    struct speaker *p = self;
    char *rest;
    if (p->told > p->nx + 1) {
        memcpy(error, p->motion + 1 + p->nx, (size_t)p->nx * sizeof *error);
        return 0;
    }
    speaker_say(p, "estimate");
    return speaker_ask(p, "estimate", &rest) ||
           speaker_read_numbers(p, "estimate", rest, error, p->nx);
}

static int set_option(void *self, const char *name, const char *value) {
    struct speaker *p = self;
    if (name[strcspn(name, " \t\n")] != '\0' || strchr(value, '\n') != NULL)
        return -1;
    speaker_say(p, "option");
    speaker_say(p, name);
    speaker_say(p, value);
    return ask(p, "option");
}

/* The i-th pair of name and value. */
static int statistic(void *self, int i, const char **name, double *value) {
    struct speaker *p = self;
    char *rest, *end;
    speaker_say(p, "statistics");
    if (speaker_ask(p, "statistics", &rest))
        return -1;
    for (int k = 0; *rest != '\0'; k++) {
        size_t length = strcspn(rest, " \t");
        const char *number = rest + length + strspn(rest + length, " \t");
        *value = strtod(number, &end);
        if (end == number)
            return speaker_lose(p, "the integrator's counter '%.40s' has no number",
                                rest);
        if (k == i) {
            snprintf(p->counter_name, sizeof p->counter_name, "%.*s", (int)length, rest);
            *name = p->counter_name;
            return 0;
        }
        rest = end + strspn(end, " \t");
    }
    return 1;
}

static const char *why(void *self) {
    const struct speaker *p = self;
    return p->failure[0] != '\0' ? p->failure : NULL;
}

/* The numbers of an answer to a question of one word. */
static int ask_numbers(struct speaker *p, const char *question, double *number,
                       int count) {
    char *rest;
    speaker_say(p, question);
    return speaker_ask(p, question, &rest) ||
           speaker_read_numbers(p, question, rest, number, count);
}

static int energy(void *self, double *value) {
    return ask_numbers(self, "energy", value, 1);
}

static int own_time(void *self, double *seconds) {
    return ask_numbers(self, "own_time", seconds, 1);
}

static int gaps(void *self, double *gap) {
    const struct speaker *p = self;
    return ask_numbers(self, "gaps", gap, p->system->contacts);
}

static int impulses(void *self, double *impulse) {
    const struct speaker *p = self;
    return ask_numbers(self, "impulses", impulse, p->system->contact_pattern->columns);
}

static int multipliers(void *self, double *lambda) {
    const struct speaker *p = self;
    return ask_numbers(self, "multipliers", lambda, p->system->joints);
}

static int interpolate(void *self, double t, double *x) {
    struct speaker *p = self;
    char *rest;
    speaker_say(p, "interpolate");
    speaker_say_numbers(p, &t, 1);
    return speaker_ask(p, "interpolate", &rest) ||
           speaker_read_numbers(p, "interpolate", rest, x, p->nx);
}

/* Those of version 2. Nonzero: the word is none of them. */
static int take_new_word(struct speaker *p, const char *word) {
    static const char version[] = "version=", bits[] = "bits=";
    if (strcmp(word, "joints") == 0)
        p->it.takes |= HALFSTEP_TAKES_JOINTS;
    else if (strcmp(word, "contacts") == 0)
        p->it.takes |= HALFSTEP_TAKES_CONTACTS;
    else if (strcmp(word, "energy") == 0)
        p->it.energy = energy;
    else if (strcmp(word, "own_time") == 0)
        p->it.own_time = own_time;
    else if (strcmp(word, "gaps") == 0)
        p->it.gaps = gaps;
    else if (strcmp(word, "impulses") == 0)
        p->it.impulses = impulses;
    else if (strcmp(word, "multipliers") == 0)
        p->it.multipliers = multipliers;
    else if (strcmp(word, "interpolate") == 0)
        p->it.interpolate = interpolate;
    else if (strcmp(word, "scenes") == 0)
        p->it.scene = p->scene;
    else if (strcmp(word, "settings") == 0)
        p->it.setting = p->setting;
    else if (strncmp(word, bits, strlen(bits)) == 0)
        p->it.significand_bits = atoi(word + strlen(bits));
    else if (strncmp(word, version, strlen(version)) == 0)
        snprintf(p->version, sizeof p->version, "%s", word + strlen(version));
    else
        return -1;
    return 0;
}

/* One word of the program's introduction; the name is what is left of it. */
static int take_word(struct speaker *p, const char *word) {
    if (p->it.interface_version > 1 && take_new_word(p, word) == 0)
        return 0;
    if (strcmp(word, "estimate") == 0)
        p->it.estimate = estimate;
    else if (strcmp(word, "advance") == 0)
        p->it.advance = advance;
    else if (strcmp(word, "options") == 0)
        p->it.set_option = set_option;
    else if (strcmp(word, "statistics") == 0)
        p->it.statistic = statistic;
    else if (strcmp(word, "several") == 0)
        p->serves_several = true;
    else
        return speaker_lose(p,
                            "the integrator says that it has '%.40s', which can only be "
                            "estimate, advance, options, statistics, several, or name "
                            "NAME",
                            word);
    return 0;
}

static int take_words(struct speaker *p, char *rest) {
    static const char name[] = "name ";
    while (*rest != '\0' && strncmp(rest, name, strlen(name)) != 0) {
        char *word = rest;
        rest += strcspn(rest, " \t");
        if (*rest != '\0')
            *rest++ = '\0';
        rest += strspn(rest, " \t");
        if (take_word(p, word))
            return -1;
    }
    if (*rest == '\0')
        return speaker_lose(p, "the integrator does not say its name");
    snprintf(p->name, sizeof p->name, "%s", rest + strlen(name));
    return 0;
}

/* *rest := its answer to the newest version that it does not refuse. */
static int ask_version(struct speaker *p, char **rest) {
    char text[32];
    int outcome = 1;
    for (int version = HALFSTEP_INTERFACE; version >= 1 && outcome > 0; version--) {
        snprintf(text, sizeof text, "halfstep %d", version);
        speaker_say(p, text);
        outcome = speaker_ask(p, text, rest);
    }
    return outcome > 0 ? speaker_lose(p,
                                      "the integrator refuses versions 1 to %d of the "
                                      "protocol",
                                      HALFSTEP_INTERFACE)
                       : outcome;
}

int speaker_introduce(struct speaker *p) {
    char *rest;
    if (ask_version(p, &rest))
        return -1;
    p->it = (struct halfstep_integrator){
        .interface_version = (int)strtol(rest, &rest, 10),
        .name = p->name,
        .create = create,
        .destroy = destroy,
        .start = start,
        .step = step,
        .state = state,
        .why = why,
    };
    if (p->it.interface_version < 1 || p->it.interface_version > HALFSTEP_INTERFACE)
        return speaker_lose(p,
                            "it speaks version %d of the protocol, and this program "
                            "versions 1 to %d",
                            p->it.interface_version, HALFSTEP_INTERFACE);
    p->it.version = p->version;
    return take_words(p, rest + strspn(rest, " \t")) ||
           speaker_declare(p, p->it.scene != NULL, p->it.setting != NULL);
}
