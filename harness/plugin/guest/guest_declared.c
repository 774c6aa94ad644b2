/* What an integrator of version 2 declares of itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/guest/guest_declared.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "harness/base/glob.h"
#include "harness/base/json_number.h"

static const char blanks[] = " \t\n";

/* Whether one of the patterns, apart by blanks, matches. */
static bool is_listed(const char *patterns, const char *name) {
    char pattern[256];
    for (const char *at = patterns; at != NULL && *at != '\0';) {
        at += strspn(at, blanks);
        size_t length = strcspn(at, blanks);
        snprintf(pattern, sizeof pattern, "%.*s", (int)length, at);
        if (length > 0 && glob_matches(pattern, name))
            return true;
        at += length;
    }
    return false;
}

const struct halfstep_scene *guest_find_scene(const struct halfstep_integrator *it,
                                              const char *model) {
    for (int i = 0; i < it->scenes; i++)
        if (is_listed(it->scene[i].models, model))
            return &it->scene[i];
    return NULL;
}

int guest_traits(const struct halfstep_integrator *it) {
    return (it->takes & HALFSTEP_TAKES_JOINTS ? TRAIT_JOINTS : 0) |
           (it->takes & HALFSTEP_TAKES_CONTACTS ? TRAIT_CONTACTS : 0) |
           (it->scenes > 0 ? TRAIT_ENGINE : 0) |
           (it->multipliers != NULL ? TRAIT_MULTIPLIERS : 0) |
           (it->interpolate != NULL ? TRAIT_INTERPOLATE : 0);
}

static json_t *text_of(const char *text) {
    return text == NULL ? json_string("") : json_text_of(text);
}

static json_t *describe_scenes(const struct halfstep_integrator *it) {
    json_t *scenes = json_array();
    for (int i = 0; i < it->scenes; i++) {
        const struct halfstep_scene *s = &it->scene[i];
        json_array_append_new(
            scenes, json_pack("{s:o, s:o, s:o}", "models", text_of(s->models), "differs",
                              text_of(s->differs), "set", text_of(s->set)));
    }
    return scenes;
}

static json_t *describe_settings(const struct halfstep_integrator *it) {
    json_t *settings = json_array();
    const struct halfstep_setting *s = it->setting;
    for (; s != NULL && s->name != NULL; s++)
        json_array_append_new(
            settings, json_pack("{s:o, s:o, s:o, s:o, s:o}", "name", text_of(s->name),
                                "values", text_of(s->values), "usual", text_of(s->usual),
                                "best", text_of(s->best == NULL ? s->usual : s->best),
                                "meaning", text_of(s->meaning)));
    return settings;
}

void guest_declare(const struct halfstep_integrator *it, struct packet *answer) {
    json_t *declared =
        json_pack("{s:o, s:o, s:i, s:b, s:b, s:o, s:o}", "name", text_of(it->name),
                  "version", text_of(it->version), "significand_bits",
                  it->significand_bits > 0 ? it->significand_bits : DBL_MANT_DIG,
                  "takes_joints", (it->takes & HALFSTEP_TAKES_JOINTS) != 0,
                  "takes_contacts", (it->takes & HALFSTEP_TAKES_CONTACTS) != 0, "scenes",
                  describe_scenes(it), "settings", describe_settings(it));
    char *text = json_dumps(declared, JSON_COMPACT);
    packet_set_text(answer, text == NULL ? "" : text);
    free(text);
    json_decref(declared);
}
