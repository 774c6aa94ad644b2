# A row for each problem: name, value, low, high (`name`.tsv); `expected`: a line.
#
# SPDX-License-Identifier: BSD-2-Clause
load here.'/setup.gp'
# Names longer than that stand above their rows, in smaller letters where they are wider than the page.
above = longest > 34
high = 78 + (above ? 30 : 15) * n
set terminal svg size 430,high dynamic enhanced font 'sans-serif,12.5'
left = above ? 0.03 : 0.04 + 0.018 * longest
set lmargin at screen left
set rmargin at screen 0.96
# What is taller than a page has its axis above, too.
tall = high > 600
set tmargin at screen 1 - (tall ? 30. : 10.) / high
set bmargin at screen 56. / high
size = longest < 52 ? 12.5 : longest > 105 ? 6 : 12.5 * 51. / longest
set ytics scale 0 noenhanced tc rgb soft
if (above) { unset ytics }
set border 1
# Below the middle of the rows, but never beyond the edge.
half = 3.3 / 430 * strlen(across)
middle = 0.5 * (left + 0.96)
set label 97 across at screen (middle + half > 0.99 ? 0.99 - half : middle), screen 18. / high center noenhanced tc rgb soft
set xtics offset 0,0.3
# Never finer than what a reader can tell apart: at least a fiftieth on either side.
stats name.'.tsv' using 3 name 'low' nooutput
stats name.'.tsv' using 4 name 'top' nooutput
x0 = low_min
x1 = top_max
if (expected > -1e299) {
    x0 = x0 < expected ? x0 : expected
    x1 = x1 > expected ? x1 : expected
}
room = 0.06 * (x1 - x0) > 0.02 ? 0.06 * (x1 - x0) : 0.02
set yrange [n + 0.5:0.5]
set xrange [x0 - room:x1 + room]
# Five tics at most, three where names take half of the width, at 1, 2 or 5 times a power of ten.
apart = rounded((x1 - x0 + 2 * room) / (left > 0.4 ? 3. : 5.))
set xtics apart
set format x '%.3g'
if (tall) {
    set link x2
    set x2tics apart scale 0 tc rgb soft
    set format x2 '%.3g'
}
# Beside the rows; where names stand above them, not through those.
if (expected > -1e299) {
    do for [k = 1:n] {
        set arrow k from expected, k + (above ? -0.05 : -0.5) to expected, k + (above ? 0.35 : 0.5) nohead lc rgb soft dt 2 lw 1
    }
}
foot = x0 - room
if (above) {
    plot name.'.tsv' using 2:($0 + 1.15):3:4 with xerrorbars pt 0 lc rgb (0x010000 + number) lw 1.2, \
        '' using 2:($0 + 1.15):5 with labels hypertext point pt 7 ps 0.5 lc rgb (0x010000 + number), \
        '' using (foot):($0 + 0.75):1 with labels left noenhanced font sprintf(',%.3g', size) tc rgb soft
} else {
    plot name.'.tsv' using 2:($0 + 1):3:4:ytic(1) with xerrorbars pt 0 lc rgb (0x010000 + number) lw 1.2, \
        '' using 2:($0 + 1):5 with labels hypertext point pt 7 ps 0.5 lc rgb (0x010000 + number)
}
unset output
