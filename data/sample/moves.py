"""Moving drawings of the sample library with few frames.

A drawing is a function of a canvas and a time between 0 and 1, whose end
meets its beginning.  ANIMATED at the end names them, with their sizes,
background colours and numbers of frames.
"""

from math import cos, pi, sin

from parts import (BLUSH, CREAM, INK, SQUARE, WHITE, WIDE, blink, cheeks, cloud,
                   disc, eyes, face, floor, grin, laughing_eyes, pine, smile,
                   spread, swell, twinkle, wave)


def robot_hello(c, t):
    disc(c, "#ffeccc")
    floor(c, 270, "#e5b98f", "#f0cda8")
    c.ellipse(150, 284, 84, 9, "#cf9f74")
    blue, dark, light = "#6fa8dc", "#4d82b8", "#e6f1fb"
    for x in (122, 178):
        c.box(x - 13, 240, 26, 40, dark, 8)
    with c.at(212, 186, 14 * wave(t)):
        c.line([(0, 0), (42, -32), (50, -84)], 17, dark)
        c.sector(50, -96, 22, -60, 240, blue)
        c.circle(50, -94, 8, "#ffeccc")
    c.line([(86, 182), (60, 226)], 17, dark)
    c.circle(58, 230, 15, blue)
    c.box(86, 160, 128, 94, blue, 20)
    c.box(108, 182, 84, 50, light, 10)
    beat = max(0, wave(t, 2))
    c.heart(150, 208, 26 + 5 * beat, "#e8574f")
    c.line([(150, 46), (150, 22)], 5, dark)
    c.circle(150, 20, 9, "#ffd257" if t < 0.5 else "#ff8f5c")
    for side in (-1, 1):
        c.box(150 + side * 86 - 9, 84, 18, 34, dark, 6)
    c.box(66, 44, 168, 112, blue, 30)
    c.box(82, 60, 136, 80, "#2f3d5c", 20)
    for side in (-1, 1):
        if blink(t, 0.5, 0.2):
            c.line([(150 + side * 34 - 11, 94), (150 + side * 34 + 11, 94)],
                   5, "#8ff0e0")
        else:
            c.ellipse(150 + side * 34, 92, 10, 13, "#8ff0e0")
    smile(c, 150, 114, 14, 5, "#8ff0e0")


def octopus_wave(c, t):
    swell(c, 40, 5, 160, t, "#3f93bf", 320, 320)
    xs = spread(9, 31)
    for k, x in enumerate(xs):
        y = (k / 9 - t) % 1
        c.circle(20 + 280 * x, 50 + 250 * y, 4 + 4 * xs[-k], "#8fd0e6", 0.6)
    c.ellipse(160, 330, 220, 48, "#e8cf9c")
    skin, dark = "#f2849e", "#d9647f"
    for k in range(6):
        side = -1 if k < 3 else 1
        x = 160 + (k - 2.5) * 26
        sway = 8 * wave(t, 1, k / 6)
        c.curve([(x, 190), (x + side * 12 + sway, 240),
                 (x + side * 34 - sway, 276),
                 (x + side * (62 - 6 * (k % 3)) + sway, 270)], 24,
                skin if k % 2 else dark)
    for side in (-1, 1):
        up = 12 * wave(t, 1, 0.25 * side)
        c.curve([(160 + side * 50, 196), (160 + side * 96, 196),
                 (160 + side * 118, 160 + up), (160 + side * 112, 118 + up)],
                24, skin)
        for k in range(3):
            c.circle(160 + side * (116 - 2 * k), 126 + 14 * k + up, 4,
                     "#ffd3dc")
    c.blob([(160, 54), (222, 76), (242, 132), (222, 186), (196, 216),
            (124, 216), (98, 186), (78, 132), (98, 76)], skin)
    c.ellipse(120, 90, 14, 9, "#f9b3c3", -40)
    eyes(c, 160, 148, 32, 12, blink(t, 0.4, 0.2))
    cheeks(c, 160, 170, 52, 12, "#ffb9c4")
    grin(c, 160, 170, 13)


