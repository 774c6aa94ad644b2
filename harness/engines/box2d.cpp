/* Box2D 2.4: planar, single precision, semi-implicit Euler in maximal coordinates; contacts and
 * joints by sequential impulses with a position correction after each step, which leaves
 * b2_linearSlop. Polygons and edges have a skin of b2_polygonRadius around them, circles have
 * none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <box2d/box2d.h>

#include <cmath>
#include <new>

#include "engine.h"

extern "C" const struct engine engine_box2d;

namespace {

struct world {
    explicit world(const b2Vec2 &gravity) : it(gravity) {
    }
    b2World it;
    b2Body *ground = nullptr, *body[MECHANISM_MOST_BODIES] = {};
    int bodies = 0, velocity_sweeps = 0, position_sweeps = 0;
    bool pulls = false;
    mechanism_spring spring = {};
};

const char *version() {
    return BOX2D_VERSION; /* b2_version of 2.4.1 says 2.4.0 */
}

const struct halfstep_setting settings[] = {
    {"velocity-iterations", "a whole number > 0", "8", "100", "sweeps over velocities"},
    {"position-iterations", "a whole number > 0", "3", "30", "sweeps over positions"},
    {"restitution-threshold", "a number", "1", "0", "no restitution below: m/s"},
    {"skin", "kept|subtracted", "kept", "subtracted",
     "boxes and the floor as given, or smaller by their skin of 1 cm"},
    {"continuous", "yes|no", "yes", nullptr, "times of impact with the floor"},
    {"spring", "force|joint", "force", "joint",
     "a force on the body before each step, or a distance joint with a stiffness"},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

b2Vec2 planar(const double *v) {
    return b2Vec2(static_cast<float>(v[0]), static_cast<float>(v[1]));
}

void close_world(void *self) {
    delete static_cast<world *>(self);
}

struct laws {
    float restitution, friction, threshold, skin;
};

/* Box2D mixes restitution as the greater and friction as the geometric mean of two. */
void add_shape(b2Body *body, const b2Shape &shape, const laws &of) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.restitution = of.restitution;
    fixture.friction = of.friction;
    fixture.restitutionThreshold = of.threshold;
    body->CreateFixture(&fixture);
}

void add_shape_of(b2Body *body, const mechanism_body &b, const laws &of) {
    if (b.shape == MECHANISM_BALL) {
        b2CircleShape circle;
        circle.m_radius = static_cast<float>(b.half[0]);
        circle.m_p = planar(b.centre);
        add_shape(body, circle, of);
    } else if (b.shape == MECHANISM_BOX) {
        b2PolygonShape box;
        box.SetAsBox(static_cast<float>(b.half[0]) - of.skin,
                     static_cast<float>(b.half[1]) - of.skin);
        add_shape(body, box, of);
    }
}

void add_body(world *w, const mechanism_body &b, const laws &of) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = planar(b.position);
    definition.angle = static_cast<float>(mechanism_angle_of(&b));
    definition.linearVelocity = planar(b.velocity);
    definition.angularVelocity = static_cast<float>(b.spin[2]);
    definition.allowSleep = false;
    b2Body *body = w->body[w->bodies++] = w->it.CreateBody(&definition);
    add_shape_of(body, b, of);
    b2MassData mass;
    mass.mass = static_cast<float>(b.mass);
    mass.center.SetZero();
    mass.I = static_cast<float>(b.inertia[2]);
    body->SetMassData(&mass);
}

void add_plane(world *w, const mechanism &s, const mechanism_plane &p, const laws &of) {
    const float far = 100;
    double foot[3];
    mechanism_foot(&s, &p, foot);
    const b2Vec2 normal = planar(p.normal), along(far * normal.y, -far * normal.x);
    const b2Vec2 middle = planar(foot) - of.skin * normal;
    b2EdgeShape edge;
    edge.SetTwoSided(middle - along, middle + along);
    add_shape(w->ground, edge, of);
}

void add_joint(world *w, const mechanism_joint &j) {
    b2RevoluteJointDef hinge;
    hinge.bodyA = j.other < 0 ? w->ground : w->body[j.other];
    hinge.bodyB = w->body[j.body];
    hinge.localAnchorB = planar(j.on_body);
    if (j.other < 0)
        hinge.localAnchorA = hinge.bodyB->GetWorldPoint(hinge.localAnchorB);
    else
        hinge.localAnchorA = planar(j.on_other);
    w->it.CreateJoint(&hinge);
}

