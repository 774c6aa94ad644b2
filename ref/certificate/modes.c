/* The claims about each of the modes that a motion comes to, made when it comes there first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "ref/certificate/certificate.h"

struct certificate_mode {
    struct certificate_mode *next;
    struct claim claim;
};

void certificate_modes_init(struct certificate_modes *modes, struct model *m, slong bits,
                            int order, enum eval_constants constants) {
    *modes = (struct certificate_modes){
        .m = m, .bits = bits, .order = order, .constants = constants};
    modes->places = ref_certificate_places(m);
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
    const enum ref_status status = claim_init(&mode->claim, modes->m, place, modes->bits,
                                              modes->order, modes->constants);
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

void certificate_modes_clear(struct certificate_modes *modes) {
    for (struct certificate_mode *mode = modes->first, *next; mode != NULL; mode = next) {
        next = mode->next;
        claim_clear(&mode->claim);
        free(mode);
    }
    modes->first = NULL;
}
