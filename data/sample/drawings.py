"""Detailed drawings of the sample library; simpler ones are in moves.py and
things.py.

A moving drawing is a function of a canvas and a time between 0 and 1, whose
end meets its beginning; a still one takes the canvas alone.  ANIMATED and
STILL at the end name them, with their sizes and background colours.
"""

from math import cos, pi, radians, sin

from canvas import smooth
from parts import (BLUSH, INK, SQUARE, WHITE, WIDE, blink, cheeks, cloud, eyes,
                   grin, laughing_eyes, smile, spread, swell, twinkle, wave)


# Moving drawings

def otter_wave(c, t):
    bob = 3 * wave(t)
    c.circle(160, 146, 118, "#d9f3f0")
    cloud(c, 62, 62, 0.62, WHITE)
    cloud(c, 262, 88, 0.5, WHITE)
    swell(c, 222, 5, 160, t, "#7cc6dc", 320, 320)
    fur, dark, light = "#9a6a48", "#7d5238", "#f3dcc0"
    with c.at(160, 128 + bob, 1.5 * wave(t, 1, 0.2)):
        # the waving arm, behind the head
        with c.at(54, 66, 8 + 15 * wave(t, 2, 0.1)):
            c.line([(0, 0), (34, -34), (46, -62)], 27, fur)
            c.circle(48, -68, 18, fur)
            c.ellipse(48, -66, 9, 7, light)
            for px, py in ((38, -77), (48, -80), (58, -77)):
                c.circle(px, py, 4, light)
        c.ellipse(0, 100, 64, 86, fur)
        c.ellipse(0, 112, 42, 70, light)
        for side in (-1, 1):
            c.circle(side * 45, -34, 15, dark)
            c.circle(side * 45, -34, 8, BLUSH)
        c.ellipse(0, 0, 64, 56, fur)
        c.ellipse(0, 22, 40, 29, light)
        eyes(c, 0, -8, 27, 8, blink(t))
        cheeks(c, 0, 14, 45, 10)
        c.ellipse(0, 9, 12, 8, INK)
        c.ellipse(-3, 6, 4, 2, "#75708a")
        grin(c, 0, 21, 12)
        for side in (-1, 1):
            for dy in (-4, 4):
                c.line([(side * 26, 19 + dy), (side * 52, 17 + dy * 2.4)],
                       1.8, dark)
        # a shell, held against the belly
        c.line([(-54, 62), (-48, 92), (-16, 96)], 25, dark)
        for k in range(-2, 3):
            with c.at(-4, 106, k * 24):
                c.ellipse(0, -15, 7, 17, "#ffb38a" if k % 2 else "#ff9e73")
        c.circle(-4, 106, 6, "#f5875c")
        c.circle(-20, 100, 12, fur)
    swell(c, 240, 5, 160, -t + 0.3, "#4ba3c7", 320, 320)
    swell(c, 272, 5, 160, t + 0.6, "#3a8ab4", 320, 320)
    for px, py, k in ((60, 262, 26), (250, 256, 30), (150, 296, 34)):
        c.line([(px - k / 2 + 4 * wave(t, 1, px / 90), py),
                (px + k / 2 + 4 * wave(t, 1, px / 90), py)], 4, "#8fd0e6")


def cat_typing(c, t):
    c.box(28, 26, 112, 92, "#ffffff", 10)
    c.box(36, 34, 96, 76, "#a9dcf0", 4)
    cloud(c, 84 + 8 * wave(t), 80, 0.5, WHITE)
    c.box(82, 34, 5, 76, WHITE)
    c.box(234, 66, 58, 8, "#c98f62", 4)
    for k, (shade, h) in enumerate((("#e86f68", 34), ("#5b9bd5", 28),
                                    ("#6bbf8a", 38), ("#f2c14e", 30))):
        c.box(238 + k * 13, 66 - h, 11, h, shade, 2)
    fur, dark, light = "#f5a04c", "#d97d2b", "#fff0dc"
    # the tail swings behind
    sway = 14 * wave(t)
    c.curve([(222, 236), (262, 214), (266 + sway * 0.5, 176),
             (284 + sway, 142)], 22, fur)
    c.circle(284 + sway, 141, 11, light)
    c.ellipse(160, 214, 76, 76, fur)
    c.ellipse(160, 226, 46, 60, light)
    nod = 2.2 * wave(t, 2)
    with c.at(160, 128 + nod):
        for side in (-1, 1):
            c.polygon([(side * 66, -74), (side * 70, -10),
                       (side * 18, -48)], fur)
            c.polygon([(side * 60, -58), (side * 62, -22),
                       (side * 34, -44)], "#ffb9a8")
        c.ellipse(0, 0, 74, 60, fur)
        for dx, h in ((-15, 20), (0, 27), (15, 20)):
            c.polygon([(dx - 5, -58), (dx + 5, -58), (dx, -58 + h)], dark)
        for side in (-1, 1):
            for dy in (2, 15):
                c.polygon([(side * 73, dy - 4), (side * 73, dy + 5),
                           (side * 52, dy + 2)], dark)
        c.ellipse(0, 24, 30, 20, light)
        glasses = "#4a4e8c"
        for side in (-1, 1):
            c.circle(side * 28, -4, 21, glasses)
            c.circle(side * 28, -4, 17, "#f4fbff")
        c.line([(-9, -6), (9, -6)], 4.5, glasses)
        shift = 3 * wave(t, 1)
        if blink(t, 0.4, 0.1):
            eyes(c, 0, -2, 28, 9, True)
        else:
            for side in (-1, 1):
                c.circle(side * 28 + shift, 0, 9, INK)
                c.circle(side * 28 + shift + 3, -3, 3, WHITE)
        c.polygon([(-6, 14), (6, 14), (0, 21)], "#e8757c")
        c.arc(-6, 22, 6, 6, 0, 160, 3, INK)
        c.arc(6, 22, 6, 6, 20, 180, 3, INK)
    c.box(0, 268, 320, 52, "#b9774a")
    c.box(0, 268, 320, 7, "#cf8f5f")
    c.box(66, 238, 188, 46, "#4a4e69", 9)
    c.box(66, 238, 188, 40, "#6b7090", 9)
    pressed = int(t * 8) % 8
    for row in range(3):
        for k in range(10):
            lit = (k * 3 + row * 5) % 8 == pressed
            c.box(76 + k * 17, 244 + row * 11, 13, 8,
                  "#ffe08a" if lit else "#eef0f8", 2.5)
    for side, shift in ((-1, 0), (1, 0.5)):
        lift = max(0, wave(t, 4, shift)) * 24
        x = 160 + side * 48
        c.line([(160 + side * 60, 216), (x, 246 - lift)], 30, fur)
        c.ellipse(x, 248 - lift, 20, 15, light)
        for k in (-1, 0, 1):
            c.line([(x + k * 8, 252 - lift), (x + k * 8, 258 - lift)], 2.2,
                   dark)


def morning_sun(c, t):
    c.circle(180, 150, 190, "#ffe9b0")
    c.circle(180, 150, 140, "#ffdf94")
    bob = 5 * wave(t)
    with c.at(180, 142 + bob):
        with c.at(0, 0, t * 30):
            for k in range(12):
                with c.at(0, 0, k * 30):
                    c.blob([(-9, -80), (0, -114), (9, -80),
                            (0, -74)], "#ffb52e")
        c.circle(0, 0, 70, "#ffb52e")
        c.circle(0, 0, 65, "#ffcb45")
        eyes(c, 0, -10, 25, 8, blink(t, 0.5))
        cheeks(c, 0, 8, 42, 11, "#ff8f6b")
        grin(c, 0, 6, 17, ink="#9c3d2c")
    cloud(c, 70 + 12 * wave(t), 66, 0.8, WHITE)
    cloud(c, 296 - 10 * wave(t, 1, 0.2), 92, 0.66, WHITE)
    c.ellipse(70, 292, 190, 92, "#a5d46a")
    c.ellipse(300, 300, 180, 106, "#8cc457")
    c.ellipse(150, 330, 210, 100, "#6fb04a")
    # house
    c.box(250, 176, 46, 36, "#fff7ea")
    c.polygon([(242, 178), (273, 152), (304, 178)], "#d9604c")
    c.box(267, 190, 13, 22, "#8a5a44", 3)
    c.box(254, 184, 9, 9, "#8fd0e6")
    c.box(284, 184, 9, 9, "#8fd0e6")
    for x, y, r in ((46, 206, 21), (82, 218, 16), (318, 206, 17)):
        c.box(x - 3, y, 6, 30, "#8a5a44")
        c.circle(x + 1.5 * wave(t, 1, x / 100), y, r, "#4f9443")
        c.circle(x - 5 + 1.5 * wave(t, 1, x / 100), y - 5, r * 0.6,
                 "#66ab50")
    for x, y, shade in ((130, 250, "#ff7a8a"), (160, 256, "#ffffff"),
                        (196, 248, "#ffd84d"), (226, 258, "#ff7a8a"),
                        (98, 258, "#ffd84d")):
        sway = 2 * wave(t, 1, x / 70)
        c.line([(x, y + 12), (x + sway, y)], 2.4, "#3f7f3a")
        for k in range(5):
            with c.at(x + sway, y, k * 72):
                c.circle(0, -4, 3.4, shade)
        c.circle(x + sway, y, 2.6, "#f5a623")


