"""Still drawings of the sample library: one simple thing each.

A drawing is a function of a canvas.  STILL at the end names them, with their
sizes, background colours and formats.
"""

from math import cos, pi, radians, sin

from canvas import smooth
from parts import (CREAM, INK, SQUARE, WHITE, WIDE, cheeks, cloud, disc, eyes,
                   face, floor, grin, pine, smile, spread, twinkle)


def pineapple_cool(c):
    disc(c, "#ffe9a8")
    floor(c, 268, "#f0c987", "#f8dba6")
    for turn in (-52, -28, 0, 28, 52):
        with c.at(160, 108, turn):
            c.blob([(-13, 0), (-15, -40), (0, -84), (15, -40), (13, 0)],
                   "#4f9a52" if turn % 56 else "#63b262")
    c.ellipse(160, 284, 76, 9, "#d9ac66")
    c.ellipse(160, 192, 72, 92, "#f2b13c")
    for k in range(-3, 4):
        for row in range(-3, 4):
            x, y = k * 24 + (row % 2) * 12, row * 25
            if (x / 62) ** 2 + (y / 82) ** 2 < 1:
                with c.at(160 + x, 192 + y, 45):
                    c.box(-8, -8, 16, 16, "#ffc95c", 3)
    for side in (-1, 1):
        with c.at(160 + side * 29, 172):
            c.blob([(-26, -14), (26, -14), (24, 8), (0, 20), (-24, 8)], INK)
            c.line([(-12, -4), (-2, -8)], 4, "#8a84a0")
    c.line([(132, 160), (188, 160)], 6, INK)
    cheeks(c, 160, 208, 42, 11, "#ff9a7a")
    grin(c, 160, 210, 15)


def ice_cream(c):
    disc(c, "#ffeef2")
    c.polygon([(108, 170), (212, 170), (160, 304)], "#dfa05c")
    for k in range(5):
        u = k / 5
        c.line([(112 + 96 * u, 174), (160 + 42 * u, 296 - 112 * u)], 3,
               "#c4823f")
        c.line([(208 - 96 * u, 174), (160 - 42 * u, 296 - 112 * u)], 3,
               "#c4823f")
    for x, y, shade in ((160, 72, "#ffd9e2"), (122, 128, "#b8e3c4"),
                        (198, 128, "#fff0c2")):
        c.circle(x, y, 46, shade)
        c.ellipse(x - 18, y - 22, 9, 6, WHITE, -35, 0.7)
    for k in range(6):
        c.circle(104 + k * 22, 166, 15, "#b8e3c4" if k < 3 else "#fff0c2")
    face(c, 160, 74, 17, 6)
    c.curve([(166, 30), (172, 12), (188, 4)], 4, "#5a9a52")
    c.circle(164, 32, 15, "#e2475c")
    c.circle(159, 27, 4, WHITE, 0.8)
    for x, y, turn, shade in ((104, 108, 30, "#e86f68"),
                              (132, 106, -30, "#5b9bd5"),
                              (190, 104, 50, "#b06fd0"),
                              (218, 116, -20, "#e86f68"),
                              (206, 142, 10, "#5b9bd5"),
                              (112, 140, 70, "#f2b13c")):
        with c.at(x, y, turn):
            c.box(-7, -2, 14, 4, shade, 2)


def koala_hug(c):
    disc(c, "#d9f0dc")
    c.box(188, 0, 44, 320, "#a9744f")
    c.box(188, 0, 13, 320, "#bd8a62")
    for y in (40, 150, 262):
        c.arc(212, y, 9, 14, 0, 360, 3, "#8f5d3d")
    for x, y, turn in ((252, 58, 50), (270, 92, 100), (246, 250, 70),
                       (166, 36, -60)):
        c.ellipse(x, y, 11, 36, "#6bb573", turn)
    fur, dark, light = "#9aa3b5", "#7f889c", "#e9edf4"
    c.ellipse(146, 228, 62, 70, fur)
    c.ellipse(134, 236, 34, 48, light)
    c.line([(120, 286), (196, 284)], 34, dark)
    for side in (-1, 1):
        c.circle(138 + side * 66, 84, 34, fur)
        c.circle(138 + side * 66, 86, 21, "#f3c4cc")
    c.ellipse(138, 124, 70, 62, fur)
    eyes(c, 138, 116, 34, 8)
    cheeks(c, 138, 140, 46, 11)
    c.ellipse(138, 128, 14, 21, "#4a4a5e")
    c.ellipse(134, 119, 4, 7, "#75758c")
    smile(c, 138, 158, 11, 4)
    c.line([(160, 210), (200, 200), (226, 206)], 30, dark)
    for y in (198, 206, 214):
        c.line([(228, y), (236, y)], 4, INK)