def sheep_jump(c, t):
    xs, ys = spread(16, 41), spread(16, 42)
    for k in range(16):
        twinkle(c, xs[k] * 360, ys[k] * 130, 4 + 2 * wave(t, 1, xs[k]),
                "#cfc8f5")
    c.circle(300, 56, 28, "#ffe9a8")
    c.circle(312, 48, 23, "#45438a")
    c.ellipse(180, 290, 280, 84, "#4f7f78")
    for x in (142, 218):
        c.box(x - 8, 158, 16, 76, "#b98a62", 5)
    for y in (172, 200):
        c.box(112, y, 136, 13, "#cfa078", 5)
    u = (t + 0.4) % 1
    x, y, turn = -50 + 460 * u, 196, 0
    if 0.2 < u < 0.8:
        y -= 110 * sin(pi * (u - 0.2) / 0.6)
        turn = -12 * cos(pi * u)
    with c.at(x, y, turn):
        for k, lx in enumerate((-24, -12, 16, 28)):
            c.line([(lx, 18), (lx + 6 * wave(t, 4, k / 4), 44)], 8,
                   "#4a4262")
        for px, py, r in ((-30, 4, 20), (-10, -12, 24), (16, -10, 24),
                          (32, 6, 18), (2, 12, 26), (-40, 0, 9)):
            c.circle(px, py, r, "#fbf7f0")
        c.ellipse(46, -10, 19, 22, "#4a4262", -14)
        c.ellipse(30, -16, 12, 6, "#4a4262", -24)
        c.circle(42, -28, 11, "#fbf7f0")
        c.arc(52, -12, 5, 4, 10, 170, 2.6, WHITE)
    for k in range(3):
        u = (t + k / 3) % 1
        c.write(52 + 46 * u + k * 6, 118 - 76 * u, "Z", 10 + 12 * u,
                "#b9c0ff", 0.16)


def rubber_duck(c, t):
    for row in range(8):
        for col in range(8):
            if (row + col) % 2:
                c.box(col * 40, row * 40, 40, 40, "#d9eef5")
    with c.at(160, 184 + 4 * wave(t, 2), 7 * wave(t)):
        yellow, dark = "#ffd23f", "#f2b622"
        c.blob([(-96, -24), (-76, 16), (-70, 60), (0, 82), (72, 58),
                (92, 6), (60, -22), (-30, -10)], yellow)
        c.blob([(-34, 6), (30, -4), (52, 22), (20, 48), (-26, 40)], dark)
        c.circle(36, -58, 58, yellow)
        c.curve([(30, -114), (22, -132), (40, -138)], 8, yellow)
        c.blob([(74, -58), (104, -66), (120, -56), (104, -38), (76, -38)],
               "#f58a3c")
        c.line([(80, -50), (112, -54)], 3, "#d66d24")
        eyes(c, 46, -70, 19, 8, blink(t, 0.2, 0.2))
        c.ellipse(24, -44, 11, 8, BLUSH, alpha=0.8)
    for k in range(9):
        r = 26 + 8 * (k * 37 % 3)
        c.circle(k * 40, 272 + 3 * wave(t, 1, k / 9), r, WHITE)
    c.box(0, 274, 320, 46, WHITE)
    for k, (x, y) in enumerate(((40, 210), (286, 190), (262, 90), (52, 84))):
        c.circle(x + 5 * wave(t, 1, k / 4), y - 6 * wave(t, 1, k / 3),
                 12 + 3 * (k % 3), "#b6def0")
        c.circle(x - 4 + 5 * wave(t, 1, k / 4), y - 4 - 6 * wave(t, 1, k / 3),
                 3, WHITE)
    for x in (60, 150, 240):
        c.arc(x, 292, 16, 14, 190, 320, 4, "#dcecf5")