def rain_cloud(c, t):
    c.circle(160, 140, 128, "#d7e2f0")
    for k, x in enumerate((78, 112, 146, 180, 214, 246)):
        for j in range(2):
            y = 150 + ((t + k * 0.37 + j * 0.5) % 1) * 118
            if y < 252:
                with c.at(x, y):
                    c.blob([(0, -11), (6, 2), (0, 8), (-6, 2)], "#5aa2e0")
    # puddle
    c.ellipse(160, 284, 134, 25, "#9cc3e6")
    c.ellipse(160, 282, 124, 20, "#b4d5f0")
    for k, (x, y) in enumerate(((92, 284), (236, 282), (120, 292),
                                (206, 292))):
        u = (t + k * 0.25) % 1
        if 0.1 < u < 0.85:
            ring = [(x + 24 * u * cos(radians(a)),
                     y + 7 * u * sin(radians(a)))
                    for a in range(0, 361, 10)]
            c.line(ring, 2.2, "#7fb0dc")
    # a small flower that likes the rain
    sway = 5 * wave(t)
    c.curve([(160, 282), (158, 262), (160 + sway, 238)], 6, "#4f9a52")
    c.ellipse(145, 266, 15, 7, "#5fae5e", 24)
    c.ellipse(174, 262, 15, 7, "#5fae5e", -24)
    with c.at(160 + sway, 228, sway * 1.4):
        for k in range(7):
            with c.at(0, 0, k * 360 / 7):
                c.ellipse(0, -17, 9, 12, "#ff8fa6")
        c.circle(0, 0, 13, "#ffd45c")
        eyes(c, 0, -2, 5, 2.4, blink(t, 0.3))
        smile(c, 0, 4, 4, 1.8)
    bob = 4 * wave(t)
    with c.at(160, 108 + bob):
        for px, py, r in ((-74, 14, 38), (-30, -22, 52), (34, -14, 46),
                          (78, 18, 34)):
            c.circle(px, py + 6, r, "#8d9db8")
        c.box(-112, 10, 224, 48, "#8d9db8", 24)
        for px, py, r in ((-74, 14, 38), (-30, -22, 52), (34, -14, 46),
                          (78, 18, 34)):
            c.circle(px, py, r, "#b7c4d8")
        c.box(-112, 6, 224, 46, "#b7c4d8", 23)
        eyes(c, 0, 8, 34, 9, blink(t))
        for side in (-1, 1):
            c.line([(side * 45, -11), (side * 26, -16)], 4, "#5d6a86")
        cheeks(c, 0, 28, 54, 11)
        c.arc(0, 38, 13, 9, 200, 340, 4.5, INK)


def coffee_steam(c, t):
    c.circle(160, 140, 124, "#f6dfc4")
    for k, x in enumerate((124, 160, 196)):
        points = []
        for j in range(9):
            y = 118 - j * 11
            points.append((x + (2 + j * 1.3) * sin(2 * pi * (t + k / 3)
                                                   - j * 0.75), y))
        c.line(smooth(points, False), 9, WHITE, 0.85)
    c.box(0, 262, 320, 58, "#c58b5d")
    c.box(0, 262, 320, 7, "#d8a173")
    c.ellipse(160, 272, 118, 17, "#e9e4ef")
    c.ellipse(160, 268, 118, 17, WHITE)
    c.ellipse(160, 266, 76, 9, "#e4deea")
    # handle
    ring = [(232 + 30 * cos(radians(a)), 186 + 32 * sin(radians(a)))
            for a in range(-100, 110, 6)]
    c.line(ring, 15, "#e2604f")
    jiggle = 1.2 * wave(t, 2)
    with c.at(160, 190, jiggle):
        c.box(-69, 0, 138, 74, "#ee7160", 26)
        c.polygon([(-78, -56), (78, -56), (69, 48), (-69, 48)], "#ee7160")
        c.polygon([(-78, -56), (-60, -56), (-52, 58), (-63, 58),
                   (-69, 44)], "#f58a79")
        c.ellipse(0, -56, 78, 19, "#f9b3a6")
        c.ellipse(0, -55, 69, 14, "#6b3f2a")
        c.ellipse(0, -52, 58, 10, "#84523a")
        c.heart(0, -53, 34, "#f1d7b6")
        eyes(c, 0, 2, 26, 8, blink(t, 0.5, 0.14))
        cheeks(c, 0, 19, 43, 11, "#ffb3a5")
        smile(c, 0, 20, 12, 4.5)
    # a croissant beside it
    with c.at(60, 262, -8):
        c.blob([(-44, 8), (-36, -14), (-14, -26), (14, -26), (36, -14),
                (44, 8), (28, 2), (0, 6), (-28, 2)], "#d68f3c")
        for x0, x1 in ((-24, -18), (-8, -6), (8, 6), (24, 18)):
            c.line([(x0, -21 + abs(x0) * 0.3), (x1, 1)], 3.4, "#b8712a")


def birthday_cake(c, t):
    # bunting
    c.arc(160, -84, 220, 104, 20, 160, 3, "#8c6fae")
    flags = ("#ff6f7d", "#ffc94d", "#59b8d6", "#8ed081", "#b48ae0")
    for k in range(9):
        a = radians(135 - k * 11.2)
        x, y = 160 + 220 * cos(a), -84 + 104 * sin(a)
        with c.at(x, y, 5 * wave(t, 1, k * 0.15)):
            c.polygon([(-13, 0), (13, 0), (0, 26)], flags[k % 5])
    xs, ys, rs = spread(26, 3), spread(26, 5), spread(26, 8)
    for k in range(26):
        y = ((ys[k] + t) % 1) * 350 - 15
        x = 12 + xs[k] * 296 + 7 * wave(t, 1, rs[k])
        with c.at(x, y, 360 * (t + rs[k])):
            c.box(-5, -2.6, 10, 5.2, flags[k % 5], 1.5)
    c.ellipse(160, 292, 132, 16, "#e2cfe8")
    c.ellipse(160, 286, 132, 16, WHITE)
    c.box(62, 214, 196, 72, "#ffdfae", 14)
    c.box(62, 240, 196, 14, "#f58ba0")
    c.box(62, 206, 196, 28, "#ff9fb2", 14)
    for k in range(7):
        h = (22, 30, 18, 34, 20, 28, 22)[k]
        c.box(64 + k * 28, 214, 24, 10 + h, "#ff9fb2", 12)
    c.box(96, 146, 128, 64, "#fff0d2", 12)
    c.box(96, 138, 128, 24, "#b48ae0", 12)
    for k in range(5):
        h = (18, 26, 14, 24, 18)[k]
        c.box(98 + k * 25, 146, 22, 10 + h, "#b48ae0", 11)
    for k in range(4):
        c.circle(92 + k * 45, 266, 6, flags[(k + 1) % 5])
    eyes(c, 160, 183, 22, 6, blink(t, 0.6))
    cheeks(c, 160, 194, 36, 8)
    grin(c, 160, 192, 9)
    for k, x in enumerate((124, 160, 196)):
        c.box(x - 5, 96, 10, 44, ("#59b8d6", "#ffc94d", "#8ed081")[k], 3)
        for j in range(3):
            c.line([(x - 4, 108 + j * 12), (x + 4, 102 + j * 12)], 3, WHITE)
        c.line([(x, 96), (x, 89)], 2.4, INK)
        lean = 3.4 * wave(t, 2, k / 3)
        tall = 4 * wave(t, 3, k / 4)
        c.circle(x, 80, 19, "#fff3b8", 0.6)
        c.blob([(x + lean, 60 - tall), (x + 8, 80), (x, 91), (x - 8, 80)],
               "#ffa62b")
        c.blob([(x + lean * 0.6, 70 - tall * 0.5), (x + 4, 82), (x, 89),
                (x - 4, 82)], "#ffe17a")


def heart_beat(c, t):
    c.circle(160, 160, 138, "#ffd3de")
    xs, ys, ss = spread(10, 11), spread(10, 4), spread(10, 6)
    for k in range(10):
        u = (ys[k] + t) % 1
        x = 20 + (k + 0.2 + 0.6 * xs[k]) * 28 + 8 * wave(t, 1, ss[k])
        size = (14 + 14 * ss[k]) * min(1, 4 * u, 4 * (1 - u))
        c.heart(x, 318 - 310 * u, size,
                ("#ff8fa8", "#f7688b", "#ffb1c3")[k % 3],
                10 * wave(t, 1, xs[k]))
    beat = (max(0, wave(t, 1)) ** 3 * 0.12
            + max(0, wave(t, 1, -0.22)) ** 3 * 0.08)
    with c.at(160, 168, 0, 1 + beat):
        c.heart(0, 4, 206, "#d93a5e")
        c.heart(0, 0, 200, "#ef4e72")
        c.ellipse(-52, -44, 22, 12, "#ff8ba3", -38)
        c.circle(-78, -20, 6, "#ff8ba3")
        eyes(c, 0, -8, 30, 10, blink(t, 0.75))
        cheeks(c, 0, 14, 52, 13, "#ff9fb0")
        grin(c, 0, 14, 17, "#ff8ba3", "#7d1b3a")


