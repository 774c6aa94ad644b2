/* DART 6: bodies in coordinates of their joints, semi-implicit Euler with articulated bodies,
 * contacts as a boxed LCP with a pyramid of friction.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <dart/config.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/ContactConstraint.hpp>
#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "engine.h"

extern "C" const struct engine engine_dart;

namespace {
using Eigen::Vector3d;
namespace dyn = dart::dynamics;

struct world {
    dart::simulation::WorldPtr it = dart::simulation::World::create();
    std::vector<dyn::BodyNode *> body;
    bool pulls = false;
    mechanism_spring spring = {};
};

const char *version() {
    return DART_VERSION;
}

const struct halfstep_setting settings[] = {
    {"solver", "dantzig|pgs", "dantzig", nullptr,
     "of the LCP: by pivoting, or projected Gauss-Seidel"},
    {"collision", "fcl|dart", "fcl", "dart", "FCL with shapes as meshes, or DART's own"},
    {"erp", "a number", "0.01", nullptr, "part of the penetration that a step mends"},
    {"spring", "force|joint", "force", "joint",
     "a force on the body before each step, or the stiffness of its joint, implicit"},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

Vector3d vector(const double *v) {
    return Vector3d(v[0], v[1], v[2]);
}

Eigen::Quaterniond turn(const mechanism_body &b) {
    const double *q = b.quaternion;
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
}

/* The least turn that takes the vertical to a direction, and where that is down, a half one.
 * (Eigen's comes with a singular value decomposition, which took the compiler as long as all of
 * this file.) */
Eigen::Quaterniond turn_up_to(const Vector3d &direction) {
    const Vector3d up = Vector3d::UnitY(), to = direction.normalized();
    const double cosine = to.dot(up);
    if (cosine < -1 + 1e-12)
        return Eigen::Quaterniond(0, 1, 0, 0);
    const double w = std::sqrt((1 + cosine) * 2);
    const Vector3d axis = up.cross(to) * (1 / w);
    return Eigen::Quaterniond(w / 2, axis.x(), axis.y(), axis.z());
}

Eigen::Isometry3d shift(const Vector3d &by) {
    Eigen::Isometry3d t = Eigen::Isometry3d::Identity();
    t.translation() = by;
    return t;
}

void close_world(void *self) {
    delete static_cast<world *>(self);
}

/* With a name of its own, which DART would print about. */
dyn::SkeletonPtr create(const world *w) {
    return dyn::Skeleton::create(std::to_string(w->it->getNumSkeletons()));
}

/* DART multiplies restitutions and takes the lesser friction of two bodies. */
void add_shape(dyn::BodyNode *body, const dyn::ShapePtr &shape, const mechanism &s,
               const Vector3d &at) {
    auto *node =
        body->createShapeNodeWith<dyn::CollisionAspect, dyn::DynamicsAspect>(shape);
    node->setRelativeTranslation(at);
    node->getDynamicsAspect()->setFrictionCoeff(s.friction);
    node->getDynamicsAspect()->setRestitutionCoeff(std::sqrt(s.restitution));
}

void set_body(dyn::BodyNode *body, const mechanism_body &b, const mechanism &s) {
    body->setInertia(
        dyn::Inertia(b.mass, Vector3d::Zero(), vector(b.inertia).asDiagonal()));
    if (b.shape == MECHANISM_BALL)
        add_shape(body, std::make_shared<dyn::SphereShape>(b.half[0]), s,
                  vector(b.centre));
    else if (b.shape == MECHANISM_BOX)
        add_shape(body, std::make_shared<dyn::BoxShape>(2 * vector(b.half)), s,
                  vector(b.centre));
}

void add_free(world *w, const mechanism &s, const mechanism_body &b) {
    dyn::SkeletonPtr skeleton = create(w);
    auto made = skeleton->createJointAndBodyNodePair<dyn::FreeJoint>();
    set_body(made.second, b, s);
    Eigen::Isometry3d place = shift(vector(b.position));
    place.linear() = turn(b).toRotationMatrix();
    made.first->setTransform(place);
    made.first->setLinearVelocity(vector(b.velocity));
    made.first->setAngularVelocity(vector(b.spin));
    w->body.push_back(made.second);
    w->it->addSkeleton(skeleton);
}

template <typename Properties>
Properties frames(const mechanism &s, const mechanism_joint &j) {
    Properties p;
    double at[3];
    mechanism_point(&s.body[j.body], j.on_body, at);
    p.mT_ParentBodyToJoint = shift(vector(j.other < 0 ? at : j.on_other));
    p.mT_ChildBodyToJoint = shift(vector(j.on_body));
    return p;
}

void add_hinge(world *w, const mechanism &s, const mechanism_joint &j,
               const dyn::SkeletonPtr &skeleton, dyn::BodyNode *parent) {
    auto p = frames<dyn::RevoluteJoint::Properties>(s, j);
    p.mAxis = Vector3d::UnitZ();
    auto made = skeleton->createJointAndBodyNodePair<dyn::RevoluteJoint>(parent, p);
    set_body(made.second, s.body[j.body], s);
    made.first->setPosition(0, mechanism_hinge_angle(&s, &j));
    made.first->setVelocity(0, mechanism_hinge_rate(&s, &j));
    w->body.push_back(made.second);
}