def butterfly_garden(c, t):
    c.circle(280, 52, 30, "#ffe08a")
    cloud(c, 70, 60, 0.7, WHITE)
    c.ellipse(160, 330, 260, 76, "#9fd38c")
    for k, (x, h, fill) in enumerate(((46, 70, "#ff9fb2"), (100, 48, WHITE),
                                      (222, 46, "#ffc94d"),
                                      (276, 74, "#b58be0"))):
        top = 292 - h + 2 * wave(t, 1, k / 4)
        c.line([(x, 300), (x, top)], 5, "#4f9a52")
        c.ellipse(x + 12, 280, 14, 6, "#63b262", -30)
        for a in range(6):
            c.circle(x + 15 * cos(a * pi / 3), top + 15 * sin(a * pi / 3), 10,
                     fill)
        c.circle(x, top, 9, "#f2a03c")
    open_ = 0.66 + 0.34 * wave(t, 2)
    with c.at(160, 148 + 8 * wave(t), 6 * wave(t, 1, 0.25)):
        for side in (-1, 1):
            with c.at(side * 6, 0, 0, side * open_, 1):
                c.blob([(0, -10), (30, -72), (86, -92), (108, -58),
                        (92, -14), (40, 6)], "#f2784b")
                c.blob([(14, -18), (40, -60), (80, -72), (90, -50),
                        (74, -22), (36, -8)], "#ffb04d")
                c.blob([(0, 2), (50, 4), (84, 30), (76, 66), (40, 70),
                        (10, 36)], "#d95c78")
                c.circle(56, 38, 13, "#ffb3c4")
                c.circle(62, -50, 11, CREAM)
            c.curve([(side * 4, -44), (side * 14, -68), (side * 26, -74)],
                    3.6, INK)
            c.circle(side * 26, -74, 5, INK)
        c.box(-10, -34, 20, 96, "#5a4068", 10)
        c.circle(0, -34, 21, "#5a4068")
        eyes(c, 0, -36, 8, 4.5, blink(t, 0.6, 0.2), WHITE)
        smile(c, 0, -24, 6, 2.6, WHITE)


def windmill_turn(c, t):
    drift = 8 * wave(t)
    cloud(c, 70 + drift, 60, 0.8, WHITE)
    cloud(c, 310 + drift, 90, 0.7, WHITE)
    c.ellipse(60, 270, 200, 74, "#a5d48c")
    c.ellipse(300, 276, 220, 70, "#8fc678")
    c.polygon([(140, 232), (154, 108), (206, 108), (220, 232)], "#f7ead6")
    c.polygon([(184, 232), (184, 108), (206, 108), (220, 232)], "#e6d3ba")
    c.segment(180, 110, 34, 40, 180, 360, "#b5533f")
    c.box(144, 106, 72, 8, "#94402f", 4)
    c.box(166, 196, 28, 36, "#8f5a3d", 12)
    c.box(168, 148, 24, 26, "#7cc6dc", 6)
    c.line([(180, 150), (180, 172)], 3, WHITE)
    for k in range(4):
        with c.at(180, 92, 90 * (k + t) + 20):
            c.box(-3, -92, 6, 92, "#7a5238", 2)
            c.box(3, -90, 22, 66, "#fff9ee", 2)
            for y in (-76, -60, -44):
                c.line([(4, y), (24, y)], 2, "#c9ab86")
    c.circle(180, 92, 9, "#5a4038")
    for k in range(13):
        x = 14 + k * 28
        shade = ("#e8454f", "#ffc94d", "#b06fd0", "#ff8fb0")[k % 4]
        y = 250 - 7 * (k % 2) + 1.5 * wave(t, 1, k / 6)
        c.line([(x, y), (x, 270)], 3, "#3f8a4a")
        c.blob([(x - 8, y - 9), (x - 3, y - 4), (x, y - 12), (x + 3, y - 4),
                (x + 8, y - 9), (x + 8, y + 3), (x, y + 9), (x - 8, y + 3)],
               shade)


