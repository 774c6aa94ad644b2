/* Siconos 4 (Moreau-Jean time stepping of Newton-Euler bodies; impacts and friction on the
 * second-order cone as one problem of the step, joints as equalities in it). What may touch is
 * given to it: corners of a box and points of balls against planes, and balls against each
 * other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <BlockVector.hpp>
#include <EqualityConditionNSL.hpp>
#include <FrictionContact.hpp>
#include <GenericMechanical.hpp>
#include <Interaction.hpp>
#include <KneeJointR.hpp>
#include <MoreauJeanOSI.hpp>
#include <NewtonEuler3DR.hpp>
#include <NewtonEulerDS.hpp>
#include <NewtonImpactFrictionNSL.hpp>
#include <NonSmoothDynamicalSystem.hpp>
#include <SiconosVector.hpp>
#include <SimpleMatrix.hpp>
#include <SolverOptions.h>
#include <TimeDiscretisation.hpp>
#include <TimeStepping.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine.h"

extern "C" const struct engine engine_siconos;

namespace {

struct world {
    mechanism start;
    double step = 0, theta = 0.5, tolerance = 0;
    int solver = 0, sweeps = 0;
    std::string why;
    std::vector<SP::NewtonEulerDS> body;
    SP::NonSmoothDynamicalSystem system;
    SP::TimeStepping stepper;
};

const char *version() {
    return SICONOS_VERSION;
}

const struct halfstep_setting settings[] = {
    {"solver", "nsgs|nsn|admm", "nsgs", nullptr,
     "of contacts: Gauss-Seidel, Newton on Alart and Curnier's function, or ADMM"},
    {"tolerance", "a number > 0", "1e-4", nullptr, "of that solver"},
    {"iterations", "a whole number > 0", "1000", nullptr, "of that solver, at most"},
    {"theta", "a number > 0", "0.5", nullptr, "of the time step: 1 is implicit"},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

void close_world(void *self) {
    delete static_cast<world *>(self);
}

SP::SiconosVector vector(const double *v, unsigned count) {
    SP::SiconosVector out(new SiconosVector(count));
    for (unsigned k = 0; k < count; k++)
        out->setValue(k, v[k]);
    return out;
}

/* Position and velocity of a point of a body at q, seven numbers from `first` on. */
void point_of(const BlockVector &q, unsigned first, const double *on_body, double *at) {
    double turn[4], arm[3];
    for (unsigned k = 0; k < 4; k++)
        turn[k] = q.getValue(first + 3 + k);
    halfstep_to_space(turn, on_body, arm);
    for (unsigned k = 0; k < 3; k++)
        at[k] = q.getValue(first + k) + arm[k];
}

/* A point of a body, or the lowest of a ball around it, above a plane. */
class PointOnPlane : public NewtonEuler3DR {
  public:
    PointOnPlane(const double *on_body, double r, const mechanism_plane &p)
        : radius(r), plane(p) {
        for (int k = 0; k < 3; k++)
            on[k] = on_body[k];
    }
    void computeh(double, const BlockVector &q, SiconosVector &y) override {
        double at[3], gap = -plane.offset - radius;
        point_of(q, 0, on, at);
        for (int k = 0; k < 3; k++)
            gap += plane.normal[k] * at[k];
        y.setValue(0, gap);
        for (unsigned k = 0; k < 3; k++) {
            const double low = at[k] - radius * plane.normal[k];
            _Pc1->setValue(k, low);
            _Pc2->setValue(k, low - gap * plane.normal[k]);
            _Nc->setValue(k, plane.normal[k]);
        }
    }

  private:
    double on[3], radius;
    const mechanism_plane plane;
};

/* Two balls. */
class BallOnBall : public NewtonEuler3DR {
  public:
    BallOnBall(const mechanism_body &a, const mechanism_body &b) : one(a), other(b) {
    }
    void computeh(double, const BlockVector &q, SiconosVector &y) override {
        double a[3], b[3], n[3], apart = 0;
        point_of(q, 0, one.centre, a);
        point_of(q, 7, other.centre, b);
        for (int k = 0; k < 3; k++)
            apart += (a[k] - b[k]) * (a[k] - b[k]);
        apart = std::sqrt(apart);
        y.setValue(0, apart - one.half[0] - other.half[0]);
        for (unsigned k = 0; k < 3; k++) {
            n[k] = (a[k] - b[k]) / apart;
            _Pc1->setValue(k, a[k] - one.half[0] * n[k]);
            _Pc2->setValue(k, b[k] + other.half[0] * n[k]);
            _Nc->setValue(k, n[k]);
        }
    }

  private:
    const mechanism_body one, other;
};

void add_body(world *w, const mechanism &s, const mechanism_body &b) {
    double place[7], twist[6], weight[3];
    SP::SimpleMatrix inertia(new SimpleMatrix(3, 3));
    inertia->zero();
    for (unsigned k = 0; k < 3; k++) {
        place[k] = b.position[k];
        twist[k] = b.velocity[k];
        weight[k] = b.mass * s.gravity[k];
        inertia->setValue(k, k, b.inertia[k]);
    }
    for (int k = 0; k < 4; k++)
        place[3 + k] = b.quaternion[k];
    halfstep_to_body(b.quaternion, b.spin, twist + 3); /* about axes of the body */
    SP::NewtonEulerDS made(
        new NewtonEulerDS(vector(place, 7), vector(twist, 6), b.mass, inertia));
    made->setFExtPtr(vector(weight, 3));
    w->body.push_back(made);
    w->system->insertDynamicalSystem(made);
}