def mushroom_home(c):
    disc(c, "#ffe3b8")
    c.ellipse(160, 330, 220, 66, "#8aa65a")
    c.blob([(112, 160), (108, 220), (98, 270), (128, 286), (192, 286),
            (222, 270), (212, 220), (208, 160)], "#fff0dc")
    c.blob([(180, 160), (190, 220), (190, 284), (222, 270), (212, 220),
            (208, 160)], "#ecd6ba")
    c.segment(160, 166, 122, 112, 180, 360, "#dd4b46")
    c.ellipse(160, 166, 122, 22, "#dd4b46")
    c.ellipse(160, 174, 92, 12, "#f3d0bd")
    for x, y, rx, ry in ((160, 92, 26, 22), (92, 130, 18, 18),
                         (228, 130, 18, 18), (126, 148, 9, 8),
                         (196, 150, 10, 9), (112, 84, 9, 9),
                         (208, 84, 10, 9)):
        c.ellipse(x, y, rx, ry, "#fff4e6")
    c.arc(160, 166, 104, 96, 196, 232, 6, "#ee7a72")
    face(c, 160, 214, 28, 9)
    for x, y, turn in ((60, 296, 20), (262, 292, -30), (284, 306, 40)):
        c.ellipse(x, y, 18, 7, "#dd7a36", turn)
        c.line([(x - 12, y), (x + 12, y)], 2, "#a9542a")
    for x in (40, 84, 238, 228):
        for dx in (-8, 0, 8):
            c.line([(x, 288), (x + dx, 266)], 4, "#6d8c46")


def snail_leaf(c):
    disc(c, "#e2f4dc")
    c.blob([(4, 250), (80, 228), (200, 232), (316, 254), (220, 292),
            (90, 294)], "#6bb573")
    c.line([(10, 254), (310, 256)], 4, "#54995d")
    for k in range(5):
        x = 60 + k * 48
        c.line([(x, 256), (x + 26, 276)], 3, "#54995d")
    skin, shade = "#f2cf9a", "#dfb478"
    c.blob([(26, 250), (90, 216), (200, 214), (216, 150), (250, 128),
            (280, 152), (270, 220), (246, 250), (140, 256)], skin)
    for x, y in ((240, 86), (276, 90)):
        c.line([(258 + (x - 258) * 0.4, 140), (x, y)], 8, shade)
        c.circle(x, y, 10, skin)
    shell = ("#e8837a", "#f7b08e", "#e8837a", "#f7b08e")
    c.circle(130, 168, 78, "#c9655f")
    for k, fill in enumerate(shell):
        c.circle(130 + k * 5, 168 + k * 6, 72 - k * 18, fill)
    c.curve([(142, 190), (156, 178), (140, 164), (118, 180), (132, 210),
             (176, 202), (184, 160), (146, 124), (94, 142), (84, 186)], 6,
            "#c9655f")
    face(c, 248, 160, 13, 6)
    for x, y in ((60, 64), (116, 46), (186, 74)):
        c.ellipse(x, y + 4, 7, 10, "#8fc7e0")
        c.polygon([(x - 6, y), (x + 6, y), (x, y - 16)], "#8fc7e0")