def alarm_clock(c, t):
    disc(c, "#dff3e4")
    floor(c, 276, "#9f8ac9", "#b5a2da")
    c.ellipse(160, 288, 96, 9, "#8672b0")
    with c.at(160, 176, 5 * wave(t, 4)):
        for side in (-1, 1):
            c.line([(side * 58, 76), (side * 76, 104)], 16, "#a9443f")
            with c.at(side * 60, -94, side * 34):
                c.segment(0, 0, 38, 34, 180, 360, "#f2c14e")
                c.box(-5, -44, 10, 14, "#d9a02f", 4)
        c.box(-6, -124, 12, 40, "#8f8a9f", 4)
        c.circle(12 * wave(t, 4), -122, 11, "#8f8a9f")
        c.circle(0, 0, 100, "#e8574f")
        c.circle(0, 0, 80, "#fffaf0")
        for k in range(12):
            with c.at(0, 0, 30 * k):
                c.box(-2, -74, 4, 6 if k % 3 else 12, INK, 2)
        c.line([(0, 0), (0, -52)], 6, INK)
        c.line([(0, 0), (-34, -20)], 8, INK)
        c.circle(0, 0, 7, "#e8574f")
        eyes(c, 0, 26, 28, 8, blink(t, 0.6, 0.2))
        cheeks(c, 0, 42, 42, 9)
        c.ellipse(0, 46, 9, 11, "#7a2f3d")
    for side in (-1, 1):
        for k in range(3):
            if (t * 4 + k / 2) % 1 < 0.6:
                c.arc(160, 170, 146 + 13 * k, 146 + 13 * k,
                      -90 + side * 40 - 9, -90 + side * 40 + 9, 5,
                      "#f2a03c")


def popcorn_pop(c, t):
    disc(c, "#c6e4f2")
    floor(c, 276, "#b9774a", "#cf8f5f")
    c.ellipse(160, 290, 84, 9, "#99603a")

    def corn(x, y, turn, size=1.0):
        with c.at(x, y, turn, size):
            for px, py, r in ((-11, 2, 12), (9, 5, 12), (0, -9, 12)):
                c.circle(px, py, r, "#fff6dc")
            c.circle(1, 1, 6, "#ffd86b")
    for k in range(7):
        u = (t + k / 7) % 1
        side = (k * 3 % 7 - 3) / 3
        corn(160 + side * (24 + 100 * u), 124 - 330 * u * (1 - u) + 30 * u,
             360 * u * side, 0.95)
    for k in range(3):
        for i in range(6 - k):
            corn(98 + 12.5 * k + i * 25, 132 - 17 * k + 2 * wave(t, 2, i / 3),
                 i * 70, 1.15)
    outline = [(86, 136), (234, 136), (214, 286), (106, 286)]
    c.polygon(outline, "#fff4e6")
    for k in range(0, 7, 2):
        a, b = 86 + k * 148 / 7, 86 + (k + 1) * 148 / 7
        d, e = 106 + k * 108 / 7, 106 + (k + 1) * 108 / 7
        c.polygon([(a, 136), (b, 136), (e, 286), (d, 286)], "#e2475c")
    c.ellipse(160, 210, 46, 40, "#fff4e6")
    laughing_eyes(c, 160, 202, 20, 8)
    cheeks(c, 160, 216, 32, 8)
    grin(c, 160, 214, 13)


def balloons_three(c, t):
    cloud(c, 58, 96, 0.7, WHITE)
    cloud(c, 276, 236, 0.8, WHITE)
    cloud(c, 68, 282, 0.6, WHITE)
    for k, (x, y, fill, light) in enumerate((
            (92, 132, "#5b9bd5", "#9cc6ec"), (228, 124, "#ffc22e", "#ffe08a"),
            (160, 96, "#ef5a6f", "#f99aa6"))):
        sway, bob = 6 * wave(t, 1, k / 3), 5 * wave(t, 1, k / 3 + 0.2)
        c.curve([(x + sway, y + 64 + bob), ((x + 160) / 2 + 6 - sway, 230),
                 (160, 300)], 2.6, "#7d7a8f")
        with c.at(x + sway, y + bob, sway):
            c.polygon([(0, 58), (9, 72), (-9, 72)], fill)
            c.blob([(0, -66), (40, -52), (54, -14), (38, 30), (0, 62),
                    (-38, 30), (-54, -14), (-40, -52)], fill)
            c.ellipse(-24, -36, 8, 16, light, 34)
            face(c, 0, -10, 17, 6, blink(t, 0.2 + k / 4, 0.13))
    c.blob([(160, 300), (142, 290), (140, 304)], "#ef5a6f")
    c.blob([(160, 300), (178, 290), (180, 304)], "#ef5a6f")
    xs, ys = spread(18, 61), spread(18, 62)
    for k in range(18):
        y = (ys[k] + t) % 1 * 340 - 10
        with c.at(xs[k] * 320, y, 360 * t + 40 * k):
            c.box(-5, -3, 10, 6, ("#ef5a6f", "#6bbf8a", "#b58be0")[k % 3], 1)


