/* Whether one build is slower than another: a rule for paired times, looked at several times.
 *
 * x[i] is ln(new / old) of the i-th process, n of them so far.
 *
 *     m  = median of x,    Q = Q_n of x (Rousseeuw, Croux, JASA 88, 1993, eq. 3.7)
 *     se = sqrt(pi/2) Q / sqrt(n), at least 5e-5
 *     c  = t(1 - alpha / (2 looks), n - 1) se         alpha is shared by the looks (Bonferroni)
 *
 *     slower, faster   |m| > delta/2 and |m| > c
 *     same             |m| <= delta/2, |m| + 2.576 se < delta, c < delta/2
 *     cannot tell      else, which asks for more processes until the last look
 *
 * A process is the unit: its blocks are not independent of each other. delta/2 keeps changes
 * that are real and that nobody wants to hear of; c those that are noise.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_RULE_H
#define HARNESS_COMPARE_RULE_H

struct diagnostic; /* problems/base/status.h */

enum rule_verdict { RULE_SAME, RULE_SLOWER, RULE_FASTER, RULE_CANNOT_TELL };

/* Processes of one run, and of two that are taken together. */
enum { RULE_LOOKS = 8, RULE_FEWEST = 8, RULE_MOST = 512, RULE_ROOM = 2 * RULE_MOST };

struct rule {
    double delta; /* the change that matters, relative */
    double alpha; /* false alarms in comparisons of equals, before they are confirmed */
    int looks, look[RULE_LOOKS]; /* numbers of processes, rising */
};

/* Looks at 8, 12, 16, 24, 32, 48 and RULE_PROCESSES. These are macros, as help tells them. */
enum { RULE_DELTA_PERCENT = 1 };
#define RULE_ALPHA 5e-4
#define RULE_PROCESSES 64
struct rule rule_usual(void);

/* Looks at `processes` for the last time. Nonzero: it is odd, or too many or too few. */
int rule_limit(struct rule *r, int processes, struct diagnostic *d);

/* The look after n processes; 0: that was the last. */
int rule_next(const struct rule *r, int n);

struct rule_estimate {
    int processes;
    double change; /* m */
    double scale;  /* Q */
    double error;  /* se */
    double half;   /* c */
    /* A change that is found in 95 of 100: max(delta/2, c) + 1.645 se. */
    double detectable;
};

/* Of x[n], n <= RULE_ROOM. All but `processes` are NaN when a value is not finite, or n is
 * below 2. */
struct rule_estimate rule_estimate(const struct rule *r, int n, const double *x);

/* What a look says. */
enum rule_verdict rule_look(const struct rule *r, const struct rule_estimate *e);

/* The probability with which a slow-down by delta is found and confirmed, at the least: from
 * the scatter Q of n processes at its upper limit (95 %). With u^2 chi-square over its degrees
 * of freedom, 0.82 (N - 1) of them (0.82: the efficiency of Q_n for normal data), and N the
 * last look,
 *
 *     p = E Phi((ln(1 + delta) - max(delta/2, t se u)) / se) - alpha/2
 *
 * of one run, where alpha/2 is what ends too early with "same"; p^2 is both runs. NaN for a
 * scatter that is not known. */
double rule_power(const struct rule *r, double scale, int n);

/* At most so many false alarms in a comparison, with 95 % confidence, after `alarms` in n:
 * the quantile of the beta distribution (Clopper, Pearson 1934). 1 when n is 0. */
double rule_bound(long alarms, long n);

/* At least so many found, with the same confidence. 0 when n is 0. */
double rule_lower_bound(long found, long n);

#endif
