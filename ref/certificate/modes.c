/* The claims about each of the modes that a motion comes to, made when it comes there first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/certificate/certificate.h"
#include "ref/model.h"

struct certificate_mode {
    struct certificate_mode *next;
    struct claim claim;
};

static enum ref_status unite(struct crossing_scene *scene,
                             enum ref_contact_grouping grouping) {
    switch (grouping) {
    case REF_CONTACTS_EACH: return REF_OK;
    case REF_CONTACTS_JOINED: return crossing_join(scene);
    default: return crossing_leave_lines(scene) > 0 ? REF_OK : REF_NOT_APPLICABLE;
    }
}

static enum ref_status make_scene(struct certificate_modes *modes,
                                  enum ref_contact_grouping grouping,
                                  const struct ref_truth_options *options) {
    const struct enclosure_run run = {.bits = modes->bits, .order = modes->order};
    modes->task = (struct enclosure_task){
        .m = modes->m, .n = ref_state_size(modes->m), .options = options};
    modes->scene = calloc(1, sizeof *modes->scene);
    if (modes->scene == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = crossing_scene_init(modes->scene, &modes->task, 0, &run);
    if (status == REF_OK)
        status = unite(modes->scene, grouping);
    certificate_modes_forget(modes);
    modes->places = modes->scene->surfaces + modes->m->contacts;
    modes->leads = modes->scene->places;
    return status;
}

enum ref_status certificate_modes_init(struct certificate_modes *modes, struct model *m,
                                       slong bits, int order,
                                       enum ref_contact_grouping grouping,
                                       const struct ref_truth_options *options) {
    *modes = (struct certificate_modes){
        .m = m, .bits = bits, .order = order, .constants = options->constants};
    if (m->contacts > 0)
        return make_scene(modes, grouping, options);
    if (grouping != REF_CONTACTS_EACH)
        return REF_NOT_APPLICABLE;
    modes->places = modes->leads = ref_certificate_places(m);
    return modes->places < 0 ? REF_NO_MEMORY : REF_OK;
}

enum ref_status certificate_modes_find(struct certificate_modes *modes,
                                       const signed char *place, struct claim **claim) {
    struct certificate_mode *mode = modes->first;
    *claim = NULL;
    for (; mode != NULL; mode = mode->next)
        if (place == NULL ||
            memcmp(mode->claim.mode.place, place, (size_t)modes->places) == 0)
            break;
    if (mode != NULL) {
        *claim = &mode->claim;
        return REF_OK;
    }
    if (modes->places < 0 || (mode = calloc(1, sizeof *mode)) == NULL)
        return REF_NO_MEMORY;
    const enum ref_status status =
        claim_init(&mode->claim, modes->m, modes->scene, place, modes->bits, modes->order,
                   modes->constants);
    if (status != REF_OK) {
        claim_clear(&mode->claim);
        free(mode);
        return status;
    }
    mode->next = modes->first;
    modes->first = mode;
    *claim = &mode->claim;
    return REF_OK;
}

void certificate_modes_forget(struct certificate_modes *modes) {
    if (modes->scene != NULL)
        modes->scene->blurred = true;
}

bool certificate_modes_know(const struct certificate_modes *modes) {
    return modes->scene != NULL && (modes->scene->rests || !modes->scene->blurred);
}

void certificate_modes_clear(struct certificate_modes *modes) {
    for (struct certificate_mode *mode = modes->first, *next; mode != NULL; mode = next) {
        next = mode->next;
        claim_clear(&mode->claim);
        free(mode);
    }
    modes->first = NULL;
    if (modes->scene != NULL)
        crossing_scene_clear(modes->scene);
    free(modes->scene);
    modes->scene = NULL;
}