def owl_moon(c):
    xs, ys = spread(20, 81), spread(20, 82)
    for k in range(20):
        twinkle(c, xs[k] * 320, ys[k] * 240, 3 + 4 * xs[-k], "#b9c0ff")
    c.circle(160, 128, 112, "#ffe9a8")
    for x, y, r in ((88, 84, 14), (232, 70, 18), (226, 178, 12)):
        c.circle(x, y, r, "#f5d98a")
    c.curve([(-10, 262), (110, 268), (220, 256), (330, 266)], 24, "#5a4038")
    c.line([(250, 258), (290, 222)], 10, "#5a4038")
    for x, y, turn in ((290, 214, 50), (272, 222, -40), (40, 248, 30)):
        c.ellipse(x, y, 8, 20, "#55885c", turn)
    dark, fur, light = "#6f4f48", "#8f6a5c", "#f0d9bf"
    for side in (-1, 1):
        c.polygon([(160 + side * 66, 62), (160 + side * 62, 124),
                   (160 + side * 14, 92)], dark)
    c.ellipse(160, 180, 76, 92, fur)
    c.ellipse(160, 206, 48, 60, light)
    for row in range(4):
        for k in range(-1 - row % 2, 2):
            c.arc(160 + (k + (row % 2) / 2) * 26, 192 + row * 18, 9, 8, 20,
                  160, 4, "#c99f7f")
    for side in (-1, 1):
        c.ellipse(160 + side * 70, 196, 20, 62, dark, side * 8)
        c.circle(160 + side * 33, 134, 36, light)
        c.circle(160 + side * 33, 136, 25, "#ffb43c")
        c.circle(160 + side * 31, 137, 17, INK)
        c.circle(160 + side * 31 + 6, 130, 6, WHITE)
        for dx in (-10, 0, 10):
            c.ellipse(160 + side * 28 + dx, 262, 6, 12, "#f2a03c")
    c.polygon([(149, 152), (171, 152), (160, 174)], "#f2a03c")


def snowman_hat(c):
    disc(c, "#e3f1fa")
    for x, h in ((44, 120), (282, 150), (250, 90)):
        pine(c, x, 268, h, "#4f8a78")
    c.ellipse(160, 330, 240, 76, WHITE)
    c.ellipse(160, 286, 88, 12, "#cfe0ee")
    for side in (-1, 1):
        x = 160 + side * 62
        c.line([(x, 196), (x + side * 52, 150)], 7, "#7a5238")
        c.line([(x + side * 34, 166), (x + side * 56, 172)], 5, "#7a5238")
        c.line([(x + side * 40, 160), (x + side * 40, 138)], 5, "#7a5238")
    c.ellipse(160, 226, 78, 68, "#f6fbff")
    c.circle(160, 120, 58, "#f6fbff")
    for y in (206, 232, 258):
        c.circle(160, y, 6.5, INK)
    eyes(c, 160, 108, 22, 7)
    cheeks(c, 160, 128, 38, 10)
    c.polygon([(158, 112), (160, 128), (206, 126)], "#f28c3c")
    smile(c, 156, 142, 15, 4)
    c.box(104, 158, 112, 22, "#d9504c", 11)
    with c.at(196, 172, -12):
        c.box(-12, 0, 24, 62, "#d9504c", 6)
        for y in (14, 34):
            c.box(-12, y, 24, 8, "#ffb3a8")
    c.box(98, 66, 124, 13, "#3f3a5c", 6)
    c.box(116, 8, 88, 64, "#3f3a5c", 8)
    c.box(116, 50, 88, 16, "#4fa59a")
    xs, ys = spread(26, 91), spread(26, 92)
    for x, y in zip(xs, ys):
        c.circle(x * 320, y * 310, 2.5 + 2 * x, WHITE)


def pizza_slice(c):
    disc(c, "#ffe2c4")
    floor(c, 268, "#c98f62", "#dba679")
    c.ellipse(160, 282, 96, 11, "#ac7449")
    c.blob([(50, 88), (160, 60), (270, 88), (272, 110), (160, 292),
            (48, 110)], "#e0a24c")
    c.polygon([(60, 104), (110, 92), (160, 88), (210, 92), (260, 104),
               (166, 274), (154, 274)], "#ffd35c")
    for x, y in ((84, 150), (104, 186), (232, 160), (138, 246)):
        c.box(x, y - 20, 17, 46, "#ffd35c", 8)
    c.curve([(50, 92), (100, 74), (160, 68), (220, 74), (270, 92)], 32,
            "#c9803a")
    c.curve([(54, 86), (100, 70), (160, 63), (220, 70), (266, 86)], 10,
            "#dd9c55")
    for x, y, r in ((112, 126, 19), (212, 126, 20), (160, 232, 18)):
        c.circle(x, y, r, "#c9453e")
        c.circle(x, y, r - 4, "#e0625a")
        c.circle(x - 5, y - 5, 3, "#f2938a")
    for x, y, turn in ((162, 112, 30), (122, 200, -50), (196, 204, 40)):
        c.ellipse(x, y, 6, 13, "#55985a", turn)
    face(c, 160, 160, 24, 9)


