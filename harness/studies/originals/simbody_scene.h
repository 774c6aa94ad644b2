/* The scenes that Simbody was recorded on, as models of the catalogue.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SIMBODY_SCENE_H
#define HARNESS_SIMBODY_SCENE_H

#include <stdbool.h>

#include <jansson.h>

struct model;   /* problems/model.h */
struct setting; /* problems/model.h */
struct subject; /* harness/integrators/subject.h */

/* A parameter, or a component of the start, is the record's number, the index-th of an array
 * (the last one where it has fewer, or for SIMBODY_LAST), with `times` behind it; or, without a
 * member, the text itself. */
enum { SIMBODY_LAST = -1 };
struct simbody_parameter {
    const char *name, *member;
    int index;
    const char *times;
};

/* The record's member is that from the place-th component on (SIMBODY_LAST_PLACE: the last so
 * many ones), or every stride-th from there. Of a load: its levels' normal forces, upwards. */
enum simbody_whole { OF_Q, OF_V, OF_IMPULSES, OF_LOAD };
enum { SIMBODY_LAST_PLACE = -1 };
struct simbody_place {
    const char *member;
    int place;
    enum simbody_whole whole;
    bool is_optional; /* compared where it was recorded */
    int stride;
};

enum { SIMBODY_MOST_PARAMETERS = 12, SIMBODY_MOST_PLACES = 3 };

struct simbody_scene {
    const char *part; /* of the file */
    const char *name; /* "case" begins with it */
    const char *kind; /* and "kind" is that; NULL: there is none */
    const char *model;
    struct simbody_parameter parameter[SIMBODY_MOST_PARAMETERS];
    struct simbody_place sample[SIMBODY_MOST_PLACES], end[SIMBODY_MOST_PLACES];
};

/* All of them; the last has no model. */
extern const struct simbody_scene simbody_scenes[];

/* The scene of a record in that part of the file; NULL: there is none. */
const struct simbody_scene *simbody_scene_of(const char *part, const json_t *record);

/* Whether no scene before it is of its model. */
bool simbody_is_first(const struct simbody_scene *scene);

/* A number of a record, also where it is the index-th of an array; NaN: there is none. */
double simbody_scene_number(const json_t *record, const char *member, int index);

/* The scene's settings with the record's numbers. What of them is not there: its member; NULL:
 * nothing is missing. */
enum { SIMBODY_VALUE_ROOM = 64 };
struct simbody_settings {
    int count;
    char value[SIMBODY_MOST_PARAMETERS][SIMBODY_VALUE_ROOM];
};
const char *simbody_read_settings(struct simbody_settings *values,
                                  struct setting *setting,
                                  const struct simbody_scene *scene,
                                  const json_t *record);

/* part[n] := what the place is of, of x[nx] or of the step of h that has led there; false: it has
 * not so many. */
bool simbody_find_part(double *part, int n, const struct simbody_place *place,
                       const struct subject *s, const struct model *m, double h,
                       const double *x);

#endif