def penguin_dance(c, t):
    c.circle(160, 150, 126, "#cbe7f7")
    c.polygon([(-10, 250), (46, 168), (84, 214), (122, 180), (176, 250)],
              "#e3f3fb")
    c.polygon([(164, 250), (232, 156), (272, 208), (296, 184), (340, 250)],
              "#e3f3fb")
    c.box(0, 246, 320, 74, "#f5fbff")
    c.ellipse(160, 286, 92, 15, "#d3e8f4")
    lean = 11 * wave(t)
    hop = 10 * abs(wave(t))
    body, belly = "#37415e", "#ffffff"
    for side in (-1, 1):
        lift = 12 * max(0, side * wave(t))
        c.ellipse(160 + side * 30, 281 - lift, 27, 10, "#f7a531")
    with c.at(160, 278 - hop, lean, 0.94):
        for side in (-1, 1):
            with c.at(side * 60, -128, side * (-42 - 26 * wave(t, 2))):
                c.ellipse(0, 36, 15, 43, body)
        c.blob([(0, -232), (46, -220), (66, -174), (76, -92), (62, -20),
                (0, -2), (-62, -20), (-76, -92), (-66, -174), (-46, -220)],
               body)
        c.blob([(0, -118), (46, -108), (54, -60), (42, -20), (0, -10),
                (-42, -20), (-54, -60), (-46, -108)], belly)
        for side in (-1, 1):
            c.circle(side * 24, -172, 28, belly)
        c.ellipse(0, -152, 40, 26, belly)
        eyes(c, 0, -174, 22, 8, blink(t, 0.2))
        cheeks(c, 0, -152, 36, 9)
        c.blob([(-15, -162), (0, -168), (15, -162), (0, -146)], "#f7a531")
        # scarf and hat
        c.box(-62, -134, 124, 24, "#e65a5a", 12)
        with c.at(34, -116, -lean * 1.4):
            c.box(-12, 0, 24, 52, "#e65a5a", 5)
            c.box(-12, 34, 24, 7, "#ffd97a")
        for k in range(5):
            c.box(-54 + k * 24, -134, 8, 24, "#ffd97a", 3)
        c.segment(0, -212, 50, 42, 180, 360, "#3f9e9a")
        c.box(-54, -220, 108, 18, "#58bdb6", 9)
        c.circle(3 * wave(t, 1, 0.2), -258, 13, WHITE)
    xs, ys, rs = spread(24, 2), spread(24, 9), spread(24, 7)
    for k in range(24):
        y = ((ys[k] + t) % 1) * 332 - 6
        c.circle(xs[k] * 320 + 8 * wave(t, 1, rs[k]), y, 2.5 + 3 * rs[k],
                 WHITE)


def dog_tail(c, t):
    c.circle(160, 146, 122, "#dff0c8")
    c.ellipse(160, 330, 240, 86, "#8cc665")
    for x, y in ((40, 268), (276, 262), (246, 294), (74, 298)):
        for k in (-1, 0, 1):
            c.line([(x + k * 4, y), (x + k * 8, y - 12)], 3, "#69a84a")
    coat, dark, light = "#e0b07a", "#8f5d3c", "#fff3e2"
    with c.at(214, 256, 8 + 26 * wave(t, 3)):
        c.curve([(0, 0), (24, -14), (38, -40), (34, -66)], 21, coat)
        c.circle(34, -67, 10.5, light)
    pant = 2.4 * wave(t, 3, 0.2)
    c.ellipse(160, 224, 70, 66, coat)
    c.ellipse(106, 268, 32, 24, coat)
    c.ellipse(214, 268, 32, 24, coat)
    c.ellipse(160, 226, 40, 54, light)
    for side in (-1, 1):
        c.line([(160 + side * 26, 216), (160 + side * 26, 276)], 32, coat)
        c.ellipse(160 + side * 27, 284, 22, 13, light)
        for k in (-1, 1):
            c.line([(160 + side * 27 + k * 6, 286),
                    (160 + side * 27 + k * 6, 292)], 2, dark)
    with c.at(160, 122 + pant * 0.6, 5 * wave(t)):
        c.ellipse(0, 0, 72, 64, coat)
        c.blob([(-8, -63), (8, -63), (14, -20), (24, 6), (-24, 6),
                (-14, -20)], light)
        c.ellipse(34, -8, 24, 26, dark, 10)
        c.ellipse(0, 28, 40, 30, light)
        for side in (-1, 1):
            with c.at(side * 56, -46, side * (-14 + 5 * wave(t, 3))):
                c.blob([(side * -18, -12), (side * 8, -16), (side * 30, 20),
                        (side * 26, 62), (side * 4, 60), (side * -10, 22)],
                       dark)
        for side in (-1, 1):
            c.circle(side * 31, -8, 11, INK)
            c.circle(side * 31 + 3, -12, 3.8, WHITE)
        c.ellipse(0, 14, 16, 11, INK)
        c.ellipse(-4, 10, 5, 2.6, "#75708a")
        c.line([(0, 24), (0, 32)], 3.4, INK)
        c.segment(0, 33, 22, 15, 0, 180, "#7a2f3d")
        c.box(-11, 36, 22, 27 + pant * 2, "#f2727f", 11)
        c.line([(0, 38), (0, 52 + pant)], 2.2, "#d9586a")
        cheeks(c, 0, 24, 49, 9)
    c.box(112, 176, 96, 15, "#3e8fc4", 7.5)
    c.circle(160, 196, 12, "#ffcf4a")
    c.circle(160, 196, 5, "#e0a520")
    c.circle(52, 286, 20, "#ef6461")
    c.arc(52, 286, 19, 8, 180, 360, 4, WHITE)


def rocket_flight(c, t):
    xs, ys, rs = spread(34, 21), spread(34, 22), spread(34, 23)
    for k in range(34):
        u = (ys[k] + t * (1 if k % 3 else 2)) % 1
        x, y = xs[k] * 420 - 80 - u * 60 + 60, u * 350 - 15
        c.line([(x, y), (x + 5 + 7 * rs[k], y - 11 - 16 * rs[k])],
               1.6 + 1.8 * rs[k], "#8f8fd0" if k % 2 else "#d9d6ff")
    # planet with a ring
    with c.at(250, 252, 0, 0.84):
        c.circle(0, 0, 46, "#f08a5d")
        c.segment(0, 0, 46, 46, 20, 160, "#d96f48")
        c.ellipse(-14, -16, 9, 6, "#f7a983")
        c.ellipse(12, 12, 6, 4, "#f7a983")
        c.arc(0, 0, 70, 17, -20, 200, 6, "#ffd98a")
    c.circle(56, 66, 27, "#b7b9d8")
    for x, y, r in ((48, 60, 6), (66, 72, 8), (60, 52, 4)):
        c.circle(x, y, r, "#9899c0")
    twinkle(c, 272, 60, 9 + 4 * wave(t), "#fff2b0")
    twinkle(c, 96, 258, 8 + 4 * wave(t, 1, 0.5), "#fff2b0")
    twinkle(c, 118, 40, 6 + 3 * wave(t, 1, 0.25), "#fff2b0")
    with c.at(158 + 3 * wave(t, 2), 152 + 5 * wave(t), 32, 1.08):
        f = 12 * wave(t, 4)
        c.blob([(-24, 74), (24, 74), (16, 112 + f * 0.6), (0, 150 + f),
                (-16, 112 - f * 0.4)], "#ff8b3d")
        c.blob([(-14, 74), (14, 74), (8, 100 + f * 0.4), (0, 122 + f),
                (-8, 100)], "#ffd257")
        c.blob([(-7, 74), (7, 74), (0, 98 + f * 0.5)], "#fff6d6")
        for side in (-1, 1):
            c.blob([(side * 34, 14), (side * 66, 56), (side * 66, 88),
                    (side * 44, 74), (side * 30, 66)], "#d94f4f")
        c.box(-22, 62, 44, 18, "#6a6f95", 6)
        c.blob([(0, -116), (34, -74), (44, -10), (36, 50), (24, 70),
                (-24, 70), (-36, 50), (-44, -10), (-34, -74)], "#f6f5fb")
        c.blob([(44, -10), (36, 50), (24, 70), (6, 70), (26, 20), (28, -40),
                (30, -76)], "#dcdaea")
        c.blob([(0, -118), (21, -95), (34, -72), (0, -64), (-34, -72),
                (-21, -95)], "#e85d5d")
        c.circle(0, -16, 30, "#e8b34b")
        c.circle(0, -16, 24, "#7ecbe8")
        # a hamster looks out
        c.segment(0, -8, 20, 20, 180, 360, "#d9a066")
        c.box(-20, -8, 40, 14, "#d9a066", 7)
        for side in (-1, 1):
            c.circle(side * 14, -25, 6, "#c2864d")
        c.ellipse(0, 1, 11, 7, "#fff0dc")
        eyes(c, 0, -10, 8, 3.4, blink(t, 0.6))
        c.circle(0, -4, 2.2, "#d9606a")
        c.box(-6, 28, 12, 40, "#d94f4f", 6)