def pancake_stack(c):
    disc(c, "#fdeecb")
    floor(c, 262, "#8fc0c9", "#a8d2d9")
    c.ellipse(160, 268, 132, 24, "#7aacb6")
    c.ellipse(160, 260, 132, 24, WHITE)
    c.ellipse(160, 258, 96, 15, "#e8eff2")
    for k in range(4):
        y = 234 - k * 32
        x = 160 + (4, -5, 3, 0)[k]
        c.box(x - 92, y - 16, 184, 36, "#c98445", 18)
        c.box(x - 92, y - 16, 184, 22, "#f0c581", 11)
    c.ellipse(160, 126, 91, 18, "#d9944f")
    c.ellipse(160, 124, 84, 14, "#f0b868")
    c.blob([(92, 124), (130, 112), (196, 112), (228, 124), (230, 160),
            (220, 164), (212, 134), (190, 136), (184, 190), (172, 192),
            (166, 138), (120, 138), (116, 168), (104, 168), (100, 134)],
           "#a9601f", 0.9)
    c.box(134, 92, 56, 30, "#ffe58a", 6)
    c.box(134, 92, 56, 11, "#fff2b8", 5)
    for x, y, shade in ((114, 110, "#5a6cc4"), (100, 120, "#4d5cb0"),
                        (212, 112, "#e2475c")):
        c.circle(x, y, 12, shade)
        c.circle(x - 4, y - 4, 3, WHITE, 0.7)
    face(c, 144, 206, 26, 8)
    for x in (138, 160, 182):
        c.curve([(x, 76), (x - 9, 60), (x + 7, 44), (x - 2, 28)], 6, WHITE)


def sushi_pair(c):
    disc(c, "#e3f3f0")
    c.box(20, 234, 280, 30, "#b9774a", 8)
    c.box(20, 234, 280, 11, "#d2935f", 5)
    for x in (50, 238):
        c.box(x, 262, 32, 22, "#94592f", 5)
    # rice with salmon
    c.box(34, 170, 116, 66, "#fffdf6", 30)
    c.blob([(24, 172), (40, 136), (92, 122), (146, 138), (162, 176),
            (146, 184), (92, 160), (40, 182)], "#ff8f5c")
    for x in (56, 86, 116):
        c.curve([(x - 6, 164), (x + 2, 146), (x + 20, 134)], 6, "#ffc4a3")
    face(c, 92, 200, 20, 7)
    # a roll
    c.box(178, 150, 108, 86, "#2f4a44", 16)
    c.ellipse(232, 152, 54, 22, "#2f4a44")
    c.ellipse(232, 150, 47, 17, "#fffdf6")
    c.ellipse(224, 150, 15, 7, "#ff8f5c")
    c.ellipse(244, 148, 11, 6, "#7cc46b")
    c.ellipse(238, 155, 9, 4, "#ffd35c")
    for side in (-1, 1):
        c.circle(232 + side * 20, 196, 7, WHITE)
        c.circle(232 + side * 20 + 1, 197, 4, INK)
    cheeks(c, 232, 210, 32, 8)
    smile(c, 232, 212, 8, 4, WHITE)
    for dy in (0, 16):
        c.line([(40, 74 + dy), (286, 48 + dy * 1.7)], 8, "#8f3f3a")
        c.line([(40, 74 + dy), (110, 66.6 + dy * 1.2)], 8, "#6d2d2d")
    c.blob([(128, 234), (132, 222), (146, 216), (160, 224), (166, 236)],
           "#a9d18a")


def letter_heart(c):
    disc(c, "#fff4e6")
    c.ellipse(160, 278, 112, 10, "#f0c8cf")
    c.box(62, 58, 196, 150, WHITE, 8)
    for k in range(4):
        c.line([(88, 84 + k * 18), (232 - k % 2 * 40, 84 + k * 18)], 4,
               "#d6d9e8")
    c.box(44, 134, 232, 140, "#f7b5bf", 10)
    c.polygon([(46, 138), (160, 226), (274, 138), (274, 150), (160, 238),
               (46, 150)], "#e895a4")
    c.polygon([(46, 270), (140, 206), (160, 220), (180, 206), (274, 270)],
              "#fbc9d0")
    c.line([(48, 140), (160, 226), (272, 140)], 5, "#e58b9b")
    c.line([(48, 270), (138, 206)], 3, "#eda3b0")
    c.line([(272, 270), (182, 206)], 3, "#eda3b0")
    c.heart(160, 216, 62, "#e2475c")
    c.ellipse(146, 202, 6, 4, WHITE, -35, 0.7)
    eyes(c, 160, 212, 11, 4)
    smile(c, 160, 223, 5, 2.6)
    for x, y, s, turn in ((58, 60, 26, -18), (268, 44, 34, 16),
                          (288, 112, 18, 8), (28, 112, 18, -8)):
        c.heart(x, y, s, "#f2788a", turn)


