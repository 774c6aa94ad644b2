# Curves of `name`.tsv: n blocks of x, y, used, ..., words for a pointer.
# codes, colours, marks, dashes, places, widths, strides and blocks (every so many have marks): a word for each; `bottom`: the floor of rounding;
# x0 x1 y0 y1: the range; logx, logy: the data are common logarithms; cloud: not joined;
# equal: a unit up is a unit across.
#
# SPDX-License-Identifier: BSD-2-Clause
load here.'/setup.gp'
set lmargin at screen 0.16
# As wide as the longest code at the end of a curve.
letters = 7
do for [code in codes] { letters = strlen(code) > letters ? strlen(code) : letters }
set rmargin at screen 0.85 - 0.018 * (letters - 7)
set tmargin at screen 0.955
set bmargin at screen 0.165
if (equal) { set size ratio -1 }
set xrange [x0:x1]
set yrange [y0:y1]
set xlabel across noenhanced tc rgb soft offset 0,0.45
# Placed by hand: gnuplot would put it left of the page where exponents are long.
if (!logy && (abs(y0) >= 1e5 || abs(y1) >= 1e5 || y1 - y0 < 0.2)) { set lmargin at screen 0.19 }
# Of common logarithms: whether decimals from 0.001 to 10000 are all that an axis needs.
is_plain(low, high) = low >= -3 && high <= 4.3
if (logy && y1 - y0 < 2 && !is_plain(y0, y1)) { set lmargin at screen 0.205 } # 5·10^{-15} is wider than 10^{-15}
if (logy && (y0 <= -99 || y1 >= 100)) { set lmargin at screen 0.18 } # 10^{-120}
wide = !logy && (abs(y0) >= 1e4 || abs(y1) >= 1e4)
set label 98 up at screen (wide ? 0.014 : 0.024), graph 0.5 center rotate noenhanced tc rgb soft
if (across[1:6] eq 'commit' && x1 - x0 < 10) { set xtics 1 } # there is none between two
# Within a decade: multiples of 1, 2 or 5 times a power of ten.
step(low, high) = rounded((10**high - 10**low) / 4.)
decade(v) = floor(log10(v) + 1e-9)
# Of many decades every 2nd, 3rd, 5th, 10th, 20th, 30th, 50th, ...
round_up(d) = d <= 1 ? 1 : d <= 2 ? 2 : d <= 3 ? 3 : d <= 5 ? 5 : 10 * round_up(d / 10.)
power(v) = sprintf('%.3g·10^{%d}', v / 10.0**decade(v), decade(v))
number(v) = plain ? sprintf('%.6g', v) : power(v)
do for [axis in "x y"] {
    low = axis eq 'x' ? x0 : y0
    high = axis eq 'x' ? x1 : y1
    span = high - low
    if (axis eq 'x' ? !logx : !logy) { continue }
    plain = is_plain(low, high)
    eval 'set format '.axis." '10^{%g}'"
    most = axis eq 'x' ? 6 : 7
    eval sprintf('set %stics %d', axis, span < 7 ? 1 : round_up(span / most))
    if (plain) {
        do for [k = floor(low):ceil(high)] {
            eval sprintf("set %stics %s ('%s' %d)", axis, k > floor(low) ? 'add' : '', number(10.0**k), k)
        }
    }
    if (span < 1 && abs(low) < 300) {
        s = step(low, high)
        do for [k = ceil(10**low / s):floor(10**high / s)] {
            eval sprintf("set %stics %s ('%s' %.17g)", axis, k > ceil(10**low / s) ? 'add' : '', number(k * s), log10(k * s))
        }
    }
    # Of less than two decades one power of ten may be all there is: 2 and 5 of them, too.
    if (span >= 1 && span < 2 && abs(low) < 300) {
        do for [k = floor(low):ceil(high)] { do for [m in "2 5"] {
            eval sprintf("set %stics add ('%s' %.17g)", axis, number(m * 10.0**k), k + log10(m + 0))
        } }
    }
}
if (!logy) { set format y '%g' } # 8e-15 is narrower than a power of ten
if (bottom > y0) {
    set object 1 rectangle from x0,y0 to x1,bottom fc rgb 0x020001 fs solid noborder behind
    thin = bottom - y0 < 0.06 * (y1 - y0) # then the words stand above it
    set label 99 'exact to rounding' at graph 0.98, first (thin ? bottom : y0) right offset 0,0.6 tc rgb soft font ',12.5'
}
colour(i) = 0x010000 + int(word(colours, i))
mark(i) = int(word(marks, i))
do for [i = 1:n] {
    if (word(codes, i) ne '-') {
        set label i word(codes, i) at graph 1.012, first word(places, i) + 0 left tc rgb colour(i) font ',12.5' noenhanced
    }
}
# Where a point is not to be seen: labels of a single point that is NaN crash gnuplot 5.4.
outside = y1 + (y1 - y0)
width(i) = cloud ? 0 : word(widths, i) + 0
if (cloud) {
    plot for [i = 1:n] name.'.tsv' index (i - 1) using 1:2:6 with labels hypertext \
        point pt mark(i) ps 0.5 lc rgb colour(i)
} else {
    plot for [i = 1:n] name.'.tsv' index (i - 1) using 1:2 with lines lc rgb colour(i) \
            lw width(i) dt int(word(dashes, i)), \
        for [i = 1:n] name.'.tsv' index (i - 1) every int(word(strides, i)):int(word(blocks, i)) using 1:($3 > 0 ? $2 : outside):6 with labels \
            hypertext point pt mark(i) ps 0.45 lc rgb colour(i), \
        for [i = 1:n] name.'.tsv' index (i - 1) every int(word(strides, i)):int(word(blocks, i)) using 1:($3 > 0 ? outside : $2):6 with labels \
            hypertext point pt mark(i) ps 0.3 lc rgb soft
}
unset output
