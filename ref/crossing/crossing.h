/* The enclosure carried through kinks and contacts' events: what the files of this folder share.
 * crossing/theory.md has the theorem.
 *
 * In a mode (a side of each switching surface, a state of each contact) the motion obeys
 * x' = F(t, x) with an analytic F, as long as some functions of (t, x) are positive: the
 * watches. A step of the enclosure of that motion is the motion's own up to the first zero of a
 * watch. There the set goes over to the next mode, whose enclosure goes on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_CROSSING_H
#define REF_CROSSING_CROSSING_H

#include "problems/base/room.h"
#include "ref/enclosure/enclosure.h"

/* A surface's function on its side; of a contact: the gap (open), the normal force (closed), what
 * the force has to the edge of the friction cone (sticking), the slip's speed (sliding). */
enum crossing_kind {
    CROSSING_SURFACE,
    CROSSING_GAP,
    CROSSING_FORCE,
    CROSSING_CONE,
    CROSSING_SLIP
};

struct crossing_watch {
    enum crossing_kind kind;
    int index; /* of the surface or contact */
    expr value;
    expr aside; /* of a cone with one direction: the tangential force */
};

/* Highest order of the coefficients that tell how a watch leaves zero. */
enum { CROSSING_PROBED_ORDER = 4 };

/* One mode: its equations, and its enclosure. */
struct crossing_stage {
    struct room room;            /* of all arrays */
    struct crossing_stage *next; /* in the scene's list */
    signed char *mode;           /* (size scene.places) */
    int n, places, watches;
    slong low; /* bits of bounds, as of the scene */
    struct crossing_watch *watch;
    /* Of each surface, -1: it decides nothing; x and -x have one together. */
    int *watch_of;
    /* Per watch: how many of its derivatives along the motion, itself the first, vanish where
     * the mode began; 0 once it is positive. */
    int *lead;
    /* Of each gap and slip the first one that is the same along the motion (known.c), else
     * itself; NULL: not looked into. Made for the motion that is in the stage, and forgotten
     * where it leaves it. */
    int *alike;
    expr *field;
    expr *force;     /* of the contacts' rows (size rows.contact_rows) */
    bool determined; /* whether these are */
    struct crossing_straddle *straddle; /* straddle.c; NULL: all surfaces are watched */
    /* Of each closed contact the gap, its rate and, where it sticks, its slip: zero (hold.c). */
    int helds;
    expr *held;   /* (size at most places + rows) */
    bool entered; /* what follows, and tail, are made */
    struct enclosure e;
    struct program *values, *slopes, *motion;
    struct eval_arb *value; /* the watches at the working precision */
    /* Their derivatives, by t at i (1 + n), by x_j at ... + 1 + j. */
    struct eval_arb *slope;
    struct eval_arb_jet *probe;  /* F, then the watches, in series from a box */
    struct enclosure_tail tail;  /* of the watches along P */
    arb_ptr box, point, watched; /* (t, x), twice; values (size watches) */
};

/* Of a contact in a mode. From surfaces + 2 i on a mode has contact i's state and, where it slides
 * along one direction with friction, the sign of its slip. */
enum crossing_state {
    CROSSING_OPEN = 1,
    CROSSING_SLIDING,
    CROSSING_STICKING,
    CROSSING_JOINED /* another one stands for it (face.c) */
};

/* Rows of contacts, each its normal one and then its slides, and of independent joints. */
struct crossing_rows {
    struct room room; /* of its arrays */
    int count, contact_rows, nv;
    int *first;     /* (size contacts + 1) the first row of each contact */
    int *origin;    /* (size contact_rows) which of the model's each one is */
    expr *row;      /* J, count x nv */
    expr *response; /* (M^-1 J^T)^T, count x nv */
    expr *speed;    /* J v + offset */
    expr *bias;     /* its derivative by time where v' = 0 */
};

