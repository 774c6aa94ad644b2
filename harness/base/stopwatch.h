/* A clock, and work measured with it.
 *
 * Work is repeated until a block of it takes long enough for the clock's own reading not to
 * matter, and short enough for most blocks to fall between two interruptions of the
 * processor: tens of microseconds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STOPWATCH_H
#define HARNESS_STOPWATCH_H

/* Seconds since some moment by the clock on the wall; never goes back. */
double stopwatch_seconds(void);

/* Nanoseconds since some moment; a test puts a clock of its own in its place. */
struct stopwatch {
    double (*now)(void *context);
    void *context;
    double reading; /* what a reading takes; taken off every block */
};

/* The time that the processor has spent on this process: it does not go on while others have
 * the processor, so that long blocks are as good as short ones on a busy machine. */
struct stopwatch stopwatch_of_machine(void);

/* The clock on the wall, which never goes back: read faster, but it goes on while others have
 * the processor, so that only blocks shorter than the time between interruptions are worth
 * anything. */
struct stopwatch stopwatch_of_wall(void);

/* Work to be measured. run() does it `times` times and returns 0, or nonzero on failure. */
struct stopwatch_work {
    int (*run)(void *self, long times);
    void *self;
};

/* *ns := the time of one block of `times` repetitions. Nonzero: the work failed. */
int stopwatch_block(const struct stopwatch *w, const struct stopwatch_work *work,
                    long times, double *ns);

/* *times := so many repetitions that a block takes at least `ns`, unless a single one takes
 * longer. Runs the work several times, which also warms it up. Nonzero: the work failed. */
int stopwatch_calibrate(const struct stopwatch *w, const struct stopwatch_work *work,
                        double ns, long *times);

/* Nanoseconds between two readings of the clock next to each other. */
double stopwatch_resolution(const struct stopwatch *w);

/* The ruler: multiplications each of which waits for the one before, STOPWATCH_RULER in a
 * call. Its time follows the processor's clock rate and nothing else. self: an unsigned long
 * that the result is kept in. */
enum { STOPWATCH_RULER = 4096 };
int stopwatch_ruler(void *self, long times);

/* Processor cycles of one such multiplication, on processors of our time. */
static const double stopwatch_ruler_cycles = 3.0;

#endif
