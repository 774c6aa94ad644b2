# The motion: n curves of `name`.tsv, x and y; equal: a unit up is a unit across.
#
# SPDX-License-Identifier: BSD-2-Clause
load here.'/setup.gp'
set xlabel across noenhanced tc rgb soft offset 0,0.3
# As high as the figure are 42 letters of the usual size.
set ylabel up noenhanced tc rgb soft offset 1,0 font (strlen(up) > 42 ? ',10.5' : ',13')
set autoscale fix
set offsets graph 0.03, graph 0.03, graph 0.04, graph 0.04
nice(r) = (p = 10**floor(log10(r)), (r < 1.5 * p ? 1 : r < 3.5 * p ? 2 : r < 7.5 * p ? 5 : 10) * p)
stats name.'.tsv' using 1:2 nooutput
wide = STATS_max_x - STATS_min_x
high = STATS_max_y - STATS_min_y
if (equal) {
    # Where a unit is a unit, ticks stand as far apart across as up.
    step = nice((wide > high ? wide : high) / 5.)
    dx = wide > 0 && wide < 2 * step ? nice(wide / 2.) : step
    set xtics dx
    # A figure too narrow for two labels side by side has one.
    if (dx < 0.2 * high) { set xtics (dx * floor((STATS_min_x + STATS_max_x) / 2 / dx + 0.5)) }
    dy = high > 0 && high < 2 * step ? nice(high / 2.) : step
    set ytics dy
    set size ratio -1
}
# Numbers of many digits are wide.
if (!equal && wide > 0 && wide < 0.001 * abs(STATS_max_x)) {
    set format x '%.10g'
    set xtics nice(wide / 2.)
}
if (logx) {
    set format x '10^{%g}'
    set xtics 1
}
plot for [i = 1:n] name.'.tsv' index (i - 1) using 1:2 with lines lc rgb (0x010000 + (i - 1) % 12 + 1) lw 1.4, \
    for [i = 1:n] name.'.tsv' index (i - 1) every ::0::0 using 1:2 with points pt 7 ps 0.45 lc rgb (0x010000 + (i - 1) % 12 + 1)
unset output