def snow_globe(c, t):
    floor(c, 276, "#a9443f", "#c2574f")
    c.ellipse(160, 288, 98, 9, "#8f3531")
    c.circle(160, 150, 122, "#f6fbff")
    c.circle(160, 150, 114, "#8fbfe6")
    c.segment(160, 150, 114, 114, 22, 158, WHITE)
    for x, y, h in ((104, 206, 82), (214, 208, 104), (76, 200, 50)):
        pine(c, x, y, h, "#3f7f68", WHITE)
    c.box(128, 166, 62, 46, "#c9655f", 3)
    c.polygon([(116, 170), (159, 126), (202, 170)], WHITE)
    c.box(150, 184, 19, 28, "#7a4a34", 3)
    for x in (134, 172):
        c.box(x, 180, 12, 13, "#ffe08a", 2)
    xs, ys = spread(40, 66), spread(40, 67)
    for k in range(40):
        y = (ys[k] + t) % 1 * 206 - 103
        x = (xs[k] * 2 - 1) * 100 + 5 * wave(t, 1, xs[k])
        if x * x + y * y < 104 ** 2:
            c.circle(160 + x, 150 + y, 2.4 + 1.6 * xs[-k], WHITE)
    c.arc(160, 150, 98, 98, 198, 240, 8, "#e3f1fb")
    c.blob([(84, 236), (236, 236), (252, 286), (68, 286)], "#d99a62")
    c.box(84, 240, 152, 8, "#ebb780", 4)
    face(c, 160, 262, 22, 6, blink(t, 0.5, 0.2))


def train_ride(c, t):
    c.circle(66, 56, 28, "#ffd98a")
    c.polygon([(-10, 190), (70, 104), (150, 184), (240, 92), (370, 190)],
              "#b9a5d6")
    c.box(0, 184, 360, 90, "#a5cf8f")
    for k in range(5):
        x = (k / 5 - t / 5) % 1 * 430 - 35
        c.circle(x, 178, 18, "#6fae72")
        c.box(x - 3, 184, 6, 18, "#7a5238")
    c.box(0, 236, 360, 7, "#6b6880")
    for k in range(16):
        c.box((k - t) * 26, 243, 14, 9, "#94704f", 2)
    for k in range(3):
        u = (t + k / 3) % 1
        c.circle(256 - 120 * u, 92 - 50 * u, 10 + 18 * u, WHITE,
                 0.9 * (1 - u))
    bob = 1.6 * wave(t, 2)
    with c.at(0, bob):
        c.line([(110, 214), (170, 214)], 7, INK)
        c.box(26, 156, 104, 62, "#f2b13c", 8)
        for x in (38, 70, 102):
            c.box(x, 168, 20, 22, "#fff4e0", 4)
        c.box(20, 148, 116, 12, "#c98a2b", 6)
        c.box(196, 152, 112, 56, "#5b9bd5", 22)
        c.box(160, 112, 62, 104, "#e2534d", 6)
        c.box(170, 124, 40, 34, "#fff4e0", 5)
        c.box(152, 102, 78, 14, "#a93a36", 7)
        c.polygon([(244, 104), (270, 104), (264, 154), (250, 154)], INK)
        c.box(238, 98, 38, 11, "#f2c14e", 5)
        c.circle(312, 180, 9, "#ffe9a8")
        c.polygon([(290, 208), (310, 208), (332, 234), (290, 234)],
                  "#a93a36")
        c.box(156, 204, 150, 14, "#3f6fa3", 4)
        face(c, 268, 174, 14, 5, blink(t, 0.6, 0.2))
    for x, r in ((52, 17), (104, 17), (186, 23), (240, 17), (284, 17)):
        c.circle(x, 237 - r, r, INK)
        c.circle(x, 237 - r, r * 0.55, "#c9c6d6")
        for k in range(2):
            a = pi * (t * 2 + k / 2)
            c.line([(x - r * 0.8 * cos(a), 237 - r - r * 0.8 * sin(a)),
                    (x + r * 0.8 * cos(a), 237 - r + r * 0.8 * sin(a))], 3,
                   "#c9c6d6")


