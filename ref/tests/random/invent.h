/* Random small models with kinks, contacts and narrow features, as text of the model language.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_RANDOM_INVENT_H
#define REF_TESTS_RANDOM_INVENT_H

#include <stdbool.h>

struct sample; /* problems/tests/sample.h */

enum {
    INVENT_MOST_COORDINATES = 3,
    INVENT_MOST_FEATURES = 4,
    INVENT_NAME = 160,
    INVENT_TEXT = 6000
};

struct invention {
    struct sample *random;
    char text[INVENT_TEXT];
    int length;
    int coordinates;
    double scale; /* of lengths and velocities; times are of the size 1 */
    double end;
    double start[INVENT_MOST_COORDINATES]; /* positions */
    double speed[INVENT_MOST_COORDINATES];
    int features; /* narrow ones, each told by a path "feature" = distance, width */
    char feature[INVENT_MOST_FEATURES][INVENT_NAME];
    double width[INVENT_MOST_FEATURES];
    bool has_contacts; /* kinks are fewer then */
    int resting;       /* the coordinate whose contact begins closed; -1: none */
};

/* A model, its length in time in `end`: 0.5 to 5, or at most 1. */
void invent_model(struct invention *v, struct sample *random, bool is_short);

/* ---- What its parts share. */

/* Appends to the text, as printf does; what does not fit is left out. */
void invent_write(struct invention *v, const char *format, ...);
double invent_between(struct invention *v, double low, double high);
double invent_decades(struct invention *v, double low,
                      double high); /* 10^low .. 10^high */
int invent_choice(struct invention *v, int count);
bool invent_chance(struct invention *v, double chance);

/* A feature that is so wide, in units of the distance that the format writes; false: there are
 * too many. */
bool invent_add_feature(struct invention *v, double width, const char *format, ...);

const char *invent_position(int i);
const char *invent_velocity(int i);

/* "+ ..." : a term of an acceleration, of the size 1, in the variables X0, X1, V0, ... of the
 * size 1 and t. A narrow one adds a feature. */
void invent_smooth_term(struct invention *v, int own);
void invent_kink(struct invention *v, int own);
void invent_narrow_term(struct invention *v, int own);
/* The lines of a contact. */
void invent_contact(struct invention *v, int number);
/* The same of the one that begins closed. */
void invent_resting_contact(struct invention *v, int number);

#endif