def campfire_night(c, t):
    c.circle(300, 46, 24, "#fff3cf")
    c.circle(290, 40, 22, "#2a3560")
    xs, ys = spread(30, 31), spread(30, 32)
    for k in range(30):
        twinkle(c, xs[k] * 360, ys[k] * 120 + 6,
                2.6 + 1.8 * wave(t, 1 + k % 2, xs[k]), "#f4efcf")
    for x, h, shade in ((18, 130, "#223055"), (66, 96, "#263660"),
                        (344, 140, "#223055"), (300, 100, "#263660"),
                        (124, 70, "#263660"), (250, 76, "#263660")):
        for k in range(3):
            w = h * (0.24 + 0.1 * k)
            y = 214 - h + k * h * 0.27
            c.polygon([(x - w, y + h * 0.42), (x + w, y + h * 0.42),
                       (x, y)], shade)
    c.ellipse(180, 290, 270, 90, "#33406b")
    c.ellipse(190, 250, 118 + 5 * wave(t, 3), 30 + 2 * wave(t, 3),
              "#5a4a6b")
    c.ellipse(190, 250, 78 + 5 * wave(t, 3), 20 + 2 * wave(t, 3), "#84586a")
    # tent
    c.polygon([(18, 244), (84, 144), (150, 244)], "#e0704d")
    c.polygon([(84, 144), (150, 244), (124, 244)], "#b9533d")
    c.polygon([(84, 152), (108, 244), (60, 244)], "#3a2740")
    c.polygon([(84, 152), (60, 244), (50, 244)], "#f2936e")
    c.line([(84, 148), (84, 136)], 3, "#c9a27a")
    # fire
    f = [wave(t, 2, k / 5) for k in range(5)]
    g = [wave(t, 3, k / 5 + 0.1) for k in range(5)]
    c.blob([(150, 248), (152, 216 + 5 * f[0]), (164, 192 + 8 * g[1]),
            (174, 206), (184 + 5 * f[2], 144 + 8 * g[0]), (204, 188),
            (214 + 3 * f[1], 176 + 8 * f[3]), (228, 216 + 5 * g[2]),
            (230, 248), (190, 258)], "#f0632f")
    c.blob([(162, 248), (164, 222 + 5 * g[3]), (176, 212),
            (188 + 4 * g[1], 172 + 8 * f[4]), (202, 206),
            (212, 200 + 6 * g[0]), (218, 226), (218, 248), (190, 254)],
           "#fb9c2f")
    c.blob([(174, 250), (178, 230), (190 + 3 * f[1], 202 + 7 * g[4]),
            (204, 230), (206, 250), (190, 254)], "#ffe07a")
    for x0, y0, x1, y1 in ((146, 246, 226, 260), (154, 262, 234, 246)):
        c.line([(x0, y0), (x1, y1)], 14, "#6b432f")
        for x, y in ((x0, y0), (x1, y1)):
            c.circle(x, y, 6, "#a9744f")
    for k in range(9):
        u = (t + k / 9) % 1
        x = 190 + 34 * sin(k * 2.4) * (0.4 + u) + 5 * wave(t, 1, k / 4)
        c.circle(x, 190 - 150 * u, 2.6 * (1 - u) + 0.6, "#ffc35a")
    # marshmallows on a stick
    with c.at(336, 226, 2.5 * wave(t)):
        c.line([(14, 22), (-98, -28)], 4, "#8a5a3c")
        for k, shade in ((0, "#fff4e6"), (1, "#f9dfc0")):
            with c.at(-82 - k * 20, -21 - k * 9, 24):
                c.box(-9, -10, 18, 20, shade, 6)
        with c.at(-82, -21, 4):
            eyes(c, 0, -1, 4, 1.8)
            smile(c, 0, 4, 3, 1.5)


def fireworks_town(c, t):
    c.box(0, 0, 360, 70, "#1d1f4a")
    c.box(0, 62, 360, 70, "#23265a")
    c.box(0, 128, 360, 60, "#2c2f6b")
    xs, ys = spread(26, 41), spread(26, 42)
    for k in range(26):
        c.circle(xs[k] * 360, ys[k] * 110, 1.2, "#b9bce6")
    bursts = ((92, 76, 0.0, 66, "#ff6f91", "#ffc1cf"),
              (252, 64, 0.36, 72, "#ffd257", "#fff0b8"),
              (176, 108, 0.68, 52, "#5fd3c4", "#c2f5ec"))
    for x, y, shift, reach, shade, pale in bursts:
        u = (t + shift) % 1
        if u < 0.22:
            v = u / 0.22
            c.line([(x, 208 - (208 - y) * v),
                    (x, min(214, 230 - (208 - y) * v))], 3, pale)
        else:
            v = (u - 0.22) / 0.78
            grow = 1 - (1 - v) ** 2.4
            fade = 1 if v < 0.55 else (1 - v) / 0.45
            for ring, n in ((1.0, 16), (0.62, 11), (0.28, 6)):
                for k in range(n):
                    a = 2 * pi * (k + ring) / n
                    r = reach * grow * ring
                    px, py = x + r * cos(a), y + r * sin(a) + 16 * v * v
                    qx = x + r * 0.8 * cos(a)
                    qy = y + r * 0.8 * sin(a) + 14 * v * v
                    if fade > 0.15:
                        dot = 3.2 * fade * min(1, 0.3 + 1.4 * v)
                        c.line([(qx, qy), (px, py)], 0.7 * dot, shade)
                        c.circle(px, py, dot, pale)
    town = ((-6, 150, 44), (34, 168, 34), (64, 134, 40), (100, 160, 46),
            (142, 146, 34), (172, 164, 42), (210, 128, 36), (242, 156, 44),
            (282, 142, 38), (316, 166, 50))
    for k, (x, y, w) in enumerate(town):
        c.box(x, y, w, 84, "#15163a" if k % 2 else "#191b44")
        if k in (2, 6):
            c.polygon([(x - 3, y + 1), (x + w / 2, y - 24), (x + w + 3,
                       y + 1)], "#15163a")
        for row in range(int((214 - y) / 15)):
            for col in range(int(w / 13)):
                lit = (k * 7 + row * 5 + col * 3) % 4
                if lit < 2:
                    on = (k + row + col + int(t * 4)) % 9
                    c.box(x + 6 + col * 12, y + 8 + row * 14, 6, 8,
                          "#ffcf6b" if on else "#6b6aa8", 1)
    c.box(0, 214, 360, 56, "#1a2357")
    c.box(0, 214, 360, 4, "#3a4590")
    for x, y, shift, reach, shade, pale in bursts:
        u = (t + shift) % 1
        if u > 0.24:
            v = (u - 0.22) / 0.78
            glow = min(1, v * 4) * (1 if v < 0.5 else (1 - v) * 2)
            for k in range(4):
                w = (34 - 7 * k) * glow
                px = x + 6 * sin(2 * pi * t + k * 1.7)
                if w > 2:
                    c.line([(px - w, 226 + k * 11), (px + w, 226 + k * 11)],
                           3.2, shade)


def sleepy_moon(c, t):
    xs, ys = spread(22, 51), spread(22, 52)
    for k in range(22):
        twinkle(c, xs[k] * 320, ys[k] * 310,
                4 + 2.4 * wave(t, 1 + k % 2, xs[k]), "#cfc8f5")
    rock = 4 * wave(t)
    with c.at(156, 156, rock):
        moon = "#ffe28a"
        outer = [(104 * cos(radians(a)), 104 * sin(radians(a)))
                 for a in range(62, 299, 4)]
        inner = [(58 + 92 * cos(radians(a)), 92 * sin(radians(a)))
                 for a in range(270, 89, -4)]
        c.polygon(outer + inner, moon)
        c.circle(-66, 44, 9, "#f5cf6a")
        c.circle(-84, 4, 6, "#f5cf6a")
        c.circle(-40, 78, 7, "#f5cf6a")
        # face
        for x in (-74, -46):
            c.arc(x, -18, 9, 8, 15, 165, 4, "#7a5a2f")
        c.ellipse(-84, 4, 8, 6, "#ffa98a")
        c.ellipse(-44, 6, 8, 6, "#ffa98a")
        breath = 2 + 1.6 * wave(t)
        c.ellipse(-63, 14, 5, 4 + breath, "#a8643f")
        # night cap
        droop = 8 * wave(t, 1, 0.25)
        c.blob([(-96, -50), (-70, -98), (-20, -128), (40, -122),
                (84, -84 + droop * 0.4), (104, -38 + droop),
                (88, -42 + droop), (56, -70), (22, -84), (20, -92)],
               "#6d7be0")
        c.blob([(-96, -50), (-70, -98), (-20, -128), (4, -96), (-40, -76),
                (-70, -42)], "#8592ee")
        c.line([(-94, -50), (-56, -72), (-10, -88), (28, -90)], 19,
               "#f4f2ff")
        c.circle(98, -26 + droop, 17, "#f4f2ff")
    for k in range(3):
        u = (t + k / 3) % 1
        size = 12 + 20 * u
        if 0.04 < u < 0.96:
            c.write(184 + 104 * u, 220 - 46 * u + 6 * wave(u), "Z", size,
                    "#ffffff" if k % 2 else "#b9c0ff",
                    0.16 * min(1, 5 * (1 - u)))
    drift = 7 * wave(t, 1, 0.4)
    cloud(c, 92 + drift, 284, 1.25, "#7a78b8")
    cloud(c, 238 - drift, 296, 1.5, "#908dcb")
    cloud(c, 150 + drift, 312, 1.2, "#a9a6dc")


def whale_spout(c, t):
    c.circle(300, 62, 34, "#ffd86b")
    c.circle(300, 62, 42, "#ffe9a8", 0.5)
    cloud(c, 66 + 6 * wave(t), 58, 0.75, WHITE)
    cloud(c, 232 - 6 * wave(t), 36, 0.5, WHITE)
    swell(c, 168, 6, 120, t, "#8fd3e8", 270, 360)
    body, belly = "#3d7fb8", "#d8eef8"
    bob, tilt = 5 * wave(t), 2.2 * wave(t, 1, 0.2)
    with c.at(156, 158 + bob, tilt, 0.9):
        # tail
        with c.at(112, -4, 9 * wave(t, 1, 0.1)):
            c.blob([(-40, 26), (0, 0), (22, -36), (40, -34), (40, -6),
                    (16, 30), (-10, 52)], body)
            c.blob([(26, -34), (8, -60), (14, -78), (36, -66), (38, -36)],
                   body)
            c.blob([(30, -34), (58, -58), (78, -52), (70, -30), (42, -22)],
                   body)
        c.blob([(-116, 12), (-104, -36), (-58, -66), (0, -68), (56, -46),
                (98, -10), (120, 20), (92, 56), (0, 72), (-80, 58)], body)
        c.blob([(-116, 20), (-60, 32), (0, 34), (60, 40), (90, 56),
                (0, 74), (-80, 60)], belly)
        for k in range(5):
            c.curve([(-96 + k * 22, 32 + k * 2), (-84 + k * 22, 60)], 2.4,
                    "#a9cfe4")
        c.ellipse(-62, -6, 9, 10, INK)
        c.circle(-65, -10, 3.4, WHITE)
        c.ellipse(-72, 14, 11, 7, "#ff9fb0", alpha=0.8)
        c.curve([(-112, 16), (-92, 28), (-56, 22)], 4, "#1f4f7d")
        with c.at(-6, 38, 14 + 14 * wave(t, 1, 0.3)):
            c.blob([(-14, 0), (14, -2), (34, 26), (36, 44), (10, 34)],
                   "#2f699c")
        for x, y in ((-20, -48), (2, -52), (22, -46)):
            c.circle(x, y, 3.6, "#6ea7d4")
    # spout
    base = 98 + bob
    lift = 6 * wave(t, 2)
    for side in (-1, 1):
        c.curve([(140, base + 4), (140 + side * 3, base - 34),
                 (140 + side * 20, base - 58 - lift),
                 (140 + side * 38, base - 46)], 11, "#a5def2")
    c.line([(140, base + 6), (140, base - 40 - lift)], 14, "#a5def2")
    for k in range(12):
        u = (t * 2 + k / 12) % 1
        side = -1 if k % 2 else 1
        x = 140 + side * (10 + (18 + 7 * (k % 4)) * u)
        y = base - 44 - 38 * sin(pi * min(1, u * 1.1)) + 52 * u * u
        c.circle(x, y, 4.6 - 2 * u, "#c9eefa" if k % 3 else WHITE)
    swell(c, 200, 7, 120, -t + 0.3, "#55b4d6", 270, 360)
    swell(c, 228, 6, 90, t + 0.2, "#3d9cc4", 270, 360)
    for x, y in ((50, 224), (210, 240), (310, 226), (130, 256)):
        s = 5 * wave(t, 1, x / 80)
        c.line([(x - 12 + s, y), (x + 12 + s, y)], 3.4, "#a5def2")
    # paper boat
    with c.at(316, 212 + 5 * wave(t, 1, 0.6), 6 * wave(t, 1, 0.4), 0.86):
        c.polygon([(0, -40), (-18, -6), (18, -6)], "#fff7ea")
        c.polygon([(0, -40), (18, -6), (0, -6)], "#ead9c4")
        c.polygon([(-38, -12), (38, -12), (22, 12), (-22, 12)], "#ffffff")
        c.polygon([(0, -12), (38, -12), (22, 12), (0, 12)], "#e6ecf2")