def ghost_boo(c, t):
    xs, ys = spread(18, 23), spread(18, 24)
    for k in range(18):
        twinkle(c, xs[k] * 320, ys[k] * 260, 4 + 2 * wave(t, 1, xs[k]),
                "#b9a5e6")
    c.circle(160, 140, 116, "#5a4a8f")
    c.ellipse(160, 292, 66 - 6 * wave(t), 9, "#332a5c")
    with c.at(160, 150 + 9 * wave(t), 3 * wave(t, 1, 0.25)):
        hem = [(78 - 156 * k / 8, 92 + 9 * cos(pi * k)
                + 4 * wave(t, 1, k / 8)) for k in range(9)]
        c.blob([(0, -104), (52, -84), (76, -30)] + hem
               + [(-76, -30), (-52, -84)], "#f6f3ff")
        for side in (-1, 1):
            c.ellipse(side * 82, 4 - 10 * wave(t, 1, 0.1), 25, 14,
                      "#f6f3ff", side * -34)
        eyes(c, 0, -34, 27, 12, blink(t, 0.45, 0.2))
        cheeks(c, 0, -10, 44, 11)
        c.ellipse(0, -4, 11, 14 + 3 * wave(t), "#5a3a5c")
        c.ellipse(0, 4, 7, 5, "#f2727f")
    with c.at(258, 268):
        for dx in (-17, 17, 0):
            c.ellipse(dx, 0, 21, 25, "#f58a3c" if dx else "#ffa050")
        c.line([(0, -22), (6, -36)], 7, "#5fae5c")
        for side in (-1, 1):
            c.polygon([(side * 14 - 6, -2), (side * 14 + 6, -2),
                       (side * 14, -12)], "#5a2f2a")
        c.segment(0, 6, 17, 11, 0, 180, "#5a2f2a")


def ufo_beam(c, t):
    xs, ys = spread(30, 33), spread(30, 34)
    for k in range(30):
        twinkle(c, xs[k] * 320, ys[k] * 300, 3.6 + 2.4 * wave(t, 1, xs[k]),
                "#cfd4ff")
    c.circle(52, 62, 30, "#f2a877")
    c.arc(52, 62, 48, 10, -20, 200, 4, "#ffe0b8")
    c.ellipse(160, 342, 240, 72, "#4f8a78")
    bob = 5 * wave(t)
    c.polygon([(120, 178 + bob), (200, 178 + bob), (258, 300), (62, 300)],
              "#ffe98a", 0.3 + 0.1 * wave(t))
    c.ellipse(160, 300, 98, 14, "#ffe98a", alpha=0.45)
    with c.at(160, 232 - 10 * wave(t, 1, 0.3), 20 * wave(t)):
        for x, y in ((-18, 20), (14, 22), (-10, 20), (22, 20)):
            c.line([(x, 8), (x, y + 6)], 6, "#5a4038")
        c.ellipse(0, 0, 34, 20, WHITE)
        c.ellipse(-8, -5, 12, 8, "#4a4262", 20)
        c.ellipse(14, 6, 8, 6, "#4a4262")
        c.ellipse(34, -12, 14, 15, WHITE)
        c.ellipse(38, -5, 10, 8, "#ffc1c6")
        eyes(c, 36, -16, 6, 3)
    with c.at(160, 136 + bob, 4 * wave(t, 1, 0.25)):
        c.segment(0, -6, 62, 74, 180, 360, "#a9e3f0")
        c.ellipse(0, -26, 34, 32, "#7cc46b")
        for side in (-1, 1):
            c.line([(side * 14, -52), (side * 20, -68)], 4, "#7cc46b")
            c.circle(side * 20, -69, 5, "#ffd257")
        eyes(c, 0, -28, 14, 8, blink(t, 0.6, 0.2))
        smile(c, 0, -12, 8, 3.4)
        c.ellipse(0, 12, 122, 32, "#8d84c9")
        c.ellipse(0, 4, 118, 25, "#b5aee6")
        for k in range(5):
            lit = int(t * 10) % 2 == k % 2
            c.circle((k - 2) * 42, 18 - 4 * abs(k - 2), 8,
                     "#ffe98a" if lit else "#ef5a6f")


