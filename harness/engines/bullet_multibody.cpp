/* Bullet 3's articulated bodies (btMultiBodyDynamicsWorld): Featherstone's algorithm in joint
 * coordinates, contacts by sequential impulses or a pivoting solver of the step's LCP. Single
 * precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyMLCPConstraintSolver.h>

#include <new>

#include "bullet_scene.h"

extern "C" const struct engine engine_bullet_multibody;

namespace {

/* Where a body of the scene is: a link of a tree, or (-1) its base. */
struct part {
    btMultiBody *tree;
    int link;
};

struct world : bullet_scene<btMultiBodyConstraintSolver, btMultiBodyDynamicsWorld> {
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    std::vector<std::unique_ptr<btMultiBody>> trees;
    std::vector<part> parts;

    ~world() {
        for (auto &object : objects)
            it->removeCollisionObject(object.get());
        for (auto &tree : trees)
            it->removeMultiBody(tree.get());
    }
};

const struct halfstep_setting settings[] = {
    {"solver", "impulses|dantzig|lemke", "impulses", nullptr,
     "sequential impulses, or the LCP by pivoting"},
    {"iterations", "a whole number > 0", "10", "100", "sweeps of impulses"},
    {"integrator", "euler|rk4", "euler", "rk4", "of motions without contacts"},
    {"restitution-threshold", "a number", "0.2", "0", "no restitution below: m/s"},
    {"split-impulse", "yes|no", "yes", nullptr, "penetration is mended without momentum"},
    {"split-threshold", "a number", "0.04", "0",
     "penetration up to which it is mended with momentum all the same: m"},
    {"erp", "a number", "0.2", nullptr,
     "part of a contact's penetration that a step mends"},
    {"processing-threshold", "a number", "1e18", "0",
     "contacts at a greater distance have no impulse: m"},
    {"gyroscopic", "yes|no", "yes", nullptr, "the gyroscopic torque, explicit"},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void close_world(void *self) {
    delete static_cast<world *>(self);
}

void choose_solver(world *w, const engine_settings *chosen) {
    w->lcp = chosen_lcp(chosen);
    if (w->lcp)
        w->solver.reset(new btMultiBodyMLCPConstraintSolver(w->lcp.get()));
    else
        w->solver.reset(new btMultiBodyConstraintSolver);
}

btMultiBody *add_tree(world *w, const engine_settings *chosen, int links, double mass,
                      const btVector3 &inertia, bool is_fixed) {
    auto *tree = new btMultiBody(links, scalar(mass), inertia, is_fixed, false);
    w->trees.emplace_back(tree);
    tree->setLinearDamping(0);
    tree->setAngularDamping(0);
    tree->setMaxCoordinateVelocity(BT_LARGE_FLOAT);
    tree->setHasSelfCollision(false);
    tree->setUseGyroTerm(engine_chose(chosen, "gyroscopic", "yes"));
    tree->useRK4Integration(engine_chose(chosen, "integrator", "rk4"));
    return tree;
}

/* At its joint's zero a link has the axes of what it hangs from. */
void add_link(world *w, const mechanism &s, int i, const mechanism_joint &j) {
    const mechanism_body &b = s.body[i];
    btMultiBody *tree = w->trees.front().get();
    const int parent = j.other < 0 ? -1 : w->parts[static_cast<size_t>(j.other)].link;
    double at[3];
    mechanism_point(&b, j.on_body, at);
    const btVector3 pivot = vector(j.other < 0 ? at : j.on_other),
                    centre = -vector(j.on_body);
    const btQuaternion same = btQuaternion::getIdentity();
    if (j.kind == MECHANISM_HINGE)
        tree->setupRevolute(i, scalar(b.mass), vector(b.inertia), parent, same,
                            btVector3(0, 0, 1), pivot, centre, true);
    else
        tree->setupSpherical(i, scalar(b.mass), vector(b.inertia), parent, same, pivot,
                             centre, true);
    w->parts.push_back({tree, i});
}

/* Its coordinates, which there are when all links are known. A ball joint's spin is in axes of
 * the link. */
void start_link(btMultiBody *tree, const mechanism &s, int i, const mechanism_joint &j) {
    const mechanism_body &b = s.body[i];
    if (j.kind == MECHANISM_HINGE) {
        tree->setJointPos(i, scalar(mechanism_hinge_angle(&s, &j)));
        tree->setJointVel(i, scalar(mechanism_hinge_rate(&s, &j)));
        return;
    }
    const btQuaternion q = attitude(b);
    const btScalar place[] = {q.x(), q.y(), q.z(), q.w()};
    double spin[3];
    halfstep_to_body(b.quaternion, b.spin, spin);
    const btScalar turns[] = {scalar(spin[0]), scalar(spin[1]), scalar(spin[2])};
    tree->setJointPosMultiDof(i, place);
    tree->setJointVelMultiDof(i, turns);
}

void add_free(world *w, const mechanism_body &b, const engine_settings *chosen) {
    btMultiBody *tree = add_tree(w, chosen, 0, b.mass, vector(b.inertia), false);
    tree->finalizeMultiDof();
    tree->setBasePos(vector(b.position));
    tree->setWorldToBaseRot(attitude(b).inverse());
    tree->setBaseVel(vector(b.velocity));
    tree->setBaseOmega(vector(b.spin));
    w->parts.push_back({tree, -1});
}

void add_object(world *w, const mechanism &s, const engine_settings *chosen,
                btCollisionObject *object, bool is_moving) {
    set_surface(object, s, chosen);
    const int moving = btBroadphaseProxy::DefaultFilter,
              still = btBroadphaseProxy::StaticFilter;
    w->it->addCollisionObject(object, is_moving ? moving : still,
                              is_moving ? moving | still : moving);
    w->objects.emplace_back(object);
}

void add_collider(world *w, const mechanism &s, const engine_settings *chosen, int i) {
    if (s.body[i].shape == MECHANISM_POINT)
        return;
    const part p = w->parts[static_cast<size_t>(i)];
    auto *collider = new btMultiBodyLinkCollider(p.tree, p.link);
    btCollisionShape *shape = bullet_shape(w->shapes, s.body[i]);
    w->shapes.emplace_back(shape);
    collider->setCollisionShape(shape);
    if (p.link < 0)
        p.tree->setBaseCollider(collider);
    else
        p.tree->getLink(p.link).m_collider = collider;
    add_object(w, s, chosen, collider, true);
}

void add_plane(world *w, const mechanism &s, const engine_settings *chosen,
               const mechanism_plane &p) {
    auto *shape = new btStaticPlaneShape(vector(p.normal), scalar(p.offset));
    w->shapes.emplace_back(shape);
    btRigidBody::btRigidBodyConstructionInfo made(0, nullptr, shape, btVector3(0, 0, 0));
    add_object(w, s, chosen, new btRigidBody(made), false);
}

void place(world *w) {
    btAlignedObjectArray<btQuaternion> turns;
    btAlignedObjectArray<btVector3> places;
    for (auto &tree : w->trees) {
        tree->forwardKinematics(turns, places);
        tree->updateCollisionObjectWorldTransforms(turns, places);
    }
}

void add_bodies(world *w, const mechanism &s, const engine_settings *chosen) {
    if (s.joints > 0)
        add_tree(w, chosen, s.joints, 0, btVector3(0, 0, 0), true);
    for (int i = 0; i < s.bodies; i++) {
        const mechanism_joint *j = mechanism_joint_of(&s, i);
        if (j != nullptr)
            add_link(w, s, i, *j);
        else
            add_free(w, s.body[i], chosen);
    }
    if (s.joints > 0)
        w->trees.front()->finalizeMultiDof();
    for (int k = 0; k < s.joints; k++)
        start_link(w->trees.front().get(), s, s.joint[k].body, s.joint[k]);
    for (auto &tree : w->trees)
        w->it->addMultiBody(tree.get());
}

void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                 const char **why) {
    world *w = new (std::nothrow) world;
    *why = "out of memory";
    if (!w)
        return nullptr;
    choose_solver(w, chosen);
    begin_world(w,
                new btMultiBodyDynamicsWorld(&w->dispatcher, &w->pairs, w->solver.get(),
                                             &w->configuration),
                *s, chosen);
    w->it->getSolverInfo().m_erp2 = scalar(engine_number(chosen, "erp"));
    add_bodies(w, *s, chosen);
    for (int i = 0; i < s->bodies; i++)
        add_collider(w, *s, chosen, i);
    for (int i = 0; i < s->planes; i++)
        add_plane(w, *s, chosen, s->plane[i]);
    place(w);
    return w;
}

