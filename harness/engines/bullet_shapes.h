/* What the two adapters of Bullet share: vectors of its arithmetic, and shapes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_BULLET_SHAPES_H
#define ENGINES_BULLET_SHAPES_H

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <vector>

#include "engine.h"

namespace {

inline btScalar scalar(double value) {
    return static_cast<btScalar>(value);
}

inline btVector3 vector(const double *v) {
    return btVector3(scalar(v[0]), scalar(v[1]), scalar(v[2]));
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

} // namespace
#endif
