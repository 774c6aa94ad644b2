/* What a contact does, as one place of a certificate's mode, and as two of the scene's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "ref/certificate.h"
#include "ref/certificate/claim.h"

static const struct {
    signed char place, state, sign;
} states[] = {
    {REF_CONTACT_OPEN, CROSSING_OPEN, 0},
    {REF_CONTACT_SLIDING, CROSSING_SLIDING, 0},
    {REF_CONTACT_FORTH, CROSSING_SLIDING, 1},
    {REF_CONTACT_BACK, CROSSING_SLIDING, -1},
    {REF_CONTACT_STICKING, CROSSING_STICKING, 0},
    {REF_CONTACT_RESTING, CROSSING_STICKING, 0},
    {REF_CONTACT_JOINED, CROSSING_JOINED, 0},
};

/* Whether a slide against friction goes any way in a plane: the scene counts it as forth, a
 * certificate has no sign of it. */
static bool rubs_in_plane(const struct crossing_scene *s, int contact) {
    return crossing_has_friction(s, contact) && crossing_slides(s, contact) > 1;
}

/* Only friction has a direction, and sticks. */
static bool suits(const struct crossing_scene *s, int contact, signed char place) {
    if (s->rests) /* x' = 0 belongs to a start of which that is proved */
        return place == REF_CONTACT_RESTING || place == REF_CONTACT_OPEN;
    const bool joined = s->group != NULL && s->group[contact] != contact;
    if (joined || place == REF_CONTACT_JOINED)
        return joined && place == REF_CONTACT_JOINED;
    const bool rubs = crossing_has_friction(s, contact);
    const bool in_plane = rubs_in_plane(s, contact);
    switch (place) {
    case REF_CONTACT_OPEN: return true;
    case REF_CONTACT_SLIDING: return !rubs || in_plane;
    case REF_CONTACT_FORTH:
    case REF_CONTACT_BACK: return rubs && !in_plane;
    case REF_CONTACT_STICKING: return rubs;
    default: return false;
    }
}

bool claim_places_read(const struct crossing_scene *s, const signed char *place,
                       signed char *mode) {
    bool good = true;
    for (int k = 0; k < s->surfaces && good; k++) {
        mode[k] = place[k];
        good = place[k] == 1 || place[k] == -1;
    }
    for (int i = 0; i < s->m->contacts && good; i++) {
        signed char *to = mode + s->surfaces + 2 * i;
        good = suits(s, i, place[s->surfaces + i]);
        for (size_t k = 0; k < sizeof states / sizeof *states; k++)
            if (states[k].place == place[s->surfaces + i]) {
                to[0] = states[k].state;
                to[1] = states[k].sign;
            }
        if (to[0] == CROSSING_SLIDING && rubs_in_plane(s, i))
            to[1] = 1;
    }
    return good && (s->rests || crossing_slips_agree(s, mode));
}

void claim_places_write(const struct crossing_scene *s, const signed char *mode,
                        signed char *place) {
    for (int k = 0; k < s->surfaces; k++)
        place[k] = mode[k];
    for (int i = 0; i < s->m->contacts; i++) {
        const signed char *from = mode + s->surfaces + 2 * i;
        const int sign = rubs_in_plane(s, i) ? 0 : from[1];
        for (size_t k = 0; k < sizeof states / sizeof *states; k++)
            if (states[k].state == from[0] && states[k].sign == sign &&
                states[k].place != REF_CONTACT_RESTING)
                place[s->surfaces + i] = states[k].place;
    }
}