/* What the motion has gone through: one mode, and the event that ended it. */
struct crossing_epoch {
    struct crossing_epoch *next;
    struct crossing_stage *stage; /* NULL: the start */
    expr met;                     /* zero at its end; EXPR_NONE */
    expr *change;                 /* of v at its end (size nv); NULL: none */
};

struct crossing_scene {
    struct model *m;
    int *slip_of; /* of each contact the first one that slides as it does (slip.c) */
    const struct enclosure_task *task;
    int n, goal, order;
    slong bits;
    /* Bits of bounds: few, or `bits` where bounces are followed that are smaller than few bits
     * tell. */
    slong low;
    int surfaces, places; /* places: of a mode */
    expr *surface;
    struct crossing_rows rows; /* with contacts */
    /* Nothing is known exactly: bounces (dwindle.c), a slip in space, a later segment. */
    bool blurred;
    /* Of each contact the first one that is the same along the motion; NULL: that is not looked
     * into. */
    int *group;
    struct crossing_rows each; /* with groups: of all contacts, one by one */
    struct crossing_stage *first;
    struct crossing_readers *readers; /* of expressions (evaluate.c) */
    int nodes;                        /* of the model's graph when the scene began */
    /* Bounces repeat themselves on a smaller scale, until all is at rest (echo.c). */
    bool echoes;
    bool has_straddled;
    bool straddles; /* kinks are gone through without telling when (straddle.c) */
    bool rests;     /* what touches at the start stays at rest (rest.c) */
    int touched; /* the first contact that is not open at the start, if the run ended there; else -1 */
    struct crossing_epoch *epochs; /* events so far, the first one first */
    mpfr_srcptr awaited; /* the first time asked for that is not reached; NULL: none */
};

/* Formulas may grow by so many nodes in all, and modes and patterns tried at an event are so many:
 * what needs more is refused, REF_TOO_LONG, before it fills the memory. */
enum { CROSSING_MOST_NODES = 100000, CROSSING_MOST_TRIALS = 1024 };

/* REF_OK, REF_TOO_LONG, or REF_OUT_OF_TIME when the caller wants no more (scene.c). */
enum ref_status crossing_may_go_on(const struct crossing_scene *s);

/* ---- scene.c. After REF_OK or not, emptied with crossing_scene_clear. */
enum ref_status crossing_scene_init(struct crossing_scene *s,
                                    const struct enclosure_task *task, int goal,
                                    const struct enclosure_run *run);
void crossing_scene_clear(struct crossing_scene *s);

/* ---- rows.c, and of expressions: solve.c. */
enum ref_status crossing_rows_init(struct crossing_rows *r, struct model *m);
bool crossing_has_friction(const struct crossing_scene *s, int contact);
int crossing_slides(const struct crossing_scene *s, int contact);

/* b := A^-1 b for the n x columns matrix b, by elimination; a[n n] is lost. False: no memory, a
 * column without a pivot, or a graph of more nodes than that. */
bool crossing_solve(graph *g, int n, expr *a, int columns, expr *b, int most_nodes);
expr crossing_dot(graph *g, int n, const expr *a, const expr *b);

/* ---- slip.c. slip_of := the first contact of one slide, with friction, that has the same speed
 * along it, and the same response to a force there; else itself. Such contacts stick or slide
 * together, and what sticks takes its force from all of them. False: no memory. */
bool crossing_find_slips(struct crossing_scene *s);
bool crossing_takes_force(int state); /* whether it is closed */
bool crossing_shares_slips(const struct crossing_scene *s);

/* Whether contacts that are closed in the mode and slide as others do, do what these do. */
bool crossing_slips_agree(const struct crossing_scene *s, const signed char *mode);

/* Forces, or impulses, that keep some rows at what they are to be. */
struct crossing_unknown {
    int row;
    expr *pull; /* its response (size nv) */
    expr force;
};

/* forces := of pulls that add `wanted` of each to the rows. False as crossing_solve. */
bool crossing_find_forces(const struct crossing_scene *s, int count,
                          struct crossing_unknown *unknown, const expr *wanted);