def donut_pink(c):
    disc(c, "#e4dcf7")
    floor(c, 268, "#a68bd0", "#b9a2de")
    c.ellipse(160, 282, 104, 11, "#8d72b8")
    c.circle(160, 162, 116, "#d99a55")
    ring = [(160 + (104 + 6 * sin(radians(a * 9))) * cos(radians(a)),
             158 + (100 + 6 * sin(radians(a * 9))) * sin(radians(a)))
            for a in range(0, 360, 3)]
    c.polygon(ring, "#ff9dbb")
    c.arc(160, 158, 84, 82, 200, 250, 10, "#ffc4d6")
    c.circle(160, 150, 36, "#c98445")
    c.circle(160, 154, 32, "#e4dcf7")
    xs, ys = spread(60, 12), spread(60, 13)
    shades = ("#fff2b8", "#6db7d6", "#e2475c", "#7cc46b", WHITE)
    for k, (u, v) in enumerate(zip(xs, ys)):
        angle, r = 2 * pi * k / 60 * 7, 50 + 42 * v
        x, y = 160 + r * cos(angle), 156 + r * sin(angle)
        if not (118 < x < 202 and y > 188):
            with c.at(x, y, 180 * u):
                c.box(-6, -2.4, 12, 4.8, shades[k % 5], 2.4)
    face(c, 160, 212, 22, 8)


def balloon_trip(c):
    c.circle(300, 60, 30, "#ffe08a")
    cloud(c, 70, 84, 0.8, WHITE)
    cloud(c, 296, 150, 0.7, WHITE)
    c.polygon(smooth([(-10, 226), (60, 196), (130, 224), (230, 188),
                      (300, 214), (370, 196)], False)
              + [(370, 280), (-10, 280)], "#9fd0b4")
    c.polygon(smooth([(-10, 250), (90, 228), (190, 250), (290, 226),
                      (370, 246)], False) + [(370, 280), (-10, 280)],
              "#74b38c")
    for x, y in ((36, 244), (62, 238), (300, 234), (330, 242)):
        c.circle(x, y - 10, 11, "#4f8f68")
    for x in (160, 200):
        c.line([(180 + (x - 180) * 2.4, 132), (x, 186)], 2.5, "#7a5238")
    shades = ("#e8574f", "#fff0d9", "#f2b13c", "#fff0d9", "#e8574f")
    c.circle(180, 92, 76, shades[0])
    c.polygon([(116, 132), (244, 132), (204, 170), (156, 170)], shades[0])
    for k, rx in enumerate((62, 42, 20)):
        c.ellipse(180, 92, rx, 76, shades[k + 1])
        c.polygon([(180 - rx * 0.86, 132), (180 + rx * 0.86, 132),
                   (180 + rx * 0.34, 170), (180 - rx * 0.34, 170)],
                  shades[k + 1])
    c.box(154, 166, 52, 8, "#c9453e", 4)
    face(c, 180, 90, 24, 8)
    c.box(156, 186, 48, 34, "#b9774a", 8)
    for y in (194, 204):
        c.line([(158, y), (202, y)], 3, "#94592f")
    c.box(152, 182, 56, 8, "#d2935f", 4)


