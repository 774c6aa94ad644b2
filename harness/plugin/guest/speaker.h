/* A program that is an integrator, and speaks the line protocol (PROTOCOL.md) on its standard
 * input and output: its process, and the lines.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_SPEAKER_H
#define HARNESS_PLUGIN_SPEAKER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "harness/plugin/halfstep_integrator.h"
#include "harness/plugin/plugin.h"
#include "problems/base/status.h"

struct activity; /* harness/plugin/activity.h */

enum { SPEAKER_MOST_DECLARED = 16, SPEAKER_LONGEST_DECLARED = 1024 };

struct speaker {
    pid_t process; /* 0: it is not running */
    int to, from;  /* its standard input, its standard output */
    struct activity *activity;
    struct activity
        *program; /* of one that runs already (attendant.h); NULL: it is ours */
    const struct halfstep_system *system; /* NULL: none has been created */
    int nx;
    struct halfstep_integrator it; /* what it says that it has */
    bool serves_several;           /* systems, one after the other */
    char name[128], version[64];
    /* What an engine declares: the answers' texts, cut into pieces, which the lists refer to. */
    char scene_text[SPEAKER_MOST_DECLARED][SPEAKER_LONGEST_DECLARED];
    char setting_text[SPEAKER_MOST_DECLARED][SPEAKER_LONGEST_DECLARED];
    struct halfstep_scene scene[SPEAKER_MOST_DECLARED];
    struct halfstep_setting setting[SPEAKER_MOST_DECLARED + 1];

    /* What has been read (size room); the line being looked at comes first. */
    char *heard;
    size_t room, length, line_length; /* of the line, with its end; 0: there is none */
    char *said;                       /* a line to be written (size said_room) */
    size_t said_length, said_room;
    /* Time, state and error estimate (2 nx + 1), and how many the last step told; 0: none. */
    double *motion;
    int told;
    double *number; /* of a question and its answer (size numbers_room) */
    size_t numbers_room;
    char failure[256];     /* what it said about the last failure */
    char counter_name[64]; /* of the counter asked for last */

    bool is_lost; /* it has ended, or does not keep to the protocol; then: */
    struct diagnostic why;
};

/* Starts the program of a plug-in (words separated by blanks). Nonzero: p->why says why
 * not. Freed with speaker_end in any case. */
int speaker_start(struct speaker *p, const struct plugin *plugin,
                  struct activity *activity);

/* The same of a program that runs already, and waits for a system. */
void speaker_meet(struct speaker *p, int to, int from, struct activity *program,
                  struct activity *activity);

/* Becomes the program, which reads and writes these files. */
_Noreturn void speaker_become(const struct plugin *plugin, int in, int out);

/* Asks it to end, and waits for that; kills it when it is lost. One that ran already is asked to
 * leave the system. */
void speaker_end(struct speaker *p);

/* Notes that it is lost, as printf would have it. Returns -1. */
int speaker_lose(struct speaker *p, const char *format, ...);

/* Notes that it is lost because it has closed one of its streams, most likely by ending. Returns
 * -1. */
int speaker_lose_process(struct speaker *p);

/* Waits for it to end, for so many milliseconds: *status is then its own. False: it had to be
 * killed, and *status is as it was. */
bool speaker_wait(struct speaker *p, int pauses, int *status);

/* A line is built word by word and then sent. Nonzero: it is lost. */
void speaker_say(struct speaker *p, const char *word);
void speaker_say_numbers(struct speaker *p, const double *number, int count);
int speaker_send(struct speaker *p);

/* *line := the next line, without its end; valid until the next one is read. Nonzero: it is
 * lost. */
int speaker_hear(struct speaker *p, char **line);

/* Whether it has said something that has not been heard. */
bool speaker_has_said_more(struct speaker *p);

/* Asks a question that has been built, and answers the program's own until `ok` or `fail`
 * comes: *rest := what follows that. 0: ok; > 0: fail, and p->failure says why; < 0: it is
 * lost. */
int speaker_ask(struct speaker *p, const char *question, char **rest);

/* How many words a line has. */
int speaker_count_words(const char *words);

/* number[count] := the words of a line, which have to be as many. Nonzero: it is lost. */
int speaker_read_numbers(struct speaker *p, const char *question, const char *words,
                         double *number, int count);

/* p->it := its name and functions, each of which is a conversation. Nonzero: it is lost. */
int speaker_introduce(struct speaker *p);

/* Of version 2: has the program declare its scenes and settings, those that its introduction
 * announced, and tells it the model before `create`. Nonzero: it is lost, or refuses. */
int speaker_declare(struct speaker *p, bool has_scenes, bool has_settings);
int speaker_describe(struct speaker *p, const struct halfstep_system *system);

/* Answers a question about the system that is no function of it: `sizes`, `laws`, `pattern NAME`.
 * 0: it was one; > 0: it is none; < 0: lost. */
int speaker_answer_about(struct speaker *p, const char *line);

/* The numbers that one of the system's functions takes and gives; false: the system has no such
 * function. And its value at in[], which does not overlap out[]. */
bool speaker_sizes(const struct halfstep_system *s, int callback, int *in, int *out);
int speaker_evaluate(const struct halfstep_system *s, int callback, const double *in,
                     double *out);

#endif