def fish_bowl(c, t):
    disc(c, "#ffe8d4")
    floor(c, 270, "#8fb98a", "#a6cba0")
    c.ellipse(160, 286, 100, 9, "#78a274")
    c.circle(160, 166, 122, "#d6f0f7")
    c.segment(160, 166, 114, 114, -30, 210, "#8fd0e6")
    c.segment(160, 166, 114, 114, 48, 132, "#f0d9a8")
    for k, (x, y, fill) in enumerate(((112, 262, "#e2908a"),
                                      (148, 270, "#a9b8d6"),
                                      (196, 266, "#c9a5dc"))):
        c.ellipse(x, y, 13, 8, fill)
    for x in (226, 240):
        c.curve([(x - 8, 246), (x + 6 * wave(t), 214),
                 (x - 4 - 6 * wave(t), 176)], 8, "#55a866")
    angle = 2 * pi * t
    side = 1 if cos(angle) >= 0 else -1
    with c.at(156 + 48 * sin(angle), 180 + 12 * wave(t, 2), 0, side, 1):
        flap = 10 * wave(t, 4)
        c.blob([(-36, 0), (-66, -26 + flap), (-58, 0), (-66, 26 + flap)],
               "#f2703c")
        c.blob([(-10, -24), (6, -44), (26, -26)], "#f2703c")
        c.ellipse(0, 0, 46, 30, "#ff9a4d")
        c.ellipse(2, 12, 30, 14, "#ffc48a")
        c.ellipse(-8, 6, 13, 7, "#f2703c", 30 + flap)
        c.circle(24, -7, 8, INK)
        c.circle(27, -10, 3, WHITE)
        c.ellipse(20, 8, 7, 5, "#ff7a6b")
        c.arc(34, 4, 7, 6, 20, 120, 3, INK)
    for k in range(3):
        u = (t + k / 3) % 1
        c.circle(96 + 8 * k + 3 * wave(u, 2), 236 - 116 * u, 4 + 2 * u,
                 "#e6f8fc")
    c.ellipse(160, 60, 68, 13, "#b6dfea")
    c.ellipse(160, 60, 60, 8, "#f0fafd")
    c.arc(160, 166, 98, 98, 194, 228, 8, WHITE)


def bee_flight(c, t):
    c.circle(56, 56, 30, "#ffe08a")
    cloud(c, 264, 60, 0.7, WHITE)
    c.ellipse(160, 340, 260, 76, "#8fc678")
    for k, x in enumerate((50, 112, 268)):
        y = 246 - 22 * (k % 2) + 2 * wave(t, 1, k / 3)
        c.line([(x, 300), (x, y)], 6, "#4f9a52")
        c.ellipse(x + 15, 280, 17, 7, "#63b262", -30)
        for a in range(10):
            with c.at(x, y, 36 * a):
                c.ellipse(0, -22, 8, 15, "#fff4f6" if k % 2 else "#ffb3c9")
        c.circle(x, y, 14, "#f2a03c")
    for k in range(9):
        u = k / 9
        c.circle(20 + 92 * u, 176 + 18 * sin(5 * u + 2 * pi * t), 2.6,
                 "#6b8f70")
    with c.at(182 + 6 * wave(t, 1, 0.25), 148 + 12 * wave(t),
              6 * wave(t, 1, 0.3)):
        for k, turn in enumerate((-26, 12)):
            with c.at(-8 + 22 * k, -44, turn + 14 * wave(t, 4)):
                c.ellipse(0, -34, 22, 40, "#e3f4fb")
                c.ellipse(0, -30, 12, 26, WHITE)
        c.polygon([(-74, -8), (-74, 8), (-96, 2)], INK)
        c.ellipse(0, 0, 80, 54, "#ffcf3f")
        for x, h in ((-50, 41), (-20, 51), (10, 52)):
            c.blob([(x - 8, -h), (x + 6, -h), (x + 10, 0), (x + 6, h),
                    (x - 8, h), (x - 4, 0)], INK)
        for x in (44, 62):
            c.curve([(x - 4, -38), (x + 4, -62), (x + 16, -70)], 4, INK)
            c.circle(x + 16, -70, 6, INK)
        eyes(c, 50, -6, 15, 7, blink(t, 0.5, 0.2))
        cheeks(c, 50, 10, 22, 7)
        smile(c, 50, 9, 7, 3)