/* ---- series.c. Series and bounds along the step that the enclosure has prepared, of the watches
 * (stage->tail) or other functions; range := of the i-th for all motions of the set and times in
 * time + [from, to]. */
void crossing_series_expand(struct crossing_stage *stage, struct enclosure_tail *t);
void crossing_series_range(arb_t range, const struct crossing_stage *stage,
                           const struct enclosure_tail *t, int i, const arf_t from,
                           const arf_t to);

/* ---- straddle.c. Surfaces on whose both sides the motion may be, so that what they decide is a
 * disturbance of the mode's equations: x' = field + w. */
enum {
    CROSSING_STRADDLED = 2
}; /* a surface's place in a mode: +-2; the sign: of the field */

/* straddle := of the stage's mode, of which field is still the one with all sides; NULL if no
 * surface of it is straddled. REF_NOT_SMOOTH: what a surface decides is no multiple of it. */
enum ref_status crossing_straddle_init(const struct crossing_scene *s,
                                       struct crossing_stage *stage);
/* Surface k, with the mode's sides, where it decides something on either side of those that are
 * straddled; EXPR_NONE: it does not, or d is NULL. */
expr crossing_straddle_decides(const struct crossing_straddle *d, int k);
void crossing_straddle_free(struct crossing_straddle *d); /* takes NULL */

/* The series of the surfaces' functions, and e's disturbance, when a motion enters the stage. */
enum ref_status crossing_straddle_enter(const struct crossing_scene *s,
                                        struct crossing_stage *stage);

/* rate[n] := rate +- w, in the box (t, x). */
void crossing_disturb(arb_ptr rate, struct crossing_stage *stage, arb_srcptr box);

/* rate := d/dt of watch i in the box, after crossing_probe of order 1 there. */
void crossing_find_rate(arb_t rate, struct crossing_stage *stage, int i, arb_srcptr box);

/* mode := that of the stage, with the sides that straddled surfaces have for |x - c| <= around (and
 * go farther to: leaving) but for that of the field, if it is about to be left; how many. */
int crossing_take_sides(struct crossing_stage *stage, mag_srcptr around, bool leaving,
                        signed char *mode);

/* ---- reduction.c. field[n] and the watches of the contacts of a mode, for `stage`. */
enum ref_status crossing_reduce(const struct crossing_scene *s,
                                struct crossing_stage *stage);

/* rho[nv] := what a normal force at a contact that is closed in the stage's mode does to v with
 * those that it calls up: the contact's row becomes 1, the others that are kept at zero stay so.
 * False: none is found. */
bool crossing_find_response(const struct crossing_scene *s, struct crossing_stage *stage,
                            int contact, expr *rho);

/* ---- hold.c. held := of the closed contacts of the stage's mode. */
void crossing_hold(const struct crossing_scene *s, struct crossing_stage *stage);

/* ---- stage.c. The stage of a mode[places], made when it is asked for first. */
enum ref_status crossing_stage_find(struct crossing_scene *s, const signed char *mode,
                                    struct crossing_stage **stage);
void crossing_stage_free(struct crossing_stage *stage); /* takes NULL */

/* Its enclosure and the watches' series, which take memory, made when a motion enters it first. */
enum ref_status crossing_stage_enter(const struct crossing_scene *s,
                                     struct crossing_stage *stage);

/* ---- probe.c. Coefficients of order k of the watches along the motions from everywhere in box
 * (t, x): crossing_probe_watch, after crossing_probe has computed those up to `order`. */
void crossing_probe(struct crossing_stage *stage, arb_srcptr box, int order);
arb_srcptr crossing_probe_watch(const struct crossing_stage *stage, int i);
arb_srcptr crossing_probe_field(const struct crossing_stage *stage, int i);

/* y := watch i for all x(time + s) of the set, 0 <= s <= step. */
void crossing_watch_at(arb_t y, struct crossing_stage *stage, int i, const arf_t s);

