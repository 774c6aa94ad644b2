/* What the adapters of Simbody's bodies share: bodies in coordinates of their joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_SIMBODY_SCENE_H
#define ENGINES_SIMBODY_SCENE_H

#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "engine.h"

namespace {
using namespace SimTK;

struct simbody_scene {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::vector<MobilizedBody> body;
    std::string why; /* the last step failed */
};

inline const char *version() {
    return SIMBODY_VERSION;
}

inline const char *why_failed(void *self) {
    return static_cast<const simbody_scene *>(self)->why.c_str();
}

/* The time stepper of a library with assertions, as Debian's is, tells each phase on std::cout and
 * on standard output. As long as this lives std::cout formats nothing, and what goes there is
 * lost. */
class Silence {
  public:
    Silence() : stream_before(std::cout.rdstate()) {
        std::fflush(nullptr);
        std::cout.setstate(std::ios::failbit);
        output_before = dup(STDOUT_FILENO);
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0) {
            dup2(nowhere, STDOUT_FILENO);
            ::close(nowhere);
        }
    }
    ~Silence() {
        std::fflush(nullptr);
        if (output_before >= 0) {
            dup2(output_before, STDOUT_FILENO);
            ::close(output_before);
        }
        std::cout.clear(stream_before);
    }

  private:
    const std::ios::iostate stream_before;
    int output_before;
};

/* What the attempt throws is the reason of a failure. */
template <class World, class Attempt> int guard(World *w, Attempt attempt) {
    try {
        attempt();
        return 0;
    } catch (const std::exception &failure) {
        w->why = failure.what();
        return -1;
    }
}

inline Vec3 vector(const double *v) {
    return Vec3(v[0], v[1], v[2]);
}

inline Rotation turn(const mechanism_body &b) {
    const double *q = b.quaternion;
    return Rotation(Quaternion(q[0], q[1], q[2], q[3]));
}

inline Body::Rigid material(const mechanism_body &b) {
    return Body::Rigid(MassProperties(b.mass, Vec3(0),
                                      Inertia(b.inertia[0], b.inertia[1], b.inertia[2])));
}

/* On a rail along y, without mass. */
inline MobilizedBody make_sleeve(simbody_scene *w, const Body::Rigid &made) {
    const Rotation along_y(Pi / 2, ZAxis);
    MobilizedBody::Slider rail(w->matter.Ground(), Transform(along_y), Body::Massless(),
                               Transform(along_y));
    return MobilizedBody::Pin(rail, Transform(), made, Transform());
}

/* A hinge turns about z, a ball joint freely, a sleeve turns and slides; what has no joint moves
 * freely, or along x alone where a spring holds it. */
inline MobilizedBody make_body(simbody_scene *w, const mechanism &s, int i,
                               const Body::Rigid &made) {
    const mechanism_joint *j = mechanism_joint_of(&s, i);
    if (j == nullptr && s.springs > 0 && mechanism_spring_is_alone(&s))
        return MobilizedBody::Slider(w->matter.Ground(), made);
    if (j == nullptr)
        return MobilizedBody::Free(w->matter.Ground(), made);
    if (j->kind == MECHANISM_SLEEVE)
        return make_sleeve(w, made);
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

/* Gravity and the springs. A hinge's coordinate is the angle against the body that it hangs
 * from. */
inline void add_forces(simbody_scene *w, const mechanism &s) {
    Force::UniformGravity(w->forces, w->matter, vector(s.gravity));
    if (s.springs > 0 && !mechanism_spring_is_alone(&s))
        Force::Custom(w->forces, new MovingSpring(w->body[0], s.spring));
    else if (s.springs > 0)
        Force::MobilityLinearSpring(w->forces, w->body[0], MobilizerQIndex(0),
                                    s.spring.stiffness, 0);
    if (s.twists > 0)
        Force::MobilityLinearSpring(w->forces, w->body[static_cast<size_t>(s.twist.body)],
                                    MobilizerQIndex(0), s.twist.stiffness, 0);
}

/* Whether the body is a sleeve, whose rail is its parent. */
inline bool is_sleeve(const mechanism &s, int i) {
    const mechanism_joint *j = mechanism_joint_of(&s, i);
    return j != nullptr && j->kind == MECHANISM_SLEEVE;
}

inline void begin_rail(const simbody_scene *w, const mechanism &s, int i, State &state) {
    const MobilizedBody &rail = w->body[static_cast<size_t>(i)].getParentMobilizedBody();
    rail.setOneQ(state, 0, s.body[i].position[1]);
    rail.setOneU(state, 0, s.body[i].velocity[1]);
}

/* Coordinates and speeds that give the bodies their places and velocities, from the root
 * outwards. Simbody fits them in the frame of the joint on the parent; that of a free body has
 * ground's axes. */
inline State begin(simbody_scene *w, const mechanism &s) {
    State state = w->system.realizeTopology();
    for (int i = 0; i < s.bodies; i++) {
        const MobilizedBody &body = w->body[static_cast<size_t>(i)];
        const mechanism_body &b = s.body[i];
        if (is_sleeve(s, i))
            begin_rail(w, s, i, state);
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

inline void tell(const Vec3 &from, double *to) {
    for (int k = 0; k < 3; k++)
        to[k] = from[k];
}

inline void read_bodies(const simbody_scene *w, const State &state, mechanism *s) {
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
#endif