def bicycle_red(c):
    cloud(c, 70, 56, 0.8, WHITE)
    cloud(c, 282, 78, 0.7, WHITE)
    c.ellipse(90, 262, 190, 70, "#a5d48c")
    c.ellipse(300, 272, 200, 72, "#8fc678")
    c.box(0, 236, 360, 40, "#e8d4ab")
    c.box(0, 236, 360, 5, "#d6bd8c")
    for x in (110, 254):
        c.ellipse(x, 242, 48, 6, "#cdb382")
        c.arc(x, 190, 50, 50, 0, 360, 9, INK)
        c.arc(x, 190, 43, 43, 0, 360, 3, "#a9a6b8")
        for k in range(8):
            u = pi * k / 8
            c.line([(x - 42 * cos(u), 190 - 42 * sin(u)),
                    (x + 42 * cos(u), 190 + 42 * sin(u))], 1.4, "#a9a6b8")
        c.circle(x, 190, 7, INK)
    red = "#dd4b46"
    c.line([(110, 190), (150, 118), (230, 118), (174, 192), (110, 190)], 8,
           red)
    c.line([(144, 104), (174, 192)], 8, red)
    c.line([(254, 190), (224, 92)], 8, red)
    c.circle(174, 192, 13, "#6b6880")
    c.line([(174, 192), (190, 212)], 5, INK)
    c.line([(182, 213), (200, 213)], 6, INK)
    c.blob([(118, 98), (146, 92), (172, 98), (150, 108)], "#7a4a34")
    c.curve([(224, 92), (240, 80), (254, 88)], 7, INK)
    c.circle(232, 82, 6, "#f2c14e")
    c.box(252, 98, 56, 40, "#c98f62", 8)
    for y in (108, 120):
        c.line([(254, y), (306, y)], 3, "#a9744f")
    for x, y, fill in ((264, 90, "#ff9fb2"), (282, 82, "#ffd257"),
                       (300, 92, "#b58be0")):
        c.line([(x, y), (280, 104)], 3, "#4f9a52")
        for k in range(5):
            c.circle(x + 7 * cos(1.257 * k), y + 7 * sin(1.257 * k), 6, fill)
        c.circle(x, y, 4.5, CREAM)


def snow_cottage(c):
    xs, ys = spread(40, 71), spread(40, 72)
    for k in range(40):
        c.circle(xs[k] * 360, ys[k] * 250, 1.5 + 1.8 * xs[-k], "#dfe6fb")
    c.circle(304, 52, 26, "#fff0b8")
    c.circle(314, 46, 22, "#3b4a86")
    c.polygon([(-10, 200), (70, 110), (140, 190), (220, 96), (370, 210),
               (370, 270), (-10, 270)], "#5b6cab")
    for x, h in ((26, 96), (66, 74), (300, 104), (338, 78)):
        pine(c, x, 214, h, "#2f4f6b", "#dfe8fa")
    c.ellipse(180, 272, 260, 76, "#f1f5fd")
    c.box(124, 142, 120, 80, "#9a5f45", 4)
    for y in (158, 174, 190, 206):
        c.line([(126, y), (242, y)], 2, "#82492f")
    c.box(214, 66, 22, 46, "#82492f", 3)
    c.box(210, 60, 30, 10, WHITE, 5)
    for k, (x, y) in enumerate(((228, 46), (238, 30), (252, 16))):
        c.circle(x, y, 8 + 3 * k, "#c9d2ee", 0.7)
    c.polygon([(104, 148), (184, 74), (264, 148)], "#e9effb")
    c.line([(106, 147), (184, 76), (262, 147)], 14, WHITE)
    for x in (138, 206):
        c.box(x - 2, 162, 30, 32, "#5f3624", 3)
        c.box(x, 164, 26, 28, "#ffd86b", 2)
        c.line([(x + 13, 164), (x + 13, 192)], 3, "#5f3624")
    c.box(174, 172, 26, 50, "#5f3624", 10)
    c.circle(194, 198, 2.6, "#ffd86b")
    c.circle(184, 124, 10, "#ffd86b")
    c.blob([(170, 222), (204, 222), (216, 246), (250, 274), (150, 274),
            (178, 246)], "#d9e2f4")


def rainbow_clouds(c):
    c.circle(304, 56, 34, "#ffe08a")
    with c.at(180, 214):
        for k, fill in enumerate(("#e8635c", "#f59a4c", "#ffd257",
                                  "#6bbf8a", "#5b9bd5", "#9a78cf")):
            c.segment(0, 0, 150 - k * 15, 168 - k * 15, 180, 360, fill)
        c.segment(0, 0, 60, 78, 180, 360, "#cfe9f7")
    c.ellipse(80, 290, 210, 60, "#8fce84")
    c.ellipse(300, 296, 200, 66, "#79be74")
    for x, size in ((70, 1.15), (290, 1.15)):
        cloud(c, x, 196, size, WHITE)
        face(c, x, 196, 17, 6)
    for x, y, fill in ((120, 252, "#ff9fb2"), (176, 258, WHITE),
                       (222, 250, "#ffd257")):
        c.line([(x, y), (x, y + 16)], 3, "#4f9a52")
        for k in range(5):
            c.circle(x + 6 * cos(1.257 * k), y + 6 * sin(1.257 * k), 5, fill)
        c.circle(x, y, 3.6, "#f2a03c")


