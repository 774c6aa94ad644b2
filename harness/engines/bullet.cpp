/* Bullet 3's rigid bodies (btDiscreteDynamicsWorld): semi-implicit Euler in maximal coordinates
 * with sequential impulses, or a pivoting solver of the step's LCP. Single precision, as
 * Debian's package without a suffix has it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>

#include <new>

#include "bullet_scene.h"

extern "C" const struct engine engine_bullet;

namespace {

struct world : bullet_scene<btConstraintSolver, btDiscreteDynamicsWorld> {
    std::vector<std::unique_ptr<btRigidBody>> bodies; /* planes are the last */
    std::vector<std::unique_ptr<btTypedConstraint>> joints;
    int moving = 0;

    ~world() {
        for (auto &joint : joints)
            it->removeConstraint(joint.get());
        for (auto &body : bodies)
            it->removeRigidBody(body.get());
    }
};

const struct halfstep_setting settings[] = {
    {"solver", "impulses|nncg|dantzig|lemke", "impulses", nullptr,
     "sequential impulses, nonlinear conjugate gradients, or the LCP by pivoting"},
    {"iterations", "a whole number > 0", "10", "100", "sweeps of impulses and nncg"},
    {"friction", "one|two", "one", nullptr,
     "directions: one along the sliding, or two with their cone"},
    {"restitution-threshold", "a number", "0.2", "0", "no restitution below: m/s"},
    {"warm-start", "yes|no", "yes", nullptr,
     "impulses begin with those of the last step"},
    {"split-impulse", "yes|no", "yes", nullptr, "penetration is mended without momentum"},
    {"split-threshold", "a number", "0.04", "0",
     "penetration up to which it is mended with momentum all the same: m"},
    {"processing-threshold", "a number", "1e18", "0",
     "contacts at a greater distance have no impulse: m"},
    {"gyroscopic", "body|world|explicit|none", "body", nullptr,
     "the gyroscopic torque: implicit in axes of the body or of space, explicit, or "
     "none"},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void close_world(void *self) {
    delete static_cast<world *>(self);
}

void choose_solver(world *w, const engine_settings *chosen) {
    w->lcp = chosen_lcp(chosen);
    if (w->lcp)
        w->solver.reset(new btMLCPSolver(w->lcp.get()));
    else if (engine_chose(chosen, "solver", "nncg"))
        w->solver.reset(new btNNCGConstraintSolver);
    else
        w->solver.reset(new btSequentialImpulseConstraintSolver);
}

void set_mode(btContactSolverInfo &info, const engine_settings *chosen) {
    if (engine_chose(chosen, "warm-start", "no"))
        info.m_solverMode &= ~SOLVER_USE_WARMSTARTING;
    if (engine_chose(chosen, "friction", "two"))
        info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
}

int gyroscopic_flags(const engine_settings *chosen) {
    if (engine_chose(chosen, "gyroscopic", "world"))
        return BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD;
    if (engine_chose(chosen, "gyroscopic", "explicit"))
        return BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT;
    const bool body = engine_chose(chosen, "gyroscopic", "body");
    return body ? BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY : 0;
}

/* A point's shape is in no group. It is where it belongs before it is added: pairs whose bounds
 * overlap are kept, and n bodies in one place would be n (n - 1)/2. */
btRigidBody *add(world *w, const mechanism *s, const engine_settings *chosen,
                 btCollisionShape *shape, double mass, const double *inertia,
                 const btTransform &place, bool touches) {
    w->shapes.emplace_back(shape);
    btRigidBody::btRigidBodyConstructionInfo made(scalar(mass), nullptr, shape,
                                                  vector(inertia));
    made.m_startWorldTransform = place;
    btRigidBody *body = new btRigidBody(made);
    w->bodies.emplace_back(body);
    set_surface(body, *s, chosen);
    body->setFlags(gyroscopic_flags(chosen));
    w->it->addRigidBody(body, touches, touches);
    return body;
}

void add_body(world *w, const mechanism *s, const mechanism_body &b,
              const engine_settings *chosen) {
    btCollisionShape *shape = bullet_shape(w->shapes, b);
    btRigidBody *body =
        add(w, s, chosen, shape, b.mass, b.inertia,
            btTransform(attitude(b), vector(b.position)), b.shape != MECHANISM_POINT);
    body->setLinearVelocity(vector(b.velocity));
    body->setAngularVelocity(vector(b.spin));
    body->updateInertiaTensor();
}

void add_joint(world *w, const mechanism_joint &j) {
    const btVector3 z(0, 0, 1), on = vector(j.on_body), off = vector(j.on_other);
    btRigidBody &body = *w->bodies[static_cast<size_t>(j.body)];
    btRigidBody *other =
        j.other < 0 ? nullptr : w->bodies[static_cast<size_t>(j.other)].get();
    btTypedConstraint *joint;
    if (j.kind == MECHANISM_HINGE && other)
        joint = new btHingeConstraint(body, *other, on, off, z, z);
    else if (j.kind == MECHANISM_HINGE)
        joint = new btHingeConstraint(body, on, z);
    else if (other)
        joint = new btPoint2PointConstraint(body, *other, on, off);
    else
        joint = new btPoint2PointConstraint(body, on);
    w->joints.emplace_back(joint);
    w->it->addConstraint(joint, true);
}

void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                 const char **why) {
    static const double nothing[] = {0, 0, 0};
    world *w = new (std::nothrow) world;
    *why = "out of memory";
    if (!w)
        return nullptr;
    choose_solver(w, chosen);
    begin_world(w,
                new btDiscreteDynamicsWorld(&w->dispatcher, &w->pairs, w->solver.get(),
                                            &w->configuration),
                *s, chosen);
    set_mode(w->it->getSolverInfo(), chosen);
    for (int i = 0; i < s->bodies; i++)
        add_body(w, s, s->body[i], chosen);
    w->moving = s->bodies;
    for (int i = 0; i < s->planes; i++)
        add(w, s, chosen,
            new btStaticPlaneShape(vector(s->plane[i].normal),
                                   scalar(s->plane[i].offset)),
            0, nothing, btTransform::getIdentity(), true);
    for (int i = 0; i < s->joints; i++)
        add_joint(w, s->joint[i]);
    return w;
}