/* box := (t, x) for all motions of the set and times in time + [from, to]. */
void crossing_tube_box(struct crossing_stage *stage, const arf_t from, const arf_t to);

/* ---- watch.c. Goes on with the proof that watch i is positive, from *at (proved so far) to end;
 * whether it has come to the end. least: the shortest piece that is tried. */
bool crossing_watch_prove(struct crossing_stage *stage, int i, arf_t at, const arf_t end,
                          const arf_t least);

/* Proves that a watch that begins with `lead` vanishing derivatives leaves zero, up to *at > 0. */
bool crossing_watch_leaves(struct crossing_stage *stage, int i, arf_t at,
                           const arf_t end);

/* Whether all watches of the stage have left zero at the step's end, where the mode ends (event:
 * the watch of that; -1: it does not). What is positive there has left zero, and is so noted:
 * what is known of derivatives belongs to the mode. */
bool crossing_have_left(struct crossing_stage *stage, int event);

/* ---- locate.c. The first event of a step: each motion of the set has one zero of the watch in
 * [from, to], from time on, and no other zero of any watch before. */
struct crossing_event {
    int watch; /* -1: there is none in the step; of a failure: what was looked at last */
    arf_t from, to;
};
enum ref_status crossing_locate(struct crossing_stage *stage,
                                struct crossing_event *event);

/* ---- settle.c. The mode at the start of the model's span; the run goes on to `end`. */
enum ref_status crossing_settle(struct crossing_scene *s, const arf_t end,
                                struct crossing_stage **stage);

/* mode := with the sides that the start is on, and either of surfaces on which it stands. */
enum ref_status crossing_begin_anywhere(struct crossing_scene *s, const arf_t end,
                                        signed char *mode, struct crossing_stage **stage);

/* touch_down.c. The same for contacts: *stage, in which all are open, becomes the one that goes
 * on. */
enum ref_status crossing_touch_down(struct crossing_scene *s,
                                    struct crossing_stage **stage);

/* rest.c. Whether the start is at rest and kept; mode := what touches is closed, all else open. */
bool crossing_rests(const struct crossing_scene *s, signed char *mode);

/* t (j = 0) or x_{j - 1} at the start, a constant. */
expr crossing_initial(const struct crossing_scene *s, int j);

/* Whether it is proved that a function of (t, x) is zero at the start. */
bool crossing_vanishes(const struct crossing_scene *s, expr e);

/* mode := with the other side of the surfaces of a watch of the stage. */
void crossing_turn(const struct crossing_scene *s, const struct crossing_stage *stage,
                   int watch, signed char *mode);

/* ---- passage.c. From one mode to the next, at an event. */
struct crossing_passage {
    struct room room; /* of all arrays */
    struct crossing_scene *scene;
    struct crossing_stage *before, *after;
    int watch;   /* of `before`: what vanishes */
    arb_t width; /* of the time that the event takes, all motions of the set together */
    arb_ptr box, end;   /* (t, x) of the motions before it and after it, in that time */
    arb_ptr slow, fast; /* F before and after it, in these boxes (size n) */
    bool jumps; /* x is not continuous, or begins: surfaces may have other sides behind */
    /* What x becomes at once, at the centre and the time of the event's begin; its derivatives
     * by t and x in the box. */
    arb_ptr image, by_time;
    arb_mat_t by_state;
    mag_ptr error;   /* of x besides: of bounces that were enclosed (size n) */
    arb_ptr impulse; /* of the contacts' rows, where x jumps by an impact */
    expr *change;    /* of v then (size nv); NULL: it does not jump */
};

void crossing_passage_init(struct crossing_passage *p, struct crossing_scene *s,
                           struct crossing_stage *before,
                           const struct crossing_event *event);
void crossing_passage_clear(struct crossing_passage *p);

/* box := where the motions are up to the event, from the set of `before`; end, which holds what
 * they are at once after it: where they are up to t2, once `after` is set. False: no such box is
 * found. */
bool crossing_passage_enclose(struct crossing_passage *p);
bool crossing_passage_enclose_end(struct crossing_passage *p);