def toast_jump(c, t):
    for row in range(8):
        for col in range(8):
            if (row + col) % 2:
                c.box(col * 40, row * 40, 40, 40, "#d3efe6")
    c.box(0, 262, 320, 58, "#e5b98f")
    c.box(0, 262, 320, 7, "#f0cda8")
    up = max(0.0, sin(pi * min(1, t / 0.72))) ** 0.8
    squash = 0.06 * wave(t, 2) * (0.5 + 0.5 * cos(2 * pi * t)) ** 2
    for k, x in enumerate((124, 196)):
        y = 152 - 70 * up - (6 if k else 0) * up
        with c.at(x, y, (8 if k else -8) * up):
            c.blob([(-32, -42), (-38, -26), (-32, -16), (-33, 44), (33, 44),
                    (32, -16), (38, -26), (32, -42), (0, -48)], "#b9743a")
            c.blob([(-26, -36), (-30, -25), (-26, -16), (-27, 40), (27, 40),
                    (26, -16), (30, -25), (26, -36), (0, -41)], "#f5c987")
            eyes(c, 0, -12, 12, 5, blink(t, 0.85))
            cheeks(c, 0, -1, 20, 6)
            if up > 0.4:
                c.ellipse(0, 4, 5.5, 7, "#7a2f3d")
            else:
                smile(c, 0, -2, 6, 3)
    for k in range(8):
        v = up * (0.6 + 0.05 * k)
        x = 160 + (k - 3.5) * (10 + 22 * v)
        if 0.15 < up:
            c.circle(x, 150 - 92 * v - 10 * (k % 3), 2.6, "#c98a4b")
    c.ellipse(160, 278, 120, 11, "#cf9f74")
    with c.at(160, 276, 0, 1 + squash, 1 - squash):
        for side in (-1, 1):
            c.box(side * 74 - 13, -14, 26, 18, "#4a4e69", 6)
        c.box(-108, -120, 216, 112, "#e8574f", 34)
        c.box(-108, -120, 216, 40, "#f2756c", 24)
        c.box(-108, -96, 216, 30, "#e8574f")
        c.box(-78, -122, 72, 11, "#3a3350", 5)
        c.box(6, -122, 72, 11, "#3a3350", 5)
        c.box(-92, -28, 184, 8, "#cf4640", 4)
        lever = 34 * (1 - up)
        c.box(104, -98, 7, 62, "#8f2f33", 3)
        c.box(100, -96 + lever, 24, 15, "#ffd257", 6)
        eyes(c, 0, -62, 34, 9, blink(t, 0.1, 0.08))
        cheeks(c, 0, -44, 54, 11, "#ffa39c")
        grin(c, 0, -50, 14)
    # front lip hides the foot of the slices
    with c.at(160, 276, 0, 1 + squash, 1 - squash):
        c.box(-82, -113, 80, 12, "#f2756c")
        c.box(2, -113, 80, 12, "#f2756c")


def frog_hop(c, t):
    c.box(0, 0, 320, 150, "#d6f0dc")
    c.circle(66, 60, 28, "#fff0b0")
    for x in (16, 34, 52, 268, 288, 306):
        s = 3 * wave(t, 1, x / 90)
        h = 60 + (x * 7) % 30
        c.curve([(x, 160), (x + s * 0.4, 160 - h / 2), (x + s, 160 - h)], 5,
                "#5aa05c")
        if x % 4 == 0:
            c.line([(x + s, 160 - h), (x + s, 142 - h)], 10, "#8a5a3c")
    c.box(0, 150, 320, 170, "#7cc8cf")
    c.box(0, 150, 320, 6, "#a6dde0")
    u = min(1, max(0, (t - 0.18) / 0.56))
    up = sin(pi * u)
    squash = 0.14 * sin(pi * t / 0.18) if t < 0.18 else 0
    if t >= 0.74:
        squash = 0.16 * sin(pi * (t - 0.74) / 0.26)
    stretch = 0.10 * sin(2 * pi * u) * (1 if u < 0.5 else -1) if 0 < u < 1 \
        else 0
    for k in range(2):
        v = (t + 0.26 + k * 0.5) % 1
        ring = [(160 + (112 + 44 * v) * cos(radians(a)),
                 266 + (30 + 13 * v) * sin(radians(a)))
                for a in range(0, 361, 6)]
        c.line(ring, 3.4 * (1 - v) + 0.4, "#b5e5e8")
    dip = 4 * squash / 0.16
    c.ellipse(160, 272 + dip, 112, 29, "#3f8a4e")
    c.ellipse(160, 266 + dip, 112, 29, "#62b563")
    c.polygon([(160, 264 + dip), (262, 244 + dip), (276, 256 + dip)],
              "#7cc8cf")
    for a in (200, 240, 290, 120, 60):
        c.line([(160, 264 + dip),
                (160 + 92 * cos(radians(a)),
                 265 + dip + 22 * sin(radians(a)))], 2.4, "#4f9f55")
    c.ellipse(160, 268, 62 - 26 * up, 12 - 5 * up, "#3f8a4e")
    skin, dark, light = "#7fcf52", "#57a63a", "#e9f7c4"
    with c.at(160, 268 + dip - 104 * up, 0, 1 + squash - stretch,
              1 - squash + stretch):
        for side in (-1, 1):
            if up > 0.12:
                c.line([(side * 44, -24), (side * 62, 2 + 14 * up),
                        (side * 52, 18 + 26 * up)], 19, dark)
                c.ellipse(side * 58, 24 + 26 * up, 20, 9, dark, side * 20)
            else:
                c.ellipse(side * 60, -22, 26, 25, dark)
                c.ellipse(side * 74, -2, 24, 8, dark)
        c.ellipse(0, -46, 62, 48, skin)
        c.ellipse(0, -32, 42, 33, light)
        c.ellipse(0, -92, 66, 45, skin)
        for side in (-1, 1):
            c.circle(side * 36, -130, 23, skin)
            c.circle(side * 36, -131, 16, WHITE)
            if blink(t, 0.86, 0.1):
                c.circle(side * 36, -131, 17, dark)
            else:
                c.circle(side * 36 + 1, -130 - 4 * up, 9.5, INK)
                c.circle(side * 36 + 4, -134 - 4 * up, 3.6, WHITE)
        cheeks(c, 0, -84, 46, 11)
        for side in (-1, 1):
            c.circle(side * 6, -102, 2.2, dark)
        if up > 0.3:
            grin(c, 0, -88, 25)
        else:
            c.arc(0, -96, 30, 20, 15, 165, 4.5, "#3c6b2a")
        for side in (-1, 1):
            c.line([(side * 30, -44), (side * (34 + 24 * up),
                                       -6 - 46 * up)], 15, skin)
            c.ellipse(side * (36 + 26 * up), -2 - 50 * up, 14, 8, dark)
    # dragonfly
    with c.at(254 + 8 * wave(t), 44 + 6 * wave(t, 2), -14):
        beat = 16 * wave(t, 4)
        for turn in (-28 + beat, 28 - beat, 152 - beat, 208 + beat):
            with c.at(0, -2, turn):
                c.ellipse(17, 0, 16, 5, "#ffffff")
        c.line([(-4, 0), (30, 6)], 6, "#4f7fd0")
        c.circle(-8, -2, 6, "#36579c")
    for x, y in ((36, 206), (270, 200), (60, 296), (284, 300)):
        s = 4 * wave(t, 1, x / 60)
        c.line([(x - 12 + s, y), (x + 12 + s, y)], 3, "#b5e5e8")