int step(void *self, double h) {
    world *w = static_cast<world *>(self);
    if (w->pulls) {
        btMultiBody *tree = w->parts[static_cast<size_t>(w->spring.body)].tree;
        tree->addBaseForce(pull(w, tree->getBasePos().x(), h));
    }
    return step_world(w, h);
}

/* Velocities of links are in their own axes, that of the base first. */
void read_world(void *self, struct mechanism *s) {
    world *w = static_cast<world *>(self);
    place(w);
    for (int i = 0; i < s->bodies; i++) {
        const part p = w->parts[static_cast<size_t>(i)];
        const btMultiBody &tree = *p.tree;
        const size_t here = static_cast<size_t>(p.link + 1);
        std::vector<btVector3> spin(static_cast<size_t>(tree.getNumLinks()) + 1),
            velocity(spin.size());
        tree.compTreeLinkVelocities(spin.data(), velocity.data());
        const bool is_base = p.link < 0;
        const btVector3 inertia =
            is_base ? tree.getBaseInertia() : tree.getLinkInertia(p.link);
        const btTransform at = is_base ? tree.getBaseWorldTransform()
                                       : tree.getLink(p.link).m_cachedWorldTransform;
        mechanism_body *b = &s->body[i];
        b->mass =
            static_cast<double>(is_base ? tree.getBaseMass() : tree.getLinkMass(p.link));
        tell(inertia, b->inertia);
        tell(at.getOrigin(), b->position);
        tell(at.getBasis() * velocity[here], b->velocity);
        tell(at.getBasis() * spin[here], b->spin);
        tell(at.getRotation(), b->quaternion);
    }
}

} // namespace

const struct engine engine_bullet_multibody = {
    .name = "Bullet multibody",
    .version = version,
    .significand_bits = 24,
    .why_no_sleeves = "its contacts act within 20 mm, the sleeve has a play of 0.6 mm",
    ENGINE_PARTS,
};