/* box := box (t, x) with the ways of the stage's motions within `width` of time (passage.c); its
 * t stays. False: it is not found. */
bool crossing_widen(arb_ptr box, struct crossing_stage *stage, const arb_t width);

/* hold.c. Whether the modes before and after, with the same contacts closed, hold the same where
 * the watch is zero. Where that surface is crossed and they do not, there is an impact, or a
 * contact opens or slides; which of them is not looked into. */
bool crossing_is_held(const struct crossing_passage *p);

/* j of a + b x_j with constants a and b, and root := -a/b; j counts from 1, as variables do. Not
 * positive: e is not of this form. */
int crossing_find_root(const struct crossing_scene *s, expr e, expr *root);

/* ---- known.c. known[n] := x behind the event (the start, if there is none), exactly, in some
 * of its own components before it; false: no memory, or no more time. */
bool crossing_know(const struct crossing_passage *p, expr *known);

/* known[n] := the same of all motions that begin at the start and follow, in any order, these
 * fields of n. */
bool crossing_know_kept(const struct crossing_scene *s, int fields,
                        const expr *const *field, expr *known);

/* known[n] := the same of the motion that is in the stage, at all times of that. */
bool crossing_know_within(const struct crossing_scene *s,
                          const struct crossing_stage *stage, expr *known);

/* ---- known_use.c. alike of the stage := of the motion that is in it; whether there are gaps or
 * slips that are the same. False: no memory, too. */
bool crossing_find_alike(const struct crossing_scene *s, struct crossing_stage *stage);

/* Whether watch i of the stage vanishes where watch `other` does, as both are the same gap or
 * slip. */
bool crossing_are_alike(const struct crossing_stage *stage, int i, int other);

/* Whether it is proved that e = 0 where x = known, at all times. */
bool crossing_known_nil(const struct crossing_scene *s, const expr *known, expr e);

/* ---- face.c. Contacts that are one along the motion are joined, slides along which nothing
 * slides left out. REF_NOT_APPLICABLE: there are none to be joined. */
enum ref_status crossing_join(struct crossing_scene *s);

/* ---- line.c. Leaves out the rows of slides along which nothing ever slides; how many. */
int crossing_leave_lines(struct crossing_scene *s);

/* Whether it is proved that the derivative of that order of e along after's motion is zero where
 * x = known. */
bool crossing_known_zero(const struct crossing_passage *p, const expr *known, expr e,
                         int order);

/* Appends the event to the scene's epochs, which take its change; false: no memory. */
bool crossing_note_epoch(struct crossing_scene *s, struct crossing_passage *p);

/* Center, rest and map of after's enclosure := exact in what its closed contacts tell of x. */
enum ref_status crossing_pin(const struct crossing_passage *p);

/* to's enclosure stands where from's does. */
void crossing_copy_set(struct crossing_stage *to, const struct crossing_stage *from);

/* After is set, and a mode that holds: its enclosure := behind the event. */
enum ref_status crossing_passage_carry(struct crossing_passage *p);

/* ---- evaluate.c. value[count] := some expressions over the box (t, x). */
enum ref_status crossing_evaluate(const struct crossing_scene *s, int count,
                                  const expr *e, arb_srcptr box, slong bits,
                                  arb_ptr value);
/* ---- identity.c. Whether it is proved that e = 0 wherever it is defined; that e = 0 where s =
 * 0 and e is defined. */
bool crossing_is_identity(const graph *g, expr e);
bool crossing_vanishes_with(const graph *g, expr e, expr s);

/* Whether e depends neither on t nor on x. */
bool crossing_is_constant(const struct crossing_scene *s, expr e);
bool crossing_are_constant(const struct crossing_scene *s, int count, const expr *e);
/* Whether it is proved that a constant is zero. False is no proof that it is not: what is asked
 * goes the way of any other value then, and is decided by balls or refused. */
bool crossing_is_zero(const struct crossing_scene *s, expr constant);

#endif