def ferry_gull(c, t):
    c.box(0, 0, 360, 100, "#ffe3c2")
    c.circle(282, 92, 36, "#ffb871")
    c.box(0, 96, 360, 70, "#ffd3a8")
    # a city of domes and towers on the far shore
    far = "#c99a98"
    c.box(0, 140, 360, 30, far)
    for x, r in ((66, 30), (108, 18), (28, 17), (232, 24), (270, 15)):
        c.segment(x, 144, r, r * 0.95, 180, 360, far)
        c.line([(x, 144 - r * 0.95), (x, 134 - r * 0.95)], 2.4, far)
        c.box(x - r, 142, 2 * r, 14, far)
    for x, h in ((10, 62), (124, 66), (204, 60), (292, 56)):
        c.box(x - 3, 150 - h, 6, h, far)
        c.polygon([(x - 4.5, 151 - h), (x + 4.5, 151 - h), (x, 136 - h)],
                  far)
        c.box(x - 5, 166 - h, 10, 3, far)
    for x in range(134, 200, 16):
        c.box(x, 128 + (x % 3) * 4, 13, 20, far)
    for x in range(304, 360, 15):
        c.box(x, 126 + (x % 4) * 4, 13, 24, far)
    swell(c, 166, 3, 90, t, "#7fb8cf", 270, 360)
    bob, tilt = 3 * wave(t), 1.6 * wave(t, 1, 0.25)
    # smoke
    for k in range(5):
        u = (t + k / 5) % 1
        c.circle(182 + 92 * u, 96 + bob - 40 * u - 6 * wave(u, 1),
                 (6 + 13 * u) * min(1, 5 * (1 - u)), "#f4ece8")
    with c.at(170, 196 + bob, tilt):
        c.box(-88, -42, 176, 30, WHITE, 5)
        c.box(-62, -68, 118, 28, WHITE, 5)
        c.box(-40, -84, 44, 18, WHITE, 4)
        c.box(-38, -80, 16, 8, "#7db6cf", 2)
        c.box(-16, -80, 16, 8, "#7db6cf", 2)
        c.box(6, -104, 25, 38, "#f2b13c", 4)
        c.box(6, -104, 25, 10, "#3a4a68", 4)
        c.circle(18, -82, 6, "#d94f4f")
        for k in range(6):
            c.box(-54 + k * 18, -61, 11, 11, "#7db6cf", 3)
        for k in range(9):
            c.box(-80 + k * 18, -35, 12, 12, "#7db6cf", 3)
        c.polygon([(-112, -14), (116, -14), (98, 32), (-88, 32)], "#2f4a6d")
        c.polygon([(-108, -4), (112, -4), (109, 4), (-105, 4)], "#f4f0ea")
        c.polygon([(-92, 22), (101, 22), (98, 32), (-88, 32)], "#c94f4a")
        c.box(-96, -18, 196, 5, "#8a5a44", 2)
        c.line([(-104, -14), (-104, -38)], 3, "#8a5a44")
        c.polygon([(-104, -38), (-104, -22), (-126, -32 + 2 * wave(t, 2))],
                  "#d94f4f")
    swell(c, 216, 5, 120, -t, "#4f97b8", 270, 360)
    swell(c, 240, 5, 90, t + 0.3, "#3b82a6", 270, 360)
    for x, y in ((40, 232), (150, 238), (300, 230), (230, 258), (84, 260)):
        s = 6 * wave(t, 1, x / 80)
        c.line([(x - 12 + s, y), (x + 12 + s, y)], 3, "#a9d6e4")
    # gull
    flap = wave(t, 2)
    with c.at(76 + 10 * wave(t), 62 + 6 * wave(t, 1, 0.3), -4, 1.15):
        with c.at(4, -2):
            c.blob([(-8, 2), (8, -4 - 10 * flap), (40, -20 - 26 * flap),
                    (58, -12 - 34 * flap), (34, -4 - 10 * flap),
                    (14, 8)], "#c9ced8")
        c.blob([(-40, 2), (-28, -10), (0, -12), (30, -2), (46, 4), (22, 12),
                (-14, 13), (-34, 10)], WHITE)
        c.blob([(30, -2), (52, 0), (54, 9), (26, 10)], "#e4e7ee")
        c.polygon([(-38, 0), (-52, 6), (-37, 8)], "#f2a331")
        c.circle(-28, -1, 3, INK)
        with c.at(-4, 0):
            c.blob([(-10, 0), (-2, -8 - 16 * flap), (-22, -30 - 32 * flap),
                    (-34, -34 - 36 * flap), (-6, -30 - 26 * flap),
                    (14, -8 - 8 * flap), (16, 4)], "#dfe3ea")


def avocado_laugh(c, t):
    c.circle(160, 160, 134, "#fff1b8")
    shake = 4 * wave(t, 4)
    rock = 7 * wave(t)
    for k, (x, y, turn) in enumerate(((48, 84, -18), (270, 78, 16),
                                      (280, 264, 10), (42, 268, -10))):
        pop = 1 + 0.2 * wave(t, 2, k * 0.25)
        c.write(x, y, "HA", 30 * pop,
                ("#ee6c4d", "#3d9c8f", "#7a68c4", "#d9497a")[k], 0.2, turn)
    c.ellipse(160, 298, 84, 11, "#ead78e")
    with c.at(160, 292, rock):
        for side in (-1, 1):
            c.line([(side * 26, -20), (side * 30, 2)], 12, "#3f7a35")
            c.ellipse(side * 35, 4, 15, 7, "#3f7a35")
            with c.at(side * 78, -98, side * (22 + 12 * wave(t, 2))):
                c.line([(0, 0), (side * 20, 26)], 12, "#3f7a35")
                c.circle(side * 21, 28, 9, "#3f7a35")
    with c.at(160, 290 + shake * 0.4, rock, 1 + 0.012 * shake,
              1 - 0.012 * shake):
        c.blob([(0, -246), (44, -226), (64, -170), (88, -104), (82, -46),
                (44, -10), (0, -4), (-44, -10), (-82, -46), (-88, -104),
                (-64, -170), (-44, -226)], "#3f7a35")
        c.blob([(0, -234), (36, -216), (54, -166), (77, -102), (71, -50),
                (38, -18), (0, -14), (-38, -18), (-71, -50), (-77, -102),
                (-54, -166), (-36, -216)], "#a8d05f")
        c.blob([(0, -224), (28, -208), (45, -162), (68, -100), (62, -54),
                (34, -27), (0, -23), (-34, -27), (-62, -54), (-68, -100),
                (-45, -162), (-28, -208)], "#eef2a8")
        c.circle(0, -68, 38, "#8a5530")
        c.circle(0, -70, 35, "#a5693e")
        c.ellipse(-12, -84, 10, 7, "#c48a5c", -30)
        laughing_eyes(c, 0, -168, 22, 9)
        cheeks(c, 0, -148, 37, 9)
        grin(c, 0, -152, 20, depth=1.05 + 0.12 * wave(t, 4))
        for side in (-1, 1):
            for k in range(3):
                u = (t * 2 + k / 3 + (0.15 if side > 0 else 0)) % 1
                x = side * (38 + 48 * u)
                y = -166 - 26 * sin(pi * u) + 46 * u * u
                with c.at(x, y, side * (-40 + 60 * u)):
                    c.blob([(0, -8), (4.6, 2), (0, 6.5), (-4.6, 2)],
                           "#62b5e8")


# Still drawings

def lighthouse(c):
    c.box(0, 0, 360, 70, "#3d4a86")
    c.box(0, 60, 360, 50, "#6a62a0")
    c.box(0, 104, 360, 40, "#b0759f")
    c.box(0, 138, 360, 40, "#f09a86")
    for x, y, r in ((40, 30, 3), (92, 54, 2.4), (150, 22, 3), (318, 34, 3),
                    (286, 64, 2.2), (30, 84, 2.2), (336, 84, 2.4)):
        twinkle(c, x, y, r * 1.9, "#fff6d6")
    c.polygon([(222, 72), (-10, 14), (-10, 96)], "#fff0b8", 0.42)
    c.polygon([(222, 72), (370, 40), (370, 100)], "#fff0b8", 0.42)
    c.segment(70, 178, 30, 26, 180, 360, "#ffd08a")
    c.box(0, 176, 360, 100, "#4a6fa8")
    for x, y, w in ((70, 186, 44), (70, 198, 30), (70, 210, 18)):
        c.line([(x - w / 2, y), (x + w / 2, y)], 4, "#ffd08a")
    c.blob([(140, 280), (158, 214), (196, 190), (252, 186), (300, 204),
            (368, 210), (372, 290)], "#5a4a66")
    c.blob([(160, 214), (196, 188), (252, 184), (300, 202), (368, 208),
            (360, 222), (290, 214), (240, 200), (196, 204)], "#6fa06a")
    c.polygon([(204, 194), (212, 92), (236, 92), (246, 194)], WHITE)
    for k in range(3):
        y = 102 + k * 32
        w0, w1 = 12 + (y - 92) * 0.088, 12 + (y - 76) * 0.088
        c.polygon([(224 - w0, y), (225 + w0, y), (225 + w1, y + 16),
                   (224 - w1, y + 16)], "#d9504c")
    c.box(206, 86, 38, 7, "#39415f", 2)
    c.box(213, 62, 23, 24, "#fff3b0", 2)
    for x in (213, 224, 234):
        c.box(x, 62, 2.4, 24, "#39415f")
    c.segment(224.5, 63, 16, 17, 180, 360, "#d9504c")
    c.circle(224.5, 45, 3, "#39415f")
    c.box(219, 174, 13, 20, "#39415f", 6)
    c.box(256, 168, 44, 30, "#fff4e6")
    c.polygon([(250, 170), (278, 150), (306, 170)], "#8a4a5a")
    c.box(264, 176, 10, 10, "#ffd257", 1)
    c.box(282, 176, 10, 10, "#ffd257", 1)
    for x, y, w in ((40, 232, 50), (112, 216, 34), (96, 250, 60),
                    (26, 258, 36), (150, 240, 30)):
        c.line([(x - w / 2, y), (x + w / 2, y)], 4, "#7ba0cf")
    for x, y in ((126, 62), (150, 74)):
        c.curve([(x - 12, y - 2), (x - 6, y - 7), (x, y), (x + 6, y - 7),
                 (x + 12, y - 2)], 2.4, WHITE)
    c.polygon([(58, 222), (104, 222), (94, 236), (68, 236)], "#8a4a3c")
    c.line([(80, 222), (80, 180)], 3, "#6b3a34")
    c.polygon([(83, 182), (83, 218), (106, 218)], "#fff4e6")
    c.polygon([(77, 188), (77, 218), (60, 218)], "#ffe0c0")


