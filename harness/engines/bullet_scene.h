/* What the two adapters of Bullet share: vectors of its arithmetic, shapes, what a world is made
 * of, and the laws of contacts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_BULLET_SCENE_H
#define ENGINES_BULLET_SCENE_H

#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btLemkeSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "engine.h"

namespace {

/* What a world uses is destroyed after it. */
template <class Solver, class World> struct bullet_scene {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase pairs;
    std::unique_ptr<btMLCPSolverInterface> lcp; /* none: impulses */
    std::unique_ptr<Solver> solver;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::unique_ptr<World> it;
    bool pulls = false;
    mechanism_spring spring = {};
};

inline const char *version() {
    return BULLET_VERSION;
}

inline btScalar scalar(double value) {
    return static_cast<btScalar>(value);
}

inline btVector3 vector(const double *v) {
    return btVector3(scalar(v[0]), scalar(v[1]), scalar(v[2]));
}

inline btQuaternion attitude(const mechanism_body &b) {
    const double *q = b.quaternion;
    return btQuaternion(scalar(q[1]), scalar(q[2]), scalar(q[3]), scalar(q[0]));
}

inline void tell(const btQuaternion &from, double *to) {
    const double q[] = {from.w(), from.x(), from.y(), from.z()};
    std::copy(q, q + 4, to);
}

inline void tell(const btVector3 &from, double *to) {
    for (int k = 0; k < 3; k++)
        to[k] = static_cast<double>(from[k]);
}

/* A point's is small. What is not at its body's centre is a part of a compound. */
inline btCollisionShape *
bullet_shape(std::vector<std::unique_ptr<btCollisionShape>> &shapes,
             const mechanism_body &b) {
    const double small = 0.01, *c = b.centre;
    btCollisionShape *shape =
        b.shape == MECHANISM_BOX
            ? static_cast<btCollisionShape *>(new btBoxShape(vector(b.half)))
            : new btSphereShape(scalar(b.shape == MECHANISM_BALL ? b.half[0] : small));
    if (!(std::hypot(c[0], c[1], c[2]) > 0))
        return shape;
    shapes.emplace_back(shape);
    btCompoundShape *compound = new btCompoundShape;
    compound->addChildShape(btTransform(btQuaternion::getIdentity(), vector(c)), shape);
    return compound;
}

inline std::unique_ptr<btMLCPSolverInterface> chosen_lcp(const engine_settings *chosen) {
    if (engine_chose(chosen, "solver", "dantzig"))
        return std::unique_ptr<btMLCPSolverInterface>(new btDantzigSolver);
    if (engine_chose(chosen, "solver", "lemke"))
        return std::unique_ptr<btMLCPSolverInterface>(new btLemkeSolver);
    return nullptr;
}

inline void set_laws(btContactSolverInfo &info, const engine_settings *chosen) {
    info.m_numIterations = static_cast<int>(engine_number(chosen, "iterations"));
    info.m_restitutionVelocityThreshold =
        scalar(engine_number(chosen, "restitution-threshold"));
    info.m_splitImpulse = engine_chose(chosen, "split-impulse", "yes");
    info.m_splitImpulsePenetrationThreshold =
        -scalar(engine_number(chosen, "split-threshold"));
}

/* The world as it is before there are bodies in it, once its solver is chosen. */
template <class Scene, class World>
void begin_world(Scene *w, World *it, const mechanism &s, const engine_settings *chosen) {
    w->it.reset(it);
    it->setGravity(vector(s.gravity));
    set_laws(it->getSolverInfo(), chosen);
    w->pulls = s.springs > 0;
    w->spring = s.spring;
}

/* Bullet multiplies the coefficients of two bodies. */
inline void set_surface(btCollisionObject *object, const mechanism &s,
                        const engine_settings *chosen) {
    object->setFriction(scalar(std::sqrt(s.friction)));
    object->setRestitution(scalar(std::sqrt(s.restitution)));
    object->setContactProcessingThreshold(
        scalar(engine_number(chosen, "processing-threshold")));
    object->setActivationState(DISABLE_DEACTIVATION);
}

/* The spring's force at x. */
template <class Scene> btVector3 pull(Scene *w, btScalar x, double h) {
    return btVector3(scalar(mechanism_pull(&w->spring, static_cast<double>(x), h)), 0, 0);
}

/* No substeps: exactly one step of h. */
template <class Scene> int step_world(Scene *w, double h) {
    return w->it->stepSimulation(scalar(h), 0) == 1 ? 0 : -1;
}

} // namespace
#endif
