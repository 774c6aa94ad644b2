/* Simbody's SemiExplicitEulerTimeStepper on bodies of which each touches the one before: an adapter
 * (adapter.h) of models with contacts, in the library of Simbody's integrators. Debian's library
 * is built with assertions, and has other class layouts with NDEBUG: this is compiled as the
 * library is, without NDEBUG. In such a build the stepper's projection of positions is lost, and it
 * tells each phase on std::cout and on stdout, which are silenced while it steps; what it computes
 * and formats for these texts is in its times all the same.
 *
 * Balls and discs are points on sliders along x on the ground. Bricks are free bodies whose frame
 * is in the middle of the top face, because PointPlaneContact enforces a plane of height 0 whatever
 * its height; y is up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "simbody_scene.h"

#include <algorithm>
#include <cstring>

#include "adapter.h"

namespace {
typedef SemiExplicitEulerTimeStepper Stepper;

class Stack : public simbody_scene {
  public:
    Stack(const mechanism &s, bool is_pgs)
        : bricks(s.body[0].shape == MECHANISM_BOX), along(s.planes > 0 ? 1 : 0),
          half_height(bricks ? s.body[0].half[1] : s.body[0].half[0]),
          gravity(forces, matter, down(s), vector(s.gravity).norm()) {
        for (int i = 0; i < s.bodies; i++)
            add_body(s.body[i]);
        for (int i = s.planes > 0 ? 0 : 1; i < s.bodies; i++)
            add_contacts(s, i);
        start = system.realizeTopology();
        system.realizeModel(start);
        stepper.reset(new Stepper(system));
        stepper->setConstraintTolerance(
            1e-3); /* its own, and that of our faithful mode */
        stepper->setRestitutionModel(Stepper::Poisson);
        stepper->setInducedImpactModel(Stepper::Simultaneous);
        stepper->setPositionProjectionMethod(Stepper::Bilateral);
        stepper->setImpulseSolverType(is_pgs ? Stepper::PGS : Stepper::PLUS);
    }

    void place(const mechanism &s) {
        start.setTime(s.time);
        for (int i = 0; i < s.bodies; i++) {
            const mechanism_body &b = s.body[i];
            MobilizedBody &its = body[static_cast<size_t>(i)];
            if (bricks) {
                const Vec3 top = turn(b) * Vec3(0, half_height, 0);
                its.setQToFitTransform(start,
                                       Transform(turn(b), vector(b.position) + top));
                its.setUToFitAngularVelocity(start, vector(b.spin));
                its.setUToFitLinearVelocity(start,
                                            vector(b.velocity) + vector(b.spin) % top);
            } else {
                its.setOneQ(start, 0, b.position[along]);
                its.setOneU(start, 0, b.velocity[along]);
            }
        }
    }

    void begin() {
        stepper->initialize(start);
    }

    void step_to(double t) {
        stepper->stepTo(t);
    }

    void read(mechanism &s) const {
        const State &state = stepper->getState();
        system.realize(state, Stage::Velocity);
        for (int i = 0; i < s.bodies; i++) {
            mechanism_body &b = s.body[i];
            const MobilizedBody &its = body[static_cast<size_t>(i)];
            if (bricks) {
                const Vec3 centre(0, -half_height, 0);
                const Quaternion q =
                    its.getBodyRotation(state).convertRotationToQuaternion();
                tell(its.findStationLocationInGround(state, centre), b.position);
                tell(its.findStationVelocityInGround(state, centre), b.velocity);
                tell(its.getBodyAngularVelocity(state), b.spin);
                for (int k = 0; k < 4; k++)
                    b.quaternion[k] = q[k];
            } else {
                b.position[along] = its.getOneQ(state, 0);
                b.velocity[along] = its.getOneU(state, 0);
            }
        }
    }

  private:
    UnitVec3 down(const mechanism &s) const {
        const Vec3 g = vector(s.gravity);
        return bricks && g.norm() > 0 ? UnitVec3(g) : -UnitVec3(bricks ? YAxis : XAxis);
    }

    void add_body(const mechanism_body &b) {
        MobilizedBody &ground = matter.updGround();
        if (!bricks) {
            const Body::Rigid rigid(MassProperties(b.mass, Vec3(0), Inertia(b.mass)));
            body.push_back(MobilizedBody::Slider(ground, rigid));
            return;
        }
        const Vec3 centre(0, -half_height, 0);
        const Inertia about_top =
            Inertia(b.inertia[0]).shiftFromMassCenter(-centre, b.mass);
        const Body::Rigid rigid(MassProperties(b.mass, centre, about_top));
        body.push_back(MobilizedBody::Free(ground, rigid));
    }

    void add_contacts(const mechanism &s, int i) {
        MobilizedBody &its = body[static_cast<size_t>(i)];
        MobilizedBody &below =
            i == 0 ? matter.updGround() : body[static_cast<size_t>(i - 1)];
        const double *half = s.body[i].half;
        if (!bricks) {
            matter.adoptUnilateralContact(new PointPlaneFrictionlessContact(
                below, UnitVec3(XAxis), i == 0 ? 0 : half_height, its,
                Vec3(-half_height, 0, 0), s.restitution));
            return;
        }
        for (int x = -1; x <= 1; x += 2)
            for (int z = -1; z <= 1; z += 2)
                matter.adoptUnilateralContact(new PointPlaneContact(
                    below, UnitVec3(YAxis), 0, its,
                    Vec3(x * half[0], -2 * half_height, z * half[2]), s.restitution,
                    s.static_friction, s.friction, 0));
    }

    const bool bricks;
    const int along; /* the axis of space that points move along */
    const Real half_height;
    Force::Gravity gravity;
    State start;
    std::unique_ptr<Stepper> stepper;
};

