/* Simbody 3.7's bodies in coordinates of their joints, with its own time stepper for rigid contacts
 * (SemiExplicitEulerTimeStepper: semi-implicit Euler, impacts by impulses) or one of its integrators,
 * where nothing can touch.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <Simbody.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine.h"

extern "C" const struct engine engine_simbody_bodies;

namespace {
using namespace SimTK;

struct world {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::vector<MobilizedBody> body;
    std::vector<const mechanism_body *> start;
    std::unique_ptr<SemiExplicitEulerTimeStepper> stepper;
    std::unique_ptr<Integrator> integrator;

    const State &state() const {
        return stepper ? stepper->getState() : integrator->getState();
    }
};

const char *version() {
    return SIMBODY_VERSION;
}

const struct halfstep_setting settings[] = {
    {"stepper", "contact|merson", "contact", "merson",
     "the time stepper of rigid contacts; or Runge-Kutta-Merson where nothing can touch"},
    {"accuracy", "a number", "0.001", "1e-8", "of Runge-Kutta-Merson"},
    {"tolerance", "a number", "0.001", nullptr,
     "of constraints; twice as much is the speed of least restitution and of sliding"},
    {"capture", "a number", "0", nullptr, "no restitution below: m/s"},
    {"solver", "plus|pgs", "plus", "pgs",
     "of impulses: by pivoting and Newton, or projected Gauss-Seidel"},
    {"restitution", "poisson|newton", "poisson", nullptr,
     "a ratio of impulses or of speeds"},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

Vec3 vector(const double *v) {
    return Vec3(v[0], v[1], v[2]);
}

Rotation turn(const mechanism_body &b) {
    const double *q = b.quaternion;
    return Rotation(Quaternion(q[0], q[1], q[2], q[3]));
}

void close_world(void *self) {
    delete static_cast<world *>(self);
}

Body::Rigid material(const mechanism_body &b) {
    return Body::Rigid(MassProperties(b.mass, Vec3(0),
                                      Inertia(b.inertia[0], b.inertia[1], b.inertia[2])));
}

/* A hinge turns about z, a ball joint freely; what has no joint moves freely, or along x alone where a
 * spring holds it. */
MobilizedBody make_body(world *w, const mechanism &s, int i) {
    const Body::Rigid made = material(s.body[i]);
    const mechanism_joint *j = nullptr;
    for (int k = 0; k < s.joints; k++)
        if (s.joint[k].body == i)
            j = &s.joint[k];
    if (j == nullptr && s.springs > 0 && mechanism_spring_is_alone(&s))
        return MobilizedBody::Slider(w->matter.Ground(), made);
    if (j == nullptr)
        return MobilizedBody::Free(w->matter.Ground(), made);
    double at[3];
    mechanism_point(&s.body[i], j->on_body, at);
    MobilizedBody &parent =
        j->other < 0 ? w->matter.updGround() : w->body[static_cast<size_t>(j->other)];
    const Transform there(vector(j->other < 0 ? at : j->on_other));
    const Transform here(vector(j->on_body));
    if (j->kind == MECHANISM_HINGE)
        return MobilizedBody::Pin(parent, there, made, here);
    return MobilizedBody::Ball(parent, there, made, here);
}

/* The corners of a box, or the one point of a ball, against a plane. */
void add_plane_contacts(world *w, const mechanism &s, const mechanism_plane &p, int i) {
    const mechanism_body &b = s.body[i];
    const UnitVec3 up(vector(p.normal));
    MobilizedBody &body = w->body[static_cast<size_t>(i)], &floor = w->matter.updGround();
    const double e = s.restitution, mu = s.friction;
    if (b.shape == MECHANISM_BALL)
        w->matter.adoptUnilateralContact(new SpherePlaneContact(
            floor, up, p.offset, body, vector(b.centre), b.half[0], e, mu, mu, 0));
    for (int k = 0; k < 8 && b.shape == MECHANISM_BOX; k++) {
        const Vec3 corner(k & 1 ? b.half[0] : -b.half[0], k & 2 ? b.half[1] : -b.half[1],
                          k & 4 ? b.half[2] : -b.half[2]);
        w->matter.adoptUnilateralContact(
            new PointPlaneContact(floor, up, p.offset, body, corner, e, mu, mu, 0));
    }
}

void add_contacts(world *w, const mechanism &s) {
    for (int i = 0; i < s.bodies; i++) {
        for (int k = 0; k < s.planes; k++)
            add_plane_contacts(w, s, s.plane[k], i);
        for (int k = 0; k < i; k++)
            if (s.body[i].shape == MECHANISM_BALL && s.body[k].shape == MECHANISM_BALL)
                w->matter.adoptUnilateralContact(new SphereSphereContact(
                    w->body[static_cast<size_t>(k)], vector(s.body[k].centre),
                    s.body[k].half[0], w->body[static_cast<size_t>(i)],
                    vector(s.body[i].centre), s.body[i].half[0], s.restitution,
                    s.friction, s.friction, 0));
    }
}

bool can_touch(const mechanism &s) {
    bool can = false;
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
    w->stepper->setConstraintTolerance(engine_number(chosen, "tolerance"));
    w->stepper->setDefaultImpactCaptureVelocity(engine_number(chosen, "capture"));
    if (engine_chose(chosen, "solver", "pgs"))
        w->stepper->setImpulseSolverType(Stepper::PGS);
    if (engine_chose(chosen, "restitution", "newton"))
        w->stepper->setRestitutionModel(Stepper::Newton);
}