def beach_day(c):
    c.box(0, 0, 360, 120, "#bfe8f5")
    c.circle(66, 52, 28, "#ffe08a")
    cloud(c, 150, 50, 0.6, WHITE)
    c.box(0, 118, 360, 70, "#4fb3cf")
    for x, y, w in ((60, 136, 50), (170, 148, 60), (310, 138, 50)):
        c.line([(x - w / 2, y), (x + w / 2, y)], 3, "#8fd6e6")
    c.polygon([(98, 104), (98, 62), (136, 104)], WHITE)
    c.polygon([(94, 104), (94, 74), (70, 104)], "#f7e3cf")
    c.polygon([(64, 110), (140, 110), (126, 124), (78, 124)], "#a9603f")
    c.blob([(-20, 186), (90, 172), (200, 188), (380, 168), (380, 300),
            (-20, 300)], "#e9f8fa")
    c.blob([(-20, 196), (90, 182), (200, 198), (380, 178), (380, 320),
            (-20, 320)], "#f5dba3")
    c.ellipse(236, 254, 90, 10, "#e0c184")
    with c.at(244, 244, 12):
        c.box(-4, -160, 8, 166, "#a9744f", 3)
        for rx, fill in ((104, "#e8574f"), (68, "#fff4e6"), (28, "#e8574f")):
            c.segment(0, -92, rx, 72, 180, 360, fill)
        c.circle(0, -166, 5, "#e8574f")
    c.polygon([(164, 240), (228, 240), (214, 262), (142, 262)], "#6d9fd8")
    c.polygon([(180, 240), (192, 240), (174, 262), (160, 262)], WHITE)
    c.circle(100, 232, 22, "#fff4e6")
    for k in (0, 2, 4):
        c.sector(100, 232, 22, k * 60 + 10, k * 60 + 70,
                 ("#e8574f", "", "#f2c14e", "", "#5b9bd5")[k])
    c.star(48, 248, 17, "#f2926b", turn=12)


def rabbit_carrot(c):
    disc(c, "#e6f0d2")
    c.ellipse(160, 336, 230, 76, "#8fc678")
    fur, shade, pink = "#fffaf3", "#eadfd3", "#ffc1c6"
    for side in (-1, 1):
        c.ellipse(160 + side * 34, 72, 22, 62, fur, side * 9)
        c.ellipse(160 + side * 34, 76, 11, 46, pink, side * 9)
    c.ellipse(160, 240, 64, 66, shade)
    c.ellipse(160, 234, 62, 64, fur)
    c.ellipse(160, 142, 66, 56, fur)
    eyes(c, 160, 134, 28, 9)
    cheeks(c, 160, 154, 44, 11)
    c.ellipse(160, 148, 8, 6, "#e8757c")
    c.box(153, 164, 14, 13, WHITE, 3)
    c.arc(152, 156, 8, 8, 0, 160, 3.5, INK)
    c.arc(168, 156, 8, 8, 20, 180, 3.5, INK)
    for side in (-1, 1):
        c.ellipse(160 + side * 44, 292, 32, 15, fur)
        c.ellipse(160 + side * 44, 295, 14, 7, pink)
    with c.at(160, 226, 28):
        for turn in (-24, 0, 24):
            c.ellipse(12 * turn / 24, -58, 8, 24, "#5fae5c", turn)
        c.blob([(-22, -34), (0, -42), (22, -34), (14, 20), (0, 58),
                (-14, 20)], "#f58a3c")
        for y, w in ((-18, 12), (2, -10), (22, 7)):
            c.line([(w - 6, y), (w + 4, y)], 3, "#d66d24")
    for side in (-1, 1):
        c.ellipse(160 + side * 34, 228, 20, 17, fur)
        c.arc(160 + side * 34, 226, 16, 15, 40, 140, 3, shade)