struct Adapter {
    explicit Adapter(const halfstep_system &given)
        : model(given), x(static_cast<size_t>(given.nq + given.nv + given.nz)) {
    }
    /* From a start nothing is built anew that was built before. */
    void begin() {
        if (!stack)
            stack.reset(new Stack(scene, is_pgs));
        if (!is_placed)
            stack->place(scene);
        is_placed = true;
        if (!has_begun)
            stack->begin();
        has_begun = true;
    }
    void make_steps(double h, long count) {
        const Silence silence;
        const double from = t;
        begin();
        for (long i = 1; i <= count; i++)
            stack->step_to(from + static_cast<double>(i) * h);
        t = from + static_cast<double>(count) * h;
        steps += count;
    }

    const halfstep_system &model;
    mechanism scene; /* at the last start, or later */
    double t = NAN, begun_at = NAN;
    std::vector<double> x;        /* of the last start */
    std::unique_ptr<Stack> stack; /* none: it is to be made */
    bool is_pgs = false, is_placed = false, has_begun = false;
    long steps = 0;
    std::string why;
};

const char *why_none = "";

const char *refusal() {
    return why_none;
}

void *create(const halfstep_system *system) {
    static const char *const families[] = {"bouncing_ball", "cradle", "slider_stack",
                                           "brick_stack"};
    why_none = "it is no row of bodies";
    for (const char *family : families)
        if (std::strcmp(system->family, family) == 0) {
            std::unique_ptr<Adapter> a(new Adapter(*system));
            return mechanism_make(&a->scene, system, system->initial, &why_none)
                       ? nullptr
                       : a.release();
        }
    return nullptr;
}

void destroy(void *self) {
    delete static_cast<Adapter *>(self);
}

/* An accuracy is taken, and means nothing without error control. */
int set_option(void *self, const char *name, const char *value) {
    Adapter *a = static_cast<Adapter *>(self);
    const bool is_pgs = std::strcmp(value, "pgs") == 0;
    if (std::strcmp(name, "accuracy") == 0)
        return 0;
    if (std::strcmp(name, "solver") != 0 || (!is_pgs && std::strcmp(value, "plus") != 0))
        return -1;
    a->is_pgs = is_pgs;
    a->stack.reset();
    a->begun_at = NAN; /* where it begins is to be read anew */
    return 0;
}

int start(void *self, double t, const double *x) {
    Adapter *a = static_cast<Adapter *>(self);
    if (a->begun_at != t || !std::equal(a->x.begin(), a->x.end(), x)) {
        const char *why = "";
        a->scene.time = t;
        a->is_placed = false;
        if (mechanism_make(&a->scene, &a->model, x, &why)) {
            a->why = why;
            return -1;
        }
    }
    a->x.assign(x, x + a->x.size());
    a->t = a->begun_at = t;
    a->steps = 0;
    a->has_begun = false;
    return 0;
}

int step(void *self, double h) {
    Adapter *a = static_cast<Adapter *>(self);
    return guard(a, [=] { a->make_steps(h, 1); });
}

int run(void *self, double h, double t_final) {
    Adapter *a = static_cast<Adapter *>(self);
    return guard(a, [=] { a->make_steps(h, std::lround((t_final - a->t) / h)); });
}

void state(void *self, double *t, double *x) {
    Adapter *a = static_cast<Adapter *>(self);
    *t = a->t;
    std::copy(a->x.begin(), a->x.end(), x);
    if (!a->has_begun)
        return;
    a->stack->read(a->scene);
    mechanism_tell(&a->scene, x);
}

int statistic(void *self, int i, const char **name, double *value) {
    *name = "steps";
    *value = static_cast<double>(static_cast<const Adapter *>(self)->steps);
    return i == 0 ? 0 : -1;
}

const char *why(void *self) {
    return static_cast<const Adapter *>(self)->why.c_str();
}

adapter_table describe() {
    adapter_table table = {};
    struct halfstep_integrator &it = table.integrator;
    it.interface_version = HALFSTEP_INTERFACE;
    it.name = "Simbody";
    it.create = create;
    it.destroy = destroy;
    it.start = start;
    it.step = step;
    it.state = state;
    it.set_option = set_option;
    it.statistic = statistic;
    it.why = why;
    it.refusal = refusal;
    table.version = version;
    table.run = run;
    return table;
}
} // namespace

const struct adapter_table adapter_simbody_stack = describe();