def ramen_bowl(c):
    c.circle(160, 150, 132, "#ffd9a0")
    for k, x in enumerate((110, 160, 210)):
        c.curve([(x, 96), (x - 9, 78), (x + 7, 60), (x - 4, 40)], 8, WHITE,
                0.9)
    c.box(0, 268, 320, 52, "#a85c3f")
    c.box(0, 268, 320, 7, "#c2714f")
    c.line([(206, 128), (300, 40)], 7, "#7d4630")
    c.line([(222, 134), (312, 58)], 7, "#93563a")
    c.ellipse(160, 152, 122, 36, "#c9403f")
    c.ellipse(160, 153, 112, 29, "#f2c06a")
    c.ellipse(160, 156, 106, 25, "#e8a94c")
    for k in range(9):
        x = 70 + k * 21
        c.arc(x, 166, 17, 10, 180, 360, 4.4, "#fff0bf")
        c.arc(x + 9, 158, 17, 9, 190, 350, 4.4, "#ffe7a2")
    # egg, narutomaki, leek, nori
    for x, turn in ((104, -10), (134, 8)):
        c.ellipse(x, 146, 20, 15, WHITE, turn)
        c.circle(x, 147, 9, "#f79a2e")
        c.ellipse(x - 3, 144, 3.4, 2.4, "#ffc46b")
    c.polygon([(232, 158), (226, 106), (258, 100), (264, 150)], "#2f4a3a")
    c.polygon([(214, 158), (206, 112), (236, 104), (246, 152)], "#3d5f49")
    with c.at(188, 148):
        c.star(0, 0, 21, WHITE, 12, 0.86)
        spiral = [((2 + a / 55) * cos(radians(a)),
                   (2 + a / 55) * sin(radians(a)))
                  for a in range(0, 620, 20)]
        c.line(spiral, 3.4, "#f27a9a")
    for x, y in ((152, 166), (166, 170), (120, 168), (214, 168), (88, 160),
                 (178, 172)):
        c.ellipse(x, y, 6, 4, "#5aa552")
        c.ellipse(x, y, 2.6, 1.6, "#d5f0b8")
    # the front of the bowl
    front = [(160 + 122 * cos(radians(a)), 152 + 36 * sin(radians(a)))
             for a in range(0, 181, 4)]
    c.polygon(front[::-1] + [(282, 156), (262, 216), (212, 258), (108, 258),
                             (58, 216), (38, 156)], "#df4f4a")
    c.polygon(front + [
        (160 + 122 * cos(radians(a)), 164 + 36 * sin(radians(a)))
        for a in range(180, -1, -4)], "#f4efe6")
    c.box(112, 252, 96, 18, "#c9403f", 6)
    eyes(c, 160, 214, 28, 8)
    cheeks(c, 160, 229, 46, 10, "#ffa08f")
    smile(c, 160, 230, 12, 4.5)
    for x, y in ((72, 204), (248, 204)):
        c.arc(x, y, 11, 11, 20, 300, 4, "#f4efe6")


def cactus_pot(c):
    c.circle(160, 148, 130, "#d9efe4")
    c.box(0, 270, 320, 50, "#e3b48c")
    c.box(0, 270, 320, 6, "#efc9a6")
    c.ellipse(160, 288, 92, 11, "#c99a72")
    green, dark = "#5fae72", "#4a9460"
    c.line([(104, 150), (78, 148), (74, 112)], 32, dark)
    c.line([(214, 166), (246, 162), (248, 118)], 30, dark)
    c.box(102, 56, 116, 172, green, 58)
    for x, y0, y1 in ((128, 96, 210), (160, 76, 100), (192, 96, 210)):
        c.line([(x, y0), (x, y1)], 3, dark)
    for x, y in ((116, 92), (204, 92), (114, 132), (206, 132), (116, 190),
                 (204, 190), (142, 78), (178, 78), (66, 124), (84, 132),
                 (240, 130), (256, 138), (144, 196), (176, 196)):
        for dx in (-5, 0, 5):
            c.line([(x, y), (x + dx, y - 6)], 1.6, "#f4f8e4")
    for x, y, s in ((160, 54, 1.0), (74, 98, 0.6)):
        for k in range(6):
            with c.at(x, y, k * 60, s):
                c.ellipse(0, -14, 9, 14, "#ff7fa3" if k % 2 else "#ff9ab7")
        c.circle(x, y, 9 * s, "#ffd45c")
    eyes(c, 160, 136, 24, 8)
    cheeks(c, 160, 154, 40, 11)
    grin(c, 160, 150, 13)
    c.polygon([(100, 216), (220, 216), (206, 286), (114, 286)], "#d9744a")
    c.polygon([(100, 216), (220, 216), (216, 236), (104, 236)], "#bd5e3a")
    c.box(90, 200, 140, 26, "#e98a5e", 8)
    for k in range(4):
        x = 119 + k * 23
        c.line([(x, 264), (x + 10, 250), (x + 20, 264)], 4.5, "#ffd9a8")
    c.circle(54, 282, 13, "#9aa3b2")
    c.circle(76, 288, 9, "#b4bcc9")
    c.circle(258, 286, 10, "#9aa3b2")


def hedgehog_leaf(c):
    c.circle(160, 140, 130, "#ffe2b3")
    for x in (40, 266):
        c.box(x - 8, 90, 16, 170, "#8a5a3c")
    for x, y, r, shade in ((40, 70, 50, "#e8873a"), (106, 40, 42, "#f2a541"),
                           (266, 60, 52, "#d9673a"), (208, 30, 36,
                                                      "#f2b84b")):
        c.circle(x, y, r, shade)
    c.ellipse(160, 318, 240, 70, "#a9b65a")
    c.ellipse(160, 272, 118, 13, "#8a9a48")
    spines = "#7a5240"
    for k in range(19):
        a = 150 + k * 11.8
        with c.at(172, 196, 0):
            r = 96 if k % 2 else 88
            u = radians(a)
            c.polygon([(62 * cos(u - 0.16), 62 * sin(u - 0.16)),
                       (r * cos(u), r * sin(u) * 0.92),
                       (62 * cos(u + 0.16), 62 * sin(u + 0.16))],
                      "#5e3d30")
    c.ellipse(172, 200, 84, 72, spines)
    for k, (x, y) in enumerate(((150, 150), (180, 142), (210, 156),
                                (232, 184), (200, 186), (170, 172),
                                (216, 214), (238, 212), (188, 216))):
        c.line([(x - 7, y + 8), (x, y - 6), (x + 7, y + 8)], 4, "#9a6c54")
    skin = "#f4d2a8"
    c.ellipse(120, 224, 66, 52, skin)
    c.blob([(62, 210), (42, 232), (62, 252), (104, 258), (116, 214)], skin)
    c.circle(142, 176, 16, skin)
    c.circle(142, 176, 9, "#e8a48c")
    c.circle(44, 230, 10, INK)
    c.circle(41, 227, 3, WHITE)
    for x in (82, 116):
        c.ellipse(x, 214, 7.5, 8.5, INK)
        c.circle(x + 2, 211, 2.8, WHITE)
    c.ellipse(122, 234, 12, 8, BLUSH)
    c.arc(84, 236, 14, 10, 15, 150, 4, INK)
    for x in (110, 150, 196):
        c.ellipse(x, 270, 17, 9, "#d9b088")
    # the leaf, stuck on the spines
    with c.at(208, 126, 24, 1.15):
        c.blob([(0, -44), (13, -24), (34, -26), (26, -6), (36, 10), (14, 14),
                (0, 32), (-14, 14), (-36, 10), (-26, -6), (-34, -26),
                (-13, -24)], "#d9482f")
        c.line([(0, -26), (0, 46)], 3.4, "#a8321f")
        for side in (-1, 1):
            c.line([(0, 0), (side * 18, -14)], 2.6, "#a8321f")
            c.line([(0, 12), (side * 18, 4)], 2.6, "#a8321f")
    for x, y, turn, shade in ((34, 296, 20, "#e8873a"), (282, 288, -30,
                              "#d9673a"), (228, 302, 60, "#f2a541"),
                              (92, 304, -50, "#d9482f")):
        with c.at(x, y, turn):
            c.ellipse(0, 0, 17, 8, shade)
            c.line([(-15, 0), (20, 0)], 2, "#a8552a")