int step(void *self, double h) {
    world *w = static_cast<world *>(self);
    if (w->pulls) {
        btRigidBody &body = *w->bodies[static_cast<size_t>(w->spring.body)];
        body.applyCentralForce(pull(w, body.getCenterOfMassPosition().x(), h));
    }
    return step_world(w, h);
}

double iterations(void *self) {
    const world *w = static_cast<world *>(self);
    return w->lcp ? NAN : static_cast<double>(w->it->getSolverInfo().m_numIterations);
}

void read_world(void *self, struct mechanism *s) {
    const world *w = static_cast<world *>(self);
    for (int i = 0; i < w->moving; i++) {
        const btRigidBody &body = *w->bodies[static_cast<size_t>(i)];
        mechanism_body *b = &s->body[i];
        b->mass = 1 / static_cast<double>(body.getInvMass());
        for (int k = 0; k < 3; k++)
            b->inertia[k] = 1 / static_cast<double>(body.getInvInertiaDiagLocal()[k]);
        tell(body.getCenterOfMassPosition(), b->position);
        tell(body.getLinearVelocity(), b->velocity);
        tell(body.getAngularVelocity(), b->spin);
        tell(body.getOrientation(), b->quaternion);
    }
}

} // namespace

const struct engine engine_bullet = {
    .name = "Bullet",
    .version = version,
    .significand_bits = 24,
    .why_no_sleeves = "its contacts act within 20 mm, the sleeve has a play of 0.6 mm",
    ENGINE_PARTS,
    .iterations = iterations,
};
