/* Version 2 of the line protocol: what a program declares, and what it is told of the model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/plugin/guest/speaker.h"

/* Asks "WORD I"; text := what follows "ok". > 0: there is no such. */
static int ask_nth(struct speaker *p, const char *word, int i, char *text) {
    char *rest, number[16];
    snprintf(number, sizeof number, "%d", i);
    speaker_say(p, word);
    speaker_say(p, number);
    const int outcome = speaker_ask(p, word, &rest);
    if (outcome == 0)
        snprintf(text, SPEAKER_LONGEST_DECLARED, "%s", rest);
    return outcome;
}

/* Cuts off the next piece of a text, up to '|', without the blanks around it. */
static const char *cut(char **rest) {
    char *piece = *rest + strspn(*rest, " \t"), *end = strchr(piece, '|');
    *rest = end == NULL ? piece + strlen(piece) : end + 1;
    if (end == NULL)
        end = *rest;
    while (end > piece && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *end = '\0';
    return piece;
}

/* "MODELS | SET | DIFFERS", of which the last two may be empty or missing. */
static int ask_scenes(struct speaker *p) {
    int outcome = 0;
    for (int i = 0; i < SPEAKER_MOST_DECLARED && outcome == 0; i++) {
        char *rest = p->scene_text[i];
        outcome = ask_nth(p, "scene", i, rest);
        if (outcome != 0)
            break;
        p->scene[i].models = cut(&rest);
        const char *set = cut(&rest), *differs = cut(&rest);
        p->scene[i].set = set[0] == '\0' ? NULL : set;
        p->scene[i].differs = differs[0] == '\0' ? NULL : differs;
        p->it.scenes = i + 1;
    }
    return outcome < 0;
}

/* "NAME | VALUES | USUAL | BEST | MEANING"; values of their own are divided by commas. */
static int ask_settings(struct speaker *p) {
    int outcome = 0;
    for (int i = 0; i < SPEAKER_MOST_DECLARED && outcome == 0; i++) {
        char *rest = p->setting_text[i];
        outcome = ask_nth(p, "setting", i, rest);
        if (outcome != 0)
            break;
        struct halfstep_setting *s = &p->setting[i];
        s->name = cut(&rest);
        s->values = cut(&rest);
        s->usual = cut(&rest);
        s->best = cut(&rest);
        s->meaning = cut(&rest);
        if (s->best[0] == '\0')
            s->best = NULL;
    }
    return outcome < 0;
}

int speaker_declare(struct speaker *p, bool has_scenes, bool has_settings) {
    if (has_scenes && ask_scenes(p))
        return -1;
    return has_settings && ask_settings(p) ? -1 : 0;
}

/* A line of words that has been said; the program has to answer ok. */
static int tell(struct speaker *p, const char *word) {
    char *rest;
    return speaker_ask(p, word, &rest);
}

static int tell_names(struct speaker *p, const struct halfstep_system *s) {
    speaker_say(p, "components");
    for (int i = 0; i < s->nq + s->nv + s->nz; i++)
        speaker_say(p, s->component[i]);
    if (tell(p, "components"))
        return -1;
    speaker_say(p, "numbers");
    for (int i = 0; i < s->numbers; i++) {
        speaker_say(p, s->number[i].name);
        speaker_say_numbers(p, &s->number[i].value, 1);
    }
    return tell(p, "numbers");
}

int speaker_describe(struct speaker *p, const struct halfstep_system *s) {
    speaker_say(p, "model");
    speaker_say(p, s->model);
    speaker_say(p, s->family);
    speaker_say_numbers(p, &s->begin, 1);
    speaker_say_numbers(p, &s->end, 1);
    if (tell(p, "model") || tell_names(p, s))
        return -1;
    speaker_say(p, "initial");
    speaker_say_numbers(p, s->initial, s->nq + s->nv + s->nz);
    return tell(p, "initial");
}
