/* Names of options and verdicts, as Simbody 3.7 spells those that it has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact.h"

static const char *find_name(int which, int count, const char *const *names) {
    return which >= 0 && which < count ? names[which] : "unknown";
}

const char *contact_verdict_name(enum contact_verdict verdict) {
    static const char *const names[] = {"tight", "verified", "not verified",
                                        "ill-conditioned", "infeasible"};
    return find_name((int)verdict, CONTACT_VERDICTS, names);
}

const char *contact_restitution_name(enum contact_restitution restitution) {
    static const char *const names[] = {"Poisson", "Newton", "NoRestitution"};
    return find_name((int)restitution, 3, names);
}

const char *contact_induced_name(enum contact_induced induced) {
    static const char *const names[] = {"Simultaneous", "Sequential", "Mixed"};
    return find_name((int)induced, 3, names);
}

const char *contact_projection_name(enum contact_projection projection) {
    static const char *const names[] = {"Bilateral", "Unilateral",
                                        "NoPositionProjection"};
    return find_name((int)projection, 3, names);
}

const char *contact_method_name(enum contact_method method) {
    static const char *const names[] = {"PLUS", "PGS", "Proximal"};
    return find_name((int)method, 3, names);
}

const char *contact_update_name(enum contact_update update) {
    static const char *const names[] = {"Trapezoidal", "SemiExplicit"};
    return find_name((int)update, 2, names);
}