/* The distance joint is a spring of one dimension: its other end is far enough down the line for it
 * not to turn over. */
void add_spring(world *w, const mechanism &s, bool joint) {
    const mechanism_spring &spring = s.spring;
    w->spring = spring;
    w->pulls = !joint || !mechanism_spring_is_alone(&s);
    if (w->pulls)
        return;
    b2DistanceJointDef held;
    held.bodyA = w->ground;
    held.bodyB = w->body[spring.body];
    held.length = 1 + 2 * std::fabs(static_cast<float>(s.body[spring.body].position[0]));
    held.localAnchorA.Set(-held.length, 0);
    held.minLength = 0;
    held.maxLength = 2 * held.length;
    held.stiffness = static_cast<float>(spring.stiffness);
    w->it.CreateJoint(&held);
}

bool fits(const mechanism &s, float skin) {
    for (int i = 0; i < s.bodies; i++)
        if (s.body[i].shape == MECHANISM_BOX &&
            !(s.body[i].half[0] > 2 * skin && s.body[i].half[1] > 2 * skin))
            return false;
    return true;
}

void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                 const char **why) {
    const bool subtracted = engine_chose(chosen, "skin", "subtracted");
    const laws of = {static_cast<float>(s->restitution), static_cast<float>(s->friction),
                     static_cast<float>(engine_number(chosen, "restitution-threshold")),
                     subtracted ? b2_polygonRadius : 0};
    *why = "a box is smaller than its skin";
    if (!fits(*s, of.skin))
        return nullptr;
    world *w = new (std::nothrow) world(planar(s->gravity));
    *why = "out of memory";
    if (w == nullptr)
        return nullptr;
    w->velocity_sweeps = static_cast<int>(engine_number(chosen, "velocity-iterations"));
    w->position_sweeps = static_cast<int>(engine_number(chosen, "position-iterations"));
    w->it.SetAllowSleeping(false);
    w->it.SetContinuousPhysics(engine_chose(chosen, "continuous", "yes"));
    const b2BodyDef still;
    w->ground = w->it.CreateBody(&still);
    for (int i = 0; i < s->planes; i++)
        add_plane(w, *s, s->plane[i], of);
    for (int i = 0; i < s->bodies; i++)
        add_body(w, s->body[i], of);
    for (int i = 0; i < s->joints; i++)
        add_joint(w, s->joint[i]);
    if (s->springs > 0)
        add_spring(w, *s, engine_chose(chosen, "spring", "joint"));
    return w;
}

int step(void *self, double h) {
    world *w = static_cast<world *>(self);
    if (w->pulls) {
        b2Body *body = w->body[w->spring.body];
        const double x = static_cast<double>(body->GetPosition().x);
        const double force = mechanism_pull(&w->spring, x, h);
        body->ApplyForceToCenter(b2Vec2(static_cast<float>(force), 0), true);
    }
    w->it.Step(static_cast<float>(h), w->velocity_sweeps, w->position_sweeps);
    return 0;
}

void read_world(void *self, struct mechanism *s) {
    const world *w = static_cast<world *>(self);
    for (int i = 0; i < w->bodies; i++) {
        const b2Body *body = w->body[i];
        mechanism_body *b = &s->body[i];
        const double angle = static_cast<double>(body->GetAngle());
        b->mass = static_cast<double>(body->GetMass());
        b->inertia[2] = static_cast<double>(body->GetInertia());
        b->position[0] = static_cast<double>(body->GetPosition().x);
        b->position[1] = static_cast<double>(body->GetPosition().y);
        b->velocity[0] = static_cast<double>(body->GetLinearVelocity().x);
        b->velocity[1] = static_cast<double>(body->GetLinearVelocity().y);
        b->spin[2] = static_cast<double>(body->GetAngularVelocity());
        b->quaternion[0] = std::cos(angle / 2);
        b->quaternion[3] = std::sin(angle / 2);
    }
}

} // namespace

const struct engine engine_box2d = {
    .name = "Box2D",
    .version = version,
    .significand_bits = 24,
    .is_planar = true,
    .why_no_sleeves = "its polygons have a skin of 10 mm, the sleeve a play of 0.6 mm",
    ENGINE_PARTS,
};
