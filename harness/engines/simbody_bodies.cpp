/* Simbody 3.7's bodies in coordinates of their joints, with its own time stepper for rigid
 * contacts (SemiExplicitEulerTimeStepper: semi-implicit Euler, impacts by impulses) or one of
 * its integrators, where nothing can touch.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "simbody_scene.h"

extern "C" const struct engine engine_simbody_bodies;

namespace {

struct world : simbody_scene {
    std::unique_ptr<SemiExplicitEulerTimeStepper> stepper;
    std::unique_ptr<Integrator> integrator;
    bool prints; /* what the stepper tells of each step is passed on */

    const State &state() const {
        return stepper ? stepper->getState() : integrator->getState();
    }
};

const struct halfstep_setting settings[] = {
    {"stepper", "contact|merson", "contact", "merson",
     "the time stepper of rigid contacts; or Runge-Kutta-Merson where nothing can touch"},
    {"accuracy", "a number", "0.001", "1e-8", "of Runge-Kutta-Merson"},
    {"tolerance", "a number", "0.001", nullptr,
     "of constraints; twice as much is the speed of least restitution and of sliding"},
    {"capture", "a number", "0", nullptr, "no restitution below: m/s"},
    {"transition", "a number", "0", "0.002", "static friction up to this sliding: m/s"},
    {"solver", "plus|pgs", "plus", "pgs",
     "of impulses: by pivoting and Newton, or projected Gauss-Seidel"},
    {"restitution", "poisson|newton", "poisson", nullptr,
     "a ratio of impulses or of speeds"},
    {"output", "silent|shown", "silent", nullptr, "what the stepper itself prints"},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void close_world(void *self) {
    delete static_cast<world *>(self);
}

/* The corners of a box, or the one point of a ball, against a plane. */
void add_plane_contacts(world *w, const mechanism &s, const mechanism_plane &p, int i) {
    const mechanism_body &b = s.body[i];
    const UnitVec3 up(vector(p.normal));
    MobilizedBody &body = w->body[static_cast<size_t>(i)], &floor = w->matter.updGround();
    const double e = s.restitution, mu = s.friction, at_rest = s.static_friction;
    if (b.shape == MECHANISM_BALL)
        w->matter.adoptUnilateralContact(new SpherePlaneContact(
            floor, up, p.offset, body, vector(b.centre), b.half[0], e, at_rest, mu, 0));
    for (int k = 0; k < 8 && b.shape == MECHANISM_BOX; k++) {
        double corner[3];
        mechanism_corner(&b, k, corner);
        w->matter.adoptUnilateralContact(new PointPlaneContact(
            floor, up, p.offset, body, vector(corner), e, at_rest, mu, 0));
    }
}

void add_tip(world *w, const mechanism &s, const mechanism_tip &t) {
    for (int k = 0; k < s.planes; k++)
        w->matter.adoptUnilateralContact(new PointPlaneContact(
            w->matter.updGround(), UnitVec3(vector(s.plane[k].normal)), s.plane[k].offset,
            w->body[static_cast<size_t>(t.body)], vector(t.on_body), t.restitution,
            s.static_friction, s.friction, 0));
}

void add_contacts(world *w, const mechanism &s) {
    for (int i = 0; i < s.tips; i++)
        add_tip(w, s, s.tip[i]);
    for (int i = 0; i < s.bodies; i++) {
        for (int k = 0; k < s.planes; k++)
            add_plane_contacts(w, s, s.plane[k], i);
        for (int k = 0; k < i; k++)
            if (s.body[i].shape == MECHANISM_BALL && s.body[k].shape == MECHANISM_BALL)
                w->matter.adoptUnilateralContact(new SphereSphereContact(
                    w->body[static_cast<size_t>(k)], vector(s.body[k].centre),
                    s.body[k].half[0], w->body[static_cast<size_t>(i)],
                    vector(s.body[i].centre), s.body[i].half[0], s.restitution,
                    s.static_friction, s.friction, 0));
    }
}

bool can_touch(const mechanism &s) {
    bool can = s.tips > 0;
    for (int i = 0; i < s.bodies; i++)
        can = can || s.body[i].shape != MECHANISM_POINT;
    return can;
}

void choose_stepper(world *w, const mechanism &s, const engine_settings *chosen) {
    using Stepper = SemiExplicitEulerTimeStepper;
    if (engine_chose(chosen, "stepper", "merson") && !can_touch(s)) {
        w->integrator.reset(new RungeKuttaMersonIntegrator(w->system));
        w->integrator->setAccuracy(engine_number(chosen, "accuracy"));
        w->integrator->setConstraintTolerance(engine_number(chosen, "tolerance"));
        return;
    }
    w->stepper.reset(new Stepper(w->system));
    w->prints = engine_chose(chosen, "output", "shown");
    w->stepper->setConstraintTolerance(engine_number(chosen, "tolerance"));
    w->stepper->setDefaultFrictionTransitionVelocity(engine_number(chosen, "transition"));
    w->stepper->setDefaultImpactCaptureVelocity(engine_number(chosen, "capture"));
    if (engine_chose(chosen, "solver", "pgs"))
        w->stepper->setImpulseSolverType(Stepper::PGS);
    if (engine_chose(chosen, "restitution", "newton"))
        w->stepper->setRestitutionModel(Stepper::Newton);
}

void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                 const char **why) {
    *why = "its time stepper has no contact of two boxes";
    if (mechanism_boxes(s) > 1)
        return nullptr;
    std::unique_ptr<world> w(new world);
    for (int i = 0; i < s->bodies; i++)
        w->body.push_back(make_body(w.get(), *s, i, material(s->body[i])));
    add_forces(w.get(), *s);
    add_contacts(w.get(), *s);
    const State state = begin(w.get(), *s);
    choose_stepper(w.get(), *s, chosen);
    if (w->stepper)
        w->stepper->initialize(state);
    else
        w->integrator->initialize(state);
    return w.release();
}

void step_contacts(world *w, double t) {
    if (w->prints) {
        w->stepper->stepTo(t);
        return;
    }
    const Silence silence;
    w->stepper->stepTo(t);
}

/* The stepper takes a step of exactly h, an integrator as many as it needs. */
int step(void *self, double h) {
    world *w = static_cast<world *>(self);
    return guard(w, [=] {
        const double t = w->state().getTime() + h;
        if (w->stepper)
            step_contacts(w, t);
        while (w->integrator && w->integrator->getTime() < t)
            w->integrator->stepTo(t);
    });
}

void read_world(void *self, struct mechanism *s) {
    const world *w = static_cast<world *>(self);
    read_bodies(w, w->state(), s);
}
} // namespace

const struct engine engine_simbody_bodies = {
    .name = "Simbody",
    .version = version,
    .significand_bits = 53,
    .has_static_friction = true,
    .has_sleeves = true,
    ENGINE_PARTS,
    .why = why_failed,
};
