# Where |R(z)| <= 1: numerator, denominator: coefficients from the constant on, as words.
#
# SPDX-License-Identifier: BSD-2-Clause
load here.'/setup.gp'
i = {0, 1}
poly(words, z) = sum [k = 1:words(words)] (word(words, k) + 0) * z**(k - 1)
ratio(z) = abs(poly(numerator, z)) / (abs(poly(denominator, z)) + 1e-300)
set xrange [-5:5]
set yrange [-4.2:4.2]
set size ratio -1
set isosamples 140, 120
set samples 140, 120
set xlabel 'Re z' tc rgb soft offset 0,0.3
set ylabel 'Im z' tc rgb soft offset 1,0
set contour base
set cntrparam levels discrete 1
unset surface
set table name.'.tsv'
splot ratio(x + i * y)
unset table
set xzeroaxis lt 1 lc rgb 0x020000 lw 1
set yzeroaxis lt 1 lc rgb 0x020000 lw 1
unset contour
set surface
set datafile separator whitespace
there = ratio(-1.0)
set label 1 sprintf('|R(−1)| = %.3g: %s on that side', there, there < 1 ? 'stable' : 'not stable') at graph 0.02, graph 0.96 tc rgb soft font ',12.5'
plot name.'.tsv' using 1:2 with lines lc rgb (0x010000 + number) lw 2
unset output