void link(world *w, const SP::NonSmoothLaw &law, const SP::Relation &relation, int one,
          int other) {
    SP::Interaction made(new Interaction(law, relation));
    if (other < 0)
        w->system->link(made, w->body[static_cast<size_t>(one)]);
    else
        w->system->link(made, w->body[static_cast<size_t>(one)],
                        w->body[static_cast<size_t>(other)]);
}

void add_plane_contacts(world *w, const SP::NonSmoothLaw &law, const mechanism_plane &p,
                        const mechanism_body &b, int i) {
    if (b.shape == MECHANISM_BALL)
        link(w, law, SP::Relation(new PointOnPlane(b.centre, b.half[0], p)), i, -1);
    for (int k = 0; k < 8 && b.shape == MECHANISM_BOX; k++) {
        double corner[3];
        mechanism_corner(&b, k, corner);
        link(w, law, SP::Relation(new PointOnPlane(corner, 0, p)), i, -1);
    }
}

void add_contacts(world *w, const mechanism &s) {
    SP::NonSmoothLaw law(new NewtonImpactFrictionNSL(s.restitution, 0, s.friction, 3));
    for (int i = 0; i < s.bodies; i++) {
        for (int k = 0; k < s.planes; k++)
            add_plane_contacts(w, law, s.plane[k], s.body[i], i);
        for (int k = 0; k < i && s.joints == 0; k++)
            if (s.body[i].shape == MECHANISM_BALL && s.body[k].shape == MECHANISM_BALL)
                link(w, law, SP::Relation(new BallOnBall(s.body[k], s.body[i])), k, i);
    }
}

/* A hinge is a ball joint, too: what moves in the plane stays there. */
void add_joints(world *w, const mechanism &s) {
    SP::NonSmoothLaw law(new EqualityConditionNSL(3));
    for (int k = 0; k < s.joints; k++) {
        const mechanism_joint &j = s.joint[k];
        double at[3];
        mechanism_point(&s.body[j.body], j.on_body, at);
        const SP::NewtonEulerDS one = w->body[static_cast<size_t>(j.body)];
        SP::Relation held(j.other < 0
                              ? new KneeJointR(vector(at, 3), true, one)
                              : new KneeJointR(vector(at, 3), true, one,
                                               w->body[static_cast<size_t>(j.other)]));
        link(w, law, held, j.body, j.other);
    }
}

SP::OneStepNSProblem problem(const world *w, const mechanism &s) {
    SP::LinearOSNS made;
    if (s.joints > 0)
        made.reset(new GenericMechanical());
    else
        made.reset(new FrictionContact(3, w->solver));
    made->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = w->sweeps;
    made->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = w->tolerance;
    return made;
}

/* The step's length is a property of the whole. */
void build(world *w, double h) {
    const double end = 1e9;
    const mechanism &s = w->start;
    w->body.clear();
    w->system.reset(new NonSmoothDynamicalSystem(0, end));
    for (int i = 0; i < s.bodies; i++)
        add_body(w, s, s.body[i]);
    add_contacts(w, s);
    add_joints(w, s);
    SP::TimeDiscretisation grid(new TimeDiscretisation(0, h));
    SP::OneStepIntegrator moreau(new MoreauJeanOSI(w->theta));
    w->stepper.reset(new TimeStepping(w->system, grid, moreau, problem(w, s)));
    w->step = h;
}

void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                 const char **why) {
    *why = "the adapter gives it no contact of two boxes";
    if (mechanism_boxes(s) > 1)
        return nullptr;
    *why =
        "the adapter gives it no spring: a force outside its theta method makes energy";
    if (s->springs > 0)
        return nullptr;
    std::unique_ptr<world> w(new world);
    w->start = *s;
    w->theta = engine_number(chosen, "theta");
    w->tolerance = engine_number(chosen, "tolerance");
    w->sweeps = static_cast<int>(engine_number(chosen, "iterations"));
    w->solver = engine_chose(chosen, "solver", "nsn")    ? SICONOS_FRICTION_3D_NSN_AC
                : engine_chose(chosen, "solver", "admm") ? SICONOS_FRICTION_3D_ADMM
                                                         : SICONOS_FRICTION_3D_NSGS;
    return w.release();
}

void read_world(void *self, struct mechanism *s) {
    const world *w = static_cast<const world *>(self);
    for (int i = 0; i < s->bodies; i++) {
        mechanism_body *b = &s->body[i];
        if (w->body.empty()) {
            *b = w->start.body[i];
            continue;
        }
        NewtonEulerDS &body = *w->body[static_cast<size_t>(i)];
        double spin[3];
        b->mass = body.scalarMass();
        for (unsigned k = 0; k < 3; k++) {
            b->inertia[k] = body.inertia()->getValue(k, k);
            b->position[k] = body.q()->getValue(k);
            b->velocity[k] = body.twist()->getValue(k);
            spin[k] = body.twist()->getValue(3 + k);
        }
        for (unsigned k = 0; k < 4; k++)
            b->quaternion[k] = body.q()->getValue(3 + k);
        halfstep_to_space(b->quaternion, spin, b->spin);
    }
}

int step(void *self, double h) {
    world *w = static_cast<world *>(self);
    try {
        if (!(w->step <= h && w->step >= h)) {
            read_world(w, &w->start);
            build(w, h);
        }
        w->stepper->computeOneStep();
        w->stepper->nextStep();
    } catch (const std::exception &failure) {
        w->why = failure.what();
        return -1;
    } catch (...) {
        w->why = "the engine's step failed";
        return -1;
    }
    return 0;
}

const char *why_failed(void *self) {
    return static_cast<const world *>(self)->why.c_str();
}
} // namespace

const struct engine engine_siconos = {
    .name = "Siconos",
    .version = version,
    .significand_bits = 53,
    ENGINE_PARTS,
    .why = why_failed,
};
