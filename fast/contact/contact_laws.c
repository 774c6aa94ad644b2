/* What a contact does at a speed (Simbody 3.7: UnilateralContact::calcEffectiveCOR,
 * calcEffectiveMu): restitution is lost below the capture velocity, is 1 - (1 - e) v / v_min
 * up to the minimum velocity for it, and e beyond; friction is static up to the transition
 * velocity and dynamic beyond, with a viscous part that grows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/internal.h"

double contact_effective_restitution(const struct contact_stepper *c, int i,
                                     double speed) {
    const double e = c->scene->system.restitution[i];
    const double full = c->thresholds.min_restitution_velocity;
    if (!(speed > c->thresholds.capture_velocity))
        return 0;
    return speed >= full ? e : 1 - (1 - e) / full * speed;
}

double contact_effective_friction(const struct contact_stepper *c, int i, double speed,
                                  double transition) {
    const struct integrator_system *system = &c->scene->system;
    const double dry =
        speed <= transition ? system->static_friction[i] : system->dynamic_friction[i];
    return dry + system->viscous_friction[i] * speed;
}