def suitcase_go(c):
    disc(c, "#d5ecef")
    floor(c, 272, "#9ab9c9", "#b1cbd8")
    c.ellipse(160, 288, 110, 10, "#82a3b5")
    c.box(112, 40, 96, 60, "#6d4a34", 16)
    c.box(126, 54, 68, 46, "#d5ecef", 8)
    for x in (82, 218):
        c.circle(x + 10, 278, 12, INK)
    c.box(44, 84, 232, 190, "#c46a3f", 24)
    c.box(44, 84, 232, 176, "#dd8350", 24)
    for x in (72, 226):
        c.box(x, 84, 22, 176, "#8f4a2c")
        c.box(x - 3, 118, 28, 20, "#f2c14e", 4)
    face(c, 160, 200, 30, 10)
    c.circle(130, 128, 24, "#fff4e6")
    c.star(130, 129, 17, "#5b9bd5")
    with c.at(192, 124, 10):
        c.box(-26, -18, 52, 36, "#fff4e6", 4)
        c.box(-22, -14, 44, 28, "#7cc6dc", 2)
        c.polygon([(-22, 14), (-6, -8), (4, 4), (12, -4), (22, 14)],
                  "#4f9a78")
    c.heart(124, 240, 26, "#e2475c", -12)
    with c.at(190, 236, -8):
        c.box(-22, -12, 44, 24, "#ffd257", 4)
        c.write(0, 0, "HI", 13, INK, 0.2)


def strawberry_sweet(c):
    disc(c, "#fff0c9")
    c.ellipse(160, 288, 84, 10, "#efc2bd")
    c.blob([(160, 78), (226, 84), (262, 130), (246, 196), (204, 256),
            (160, 286), (116, 256), (74, 196), (58, 130), (94, 84)],
           "#e8454f")
    c.blob([(94, 96), (116, 98), (84, 134), (88, 176), (72, 160),
            (70, 124)], "#f77a7e")
    for x, y in ((110, 140), (160, 126), (212, 140), (84, 176), (236, 176),
                 (104, 220), (216, 220), (140, 250), (180, 250), (160, 272)):
        c.ellipse(x, y, 4, 6.5, "#ffd98a")
    for turn in (-100, -55, -18, 18, 55, 100):
        with c.at(160, 82, turn):
            c.blob([(-13, 0), (-15, -28), (0, -66), (15, -28), (13, 0)],
                   "#5fae5c" if turn % 100 else "#4f9a52")
    c.curve([(160, 80), (164, 46), (182, 26)], 9, "#4f9a52")
    face(c, 160, 184, 32, 10)


# name: (function, size, background, format)
STILL = {
    "pineapple-cool": (pineapple_cool, SQUARE, "#fff6d6", "png"),
    "ice-cream": (ice_cream, SQUARE, "#f7d5df", "png"),
    "koala-hug": (koala_hug, SQUARE, "#c3e2c8", "webp"),
    "mushroom-home": (mushroom_home, SQUARE, "#fff0d0", "png"),
    "snail-leaf": (snail_leaf, SQUARE, "#cbe8d0", "png"),
    "owl-moon": (owl_moon, SQUARE, "#33437a", "webp"),
    "snowman-hat": (snowman_hat, SQUARE, "#bcd9ee", "png"),
    "pizza-slice": (pizza_slice, SQUARE, "#fff0dc", "png"),
    "pancake-stack": (pancake_stack, SQUARE, "#f9dfae", "png"),
    "sushi-pair": (sushi_pair, SQUARE, "#c4e4df", "png"),
    "letter-heart": (letter_heart, SQUARE, "#ffe1e2", "png"),
    "donut-pink": (donut_pink, SQUARE, "#f3eefc", "webp"),
    "balloon-trip": (balloon_trip, WIDE, "#c9ebf5", "png"),
    "bicycle-red": (bicycle_red, WIDE, "#cdeaf2", "png"),
    "snow-cottage": (snow_cottage, WIDE, "#3b4a86", "png"),
    "rainbow-clouds": (rainbow_clouds, WIDE, "#cfe9f7", "png"),
    "beach-day": (beach_day, WIDE, "#bfe8f5", "png"),
    "rabbit-carrot": (rabbit_carrot, SQUARE, "#f6f4dc", "webp"),
    "suitcase-go": (suitcase_go, SQUARE, "#eaf5f4", "png"),
    "strawberry-sweet": (strawberry_sweet, SQUARE, "#ffe3d9", "png"),
}
