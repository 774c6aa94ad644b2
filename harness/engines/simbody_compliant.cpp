/* Simbody 3.7's compliant contact (CompliantContactSubsystem: Hertz's law for balls, a penalty
 * at the corners of boxes, with dissipation as Hunt and Crossley have it and friction that is
 * smoothed below a speed of transition), and one of its integrators. It has no coefficient of
 * restitution, so that scenes with one are refused.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "simbody_scene.h"

extern "C" const struct engine engine_simbody_compliant;

namespace {

struct world : simbody_scene {
    ContactTrackerSubsystem tracker{system};
    CompliantContactSubsystem contact{system, tracker};
    std::unique_ptr<Integrator> integrator;
};

const struct halfstep_setting settings[] = {
    {"integrator", "merson|euler2|cpodes", "merson", nullptr,
     "Runge-Kutta-Merson, semi-explicit Euler with two half steps, or CPODES"},
    {"accuracy", "a number > 0", "0.001", "1e-5", "of the integrator"},
    {"stiffness", "a number > 0", "1e6", nullptr, "of each surface: Pa or N/m"},
    {"dissipation", "a number", "1", nullptr, "of each surface: s/m"},
    {"transition", "a number > 0", "0.01", "0.001",
     "sliding up to which friction is smoothed: m/s"},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void close_world(void *self) {
    delete static_cast<world *>(self);
}

ContactMaterial surface(const mechanism &s, const engine_settings *chosen) {
    return ContactMaterial(engine_number(chosen, "stiffness"),
                           engine_number(chosen, "dissipation"), s.static_friction,
                           s.friction);
}

/* The body with its shape. */
Body::Rigid shaped(const mechanism &s, const mechanism_body &b,
                   const engine_settings *chosen) {
    Body::Rigid made = material(b);
    const Transform at(vector(b.centre));
    if (b.shape == MECHANISM_BALL)
        made.addContactSurface(
            at, ContactSurface(ContactGeometry::Sphere(b.half[0]), surface(s, chosen)));
    else if (b.shape == MECHANISM_BOX)
        made.addContactSurface(at, ContactSurface(ContactGeometry::Brick(vector(b.half)),
                                                  surface(s, chosen)));
    return made;
}

/* A half-space is where its x is positive. */
void add_plane(world *w, const mechanism &s, const mechanism_plane &p,
               const engine_settings *chosen) {
    const Vec3 normal = vector(p.normal);
    const Transform at(Rotation(UnitVec3(-normal), XAxis), p.offset * normal);
    w->matter.Ground().updBody().addContactSurface(
        at, ContactSurface(ContactGeometry::HalfSpace(), surface(s, chosen)));
}

void choose_integrator(world *w, const engine_settings *chosen) {
    if (engine_chose(chosen, "integrator", "euler2"))
        w->integrator.reset(new SemiExplicitEuler2Integrator(w->system));
    else if (engine_chose(chosen, "integrator", "cpodes"))
        w->integrator.reset(new CPodesIntegrator(w->system));
    else
        w->integrator.reset(new RungeKuttaMersonIntegrator(w->system));
    w->integrator->setAccuracy(engine_number(chosen, "accuracy"));
}

void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                 const char **why) {
    *why = "compliant contact has no contact of two boxes";
    if (mechanism_boxes(s) > 1)
        return nullptr;
    *why = "compliant contact has no coefficient of restitution";
    if (s->restitution > 0)
        return nullptr;
    std::unique_ptr<world> w(new world);
    w->contact.setTransitionVelocity(engine_number(chosen, "transition"));
    for (int i = 0; i < s->bodies; i++)
        w->body.push_back(make_body(w.get(), *s, i, shaped(*s, s->body[i], chosen)));
    for (int i = 0; i < s->planes; i++)
        add_plane(w.get(), *s, s->plane[i], chosen);
    add_forces(w.get(), *s);
    const State state = begin(w.get(), *s);
    choose_integrator(w.get(), chosen);
    w->integrator->initialize(state);
    return w.release();
}

/* As many steps as its accuracy needs, up to h later. */
int step(void *self, double h) {
    world *w = static_cast<world *>(self);
    return guard(w, [=] {
        const double t = w->integrator->getTime() + h;
        while (w->integrator->getTime() < t)
            w->integrator->stepTo(t);
    });
}

void read_world(void *self, struct mechanism *s) {
    const world *w = static_cast<world *>(self);
    read_bodies(w, w->integrator->getState(), s);
}
} // namespace

const struct engine engine_simbody_compliant = {
    .name = "Simbody compliant",
    .version = version,
    .significand_bits = 53,
    .has_static_friction = true,
    .why_no_sleeves = "compliant contact has no coefficient of restitution",
    ENGINE_PARTS,
    .why = why_failed,
};
