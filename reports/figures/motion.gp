# The motion: n curves of `name`.tsv, x and y; equal: a unit up is a unit across.
#
# SPDX-License-Identifier: BSD-2-Clause
eval(sprintf("load '%s/setup.gp'", here))
set xlabel across noenhanced tc rgb soft offset 0,0.3
set ylabel up noenhanced tc rgb soft offset 1,0
set offsets graph 0.03, graph 0.03, graph 0.04, graph 0.04
if (equal) { set size ratio -1 }
if (logx) { set format x '10^{%g}' }
plot for [i = 1:n] name.'.tsv' index (i - 1) using 1:2 with lines lc rgb (0x010000 + (i - 1) % 12 + 1) lw 1.4
unset output