def fox_sleep(c):
    c.circle(160, 150, 132, "#3f5187")
    c.circle(280, 58, 26, "#fff3cf")
    for x, y in ((60, 70), (110, 44), (160, 78), (196, 36), (284, 118),
                 (40, 138), (236, 24), (90, 108)):
        twinkle(c, x, y, 6, "#e7e6ff")
    for x, h in ((30, 110), (292, 130), (74, 80)):
        for k in range(3):
            w = h * (0.2 + 0.09 * k)
            y = 236 - h + k * h * 0.26
            c.polygon([(x - w, y + h * 0.4), (x + w, y + h * 0.4), (x, y)],
                      "#2b3a66")
            c.polygon([(x - w * 0.4, y + h * 0.16), (x + w * 0.4,
                       y + h * 0.16), (x, y)], "#dfe8fa")
    c.ellipse(160, 312, 240, 84, "#e9f0fc")
    c.ellipse(160, 280, 124, 15, "#c6d3ec")
    fur, dark, light = "#ee8240", "#d0652a", "#fff3e4"
    c.ellipse(168, 218, 110, 66, fur)
    c.ellipse(178, 208, 84, 44, "#f4935a", -4)
    # the tail curls round in front
    c.blob([(270, 206), (286, 244), (252, 282), (180, 290), (118, 282),
            (84, 262), (104, 246), (160, 252), (222, 246), (248, 218)],
           dark)
    c.blob([(124, 284), (92, 278), (66, 258), (96, 246), (132, 249),
            (118, 266)], light)
    # head
    with c.at(112, 212, -8):
        for side in (-1, 1):
            c.polygon([(side * 50, -66), (side * 56, -14), (side * 14, -36)],
                      fur)
            c.polygon([(side * 45, -50), (side * 48, -22),
                       (side * 26, -34)], "#5a3a34")
        c.blob([(0, -44), (46, -28), (66, 10), (30, 34), (0, 48), (-30, 34),
                (-66, 10), (-46, -28)], fur)
        c.blob([(-64, 12), (-30, 4), (-8, 22), (0, 48), (-30, 35)], light)
        c.blob([(64, 12), (30, 4), (8, 22), (0, 48), (30, 35)], light)
        for side in (-1, 1):
            c.arc(side * 27, -4, 12, 9, 15, 165, 4, INK)
        c.ellipse(0, 40, 9, 7, INK)
        c.ellipse(-2.5, 37.5, 3, 1.8, "#75708a")
        cheeks(c, 0, 16, 40, 8)
    for k, (x, y) in enumerate(((190, 146), (208, 118), (231, 90))):
        c.write(x, y, "Z", 15 + 6 * k, "#ffffff")
    for x, y in ((40, 262), (280, 290), (60, 300), (222, 306), (300, 252)):
        c.line([(x - 10, y), (x + 10, y)], 4, "#c6d3ec")


def tulip_card(c):
    c.circle(160, 150, 134, "#ffe6ea")
    c.box(0, 268, 320, 52, "#c9a0d0")
    c.box(0, 268, 320, 6, "#dab9e0")
    tulips = ((96, 92, -16, "#ff6f7d"), (128, 62, -6, "#ffc94d"),
              (164, 80, 4, "#b06fd0"), (66, 126, -26, "#ff9fb2"),
              (196, 106, 16, "#ff8a4d"))
    for x, y, turn, shade in tulips:
        c.curve([(128, 200), (128 + (x - 128) * 0.55, 150), (x, y + 16)], 6,
                "#4f9a52")
    for x, y, turn in ((84, 172, -38), (168, 170, 34), (110, 148, -14),
                       (150, 146, 16)):
        c.ellipse(x, y, 9, 36, "#63b262", turn)
    for x, y, turn, shade in tulips:
        with c.at(x, y, turn):
            c.blob([(-21, -20), (-10, -6), (0, -26), (10, -6), (21, -20),
                    (23, 8), (0, 26), (-23, 8)], shade)
            c.blob([(-9, -2), (0, -26), (9, -2), (7, 20), (0, 26),
                    (-7, 20)], WHITE, 0.28)
    c.ellipse(128, 280, 66, 9, "#b287ba")
    c.blob([(86, 190), (82, 214), (76, 240), (88, 276), (128, 282),
            (168, 276), (180, 240), (174, 214), (170, 190), (128, 196)],
           "#6db7d6")
    c.blob([(86, 190), (82, 214), (76, 240), (88, 276), (104, 280),
            (92, 240), (98, 194)], "#8fcbe3")
    c.ellipse(128, 192, 43, 8, "#4f9cbf")
    eyes(c, 128, 230, 17, 6)
    cheeks(c, 128, 242, 30, 8)
    smile(c, 128, 242, 8, 3.6)
    with c.at(240, 226, 8):
        c.box(-59, -43, 124, 92, "#b287ba", 6)
        c.box(-62, -48, 124, 92, "#fffdf6", 6)
        c.box(-55, -41, 110, 78, "#fff3e0", 4)
        c.write(0, -14, "MERCI", 26, "#d9497a", 0.18)
        c.heart(0, 22, 26, "#ef4e72")
        c.line([(-42, 22), (-20, 22)], 2.6, "#d9b8c4")
        c.line([(20, 22), (42, 22)], 2.6, "#d9b8c4")


def mountain_lake(c):
    c.box(0, 0, 360, 60, "#bfe3f5")
    c.box(0, 56, 360, 50, "#d3edf8")
    c.box(0, 100, 360, 60, "#e8f6fb")
    c.circle(70, 52, 24, "#ffe08a")
    cloud(c, 150, 44, 0.55, WHITE)
    cloud(c, 318, 62, 0.6, WHITE)

    def range_(sign, shades):
        def up(points):
            return [(x, 156 - sign * y) for x, y in points]
        far, near, snow, trees = shades
        c.polygon(up([(-10, 0), (60, 62), (108, 30), (170, 74), (250, 26),
                      (312, 70), (372, 20), (372, 0)]), far)
        c.polygon(up([(70, 0), (196, 124), (316, 0)]), near)
        c.polygon(up([(196, 124), (230, 88), (212, 80), (200, 92),
                      (186, 78), (164, 92)]), snow)
        c.polygon(up([(-20, 0), (60, 80), (140, 0)]), near)
        c.polygon(up([(60, 80), (84, 56), (66, 52), (58, 60), (42, 52),
                      (36, 56)]), snow)
        for k in range(25):
            x = -4 + k * 15.4
            h = 22 + (k * 37) % 17
            c.polygon(up([(x - 9, 0), (x + 9, 0), (x, h)]), trees)
    range_(1, ("#9fb8d6", "#6f88b4", WHITE, "#3f7358"))
    c.box(0, 156, 360, 120, "#7dbcd9")
    range_(-0.62, ("#86b3d0", "#6a9cc2", "#b4d9ea", "#5a97a0"))
    c.box(0, 154, 360, 4, "#cfeaf4")
    for x, y, w in ((40, 178, 40), (150, 196, 70), (300, 184, 46),
                    (90, 222, 60), (262, 232, 80), (180, 252, 50),
                    (30, 250, 40), (330, 254, 50)):
        c.line([(x - w / 2, y), (x + w / 2, y)], 2.6, "#cfeaf4", 0.99)
    # a red canoe with a bear
    c.ellipse(200, 234, 74, 7, "#5a9cc0")
    c.circle(196, 184, 17, "#7a5238")
    for side in (-1, 1):
        c.circle(196 + side * 12, 171, 6, "#7a5238")
        c.circle(196 + side * 12, 171, 3, "#c99a72")
    c.ellipse(196, 214, 21, 22, "#7a5238")
    c.box(178, 202, 36, 24, "#f2b13c", 8)
    c.ellipse(196, 190, 9, 7, "#d9b088")
    eyes(c, 196, 181, 7, 2.6)
    c.ellipse(196, 187, 3.4, 2.4, INK)
    c.line([(170, 244), (226, 182)], 4, "#a9744f")
    c.ellipse(168, 247, 6, 11, "#a9744f", 42)
    c.line([(182, 208), (196, 216)], 9, "#7a5238")
    c.line([(212, 208), (213, 198)], 9, "#7a5238")
    c.blob([(126, 208), (146, 222), (200, 226), (254, 222), (274, 208),
            (264, 232), (240, 240), (160, 240), (136, 232)], "#d9504c")
    c.line([(130, 214), (150, 223), (200, 227), (250, 223), (270, 214)], 3.6,
           "#f2827a")


# name: (function, size, background, number of frames)
ANIMATED = {
    "otter-wave": (otter_wave, SQUARE, "#bfe8e6", 16),
    "cat-typing": (cat_typing, SQUARE, "#fbe3c6", 16),
    "morning-sun": (morning_sun, WIDE, "#fff3cf", 16),
    "rain-cloud": (rain_cloud, SQUARE, "#c3d1e4", 16),
    "coffee-steam": (coffee_steam, SQUARE, "#efcfae", 16),
    "birthday-cake": (birthday_cake, SQUARE, "#f3e6fa", 16),
    "heart-beat": (heart_beat, SQUARE, "#ffe4ea", 14),
    "penguin-dance": (penguin_dance, SQUARE, "#b5daf0", 16),
    "dog-tail": (dog_tail, SQUARE, "#cfe7f2", 16),
    "rocket-flight": (rocket_flight, SQUARE, "#2d2b5e", 16),
    "campfire-night": (campfire_night, WIDE, "#2a3560", 16),
    "fireworks-town": (fireworks_town, WIDE, "#1d1f4a", 18),
    "sleepy-moon": (sleepy_moon, SQUARE, "#45438a", 16),
    "whale-spout": (whale_spout, WIDE, "#d3f0f7", 16),
    "toast-jump": (toast_jump, SQUARE, "#e3f6ef", 14),
    "frog-hop": (frog_hop, SQUARE, "#d6f0dc", 16),
    "ferry-gull": (ferry_gull, WIDE, "#ffe3c2", 16),
    "avocado-laugh": (avocado_laugh, SQUARE, "#ffe48f", 16),
}

# name: (function, size, background, format)
STILL = {
    "lighthouse": (lighthouse, WIDE, "#3d4a86", "png"),
    "ramen-bowl": (ramen_bowl, SQUARE, "#ffe9c7", "png"),
    "cactus-pot": (cactus_pot, SQUARE, "#c6e6d8", "webp"),
    "hedgehog-leaf": (hedgehog_leaf, SQUARE, "#fff0d0", "png"),
    "fox-sleep": (fox_sleep, SQUARE, "#33437a", "webp"),
    "tulip-card": (tulip_card, SQUARE, "#fff2f2", "png"),
    "mountain-lake": (mountain_lake, WIDE, "#e8f6fb", "png"),
}