def gift_hop(c, t):
    disc(c, "#d9f0ec")
    floor(c, 272, "#f2c9a0", "#f8d9b8")
    up = max(0, wave(t, 1))
    c.ellipse(160, 288, 92 - 16 * up, 9, "#d9ab7c")
    xs, ys = spread(20, 18), spread(20, 19)
    for k in range(20):
        with c.at(xs[k] * 320, (ys[k] + t) % 1 * 340 - 10, 90 * k):
            c.box(-6, -3, 12, 6, ("#ef5a6f", "#5b9bd5", "#f2b13c",
                                  "#6bbf8a")[k % 4], 2)
    squash = 0.06 * max(0, -wave(t, 1))
    with c.at(160, 284 - 34 * up, 4 * wave(t, 2) * up, 1 + squash,
              1 - squash):
        c.box(-80, -132, 160, 132, "#8f7fd6", 10)
        c.box(48, -132, 32, 132, "#7d6cc4", 10)
        c.box(-15, -132, 30, 132, "#ffd257")
        face(c, 0, -72, 40, 10, blink(t, 0.6, 0.2))
        with c.at(0, -132 - 22 * up, -7 * up):
            for side in (-1, 1):
                with c.at(0, -34, side * 38):
                    c.ellipse(0, -28, 19, 30, "#ffd257")
                    c.ellipse(0, -24, 9, 17, "#e5b02f")
            c.box(-92, -34, 184, 40, "#a598e6", 10)
            c.box(-17, -34, 34, 40, "#ffe08a")
            c.circle(0, -36, 13, "#f2b622")


# name: (function, size, background, number of frames)
ANIMATED = {
    "robot-hello": (robot_hello, SQUARE, "#fff6e3", 8),
    "octopus-wave": (octopus_wave, SQUARE, "#bfe6f2", 8),
    "sheep-jump": (sheep_jump, WIDE, "#45438a", 12),
    "rubber-duck": (rubber_duck, SQUARE, "#e9f6fa", 8),
    "butterfly-garden": (butterfly_garden, SQUARE, "#d3eef5", 8),
    "windmill-turn": (windmill_turn, WIDE, "#cdeaf5", 8),
    "alarm-clock": (alarm_clock, SQUARE, "#c3e4cf", 8),
    "popcorn-pop": (popcorn_pop, SQUARE, "#a9d3e8", 8),
    "balloons-three": (balloons_three, SQUARE, "#d9effa", 10),
    "snow-globe": (snow_globe, SQUARE, "#f3dcd3", 8),
    "train-ride": (train_ride, WIDE, "#fde7cf", 8),
    "ghost-boo": (ghost_boo, SQUARE, "#433672", 8),
    "ufo-beam": (ufo_beam, SQUARE, "#2d2b5e", 10),
    "fish-bowl": (fish_bowl, SQUARE, "#fff5ea", 12),
    "bee-flight": (bee_flight, SQUARE, "#cfeef2", 8),
    "gift-hop": (gift_hop, SQUARE, "#f3faf5", 8),
}