/* Coordinates and speeds that give the bodies their places and velocities, from the root outwards. Simbody
 * fits them in the frame of the joint on the parent; that of a free body has ground's axes. */
State begin(world *w, const mechanism &s) {
    State state = w->system.realizeTopology();
    for (int i = 0; i < s.bodies; i++) {
        const MobilizedBody &body = w->body[static_cast<size_t>(i)];
        const mechanism_body &b = s.body[i];
        w->system.realize(state, Stage::Position);
        const MobilizedBody &parent = body.getParentMobilizedBody();
        const Transform place(turn(b), vector(b.position));
        body.setQToFitTransform(state, body.getInboardFrame(state).invert() *
                                           (parent.getBodyTransform(state).invert() *
                                            (place * body.getOutboardFrame(state))));
    }
    for (int i = 0; i < s.bodies; i++) {
        const MobilizedBody &body = w->body[static_cast<size_t>(i)];
        w->system.realize(state, Stage::Velocity);
        const MobilizedBody &parent = body.getParentMobilizedBody();
        const Vec3 spin = vector(s.body[i].spin) - parent.getBodyAngularVelocity(state);
        const Rotation axes =
            parent.getBodyRotation(state) * body.getInboardFrame(state).R();
        body.setUToFitAngularVelocity(state, ~axes * spin);
        if (s.joints == 0)
            body.setUToFitLinearVelocity(state, vector(s.body[i].velocity));
    }
    return state;
}

/* A spring along x whose end moves; the frame of its body has ground's axes. */
class MovingSpring : public Force::Custom::Implementation {
  public:
    MovingSpring(const MobilizedBody &on, const mechanism_spring &with)
        : body(on), spring(with) {
    }
    void calcForce(const State &state, Vector_<SpatialVec> &forces, Vector_<Vec3> &,
                   Vector &) const override {
        const double end = spring.end + spring.speed * state.getTime();
        const double x = body.getBodyOriginLocation(state)[0];
        body.applyBodyForce(
            state, SpatialVec(Vec3(0), Vec3(-spring.stiffness * (x - end), 0, 0)),
            forces);
    }
    Real calcPotentialEnergy(const State &) const override {
        return 0; /* nobody asks */
    }

  private:
    const MobilizedBody body;
    const mechanism_spring spring;
};

void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                 const char **why) {
    int boxes = 0;
    for (int i = 0; i < s->bodies; i++)
        boxes += s->body[i].shape == MECHANISM_BOX;
    *why = "its time stepper has no contact of two boxes";
    if (boxes > 1)
        return nullptr;
    std::unique_ptr<world> w(new world);
    Force::UniformGravity(w->forces, w->matter, vector(s->gravity));
    for (int i = 0; i < s->bodies; i++)
        w->body.push_back(make_body(w.get(), *s, i));
    if (s->springs > 0 && !mechanism_spring_is_alone(s))
        Force::Custom(w->forces, new MovingSpring(w->body[0], s->spring));
    else if (s->springs > 0)
        Force::MobilityLinearSpring(w->forces, w->body[0], MobilizerQIndex(0),
                                    s->spring.stiffness, 0);
    add_contacts(w.get(), *s);
    const State state = begin(w.get(), *s);
    choose_stepper(w.get(), *s, chosen);
    if (w->stepper)
        w->stepper->initialize(state);
    else
        w->integrator->initialize(state);
    return w.release();
}

/* The stepper takes a step of exactly h, an integrator as many as it needs. */
int step(void *self, double h) {
    world *w = static_cast<world *>(self);
    try {
        const double t = w->state().getTime() + h;
        if (w->stepper)
            w->stepper->stepTo(t);
        while (w->integrator && w->integrator->getTime() < t)
            w->integrator->stepTo(t);
    } catch (const std::exception &) {
        return -1;
    }
    return 0;
}

void tell(const Vec3 &from, double *to) {
    for (int k = 0; k < 3; k++)
        to[k] = from[k];
}

void read_world(void *self, struct mechanism *s) {
    world *w = static_cast<world *>(self);
    const State &state = w->state();
    w->system.realize(state, Stage::Velocity);
    for (int i = 0; i < s->bodies; i++) {
        const MobilizedBody &body = w->body[static_cast<size_t>(i)];
        mechanism_body *b = &s->body[i];
        const Quaternion q = body.getBodyRotation(state).convertRotationToQuaternion();
        b->mass = body.getBodyMass(state);
        tell(body.getBodyMassProperties(state).getInertia().getMoments(), b->inertia);
        tell(body.getBodyOriginLocation(state), b->position);
        tell(body.getBodyOriginVelocity(state), b->velocity);
        tell(body.getBodyAngularVelocity(state), b->spin);
        for (int k = 0; k < 4; k++)
            b->quaternion[k] = q[k];
    }
}
} // namespace

const struct engine engine_simbody_bodies = {
    .name = "Simbody",
    .version = version,
    .significand_bits = 53,
    .is_planar = false,
    .setting = settings,
    .open = open_world,
    .close = close_world,
    .step = step,
    .read = read_world,
};