/* Velocities of a ball joint are about axes of the body. */
void add_ball_joint(world *w, const mechanism &s, const mechanism_joint &j,
                    const dyn::SkeletonPtr &skeleton) {
    const mechanism_body &b = s.body[j.body];
    auto made = skeleton->createJointAndBodyNodePair<dyn::BallJoint>(
        nullptr, frames<dyn::BallJoint::Properties>(s, j));
    set_body(made.second, b, s);
    const Eigen::Matrix3d r = turn(b).toRotationMatrix();
    made.first->setPositions(dyn::BallJoint::convertToPositions(r));
    made.first->setVelocities(r.transpose() * vector(b.spin));
    w->body.push_back(made.second);
}

void add_body(world *w, const mechanism &s, int i) {
    const mechanism_joint *joint = mechanism_joint_of(&s, i);
    if (joint == nullptr) {
        add_free(w, s, s.body[i]);
        return;
    }
    auto *parent = joint->other < 0 ? nullptr : w->body.at(size_t(joint->other));
    dyn::SkeletonPtr skeleton = parent ? parent->getSkeleton() : create(w);
    if (joint->kind == MECHANISM_HINGE)
        add_hinge(w, s, *joint, skeleton, parent);
    else
        add_ball_joint(w, s, *joint, skeleton);
    if (!parent)
        w->it->addSkeleton(skeleton);
}

/* A cube whose upper face is on the plane. */
void add_plane(world *w, const mechanism &s, const mechanism_plane &p) {
    const double far = 100;
    double foot[3];
    mechanism_foot(&s, &p, foot);
    dyn::SkeletonPtr skeleton = create(w);
    auto made = skeleton->createJointAndBodyNodePair<dyn::WeldJoint>();
    const Vector3d normal = vector(p.normal);
    Eigen::Isometry3d place = shift(vector(foot) - far / 2 * normal);
    place.linear() = turn_up_to(normal).toRotationMatrix();
    made.first->setTransformFromParentBodyNode(place);
    add_shape(made.second, std::make_shared<dyn::BoxShape>(Vector3d(far, far, far)), s,
              Vector3d::Zero());
    skeleton->setMobile(false);
    w->it->addSkeleton(skeleton);
}

void set_laws(world *w, const engine_settings *chosen) {
    using namespace dart::constraint;
    BoxedLcpSolverPtr lcp = std::make_shared<DantzigBoxedLcpSolver>();
    if (engine_chose(chosen, "solver", "pgs"))
        lcp = std::make_shared<PgsBoxedLcpSolver>();
    w->it->setConstraintSolver(
        std::unique_ptr<ConstraintSolver>(new BoxedLcpConstraintSolver(lcp)));
    ContactConstraint::setErrorReductionParameter(engine_number(chosen, "erp"));
    if (engine_chose(chosen, "collision", "dart"))
        w->it->getConstraintSolver()->setCollisionDetector(
            dart::collision::DARTCollisionDetector::create());
}

/* Coordinate 3 of a free joint is its x. */
void add_spring(world *w, const mechanism &s, bool joint) {
    w->pulls = !joint || !mechanism_spring_is_alone(&s);
    w->spring = s.spring;
    dyn::Joint *held = w->body.at(size_t(s.spring.body))->getParentJoint();
    if (!w->pulls)
        held->setSpringStiffness(3, s.spring.stiffness);
}

void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                 const char **why) {
    world *w = new world;
    (void)why;
    set_laws(w, chosen);
    w->it->setGravity(vector(s->gravity));
    for (int i = 0; i < s->bodies; i++)
        add_body(w, *s, i);
    for (int i = 0; i < s->planes; i++)
        add_plane(w, *s, s->plane[i]);
    if (s->springs > 0)
        add_spring(w, *s, engine_chose(chosen, "spring", "joint"));
    return w;
}

int step(void *self, double h) {
    world *w = static_cast<world *>(self);
    if (w->pulls) {
        dyn::BodyNode *body = w->body.at(size_t(w->spring.body));
        const double x = body->getWorldTransform().translation().x();
        body->addExtForce(Vector3d(mechanism_pull(&w->spring, x, h), 0, 0),
                          Vector3d::Zero(), false);
    }
    w->it->setTimeStep(h);
    w->it->step();
    return 0;
}

void read_world(void *self, struct mechanism *s) {
    const world *w = static_cast<world *>(self);
    for (int i = 0; i < s->bodies; i++) {
        const dyn::BodyNode *body = w->body[static_cast<size_t>(i)];
        mechanism_body *b = &s->body[i];
        const Eigen::Isometry3d &place = body->getWorldTransform();
        const Eigen::Quaterniond q(place.linear());
        b->mass = body->getMass();
        Eigen::Map<Eigen::Vector4d>(b->quaternion) << q.w(), q.x(), q.y(), q.z();
        Eigen::Map<Vector3d>(b->inertia) = body->getInertia().getMoment().diagonal();
        Eigen::Map<Vector3d>(b->position) = place.translation();
        Eigen::Map<Vector3d>(b->velocity) = body->getLinearVelocity();
        Eigen::Map<Vector3d>(b->spin) = body->getAngularVelocity();
    }
}
} // namespace

const struct engine engine_dart = {
    .name = "DART",
    .version = version,
    .significand_bits = 53,
    ENGINE_PARTS,
};
